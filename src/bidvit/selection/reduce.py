"""Reductions: vertices that some optimum certainly has, or lacks, are settled before solving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

if TYPE_CHECKING:
    from bidvit.selection.graph import GraphProblem
    from bidvit.selection.problem import IndependentSetProblem

Ids = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Reduced:
    """What is left of a problem, and the way back.

    Attributes
    ----------
    problem : IndependentSetProblem
    kernel : IndependentSetProblem
        What is left, perhaps nothing.
    offset : float
        The optimum of the problem is this plus that of the kernel.
    """

    problem: IndependentSetProblem
    kernel: IndependentSetProblem
    offset: float
    _kept: Ids
    _taken: Ids

    @property
    def n_reduced(self) -> int:
        """How many vertices are settled."""
        return self.problem.n_vertices - self.kernel.n_vertices

    def lift(self, vertices: Ids) -> Ids:
        """Return the set of the problem that a set of the kernel stands for, ascending."""
        return np.sort(np.concatenate([self._taken, self._kept[vertices]]))


def reduce_problem(problem: IndependentSetProblem) -> Reduced:
    """Take every vertex without neighbours."""
    alone = problem.degrees == 0
    kept = np.flatnonzero(~alone).astype(np.int32)
    taken = np.flatnonzero(alone).astype(np.int32)
    return Reduced(problem, problem.subproblem(kept), problem.weight(taken), kept, taken)


def fix_by_roof_duality(problem: IndependentSetProblem, penalty: str | float = "min") -> Reduced:
    """Settle what the roof dual of the QUBO settles."""
    from bidvit.selection.extras import import_extra

    fixed = import_extra("dwave.preprocessing").roof_duality(
        problem.to_qubo(penalty), strict=False
    )[1]
    taken = np.array(sorted(v for v, value in fixed.items() if value), np.int32)
    left = np.ones(problem.n_vertices, bool)
    left[list(fixed)] = False
    kept = np.flatnonzero(left).astype(np.int32)
    return Reduced(problem, problem.subproblem(kept), problem.weight(taken), kept, taken)


def find_components(problem: GraphProblem) -> list[Ids]:
    """Return the vertices of each connected component, ascending, by first vertex."""
    n = problem.n_vertices
    if n == 0:
        return []
    ones = np.ones(len(problem.neighbours), np.int8)
    graph = csr_array((ones, problem.neighbours, problem.starts), shape=(n, n))
    count, labels = connected_components(graph, directed=False)
    order = np.argsort(labels, kind="stable").astype(np.int32)
    return np.split(order, np.cumsum(np.bincount(labels, minlength=count))[:-1])
