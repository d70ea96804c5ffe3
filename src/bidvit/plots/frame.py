"""What all pictures share: colours, axes on a figure of their own, and how numbers are said."""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bidvit.spaces import Space

Floats = npt.NDArray[Any]

# Six colours of Okabe and Ito, which people with any colour vision can tell apart. They are always
# enough: a triangulation is coloured so that no two neighbours share one, see choose_colours.
PALETTE = (
    np.array(
        [
            (0, 114, 178),  # blue
            (230, 159, 0),  # orange
            (86, 180, 233),  # sky blue
            (213, 94, 0),  # vermilion
            (0, 158, 115),  # green
            (204, 121, 167),  # purple
        ]
    )
    / 255
)
INK = "#222222"
UNITS = {"haversine": (1000, " km"), "cosine": (1, " rad")}


def make_figure(width: float, height: float) -> Figure:
    """Return a new figure, in inches: 7 are the width of a page."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "plotting needs matplotlib: pip install 'bidvit[plot]'", name="matplotlib"
        ) from None
    # Not through pyplot, which chooses a backend for the whole process and holds on to figures.
    return Figure(figsize=(width, height), dpi=150, layout="constrained")


def make_axes(height: float) -> Axes:
    """Axes of a given height in units of their width, on a new figure."""
    ax = make_figure(7.0, 0.8 + 6.5 * min(max(height, 0.3), 1.2)).add_subplot()
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def write_title(ax: Axes, text: str) -> None:
    """Write a title where all pictures have it."""
    ax.set_title(text, loc="left", color=INK)


def unit_of(space: Space) -> tuple[float, str]:
    """How many of the user's units one unit is in which distances are said, and its name."""
    return UNITS[space.name] if space.on_sphere else (1, "")


def count(n: int, noun: str) -> str:
    """Return a number of things in words."""
    return f"{n:,} {noun}" + ("s" if n != 1 else "")


def round_up(x: float) -> str:
    """Three digits that are not less than x, so that what is said of x stays true."""
    text = f"{x:.3g}"
    if float(text) < x:
        text = f"{float(text) + 10.0 ** (math.floor(math.log10(x)) - 2):.3g}"
    return f"{float(text):,.6g}" if 1e-4 <= float(text) < 1e6 else text


def choose_colours(positions: Floats, n_colours: int) -> npt.NDArray[np.intp]:
    """Choose a colour for every position, different ones for neighbours.

    Neighbours are those of the Delaunay triangulation. Coloured in the reverse order of removing
    the position with fewest neighbours left, each finds at most five colours taken, because every
    planar graph has a vertex of degree five or less. O(n log n).
    """
    from scipy.spatial import Delaunay, QhullError

    n = len(positions)
    colour = np.empty(n, np.intp)
    try:
        # Scaled, since a column may be measured in thousands and the other in thousandths.
        spread = np.ptp(positions, axis=0)
        triangles = Delaunay((positions - positions.min(axis=0)) / np.where(spread > 0, spread, 1))
    except (QhullError, ValueError):
        # Too few, or all on a line: along it neighbours are next to each other.
        colour[np.lexsort(positions.T)] = np.arange(n) % n_colours
        return colour
    start, neighbours = (part.tolist() for part in triangles.vertex_neighbor_vertices)
    n_left = np.diff(start).tolist()
    removed = [False] * n
    order = []
    queue = [(degree, v) for v, degree in enumerate(n_left)]
    heapq.heapify(queue)
    while queue:
        degree, v = heapq.heappop(queue)
        if removed[v] or degree != n_left[v]:
            continue
        removed[v] = True
        order.append(v)
        for u in neighbours[start[v] : start[v + 1]]:
            if not removed[u]:
                n_left[u] -= 1
                heapq.heappush(queue, (n_left[u], u))
    colours = [-1] * n
    used = [0] * n_colours
    for v in reversed(order):
        taken = {colours[u] for u in neighbours[start[v] : start[v + 1]]}
        free = [c for c in range(n_colours) if c not in taken]
        colours[v] = min(free, key=used.__getitem__)
        used[colours[v]] += 1
    colour[:] = colours
    return colour
