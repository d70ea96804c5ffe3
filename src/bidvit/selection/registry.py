"""Solvers by name: what `selection=` accepts."""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from bidvit.selection.solver import Solver, name_of

if TYPE_CHECKING:
    from collections.abc import Mapping

# Name: module within this package and class. Loaded when asked for.
SOLVERS = {
    "greedy": ("greedy", "GreedySolver"),
    "exact": ("exact", "ExactSolver"),
    "local-search": ("local_search", "LocalSearchSolver"),
}


def make_solver(selection: Any, params: Mapping[str, Any] | None = None) -> Solver:
    """Return the solver that a name, a solver or a dimod sampler stands for.

    Parameters
    ----------
    selection : str, Solver or dimod sampler
    params : mapping, optional
        Parameters of the solver; unknown ones are refused.

    Returns
    -------
    Solver
    """
    params = dict(params or {})
    if isinstance(selection, str):
        if selection not in SOLVERS:
            raise ValueError(
                f"selection must be a solver or one of {', '.join(map(repr, SOLVERS))}, "
                f"got {selection!r}"
            )
        module, name = SOLVERS[selection]
        made = getattr(import_module(f"bidvit.selection.{module}"), name)
        check_params(selection, params, tuple(signature(made).parameters))
        solver: Solver = made(**params)
        return solver
    if isinstance(selection, Solver) and not isinstance(selection, type):
        if params:
            raise ValueError(
                f"selection_params must be empty for a solver that is made already, "
                f"{name_of(selection)}, got {params}"
            )
        return selection
    raise TypeError(
        "selection must be a name, a solver (an object with a method solve(problem, rng)) or a "
        f"dimod sampler, got {selection!r}"
    )


def check_params(solver: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    """Raise unless a solver knows all its parameters."""
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise ValueError(
            f"{solver} has no parameter {', '.join(map(repr, unknown))}; "
            + (f"it has {', '.join(map(repr, known))}" if known else "it has none")
        )
