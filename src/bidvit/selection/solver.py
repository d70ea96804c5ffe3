"""What a solver is, what it returns, and how every answer is checked before it is used."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bidvit.selection.problem import IndependentSetProblem

Ids = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Selection:
    """A maximal independent set, and what is known of it.

    Attributes
    ----------
    vertices : ndarray of int32
        Ascending.
    weight : float
        Sum of their weights. Whatever a solver says here is computed anew.
    proved_optimal : bool
        No independent set weighs more.
    bound : float
        No independent set weighs more than this; infinite if nothing is known.
    n_reduced : int
        How many vertices the reductions settled before the solver proper saw the problem.
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
    bound: float = float("inf")
    n_reduced: int = 0
    repairs: int = 0
    seconds: float = 0.0
    details: Mapping[str, float] = field(default_factory=dict)


@runtime_checkable
class Solver(Protocol):
    """Anything that finds maximal independent sets of large weight.

    `bidvit.selection.testing.check_solver` checks whether an object keeps to this.

    A solver may also have a method ``solve_many(problems, rngs)`` that returns one selection per
    problem. It is then called with all chunks of a level, or many of them, at once. A solver whose
    attribute ``parallel`` is true may be called from several threads at the same time; then the GIL
    should be released for most of its work.
    """

    def solve(self, problem: IndependentSetProblem, rng: np.random.Generator) -> Selection:
        """Return a maximal independent set.

        Parameters
        ----------
        problem : IndependentSetProblem
        rng : numpy.random.Generator
            The only source of randomness: the same generator, the same answer.

        Returns
        -------
        Selection
            Only `vertices` must be set.
        """
        ...


class SelectionError(RuntimeError):
    """A solver failed, or its answer is not a maximal independent set."""


def solve_all(
    solver: Solver, problems: Sequence[IndependentSetProblem], rngs: Sequence[np.random.Generator]
) -> list[Selection]:
    """Solve several problems and verify every answer.

    Parameters
    ----------
    solver : Solver
    problems : sequence of IndependentSetProblem
    rngs : sequence of numpy.random.Generator
        One per problem.

    Returns
    -------
    list of Selection
        With weights and times of our own.

    Raises
    ------
    SelectionError
        If the solver raises, or an answer is no maximal independent set. It names the solver and,
        where the failure belongs to one, the problem.
    """
    name = name_of(solver)
    solve_many = getattr(solver, "solve_many", None)
    if solve_many is not None:
        start = time.perf_counter()
        try:
            answers = solve_many(problems, rngs)
        except SelectionError:
            raise
        except Exception as error:
            names = problems[0].name if len(problems) == 1 else f"{len(problems)} problems"
            raise SelectionError(f"solver {name} failed on {names}: {error}") from error
        if len(answers) != len(problems):
            raise SelectionError(
                f"solver {name} returned {len(answers)} answers to {len(problems)} problems"
            )
        share = (time.perf_counter() - start) / max(1, len(problems))
        return [
            verify(problem, replace(answer, seconds=answer.seconds or share), name)
            for problem, answer in zip(problems, answers, strict=True)
        ]
    selections = []
    for problem, rng in zip(problems, rngs, strict=True):
        start = time.perf_counter()
        try:
            answer = solver.solve(problem, rng)
        except SelectionError:
            raise
        except Exception as error:
            raise SelectionError(f"solver {name} failed on {problem.name}: {error}") from error
        answer = replace(answer, seconds=time.perf_counter() - start)
        selections.append(verify(problem, answer, name))
    return selections


def verify(problem: IndependentSetProblem, answer: Selection, solver_name: str) -> Selection:
    """Return the answer with sorted vertices and a weight of our own, if it is maximal independent.

    Parameters
    ----------
    problem : IndependentSetProblem
    answer : Selection
    solver_name : str

    Returns
    -------
    Selection
    """
    try:
        chosen = problem.mask(answer.vertices)
    except (IndexError, TypeError, ValueError) as error:
        raise SelectionError(
            f"solver {solver_name} returned no set of vertices for {problem.name}: {error}"
        ) from error
    for wanted, holds in (
        ("independent", problem.is_independent(chosen)),
        ("maximal", problem.is_dominating(chosen)),
    ):
        if not holds:
            raise SelectionError(
                f"solver {solver_name} returned a set that is not {wanted} for {problem.name}"
            )
    weight = problem.weight(chosen)
    return replace(
        answer,
        vertices=np.flatnonzero(chosen).astype(np.int32),
        weight=weight,
        bound=weight if answer.proved_optimal else max(answer.bound, weight),
    )


def repair(problem: IndependentSetProblem, vertices: Any) -> tuple[Ids, int]:
    """Turn any set of vertices into a maximal independent one.

    Of the vertices that are joined to others of the set, the one that is worth least in proportion
    to what it is joined to goes, until none is left; then the set is completed greedily.

    Parameters
    ----------
    problem : IndependentSetProblem
    vertices : array-like of int or bool

    Returns
    -------
    vertices : ndarray of int32
        Ascending.
    repairs : int
        How many vertices were taken out.
    """
    chosen = problem.mask(vertices).copy()
    repairs = _drop_conflicts(problem, chosen)
    complete(problem, chosen)
    return np.flatnonzero(chosen).astype(np.int32), repairs


def _drop_conflicts(problem: IndependentSetProblem, chosen: npt.NDArray[np.bool_]) -> int:
    vertex, neighbours, weights = problem._vertex_of_end, problem.neighbours, problem.weights
    dropped = 0
    while True:
        inside = chosen[vertex] & chosen[neighbours]
        if not inside.any():
            return dropped
        conflicts = np.bincount(
            vertex[inside], weights[neighbours[inside]], minlength=problem.n_vertices
        )
        value = np.where(conflicts > 0, weights / np.where(conflicts > 0, conflicts, 1), np.inf)
        # All vertices that are worth less than everybody they are joined to can go together.
        worth = value[neighbours[inside]]
        least = np.full(problem.n_vertices, np.inf)
        np.minimum.at(least, vertex[inside], worth)
        order = np.arange(problem.n_vertices)
        tied = np.full(problem.n_vertices, problem.n_vertices)
        same = worth == value[vertex[inside]]
        np.minimum.at(tied, vertex[inside][same], neighbours[inside][same])
        goes = np.isfinite(value) & ((value < least) | ((value == least) & (order > tied)))
        if not goes.any():
            goes[np.flatnonzero(value == value.min())[-1]] = True
        chosen[goes] = False
        dropped += int(goes.sum())


def complete(problem: IndependentSetProblem, chosen: npt.NDArray[np.bool_]) -> None:
    """Add vertices greedily, in place, until the independent set is maximal."""
    from bidvit.selection.greedy import select_greedily

    blocked = chosen.copy()
    blocked[problem._vertex_of_end[chosen[problem.neighbours]]] = True
    free = np.flatnonzero(~blocked)
    if len(free):
        chosen[free[select_greedily(problem.subproblem(free), 0)]] = True


def name_of(solver: object) -> str:
    """Return what messages and tables call a solver."""
    return str(getattr(solver, "name", None) or type(solver).__name__)
