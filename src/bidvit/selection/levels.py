"""The selection of a whole level by a solver outside the core."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs
from bidvit.selection.dominating import DominatingSetProblem
from bidvit.selection.greedy import GreedySolver
from bidvit.selection.local_search import LocalSearchSolver
from bidvit.selection.problem import IndependentSetProblem
from bidvit.selection.registry import make_solver
from bidvit.selection.solver import Selection, SelectionError, Solver, gap_of, name_of, solve_all

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bidvit.parallel import Workers
    from bidvit.selection.graph import GraphProblem

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]
Picks = npt.NDArray[np.uint8]
# Of the problems from one to before another.
Streams = Callable[[int, int], list[np.random.Generator]]

# Most nodes in a chunk where neither the user nor the solver says anything.
DEFAULT_CHUNK_SIZE = 1000
# How many ends of edges are in memory at once, at most, unless one chunk has more: 128 MB.
_MOST_AT_ONCE = 1 << 25
# In about how many parts a level is solved: progress is told, and Ctrl-C heard, after each.
_PARTS = 512


@dataclass
class LevelSelection:
    """What the solver made of the chunks of a level.

    Attributes
    ----------
    solver : str
    n_chunks, n_vertices, n_edges : int
    n_reduced : int
        Vertices settled by reductions, before the solver proper.
    n_proved : int
        Chunks whose set is proved to be of largest weight.
    n_failed : int
        Chunks on which the solver failed and the greedy heuristic took over.
    repairs : int
        Vertices taken out of a sampler's answers because they were joined to others.
    weight, bound : float
        Sum over the chunks of the weight (or cost) selected, and of the bounds on it; the latter is
        NaN if there is none for some chunk.
    seconds : float
        Time of the solver, all threads together.
    details : dict
        What the solver reports of itself, added up.
    """

    solver: str
    n_chunks: int = 0
    n_vertices: int = 0
    n_edges: int = 0
    n_reduced: int = 0
    n_proved: int = 0
    n_failed: int = 0
    repairs: int = 0
    weight: float = 0.0
    bound: float = 0.0
    seconds: float = 0.0
    details: Counter[str] = field(default_factory=Counter)

    @property
    def gap(self) -> float:
        """How far from the optimum the level can be at most, as a share of its weight, or cost."""
        return gap_of(self.weight, self.bound)

    def add(self, problem: GraphProblem, selection: Selection) -> None:
        """Count a chunk."""
        self.n_chunks += 1
        self.n_vertices += problem.n_vertices
        self.n_edges += problem.n_edges
        self.n_reduced += selection.n_reduced
        self.n_proved += selection.proved_optimal
        self.repairs += selection.repairs
        self.weight += selection.weight
        self.bound += selection.bound
        self.seconds += selection.seconds
        self.details.update(selection.details)

    def join(self, other: LevelSelection) -> None:
        """Count other chunks of the level."""
        for name, value in vars(other).items():
            if name == "details":
                self.details.update(value)
            elif name != "solver":
                setattr(self, name, getattr(self, name) + value)


class ChunkGraphs(ABC):
    """The graphs of a level's chunks; `build` and `weights_of` come with the points."""

    # Whether `build` may be called from one thread only.
    one_at_a_time = False
    # What is to be solved on them.
    problem_type: type[GraphProblem] = IndependentSetProblem

    def __init__(self, offsets: Offsets, order: Ids, seed: int, level: int) -> None:
        self.offsets, self.order, self.seed, self.level = offsets, order, seed, level

    @abstractmethod
    def build(self, chunk_begin: int, chunk_end: int) -> tuple[Offsets, Ids]:
        """Return the starts of all vertices of some chunks and their neighbours, by chunk."""

    @abstractmethod
    def weights_of(self, begin: int, end: int) -> Doubles:
        """Return weights, as the selection sees them, or costs, by place."""

    def problems(self, chunk_begin: int, chunk_end: int) -> list[GraphProblem]:
        """Return one problem per chunk."""
        starts, neighbours = self.build(chunk_begin, chunk_end)
        # Nor may a solver change the graph that its answer is held against.
        neighbours.flags.writeable = False
        first = int(self.offsets[chunk_begin])
        made: list[GraphProblem] = []
        for c in range(chunk_begin, chunk_end):
            begin, end = self.offsets[c : c + 2].tolist()
            span = starts[begin - first : end - first + 1]
            own = span - span[0]
            own.flags.writeable = False
            made.append(
                self.problem_type._trusted(
                    own,
                    neighbours[span[0] : span[-1]],
                    self.weights_of(begin, end),
                    f"chunk {c} of level {self.level + 1}",
                )
            )
        return made

    def rngs(self, chunk_begin: int, chunk_end: int) -> list[np.random.Generator]:
        """Return one stream per chunk, keyed by seed, level and the chunk's first node."""
        firsts = self.order[self.offsets[chunk_begin:chunk_end]].tolist()
        # Seed sequences, and not keys, so that solvers can spawn streams of their own.
        seeds = [np.random.SeedSequence((self.seed, self.level, first)) for first in firsts]
        return [np.random.Generator(np.random.Philox(seed)) for seed in seeds]


