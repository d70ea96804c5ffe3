"""Checks that the author of a solver can run: whether it keeps to the contract of `Solver`."""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs
from bidvit.parallel import Workers
from bidvit.selection.problem import IndependentSetProblem
from bidvit.selection.registry import make_solver
from bidvit.selection.solver import Selection, SelectionError, Solver, name_of, solve_all, verify

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bidvit.selection.graph import GraphProblem

# Up to this many vertices the optimum is found by trying all sets.
MOST_TRIED = 10
# How much rounding may take from a bound, in proportion.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class SolverCheck:
    """What a solver made of one problem.

    Attributes
    ----------
    problem : str
    n_vertices, n_edges : int
    weight : float
        Of the set found, or its cost.
    optimum : float
        By trying all sets; NaN where there are too many.
    proved_optimal : bool
        Whether the solver says so.
    seconds : float
    """

    problem: str
    n_vertices: int
    n_edges: int
    weight: float
    optimum: float
    proved_optimal: bool
    seconds: float


@dataclass(frozen=True)
class SolverReport:
    """What a solver that passed all checks made of the problems; prints as a table.

    Attributes
    ----------
    solver : str
    rows : list of SolverCheck
        One per problem.
    """

    solver: str
    rows: list[SolverCheck] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [
            f"{self.solver} passed all checks on {len(self.rows)} problems",
            f"{'problem':34}{'vertices':>9}{'edges':>8}{'weight':>14}{'optimum':>14}{'seconds':>9}",
        ]
        for row in self.rows:
            optimum = "?" if math.isnan(row.optimum) else f"{row.optimum:.6g}"
            if row.proved_optimal:
                optimum = f"proved {row.weight:.6g}"
            lines.append(
                f"{row.problem:34}{row.n_vertices:9,}{row.n_edges:8,}{row.weight:14.6g}"
                f"{optimum:>14}{row.seconds:9.4f}"
            )
        return "\n".join(lines)


def check_solver(
    solver: Any,
    *,
    problems: Iterable[GraphProblem] | None = None,
    params: Mapping[str, Any] | None = None,
    deterministic: bool = True,
    random_state: Any = 0,
) -> SolverReport:
    """Check that a solver keeps to the contract, on graphs of many kinds.

    Every answer must be a maximal independent set, the problem must be as it was, and the same
    generator must give the same answer, without a look at any global random state. What the solver
    says is optimal, and its bounds, are compared with the best of all sets where the graph is
    small, and with the greedy one elsewhere. A method `solve_many` is called with all problems at
    once, and a solver whose `parallel` is true from several threads.

    Parameters
    ----------
    solver : str, Solver or dimod sampler
        As in `bidvit.cluster`.
    problems : iterable of problems, optional
        Instead of those of `make_problems`.
    params : mapping, optional
        Parameters of a solver that is given by name, or of a sampler.
    deterministic : bool, default=True
        False for hardware, which answers as it likes.
    random_state : int, RandomState, Generator or None, default=0

    Returns
    -------
    SolverReport
        A line per problem; print it.

    Raises
    ------
    AssertionError
        At the first check that fails. It names the check, the solver and the problem.

    Examples
    --------
    A solver in ten lines, and its check:

    >>> import numpy as np
    >>> from bidvit.selection import Selection
    >>> from bidvit.selection.testing import check_solver
    >>> class FirstComeFirstServed:
    ...     def solve(self, problem, rng):
    ...         free, picked = np.ones(problem.n_vertices, bool), []
    ...         for v in rng.permutation(problem.n_vertices):
    ...             if free[v]:
    ...                 picked.append(v)
    ...                 free[problem.neighbours[problem.starts[v] : problem.starts[v + 1]]] = False
    ...         return Selection(picked)
    >>> report = check_solver(FirstComeFirstServed())
    >>> print(report)  # doctest: +ELLIPSIS
    FirstComeFirstServed passed all checks on 37 problems
    problem ...

    It can be used at once: ``bidvit.cluster(X, selection=FirstComeFirstServed())``.
    """
    made = make_solver(solver, params)
    seed = inputs.check_seed(random_state)
    battery = list(make_problems(seed) if problems is None else problems)
    report = SolverReport(name_of(made))
    answers = []
    for place, problem in enumerate(battery):
        optimum = _find_optimum(problem)
        stream = (seed, place)
        start = time.perf_counter()
        answer = _ask(made, problem, stream)
        seconds = time.perf_counter() - start
        _check_claims(report.solver, problem, answer, optimum)
        checked = _check_set("valid set", report.solver, problem, answer)
        if deterministic:
            again = _check_set("valid set", report.solver, problem, _ask(made, problem, stream))
            _require_equal("determinism", report.solver, problem, checked, again)
        answers.append(checked)
        report.rows.append(
            SolverCheck(
                problem.name,
                problem.n_vertices,
                problem.n_edges,
                checked.weight,
                optimum,
                checked.proved_optimal,
                seconds,
            )
        )
    if hasattr(made, "solve_many"):
        _check_many(made, battery, seed, deterministic)
    if getattr(made, "parallel", False):
        _check_threads(made, battery, seed, answers if deterministic else None)
    return report


