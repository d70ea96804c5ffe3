"""Repair of samplers' answers: conflicts out, then completed until nothing can be added."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bidvit import _core

if TYPE_CHECKING:
    from bidvit.selection.problem import IndependentSetProblem


def drop_conflicts(problem: IndependentSetProblem, chosen: npt.NDArray[np.bool_]) -> int:
    """Take vertices out, in place, until no two are joined; returns how many.

    Again and again the one that is worth least in proportion to the vertices of the set that it is
    joined to goes; of equal ones the last.
    """
    return _core.drop_conflicts(
        problem.starts, problem.neighbours, problem.weights, chosen.view(np.uint8)
    )


def complete(problem: IndependentSetProblem, chosen: npt.NDArray[np.bool_]) -> None:
    """Add vertices greedily, in place, until the independent set is maximal."""
    blocked = chosen.copy()
    blocked[problem._vertex_of_end[chosen[problem.neighbours]]] = True
    free = np.flatnonzero(~blocked)
    if len(free):
        chosen[free[problem.subproblem(free).select_greedily(0)]] = True
