"""Colours that people with any colour vision can tell apart, and which cluster gets which."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[Any]

# Six colours of Okabe and Ito, which people with any colour vision can tell apart. They are always
# enough: a triangulation is coloured so that no two neighbours share one, see colour_apart.
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
N_COLOURS = len(PALETTE)


def colour_apart(positions: Floats, n_colours: int) -> npt.NDArray[np.intp]:
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