@dataclass(frozen=True)
class Selector:
    """How the picks of a level are found.

    Attributes
    ----------
    solver : Solver or None
        None: the greedy heuristic, within the kernel that coarsens.
    on_failure : {"raise", "greedy"}
    coarsening : {"separated", "dense"}
        Whether the picks are an independent set of large weight, or a dominating set of small cost.
    """

    solver: Solver | None = None
    on_failure: str = "raise"
    coarsening: str = "separated"

    def choose_chunk_size(self, max_chunk_size: Any) -> int:
        """Return κ, checked; for ``"auto"`` the largest problem the solver states, or 1,000."""
        if isinstance(max_chunk_size, str):
            if max_chunk_size != "auto":
                raise ValueError(
                    f"max_chunk_size must be an integer >= 2 or 'auto', got {max_chunk_size!r}"
                )
            max_chunk_size = getattr(self.solver, "largest_problem", None) or DEFAULT_CHUNK_SIZE
        checked = inputs.check_integer("max_chunk_size", max_chunk_size, 2)
        return min(checked, inputs.MAX_ROWS)

    @property
    def search_rules(self) -> tuple[int, bool] | None:
        """Rules of the local search, which the kernel that coarsens runs by itself; or None."""
        # Not of a subclass: that may solve in its own way.
        if type(self.solver) is LocalSearchSolver and self.coarsening == "separated":
            return self.solver.rules
        return None

    @property
    def problem_type(self) -> type[GraphProblem]:
        """What is to be solved on the graph of a chunk."""
        return DominatingSetProblem if self.coarsening == "dense" else IndependentSetProblem

    def select(
        self,
        graphs: ChunkGraphs,
        ranges: list[tuple[int, int]],
        workers: Workers,
        on_done: Callable[[float, LevelSelection | None], None] | None,
    ) -> tuple[Picks, LevelSelection]:
        """Return by place which nodes are picked, and what the solver made of the level.

        ``on_done`` is told how many of the ranges are through, or how large a part of them.
        """
        solver = self.solver
        assert solver is not None
        total = LevelSelection(name_of(solver))
        picks = np.zeros(len(graphs.order), np.uint8)

        def solve(begin: int, end: int) -> LevelSelection:
            found = LevelSelection(total.solver)
            problems = graphs.problems(begin, end)
            at = int(graphs.offsets[begin])

            def streams(first: int, last: int) -> list[np.random.Generator]:
                return graphs.rngs(begin + first, begin + last)

            answers, found.n_failed = self._solve(solver, problems, streams, workers)
            for problem, answer in zip(problems, answers, strict=True):
                picks[at + answer.vertices] = 1
                at += problem.n_vertices
                found.add(problem, answer)
            arrived.append(found)
            return found

        parts = _split(graphs.offsets, at_once=hasattr(solver, "solve_many"))
        arrived: list[LevelSelection] = []
        so_far = LevelSelection(total.solver)

        def tell(n_done: int) -> None:
            if on_done is None:
                return
            while arrived:
                so_far.join(arrived.pop())
            told = replace(so_far, details=Counter(so_far.details))
            on_done(n_done * len(ranges) / len(parts), told)

        results: list[LevelSelection] = []
        if getattr(solver, "parallel", False) and not graphs.one_at_a_time:
            results = workers.run(solve, parts, tell)
        else:
            for part in parts:
                results += workers.run(solve, [part])
                tell(len(results))
        for found in results:  # in the order of the chunks, so that sums are the same every time
            total.join(found)
        return picks, total

    def _solve(
        self,
        solver: Solver,
        problems: Sequence[GraphProblem],
        streams: Streams,
        workers: Workers,
    ) -> tuple[list[Selection], int]:
        """Return the answers, and to how many problems the greedy heuristic gave them."""
        answers: list[Selection] = []
        n_failed = 0
        n = len(problems)
        at_once = hasattr(solver, "solve_many")
        todo = [(0, n)] if at_once else [(i, i + 1) for i in reversed(range(n))]
        while todo:
            if workers.stop.is_set():
                raise _core.Stopped("stopped before the end")
            first, last = todo.pop()
            try:
                answers += solve_all(solver, problems[first:last], streams(first, last))
            except SelectionError:
                if self.on_failure == "raise":
                    raise
                if last - first > 1:
                    # Which of them fail is found by halves: where calls are dear, few are needed.
                    middle = (first + last) // 2
                    todo += [(middle, last), (first, middle)]
                    continue
                n_failed += 1
                # Streams from their beginning, whatever the solver took from them.
                answers += solve_all(GreedySolver(), problems[first:last], streams(first, last))
        return answers, n_failed


