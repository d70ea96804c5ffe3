"""Scores of clusterings: of a labelling, of a cut, or by known classes of a whole tree.

`ClusterTree.scores` has those of all levels at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs
from bidvit.classes import (
    check_n_samples,
    check_pairs,
    count_classes,
    measure_purity,
    sample_purity,
)
from bidvit.cuts import Cut
from bidvit.parallel import Workers, count_threads
from bidvit.scores import measure_errors_by_function, score_calinski, unembed_distances
from bidvit.spaces import make_space
from bidvit.spreads import Members, Spreads, find_centroids, find_worst_ratios, measure_spreads

if TYPE_CHECKING:
    from bidvit.spaces import Space
    from bidvit.tree import ClusterTree

__all__ = [
    "Purity",
    "calinski_harabasz",
    "davies_bouldin",
    "dendrogram_purity",
    "inertia",
    "max_radius",
    "mean_radius",
    "quantization_error",
    "recommend_level",
]

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]


def calinski_harabasz(
    X: Any,
    labels: Any = None,
    *,
    sample_weight: Any = None,
    variant: str = "sklearn",
    n_jobs: int | None = None,
) -> float:
    """Return the Calinski-Harabasz score: inertia between clusters over that within.

    More is better.

    Parameters
    ----------
    X : array-like of shape (n, d), or Cut
        Rows, or a cut, which has its own rows, labels and weights.
    labels : array-like of shape (n,)
        The cluster of each row, numbers or texts. Rows labelled -1 are outliers and left out, other
        than in scikit-learn, where they are a cluster.
    sample_weight : array-like of shape (n,), optional
        A row of weight 2 counts as two rows, one of weight 0 as none.
    variant : {"sklearn", "paper"}, default="sklearn"
        ``"sklearn"``: (W - k) / (k - 1) times the weighted squared distances of the k centroids
        from the mean of all rows, over the inertia; W is the weight of all rows. 1 if there is no
        inertia within clusters. ``"paper"``: the factor is (W - 1) / (k - 1), and distances are
        from the mean of the centroids, as in the paper of BiDViT.
    n_jobs : int, optional
        Number of threads, 1 by default.

    Returns
    -------
    float
        In float64, whatever X is. Coordinates count as Euclidean whatever the metric of a cut; on
        the sphere, distances are chords.

    Raises
    ------
    ValueError
        Unless there are two clusters or more, and more rows, by weight, than clusters.

    Examples
    --------
    >>> from bidvit.metrics import calinski_harabasz
    >>> X = [[0.0], [1.0], [8.0], [9.0]]
    >>> calinski_harabasz(X, [0, 0, 1, 1])
    128.0
    >>> calinski_harabasz(X, [0, 0, 1, 1], variant="paper")
    192.0
    """
    inputs.check_choice("variant", variant, ("sklearn", "paper"))
    clustering = _read(X, labels, sample_weight)
    with Workers(count_threads(n_jobs)) as workers:
        centroids, spreads = clustering.measure(workers)
    total = float(spreads.weights.sum())
    clustering.check_number(np.ldexp(total, clustering.weight_exponent))
    is_paper = variant == "paper"
    center = centroids.mean(axis=0) if is_paper else spreads.weights @ centroids / total
    between = spreads.weights @ _square_norms(centroids, center)
    within = float(spreads.squares.sum())
    k, weight = len(centroids), float(np.ldexp(total, clustering.weight_exponent))
    if is_paper and within > 0:
        return float(between / within * ((weight - 1) / (k - 1)))
    scores = score_calinski(
        np.array([between]), np.array([within]), weight, np.array([k], np.float64)
    )
    return float(scores[0])


def davies_bouldin(
    X: Any, labels: Any = None, *, sample_weight: Any = None, n_jobs: int | None = None
) -> float:
    """Return the Davies-Bouldin score: how badly clusters are kept apart. Less is better.

    The spread of a cluster is the weighted mean distance of its rows from its centroid. For every
    cluster, the largest ratio of its spread and another's to the distance between the centroids is
    taken; the score is the mean of these. It is exact, but not all pairs of clusters are looked at:
    boxes around groups of centroids, and the largest spread in each, rule out most. Memory is
    O(n + k d), not k².

    Parameters
    ----------
    X : array-like of shape (n, d), or Cut
        Rows, or a cut, which has its own rows, labels and weights.
    labels : array-like of shape (n,)
        The cluster of each row, numbers or texts. Rows labelled -1 are outliers and left out.
    sample_weight : array-like of shape (n,), optional
        A row of weight 2 counts as two rows, one of weight 0 as none.
    n_jobs : int, optional
        Number of threads, 1 by default.

    Returns
    -------
    float
        In float64, whatever X is. Coordinates count as Euclidean whatever the metric of a cut. As
        in scikit-learn, centroids that coincide are not compared. They count as coincident if they
        are equal up to rounding; scikit-learn compares with 1e-8, whatever the unit of X.

    Raises
    ------
    ValueError
        Unless there are two clusters or more, and more rows than clusters.

    Examples
    --------
    >>> from bidvit.metrics import davies_bouldin
    >>> davies_bouldin([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1])
    0.125
    """
    clustering = _read(X, labels, sample_weight)
    with Workers(count_threads(n_jobs)) as workers:
        centroids, spreads = clustering.measure(workers)
        weight = float(np.ldexp(spreads.weights.sum(), clustering.weight_exponent))
        clustering.check_number(max(weight, clustering.n_rows))
        return float(find_worst_ratios(centroids, spreads.mean_distances, workers).mean())


def inertia(
    X: Any, labels: Any = None, *, sample_weight: Any = None, n_jobs: int | None = None
) -> float:
    """Return the sum of the weighted squared distances of rows from the mean of their cluster.

    Parameters
    ----------
    X : array-like of shape (n, d), or Cut
        Rows, or a cut, which has its own rows, labels and weights.
    labels : array-like of shape (n,)
        The cluster of each row, numbers or texts. Rows labelled -1 are outliers and left out.
    sample_weight : array-like of shape (n,), optional
    n_jobs : int, optional
        Number of threads, 1 by default.

    Returns
    -------
    float
        In float64, whatever X is; infinite where the squares are too large for it. Coordinates
        count as Euclidean whatever the metric of a cut; on the sphere, distances are chords.

    Examples
    --------
    >>> from bidvit.metrics import inertia
    >>> inertia([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1])
    1.0
    """
    clustering = _read(X, labels, sample_weight)
    with Workers(count_threads(n_jobs)) as workers:
        _, spreads = clustering.measure(workers)
    space = clustering.space
    exponent = clustering.weight_exponent + 2 * space.exponent
    with np.errstate(over="ignore", under="ignore"):
        return float(np.ldexp(spreads.squares.sum() * space.unit**2, exponent))


def mean_radius(
    X: Any,
    labels: Any = None,
    *,
    centers: Any = None,
    sample_weight: Any = None,
    n_jobs: int | None = None,
) -> float:
    """Return the mean of the radii of the clusters, each counting once.

    The radius of a cluster is the distance from its center to its farthest row of positive weight.

    Parameters
    ----------
    X : array-like of shape (n, d), or Cut
        Rows; or a cut, which has its own rows, labels, weights and centers, and whose radii are
        returned, by its metric: exact or bounds, as its ``radii_kind`` says.
    labels : array-like of shape (n,)
        The cluster of each row, numbers or texts. Rows labelled -1 are outliers and left out.
    centers : array-like of shape (k, d), optional
        What represents the clusters: by default their weighted means. If given, labels are rows of
        it; centers without rows are left out.
    sample_weight : array-like of shape (n,), optional
    n_jobs : int, optional
        Number of threads, 1 by default.

    Returns
    -------
    float
        Euclidean, for a labelling.

    Examples
    --------
    >>> from bidvit.metrics import mean_radius
    >>> mean_radius([[0.0], [1.0], [8.0], [9.0], [10.0]], [0, 0, 1, 1, 1])
    0.75
    """
    return float(_measure_radii(X, labels, centers, sample_weight, n_jobs).mean())


def max_radius(
    X: Any,
    labels: Any = None,
    *,
    centers: Any = None,
    sample_weight: Any = None,
    n_jobs: int | None = None,
) -> float:
    """Return the largest distance of a row of positive weight from the center of its cluster.

    Parameters
    ----------
    X : array-like of shape (n, d), or Cut
        Rows; or a cut, which has its own rows, labels, weights and centers, and whose largest
        radius is returned, by its metric: exact or a bound, as its ``radii_kind`` says.
    labels : array-like of shape (n,)
        The cluster of each row, numbers or texts. Rows labelled -1 are outliers and left out.
    centers : array-like of shape (k, d), optional
        What represents the clusters: by default their weighted means. If given, labels are rows of
        it; centers without rows are left out.
    sample_weight : array-like of shape (n,), optional
    n_jobs : int, optional
        Number of threads, 1 by default.

    Returns
    -------
    float
        Euclidean, for a labelling.

    Examples
    --------
    >>> from bidvit.metrics import max_radius
    >>> max_radius([[0.0], [1.0], [8.0], [9.0], [10.0]], [0, 0, 1, 1, 1])
    1.0
    """
    return float(_measure_radii(X, labels, centers, sample_weight, n_jobs).max())


def quantization_error(
    X: Any,
    labels: Any = None,
    *,
    centers: Any = None,
    sample_weight: Any = None,
    n_jobs: int | None = None,
) -> float:
    """Return the weighted mean distance of the rows from the center of their cluster.

    Parameters
    ----------
    X : array-like of shape (n, d), or Cut
        Rows; or a cut, which has its own rows, labels, weights and centers, with distances by its
        metric.
    labels : array-like of shape (n,)
        The cluster of each row, numbers or texts. Rows labelled -1 are outliers and left out.
    centers : array-like of shape (k, d), optional
        What represents the clusters: by default their weighted means. If given, labels are rows of
        it.
    sample_weight : array-like of shape (n,), optional
    n_jobs : int, optional
        Number of threads, 1 by default.

    Returns
    -------
    float
        Euclidean, for a labelling.

    Examples
    --------
    >>> from bidvit.metrics import quantization_error
    >>> X = [[0.0], [1.0], [8.0], [9.0]]
    >>> quantization_error(X, [0, 0, 1, 1])
    0.5
    >>> quantization_error(X, [0, 0, 1, 1], centers=[[0.0], [8.0]], sample_weight=[3, 1, 3, 1])
    0.25
    """
    if isinstance(X, Cut):
        _check_alone(labels, centers, sample_weight)
        return _quantization_error_of(X, count_threads(n_jobs))
    clustering = _read(X, labels, sample_weight, centers)
    with Workers(count_threads(n_jobs)) as workers:
        _, spreads = clustering.measure(workers)
    error = spreads.distances.sum() / spreads.weights.sum()
    return float(np.ldexp(error, clustering.space.exponent))


class Purity(NamedTuple):
    """Dendrogram purity, and the standard error of its estimate: 0 where it is exact."""

    value: float
    standard_error: float


def dendrogram_purity(
    tree: ClusterTree, y: Any, *, n_samples: int | None = None, random_state: Any = None
) -> Purity:
    """Return how pure the nodes are where two rows of the same class meet.

    For every pair of rows of the same class, the purity is the share of this class in the rows of
    the lowest node that holds both; the dendrogram purity is the mean over all pairs. 1: every
    class is a subtree of its own. Every row counts once, whatever its weight. Several roots count
    as the children of one.

    Parameters
    ----------
    tree : ClusterTree
    y : array-like of shape (n_rows,)
        The class of each row of X, numbers or texts.
    n_samples : int, optional
        Draw so many pairs at random instead of counting all: 2 or more. Counting takes
        O(n log n) and is rarely worth avoiding.
    random_state : int, optional
        Seed of the pairs drawn.

    Returns
    -------
    Purity
        ``value``, and the ``standard_error`` of this estimate, which is unbiased; 0 without
        `n_samples`.

    Examples
    --------
    >>> import bidvit
    >>> from bidvit.metrics import dendrogram_purity
    >>> tree = bidvit.cluster([[0.0], [0.1], [5.0], [5.1]], initial_epsilon=1, random_state=0)
    >>> dendrogram_purity(tree, ["a", "a", "b", "b"])
    Purity(value=1.0, standard_error=0.0)
    >>> dendrogram_purity(tree, ["a", "b", "a", "b"]).value
    0.5
    """
    check_pairs(y, tree.n_rows)
    if n_samples is None:
        return Purity(measure_purity(count_classes(tree, y)), 0.0)
    rng = np.random.default_rng(inputs.check_seed(random_state))
    return Purity(*sample_purity(tree, y, check_n_samples(n_samples), rng))


def recommend_level(tree: ClusterTree) -> int:
    """Return the level whose number of nodes is nearest to what the data itself suggests.

    That number is ``tree.recommend_n_clusters()``, where the inertia of the cuts bends most; near
    is meant by ratio. A cut at just that number is better than any level.

    Parameters
    ----------
    tree : ClusterTree

    Returns
    -------
    int

    Examples
    --------
    >>> import bidvit
    >>> from bidvit.datasets import make_grid
    >>> from bidvit.metrics import recommend_level
    >>> X, _ = make_grid(2, 100, random_state=0)  # a hundred groups
    >>> tree = bidvit.cluster(X, random_state=0)
    >>> tree.recommend_n_clusters(), tree.levels[recommend_level(tree)].n_nodes
    (100, 100)
    """
    n_nodes = np.array([level.n_nodes for level in tree.levels], np.float64)
    return int(np.abs(np.log(n_nodes / tree.recommend_n_clusters())).argmin())


@dataclass(frozen=True, eq=False)
class _Clustering:
    """Clusters of embedded rows, of positive weight and no outliers."""

    members: Members
    space: Space
    centers: Floats | None
    weight_exponent: int  # weights are to be multiplied by two to the power of this
    n_rows: int

    def measure(self, workers: Workers) -> tuple[Floats, Spreads]:
        """Return centers, centroids by default, and Euclidean distances from them."""
        centers = self.centers
        if centers is None:
            centers = find_centroids(self.members, workers)
        return centers, measure_spreads(self.members, centers, "euclidean", workers)

    def check_number(self, n_observations: float) -> None:
        """Raise unless there are two clusters, and more rows, by weight, than clusters."""
        if not 2 <= len(self.members) < n_observations:
            raise ValueError(
                "the number of clusters must be 2 or more, and less than that of rows, "
                f"{n_observations:g} by weight, got {len(self.members)}"
            )


def _read(X: Any, labels: Any, sample_weight: Any, centers: Any = None) -> _Clustering:
    if isinstance(X, Cut):
        _check_alone(labels, centers, sample_weight)
        return _read_cut(X)
    if labels is None:
        raise TypeError("labels must be given, unless X is a Cut")
    X = inputs.check_points(X)
    weights = inputs.check_weights(sample_weight, len(X))
    space = make_space("euclidean", X, "distance", "centroid")
    rows = space.embed(X)
    numbers, clusters = _number_clusters(labels, len(X), weights)
    if centers is not None:
        centers = space.embed(_choose_centers(centers, clusters, X))
    listed, starts = np.empty(len(X), np.int32), np.empty(len(clusters) + 2, np.int32)
    _core.group(numbers, starts, listed)
    listed = listed[: starts[-2]]
    scaled, exponent = _scale_weights(None if weights is None else weights[listed])
    members = Members(rows, listed, scaled, starts[:-2], starts[1:-1])
    return _Clustering(members, space, centers, exponent, len(listed))


def _number_clusters(
    labels: Any, n_rows: int, weights: Doubles | None
) -> tuple[Ids, npt.NDArray[Any]]:
    """Return the cluster of each row, one more than all for rows left out, and their labels."""
    labels = inputs.check_labels("labels", labels, n_rows, "label")
    counted = np.ones(n_rows, bool) if weights is None else weights > 0
    if labels.dtype.kind in "if":
        counted &= labels != -1
    if not counted.any():
        raise ValueError("labels must have a row in a cluster, got outliers (-1) only")
    distinct, found = inputs.number_labels("labels", labels[counted])
    numbers = np.full(n_rows, len(distinct), np.int32)
    numbers[counted] = found
    return numbers, distinct


def _choose_centers(centers: Any, clusters: npt.NDArray[Any], X: Floats) -> Floats:
    """Return the centers of the clusters that have rows."""
    centers = inputs.check_points(centers)
    n, d = centers.shape
    if d != X.shape[1]:
        raise ValueError(f"centers must have {X.shape[1]} columns, as X has, got {d}")
    if clusters.dtype.kind not in "iu" or clusters[0] < 0 or clusters[-1] >= n:
        outside = [label for label in clusters.tolist() if label not in range(n)]
        raise ValueError(
            f"labels must be rows of centers, 0 to {n - 1}, or -1 for outliers, got "
            f"{(outside or [clusters.dtype])[0]!r}"
        )
    return np.asarray(centers[clusters])


def _scale_weights(weights: Doubles | None) -> tuple[Doubles | None, int]:
    """Scale weights by a power of two, so that no weighted square overflows."""
    if weights is None:
        return None, 0
    exponent = int(np.frexp(weights.max())[1])
    return np.ldexp(weights, -exponent), exponent


def _square_norms(points: Doubles, origin: Doubles) -> Doubles:
    squares = np.empty(len(points))
    step = max(1, (1 << 20) // points.shape[1])
    for begin in range(0, len(points), step):
        differences = points[begin : begin + step] - origin
        squares[begin : begin + step] = np.einsum("ij,ij->i", differences, differences)
    return squares


def _check_alone(*others: Any) -> None:
    if any(other is not None for other in others):
        raise TypeError("a Cut has its own labels, centers and weights: give none of them with it")


def _read_cut(cut: Cut) -> _Clustering:
    """Return a cut as clusters of the leaves of its tree, embedded as they are there."""
    nodes = cut._tree.nodes
    if nodes.space.function is not None:
        raise ValueError(
            f"metric {nodes.space.name}, a function, has no means to score a Cut by: "
            "give X and the labels of the cut instead, to score it by Euclidean distances"
        )
    members, exponent = _list_leaves(cut)
    begin, end = members.begin, members.end
    if cut._tree._leaf_of_row is None:
        n_rows = members.n_listed
    else:
        of_leaves = np.bincount(cut._tree._leaf_of_row, minlength=nodes.n_leaves)
        order = cut._leaves_by_cluster[0]
        n_rows = int(of_leaves[order[begin[0] : end[-1]]].sum())
    return _Clustering(members, nodes.space, None, exponent, n_rows)


def _list_leaves(cut: Cut) -> tuple[Members, int]:
    nodes = cut._tree.nodes
    order, starts = cut._leaves_by_cluster
    begin, end = starts[:-1], starts[1:]
    # Those of a refined cut may be others than the tree's.
    weights = None if cut._weight_of_leaf is None else cut._weight_of_leaf[order]
    scaled, exponent = _scale_weights(weights)
    return Members(nodes.rows, nodes.leaf_rows[order], scaled, begin, end), exponent


def _measure_radii(
    X: Any, labels: Any, centers: Any, sample_weight: Any, n_jobs: int | None
) -> Floats:
    if isinstance(X, Cut):
        _check_alone(labels, centers, sample_weight)
        return X.radii
    clustering = _read(X, labels, sample_weight, centers)
    with Workers(count_threads(n_jobs)) as workers:
        _, spreads = clustering.measure(workers)
    return np.asarray(np.ldexp(spreads.farthest, clustering.space.exponent))


def _quantization_error_of(cut: Cut, n_threads: int) -> float:
    nodes, centers = cut._tree.nodes, cut._embedded_centers
    space = nodes.space
    if space.function is not None:
        order, starts = cut._leaves_by_cluster
        ranges = order, starts[:-1], starts[1:]
        sums = measure_errors_by_function(nodes, centers, *ranges, cut._weight_of_leaf)
        return float(sums.sum() / cut.weights.sum())
    members, _ = _list_leaves(cut)
    with Workers(n_threads) as workers:
        spreads = measure_spreads(
            members, centers, space.kernel_metric, workers, as_angles=space.on_sphere
        )
    error = spreads.distances.sum() / spreads.weights.sum()
    return float(unembed_distances(nodes, error))
