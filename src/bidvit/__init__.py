"""Extreme clustering: a tree of representatives from millions of points, with an error bound."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bidvit import datasets, metrics, plots, selection
    from bidvit.coarsening import Coarse, coarsen, thin
    from bidvit.cuts import Cut
    from bidvit.engines.memory import Progress, cluster
    from bidvit.estimator import BiDViT
    from bidvit.progress import ProgressBar
    from bidvit.scores import Scores
    from bidvit.tree import ClusterTree, Level

    __version__: str

__all__ = [
    "BiDViT",
    "ClusterTree",
    "Coarse",
    "Cut",
    "Level",
    "Progress",
    "ProgressBar",
    "Scores",
    "cluster",
    "coarsen",
    "datasets",
    "metrics",
    "plots",
    "selection",
    "thin",
]

# Loaded when first used, so that importing the package costs next to nothing.
_HOMES = {
    "BiDViT": "bidvit.estimator",
    "ClusterTree": "bidvit.tree",
    "Coarse": "bidvit.coarsening",
    "Cut": "bidvit.cuts",
    "Level": "bidvit.tree",
    "Progress": "bidvit.engines.memory",
    "ProgressBar": "bidvit.progress",
    "Scores": "bidvit.scores",
    "cluster": "bidvit.engines.memory",
    "coarsen": "bidvit.coarsening",
    "thin": "bidvit.coarsening",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in __all__:
        return import_module(f"bidvit.{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("bidvit")
    raise AttributeError(f"module 'bidvit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
