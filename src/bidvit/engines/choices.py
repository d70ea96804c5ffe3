"""What the user chooses, checked: the same for every engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from bidvit import inputs
from bidvit.levels import Rules, Schedule
from bidvit.parallel import count_threads
from bidvit.selection.costs import check_coarsening
from bidvit.selection.levels import Selector, make_selector
from bidvit.selection.solver import name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bidvit.spaces import Space


@dataclass(frozen=True)
class Choices:
    """The arguments of `bidvit.cluster` but for the data, with solver and seed settled.

    ``initial_epsilon`` None is ``"auto"``.
    """

    linkage: Literal["ward", "distance"]
    representation: Literal["centroid", "point"]
    initial_epsilon: float | None
    initial_collapse: float
    growth: float
    max_chunk_size: int
    max_levels: int | None
    stop_at: int
    weight_scaling: str | None
    radii: Literal["exact", "bound"]
    n_threads: int
    seed: int
    progress: Callable[[Any], object] | None
    selector: Selector
    selection_params: dict[str, Any]

    @property
    def selection(self) -> str:
        """Name of the solver."""
        return "greedy" if self.selector.solver is None else name_of(self.selector.solver)

    def rules(self, space: Space, least_weight: float) -> Rules:
        """Return what stays the same from level to level."""
        return Rules(
            space,
            self.linkage,
            self.representation,
            self.max_chunk_size,
            self.weight_scaling,
            least_weight if self.linkage == "ward" else 1.0,
            self.seed,
            self.selector,
        )

    def schedule(self) -> Schedule:
        """Return the schedule of ε, at its beginning."""
        return Schedule(self.initial_epsilon, self.growth)

    def parameters(
        self,
        n_features: int,
        metric: str,
        initial_epsilon: float | None,
        cost: str | None,
        splits: str,
    ) -> dict[str, Any]:
        """Return what the tree says of how it was made."""
        return {
            "n_features": n_features,
            "metric": metric,
            "linkage": self.linkage,
            "representation": self.representation,
            "initial_epsilon": initial_epsilon,
            "growth": self.growth,
            "max_chunk_size": self.max_chunk_size,
            "max_levels": self.max_levels,
            "stop_at": self.stop_at,
            "weight_scaling": self.weight_scaling,
            "random_state": self.seed,
            "coarsening": self.selector.coarsening,
            "cost": cost,
            "selection": self.selection,
            "selection_params": self.selection_params,
            "splits": splits,
        }


def check_choices(
    *,
    metric: Any,
    linkage: Any,
    representation: Any,
    initial_epsilon: Any,
    initial_collapse: Any,
    growth: Any,
    max_chunk_size: Any,
    max_levels: Any,
    stop_at: Any,
    weight_scaling: Any,
    radii: Any,
    n_jobs: int | None,
    random_state: Any,
    progress: Any,
    selection: Any,
    selection_params: Mapping[str, Any] | None,
    on_failure: Any,
    coarsening: Any,
    cost: Any,
) -> Choices:
    """Return the choices if they can be made; otherwise the error names the one that cannot."""
    inputs.check_choice("linkage", linkage, ("ward", "distance"))
    inputs.check_choice("representation", representation, ("centroid", "point"))
    if linkage == "ward" and representation == "point" and not callable(metric):
        raise ValueError(
            "linkage='ward' needs representation='centroid', got 'point': "
            "use linkage='distance' for nodes that are points of the data"
        )
    if isinstance(initial_epsilon, str) and initial_epsilon == "auto":
        initial_epsilon = None
    else:
        initial_epsilon = inputs.check_float(
            "initial_epsilon", initial_epsilon, 0, or_else="'auto'"
        )
    initial_collapse = inputs.check_float("initial_collapse", initial_collapse, 0, 1)
    growth = inputs.check_float("growth", growth, 1)
    if max_levels is not None:
        max_levels = inputs.check_integer("max_levels", max_levels, 1)
    stop_at = inputs.check_integer("stop_at", stop_at, 1)
    inputs.check_choice("weight_scaling", weight_scaling, (None, "linear", "logarithmic"))
    inputs.check_choice("radii", radii, ("exact", "bound"))
    check_coarsening(coarsening, cost, weight_scaling)
    selector = make_selector(selection, selection_params, on_failure, coarsening)
    max_chunk_size = selector.choose_chunk_size(max_chunk_size)
    n_threads = count_threads(n_jobs)
    seed = inputs.check_seed(random_state)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function or None, got {progress!r}")
    return Choices(
        linkage,
        representation,
        initial_epsilon,
        initial_collapse,
        growth,
        max_chunk_size,
        max_levels,
        stop_at,
        weight_scaling,
        radii,
        n_threads,
        seed,
        progress,
        selector,
        _plain_ones(selection_params or {}),
    )


def _plain_ones(params: Mapping[str, Any]) -> dict[str, Any]:
    """Those of a solver's parameters that are plain values; a tree stores no others."""
    return {
        name: value
        for name, value in params.items()
        if value is None or isinstance(value, (bool, int, float, str))
    }
