"""Separation across chunks: coarsen so that all picks, of whatever chunks, are ε apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.levels import Chunks, Coarsener, partition

if TYPE_CHECKING:
    from bidvit.levels import Rules
    from bidvit.parallel import Workers
    from bidvit.spaces import Space

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

# A metric function is asked for no more than about this many distances at once.
_DISTANCES_AT_ONCE = 1 << 22
# With fewer queries per task, starting it would cost more than it does.
_FEWEST_QUERIES = 64


@dataclass(frozen=True)
class Runs:
    """Points grouped by chunk: those of run r are ``ids[offsets[r]:offsets[r + 1]]``."""

    ids: Ids
    offsets: npt.NDArray[np.int64]
    chunks: Ids

    def select(self, chosen: npt.NDArray[np.bool_]) -> Runs:
        """Only some of the points, given by place; runs without any are left out."""
        before = np.concatenate([[0], np.cumsum(chosen)])[self.offsets]
        sizes = np.diff(before)
        offsets = np.concatenate([[0], np.cumsum(sizes[sizes > 0])])
        return Runs(self.ids[chosen], offsets, self.chunks[sizes > 0])

    def split(self, n_parts: int) -> Runs:
        """Cut each run into so many, for more threads than there are runs."""
        ends = [
            np.linspace(begin, end, n_parts + 1).astype(np.int64)[1:]
            for begin, end in pairwise(self.offsets.tolist())
        ]
        return Runs(
            self.ids, np.concatenate([[0], *ends]), np.repeat(self.chunks, n_parts).astype(np.int32)
        )


@dataclass(frozen=True)
class Separated:
    """A maximal set of points that are ε apart, and what the others are nearest to.

    Attributes
    ----------
    picks : ndarray of int32
        Ids, ascending.
    nearest : ndarray of int32
        By id, a nearest pick.
    values : ndarray of float64
        By id, the distance from it (squared where Euclidean).
    """

    picks: Ids
    nearest: Ids
    values: Doubles


class Separator:
    """Coarsens chunk by chunk, leaving out what the picks of other chunks cover already.

    Chunks are coloured so that those of one colour are ε apart, and coarsened side by side; colours
    follow one another. A point closer than ε to a pick of an earlier colour takes no part in the
    selection, so what is picked is separated from all that was picked before; and every point is
    covered in the end, so the set is maximal. Points then learn of nearer picks of later colours.

    In few dimensions a chunk touches few others and there are few colours. Where all chunks are
    closer than ε to each other, as in high dimension, each has a colour of its own: then the cost
    is that of comparing every point with every pick, O(n k d).

    Memory: 20 bytes per point, and a copy of the points of the colour at hand; up to 16 dimensions
    a copy of all points.
    """

    def __init__(
        self,
        points: Floats,
        weights: Doubles | None,
        chunks: Chunks,
        rules: Rules,
        epsilon: float,
        workers: Workers,
    ) -> None:
        n, n_chunks = len(points), len(chunks)
        # In few dimensions, points are numbered anew as they lie in the chunks: much of the time
        # would go into reading coordinates from everywhere in memory.
        self.order: Ids | None = None
        if points.shape[1] <= _core.ALL_HOT_UP_TO and n_chunks > 1:
            self.order = chunks.order
            points = _take(points, chunks.order, workers)
            weights = None if weights is None else weights[chunks.order]
            chunks = Chunks(buffers.count_up(n), chunks.offsets)
        self.points, self.weights, self.chunks = points, weights, chunks
        self.rules, self.epsilon, self.workers = rules, epsilon, workers
        self.colours = np.arange(n_chunks, dtype=np.int32)
        self.n_colours = n_chunks
        if rules.space.function is None:
            self.boxes = bound_chunks(points, chunks, workers)
            arguments = (self.boxes, epsilon, rules.space.kernel_metric, self.colours, workers.stop)
            [self.n_colours] = workers.run(_core.colour_chunks, [arguments])
        self.picks: Ids = buffers.empty(n, np.int32)  # in the order of picking
        self.n_picks_total = 0
        # Where the picks of each chunk are among them.
        self.pick_offsets = np.zeros(n_chunks, np.int64)
        self.n_picks = np.zeros(n_chunks, np.int32)
        self.nearest: Ids = buffers.empty(n, np.int32)
        self.nearest.fill(-1)
        self.values: Doubles = buffers.empty(n, np.float64)
        self.values.fill(np.inf)

    def find_picks(self) -> Ids:
        """Return the ids of the picks, ascending."""
        self._coarsen_colours(find_nearest=False)
        return self._sorted_picks()

    def find_cells(self) -> Separated:
        """Return the picks and the nearest of them to every point."""
        space = self.rules.space
        self._coarsen_colours(find_nearest=True)
        if space.function is None:
            # Those that were coarsened know their pick, but not yet how far it is.
            measure_assigned(
                self.points,
                self.chunks,
                self.points,
                self.nearest,
                space,
                self.workers,
                self.values,
            )
        everything = Runs(
            self.chunks.order, self.chunks.offsets, np.arange(len(self.chunks), dtype=np.int32)
        )
        self._find_near_picks(everything, 1, any_pick=False)
        picks, nearest, values = self._sorted_picks(), self.nearest, self.values
        if self.order is not None:
            nearest = buffers.empty(len(nearest), np.int32)
            values = buffers.empty(len(values), np.float64)

            def renumber(begin: int, end: int, order: Ids) -> None:
                ids = order[begin:end]
                nearest[ids] = order[self.nearest[begin:end]]
                values[ids] = self.values[begin:end]

            parts = self.workers.split(len(nearest))
            self.workers.run(renumber, [(*part, self.order) for part in parts])
        return Separated(picks, nearest, values)

    def _sorted_picks(self) -> Ids:
        picks = self.picks[: self.n_picks_total]
        is_pick = np.zeros(len(self.points), bool)
        is_pick[picks if self.order is None else self.order[picks]] = True
        return np.flatnonzero(is_pick).astype(np.int32)

    def _coarsen_colours(self, *, find_nearest: bool) -> None:
        by_colour = np.argsort(self.colours, kind="stable").astype(np.int32)
        ends = np.cumsum(np.bincount(self.colours, minlength=self.n_colours))
        for colour, (begin, end) in enumerate(pairwise([0, *ends.tolist()])):
            self._coarsen_colour(colour, self._runs_of(by_colour[begin:end]), find_nearest)

    def _runs_of(self, chunks: Ids) -> Runs:
        begins, ends = self.chunks.offsets[chunks], self.chunks.offsets[chunks + 1]
        offsets = np.concatenate([[0], np.cumsum(ends - begins)])
        places = np.arange(offsets[-1]) + np.repeat(begins - offsets[:-1], ends - begins)
        return Runs(self.chunks.order[places], offsets, chunks)

    def _coarsen_colour(self, colour: int, runs: Runs, find_nearest: bool) -> None:
        self.pick_offsets[runs.chunks] = self.n_picks_total
        if self.n_picks_total:
            self._find_near_picks(runs, -1, any_pick=not find_nearest)
        covered = self.nearest[runs.ids] >= 0
        left = runs.select(~covered) if covered.any() else runs
        if len(left.ids):
            self._pick(left, colour)
        if find_nearest:
            if self.rules.space.function is None:
                # The others know from the coarsening.
                runs = runs.select(covered)
            self._find_near_picks(runs, 0, any_pick=False)

    def _pick(self, left: Runs, colour: int) -> None:
        ids = left.ids
        weights = None if self.weights is None else self.weights[ids]
        # Numbered anew in the order of the chunks.
        chunks = Chunks(buffers.count_up(len(ids)), left.offsets)
        coarsener = Coarsener(
            _take(self.points, ids, self.workers),
            weights,
            chunks,
            self.rules,
            self.workers,
            keep_picks=True,
        )
        coarse = coarsener.coarsen(self.epsilon, colour)
        assert coarse.picks is not None
        self.nearest[ids] = ids[coarse.picks][coarse.parents]
        # They come in this order already, which a stable sort sees at once.
        places = np.sort(coarse.picks, kind="stable")
        begin, end = self.n_picks_total, self.n_picks_total + len(places)
        self.picks[begin:end] = ids[places]
        ends = np.searchsorted(places, left.offsets)
        self.n_picks[left.chunks] = np.diff(ends)
        self.pick_offsets[left.chunks] = begin + ends[:-1]
        self.n_picks_total = end

    def _find_near_picks(self, runs: Runs, relation: int, *, any_pick: bool) -> None:
        """Update the nearest picks from chunks of lower (-1), the same (0) or higher (1) colour."""
        workers, rules = self.workers, self.rules
        if len(runs.ids) == 0:
            return
        if rules.space.function is not None:
            for r, chunk in enumerate(runs.chunks.tolist()):
                ids = runs.ids[runs.offsets[r] : runs.offsets[r + 1]]
                self._find_near_picks_by_function(ids, chunk, relation)
            return
        n_runs = len(runs.chunks)
        if workers.n_threads > 1 and n_runs < 4 * workers.n_threads:
            most = max(1, len(runs.ids) // (n_runs * _FEWEST_QUERIES))
            runs = runs.split(min(most, -(-4 * workers.n_threads // n_runs)))
            n_runs = len(runs.chunks)

        def task(begin: int, end: int) -> None:
            _core.find_near_picks(
                self.points,
                self.boxes,
                self.colours,
                self.pick_offsets,
                self.n_picks,
                self.picks,
                runs.ids,
                runs.offsets,
                runs.chunks,
                begin,
                end,
                self.epsilon,
                rules.space.kernel_metric,
                relation,
                any_pick,
                self.nearest,
                self.values,
                workers.stop,
            )

        batches = workers.split(n_runs) if workers.n_threads > 1 else [(0, n_runs)]
        workers.run(task, batches)

    def _find_near_picks_by_function(self, ids: Ids, chunk: int, relation: int) -> None:
        # Nothing is known of the distances: all picks are looked at. Colours are chunk numbers.
        begin, end, limit = 0, self.n_picks_total, self.epsilon
        if relation == 0:
            # What has been coarsened into one of its own picks is told how far that is.
            limit = np.inf
            begin = int(self.pick_offsets[chunk])
            end = begin + int(self.n_picks[chunk])
        elif relation > 0:
            begin = int(self.pick_offsets[chunk + 1]) if chunk + 1 < self.n_colours else end
        nearest, values = self.nearest[ids], self.values[ids]
        step = max(1, _DISTANCES_AT_ONCE // len(ids))
        for first in range(begin, end, step):
            picks = self.picks[first : min(first + step, end)]
            distances = self.rules.space.measure(self.points[ids], self.points[picks])
            column = distances.argmin(axis=1)
            value = distances[np.arange(len(ids)), column]
            better = (value < limit) & (value < values)
            nearest[better], values[better] = picks[column[better]], value[better]
        self.nearest[ids], self.values[ids] = nearest, values


def _take(points: Floats, ids: Ids, workers: Workers) -> Floats:
    taken = buffers.empty((len(ids), points.shape[1]), points.dtype)

    def take(begin: int, end: int) -> None:
        np.take(points, ids[begin:end], axis=0, out=taken[begin:end], mode="clip")

    workers.run(take, workers.split(len(ids)))
    return taken


def bound_chunks(points: Floats, chunks: Chunks, workers: Workers) -> Floats:
    """Return boxes around the chunks as a heap: the children of node i are 2 i and 2 i + 1."""
    n_chunks = len(chunks)
    n_leaves = 1 << (n_chunks - 1).bit_length()
    boxes = buffers.empty((2 * n_leaves, 2, points.shape[1]), points.dtype)

    def task(begin: int, end: int) -> None:
        _core.bound_chunks(points, chunks.order, chunks.offsets, begin, end, boxes, workers.stop)

    workers.run(task, chunks.batches(workers.n_threads))
    _core.join_boxes(boxes, n_chunks)
    return boxes


def measure_assigned(
    points: Floats,
    chunks: Chunks,
    targets: Floats,
    target_of: Ids,
    space: Space,
    workers: Workers,
    values: Doubles | None = None,
) -> Doubles:
    """Distances (squared where Euclidean) of points from the targets they are assigned to."""
    if values is None:
        values = buffers.empty(len(points), np.float64)
    if space.function is not None:
        for begin, end in pairwise(chunks.offsets.tolist()):
            ids = chunks.order[begin:end]
            own, column = np.unique(target_of[ids], return_inverse=True)
            distances = space.measure(points[ids], targets[own])
            values[ids] = distances[np.arange(len(ids)), column]
        return values

    def task(begin: int, end: int) -> None:
        _core.measure(
            points, targets, begin, end, target_of, space.kernel_metric, values, workers.stop
        )

    workers.run(task, workers.split(len(points)))
    return values


def find_nearest(points: Floats, queries: Floats, space: Space, workers: Workers) -> Ids:
    """Return the row of `points` nearest to each query; ties to the lowest number."""
    nearest: Ids = buffers.empty(len(queries), np.int32)
    if space.function is not None:
        step = max(1, _DISTANCES_AT_ONCE // len(points))
        for begin in range(0, len(queries), step):
            part = slice(begin, begin + step)
            nearest[part] = space.measure(queries[part], points).argmin(axis=1)
        return nearest
    chunks = partition(points, 64, workers)
    boxes = bound_chunks(points, chunks, workers)

    def task(begin: int, end: int) -> None:
        _core.find_nearest_point(
            points,
            chunks.order,
            chunks.offsets,
            boxes,
            space.kernel_metric,
            queries,
            begin,
            end,
            nearest,
            workers.stop,
        )

    workers.run(task, workers.split(len(queries)))
    return nearest
