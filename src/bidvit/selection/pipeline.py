"""Reduce, split into components, solve what is left, and put the answers together again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeVar, cast

import numpy as np
import numpy.typing as npt

from bidvit.selection.problem import IndependentSetProblem
from bidvit.selection.reduce import find_components, fix_by_roof_duality, reduce_problem
from bidvit.selection.solver import Selection, SelectionError

if TYPE_CHECKING:
    from bidvit.selection.graph import GraphProblem
    from bidvit.selection.reduce import Reduced

Ids = npt.NDArray[np.int32]
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
    steps = [_reduce(problem, reductions) for problem in problems]
    # What is left of each problem, component by component.
    parts: list[_Part] = []
    for owner, (problem, reduced, rng) in enumerate(zip(problems, steps, rngs, strict=True)):
        kernel: GraphProblem = reduced[-1].kernel if reduced else problem
        components = find_components(kernel)
        for vertices, part_rng in zip(components, rng.spawn(len(components)), strict=True):
            whole = len(vertices) == kernel.n_vertices
            component = kernel if whole else kernel.subproblem(vertices)
            parts.append(_Part(owner, vertices, component, part_rng))
    # Nobody needs to be asked about single vertices, which are left where nothing was reduced.
    asked = [part for part in parts if part.kernel.n_vertices > 1]
    if asked:
        kernels = [cast("P", part.kernel) for part in asked]
        answers = solve_kernels(kernels, [part.rng for part in asked])
        for part, answer in zip(asked, answers, strict=True):
            part.answer = answer
    by_owner: list[list[_Part]] = [[] for _ in problems]
    for part in parts:
        by_owner[part.owner].append(part)
    return [_put_together(*one) for one in zip(problems, steps, by_owner, strict=True)]


@dataclass(eq=False)
class _Part:
    """A component of what is left of a problem, and the answer to it."""

    owner: int
    vertices: Ids
    kernel: GraphProblem
    rng: np.random.Generator
    answer: Selection = field(
        default_factory=lambda: Selection(np.zeros(1, np.int32), proved_optimal=True)
    )


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


def _put_together(problem: GraphProblem, steps: list[Reduced], parts: list[_Part]) -> Selection:
    """Lift the answers for the components of the kernel to an answer for the problem."""
    n_left = steps[-1].kernel.n_vertices if steps else problem.n_vertices
    bound = sum(step.offset for step in steps)
    details: Counter[str] = Counter()
    for part in parts:
        answer = part.answer
        bound += part.kernel.value(answer.vertices) if answer.proved_optimal else answer.bound
        details.update(answer.details)
    found = [part.vertices[part.answer.vertices] for part in parts]
    vertices = np.sort(np.concatenate([np.empty(0, np.int32), *found]))
    for step in reversed(steps):
        vertices = step.lift(vertices)
    # A kernel's set need not be maximal to begin with, nor does lifting have to keep it so; more
    # than completing it would cover up a mistake.
    vertices, n_wrong = problem.repair(vertices)
    if n_wrong:
        raise SelectionError(f"the sets of the parts of {problem.name} do not fit together")
    return Selection(
        vertices,
        proved_optimal=all(part.answer.proved_optimal for part in parts),
        bound=bound,
        n_reduced=problem.n_vertices - n_left,
        repairs=sum(part.answer.repairs for part in parts),
        details=details,
    )
