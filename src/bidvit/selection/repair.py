"""Repair of samplers' answers: conflicts out, then completed until nothing can be added."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from bidvit.selection.problem import IndependentSetProblem


def drop_conflicts(problem: IndependentSetProblem, chosen: npt.NDArray[np.bool_]) -> int:
    """Take vertices out, in place, until no two are joined; returns how many."""
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
    blocked = chosen.copy()
    blocked[problem._vertex_of_end[chosen[problem.neighbours]]] = True
    free = np.flatnonzero(~blocked)
    if len(free):
        chosen[free[problem.subproblem(free).select_greedily(0)]] = True