def make_problems(seed: int = 0) -> list[IndependentSetProblem]:
    """Return the problems that `check_solver` asks by default: 37 graphs, most of them small.

    Parameters
    ----------
    seed : int, default=0

    Returns
    -------
    list of IndependentSetProblem
    """
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, list[tuple[int, int]]]] = {
        "one vertex": (1, []),
        "no edges": (6, []),
        "path": (8, [(i, i + 1) for i in range(7)]),
        "cycle": (9, [(i, (i + 1) % 9) for i in range(9)]),
        "complete": (8, list(combinations(range(8), 2))),
        "star": (9, [(0, i) for i in range(1, 9)]),
        "bipartite": (9, [(i, j) for i in range(4) for j in range(4, 9)]),
        "disconnected": (10, [(0, 1), (1, 2), (0, 2), (4, 5), (5, 6), (6, 7), (4, 7), (8, 9)]),
    }
    made = []
    for shape, (n, edges) in shapes.items():
        for kind, weights in {
            "equal": np.ones(n),
            "1e-6 to 1e6": 10.0 ** rng.uniform(-6, 6, n),
            "huge": 1e90 * rng.uniform(1, 2, n),
            "tiny": 1e-90 * rng.uniform(1, 2, n),
        }.items():
            name = f"{shape}, weights {kind}"
            made.append(IndependentSetProblem.from_edges(edges, n, weights, name=name))
    for n, degree, kind in [(200, 4, "equal"), (200, 4, "uneven"), (200, 12, "uneven")]:
        # In the unit square a circle of this radius holds `degree` points on average.
        radius = math.sqrt(degree / n / math.pi)
        weights = np.ones(n) if kind == "equal" else rng.uniform(1, 100, n)
        name = f"{n} points, degree {degree}, {kind}"
        points = rng.random((n, 2))
        made.append(IndependentSetProblem.from_points(points, radius, weights=weights, name=name))
    for name, density in [("sparse", 0.2), ("dense", 0.7)]:
        edges = [pair for pair in combinations(range(10), 2) if rng.random() < density]
        weights = rng.integers(1, 10, 10).astype(float)
        made.append(IndependentSetProblem.from_edges(edges, 10, weights, name=f"random {name}"))
    return made


def _fail(check: str, solver: str, problem: str, what: str) -> AssertionError:
    return AssertionError(f"check {check!r} of solver {solver} on problem {problem!r}: {what}")


def _stream(key: tuple[int, int]) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(np.random.SeedSequence(key)))


def _copy(problem: GraphProblem) -> tuple[npt.NDArray[Any], ...]:
    return problem.starts.copy(), problem.neighbours.copy(), problem.weights.copy()


def _global_state() -> tuple[Any, ...]:
    kind, keys, *rest = np.random.get_state()  # noqa: NPY002 - whether somebody else uses it
    return kind, np.asarray(keys).tobytes(), tuple(rest), random.getstate()


def _ask(solver: Solver, problem: GraphProblem, stream: tuple[int, int]) -> Any:
    """Return the answer as the solver gave it, after a look at what it must leave alone."""
    name, before, state = name_of(solver), _copy(problem), _global_state()
    try:
        answer = solver.solve(problem, _stream(stream))
    except Exception as error:
        what = f"it raised {type(error).__name__}: {error}"
        raise _fail("solves", name, problem.name, what) from error
    _require_untouched(name, problem, before)
    if _global_state() != state:
        what = "it drew from the global random state of numpy or Python instead of from rng"
        raise _fail("global random state", name, problem.name, what)
    return answer


