"""Selection: which points represent a chunk; problems, solvers and their checks.

>>> import bidvit.selection as selection
>>> problem = selection.IndependentSetProblem.from_points([[1.0], [2.0], [3.0], [4.0]], 1.5)
>>> selection.solve(problem, "greedy", random_state=0).weight
2.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from bidvit.selection.dominating import DominatingSetProblem
    from bidvit.selection.graph import GraphProblem
    from bidvit.selection.problem import IndependentSetProblem
    from bidvit.selection.registry import SOLVERS, make_solver
    from bidvit.selection.solver import Selection, SelectionError, Solver

__all__ = [
    "SOLVERS",
    "DominatingSetProblem",
    "IndependentSetProblem",
    "Selection",
    "SelectionError",
    "Solver",
    "make_solver",
    "solve",
]

_HOMES = {
    "DominatingSetProblem": "dominating",
    "IndependentSetProblem": "problem",
    "SOLVERS": "registry",
    "Selection": "solver",
    "SelectionError": "solver",
    "Solver": "solver",
    "make_solver": "registry",
}


def solve(
    problem: GraphProblem,
    selection: Any = None,
    *,
    random_state: Any = None,
    **params: Any,
) -> Selection:
    """Find a maximal independent set of large weight, or a dominating set of small cost.

    Parameters
    ----------
    problem : IndependentSetProblem or DominatingSetProblem
    selection : str, Solver or dimod sampler, optional
        The name of a solver, one of ``bidvit.selection.SOLVERS``, or an object. By default
        ``"local-search"`` for independent and ``"greedy"`` for dominating sets.
    random_state : int, RandomState, Generator or None
        Seed.
    **params
        The solver's own parameters; unknown ones are refused.

    Returns
    -------
    Selection
        Checked: independent and maximal, or dominating, and its weight or cost computed anew.

    Examples
    --------
    >>> import bidvit.selection as selection
    >>> path = selection.IndependentSetProblem.from_edges([(0, 1), (1, 2)], 3, [1.0, 3.0, 1.0])
    >>> selection.solve(path, "greedy", random_state=0).vertices
    array([1], dtype=int32)
    """
    from bidvit import inputs
    from bidvit.selection.registry import make_solver
    from bidvit.selection.solver import solve_all

    if selection is None:
        selection = "local-search" if problem.sense == "max" else "greedy"
    solver = make_solver(selection, params)
    rng = np.random.default_rng(inputs.check_seed(random_state))
    return solve_all(solver, [problem], [rng])[0]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"bidvit.selection.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'bidvit.selection' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
