"""The points coloured by cluster: a level or a cut of a tree, in two columns or a projection."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from bidvit import inputs
from bidvit.cuts import Cut
from bidvit.plots.frame import (
    INK,
    PALETTE,
    choose_colours,
    count,
    make_axes,
    round_up,
    unit_of,
    write_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bidvit.tree import ClusterTree

Floats = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]

_OUTLIER = "#bbbbbb"
# More rows than this say nothing new about the axes of largest variance.
_ROWS_FOR_AXES = 100_000


def plot_clusters(
    tree: ClusterTree,
    X: Any,
    level: int | Cut,
    *,
    columns: tuple[int, int] | Literal["pca"] | None = None,
    ax: Axes | None = None,
    max_points: int | None = 200_000,
    mark_nodes: bool = True,
    rng: int | np.random.Generator | None = 0,
) -> Axes:
    """Draw the points coloured by the cluster they belong to at a level or in a cut.

    Six colours serve any number of clusters: what matters is that clusters next to each other have
    different ones. The title says how far a point can be from its node (rows of weight zero apart).
    In a PDF or SVG the points are one picture in 150 dots per inch, so that the file stays small.

    Parameters
    ----------
    tree : ClusterTree
    X : array-like of shape (n_rows, n_features), or None
        What the tree was made from. None: the distinct rows of the tree.
    level : int or Cut
        0 to ``len(tree.levels) - 1``; negative numbers count from the top. Or a cut of the tree:
        ``tree.cut(n_clusters=50)``. Its outliers are grey.
    columns : (int, int) or "pca", optional
        Columns of X to draw, horizontal and vertical; ``"pca"``: the plane in which the points
        spread most. By default that, or the columns themselves where there are two; longitude and
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
    space = tree.nodes.space
    points = rows_of(tree) if X is None else _check_rows(tree, X)
    if max_points is not None:
        max_points = inputs.check_integer("max_points", max_points, 1)
    clusters = _read_cut(level) if isinstance(level, Cut) else _read_level(tree, level)
    labels = clusters.label_of_leaf if X is None else clusters.label_of_row()

    # In random order: where clusters overlap, none lies on top of all others.
    rng = np.random.default_rng(rng)
    rows = rng.permutation(len(points))[:max_points]
    if X is not None:
        # On the sphere nodes are unit vectors; points are shown as such, too.
        points = space.unembed(space.embed(points))
    plane = choose_plane(points, columns, space.on_sphere and space.name == "haversine")
    points, cluster_of_point = plane.project(points[rows]), labels[rows]
    node_points, weights = plane.project(clusters.points), clusters.weights
    if len(node_points) > len(rows):
        present, cluster_of_point = np.unique(cluster_of_point, return_inverse=True)
        is_outlier = present < 0
        present, cluster_of_point = present[~is_outlier], cluster_of_point - is_outlier.sum()
        node_points, weights = node_points[present], weights[present]
    aspect = plane.aspect_of(points)
    if ax is None:
        width, height = np.ptp(points, axis=0) if aspect else (1.0, 1.0)
        ax = make_axes(float(height) * (aspect or 1.0) / float(width) if width > 0 else 1.0)

    # In square points (1/72 inch), as matplotlib wants the sizes of marks.
    area = ax.bbox.width * ax.bbox.height * (72 / ax.figure.dpi) ** 2
    colours = np.full((len(rows), 3), _hex_to_rgb(_OUTLIER))
    in_cluster = cluster_of_point >= 0
    of_cluster = PALETTE[choose_colours(node_points, len(PALETTE))]
    colours[in_cluster] = of_cluster[cluster_of_point[in_cluster]]
    ax.scatter(
        points[:, 0],
        points[:, 1],
        s=float(np.clip(0.4 * area / len(rows), 0.5, 30)),
        c=colours,
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
            c=INK,
            edgecolors="white",
            linewidths=0.6 if few else 0,
            rasterized=not few,
        )
    plane.name_axes(ax, column_names)
    if aspect:
        ax.set_aspect(aspect)
    ax.margins(0.02)
    write_title(ax, _describe(tree, clusters))
    return ax


def rows_of(tree: ClusterTree) -> Floats:
    """Return the distinct rows of a tree, in tree order, in the user's coordinates."""
    return tree.nodes.coordinates_of(np.arange(tree.nodes.n_leaves, dtype=np.int32))


@dataclass(frozen=True, eq=False)
class _Clusters:
    """What a picture needs to know of a level or a cut."""

    name: str
    points: Floats
    weights: Floats
    max_radius: float
    label_of_leaf: Ids
    label_of_row: Any
    of_what: str


