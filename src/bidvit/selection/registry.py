"""Solvers by name: what `selection=` accepts."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import Parameter, signature
from typing import Any

from bidvit.selection.solver import Solver, name_of

# Name: module within this package and class. Loaded when asked for.
SOLVERS = {
    "greedy": ("greedy", "GreedySolver"),
    "dwave": ("dwave", "DWaveSolver"),
    "exact": ("exact", "ExactSolver"),
    "leap-hybrid": ("dwave", "LeapHybridSolver"),
    "local-search": ("local_search", "LocalSearchSolver"),
    "parallel-tempering": ("named", "ParallelTemperingSolver"),
    "path-integral": ("named", "PathIntegralSolver"),
    "path-relinking": ("named", "PathRelinkingSolver"),
    "simulated-annealing": ("named", "SimulatedAnnealingSolver"),
    "steepest-descent": ("named", "SteepestDescentSolver"),
    "tabu": ("named", "TabuSolver"),
    "tree-decomposition": ("named", "TreeDecompositionSolver"),
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
        known = signature(made).parameters.values()
        # Those that pass parameters on to a sampler know its own, and refuse others themselves.
        if not any(parameter.kind is Parameter.VAR_KEYWORD for parameter in known):
            check_params(selection, params, tuple(parameter.name for parameter in known))
        solver: Solver = made(**params)
        return solver
    if isinstance(selection, Solver) and not isinstance(selection, type):
        if params:
            raise ValueError(
                f"selection_params must be empty for a solver that is made already, "
                f"{name_of(selection)}, got {params}"
            )
        return selection
    if is_sampler(selection):
        from bidvit.selection.annealing import SamplerSolver

        return SamplerSolver(selection, **params)
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


def is_sampler(thing: object) -> bool:
    """Whether an object has dimod's interface of samplers: a method `sample` and `parameters`."""
    return (
        not isinstance(thing, type)
        and callable(getattr(thing, "sample", None))
        and isinstance(getattr(thing, "parameters", None), Mapping)
    )
