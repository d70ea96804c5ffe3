"""The level loop in memory: from weighted points to a tree."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from bidvit import inputs, spaces
from bidvit.engines.choices import Choices, check_choices
from bidvit.growing import GrowingTree, measure_radii
from bidvit.levels import (
    Chunks,
    Coarsener,
    Rules,
    Schedule,
    bounding_box,
    estimate_initial_epsilon,
    find_closest,
    find_distinct,
    partition,
    put_in_order,
    sample_chunks,
)
from bidvit.parallel import Workers
from bidvit.selection.costs import Costs, make_costs, name_of_cost, split_cost
from bidvit.selection.levels import plain
from bidvit.tree import ClusterTree

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from os import PathLike

    from bidvit.nodes import Nodes
    from bidvit.selection.levels import LevelSelection

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Progress:
    """What a progress callback is told.

    Attributes
    ----------
    level : int
        The level being formed. On disk, 0 while rows are read and compared, and one beyond the last
        while the tree is assembled.
    epsilon : float
        Its ε.
    n_nodes : int
        How many nodes the level below has.
    done : float
        Share of those nodes that are through, 0 to 1.
    seconds : float
        Time since the start.
    selection : LevelSelection or None
        What the solver made of the chunks so far, where ``selection`` is not ``"greedy"``.

    Examples
    --------
    >>> import bidvit
    >>> told = []
    >>> tree = bidvit.cluster([[0.0], [1.0], [9.0]], initial_epsilon=2, progress=told.append)
    >>> told[0].level, told[0].epsilon, told[0].n_nodes, told[0].done
    (1, 2.0, 3, 0.0)
    """

    level: int
    epsilon: float
    n_nodes: int
    done: float
    seconds: float
    selection: LevelSelection | None = None


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
    max_chunk_size: int | Literal["auto"] = 1500,
    max_levels: int | None = None,
    stop_at: int = 1,
    weight_scaling: Literal["linear", "logarithmic"] | None = None,
    radii: Literal["exact", "bound"] = "exact",
    n_jobs: int | None = None,
    random_state: Any = None,
    progress: Callable[[Progress], object] | None = None,
    selection: Any = "greedy",
    selection_params: Mapping[str, Any] | None = None,
    on_failure: Literal["raise", "greedy"] = "raise",
    coarsening: Literal["separated", "dense"] = "separated",
    cost: Any = None,
    out: str | PathLike[str] | None = None,
    memory: int | str = "2GB",
    splits: Literal["auto", "exact", "sample"] = "auto",
    resume: bool = False,
    backend: Literal["local", "dask"] = "local",
    client: Any = None,
) -> ClusterTree:
    """Cluster points into a tree of levels, from every distinct row down to one node.

    At each level the nodes are cut into chunks by median cut; in each chunk nodes closer than ε are
    joined by an edge and an independent set of large weight is picked; every node collapses into
    its nearest pick; then ε grows.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_features)
        float32 and float64 are computed as such, other numbers converted without loss. float32
        beyond 2**60 (or all below 2**-60) is computed in float64, since its squares would not fit.
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
        Whether a node stands on the point that was picked or at the centroid of what it holds.
        With ``linkage="distance"`` and centroids, points go to the closest of the centroids of the
        picks' cells, as in the paper's Algorithm 2, and the node moves to the centroid of those it
        got. ``linkage="ward"`` needs centroids.
    initial_epsilon : float or "auto", default="auto"
        ε of the first level.
    initial_collapse : float, default=0.3
        With ``initial_epsilon="auto"``: the share of the nodes that is to collapse at the first
        level, approximately.
    growth : float, default=1.1
        Factor on ε from level to level, > 1.
    max_chunk_size : int or "auto", default=1500
        Most nodes in a chunk, >= 2. Where all nodes of a chunk are closer than ε, each thread needs
        about 12 bytes times the square of this. ``"auto"``: what the solver states as its largest
        problem, on a quantum annealer the largest complete graph on the chip, and 1000 with solvers
        that state none; ``tree.parameters`` has the number.
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
    selection : str, Solver or dimod sampler, default="greedy"
        Who picks the nodes of a chunk that represent it: one of ``bidvit.selection.SOLVERS``, or an
        object. ``tree.selections`` says what came of it.
    selection_params : mapping, optional
        Parameters of the solver; unknown ones are refused.
    on_failure : {"raise", "greedy"}, default="raise"
        What to do where the solver fails on a chunk: raise `SelectionError`, or take the greedy
        heuristic there and count it.
    coarsening : {"separated", "dense"}, default="separated"
        What is picked of a chunk. ``"separated"``: an independent set of large weight; picks are
        at least ε apart, and every node is closer than ε to one. ``"dense"``: a dominating set of
        small cost (appendix A of the paper): every node is closer than ε to a pick, which may be
        close to each other. That needs fewer picks, or cheaper ones.
    cost : array-like of shape (n_rows,), str or callable, optional
        With ``coarsening="dense"``, what it costs to pick a node, 1 each by default; from 1e-100
        to 1e100. An array has one number per row of X: of equal rows the least counts, and a node
        costs what the node did that it grew from. The name of a column of the data frame X: the
        column holds the costs and is no coordinate. A function is called once per level with the
        points of its nodes, in the coordinates of X, and their weights; it returns their costs.
    out : path, optional
        Build the tree on disk, in this folder, for rows that do not fit into memory. X may then
        also be a file that `bidvit.io.open_source` opens, a mapped array or one of zarr, and
        ``sample_weight`` the name of a column of the file. Until the tree is complete its files are
        in the folder ``unfinished`` within; the tree returned is mapped from its files.
    memory : int or str, default="2GB"
        With ``out``: how much memory the process may take at most, in bytes or as a number and
        ``"MB"`` or ``"GB"``.
    splits : {"auto", "exact", "sample"}, default="auto"
        With ``out``: how the nodes of a level are divided into parts that fit into memory. By exact
        medians the tree is the one that is built in memory, bit for bit; by those of a sample fewer
        passes over the data are needed. ``"auto"``: exact up to 256 parts.
    resume : bool, default=False
        With ``out``: go on with a run that was interrupted there, if there is one. Data and
        parameters must be the same.
    backend : {"local", "dask"}, default="local"
        With ``out``: do the work in this process, or as tasks of Dask on a cluster that is running.
        All workers must see ``out`` and the data: X is then the path of a file, an array of zarr or
        Dask, or a data frame of Dask, whose ``sample_weight`` may be the name of a column. Every
        task runs in one thread, so ``n_jobs`` must be None, and ``memory`` is for each: for the
        process that calls, and for each thread of each worker with what its process holds. The tree
        does not depend on the backend.
    client : dask.distributed.Client, optional
        With ``backend="dask"``; the current one by default. None is ever started.

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
    choices = check_choices(
        metric=metric,
        linkage=linkage,
        representation=representation,
        initial_epsilon=initial_epsilon,
        initial_collapse=initial_collapse,
        growth=growth,
        max_chunk_size=max_chunk_size,
        max_levels=max_levels,
        stop_at=stop_at,
        weight_scaling=weight_scaling,
        radii=radii,
        n_jobs=n_jobs,
        random_state=random_state,
        progress=progress,
        selection=selection,
        selection_params=selection_params,
        on_failure=on_failure,
        coarsening=coarsening,
        cost=cost,
    )
    inputs.check_choice("splits", splits, ("auto", "exact", "sample"))
    inputs.check_choice("backend", backend, ("local", "dask"))
    if backend == "dask" and n_jobs is not None:
        raise ValueError(
            f"n_jobs must be None with backend='dask', whose workers do the work, got {n_jobs!r}"
        )
    if backend == "local" and client is not None:
        raise ValueError("client must be None unless backend='dask'")
    if out is not None:
        from bidvit.engines import disk

        if cost is not None:
            raise ValueError("cost must be None with out: costs are for clustering in memory")
        return disk.cluster_on_disk(
            X,
            sample_weight=sample_weight,
            metric=metric,
            choices=choices,
            out=out,
            memory=memory,
            splits=splits,
            resume=resume,
            random_state=random_state,
            backend=backend,
            client=client,
        )
    for name, value, allowed in (
        ("memory", memory, ["2GB"]),
        ("splits", splits, ["auto", "exact"]),  # in memory they are
        ("resume", resume, [False]),
        ("backend", backend, ["local"]),
    ):
        if value not in allowed:
            raise ValueError(
                f"{name}={value!r} is for clustering on disk, which needs out, a folder"
            )

    X, cost_of_rows = split_cost(X, cost)
    X = inputs.convert_points(X)
    weights = inputs.check_weights(sample_weight, len(X))
    with Workers(choices.n_threads) as workers:
        clock = Clock()
        box = bounding_box(X, workers)
        if not np.isfinite(box).all():
            inputs.refuse_infinite(X)
        space = spaces.make_space(metric, X, linkage, representation, box)
        distinct = find_distinct(X, weights, workers)
        clock.note("distinct")
        costs = make_costs(cost_of_rows, distinct, len(X))
        rows = space.embed(X if distinct.first_row is None else X[distinct.first_row])
        if rows is not X:
            box = bounding_box(rows, workers)
        if space.on_sphere:
            # Centroids that are projected back may leave the box of the points.
            box[0], box[1] = -1, 1
        clock.note("embed")
        least_weight = 1.0 if distinct.weights is None else float(distinct.weights.min())
        schedule = choices.schedule()
        growing = GrowingTree(rows, distinct.weights)
        selections: list[dict[str, Any]] = []
        points, top_weights = _grow(
            growing,
            box,
            choices,
            choices.rules(space, least_weight),
            schedule,
            costs,
            selections,
            workers,
            clock,
        )
        nodes = growing.finish(points, top_weights, space, workers)
        del points, top_weights
        clock.note("order")
        exact = radii == "exact" and space.function is None
        clock.seconds["measured"] = measure_radii(nodes, growing.reaches, exact, workers)
        clock.note("radii")
        leaf_of_row = None
        if distinct.node_of_row is not None:
            leaf_of_row = _leaves_of_rows(X, distinct.node_of_row, nodes, workers)
    clock.note("order")
    return ClusterTree(
        nodes,
        growing.epsilons,
        growing.n_nodes,
        leaf_of_row,
        distinct.first_row,
        choices.parameters(
            X.shape[1], space.name, schedule.initial, name_of_cost(cost), splits="exact"
        ),
        "exact" if exact else "bound",
        clock.seconds,
        selections if choices.selector.solver is not None else None,
    )


