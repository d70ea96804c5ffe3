"""Greedy, then iterated local search on what the reductions leave, in the compiled core."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bidvit import _core, inputs
from bidvit.parallel import run_stoppable
from bidvit.selection.solver import Selection

if TYPE_CHECKING:
    from bidvit.selection.problem import IndependentSetProblem


class LocalSearchSolver:
    """Greedy, then swaps; small components of what the reductions leave are solved exactly.

    An iteration forces a vertex into the set in place of its neighbours there and then descends:
    free vertices come in, one vertex takes the place of several it outweighs, two take the place of
    one. A loss is kept now and then, or taken back. Where all weights of a component are equal, an
    iteration is five swaps of a tabu walk instead.

    Parameters
    ----------
    iterations_per_vertex : int, optional
        Iterations per vertex of a component of the reduced graph, >= 0; by default 3 and one more
        for each 400 edges that the component has. With 0 there is a descent from the greedy set and
        no more.
    reductions : bool, default=True
        Whether the graph is reduced first. Exact; without, all is searched.

    Notes
    -----
    Never lighter than the greedy set of what is searched. Optimality is proved if all components
    could be solved by branching, which is tried up to 64 vertices.

    Examples
    --------
    >>> import bidvit.selection as selection
    >>> ring = [(v, (v + 1) % 7) for v in range(7)]
    >>> problem = selection.IndependentSetProblem.from_edges(ring, 7, [3, 5, 4, 1, 2, 6, 4])
    >>> found = selection.solve(problem, "local-search", random_state=0)
    >>> found.weight, found.proved_optimal
    (13.0, True)
    """

    name = "local-search"
    parallel = True

    def __init__(self, iterations_per_vertex: int | None = None, reductions: bool = True) -> None:
        if iterations_per_vertex is not None:
            checked = inputs.check_integer("iterations_per_vertex", iterations_per_vertex, 0)
            iterations_per_vertex = min(checked, 10**9)
        self.iterations_per_vertex = iterations_per_vertex
        if not isinstance(reductions, bool):
            raise TypeError(f"reductions must be True or False, got {reductions!r}")
        self.reductions = reductions

    @property
    def rules(self) -> tuple[int, bool]:
        """What the core takes: iterations per vertex, -1 for the default, and reductions."""
        iterations = self.iterations_per_vertex
        return (-1 if iterations is None else iterations, self.reductions)

    def solve(self, problem: IndependentSetProblem, rng: np.random.Generator) -> Selection:
        """Return a maximal independent set."""
        if problem.sense != "max":
            raise TypeError(
                f"{self.name} solves independent set problems only, got a "
                f"{type(problem).__name__}: use 'greedy', 'exact' or a sampler"
            )
        picked = np.empty(problem.n_vertices, np.uint8)
        seed = int(rng.integers(2**63))

        def search(stop: _core.Stop) -> tuple[int, int]:
            return _core.search_locally(
                problem.starts,
                problem.neighbours,
                problem.weights,
                seed,
                *self.rules,
                picked,
                stop,
            )

        n_reduced, n_searched = run_stoppable(search)
        return Selection(
            np.flatnonzero(picked).astype(np.int32),
            proved_optimal=n_searched == 0,
            n_reduced=n_reduced,
        )