GREEDY = Selector()


def make_selector(
    selection: Any,
    params: Mapping[str, Any] | None = None,
    on_failure: str = "raise",
    coarsening: str = "separated",
) -> Selector:
    """Return how the picks are found, by the arguments of `bidvit.cluster`.

    Parameters
    ----------
    selection : str, Solver or dimod sampler
    params : mapping, optional
    on_failure : {"raise", "greedy"}, default="raise"
    coarsening : {"separated", "dense"}, default="separated"

    Returns
    -------
    Selector
    """
    inputs.check_choice("on_failure", on_failure, ("raise", "greedy"))
    solver = make_solver(selection, params)
    if isinstance(selection, str) and selection == "greedy" and coarsening == "separated":
        return GREEDY
    return Selector(solver, on_failure, coarsening)


def _split(offsets: Offsets, *, at_once: bool) -> list[tuple[int, int]]:
    """Return ranges of chunks: many small ones, or as few as fit into memory.

    All graphs might be complete.
    """
    sizes = np.diff(offsets)
    most_chunks = len(sizes) if at_once else max(1, len(sizes) // _PARTS)
    parts, begin, held = [], 0, 0
    for c, n_ends in enumerate((sizes * sizes).tolist()):
        if c > begin and (held + n_ends > _MOST_AT_ONCE or c - begin == most_chunks):
            parts.append((begin, c))
            begin, held = c, 0
        held += n_ends
    return [*parts, (begin, len(sizes))]


def plain(level: LevelSelection) -> dict[str, Any]:
    """Return the figures of a level as plain values, for files; None where there is no number."""
    figures = vars(level) | {"details": dict(level.details), "gap": level.gap}
    return {name: _plain(value) for name, value in figures.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, str):
        return value
    number = value.item() if isinstance(value, np.generic) else value
    return number if math.isfinite(number) else None
