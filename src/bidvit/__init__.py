"""Extreme clustering: a tree of representatives from millions of points, with an error bound."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bidvit import datasets, plots
    from bidvit.coarsening import Coarse, coarsen, thin
    from bidvit.engines.memory import Progress, cluster
    from bidvit.tree import ClusterTree, Level

__all__ = [
    "ClusterTree",
    "Coarse",
    "Level",
    "Progress",
    "cluster",
    "coarsen",
    "datasets",
    "plots",
    "thin",
]

# Loaded when first used, so that importing the package costs next to nothing.
_HOMES = {
    "ClusterTree": "bidvit.tree",
    "Coarse": "bidvit.coarsening",
    "Level": "bidvit.tree",
    "Progress": "bidvit.engines.memory",
    "cluster": "bidvit.engines.memory",
    "coarsen": "bidvit.coarsening",
    "thin": "bidvit.coarsening",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in __all__:
        return import_module(f"bidvit.{name}")
    raise AttributeError(f"module 'bidvit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
