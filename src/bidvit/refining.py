"""Lloyd steps: the clusters of a cut improved by assigning leaves and averaging in turn.

The leaf of a cluster can be nearer to another center only if that center is no farther from the
cluster's own than twice the leaf. So only the centers around a cluster are looked at, the nearest
first, and few of them for most leaves. Where distances tell little apart, as in high dimension,
matrix products are the faster filter. Both end with the same measured distances.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.nearest import Blocks, NearestRows
from bidvit.nodes import Nodes

if TYPE_CHECKING:
    from bidvit.parallel import Workers

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Way = Literal["around", "products"]

# The choice is made by how many coordinates some leaves take, in so many places.
_SAMPLE = 24
# What one product takes, with the time of a coordinate as unit: per coordinate, and besides.
_PRODUCT_PER_AXIS = 0.24
_PRODUCT = 78.0
_QUERIES_AT_ONCE = 1 << 16


@dataclass(frozen=True, eq=False)
class Refinement:
    """What Lloyd steps made of some clusters.

    Attributes
    ----------
    labels : ndarray of int32
        The cluster of each leaf; -1 for leaves that took no part.
    centers : ndarray of shape (n_clusters, d)
        Embedded means of the clusters.
    iterations : int
        Steps made.
    converged : bool
        Whether the last one changed nothing.
    """

    labels: Ids
    centers: Floats
    iterations: int
    converged: bool


def refine_clusters(
    nodes: Nodes,
    labels: Ids,
    weights: Doubles | None,
    iterations: int,
    tolerance: float,
    workers: Workers,
    way: Way | None = None,
) -> Refinement:
    """Make Lloyd steps from given clusters.

    A step assigns every leaf to the nearest mean, ties to the lowest number, then takes the means
    anew. Each cluster that is left empty, the one of lowest number first, takes the leaf that is
    farthest from its center, of those that do not stand alone; ties to the first row.

    Parameters
    ----------
    nodes : Nodes
        Only the leaves matter.
    labels : ndarray of int32
        The cluster of each leaf, none of them empty; -1 for leaves that take no part.
    weights : ndarray of float64, or None
        Of the leaves; None: all weigh 1. Leaves of weight zero are assigned, but do not count.
    iterations : int
        Most steps to make.
    tolerance : float
        Stop when the weighted sum of squared distances falls by no more than this share.
    workers : Workers
    way : {"around", "products"}, optional
        How to look for the nearest center; by default what takes less time. The answer is the same.

    Returns
    -------
    Refinement
    """
    lloyd = _Lloyd(nodes, int(labels.max()) + 1, weights, workers)
    labels = labels.copy()
    # Other weights than those of the tree can leave nothing in a cluster from the start.
    lloyd.fill_empty(labels, np.zeros(len(labels)))
    spread, centers, converged, done = np.inf, lloyd.average(labels), False, 0
    while done < iterations and not converged:
        found, distances = lloyd.assign(labels, centers, way)
        lloyd.fill_empty(found, distances)
        before, spread = spread, lloyd.sum_squares(distances)
        converged = np.array_equal(found, labels)
        labels, done = found, done + 1
        if not converged:
            centers = lloyd.average(labels)
        if before - spread <= tolerance * before < np.inf:
            break
    return Refinement(labels, centers, done, converged)


class _Lloyd:
    """The two halves of a step, over the leaves of a tree."""

    def __init__(
        self, nodes: Nodes, n_clusters: int, weights: Doubles | None, workers: Workers
    ) -> None:
        self._nodes = nodes
        self._n_clusters = n_clusters
        self._weights = weights
        self._counts = None if weights is None or weights.all() else weights > 0
        self._workers = workers

    def average(self, labels: Ids) -> Floats:
        """Weighted means of the clusters, on the sphere projected back."""
        nodes, workers = self._nodes, self._workers
        means = np.empty((self._n_clusters, nodes.rows.shape[1]), nodes.rows.dtype)
        order, starts = group_leaves(labels, self._n_clusters, self._counts)
        on_sphere = nodes.space.on_sphere
        batches = [
            (nodes.rows, nodes.leaf_rows, order, starts, begin, end, self._weights, on_sphere)
            for begin, end in workers.split(self._n_clusters)
        ]
        workers.run(_core.find_means, [(*batch, means, workers.stop) for batch in batches])
        return means

    def assign(self, labels: Ids, centers: Floats, way: Way | None) -> tuple[Ids, Doubles]:
        """Nearest center of each leaf that takes part, and how far it is."""
        found = np.full(len(labels), -1, np.int32)
        distances = np.zeros(len(labels))
        order, starts = group_leaves(labels, self._n_clusters)
        n_places = int(starts[-1])
        if way is None or way == "around":
            around = _CentersAround(self._nodes, order, starts, centers, self._workers)
            if way == "around" or around.is_cheaper(found, distances):
                around.search(self._workers.split(n_places), found, distances)
                return found, distances
        nodes = self._nodes
        nearest = NearestRows(_as_forest(centers, nodes))
        for begin in range(0, n_places, _QUERIES_AT_ONCE):
            leaves = order[begin : min(begin + _QUERIES_AT_ONCE, n_places)]
            queries = nodes.rows[nodes.leaf_rows[leaves]]
            numbers, measured = nearest.find(queries, 1, self._workers, "products")
            found[leaves], distances[leaves] = numbers[:, 0], measured[:, 0]
        return found, distances

    def fill_empty(self, labels: Ids, distances: Doubles) -> None:
        """Give every empty cluster a leaf: see `refine_clusters`."""
        counted = labels >= 0 if self._counts is None else (labels >= 0) & self._counts
        sizes = np.bincount(labels[counted], minlength=self._n_clusters)
        empty = np.flatnonzero(sizes == 0)
        if not len(empty):
            return
        leaves = np.flatnonzero(counted)
        farthest_first = np.lexsort((self._nodes.leaf_rows[leaves], -distances[leaves]))
        candidates = iter(leaves[farthest_first])
        for cluster in empty:
            leaf = next(leaf for leaf in candidates if sizes[labels[leaf]] > 1)
            sizes[labels[leaf]] -= 1
            sizes[cluster] = 1
            labels[leaf], distances[leaf] = cluster, 0

    def sum_squares(self, distances: Doubles) -> float:
        """Weighted sum of squared distances."""
        squares = np.square(distances)
        if self._weights is not None:
            squares *= self._weights
        return float(squares.sum())


class _CentersAround:
    """The search for the nearest center among those around each cluster."""

    def __init__(
        self, nodes: Nodes, order: Ids, starts: Ids, centers: Floats, workers: Workers
    ) -> None:
        self._workers = workers
        self._n_places = int(starts[-1])
        self._shape = centers.shape
        # Coordinates that vary most tell soonest that a center is too far.
        axes = np.argsort(-centers.var(axis=0), kind="stable").astype(np.int32)
        blocks = Blocks.of_rows(centers, workers)
        self._clusters = nodes.rows, nodes.leaf_rows, order, starts
        self._centers = (
            centers,
            np.ascontiguousarray(centers[:, axes]),
            axes,
            blocks.columns,
            blocks.rows,
            blocks.boxes,
        )

    def search(self, ranges: list[tuple[int, int]], found: Ids, distances: Doubles) -> int:
        """Search for the leaves at some places; return how many coordinates that took."""
        answers = found, distances, self._workers.stop
        batches = [(*self._clusters, *places, *self._centers, *answers) for places in ranges]
        return sum(self._workers.run(_core.reassign, batches))

    def is_cheaper(self, found: Ids, distances: Doubles) -> bool:
        """Whether this takes less time than products, judged by a few leaves from everywhere."""
        k, d = self._shape
        n_together = min(max(64, 2 * self._n_places // k), 2048)
        if self._n_places <= 4 * _SAMPLE * n_together:
            return True
        starts = (np.arange(_SAMPLE) * self._n_places // _SAMPLE).tolist()
        ranges = [(begin, begin + n_together) for begin in starts]
        per_leaf = self.search(ranges, found, distances) / (_SAMPLE * n_together)
        return bool(per_leaf <= k * (_PRODUCT_PER_AXIS * d + _PRODUCT))


def group_leaves(
    labels: Ids, n_clusters: int, counts: npt.NDArray[np.bool_] | None = None
) -> tuple[Ids, Ids]:
    """Leaves by cluster, and where those of each begin; last, those of none or that do not count.

    The second array has one entry more than there are clusters.
    """
    keys = np.where(labels < 0, np.int32(n_clusters), labels)
    if counts is not None:
        keys[~counts] = n_clusters
    starts, order = np.empty(n_clusters + 2, np.int32), buffers.empty(len(keys), np.int32)
    _core.group(keys, starts, order)
    return order, starts[:-1]


def _as_forest(points: Floats, nodes: Nodes) -> Nodes:
    """Points as a forest in which every one is a root."""
    none = np.empty(0, np.int32)
    return Nodes(
        rows=points,
        leaf_rows=buffers.count_up(len(points)),
        leaf_weights=None,
        points=points[:0],
        inner_weights=None,
        radii=np.empty(0, nodes.radii.dtype),
        births=none,
        parents=none,
        leaf_begin=np.array([len(points)], np.int32),
        subtree_end=none,
        space=nodes.space,
    )
