"""Pictures of a tree, drawn with matplotlib, which is loaded when the first one is asked for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs
from bidvit.palette import PALETTE, colour_apart

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bidvit.tree import ClusterTree

Floats = npt.NDArray[Any]

_INK = "#222222"
_UNITS = {"haversine": (1000, " km"), "cosine": (1, " rad")}


def plot_clusters(
    tree: ClusterTree,
    X: Any,
    level: int,
    *,
    columns: tuple[int, int] | None = None,
    ax: Axes | None = None,
    max_points: int | None = 200_000,
    mark_nodes: bool = True,
    rng: int | np.random.Generator | None = 0,
) -> Axes:
    """Draw the points coloured by the cluster they belong to at a level.

    Six colours serve any number of clusters: what matters is that clusters next to each other have
    different ones. The title says how far a point can be from its node (rows of weight zero apart).

    Parameters
    ----------
    tree : ClusterTree
    X : array-like of shape (n_rows, n_features)
        What the tree was made from.
    level : int
        0 to ``len(tree.levels) - 1``; negative numbers count from the top.
    columns : (int, int), optional
        Columns of X to draw, horizontal and vertical. The first two by default; longitude and
        latitude for the haversine metric.
    ax : matplotlib Axes, optional
        Where to draw. Without it the picture gets a figure of its own, apart from pyplot.
    max_points : int or None, default=200_000
        Draw no more than this many points, chosen at random; None for all.
    mark_nodes : bool, default=True
        Mark each node with a dot; the heavier the node, the larger the dot.
    rng : int, Generator or None, default=0
        Chooses the points and the order they are drawn in.

    Returns
    -------
    matplotlib Axes
        ``ax.figure`` is the figure it is on, ready to be saved.

    Examples
    --------
    >>> import bidvit
    >>> from bidvit.datasets import make_grid
    >>> from bidvit.plots import plot_clusters
    >>> X, _ = make_grid(2, 100, random_state=0)
    >>> tree = bidvit.cluster(X, random_state=0)
    >>> ax = plot_clusters(tree, X, level=-5)
    >>> ax.figure.savefig("clusters.png")  # doctest: +SKIP
    """
    column_names = getattr(X, "columns", None)
    X = inputs.check_points(X)
    if X.shape != (tree.n_rows, tree.n_features):
        raise ValueError(
            f"X must be what the tree was made from, of shape {(tree.n_rows, tree.n_features)}, "
            f"got shape {X.shape}"
        )
    space = tree.nodes.space
    is_map = space.on_sphere and space.name == "haversine"
    shown_columns = _check_columns(columns, X.shape[1], is_map)
    if max_points is not None:
        max_points = inputs.check_integer("max_points", max_points, 1)
    labels = tree.labels(level)
    nodes = tree.levels[level]

    # In random order: where clusters overlap, none lies on top of all others.
    rows = np.random.default_rng(rng).permutation(len(X))[:max_points]
    cluster_of_point: npt.NDArray[Any] = labels[rows]
    # On the sphere nodes are unit vectors; points are shown as such, too.
    points = space.unembed(space.embed(X[rows]))[:, shown_columns]
    node_points, weights = nodes.points[:, shown_columns], nodes.weights
    if len(node_points) > len(rows):
        present, cluster_of_point = np.unique(cluster_of_point, return_inverse=True)
        node_points, weights = node_points[present], weights[present]
    aspect = _choose_aspect(points, shown_columns, is_map) if X.shape[1] == 2 else None
    if ax is None:
        width, height = np.ptp(points, axis=0) if aspect else (1.0, 1.0)
        ax = _make_axes(float(height) * (aspect or 1.0) / float(width) if width > 0 else 1.0)
    colours = PALETTE[colour_apart(node_points, len(PALETTE))]

    # In square points (1/72 inch), as matplotlib wants the sizes of marks.
    area = ax.bbox.width * ax.bbox.height * (72 / ax.figure.dpi) ** 2
    ax.scatter(
        points[:, 0],
        points[:, 1],
        s=float(np.clip(0.4 * area / len(rows), 0.5, 30)),
        c=colours[cluster_of_point],
        linewidths=0,
        rasterized=True,
    )
    if mark_nodes:
        few = len(weights) <= 1000
        heaviest_first = np.argsort(-weights, kind="stable")
        ax.scatter(
            node_points[heaviest_first, 0],
            node_points[heaviest_first, 1],
            s=np.clip(0.01 * area * weights / weights.sum(), 4 if few else 0, 150)[heaviest_first],
            c=_INK,
            edgecolors="white",
            linewidths=0.6 if few else 0,
            rasterized=not few,
        )
    if is_map:
        column_names = ("latitude", "longitude")
    elif column_names is None:
        column_names = [f"column {k}" for k in range(X.shape[1])]
    ax.set_xlabel(str(column_names[shown_columns[0]]))
    ax.set_ylabel(str(column_names[shown_columns[1]]))
    if aspect:
        ax.set_aspect(aspect)
    ax.margins(0.02)
    ax.set_title(_describe(tree, level), loc="left", color=_INK)
    return ax


def _check_columns(columns: Any, n_features: int, is_map: bool) -> list[int]:
    if n_features < 2:
        raise ValueError(f"X must have at least two columns to be drawn, got {n_features}")
    if columns is None:
        return [1, 0] if is_map else [0, 1]
    try:
        first, second = columns
    except (TypeError, ValueError):
        raise ValueError(f"columns must be two column numbers, got {columns!r}") from None
    for column in (first, second):
        inputs.check_integer("columns", column, 0)
        if column >= n_features:
            raise ValueError(f"columns must be < {n_features}, the columns of X, got {column}")
    if is_map and first == second:
        raise ValueError(f"columns must be two different columns on a map, got {columns!r}")
    return [int(first), int(second)]


def _choose_aspect(points: Floats, columns: list[int], is_map: bool) -> float:
    """Height of a vertical unit in horizontal ones."""
    if not is_map:
        return 1.0
    # A degree of longitude is shorter than one of latitude; by how much, as in the median place.
    latitude = math.radians(float(np.median(points[:, columns.index(0)])))
    shorter = max(math.cos(latitude), 0.1)
    return 1 / shorter if columns == [1, 0] else shorter


def _make_axes(height: float) -> Axes:
    """Axes of a given height in units of their width, on a new figure."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "plotting needs matplotlib: pip install 'bidvit[plot]'", name="matplotlib"
        ) from None
    # Not through pyplot, which chooses a backend for the whole process and holds on to figures.
    figsize = (7.0, 0.8 + 6.5 * min(max(height, 0.3), 1.2))
    ax = Figure(figsize=figsize, dpi=150, layout="constrained").add_subplot()
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _describe(tree: ClusterTree, level: int) -> str:
    nodes = tree.levels[level]
    count = f"{nodes.n_nodes:,} node" + ("s" if nodes.n_nodes != 1 else "")
    space = tree.nodes.space
    size, unit = _UNITS[space.name] if space.on_sphere else (1, "")
    return (
        f"Level {level % len(tree.levels)}: ε = {nodes.epsilon / size:,.4g}{unit}, {count}\n"
        f"every point within {_round_up(nodes.max_radius / size)}{unit} of its node"
    )


def _round_up(x: float) -> str:
    """Three digits that are not less than x, so that what is said of x stays true."""
    text = f"{x:.3g}"
    if float(text) < x:
        text = f"{float(text) + 10.0 ** (math.floor(math.log10(x)) - 2):.3g}"
    return f"{float(text):,.6g}" if 1e-4 <= float(text) < 1e6 else text
