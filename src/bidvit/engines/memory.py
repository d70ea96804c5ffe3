"""The level loop in memory: from weighted points to a tree."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers, inputs, spaces
from bidvit.levels import (
    Chunks,
    Coarsener,
    Coarsening,
    Distinct,
    Rules,
    Schedule,
    bounding_box,
    estimate_initial_epsilon,
    find_closest,
    find_distinct,
    partition,
)
from bidvit.parallel import Workers, count_threads
from bidvit.spaces import Space
from bidvit.tree import ClusterTree, Nodes

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Progress:
    """What a progress callback is told.

    Attributes
    ----------
    level : int
        The level being formed.
    epsilon : float
        Its ε.
    n_nodes : int
        How many nodes the level below has.
    done : float
        Share of those nodes that are through, 0 to 1.
    seconds : float
        Time since the start.
    """

    level: int
    epsilon: float
    n_nodes: int
    done: float
    seconds: float


def cluster(
    X: Any,
    *,
    sample_weight: Any = None,
    metric: spaces.Metric = "euclidean",
    linkage: Literal["ward", "distance"] = "ward",
    representation: Literal["centroid", "point"] = "centroid",
    initial_epsilon: float | Literal["auto"] = "auto",
    initial_collapse: float = 0.3,
    growth: float = 1.1,
    max_chunk_size: int = 1000,
    max_levels: int | None = None,
    stop_at: int = 1,
    weight_scaling: Literal["linear", "logarithmic"] | None = None,
    radii: Literal["exact", "bound"] = "exact",
    n_jobs: int | None = None,
    random_state: Any = None,
    progress: Callable[[Progress], object] | None = None,
) -> ClusterTree:
    """Cluster points into a tree of levels, from every distinct row down to one node.

    At each level the nodes are cut into chunks by median cut; in each chunk nodes closer than ε are
    joined by an edge and an independent set of large weight is picked; every node collapses into
    its nearest pick; then ε grows.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
        float32 and float64 are computed as such, other numbers converted without loss.
    sample_weight : array-like of shape (n_rows,), optional
        Weights >= 0, 1 by default. Equal rows are merged and their weights added. A row of weight
        zero takes no part and belongs to the cluster of its nearest row.
    metric : str or callable, default="euclidean"
        ``"euclidean"``, ``"manhattan"``, ``"chebyshev"``; ``"cosine"``, the angle in radians;
        ``"haversine"``, latitude and longitude in degrees, distances in metres; or a function of
        two arrays of rows that returns all distances between them, called chunk by chunk (with
        ``representation="point"`` and ``linkage="distance"``).
    linkage : {"ward", "distance"}, default="ward"
        What "closer than ε" means. ``"distance"`` is the plain distance. ``"ward"`` multiplies it
        by √(2 w_a w_b / (w_a + w_b)), with the least weight as unit: the root of twice the inertia
        that merging the two adds. Light nodes then merge first, which keeps clusters balanced in
        high dimension.
    representation : {"centroid", "point"}, default="centroid"
        Whether a node stands on the point that was picked or at the centroid of what it holds. With
        ``linkage="distance"`` and centroids, points go to the closest of the centroids of the picks'
        cells, as in the paper's Algorithm 2, and the node moves to the centroid of those it got.
        ``linkage="ward"`` needs centroids.
    initial_epsilon : float or "auto", default="auto"
        ε of the first level.
    initial_collapse : float, default=0.3
        With ``initial_epsilon="auto"``: the share of the nodes that is to collapse at the first
        level, approximately.
    growth : float, default=1.1
        Factor on ε from level to level, > 1.
    max_chunk_size : int, default=1000
        Most nodes in a chunk, >= 2.
    max_levels : int, optional
        Most levels above level 0.
    stop_at : int, default=1
        Stop when no more than this many nodes are left.
    weight_scaling : {None, "linear", "logarithmic"}, default=None
        Scale the weights that the selection sees at each level. The weights of the tree are not
        affected.
    radii : {"exact", "bound"}, default="exact"
        Measure how far the farthest row below each node is, or only bound it by the triangle
        inequality. A metric function gets the bound.
    n_jobs : int, optional
        Number of threads, 1 by default, -1 for all processors. The tree is the same for any number.
    random_state : int, RandomState, Generator or None
        Seed of the stream that breaks ties.
    progress : callable, optional
        Called with a `Progress` at every level and several times within long ones.

    Returns
    -------
    ClusterTree

    Examples
    --------
    >>> import numpy as np, bidvit
    >>> X = np.random.default_rng(0).random((10_000, 2))
    >>> tree = bidvit.cluster(X, random_state=0)
    >>> tree.levels[0].n_nodes, tree.levels[-1].n_nodes
    (10000, 1)
    >>> all(level.weights.sum() == 10_000 for level in tree.levels)
    True
    """
    inputs.check_choice("linkage", linkage, ("ward", "distance"))
    inputs.check_choice("representation", representation, ("centroid", "point"))
    if linkage == "ward" and representation == "point" and not callable(metric):
        raise ValueError(
            "linkage='ward' needs representation='centroid', got 'point': "
            "use linkage='distance' for nodes that are points of the data"
        )
    if not (isinstance(initial_epsilon, str) and initial_epsilon == "auto"):
        if isinstance(initial_epsilon, str):
            raise ValueError(f"initial_epsilon must be a number > 0 or 'auto', got {initial_epsilon!r}")
        initial_epsilon = inputs.check_float("initial_epsilon", initial_epsilon, 0)
    initial_collapse = inputs.check_float("initial_collapse", initial_collapse, 0, 1)
    growth = inputs.check_float("growth", growth, 1)
    max_chunk_size = inputs.check_integer("max_chunk_size", max_chunk_size, 2)
    if max_levels is not None:
        max_levels = inputs.check_integer("max_levels", max_levels, 1)
    stop_at = inputs.check_integer("stop_at", stop_at, 1)
    inputs.check_choice("weight_scaling", weight_scaling, (None, "linear", "logarithmic"))
    inputs.check_choice("radii", radii, ("exact", "bound"))
    n_threads = count_threads(n_jobs)
    seed = inputs.check_seed(random_state)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function or None, got {progress!r}")

    X = inputs.check_points(X)
    weights = inputs.check_weights(sample_weight, len(X))
    space = spaces.make_space(metric, X, linkage, representation)
    with Workers(n_threads) as workers:
        clock = _Clock()
        distinct = find_distinct(X, weights, workers)
        clock.note("distinct")
        rows = space.embed(X if distinct.first_row is None else X[distinct.first_row])
        clock.note("embed")
        rules = Rules(
            space,
            linkage,
            representation,
            max_chunk_size,
            weight_scaling,
            _least(distinct.weights) if linkage == "ward" else 1.0,
            seed,
        )
        schedule = Schedule(None if initial_epsilon == "auto" else float(initial_epsilon), growth)
        growing = _GrowingTree(rows)
        formed = _grow(rows, distinct, rules, schedule, initial_collapse, max_levels, stop_at, workers, clock, progress)
        linked = None
        for level in formed:
            if linked is not None:
                linked.result()
            # A serial step: the next level's partition, which begins with one, goes on beside it.
            linked = workers.beside(growing.add_level, *level)
            del level
            clock.note("order")
        if linked is not None:
            linked.result()
        nodes = growing.finish(distinct.weights, space)
        clock.note("order")
        exact = radii == "exact" and space.function is None
        clock.seconds["measured"] = _measure_radii(nodes, growing, exact, workers)
        clock.note("radii")
        leaf_of_row = None
        if distinct.node_of_row is not None:
            leaf_of_row = _leaves_of_rows(X, distinct.node_of_row, nodes, workers)
    clock.note("order")
    parameters = {
        "n_features": X.shape[1],
        "metric": space.name,
        "linkage": linkage,
        "representation": representation,
        "initial_epsilon": schedule.initial,
        "growth": growth,
        "max_chunk_size": max_chunk_size,
        "max_levels": max_levels,
        "stop_at": stop_at,
        "weight_scaling": weight_scaling,
        "random_state": seed,
    }
    return ClusterTree(
        nodes,
        growing.epsilons,
        growing.n_nodes,
        leaf_of_row,
        parameters,
        "exact" if exact else "bound",
        clock.seconds,
    )


class _Clock:
    """Time per step."""

    def __init__(self) -> None:
        self.started = self.last = time.perf_counter()
        self.seconds: Counter[str] = Counter()

    def note(self, step: str) -> float:
        """Book the time since the last note on a step."""
        now = time.perf_counter()
        elapsed = now - self.last
        self.seconds[step] += elapsed
        self.last = now
        return elapsed

    def note_coarsening(self, steps: Counter[str]) -> None:
        """Split the time since the last note over the steps of a coarsening, as the kernels measured it."""
        self.seconds["edges"] += steps.pop("edges", 0)
        wall = self.note("collapse")
        threads = sum(steps.values())
        share = min(1.0, wall / threads) if threads else 0.0
        for step, seconds in steps.items():
            if step != "collapse":
                self.seconds[step] += seconds * share
                self.seconds["collapse"] -= seconds * share


def _least(weights: Doubles | None) -> float:
    return 1.0 if weights is None else float(weights.min())


def _grow(
    points: Floats,
    distinct: Distinct,
    rules: Rules,
    schedule: Schedule,
    initial_collapse: float,
    max_levels: int | None,
    stop_at: int,
    workers: Workers,
    clock: _Clock,
    progress: Callable[[Progress], object] | None,
) -> Iterator[tuple[float, Floats, Coarsening]]:
    """Yield ε, the points below and the coarsening of level after level."""
    weights = distinct.weights
    box = bounding_box(points)
    if rules.space.on_sphere:
        # Centroids that are projected back may leave the box of the points.
        box[0], box[1] = -1, 1
    chunks: Chunks | None = None
    level = 0
    while len(points) > stop_at and level != max_levels:
        if chunks is None:
            chunks = partition(points, rules.max_chunk_size, workers, box)
            clock.note("partition")
        if schedule.initial is None:
            trial = Coarsener(points, weights, chunks, rules, workers)
            estimate = estimate_initial_epsilon(trial, initial_collapse)
            schedule.initial = rules.space.unembed_distance(estimate, rules.linkage)
            del trial
            clock.note("estimate")
        epsilon, n_points = schedule.epsilon, len(points)
        n_batches = len(chunks.batches(workers.n_threads))

        def tell(done: int) -> None:
            if progress is not None:
                seconds = time.perf_counter() - clock.started
                progress(Progress(level + 1, epsilon, n_points, done / n_batches, seconds))  # noqa: B023

        tell(0)
        coarsener = Coarsener(points, weights, chunks, rules, workers)
        coarse = coarsener.coarsen(rules.space.embed_distance(epsilon, rules.linkage), level, tell)
        clock.note_coarsening(coarsener.seconds)
        if len(coarse.points) == n_points:
            # Nothing collapsed, so the next partition is this one: go where something will.
            del coarsener, coarse
            closest, _ = find_closest(points, weights, chunks, rules, workers)
            schedule.advance_beyond(rules.space.unembed_distance(closest, rules.linkage))
            clock.note("closest")
            continue
        level += 1
        below, points, weights, chunks = points, coarse.points, coarse.weights, None
        yield epsilon, below, coarse
        # Two levels are in memory, never three.
        del below, coarse, coarsener
        schedule.advance()


class _GrowingTree:
    """The tree while it grows: inner nodes are numbered as they are born, level by level."""

    def __init__(self, rows: Floats) -> None:
        n = len(rows)
        self.rows = rows
        self.epsilons = [0.0]
        self.n_nodes = [n]
        self.n_born: list[int] = []
        self.reaches: Doubles | None = None
        self._ids: Ids = buffers.empty(n, np.int32)
        self._ids[:] = np.arange(n, dtype=np.int32)
        self._next_id = n
        # A new node has two children or more, so there are fewer new nodes than rows; only what is
        # written takes memory.
        self._parents: Ids = buffers.empty(2 * n, np.int32)
        self._parents[:n] = -1
        self._points: Floats = buffers.empty(rows.shape, rows.dtype)
        self._weights: Doubles = buffers.empty(n, np.float64)

    def add_level(self, epsilon: float, points_below: Floats, coarse: Coarsening) -> None:
        """Take in a level: its nodes that are new, and who their children are."""
        k, n = len(coarse.points), len(self.rows)
        ids, born = buffers.empty(k, np.int32), buffers.empty(k, np.int32)
        n_born = _core.link(
            points_below,
            coarse.points,
            coarse.parents,
            self._ids,
            self._next_id,
            ids,
            self._parents,
            born,
        )
        if coarse.reaches is not None:
            self._add_reaches(coarse.parents, coarse.reaches, ids)
        begin, end = self._next_id, self._next_id + n_born
        self._parents[begin:end] = -1
        np.take(coarse.points, born[:n_born], axis=0, out=self._points[begin - n : end - n], mode="clip")
        np.take(coarse.weights, born[:n_born], out=self._weights[begin - n : end - n], mode="clip")
        self._next_id, self._ids = end, ids
        self.n_born.append(n_born)
        self.epsilons.append(epsilon)
        self.n_nodes.append(k)

    def _add_reaches(self, parents: Ids, reaches: Doubles, ids: Ids) -> None:
        if self.reaches is None:
            self.reaches = np.zeros(len(self._parents))
        moved = ids[parents] != self._ids
        self.reaches[self._ids[moved]] = reaches[moved]

    def finish(self, leaf_weights: Doubles | None, space: Space) -> Nodes:
        """Bring the leaves into tree order; the radii are still to be measured."""
        n, n_inner = len(self.rows), self._next_id - len(self.rows)
        parents = buffers.shorten(self._parents, self._next_id)
        weights = buffers.shorten(self._weights, n_inner)
        points = buffers.shorten(self._points, n_inner)
        self._ids = self._parents = np.empty(0, np.int32)
        place = buffers.empty(n, np.int32)
        leaf_begin, leaf_end = buffers.empty(n_inner, np.int32), buffers.empty(n_inner, np.int32)
        child_start = buffers.empty(n_inner + 1, np.int32)
        children = buffers.empty(n_inner, np.int32)
        _core.arrange(parents, place, leaf_begin, leaf_end, child_start, children)
        parents[place] = parents[:n].copy()
        if self.reaches is not None:
            self.reaches[place] = self.reaches[:n].copy()
        leaf_rows = buffers.empty(n, np.int32)
        leaf_rows[place] = np.arange(n, dtype=np.int32)
        if leaf_weights is None:
            leaf_weights = np.broadcast_to(np.float64(1), n)
        else:
            leaf_weights = leaf_weights[leaf_rows]
        births = np.repeat(np.arange(1, len(self.n_nodes), dtype=np.int32), self.n_born)
        return Nodes(
            rows=self.rows,
            leaf_rows=leaf_rows,
            leaf_weights=leaf_weights,
            points=points,
            weights=weights,
            radii=np.zeros(n_inner, self.rows.dtype),
            births=births,
            parents=parents,
            leaf_begin=leaf_begin,
            leaf_end=leaf_end,
            child_start=child_start,
            children=children,
            space=space,
        )


def _measure_radii(nodes: Nodes, growing: _GrowingTree, exact: bool, workers: Workers) -> int:
    """Fill in the radii from the leaves up; returns how many distances to leaves that took."""
    n, n_inner = nodes.n_leaves, len(nodes.points)
    edges = np.cumsum([0, *growing.n_born]).tolist()
    births = list(zip(edges[:-1], edges[1:], strict=True))
    if growing.reaches is not None:
        # By the triangle inequality, with the distances that were measured in the chunks.
        bounds = growing.reaches[: n + n_inner]
        for begin, end in [(0, n), *((n + b, n + e) for b, e in births)]:
            if begin >= n:
                bounds[begin:end] += nodes.radii[begin - n : end - n]
            inner = begin + np.flatnonzero(nodes.parents[begin:end] >= 0)
            np.maximum.at(nodes.radii, nodes.parents[inner] - n, bounds[inner])
        return 0

    def task(begin: int, end: int) -> int:
        return _core.find_radii(
            *nodes.kernel_arrays, begin, end, not exact, nodes.radii, workers.stop
        )

    if workers.n_threads == 1:
        # Children come before their parents, so one pass in order will do.
        return workers.run(task, [(0, n_inner)])[0]
    measured = 0
    for begin, end in births:
        batches = [(begin + b, begin + e) for b, e in workers.split(end - begin)]
        measured += sum(workers.run(task, batches))
    return measured


def _leaves_of_rows(
    X: Floats, node_of_row: Ids, nodes: Nodes, workers: Workers
) -> Ids:
    """Leaf of every row; a row of weight zero goes to the nearest one."""
    leaf_of_node = np.empty(nodes.n_leaves, np.int32)
    leaf_of_node[nodes.leaf_rows] = np.arange(nodes.n_leaves, dtype=np.int32)
    leaf_of_row = leaf_of_node[node_of_row]
    unweighted = np.flatnonzero(node_of_row < 0)
    if len(unweighted):
        queries = np.ascontiguousarray(nodes.space.embed(X[unweighted]))
        leaf_of_row[unweighted] = nodes.find_nearest_leaf(queries, workers)
    return leaf_of_row
