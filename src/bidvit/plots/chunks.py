"""How a level comes about, in the plane: the picks of one chunk, and the median cut into chunks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs
from bidvit.coarsening import coarsen
from bidvit.levels import partition
from bidvit.parallel import Workers
from bidvit.plots.frame import INK, PALETTE, choose_colours, count, make_axes, write_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bidvit.coarsening import Coarse

Floats = npt.NDArray[Any]

_BLUE, _ORANGE, _VERMILION = PALETTE[[0, 1, 3]]
_POINTS_PER_PICK = 10


def plot_coarsening(
    X: Any,
    epsilon: float | None = None,
    *,
    max_points: int = 300,
    ax: Axes | None = None,
    random_state: Any = 0,
) -> Axes:
    """Draw how a chunk collapses: points, picks, circles of radius ε around them, their cells.

    Picks are ε apart or more, and every point is within ε of one: the circles cover the points and
    none holds the pick of another. A point goes to the pick in whose cell it lies.

    Parameters
    ----------
    X : array-like of shape (n_rows, 2)
        Of more than `max_points` only the chunk in the middle of the data is drawn.
    epsilon : float, optional
        By default such that about every tenth point is picked.
    max_points : int, default=300
        Most points in the chunk.
    ax : matplotlib Axes, optional
        Where to draw. Without it the picture gets a figure of its own, apart from pyplot.
    random_state : int, RandomState, Generator or None, default=0
        Seed of the ties between picks.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.plots import plot_coarsening
    >>> X = np.random.default_rng(0).normal(size=(200, 2))
    >>> plot_coarsening(X, 0.8).get_title(loc="left").split(":")[0]
    'ε = 0.8'
    """
    X = _check_plane(X)
    max_points = inputs.check_integer("max_points", max_points, 2)
    if len(X) > max_points:
        X = _take_middle_chunk(X, max_points)
    seed = inputs.check_seed(random_state)
    made = _coarsen_moderately(X, seed) if epsilon is None else _coarsen(X, epsilon, seed)
    if ax is None:
        ax = _make_axes_for(X)
    from matplotlib.collections import LineCollection, PatchCollection
    from matplotlib.patches import Circle

    circles = [Circle((x, y), made.epsilon) for x, y in made.points.tolist()]
    ax.add_collection(
        PatchCollection(
            circles, facecolors=[(*_VERMILION, 0.07)], edgecolors=[(*_VERMILION, 0.5)], lw=0.7
        )
    )
    ax.add_collection(
        LineCollection(list(find_borders(made.points)), colors=[_ORANGE], linewidths=1.6, zorder=2)
    )
    is_pick = np.zeros(len(X), bool)
    is_pick[made.indices] = True
    rest = X[~is_pick]
    ax.scatter(rest[:, 0], rest[:, 1], s=13, color=[_BLUE], linewidths=0, zorder=3, label="points")
    ax.scatter(
        made.points[:, 0],
        made.points[:, 1],
        s=34 + 6 * np.minimum(made.weights, 30),
        color=[_VERMILION],
        edgecolors="white",
        linewidths=0.9,
        zorder=4,
        label="picks",
    )
    low, high = X.min(axis=0), X.max(axis=0)
    room = 0.35 * made.epsilon + 0.02 * (high - low).max()
    ax.set_xlim(low[0] - room, high[0] + room)
    ax.set_ylim(low[1] - room, high[1] + room)
    _finish(ax)
    write_title(
        ax,
        f"ε = {made.epsilon:,.4g}: {count(len(made.points), 'pick')} (large) for "
        f"{count(len(X), 'point')}\nno point farther than ε from a pick, no two picks closer",
    )
    return ax


def plot_partition(
    X: Any,
    n_steps: int = 5,
    *,
    max_points: int | None = 100_000,
    ax: Axes | None = None,
    rng: int | np.random.Generator | None = 0,
) -> Axes:
    """Draw the median cut: the points coloured by chunk, and the cuts, the first one thickest.

    Each step halves every chunk at the median of the axis along which its points spread most.

    Parameters
    ----------
    X : array-like of shape (n_rows, 2)
    n_steps : int, default=5
        There are 2 to the power of this chunks, or as many as there are points.
    max_points : int or None, default=100_000
        Draw no more than this many points, chosen at random; None for all.
    ax : matplotlib Axes, optional
        Where to draw. Without it the picture gets a figure of its own, apart from pyplot.
    rng : int, Generator or None, default=0
        Chooses the points.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import numpy as np
    >>> from bidvit.plots import plot_partition
    >>> X = np.random.default_rng(0).normal(size=(1000, 2))
    >>> plot_partition(X, 3).get_title(loc="left")
    '3 steps of median cut: 8 chunks of 125 points'
    """
    X = _check_plane(X)
    n_steps = inputs.check_integer("n_steps", n_steps, 0)
    if max_points is not None:
        max_points = inputs.check_integer("max_points", max_points, 1)
    # An uneven chunk's larger half decides, as often as there are steps.
    size = len(X)
    for _ in range(min(n_steps, 40)):
        size = -(-size // 2)
    with Workers(1) as workers:
        chunks = partition(X, max(size, 1), workers)
    offsets = chunks.offsets
    n_chunks = len(offsets) - 1
    if ax is None:
        ax = _make_axes_for(X)
    from matplotlib.collections import LineCollection

    chunk_of = np.empty(len(X), np.intp)
    chunk_of[chunks.order] = np.repeat(np.arange(n_chunks), np.diff(offsets))
    middles = np.add.reduceat(X[chunks.order], offsets[:-1], axis=0) / np.diff(offsets)[:, None]
    colours = PALETTE[choose_colours(middles, len(PALETTE))]
    rows = np.random.default_rng(rng).permutation(len(X))[:max_points]
    area = ax.bbox.width * ax.bbox.height * (72 / ax.figure.dpi) ** 2
    ax.scatter(
        X[rows, 0],
        X[rows, 1],
        s=float(np.clip(0.25 * area / len(rows), 0.5, 16)),
        c=colours[chunk_of[rows]],
        linewidths=0,
        rasterized=len(rows) > 2000,
    )
    low, high = X.min(axis=0), X.max(axis=0)
    room = 0.02 * np.maximum(high - low, (high - low).max() or 1.0)
    cuts = find_cuts(X[chunks.order], offsets, np.stack([low - room, high + room]))
    if cuts:
        lines, depths = zip(*cuts, strict=True)
        widths = np.maximum(2.6 * 0.75 ** np.array(depths), 0.6)
        ax.add_collection(LineCollection(list(lines), colors=[INK], linewidths=widths, zorder=3))
    ax.set_xlim(low[0] - room[0], high[0] + room[0])
    ax.set_ylim(low[1] - room[1], high[1] + room[1])
    _finish(ax)
    sizes = np.diff(offsets)
    points = count(int(sizes.max()), "point")
    if sizes.min() < sizes.max():
        points = f"{sizes.min():,} to {points}"
    write_title(
        ax,
        f"{count(n_steps, 'step')} of median cut: {count(n_chunks, 'chunk')} of {points}",
    )
    return ax


def find_borders(centers: Floats) -> Floats:
    """Return the borders of the Voronoi cells of some centers as lines, shape (n, 2, 2).

    Lines that go on without end are drawn far beyond all centers.
    """
    from scipy.spatial import Voronoi

    if len(centers) < 2:
        return np.empty((0, 2, 2))
    # Within a frame of four centers far away, all cells of the others are closed.
    low, high = centers.min(axis=0), centers.max(axis=0)
    middle, far = (low + high) / 2, 1000 * max(float((high - low).max()), np.finfo(float).tiny)
    frame = middle + far * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    cells = Voronoi(np.concatenate([centers, frame]) - middle)
    between = (cells.ridge_points < len(centers)).all(axis=1)
    ridges = [ridge for ridge, kept in zip(cells.ridge_vertices, between, strict=True) if kept]
    lines: Floats = cells.vertices[np.array(ridges).reshape(-1, 2)] + middle
    return lines


def find_cuts(
    points: Floats, offsets: npt.NDArray[np.int64], box: Floats
) -> list[tuple[Floats, int]]:
    """Return the cuts between chunks as lines, and how many steps of the median cut came before.

    Parameters
    ----------
    points : ndarray of shape (n, 2)
        Chunk by chunk, as `partition` orders them.
    offsets : ndarray
        Where the chunks begin and end.
    box : ndarray of shape (2, 2)
        Where the first cut ends: least and largest coordinates.
    """
    found: list[tuple[Floats, int]] = []
    parts = [(0, len(offsets) - 1, box, 0)]
    while parts:
        first, last, box, depth = parts.pop()
        if last - first < 2:
            continue
        begin, end = offsets[first], offsets[last]
        # Halves are those of the points: the cut is at the chunk that begins nearest to the middle.
        halves = np.abs(2 * offsets[first + 1 : last] - begin - end)
        at = first + 1 + int(halves.argmin())
        left, right = points[begin : offsets[at]], points[offsets[at] : end]
        # Along the axis of the cut nothing of the left half is beyond anything of the right one.
        gaps = right.min(axis=0) - left.max(axis=0)
        axis = int(gaps.argmax())
        where = (left[:, axis].max() + right[:, axis].min()) / 2
        line = box.copy()
        line[:, axis] = where
        found.append((line, depth))
        for half, side in (((first, at), 1), ((at, last), 0)):
            smaller = box.copy()
            smaller[side, axis] = where
            parts.append((*half, smaller, depth + 1))
    return found


def _check_plane(X: Any) -> Floats:
    X = inputs.check_points(X)
    if X.shape[1] != 2:
        raise ValueError(f"X must have two columns, the plane that is drawn, got {X.shape[1]}")
    return np.asarray(X, np.float64)


def _take_middle_chunk(X: Floats, max_points: int) -> Floats:
    with Workers(1) as workers:
        chunks = partition(X, max_points, workers)
    offsets = chunks.offsets
    ordered = X[chunks.order]
    middles = np.add.reduceat(ordered, offsets[:-1], axis=0) / np.diff(offsets)[:, None]
    far = np.square((middles - np.median(X, axis=0)) / np.maximum(X.std(axis=0), 1e-300)).sum(
        axis=1
    )
    chunk = int(far.argmin())
    return ordered[offsets[chunk] : offsets[chunk + 1]]


def _coarsen(X: Floats, epsilon: float, seed: int) -> Coarse:
    return coarsen(
        X,
        epsilon,
        linkage="distance",
        representation="point",
        max_chunk_size=max(len(X), 2),
        random_state=seed,
    )


def _coarsen_moderately(X: Floats, seed: int) -> Coarse:
    """Halve the range of ε until about every tenth point is picked."""
    wanted = max(len(X) / _POINTS_PER_PICK, 2)
    high = float(np.ptp(X, axis=0).max()) or 1.0
    low = high / 1024
    made = _coarsen(X, low, seed)
    for _ in range(12):
        epsilon = math.sqrt(low * high)
        made = _coarsen(X, epsilon, seed)
        if made.n_representatives > wanted:
            low = epsilon
        else:
            high = epsilon
    return made


def _make_axes_for(X: Floats) -> Axes:
    width, height = np.ptp(X, axis=0).tolist()
    return make_axes(height / width if width > 0 else 1.0)


def _finish(ax: Axes) -> None:
    ax.set_aspect(1.0)
    ax.set_xlabel("column 0")
    ax.set_ylabel("column 1")