def _read_level(tree: ClusterTree, level: Any) -> _Clusters:
    def label_rows() -> Ids:
        return tree.labels(level)

    tree._check_level(level)
    nodes = tree.levels[level]
    n_below = np.diff(nodes.leaf_begin, append=np.int32(tree.nodes.n_leaves))
    size, unit = unit_of(tree.nodes.space)
    return _Clusters(
        f"Level {level % len(tree.levels)}: ε = {nodes.epsilon / size:,.4g}{unit}, "
        f"{count(nodes.n_nodes, 'node')}",
        nodes.points,
        nodes.weights,
        nodes.max_radius,
        np.repeat(np.arange(nodes.n_nodes, dtype=np.int32), n_below),
        label_rows,
        "node",
    )


def _read_cut(cut: Cut) -> _Clusters:
    def label_rows() -> Ids:
        return cut.labels

    name = f"Cut: {count(cut.n_clusters, 'cluster')}"
    if "min_weight" in cut.parameters:
        name += ", outliers grey"
    return _Clusters(
        name,
        cut.centers,
        cut.weights,
        cut.max_radius,
        cut._label_of_leaf(),
        label_rows,
        "center",
    )


@dataclass(frozen=True, eq=False)
class Plane:
    """Two columns, or a projection onto the two axes along which points spread most.

    Attributes
    ----------
    columns : list of int, or None
    n_columns : int
    is_map : bool
        The columns are latitude and longitude.
    projection : PCA of scikit-learn, or None
    """

    columns: list[int] | None
    n_columns: int
    is_map: bool
    projection: Any = None

    def project(self, points: Floats) -> Floats:
        """Return the two coordinates of points."""
        if self.columns is not None:
            return points[:, self.columns]
        projected: Floats = self.projection.transform(points)
        return projected

    def aspect_of(self, points: Floats) -> float | None:
        """Height of a vertical unit in horizontal ones; None where they are unlike."""
        if self.columns is None:
            return 1.0
        if not self.is_map:
            return 1.0 if self.n_columns == 2 else None
        # A degree of longitude is shorter than one of latitude; by how much: in the median place.
        latitude = math.radians(float(np.median(points[:, self.columns.index(0)])))
        shorter = max(math.cos(latitude), 0.1)
        return 1 / shorter if self.columns == [1, 0] else shorter

    def name_axes(self, ax: Axes, column_names: Any = None) -> None:
        """Write what the axes are."""
        if self.columns is None:
            shares = self.projection.explained_variance_ratio_
            names = [
                f"principal component {i + 1} ({share:.0%} of the variance)"
                for i, share in enumerate(shares)
            ]
        elif self.is_map:
            names = [("latitude", "longitude")[k] for k in self.columns]
        elif column_names is None:
            names = [f"column {k}" for k in self.columns]
        else:
            names = [str(column_names[k]) for k in self.columns]
        ax.set_xlabel(names[0])
        ax.set_ylabel(names[1])


def choose_plane(points: Floats, columns: Any, is_map: bool = False) -> Plane:
    """Return the plane that is asked for, or that shows most of the points."""
    n_columns = points.shape[1]
    if n_columns < 2:
        raise ValueError(f"X must have at least two columns to be drawn, got {n_columns}")
    if columns is None and n_columns == 2:
        return Plane([1, 0] if is_map else [0, 1], n_columns, is_map)
    if columns is None or (isinstance(columns, str) and columns == "pca"):
        if is_map:
            raise ValueError("columns must be two column numbers on a map, got 'pca'")
        from sklearn.decomposition import PCA

        sample = points[:: -(-len(points) // _ROWS_FOR_AXES)]
        if len(sample) < 2:
            return Plane([0, 1], n_columns, is_map)
        # In float64: NumPy warns of overflow where squares of float32 are large.
        with np.errstate(invalid="ignore"):  # the shares of no variance at all
            projection = PCA(2, random_state=0).fit(sample.astype(np.float64))
        return Plane(None, n_columns, is_map, projection)
    return Plane(_check_columns(columns, n_columns, is_map), n_columns, is_map)


def _check_columns(columns: Any, n_columns: int, is_map: bool) -> list[int]:
    try:
        first, second = columns
    except (TypeError, ValueError):
        raise ValueError(f"columns must be two column numbers or 'pca', got {columns!r}") from None
    for column in (first, second):
        inputs.check_integer("columns", column, 0)
        if column >= n_columns:
            raise ValueError(f"columns must be < {n_columns}, the columns of X, got {column}")
    if is_map and first == second:
        raise ValueError(f"columns must be two different columns on a map, got {columns!r}")
    return [int(first), int(second)]


def _check_rows(tree: ClusterTree, X: Any) -> Floats:
    X = inputs.check_points(X)
    if X.shape != (tree.n_rows, tree.n_features):
        raise ValueError(
            f"X must be what the tree was made from, of shape {(tree.n_rows, tree.n_features)}, "
            f"got shape {X.shape}"
        )
    return np.asarray(X)


def _hex_to_rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))


def _describe(tree: ClusterTree, clusters: _Clusters) -> str:
    size, unit = unit_of(tree.nodes.space)
    within = round_up(clusters.max_radius / size)
    return f"{clusters.name}\nevery point within {within}{unit} of its {clusters.of_what}"
