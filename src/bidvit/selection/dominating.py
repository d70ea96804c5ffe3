"""DominatingSetProblem: an epsilon-dense subset of least cost (appendix A of the paper)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs
from bidvit.selection.graph import GraphProblem
from bidvit.selection.problem import PENALTY_MARGIN

if TYPE_CHECKING:
    import dimod

    from bidvit import spaces

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]


class DominatingSetProblem(GraphProblem):
    """Minimum-cost dominating set: every vertex is picked or joined to a pick, at least total cost.

    In a chunk, vertices are nodes and an edge joins any two closer than epsilon. So a dominating
    set is epsilon-dense. Unlike a maximal independent set it need not be epsilon-separated, and can
    be smaller for that.

    Parameters
    ----------
    starts : array-like of int, shape (n + 1,)
        Where the neighbours of each vertex begin in `neighbours`, and where the last ones end.
    neighbours : array-like of int
        The neighbours of one vertex after those of the other, ascending: every edge appears at both
        of its ends.
    costs : array-like of float, shape (n,), optional
        Positive; 1 each by default.
    name : str, default="problem"
        What messages call it.

    Attributes
    ----------
    n_vertices, n_edges : int

    Examples
    --------
    The paper's example: of the points 1, 2, 3 and 4 the two in the middle are within 3/2 of all.

    >>> from bidvit.selection import DominatingSetProblem
    >>> problem = DominatingSetProblem.from_points([[1.0], [2.0], [3.0], [4.0]], 1.5)
    >>> problem.is_dominating([1, 2]), problem.is_independent([1, 2]), problem.cost([1, 2])
    (True, False, 2.0)
    """

    sense = "min"
    quantity = "cost"

    def __init__(
        self, starts: Any, neighbours: Any, costs: Any = None, *, name: str = "problem"
    ) -> None:
        super().__init__(starts, neighbours, costs, name=name)

    @classmethod
    def from_edges(
        cls, edges: Any, n_vertices: int, costs: Any = None, *, name: str = "problem"
    ) -> Self:
        """Make a problem of a list of edges.

        Parameters
        ----------
        edges : array-like of int, shape (n_edges, 2)
            Each edge once or twice, in any order.
        n_vertices : int
        costs : array-like of float, shape (n_vertices,), optional
        name : str, default="problem"

        Returns
        -------
        DominatingSetProblem

        Examples
        --------
        >>> from bidvit.selection import DominatingSetProblem
        >>> DominatingSetProblem.from_edges([(0, 1), (1, 2)], 4)
        DominatingSetProblem(n_vertices=4, n_edges=2)
        """
        return super().from_edges(edges, n_vertices, costs, name=name)

    @classmethod
    def from_points(  # type: ignore[override]  # its numbers have another name
        cls,
        X: Any,
        epsilon: float,
        *,
        costs: Any = None,
        metric: spaces.Metric = "euclidean",
        name: str = "problem",
    ) -> Self:
        """Join any two points closer than epsilon; compares all pairs where it must.

        Parameters
        ----------
        X : array-like of shape (n, n_features)
        epsilon : float
            Radius of interest, > 0, in the metric's unit.
        costs : array-like of float, shape (n,), optional
        metric : str or callable, default="euclidean"
            As in `bidvit.cluster`.
        name : str, default="problem"

        Returns
        -------
        DominatingSetProblem
        """
        return super().from_points(X, epsilon, weights=costs, metric=metric, name=name)

    @property
    def costs(self) -> Doubles:
        """What it costs to pick each vertex."""
        return self.weights

    def cost(self, vertices: Any) -> float:
        """Sum of the costs of some vertices."""
        return self.value(vertices)

    def is_minimal(self, vertices: Any) -> bool:
        """Whether these vertices dominate and would not without any one of them."""
        chosen = self.mask(vertices)
        times = chosen + np.bincount(
            self._vertex_of_end, chosen[self.neighbours], minlength=self.n_vertices
        )
        fewest = times.copy()  # how often those are covered that a vertex covers
        np.minimum.at(fewest, self._vertex_of_end, times[self.neighbours])
        return bool((times > 0).all() and (fewest[chosen] == 1).all())

    def flaw(self, vertices: Any) -> str | None:
        """Return what these vertices are not and should be: "dominating", "minimal" or None."""
        if not self.is_dominating(vertices):
            return "dominating"
        return None if self.is_minimal(vertices) else "minimal"

    def repair(self, vertices: Any) -> tuple[Ids, int]:
        """Turn any set of vertices into a dominating one that has no vertex to spare.

        As long as a vertex is neither in the set nor joined to it, the one is added that costs
        least per vertex newly covered. Then vertices go, the costliest first, without which the set
        still dominates.

        Parameters
        ----------
        vertices : array-like of int or bool

        Returns
        -------
        vertices : ndarray of int32
            Ascending.
        repairs : int
            How many vertices were added.

        Examples
        --------
        >>> from bidvit.selection import DominatingSetProblem
        >>> path = DominatingSetProblem.from_edges([(0, 1), (1, 2), (2, 3), (3, 4)], 5)
        >>> path.repair([0])
        (array([0, 3], dtype=int32), 1)
        """
        return self._select_cover(self.mask(vertices), 0)

    def select_greedily(self, seed: int) -> Ids:
        """Return the set of the greedy heuristic for set cover, ascending; the seed breaks ties.

        Again and again the vertex is picked that costs least per vertex newly covered; then
        vertices go, the costliest first, without which the set still dominates. Its cost is at most
        1 + 1/2 + ... + 1/D times the least, D being how many vertices one covers at most, itself
        among them.
        """
        return self._select_cover(np.zeros(self.n_vertices, bool), seed)[0]

    def _select_cover(self, chosen: npt.NDArray[np.bool_], seed: int) -> tuple[Ids, int]:
        picked = chosen.astype(np.uint8)
        n_added = _core.select_cover(self.starts, self.neighbours, self.costs, seed, picked)
        return np.flatnonzero(picked).astype(np.int32), n_added

    @property
    def cheapest_covers(self) -> Doubles:
        """Per vertex, the least cost of those that cover it: itself and its neighbours."""
        least = self.costs.copy()
        np.minimum.at(least, self._vertex_of_end, self.costs[self.neighbours])
        return least

    def penalty_of(self, penalty: str | float = "bound") -> float:
        """Return λ.

        Parameters
        ----------
        penalty : {"bound", "min"} or float, default="bound"
            See `to_qubo`.

        Returns
        -------
        float
        """
        enough = float(self.cheapest_covers.max(initial=0))
        if isinstance(penalty, str):
            inputs.check_choice("penalty", penalty, ("bound", "min"))
            if penalty == "bound":
                enough = self.n_vertices * float(self.costs.max(initial=0))
            return (1 + PENALTY_MARGIN) * enough
        value = inputs.check_float("penalty", penalty, 0, or_else="'bound' or 'min'")
        if not value > enough:
            raise ValueError(
                f"penalty must be > {enough:g}, the largest over the vertices of the least cost at "
                f"which one is covered, or a set that leaves it out may cost least, got {value:g}"
            )
        return value

    def to_qubo(self, penalty: str | float = "bound") -> dimod.BinaryQuadraticModel:
        """Return the problem as a quadratic model of binary variables, to be minimised.

        s_v says whether vertex v is in the set, and N(v) is v with its neighbours. ξ_v counts how
        many of N(v) are in the set beyond the first, in binary: Σ_k γ_k b_vk. The energy is
        Σ c_v s_v + λ Σ_v (Σ_{u in N(v)} s_u − 1 − ξ_v)². For a dominating set, with the ξ_v that
        fit it, it is the cost.

        Parameters
        ----------
        penalty : {"bound", "min"} or float, default="bound"
            ``"bound"``: λ is 5% more than the number of vertices times the largest cost, as the
            paper has it. ``"min"``: 5% more than the largest over the vertices of the least cost at
            which one is covered. A number must be larger than that.

        Returns
        -------
        dimod.BinaryQuadraticModel
            Variables 0 to n − 1 are the vertices; ``("slack", v, k)`` are the b_vk, with the γ_k of
            `slack_coefficients`. A vertex without neighbours has none.

        Notes
        -----
        The smaller λ is enough: let m_v be the least cost at which v is covered, and λ larger than
        all of them. Of a set that leaves u vertices uncovered, each of these makes a square of at
        least 1, so that the energy is at least the cost of the set plus λ u. With the cheapest
        cover of each of them added, the set dominates, and its energy, with the ξ_v that fit, is at
        most its former cost plus their m_v: less. So a set of least energy dominates, all squares
        are 0 and the energy is its cost, which is least then. No smaller λ would do for all
        graphs: with λ = c, one vertex of cost c by itself may as well be left out.

        Examples
        --------
        >>> from bidvit.selection import DominatingSetProblem
        >>> pair = DominatingSetProblem.from_edges([(0, 1)], 2, [1.0, 3.0])
        >>> model = pair.to_qubo()
        >>> list(model.variables)
        [0, 1, ('slack', 0, 0), ('slack', 1, 0)]
        >>> import dimod
        >>> best = dimod.ExactSolver().sample(model).first
        >>> int(best.sample[0]), int(best.sample[1]), round(float(best.energy), 9)
        (1, 0, 1.0)
        """
        from bidvit.selection.extras import import_extra

        models = import_extra("dimod")
        factor = self.penalty_of(penalty)
        model: dimod.BinaryQuadraticModel = models.BinaryQuadraticModel(models.BINARY)
        model.add_linear_from(enumerate(self.costs.tolist()))
        starts, neighbours = self.starts.tolist(), self.neighbours.tolist()
        slacks = {int(d): slack_coefficients(int(d) + 1) for d in np.unique(self.degrees)}
        for v in range(self.n_vertices):
            covers = [v, *neighbours[starts[v] : starts[v + 1]]]
            terms = [(u, 1.0) for u in covers]
            terms += [
                (("slack", v, k), -float(coefficient))
                for k, coefficient in enumerate(slacks[len(covers) - 1])
            ]
            model.add_linear_equality_constraint(terms, factor, -1.0)
        return model


def slack_coefficients(n_states: int) -> list[int]:
    """Return what the bits are worth that encode the numbers from 0 to ``n_states - 1``.

    Powers of two, but the last one is made smaller so that all bits together are worth
    ``n_states - 1``: every number of the range can be written, some in several ways, and none
    beyond. A last bit that would be worth nothing is left out, as the paper does not, where
    ``n_states`` is a power of two: so there are ⌈log₂ n_states⌉ of them, which is the fewest.

    Parameters
    ----------
    n_states : int
        At least 1.

    Returns
    -------
    list of int

    Examples
    --------
    >>> from bidvit.selection.dominating import slack_coefficients
    >>> [slack_coefficients(n) for n in (1, 2, 3, 4, 6)]
    [[], [1], [1, 1], [1, 2], [1, 2, 2]]
    """
    n_states = inputs.check_integer("n_states", n_states, 1)
    n_powers = n_states.bit_length() - 1
    rest = n_states - (1 << n_powers)
    return [1 << k for k in range(n_powers)] + ([rest] if rest else [])
