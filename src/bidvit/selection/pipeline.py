"""Reduce, split into components, solve what is left, and put the answers together again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar, cast

import numpy as np
import numpy.typing as npt

from bidvit.selection.problem import IndependentSetProblem
from bidvit.selection.reduce import fix_by_roof_duality, reduce_problem, split_problem
from bidvit.selection.solver import Selection, SelectionError

if TYPE_CHECKING:
    from bidvit.selection.graph import GraphProblem
    from bidvit.selection.reduce import Components, Reduced

Reductions = bool | Literal["roof-duality"]
P = TypeVar("P", bound="GraphProblem")
SolveKernels = Callable[[Sequence[P], Sequence[np.random.Generator]], list[Selection]]


def check_reductions(reductions: object) -> None:
    """Raise unless this is one of the ways to reduce a problem."""
    if reductions is not True and reductions is not False and reductions != "roof-duality":
        raise ValueError(f"reductions must be True, False or 'roof-duality', got {reductions!r}")


def solve_reduced(
    problems: Sequence[P],
    rngs: Sequence[np.random.Generator],
    solve_kernels: SolveKernels[P],
    reductions: Reductions = True,
) -> list[Selection]:
    """Solve problems by a solver that sees connected kernels only.

    Parameters
    ----------
    problems : sequence of IndependentSetProblem or of DominatingSetProblem
        The latter are not reduced, but fall into components too.
    rngs : sequence of numpy.random.Generator
        One per problem.
    solve_kernels : callable
        Takes connected problems of two vertices or more, each with a generator of its own, and
        returns an independent, or dominating, set of each.
    reductions : {True, False, "roof-duality"}, default=True
        Whether the graph is reduced first; with ``"roof-duality"`` what is left goes through that
        as well. Without, the problems still fall into components.

    Returns
    -------
    list of Selection
        Maximal independent sets, or dominating sets. Optimality is proved where it is for all
        components.
    """
    asked: list[_Asked] = []
    for problem in problems:
        steps = _reduce(problem, reductions)
        parts = split_problem(steps[-1].kernel if steps else problem)
        # Nobody needs to be asked about single vertices, which are left where nothing was reduced.
        asked.append(_Asked(problem, steps, parts, np.flatnonzero(parts.sizes > 1)))
    kernels = [
        cast("P", kernel) for one in asked for kernel in one.parts.problems_of(one.components)
    ]
    streams = [
        stream
        for one, rng in zip(asked, rngs, strict=True)
        for stream in _derive(rng, len(one.components))
    ]
    answers = iter(solve_kernels(kernels, streams) if kernels else ())
    kernel = iter(kernels)
    return [
        _put_together(one, [(next(kernel), next(answers)) for _ in one.components]) for one in asked
    ]


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is left of a problem, and the components of that which a solver is asked about."""

    problem: GraphProblem
    steps: list[Reduced]
    parts: Components
    components: npt.NDArray[np.intp]


def _derive(rng: np.random.Generator, count: int) -> list[np.random.Generator]:
    """Return generators that depend on the next numbers of this one."""
    if count == 0:
        return []
    keys = rng.integers(2**64, size=(count, 2), dtype=np.uint64)
    return [np.random.Generator(np.random.Philox(key=key)) for key in keys]


def _reduce(problem: GraphProblem, reductions: Reductions) -> list[Reduced]:
    """Reduce a problem, again and again; what is left is the kernel of the last step."""
    if reductions is False or not isinstance(problem, IndependentSetProblem):
        return []
    steps = [reduce_problem(problem)]
    if reductions == "roof-duality" and steps[-1].kernel.n_vertices:
        steps.append(fix_by_roof_duality(steps[-1].kernel))
        if steps[-1].n_reduced:
            steps.append(reduce_problem(steps[-1].kernel))
    return steps


def _put_together(asked: _Asked, answers: list[tuple[GraphProblem, Selection]]) -> Selection:
    """Lift the answers for the components of the kernel to an answer for the problem."""
    problem, steps, parts = asked.problem, asked.steps, asked.parts
    bound = sum(step.offset for step in steps)
    details: Counter[str] = Counter()
    alone = parts.begins[:-1][parts.sizes == 1]
    found = [parts.vertices[alone]]
    bound += float(parts.problem.weights[found[0]].sum())
    for component, (kernel, answer) in zip(asked.components.tolist(), answers, strict=True):
        found.append(parts.vertices_of(component)[answer.vertices])
        bound += kernel.value(answer.vertices) if answer.proved_optimal else answer.bound
        details.update(answer.details)
    vertices = np.sort(np.concatenate(found))
    for step in reversed(steps):
        vertices = step.lift(vertices)
    # A kernel's set need not be maximal to begin with, nor does lifting have to keep it so; more
    # than completing it would cover up a mistake.
    vertices, n_wrong = problem.repair(vertices)
    if n_wrong:
        raise SelectionError(f"the sets of the parts of {problem.name} do not fit together")
    return Selection(
        vertices,
        proved_optimal=all(answer.proved_optimal for _, answer in answers),
        bound=bound,
        n_reduced=problem.n_vertices - parts.problem.n_vertices,
        repairs=sum(answer.repairs for _, answer in answers),
        details=details,
    )
