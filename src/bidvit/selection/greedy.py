"""The paper's greedy heuristic, as a solver of graphs by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bidvit import _core
from bidvit.selection.solver import Selection

if TYPE_CHECKING:
    from bidvit.selection.problem import IndependentSetProblem


class GreedySolver:
    """Again and again the vertex whose remaining neighbours weigh least in proportion to itself.

    O(edges + picks × n / 16). At least ω(S*) / (weighted average degree + 1) of the optimum ω(S*).

    Examples
    --------
    >>> import bidvit.selection as selection
    >>> problem = selection.IndependentSetProblem.from_edges([(0, 1), (1, 2)], 3)
    >>> selection.solve(problem, "greedy", random_state=0).vertices
    array([0, 2], dtype=int32)
    """

    name = "greedy"
    parallel = True

    def solve(self, problem: IndependentSetProblem, rng: np.random.Generator) -> Selection:
        """Return a maximal independent set."""
        seed = int(rng.integers(2**63))
        return Selection(select_greedily(problem, seed))


def select_greedily(problem: IndependentSetProblem, seed: int) -> npt.NDArray[np.int32]:
    """Return the greedy set, ascending; ties are broken by the seed."""
    picked = np.empty(problem.n_vertices, np.uint8)
    _core.select_greedily(problem.starts, problem.neighbours, problem.weights, seed, picked)
    return np.flatnonzero(picked).astype(np.int32)
