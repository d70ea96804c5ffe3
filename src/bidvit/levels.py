"""One level: partition, coarsen, collapse; and the schedule of ε from level to level."""

from __future__ import annotations

import math
import sys
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers
from bidvit.selection.levels import GREEDY, ChunkGraphs, LevelSelection
from bidvit.selection.solver import name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bidvit.parallel import Workers
    from bidvit.selection.levels import Selector
    from bidvit.spaces import Space

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Picks = npt.NDArray[np.uint8]

# Distances below this vanish when squared: all ε up to it see the same.
_VANISHING = 2.3e-162

# How many chunks the automatic ε₀ is estimated from, and how closely.
_SAMPLE_CHUNKS = 4
_SAMPLE_STEPS = 7


@dataclass(frozen=True)
class Chunks:
    """A partition of a level's nodes.

    Attributes
    ----------
    order : ndarray of int32
        Node ids chunk by chunk, ascending within each.
    offsets : ndarray of int64, one more than there are chunks
        Where each chunk starts in `order`.
    in_order : bool
        The points have been moved: they stand chunk by chunk, as `order` has them.
    """

    order: Ids
    offsets: npt.NDArray[np.int64]
    in_order: bool = False

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def batches(self, n_threads: int) -> list[tuple[int, int]]:
        """Ranges of chunks, small enough to share among threads and to report progress by."""
        # Starting a batch costs as much as a small chunk.
        shared = max(4 * n_threads, min(16 * n_threads, len(self) // 8)) if n_threads > 1 else 1
        n_batches = min(len(self), max(shared, len(self) // 64))
        edges = np.linspace(0, len(self), n_batches + 1).astype(int).tolist()
        return list(pairwise(edges))


@dataclass(frozen=True)
class Coarsening:
    """What a level becomes: its nodes, and how the level below hangs on them.

    Attributes
    ----------
    points : ndarray of shape (k, d)
    weights : ndarray of float64, shape (k,)
    only_child : ndarray of int32, shape (k,)
        The id of a node's child if it is the only one, or -1.
    picks : ndarray of int32, shape (k,), or None
        The id of the point each node grew from, if asked for.
    order : ndarray of int32, shape (n,)
        The ids of the level below, chunk by chunk.
    parents_in_order : ndarray of int32, shape (n,)
        The node each of them collapsed into.
    batches : Batches
        Ranges of `order` that make ranges of nodes.
    reaches : ndarray of float64, shape (n,), or None
        Distance of each point from its node, where the metric is the user's own.
    """

    points: Floats
    weights: Doubles
    only_child: Ids
    picks: Ids | None
    order: Ids
    parents_in_order: Ids
    batches: Batches
    reaches: Doubles | None

    @property
    def parents(self) -> Ids:
        """The node each point of the level below collapsed into, by id."""
        parents = np.empty_like(self.parents_in_order)
        parents[self.order] = self.parents_in_order
        return parents


@dataclass(frozen=True)
class Batches:
    """Ranges of a partition that were coarsened together, and what they make.

    Attributes
    ----------
    begin, node_begin, born_begin : ndarray of int64, one more than there are batches
        Where the points, the nodes, and the nodes of several children of each batch begin.
    """

    begin: npt.NDArray[np.int64]
    node_begin: npt.NDArray[np.int64]
    born_begin: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.begin) - 1


class Keeper(NamedTuple):
    """Where a level's nodes leave their coordinates and weights once they have merged.

    Attributes
    ----------
    ids : ndarray of int32, or None
        By node of the level: its number within the tree; None: all are leaves.
    n_leaves : int
        Leaves are kept elsewhere; the arrays are indexed by number less this.
    points : ndarray
    weights : ndarray of float64, or None
    """

    ids: Ids | None
    n_leaves: int
    points: Floats | None
    weights: Doubles | None


@dataclass(frozen=True)
class Rules:
    """Everything that stays the same from level to level."""

    space: Space
    linkage: str
    representation: str
    max_chunk_size: int
    weight_scaling: str | None
    weight_unit: float
    seed: int
    selector: Selector = GREEDY


@dataclass(frozen=True)
class Distinct:
    """Level 0: the distinct rows of positive weight.

    Attributes
    ----------
    n_nodes : int
    first_row : ndarray of int32, or None
        The first row of X that each node stands for; None if every row is a node.
    node_of_row : ndarray of int32, or None
        The node of every row of X, -1 for a row of weight zero; None if every row is a node.
    weights : ndarray of float64, or None
        None if every node weighs 1.
    """

    n_nodes: int
    first_row: Ids | None
    node_of_row: Ids | None
    weights: Doubles | None


def find_distinct(X: Floats, sample_weight: Doubles | None, workers: Workers) -> Distinct:
    """Merge equal rows; nodes are numbered by first appearance."""
    n = len(X)
    hashes = buffers.empty(n, np.uint64, without_gaps=True)
    workers.run(lambda b, e: _core.hash(X, b, e, hashes, workers.stop), workers.split(n))
    node_of_row = buffers.empty(n, np.int32, without_gaps=True)
    # Every shard looks at all hashes.
    n_shards = min(workers.n_threads, 1 + n // 10_000)

    def find(shard: int) -> int:
        return _core.find_distinct(
            X, sample_weight, hashes, shard, n_shards, node_of_row, workers.stop
        )

    k = sum(workers.run(find, [(shard,) for shard in range(n_shards)]))
    if k == n:
        return Distinct(n, None, None, sample_weight)
    hashes = np.empty(0, np.uint64)
    first_row, weights = buffers.empty(k, np.int32), buffers.empty(k, np.float64)
    _core.number(sample_weight, node_of_row, first_row, weights)
    return Distinct(k, first_row, node_of_row, weights)


def partition(
    points: Floats,
    max_chunk_size: int,
    workers: Workers,
    box: Floats | None = None,
    *,
    in_place: bool = False,
) -> Chunks:
    """Halve the points at the median of the widest axis until no chunk is larger than allowed.

    Parameters
    ----------
    points : ndarray of shape (n, d)
    max_chunk_size : int
        κ of the paper.
    workers : Workers
    box : ndarray of shape (2, d), optional
        Least and largest coordinates, or any beyond them. The fixed point that variances are
        computed in starts from it: the levels of a tree share that of level 0.
    in_place : bool, default=False
        Where the dimensions are few, put the points themselves in the order of the chunks. They are
        at hand in that order, and later steps need no memory beside them.

    Returns
    -------
    Chunks
    """
    n = len(points)
    if box is None:
        box = bounding_box(points, workers)
    order: Ids = buffers.empty(n, np.int32, without_gaps=True)
    workers.run(lambda b, e: buffers.count(b, order[b:e]), workers.split(n))
    n_floats = _core.partition_workspace(n, points.shape[1])
    workspace = buffers.empty(n_floats, points.dtype, without_gaps=True)

    def cut(
        begin: int, end: int, depth: int, box: Floats, hot: _core.HotAxes, moments: Any = None
    ) -> Any:
        return _core.partition(
            points,
            order,
            begin,
            end,
            max_chunk_size,
            depth,
            box,
            hot,
            moments,
            workspace,
            workers.stop,
        )

    depth, hot, moments = 31, _core.HotAxes(), None
    if workers.n_threads > 1 and n >= 8 * max_chunk_size * workers.n_threads:
        # What the first cut needs is read in all threads. A few cuts in one of them then give every
        # thread a part, which continues where the first stopped.
        depth = math.ceil(math.log2(workers.n_threads))
        if points.shape[1] <= _core.ALL_HOT_UP_TO:
            hot = _core.HotAxes.all(points.shape[1])
        else:
            moments = _measure_moments(points, box, workers)
            hot = _core.choose_hot_axes(box, moments, n)
        to_columns = partial(_core.to_columns, points)
        workers.run(lambda b, e: to_columns(b, e, hot, workspace), workers.split(n))
    [(ends, boxes, hots)] = workers.run(cut, [(0, n, depth, box, hot, moments)])
    if depth < 31:
        parts = zip([0, *ends], ends, boxes, hots, strict=False)
        done = workers.run(cut, [(b, e, 31, box, hot) for b, e, box, hot in parts])
        ends = [end for part_ends, _, _ in done for end in part_ends]
    in_place &= points.shape[1] <= _core.ALL_HOT_UP_TO
    if in_place and len(ends) > 1:
        workers.run(lambda b, e: _core.to_rows(workspace, b, e, points), workers.split(n))
    return Chunks(order, np.array([0, *ends], np.int64), in_place)


def put_in_order(weights: Doubles, chunks: Chunks, workers: Workers) -> Doubles:
    """Return the weights of a level chunk by chunk."""
    ordered = buffers.empty(len(weights), np.float64)

    def take(begin: int, end: int) -> None:
        np.take(weights, chunks.order[begin:end], out=ordered[begin:end], mode="clip")

    workers.run(take, workers.split(len(weights)))
    return ordered


def bounding_box(points: Floats, workers: Workers | None = None) -> Floats:
    """Least and largest coordinates, as two rows; NaN on an axis where one is not finite."""
    if workers is None:
        box = np.empty((2, points.shape[1]), points.dtype)
        _core.bounding_box(points, 0, len(points), box)
        return box
    parts = workers.split(len(points))
    boxes = np.empty((len(parts), 2, points.shape[1]), points.dtype)

    def measure(part: int, begin: int, end: int) -> None:
        _core.bounding_box(points, begin, end, boxes[part])

    workers.run(measure, [(i, *part) for i, part in enumerate(parts)])
    return np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


def _measure_moments(points: Floats, box: Floats, workers: Workers) -> npt.NDArray[np.uint64]:
    """Moments of the axes by parts, in all threads; exact, so any parts add up to the same."""
    parts = workers.split(len(points))
    moments = np.empty((len(parts), 3, points.shape[1]), np.uint64)

    def measure(part: int, begin: int, end: int) -> None:
        _core.measure_moments(points, begin, end, box, moments[part], workers.stop)

    workers.run(measure, [(i, *part) for i, part in enumerate(parts)])
    return moments


class Coarsener:
    """Coarsens the nodes of one level; holds the arrays that batches of chunks write to."""

    def __init__(
        self,
        points: Floats,
        weights: Doubles | None,
        chunks: Chunks,
        rules: Rules,
        workers: Workers,
        *,
        keep_picks: bool = False,
        keeper: Keeper | None = None,
        costs: Doubles | None = None,
        weight_range: tuple[float, float] | None = None,
        keep_points: bool = False,
    ) -> None:
        n = len(points)
        self.points, self.weights, self.chunks = points, weights, chunks
        self.costs = costs  # by node, wherever the points stand
        self.rules, self.workers = rules, workers
        self.seconds: Counter[str] = Counter()
        # Where these are not all nodes of the level, scaling needs to know what all weigh.
        self.selection_weights = scale_weights(weights, rules.weight_scaling, weight_range)
        self.keeper = keeper or Keeper(None, n, None, None)
        # Written batch by batch, each from its own offset on; in place, where that is allowed.
        empty = buffers.empty
        in_place = chunks.in_order and not keep_points
        self.node_points = points if in_place else empty(points.shape, points.dtype)
        self.node_weights: Doubles = (
            weights if in_place and weights is not None else empty(n, np.float64)
        )
        self.selection: LevelSelection | None = None
        by_function = rules.space.function is not None
        self.only_child = empty(n, np.int32)
        self.node_picks = empty(n, np.int32) if keep_picks or by_function else None
        self.parents = empty(n, np.int32, without_gaps=True)
        self.reaches = empty(n, np.float64) if by_function else None

    def coarsen(
        self,
        epsilon: float,
        level: int,
        on_done: Callable[[float, LevelSelection | None], None] | None = None,
    ) -> Coarsening:
        """Coarsen all chunks; ``epsilon`` is in the kernels' unit.

        ``on_done`` is told how many batches are through, and what came of the selection so far
        where a solver outside the core makes it.
        """
        ranges = self.chunks.batches(self.workers.n_threads)
        selector, given_picks = self.rules.selector, None
        search = selector.search_rules if self.rules.space.function is None else None
        if selector.solver is not None and search is None:
            graphs = _Graphs(self, epsilon, level)
            given_picks, self.selection = selector.select(graphs, ranges, self.workers, on_done)
            on_done = None
        made = self._run(ranges, epsilon, level, on_done, given_picks, search)
        n_nodes, n_born = zip(*made, strict=True)
        batches = Batches(
            self.chunks.offsets[[0, *(end for _, end in ranges)]],
            np.cumsum([0, *n_nodes]),
            np.cumsum([0, *n_born]),
        )
        k = int(batches.node_begin[-1])
        self._join_batches(batches, np.array(n_nodes))
        points, weights, picks = self.node_points, self.node_weights, self.node_picks
        points, weights = buffers.shorten(points, k), buffers.shorten(weights, k)
        if picks is not None:
            picks = buffers.shorten(picks, k)
        only_child = buffers.shorten(self.only_child, k)
        return Coarsening(
            points,
            weights,
            only_child,
            picks,
            self.chunks.order,
            self.parents,
            batches,
            self.reaches,
        )

    def _join_batches(self, batches: Batches, n_nodes: npt.NDArray[np.int64]) -> None:
        """Close the gaps between the nodes of batches; number them across all batches."""

        def close(array: npt.NDArray[Any]) -> None:
            _core.compact(batches.begin[:-1], n_nodes, array)

        def number(batch: int) -> None:
            begin, end = batches.begin[batch : batch + 2]
            self.parents[begin:end] += np.int32(batches.node_begin[batch])

        arrays = (self.node_points, self.node_weights, self.only_child, self.node_picks)
        self.workers.run_all(
            [(close, array) for array in arrays if array is not None],
            [(number, batch) for batch in range(1, len(batches))],
        )

    def collapsed_share(self, epsilon: float, chunk_indices: list[int]) -> float:
        """Coarsen only some chunks greedily; returns the share of their nodes that collapsed."""
        batches = [(c, c + 1) for c in chunk_indices]
        if self.rules.selector.coarsening == "dense":
            graphs = _Graphs(self, epsilon, 0)
            problems = [graphs.problems(*batch)[0] for batch in batches]
            n_picks = sum(len(problem.select_greedily(self.rules.seed)) for problem in problems)
            return 1 - n_picks / sum(problem.n_vertices for problem in problems)
        n_nodes = sum(n for n, _ in self._run(batches, epsilon, 0, None))
        n = sum(np.diff(self.chunks.offsets)[chunk_indices])
        return 1 - n_nodes / float(n)

    def _run(
        self,
        batches: list[tuple[int, int]],
        epsilon: float,
        level: int,
        on_done: Callable[[float, LevelSelection | None], None] | None,
        given_picks: Picks | None = None,
        search: tuple[int, bool] | None = None,
    ) -> list[tuple[int, int]]:
        """Coarsen ranges of chunks; returns how many nodes each makes, and how many new ones.

        Without given picks the selection is greedy, or by the rules of a local search.
        """
        rules = self.rules
        arrived: list[tuple[tuple[int, int], _core.Counts]] = []
        set_weights = np.zeros(len(self.chunks))  # chunk by chunk, so that sums are always the same

        def count_searched() -> LevelSelection | None:
            return None if search is None else self._count_searched(arrived.copy(), set_weights)

        def tell_all(n_done: int) -> None:
            assert on_done is not None
            on_done(n_done, count_searched())

        tell = None if on_done is None else tell_all
        if rules.space.function is not None:
            # The user's function holds the GIL, and may hold state: one thread.
            made = []
            for done, (begin, end) in enumerate(batches, start=1):
                made.append(self._coarsen_by_function(begin, end, epsilon, level, given_picks))
                if tell is not None:
                    tell(done)
            return made

        def task(begin: int, end: int) -> _core.Counts:
            counts = _core.coarsen(
                self.points,
                self.weights,
                self.selection_weights,
                self.chunks.order,
                self.chunks.in_order,
                self.chunks.offsets,
                begin,
                end,
                epsilon,
                rules.weight_unit,
                rules.space.kernel_metric,
                rules.linkage,
                rules.representation,
                rules.space.on_sphere,
                rules.seed,
                level,
                *self.keeper,
                given_picks,
                search,
                None if search is None else set_weights,
                self.node_points,
                self.node_weights,
                self.only_child,
                self.node_picks,
                self.parents,
                self.workers.stop,
            )
            arrived.append(((begin, end), counts))
            return counts

        results = self.workers.run(task, batches, tell)
        for counts in results:
            for step in ("gather", "distances", "selection", "collapse"):
                self.seconds[step] += getattr(counts, step)
            self.seconds["edges"] += counts.edges
        if search is not None:
            self.selection = count_searched()
        return [(counts.n_nodes, counts.n_born) for counts in results]

    def _count_searched(
        self, done: Iterable[tuple[tuple[int, int], _core.Counts]], set_weights: Doubles
    ) -> LevelSelection:
        """Add up what local search made of some batches of chunks."""
        total = LevelSelection(name_of(self.rules.selector.solver))
        for (begin, end), counts in done:
            total.n_chunks += end - begin
            total.n_vertices += int(self.chunks.offsets[end] - self.chunks.offsets[begin])
            total.n_edges += counts.edges
            total.n_reduced += counts.n_reduced
            total.n_proved += counts.n_proved
            total.seconds += counts.selection
        total.weight = float(set_weights.sum())
        total.bound = total.weight if total.n_proved == total.n_chunks else math.nan
        return total

    def _coarsen_by_function(
        self,
        chunk_begin: int,
        chunk_end: int,
        epsilon: float,
        level: int,
        given_picks: Picks | None,
    ) -> tuple[int, int]:
        assert self.reaches is not None
        assert self.node_picks is not None
        offsets = self.chunks.offsets.tolist()
        first = at = offsets[chunk_begin]
        n_born = 0
        for c in range(chunk_begin, chunk_end):
            begin, end = offsets[c : c + 2]
            ids = self.chunks.order[begin:end]
            distances = self.rules.space.measure_among(self.points[ids])
            room = slice(at, at + end - begin)
            node_of = np.empty(end - begin, np.int32)
            k = _core.coarsen_matrix(
                distances,
                self.weights,
                self.selection_weights,
                ids,
                epsilon,
                self.rules.seed,
                level,
                None if given_picks is None else given_picks[begin:end],
                self.node_weights[room],
                self.node_picks[room],
                node_of,
            )
            nodes = slice(at, at + k)
            picks = self.node_picks[nodes]
            self.parents[begin:end] = at - first + node_of
            alone = np.bincount(node_of, minlength=k) == 1
            self.only_child[nodes] = np.where(alone, picks, -1)
            self.node_points[nodes] = self.points[picks]
            self._keep(ids[~alone[node_of]])
            places = np.searchsorted(ids, picks)
            self.reaches[ids] = distances[np.arange(end - begin), places[node_of]]
            at += k
            n_born += int(np.count_nonzero(~alone))
        return at - first, n_born

    def _keep(self, merged: Ids) -> None:
        ids, n_leaves, points, weights = self.keeper
        if ids is None or points is None:
            return
        inner = merged[ids[merged] >= n_leaves]
        points[ids[inner] - n_leaves] = self.points[inner]
        if weights is not None and self.weights is not None:
            weights[ids[inner] - n_leaves] = self.weights[inner]


class _Graphs(ChunkGraphs):
    """The graphs of a level, chunk by chunk."""

    def __init__(self, coarsener: Coarsener, epsilon: float, level: int) -> None:
        chunks, rules = coarsener.chunks, coarsener.rules
        super().__init__(chunks.offsets, chunks.order, rules.seed, level)
        self._coarsener, self._epsilon = coarsener, epsilon
        self.problem_type = rules.selector.problem_type
        # The user's function may hold state.
        self.one_at_a_time = rules.space.function is not None

    def build(self, chunk_begin: int, chunk_end: int) -> tuple[npt.NDArray[np.int64], Ids]:
        one = self._coarsener
        if one.rules.space.function is not None:
            return self._build_by_function(chunk_begin, chunk_end)
        offsets = self.offsets
        starts = np.empty(int(offsets[chunk_end] - offsets[chunk_begin]) + 1, np.int64)
        neighbours = _core.build_graphs(
            one.points,
            one.weights,
            one.chunks.order,
            one.chunks.in_order,
            offsets,
            chunk_begin,
            chunk_end,
            self._epsilon,
            one.rules.weight_unit,
            one.rules.space.kernel_metric,
            one.rules.linkage,
            starts,
            one.workers.stop,
        )
        return starts, neighbours

    def _build_by_function(
        self, chunk_begin: int, chunk_end: int
    ) -> tuple[npt.NDArray[np.int64], Ids]:
        degrees, neighbours = [np.zeros(1, np.int64)], []
        for c in range(chunk_begin, chunk_end):
            ids = self.order[self.offsets[c] : self.offsets[c + 1]]
            close = self._coarsener.rules.space.measure_among(self._coarsener.points[ids])
            joined = close < self._epsilon
            np.fill_diagonal(joined, False)
            degrees.append(joined.sum(axis=1))
            neighbours.append(np.nonzero(joined)[1].astype(np.int32))
        return np.cumsum(np.concatenate(degrees)), np.concatenate(neighbours)

    def weights_of(self, begin: int, end: int) -> Doubles:
        one = self._coarsener
        if one.rules.selector.coarsening == "dense":
            return np.ones(end - begin) if one.costs is None else one.costs[self.order[begin:end]]
        weights = one.weights if one.selection_weights is None else one.selection_weights
        if weights is None:
            return np.ones(end - begin)
        # Copies in either case: what a solver does to or keeps of them is its own affair.
        if one.chunks.in_order:
            return weights[begin:end].copy()
        return weights[self.order[begin:end]]


def find_closest(
    points: Floats,
    weights: Doubles | None,
    chunks: Chunks,
    rules: Rules,
    workers: Workers,
    chunk_indices: list[int] | None = None,
) -> tuple[float, Doubles]:
    """Return the least proximity in a chunk, and those of all nodes of the chunks listed, if any.

    The first is never less than what a square can show.
    """
    nearest = None
    if chunk_indices is None:
        batches = chunks.batches(workers.n_threads)
    else:
        batches = [(c, c + 1) for c in chunk_indices]
        nearest = buffers.empty(len(points), np.float64)
    if rules.space.function is not None:
        by_chunk = [
            _nearest_by_function(points, chunks, c, rules.space)
            for b, e in batches
            for c in range(b, e)
        ]
        together = np.concatenate(by_chunk)
        return max(float(together.min()), _VANISHING), together

    def task(begin: int, end: int) -> float:
        return _core.find_closest(
            points,
            weights,
            chunks.order,
            chunks.in_order,
            chunks.offsets,
            begin,
            end,
            rules.weight_unit,
            rules.space.kernel_metric,
            rules.linkage,
            nearest,
            workers.stop,
        )

    closest = max(min(workers.run(task, batches)), _VANISHING)
    if nearest is None:
        return closest, np.empty(0)
    offsets = chunks.offsets
    return closest, np.concatenate([nearest[offsets[b] : offsets[e]] for b, e in batches])


def _nearest_by_function(points: Floats, chunks: Chunks, c: int, space: Space) -> Doubles:
    ids = chunks.order[chunks.offsets[c] : chunks.offsets[c + 1]]
    distances = space.measure_among(points[ids])
    np.fill_diagonal(distances, np.inf)
    return np.asarray(distances.min(axis=1))


def scale_weights(
    weights: Doubles | None, scaling: str | None, weight_range: tuple[float, float] | None = None
) -> Doubles | None:
    """Weights as the selection sees them, None for the true ones; the tree's are never scaled.

    ``"linear"`` divides by the level's largest weight, ``"logarithmic"`` takes 1 + log(w / least).
    """
    if weights is None or scaling is None:
        return None
    if scaling == "linear":
        return np.asarray(weights / (weight_range[1] if weight_range else weights.max()))
    return np.asarray(1 + np.log(weights / (weight_range[0] if weight_range else weights.min())))


@dataclass
class Schedule:
    """ε from level to level: ``initial * growth**exponent``, in the user's unit."""

    initial: float | None
    growth: float
    exponent: int = 0

    @property
    def epsilon(self) -> float:
        """ε of the current iteration; at most the largest float, which exceeds all distances."""
        assert self.initial is not None
        largest = sys.float_info.max
        try:
            return min(self.initial * self.growth**self.exponent, largest)
        except OverflowError:
            pass
        # From a tiny start the factor may exceed the largest float though ε does not.
        half = self.exponent // 2
        try:
            epsilon = self.initial * self.growth**half * self.growth ** (self.exponent - half)
        except OverflowError:
            return largest
        return min(epsilon, largest)

    def advance(self) -> None:
        """Go on to the next iteration."""
        self.exponent += 1

    def advance_beyond(self, closest: float) -> None:
        """Go on to the next iteration whose ε exceeds the least proximity of any two nodes."""
        assert self.initial is not None
        self.exponent += 1
        if closest > self.epsilon:
            jump = math.log(closest) - math.log(self.initial)
            self.exponent = max(self.exponent, math.floor(jump / math.log(self.growth)) - 1)
        while not self.epsilon > closest:
            self.exponent += 1


def sample_chunks(n_chunks: int) -> list[int]:
    """Return the few chunks of level 0 that the automatic ε₀ is estimated from."""
    n_sampled = min(n_chunks, _SAMPLE_CHUNKS)
    return [(2 * i + 1) * n_chunks // (2 * n_sampled) for i in range(n_sampled)]


def estimate_initial_epsilon(
    coarsener: Coarsener,
    share: float,
    sample: list[int],
    find_all: Callable[[], tuple[float, Any]],
) -> float:
    """Return an ε, in the kernels' unit, at which about this share of the nodes collapses.

    Some chunks are coarsened with a few trial values, found by bisection between quantiles of the
    distances to the nearest neighbour.

    Parameters
    ----------
    coarsener : Coarsener
        Of all chunks, or of those of the sample.
    share : float
    sample : list of int
        The chunks of the sample, of those the coarsener has.
    find_all : callable
        `find_closest` in all chunks; asked where the sample has no pair of nodes.

    Returns
    -------
    float
    """
    chunks = coarsener.chunks
    _, nearest = find_closest(
        coarsener.points, coarsener.weights, chunks, coarsener.rules, coarsener.workers, sample
    )
    # A node that is alone in its chunk has no neighbour to learn from.
    nearest = np.sort(nearest[np.isfinite(nearest)])
    if len(nearest) == 0:
        return find_all()[0] * (1 + 1e-6)
    # Nothing collapses but what has a neighbour: the share with one bounds the share from above.
    low, high = share, 1.0
    epsilon = float(nearest[-1]) * (1 + 1e-6)
    if epsilon == 0:
        # All nodes of the sample are in one place.
        return 2 * _VANISHING
    if coarsener.collapsed_share(epsilon, sample) < share:
        for _ in range(60):
            epsilon *= 1.2
            if coarsener.collapsed_share(epsilon, sample) >= share:
                break
        return epsilon
    for _ in range(_SAMPLE_STEPS):
        middle = (low + high) / 2
        candidate = float(np.quantile(nearest, middle)) * (1 + 1e-6)
        if candidate == 0:
            low = middle
            continue
        epsilon = candidate
        collapsed = coarsener.collapsed_share(epsilon, sample)
        if abs(collapsed - share) < 0.01:
            break
        low, high = (middle, high) if collapsed < share else (low, middle)
    return epsilon
