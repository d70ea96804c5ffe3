"""What a solver is, what it returns, and how every answer is checked before it is used."""

from __future__ import annotations

import time
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bidvit.selection.graph import GraphProblem

Ids = npt.NDArray[np.int32]
P = TypeVar("P", bound="GraphProblem")


@dataclass(frozen=True, eq=False)
class Selection:
    """What a solver picked of a chunk, and what is known of it.

    Attributes
    ----------
    vertices : ndarray of int32
        Ascending.
    weight : float
        Sum of their weights, or of the costs of a dominating set. Whatever a solver says here is
        computed anew.
    proved_optimal : bool
        No other set is better.
    bound : float
        No set is better than this; NaN if nothing is known.
    n_vertices, n_reduced : int
        How many vertices the problem has, and how many of them the reductions settled before the
        solver proper saw it.
    repairs : int
        How many vertices had to be taken out of a sampler's answer because they were joined to
        others in it.
    seconds : float
    details : mapping
        Numbers that the solver reports of itself, such as the time on a quantum processor; added up
        over chunks.
    """

    vertices: Ids
    weight: float = float("nan")
    proved_optimal: bool = False
    bound: float = float("nan")
    n_vertices: int = 0
    n_reduced: int = 0
    repairs: int = 0
    seconds: float = 0.0
    details: Mapping[str, float] = field(default_factory=dict)

    @property
    def reduction_share(self) -> float:
        """Share of the vertices that the reductions settled."""
        return self.n_reduced / max(1, self.n_vertices)

    @property
    def gap(self) -> float:
        """How far from the optimum the set can be at most, as a share of its weight, or cost.

        0 where it is proved optimal, NaN where there is no bound.
        """
        return gap_of(self.weight, self.bound)


@runtime_checkable
class Solver(Protocol):
    """Anything that finds maximal independent sets of large weight.

    `bidvit.selection.testing.check_solver` checks whether an object keeps to this.

    A solver gets the graphs of whole chunks: one vertex or more, connected or not, perhaps without
    an edge. It must not change the problem.

    A solver may also have a method ``solve_many(problems, rngs)`` that returns one selection per
    problem. It is then called with all chunks of a level, or many of them, at once. A solver whose
    attribute ``parallel`` is true may be called from several threads at the same time; then the GIL
    should be released for most of its work. A solver may state the most vertices it can take by an
    attribute ``largest_problem``: ``max_chunk_size="auto"`` takes it.
    """

    def solve(self, problem: Any, rng: np.random.Generator) -> Selection:
        """Return a maximal independent set.

        Parameters
        ----------
        problem : IndependentSetProblem or DominatingSetProblem
        rng : numpy.random.Generator
            The only source of randomness: the same generator, the same answer.

        Returns
        -------
        Selection
            Only `vertices` must be set.
        """
        ...


class SelectionError(RuntimeError):
    """A solver failed, or its answer is not a maximal independent, or dominating, set."""


def solve_all(
    solver: Solver, problems: Sequence[GraphProblem], rngs: Sequence[np.random.Generator]
) -> list[Selection]:
    """Solve several problems and verify every answer.

    Parameters
    ----------
    solver : Solver
    problems : sequence of GraphProblem
    rngs : sequence of numpy.random.Generator
        One per problem.

    Returns
    -------
    list of Selection
        With weights and times of our own.

    Raises
    ------
    SelectionError
        If the solver raises, or an answer is no maximal independent, or dominating, set. It names
        the solver and, where the failure belongs to one, the problem.
    """
    name = name_of(solver)
    if not all(problem.n_vertices for problem in problems):
        # Nobody needs to be asked about nothing.
        pairs = zip(problems, rngs, strict=True)
        asked = [(problem, rng) for problem, rng in pairs if problem.n_vertices]
        given = iter(solve_all(solver, [p for p, _ in asked], [rng for _, rng in asked]))
        nothing = Selection(np.empty(0, np.int32), proved_optimal=True)
        return [
            next(given) if problem.n_vertices else verify(problem, nothing, name)
            for problem in problems
        ]
    if not problems:
        return []
    solve_many = getattr(solver, "solve_many", None)
    if solve_many is not None:
        start = time.perf_counter()
        try:
            answers = list(solve_many([_lend(problem) for problem in problems], rngs))
        except Exception as error:
            if isinstance(error, SelectionError) and any(p.name in str(error) for p in problems):
                raise
            others = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
            raise SelectionError(
                f"solver {name} failed on {problems[0].name}{others}: {_say(error)}"
            ) from error
        if len(answers) != len(problems):
            raise SelectionError(
                f"solver {name} returned {len(answers)} answers to {len(problems)} problems"
            )
        share = (time.perf_counter() - start) / max(1, len(problems))
        return [
            verify(problem, answer, name, seconds=getattr(answer, "seconds", 0) or share)
            for problem, answer in zip(problems, answers, strict=True)
        ]
    selections = []
    for problem, rng in zip(problems, rngs, strict=True):
        start = time.perf_counter()
        try:
            answer = solver.solve(_lend(problem), rng)
        except Exception as error:
            if isinstance(error, SelectionError) and problem.name in str(error):
                raise
            raise SelectionError(
                f"solver {name} failed on {problem.name}: {_say(error)}"
            ) from error
        seconds = time.perf_counter() - start
        selections.append(verify(problem, answer, name, seconds=seconds))
    return selections


