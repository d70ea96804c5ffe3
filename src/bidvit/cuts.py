"""Cuts: flat clusterings read off a tree, and what is measured of their clusters."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers, inputs
from bidvit.nearest import NearestRows
from bidvit.parallel import Workers, count_threads
from bidvit.pruning import find_means, find_topmost, tree_above
from bidvit.refining import group_leaves, refine_clusters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bidvit.nodes import Nodes
    from bidvit.pruning import Criterion, Partial
    from bidvit.refining import Refinement
    from bidvit.tree import ClusterTree

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

# Distances times dimensions.
_DISTANCES_AT_ONCE = 1 << 24
_ROWS_AT_ONCE = 1 << 16


class Cut:
    """A flat clustering of all rows; made by `ClusterTree.cut`.

    Clusters are numbered in tree order, by the first leaf of each. All of them are nodes of the
    tree but for one, at most, of a cut at a number of clusters: it is made of some children of a
    node. What is measured is measured when first asked for, and kept.

    A cut by inertia has its clusters' weighted means for centers. In all other cuts a cluster
    stands where its node stands: by ``representation``, at the mean, up to rounding, or on a point
    of the data. So ``cut(radius=)`` keeps its promise for either.

    Attributes
    ----------
    n_clusters : int
        Number of clusters, without those dropped by `min_weight`.
    nodes : ndarray of int32
        The node of the tree that each cluster is, -1 for the one that is no node.
    weights : ndarray of float64
        Sum of the weights of the rows of each cluster.
    criterion : str or None
        That of a cut at a number of clusters.
    level : int or None
        That of a cut at a level.
    parameters : dict
        What was asked for.
    radii_kind : str
        ``"exact"`` or ``"bound"``, as for the tree.
    iterations : int
        Lloyd steps made since the clusters were nodes: 0, or more for what `refine` returns.

    Notes
    -----
    Labels take 4 bytes per row. While a cut is made, and while it predicts, up to 80 bytes are
    needed per row of X or of the points asked about, and 10 times the coordinates of the centers;
    less than half of that is kept for the next prediction.

    Examples
    --------
    >>> import numpy as np, bidvit
    >>> X = np.array([[0.0], [0.1], [5.0], [5.1], [5.3], [9.0]])
    >>> cut = bidvit.cluster(X, random_state=0).cut(n_clusters=2)
    >>> cut
    Cut(n_clusters=2, criterion='inertia'): 6 rows
    >>> cut.labels
    array([0, 0, 1, 1, 1, 1], dtype=int32)
    >>> cut.centers.round(3).tolist(), cut.radii.round(3).tolist(), cut.medoids.tolist()
    ([[0.05], [6.1]], [0.05, 2.9], [0, 4])
    """

    iterations = 0

    def __init__(
        self,
        tree: ClusterTree,
        nodes: Ids,
        partial: Partial | None,
        parameters: Mapping[str, Any],
        n_threads: int,
    ) -> None:
        self._tree = tree
        self._n_threads = n_threads
        self.parameters = dict(parameters)
        self.criterion: str | None = parameters.get("criterion")
        self.level: int | None = parameters.get("level")
        self._by_mean = self.criterion == "inertia"
        self.radii_kind = "exact" if self._by_mean else tree.radii_kind

        # Which cluster each of these nodes is, or is in.
        self._parts = nodes
        numbers = np.arange(len(nodes), dtype=np.int32)
        starts_cluster = np.ones(len(nodes), bool)
        if partial is not None:
            starts_cluster[partial.places[1:]] = False
            numbers = np.cumsum(starts_cluster, dtype=np.int32) - np.int32(1)
            numbers[partial.places] = numbers[partial.places[0]]
        self.nodes = nodes[starts_cluster]
        above = tree.nodes.parent_of(self.nodes)
        self._parents = np.where(above < 0, -1, above - tree.nodes.n_leaves).astype(np.int32)
        if partial is not None:
            self.nodes[numbers[partial.places[0]]] = -1
            self._parents[numbers[partial.places[0]]] = partial.node
        self.weights = _sums(numbers, tree.nodes.weights_of(nodes))
        self._number_of_part = numbers
        if "min_weight" in parameters:
            self._drop_lighter(parameters["min_weight"])
        self.n_clusters = len(self.nodes)

    def _drop_lighter(self, min_weight: float) -> None:
        heavy = self.weights >= min_weight
        if not heavy.any():
            raise ValueError(
                f"min_weight must be at most {self.weights.max():g}, the weight of the heaviest "
                f"cluster of this cut, got {min_weight:g}"
            )
        numbers = np.where(heavy, np.cumsum(heavy) - 1, -1).astype(np.int32)
        self._number_of_part = numbers[self._number_of_part]
        self.nodes, self.weights = self.nodes[heavy], self.weights[heavy]
        self._parents = self._parents[heavy]

    @cached_property
    def labels(self) -> Ids:
        """Number of the cluster of each row of X; -1 for rows of clusters that were dropped."""
        return self._tree._spread_to_rows(self._label_of_leaf())

    def _label_of_leaf(self) -> Ids:
        begin, end = self._tree.nodes.leaf_range(self._parts)
        return np.repeat(self._number_of_part, end - begin)

    @cached_property
    def centers(self) -> Floats:
        """Centers of the clusters, shape (n_clusters, d); unit vectors for the cosine metric."""
        return self._tree.nodes.space.unembed(self._embedded_centers)

    @cached_property
    def radii(self) -> Floats:
        """Distance from each center to the farthest row of positive weight, up to rounding.

        Or a bound on it: `radii_kind` says which.
        """
        nodes = self._tree.nodes
        is_node = self.nodes >= 0
        if self._by_mean:
            return nodes.space.unembed_radii(self._reach[0])
        radii = np.empty(self.n_clusters, nodes.radii.dtype)
        of_leaves = np.broadcast_to(nodes.radii.dtype.type(0), nodes.n_leaves)
        radii[is_node] = nodes.gather(self.nodes[is_node], of_leaves, nodes.radii)
        if not is_node.all():
            radii[~is_node] = self._reach[0][~is_node]
        return nodes.space.unembed_radii(radii)

    @cached_property
    def medoids(self) -> Ids:
        """The row of X nearest to each center, of those of its cluster; ties to the first row.

        Rows of weight zero are no candidates.
        """
        return self._tree.first_row_of_leaf[self._reach[1]]

    def predict(self, X: Any, *, n_jobs: int | None = None) -> Ids:
        """Return the cluster whose center is nearest to each point; of two, the lower number.

        Parameters
        ----------
        X : array-like of shape (n_points, n_features)
            Computed in the precision of the tree.
        n_jobs : int, optional
            Number of threads, 1 by default.

        Returns
        -------
        ndarray of int32, shape (n_points,)

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1], [5.3], [9.0]])
        >>> cut = bidvit.cluster(X, random_state=0).cut(n_clusters=3)
        >>> cut.predict([[0.3], [8.0]])
        array([0, 1], dtype=int32)
        """
        return self.nearest(X, n_jobs=n_jobs)[0][:, 0]

    def nearest(self, X: Any, k: int = 1, *, n_jobs: int | None = None) -> tuple[Ids, Floats]:
        """Return the k clusters whose centers are nearest to each point, and how far they are.

        The first search prepares what later ones use again.

        Parameters
        ----------
        X : array-like of shape (n_points, n_features)
            Computed in the precision of the tree.
        k : int, default=1
        n_jobs : int, optional
            Number of threads, 1 by default.

        Returns
        -------
        clusters : ndarray of int32, shape (n_points, k)
            Nearest first; of those equally near, the one of lowest number first.
        distances : ndarray of float64, shape (n_points, k)

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1], [5.3], [9.0]])
        >>> cut = bidvit.cluster(X, random_state=0).cut(n_clusters=3)
        >>> clusters, distances = cut.nearest([[8.0]], k=2)
        >>> clusters, distances.round(3)
        (array([[1, 2]], dtype=int32), array([[1.   , 2.867]]))
        """
        k = inputs.check_integer("k", k, 1)
        if k > self.n_clusters:
            raise ValueError(
                f"k must be at most {self.n_clusters}, the clusters there are, got {k}"
            )
        queries = self._embed(X)
        with Workers(count_threads(n_jobs)) as workers:
            clusters, distances = self._nearest_centers.find(queries, k, workers)
        return clusters, self._tree.nodes.space.unembed_radii(distances)

    def distances(self, X: Any, *, n_jobs: int | None = None) -> Floats:
        """Return the distances of points from all centers.

        Parameters
        ----------
        X : array-like of shape (n_points, n_features)
            Computed in the precision of the tree.
        n_jobs : int, optional
            Number of threads, 1 by default.

        Returns
        -------
        ndarray of shape (n_points, n_clusters)

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1], [5.3], [9.0]])
        >>> cut = bidvit.cluster(X, random_state=0).cut(n_clusters=3)
        >>> cut.distances([[1.0]]).round(2)
        array([[0.95, 8.  , 4.13]])
        """
        from scipy.spatial.distance import cdist

        space = self._tree.nodes.space
        queries, centers = self._embed(X), self._embedded_centers
        if space.function is not None:
            return space.measure(queries, centers)
        distances = np.empty((len(queries), len(centers)), centers.dtype)
        metric = {"manhattan": "cityblock"}.get(space.kernel_metric, space.kernel_metric)
        # Measured in float64, some rows at a time.
        step = max(1, _DISTANCES_AT_ONCE // (len(centers) * centers.shape[1]))

        def measure(begin: int, end: int) -> None:
            part = slice(begin, end)
            distances[part] = space.unembed_radii(cdist(queries[part], centers, metric))

        ends = [*range(0, len(queries), step), len(queries)]
        with Workers(count_threads(n_jobs)) as workers:
            workers.run(measure, list(pairwise(ends)))
        return distances

    def refine(
        self,
        X: Any = None,
        iterations: int = 1,
        *,
        sample_weight: Any = None,
        n_jobs: int | None = None,
        tolerance: float = 0.0,
    ) -> RefinedCut:
        """Improve the clusters by Lloyd's iterations, the steps of k-means.

        A step moves every row to the cluster of nearest mean, of two the lower number, and takes
        the means anew. Rows that the tree took as one move together: equal rows, and a row of
        weight 0 with the row that it was nearest to. The first means are those of this cut, and the
        inertia never rises, up to rounding. Numbers of clusters stay, and none is left empty: each
        that would be, the lowest number first, takes the row that is farthest from its mean, of
        those that are not alone; ties go to the first row. The result is the same for any number of
        threads.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features), optional
            What the tree was made from. The tree knows its rows: X is only checked to be them.
        iterations : int, default=1
            Most steps to make. They end when one changes nothing.
        sample_weight : array-like of shape (n_rows,), optional
            Weights >= 0 in place of those the tree was made with. Where the tree took rows as one,
            as it does equal rows, their weights are added. A row of weight 0 is only labelled.
        n_jobs : int, optional
            Number of threads, 1 by default.
        tolerance : float, default=0.0
            Stop when the inertia falls by no more than this share, which is looked at from the
            second step on.

        Returns
        -------
        RefinedCut
            A cut whose clusters are no longer nodes of the tree.

        Examples
        --------
        >>> import numpy as np, bidvit
        >>> X = np.array([[0.0], [0.1], [5.0], [5.1], [5.3], [9.0]])
        >>> cut = bidvit.cluster(X, random_state=0).cut(n_clusters=2)
        >>> cut.refine(iterations=5)
        RefinedCut(n_clusters=2, criterion='inertia', iterations=1): 6 rows
        """
        space = self._tree.nodes.space
        if space.function is not None or space.kernel_metric != "euclidean":
            raise ValueError(
                "refine needs metric 'euclidean', 'cosine' or 'haversine', for which means are the "
                f"best centers, got a tree of metric {space.name!r}"
            )
        iterations = inputs.check_integer("iterations", iterations, 1)
        inputs.check_number("tolerance", tolerance, ">= 0 and < 1", True)
        inputs.check_number("tolerance", tolerance, ">= 0 and < 1", 0 <= tolerance < 1)
        if X is not None:
            self._check_rows(X)
        labels, weights = self._label_of_leaf(), self._weight_of_leaf
        if sample_weight is not None:
            weights = self._sum_weights(sample_weight)
        n_threads = count_threads(n_jobs)
        nodes = self._tree.nodes
        with Workers(n_threads) as workers:
            refinement = refine_clusters(
                nodes, labels, weights, iterations, float(tolerance), workers
            )
        return RefinedCut(self, refinement, weights, n_threads)

    def _check_rows(self, X: Any) -> None:
        """Raise unless X is what the tree was made from."""
        tree, nodes = self._tree, self._tree.nodes
        X = inputs.check_points(X)
        if X is nodes.rows:
            return
        shape = tree.n_rows, tree.n_features
        if X.shape != shape:
            raise ValueError(
                f"X must be what the tree was made from, of shape {shape}, got shape {X.shape}"
            )
        # On the sphere, coordinates may have been computed in another precision.
        allowed = 8 * np.finfo(nodes.rows.dtype).eps if nodes.space.on_sphere else 0
        for begin in range(0, len(nodes.rows), _ROWS_AT_ONCE):
            part = slice(begin, begin + _ROWS_AT_ONCE)
            rows = part if tree._first_rows is None else tree._first_rows[part]
            differs = (np.abs(self._embed(X[rows]) - nodes.rows[part]) > allowed).any(axis=1)
            if differs.any():
                row = begin + int(differs.argmax())
                row = row if tree._first_rows is None else int(tree._first_rows[row])
                raise ValueError(f"X must be what the tree was made from, got another row {row}")

    def _sum_weights(self, sample_weight: Any) -> Doubles:
        """Weights of the leaves, from those of the rows."""
        tree = self._tree
        weights = inputs.check_weights(sample_weight, tree.n_rows)
        of_leaves = np.bincount(tree.leaf_of_row, weights, tree.nodes.n_leaves).astype(np.float64)
        n_lasting = int(((of_leaves > 0) & (self._label_of_leaf() >= 0)).sum())
        if n_lasting < self.n_clusters:
            raise ValueError(
                f"sample_weight must be positive for at least {self.n_clusters} distinct rows, the "
                f"clusters there are, got {n_lasting}"
            )
        return of_leaves

    def _embed(self, X: Any) -> Floats:
        """Check points and embed them as the tree's rows are."""
        nodes, n_features = self._tree.nodes, self._tree.n_features
        X = inputs.check_points(X)
        if X.shape[1] != n_features:
            raise ValueError(f"X must have {n_features} columns, as the tree has, got {X.shape[1]}")
        nodes.space.check(X)
        dtype = nodes.rows.dtype
        if nodes.space.widened or nodes.space.on_sphere:
            embedded = nodes.space.embed(X)
        else:
            embedded = nodes.space.embed(X.astype(dtype, copy=False))
        embedded = np.ascontiguousarray(embedded, dtype)
        # Beyond this, distances could not be told from infinity, nor one center from another.
        limit = np.finfo(dtype).max / (16 * embedded.shape[1])
        if nodes.space.kernel_metric == "euclidean":
            limit = np.sqrt(limit)
        if embedded.size and not max(embedded.max(), -embedded.min()) <= limit:
            raise ValueError(
                "X must be near enough to the data the tree was made from for distances to be "
                f"finite in {dtype}, got coordinates up to {np.abs(X).max():.2g}"
            )
        return embedded

    @property
    def max_radius(self) -> float:
        """No row of positive weight is farther than this from its center, outliers aside."""
        return float(self.radii.max())

    @cached_property
    def _embedded_centers(self) -> Floats:
        nodes = self._tree.nodes
        if self._by_mean:
            return self._measure_means()
        is_node = self.nodes >= 0
        points = np.empty((self.n_clusters, nodes.rows.shape[1]), nodes.rows.dtype)
        points[is_node] = nodes.points_of(self.nodes[is_node])
        for cluster in np.flatnonzero(~is_node):
            if self._tree.parameters["representation"] == "point":
                # A point of the data here too: that of the heaviest part.
                parts = self._parts[self._number_of_part == cluster]
                heaviest = parts[nodes.weights_of(parts).argmax()]
                points[cluster] = nodes.points_of(np.array([heaviest]))[0]
            else:
                points[cluster] = self._measure_means()[cluster]
        return points

    @cached_property
    def _leaves_by_cluster(self) -> tuple[Ids, Ids]:
        """The leaves by cluster, outliers last; and where those of each cluster begin."""
        weights = self._weight_of_leaf
        counts = None if weights is None else weights > 0
        return group_leaves(self._label_of_leaf(), self.n_clusters, counts)

    @property
    def _weight_of_leaf(self) -> Doubles | None:
        """None: all weigh 1."""
        return self._tree.nodes.leaf_weights

    def _measure_means(self) -> Floats:
        nodes = self._tree.nodes
        with Workers(self._n_threads) as workers:
            return find_means(nodes, *self._leaves_by_cluster, nodes.space.on_sphere, workers)

    @cached_property
    def _reach(self) -> tuple[Floats, Ids]:
        """Embedded distance from each center to its farthest leaf, and its nearest leaf."""
        nodes, centers = self._tree.nodes, self._embedded_centers
        order, starts = self._leaves_by_cluster
        radii = np.empty(self.n_clusters, nodes.radii.dtype)
        nearest = np.empty(self.n_clusters, np.int32)
        if nodes.space.function is not None:
            for c in range(self.n_clusters):
                leaves = order[starts[c] : starts[c + 1]]
                rows = nodes.leaf_rows[leaves]
                distances = nodes.space.measure(centers[c : c + 1], nodes.rows[rows])[0]
                radii[c] = distances.max()
                nearest[c] = leaves[np.lexsort((rows, distances))[0]]
            return radii, nearest

        shared = nodes.rows, nodes.leaf_rows, order, starts
        with Workers(self._n_threads) as workers:
            measured = nodes.space.kernel_metric, centers, radii, nearest, workers.stop
            batches = [(*shared, *batch, *measured) for batch in workers.split(self.n_clusters)]
            workers.run(_core.find_reach, batches)
        return radii, nearest

    @cached_property
    def _nearest_centers(self) -> NearestRows:
        return NearestRows(self._search_nodes)

    @cached_property
    def _search_nodes(self) -> Nodes:
        """The tree above the clusters, in which the nearest center to any point is found.

        Its leaves stand for the centers, `leaf_rows` are the numbers of the clusters, and radii
        are measured over the centers.
        """
        with Workers(self._n_threads) as workers:
            return tree_above(self._tree.nodes, self._parents, self._embedded_centers, workers)

    def __repr__(self) -> str:
        asked = {
            name: value
            for name, value in self.parameters.items()
            if name not in ("n_clusters", "criterion")
        }
        shown = {"n_clusters": self.n_clusters, **asked}
        if self.criterion is not None:
            shown["criterion"] = self.criterion
        if self.iterations:
            shown["iterations"] = self.iterations
        text = ", ".join(
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value!r}"
            for name, value in shown.items()
        )
        n_outliers = int((self.labels < 0).sum()) if "min_weight" in asked else 0
        outliers = f", {n_outliers:,} of them outliers" if n_outliers else ""
        return f"{type(self).__name__}({text}): {self._tree.n_rows:,} rows{outliers}"