def _require_untouched(
    name: str, problem: GraphProblem, before: tuple[npt.NDArray[Any], ...]
) -> None:
    names = ("starts", "neighbours", "weights")
    for what, old, new in zip(names, before, _copy(problem), strict=True):
        if not np.array_equal(old, new):
            raise _fail("untouched problem", name, problem.name, f"it changed problem.{what}")


def _check_set(check: str, name: str, problem: GraphProblem, answer: Selection) -> Selection:
    try:
        return verify(problem, answer, name)
    except SelectionError as error:
        raise _fail(check, name, problem.name, str(error)) from error


def _check_claims(name: str, problem: GraphProblem, answer: Any, optimum: float) -> None:
    """Compare what the answer says of the optimum with what is known of it."""
    if not isinstance(answer, Selection):
        what = f"it must return a Selection, got {answer!r:.200}"
        raise _fail("valid set", name, problem.name, what)
    checked = _check_set("valid set", name, problem, answer)
    sign = 1 if problem.sense == "max" else -1
    known = optimum
    if math.isnan(optimum):
        known = sign * max(sign * checked.weight, sign * problem.value(problem.select_greedily(0)))
    slack = _ROUNDING * abs(known)
    if answer.proved_optimal and sign * (known - checked.weight) > slack:
        what = f"it calls {checked.weight:.12g} proved, there is a set of {known:.12g}"
        raise _fail("proof", name, problem.name, what)
    if not math.isnan(answer.bound) and sign * (known - answer.bound) > slack:
        what = f"its bound {answer.bound:.12g} excludes a set of {known:.12g}"
        raise _fail("bound", name, problem.name, what)


def _require_equal(
    check: str, name: str, problem: GraphProblem, first: Selection, second: Selection
) -> None:
    if not np.array_equal(first.vertices, second.vertices):
        what = "equal generators gave different sets"
        raise _fail(check, name, problem.name, what)


def _check_many(
    solver: Solver, problems: Sequence[GraphProblem], seed: int, deterministic: bool
) -> None:
    """Call `solve_many` with all problems; its answers need not be those of `solve`."""
    name, before, state = name_of(solver), [_copy(p) for p in problems], _global_state()

    def ask() -> list[Selection]:
        try:
            streams = [_stream((seed, place)) for place in range(len(problems))]
            return solve_all(solver, problems, streams)
        except SelectionError as error:
            raise _fail("solve_many", name, "all at once", str(error)) from error

    first = ask()
    for problem, old in zip(problems, before, strict=True):
        _require_untouched(name, problem, old)
    if _global_state() != state:
        what = "it drew from the global random state of numpy or Python instead of from rngs"
        raise _fail("global random state", name, "all at once", what)
    for problem, answer in zip(problems, first, strict=True):
        _check_claims(name, problem, answer, _find_optimum(problem))
    if deterministic:
        for problem, one, other in zip(problems, first, ask(), strict=True):
            _require_equal("determinism", name, problem, one, other)


def _check_threads(
    solver: Solver,
    problems: Sequence[GraphProblem],
    seed: int,
    alone: Sequence[Selection] | None,
) -> None:
    """Call the solver from four threads; answers must be those it gave alone."""
    name = name_of(solver)

    def ask(place: int) -> Selection:
        problem = problems[place]
        try:
            answer = solver.solve(problem, _stream((seed, place)))
        except Exception as error:
            what = f"called from several threads it raised {type(error).__name__}: {error}"
            raise _fail("parallel", name, problem.name, what) from error
        return _check_set("parallel", name, problem, answer)

    with Workers(4) as workers:
        places = [(place,) for _ in range(3) for place in range(len(problems))]
        answers = workers.run(ask, places)
    if alone is not None:
        for (place,), answer in zip(places, answers, strict=True):
            _require_equal("parallel", name, problems[place], alone[place], answer)


def _find_optimum(problem: GraphProblem) -> float:
    """Return the value of the best valid set by trying all, or NaN if there are too many."""
    n = problem.n_vertices
    if n > MOST_TRIED:
        return float("nan")
    masks = (np.arange(1 << n)[:, None] >> np.arange(n) & 1).astype(bool)
    values = [problem.value(mask) for mask in masks if problem.flaw(mask) is None]
    return max(values) if problem.sense == "max" else min(values)
