"""Where clusters are, how wide they are and how far apart: what scores are made of."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.levels import Chunks, partition
from bidvit.separation import bound_chunks

if TYPE_CHECKING:
    from bidvit.parallel import Workers

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

# Centroids that share a box: fewer make more boxes to look at, more make them looser.
_CHUNK_SIZE = 32


@dataclass(frozen=True, eq=False)
class Members:
    """Clusters as ranges of a list of rows; ranges may overlap.

    Attributes
    ----------
    rows : ndarray of shape (n, d)
        Embedded.
    listed : ndarray of int32
        Rows, those of a cluster side by side.
    weights : ndarray of float64, or None
        Of the rows listed; None: 1 each.
    begin, end : ndarray of int32
        Where each cluster begins and ends among those listed; none is empty.
    """

    rows: Floats
    listed: Ids
    weights: Doubles | None
    begin: Ids
    end: Ids

    def __len__(self) -> int:
        return len(self.begin)

    @property
    def n_listed(self) -> int:
        """Number of members of all clusters."""
        return int((self.end - self.begin).sum(dtype=np.int64))

    @property
    def _arrays(self) -> tuple[Floats, Ids, Doubles | None, Ids, Ids]:
        return self.rows, self.listed, self.weights, self.begin, self.end

    def _split(self, n_threads: int) -> list[tuple[int, int]]:
        """Ranges of clusters with about as many members each."""
        until = np.cumsum(self.end - self.begin, dtype=np.int64)
        n_parts = min(len(self), 8 * n_threads)
        inner = np.searchsorted(until, until[-1] * np.arange(1, n_parts) // n_parts)
        ends = np.unique(np.concatenate([[0], inner, [len(self)]])).tolist()
        return list(pairwise(ends))


@dataclass(frozen=True, eq=False)
class Spreads:
    """What is measured from the centre of each cluster, in the unit of the rows.

    Attributes
    ----------
    weights : ndarray of float64
        Of the clusters.
    distances, squares : ndarray of float64
        Sums of weighted distances and of their squares.
    farthest : ndarray of float64
        The largest distance.
    """

    weights: Doubles
    distances: Doubles
    squares: Doubles
    farthest: Doubles

    @property
    def mean_distances(self) -> Doubles:
        """Mean distance of the members of each cluster from its centre."""
        return self.distances / self.weights


def find_centroids(members: Members, workers: Workers) -> Doubles:
    """Return the weighted means of clusters in float64: O(d) per member."""
    centroids: Doubles = buffers.empty((len(members), members.rows.shape[1]), np.float64)
    batches = [
        (*members._arrays, begin, end, centroids, workers.stop)
        for begin, end in members._split(workers.n_threads)
    ]
    workers.run(_core.find_centroids, batches)
    return centroids


def measure_spreads(
    members: Members, centres: Floats, metric: str, workers: Workers, *, as_angles: bool = False
) -> Spreads:
    """Measure how far members are from the centres of their clusters: O(d) per member.

    With ``as_angles`` rows are on the unit sphere and distances are angles; their squares are still
    those of chords.
    """
    spreads = Spreads(*(np.empty(len(members)) for _ in range(4)))

    def measure(begin: int, end: int) -> None:
        _core.measure_spreads(
            *members._arrays,
            begin,
            end,
            metric,
            as_angles,
            np.ascontiguousarray(centres[begin:end], np.float64),
            spreads.weights,
            spreads.distances,
            spreads.squares,
            spreads.farthest,
            workers.stop,
        )

    workers.run(measure, members._split(workers.n_threads))
    return spreads


def find_worst_ratios(centroids: Doubles, spreads: Doubles, workers: Workers) -> Doubles:
    """Return how badly each cluster is kept apart from the worst of the others.

    That is the largest ratio of the sum of the spreads of the two clusters to the distance between
    their centroids. Centroids that are equal up to rounding do not count, and 0 is the ratio of a
    cluster that has no others.

    Centroids are cut into chunks of neighbours, with boxes around chunks and around groups of them.
    The distance from a box and the largest spread in it bound the ratios there: the answer is
    exact, and few pairs are looked at. O(k d) memory.

    Parameters
    ----------
    centroids : ndarray of float64, shape (k, d)
    spreads : ndarray of float64, shape (k,)
    workers : Workers

    Returns
    -------
    ndarray of float64, shape (k,)
    """
    chunks = partition(centroids, _CHUNK_SIZE, workers)
    order = chunks.order
    # Wide axes first: the others are often not needed.
    axes = np.argsort(-centroids.var(axis=0), kind="stable")
    centroids, spreads = np.ascontiguousarray(centroids[order][:, axes]), spreads[order]
    sizes = np.diff(chunks.offsets)
    chunks = Chunks(buffers.count_up(len(order)), chunks.offsets)
    boxes = bound_chunks(centroids, chunks, workers)

    n_leaves = len(boxes) // 2
    largest = np.zeros(2 * n_leaves)
    largest[n_leaves : n_leaves + len(sizes)] = np.maximum.reduceat(spreads, chunks.offsets[:-1])
    first = n_leaves
    while first > 1:
        pairs = largest[first : 2 * first].reshape(-1, 2)
        first //= 2
        largest[first : 2 * first] = pairs.max(axis=1)

    d = centroids.shape[1]
    # A mean is rounded as the rows are that it is the mean of, also where these lie around 0.
    size = np.abs(boxes[1]).max() + spreads.max()
    least_distance = 64 * np.finfo(np.float64).eps * np.sqrt(d) * size
    ratios = np.empty(len(order))
    batches = [
        (
            centroids,
            spreads,
            chunks.offsets,
            boxes,
            largest,
            least_distance,
            begin,
            end,
            ratios,
            workers.stop,
        )
        for begin, end in workers.split(len(sizes))
    ]
    workers.run(_core.find_worst_ratios, batches)
    by_cluster = np.empty_like(ratios)
    by_cluster[order] = ratios
    return by_cluster