class RefinedCut(Cut):
    """A cut improved by Lloyd steps; made by `Cut.refine`.

    It offers what any cut does, but its clusters are no nodes of the tree: `nodes` holds -1 for
    every one, and `level` is None. Centers are the weighted means of the clusters, on the sphere
    projected back, and radii are measured from them. Clusters keep the numbers they had in the cut
    it was made from, and rows that are outliers there stay so.

    Attributes
    ----------
    iterations : int
        Lloyd steps made since the clusters were nodes.
    converged : bool
        Whether the last step changed nothing.

    Examples
    --------
    >>> import numpy as np, bidvit
    >>> X = np.random.default_rng(0).normal(size=(1000, 2))
    >>> cut = bidvit.cluster(X, random_state=0).cut(n_clusters=50)
    >>> refined = cut.refine(iterations=2)
    >>> refined.iterations, refined.nodes.max(), refined.centers.shape
    (2, np.int32(-1), (50, 2))
    """

    def __init__(
        self, cut: Cut, refinement: Refinement, weights: Doubles | None, n_threads: int
    ) -> None:
        self._tree = cut._tree
        self._n_threads = n_threads
        self._weights = weights
        self._centers = refinement.centers
        self.parameters = dict(cut.parameters)
        self.criterion = cut.criterion
        self.level = None
        self._by_mean = True
        self.radii_kind = "exact"
        self.iterations = cut.iterations + refinement.iterations
        self.converged = refinement.converged

        # Made of leaves, as other cuts are of nodes.
        self._parts = buffers.count_up(self._tree.nodes.n_leaves)
        self._number_of_part = refinement.labels
        self.n_clusters = len(refinement.centers)
        self.nodes = np.full(self.n_clusters, -1, np.int32)
        takes_part = refinement.labels >= 0
        self.weights = np.bincount(
            refinement.labels[takes_part],
            None if weights is None else weights[takes_part],
            self.n_clusters,
        ).astype(np.float64)
        # A center is not far from where its cluster was: there the search for the nearest begins.
        self._parents = cut._parents

    @property
    def _weight_of_leaf(self) -> Doubles | None:
        return self._weights

    @cached_property
    def _embedded_centers(self) -> Floats:
        return self._centers


