"""The greedy heuristics, as a solver of problems by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bidvit.selection.solver import Selection

if TYPE_CHECKING:
    import numpy as np

    from bidvit.selection.graph import GraphProblem


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

    def solve(self, problem: GraphProblem, rng: np.random.Generator) -> Selection:
        """Return a maximal independent set."""
        seed = int(rng.integers(2**63))
        return Selection(problem.select_greedily(seed))
