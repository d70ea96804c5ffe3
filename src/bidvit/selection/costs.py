"""What it costs to pick a node, where a level is coarsened to a dense subset of least cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs

if TYPE_CHECKING:
    from bidvit.levels import Distinct
    from bidvit.spaces import Space

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
CostFunction = Callable[[Floats, Doubles], Any]


def check_coarsening(coarsening: str, cost: Any, weight_scaling: str | None = None) -> None:
    """Raise unless the way to coarsen is one, and what else is asked for goes with it."""
    inputs.check_choice("coarsening", coarsening, ("separated", "dense"))
    if coarsening == "separated":
        if cost is not None:
            raise ValueError("cost must be None with coarsening='separated': use 'dense'")
        return
    if weight_scaling is not None:
        raise ValueError(
            f"weight_scaling must be None with coarsening='dense', got {weight_scaling!r}: weights "
            "play no part in that selection, costs do"
        )


def split_cost(X: Any, cost: Any) -> tuple[Any, Any]:
    """Take the column of costs out of a data frame, if that is what `cost` names.

    Parameters
    ----------
    X : array-like or data frame
    cost : None, str, array-like or callable

    Returns
    -------
    X
        Without the column.
    cost
        No longer a name.
    """
    if not isinstance(cost, str):
        return X, cost
    # Of a table of Arrow, `columns` are the columns themselves.
    names = getattr(X, "column_names", getattr(X, "columns", None))
    if names is None or not hasattr(X, "drop"):
        raise TypeError(
            f"cost is the name of a column, {cost!r}, so X must be a data frame, "
            f"got {type(X).__name__}"
        )
    if cost not in list(names):
        raise ValueError(f"cost must be a column of X or not be a name, got {cost!r}")
    # pandas names the axis, the others have but one.
    rest = X.drop(columns=cost) if hasattr(X, "iloc") else X.drop(cost)
    return rest, X[cost]


def name_of_cost(cost: Any) -> str | None:
    """Return what the tree says of the costs it was made with."""
    if cost is None or isinstance(cost, str):
        return cost
    if callable(cost):
        return str(getattr(cost, "__name__", type(cost).__name__))
    return "array"


@dataclass
class Costs:
    """The costs of the nodes of the level at hand.

    Attributes
    ----------
    function : callable or None
        Asked anew at every level.
    values : ndarray of float64, or None
        By node; None: 1 each, or not asked for yet.
    """

    function: CostFunction | None = None
    values: Doubles | None = None

    def begin_level(self, points: Floats, weights: Doubles | None, space: Space) -> None:
        """Ask the user's function for the costs of a level's nodes."""
        if self.function is None:
            return
        seen = space.unembed(points).view()
        seen.flags.writeable = False
        held = np.ones(len(points)) if weights is None else weights.view()
        held.flags.writeable = False
        costs = self.function(seen, held)
        self.values = inputs.check_costs(costs, len(points), "node")

    def inherit(self, picks: Ids | None) -> None:
        """Go on to the next level: a node costs what its pick did."""
        if self.values is not None and picks is not None:
            self.values = self.values[picks]


def make_costs(cost: Any, distinct: Distinct, n_rows: int) -> Costs:
    """Return the costs of level 0: of equal rows, the least.

    Parameters
    ----------
    cost : None, array-like or callable
    distinct : Distinct
    n_rows : int

    Returns
    -------
    Costs
    """
    if cost is None:
        return Costs()
    if callable(cost):
        return Costs(cost)
    values = inputs.check_costs(cost, n_rows, "row")
    if distinct.node_of_row is None:
        return Costs(None, values)
    least = np.full(distinct.n_nodes, np.inf)
    counted = distinct.node_of_row >= 0
    np.minimum.at(least, distinct.node_of_row[counted], values[counted])
    return Costs(None, least)