def _sums(numbers: Ids, values: Doubles) -> Doubles:
    return np.bincount(numbers, values).astype(np.float64, copy=False)


def make_cut(
    tree: ClusterTree,
    level: int | None,
    n_clusters: int | None,
    radius: float | None,
    max_weight: float | None,
    min_weight: float | None,
    criterion: Criterion,
    n_jobs: int | None,
) -> Cut:
    """Check what `ClusterTree.cut` was asked for, and find the nodes."""
    nodes = tree.nodes
    limits = {"level": level, "n_clusters": n_clusters, "radius": radius, "max_weight": max_weight}
    given = {name: value for name, value in limits.items() if value is not None}
    if len(given) != 1:
        got = ", ".join(f"{name}={value!r}" for name, value in given.items()) or "none of them"
        raise ValueError(f"cut needs exactly one of {', '.join(limits)}, got {got}")
    inputs.check_choice("criterion", criterion, ("inertia", "radius"))
    n_threads = count_threads(n_jobs)
    parameters: dict[str, Any] = given
    if min_weight is not None:
        parameters["min_weight"] = inputs.check_float("min_weight", min_weight, 0)
    partial = None
    if level is not None:
        parameters["level"] = level % len(tree.levels)
        found = tree.levels[level].nodes
    elif n_clusters is not None:
        parameters["n_clusters"] = _check_n_clusters(n_clusters, nodes)
        parameters["criterion"] = criterion
        if criterion == "inertia" and nodes.space.function is not None:
            raise ValueError(
                f"criterion='inertia' needs means, which metric {nodes.space.name}, a function, "
                "does not have: use criterion='radius'"
            )
        found, partial = tree._prune(criterion).find_clusters(parameters["n_clusters"])
    elif radius is not None:
        parameters["radius"] = inputs.check_float("radius", radius, 0, or_equal=True)
        radii = nodes.space.unembed_radii(nodes.radii)
        found = _topmost_within(nodes, radii, parameters["radius"])
    else:
        assert max_weight is not None
        parameters["max_weight"] = inputs.check_float("max_weight", max_weight, 0)
        inner = np.arange(nodes.n_leaves, nodes.n_leaves + nodes.n_inner, dtype=np.int32)
        found = _topmost_within(nodes, nodes.weights_of(inner), parameters["max_weight"])
    return Cut(tree, found, partial, parameters, n_threads)


def _topmost_within(nodes: Nodes, of_inner: Floats, limit: float) -> Ids:
    """Return the topmost nodes whose value is within a limit; leaves always are."""
    # Beside float32 values a Python float would be rounded to float32.
    return find_topmost(nodes, (of_inner > np.float64(limit)).astype(np.int32), 0)


def _check_n_clusters(n_clusters: Any, nodes: Nodes) -> int:
    n_roots, n_leaves = len(nodes.roots), nodes.n_leaves
    checked = inputs.check_integer("n_clusters", n_clusters, 1)
    if not n_roots <= checked <= n_leaves:
        fewest = "1" if n_roots == 1 else f"{n_roots:,}, the number of roots of this forest,"
        raise ValueError(
            f"n_clusters must be from {fewest} to {n_leaves:,}, the number of distinct rows, "
            f"got {checked:,}"
        )
    return checked