class Clock:
    """Time per step."""

    def __init__(self) -> None:
        self.started = self.last = time.perf_counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def note(self, step: str) -> float:
        """Book the time since the last note on a step."""
        now = time.perf_counter()
        elapsed = now - self.last
        self.seconds[step] += elapsed
        self.last = now
        return elapsed

    def note_coarsening(self, steps: Counter[str]) -> None:
        """Split the time since the last note over the steps, as the kernels measured them."""
        self.seconds["edges"] += steps.pop("edges", 0)
        wall = self.note("collapse")
        threads = sum(steps.values())
        share = min(1.0, wall / threads) if threads else 0.0
        for step, seconds in steps.items():
            if step != "collapse":
                self.seconds[step] += seconds * share
                self.seconds["collapse"] -= seconds * share


def _grow(
    growing: GrowingTree,
    box: Floats,
    choices: Choices,
    rules: Rules,
    schedule: Schedule,
    costs: Costs,
    selections: list[dict[str, Any]],
    workers: Workers,
    clock: Clock,
) -> tuple[Floats, Doubles | None]:
    """Form level after level; returns the points and weights of the last.

    ``box`` holds the least and largest coordinates of level 0.
    ``selections`` takes in what a solver outside the core made of each level.
    """
    points, weights = growing.rows, growing.leaf_weights
    chunks: Chunks | None = None
    level = 0
    while len(points) > choices.stop_at and level != choices.max_levels:
        if chunks is None:
            # While points and weights stand by node.
            costs.begin_level(points, weights, rules.space)
            # The rows are the user's; later levels are ours.
            in_place = level > 0 and rules.space.function is None
            chunks = partition(points, rules.max_chunk_size, workers, box, in_place=in_place)
            if chunks.in_order and weights is not None:
                weights = put_in_order(weights, chunks, workers)
            clock.note("partition")
        if schedule.initial is None:
            trial = Coarsener(points, weights, chunks, rules, workers, costs=costs.values)
            sample = sample_chunks(len(chunks))
            find_all = partial(find_closest, points, weights, chunks, rules, workers)
            estimate = estimate_initial_epsilon(trial, choices.initial_collapse, sample, find_all)
            schedule.initial = rules.space.unembed_distance(estimate, rules.linkage)
            del trial
            clock.note("estimate")
        epsilon, n_points = schedule.epsilon, len(points)
        n_batches = len(chunks.batches(workers.n_threads))
        tell = partial(_tell, choices.progress, clock, level + 1, epsilon, n_points, n_batches)
        tell(0)
        coarsener = Coarsener(
            points,
            weights,
            chunks,
            rules,
            workers,
            keep_picks=costs.values is not None,
            keeper=growing.keeper,
            costs=costs.values,
        )
        coarse = coarsener.coarsen(rules.space.embed_distance(epsilon, rules.linkage), level, tell)
        clock.note_coarsening(coarsener.seconds)
        solved = coarsener.selection
        # Two levels are in memory at most, and only what somebody still needs of them.
        del coarsener
        if len(coarse.points) == n_points:
            # Nothing collapsed, so the next partition is this one: go where something will.
            del coarse
            closest, _ = find_closest(points, weights, chunks, rules, workers)
            schedule.advance_beyond(rules.space.unembed_distance(closest, rules.linkage))
            clock.note("closest")
            continue
        level += 1
        if solved is not None:
            selections.append(plain(solved))
        costs.inherit(coarse.picks)
        points, weights, chunks = coarse.points, coarse.weights, None
        growing.add_level(epsilon, coarse, workers)
        del coarse
        schedule.advance()
        clock.note("order")
    return points, weights


def _tell(
    progress: Callable[[Progress], object] | None,
    clock: Clock,
    level: int,
    epsilon: float,
    n_nodes: int,
    n_batches: int,
    n_done: float,
    selection: LevelSelection | None = None,
) -> None:
    if progress is not None:
        seconds = time.perf_counter() - clock.started
        progress(Progress(level, epsilon, n_nodes, n_done / n_batches, seconds, selection))


def _leaves_of_rows(X: Floats, node_of_row: Ids, nodes: Nodes, workers: Workers) -> Ids:
    """Leaf of every row; a row of weight zero goes to the nearest one."""
    leaf_of_node = np.empty(nodes.n_leaves, np.int32)
    leaf_of_node[nodes.leaf_rows] = np.arange(nodes.n_leaves, dtype=np.int32)
    leaf_of_row = leaf_of_node[node_of_row]
    unweighted = np.flatnonzero(node_of_row < 0)
    if len(unweighted):
        queries = np.ascontiguousarray(nodes.space.embed(X[unweighted]))
        leaf_of_row[unweighted] = nodes.find_nearest_leaf(queries, workers)
    return leaf_of_row