def verify(
    problem: GraphProblem, answer: Selection, solver_name: str, *, seconds: float | None = None
) -> Selection:
    """Return the answer with sorted vertices and a weight of our own, if it is maximal independent.

    Parameters
    ----------
    problem : GraphProblem
    answer : Selection
    solver_name : str
    seconds : float, optional
        How long it took, instead of what the answer says.

    Returns
    -------
    Selection
    """
    if not isinstance(answer, Selection):
        raise SelectionError(
            f"solver {solver_name} must return a Selection for {problem.name}, got {answer!r:.200}"
        )
    wrong = _find_wrong_figure(answer)
    if wrong is not None:
        raise SelectionError(
            f"solver {solver_name} returned a Selection with {wrong} for {problem.name}"
        )
    try:
        chosen = problem.mask(answer.vertices)
    except (IndexError, TypeError, ValueError) as error:
        raise SelectionError(
            f"solver {solver_name} returned no set of vertices for {problem.name}: {error}"
        ) from error
    flaw = problem.flaw(chosen)
    if flaw is not None:
        raise SelectionError(
            f"solver {solver_name} returned a set that is not {flaw} for {problem.name}"
        )
    value = problem.value(chosen)
    # A bound that the set itself beats, by rounding, is none. NaN stays NaN.
    bound = (np.fmin if problem.sense == "min" else np.fmax)(answer.bound, value)
    known = answer.proved_optimal or not np.isnan(answer.bound)
    return replace(
        answer,
        vertices=np.flatnonzero(chosen).astype(np.int32),
        weight=value,
        seconds=answer.seconds if seconds is None else seconds,
        n_vertices=problem.n_vertices,
        bound=value if answer.proved_optimal else float(bound) if known else float("nan"),
    )


def _lend(problem: P) -> P:
    """Return the problem for a solver to do with as it likes: its answer is held against ours."""
    lent = copy(problem)
    lent.weights = problem.weights.copy()
    return lent


def _find_wrong_figure(answer: Any) -> str | None:
    """Return which of the figures of an answer cannot be added up, and what it is; or None."""
    if not isinstance(answer.proved_optimal, (bool, np.bool_)):
        return f"proved_optimal={answer.proved_optimal!r:.100}, not True or False"
    figures = {name: getattr(answer, name) for name in ("bound", "n_reduced", "repairs", "seconds")}
    if not isinstance(answer.details, Mapping):
        return f"details={answer.details!r:.100}, not a mapping"
    figures |= {f"details[{name!r}]": value for name, value in answer.details.items()}
    for name, value in figures.items():
        if not isinstance(value, Real):
            return f"{name}={value!r:.100}, not a number"
    return None


def gap_of(weight: float, bound: float) -> float:
    """Return by how much a weight, or cost, misses a bound, as a share of it."""
    return abs(bound - weight) / weight if weight > 0 else bound - weight


def name_of(solver: object) -> str:
    """Return what messages and tables call a solver."""
    return str(getattr(solver, "name", None) or type(solver).__name__)


def _say(error: Exception) -> str:
    return str(error) or type(error).__name__
