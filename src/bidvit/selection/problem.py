"""IndependentSetProblem: the graph of a chunk with its weights, in all forms solvers want."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs
from bidvit.selection.graph import GraphProblem

if TYPE_CHECKING:
    import dimod

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]

# How much more than its bound a penalty is. It must be more, or a set with an edge in it may cost
# no more than the optimum; far more would drown the weights in the noise of an analog machine.
PENALTY_MARGIN = 0.05


class IndependentSetProblem(GraphProblem):
    """Maximum-weight independent set: vertices no two of which are joined, of largest total weight.

    In a chunk, vertices are nodes and an edge joins any two closer than epsilon. So an independent
    set is epsilon-separated, and a maximal one epsilon-dense.

    Parameters
    ----------
    starts : array-like of int, shape (n + 1,)
        Where the neighbours of each vertex begin in `neighbours`, and where the last ones end.
    neighbours : array-like of int
        The neighbours of one vertex after those of the other, ascending: every edge appears at both
        of its ends.
    weights : array-like of float, shape (n,), optional
        Positive; 1 each by default.
    name : str, default="problem"
        What messages call it.

    Attributes
    ----------
    n_vertices, n_edges : int

    Examples
    --------
    A path of three vertices, the middle one heavy:

    >>> from bidvit.selection import IndependentSetProblem
    >>> problem = IndependentSetProblem([0, 1, 3, 4], [1, 0, 2, 1], [1.0, 3.0, 1.0])
    >>> problem
    IndependentSetProblem(n_vertices=3, n_edges=2)
    >>> problem.is_independent([0, 2]), problem.weight([0, 2]), problem.is_maximal([1])
    (True, 2.0, True)
    """

    sense = "max"

    def is_maximal(self, vertices: Any) -> bool:
        """Whether these vertices are independent and no other could be added."""
        return self.is_independent(vertices) and self.is_dominating(vertices)

    def weight(self, vertices: Any) -> float:
        """Sum of the weights of some vertices."""
        return self.value(vertices)

    def flaw(self, vertices: Any) -> str | None:
        """Return what these vertices are not and should be: "independent", "maximal" or None."""
        if not self.is_independent(vertices):
            return "independent"
        return None if self.is_dominating(vertices) else "maximal"

    def repair(self, vertices: Any) -> tuple[Ids, int]:
        """Turn any set of vertices into a maximal independent one.

        Of the vertices that are joined to others of the set, the one that is worth least in
        proportion to what it is joined to goes, until none is left; then the set is completed
        greedily.

        Parameters
        ----------
        vertices : array-like of int or bool

        Returns
        -------
        vertices : ndarray of int32
            Ascending.
        repairs : int
            How many vertices were taken out.

        Examples
        --------
        >>> from bidvit.selection import IndependentSetProblem
        >>> path = IndependentSetProblem.from_edges([(0, 1), (1, 2), (2, 3)], 4)
        >>> path.repair([0, 1])
        (array([0, 2], dtype=int32), 1)
        """
        from bidvit.selection.repair import complete, drop_conflicts

        chosen = self.mask(vertices).copy()
        repairs = drop_conflicts(self, chosen)
        complete(self, chosen)
        return np.flatnonzero(chosen).astype(np.int32), repairs

    def select_greedily(self, seed: int) -> Ids:
        """Return the set of the paper's greedy heuristic, ascending; the seed breaks ties."""
        picked = np.empty(self.n_vertices, np.uint8)
        _core.select_greedily(self.starts, self.neighbours, self.weights, seed, picked)
        return np.flatnonzero(picked).astype(np.int32)

    def penalties(self, penalty: str | float = "max") -> Doubles:
        """Return λ of each edge, in the order of `edges`.

        Parameters
        ----------
        penalty : {"max", "min", "global"} or float, default="max"
            See `to_qubo`.

        Returns
        -------
        ndarray of float64, shape (n_edges,)
        """
        ends = self.weights[self.edges]
        factor = 1 + PENALTY_MARGIN
        if isinstance(penalty, str):
            inputs.check_choice("penalty", penalty, ("max", "min", "global"))
            if penalty == "max":
                return np.asarray(factor * ends.max(axis=1, initial=0))
            if penalty == "min":
                return np.asarray(factor * ends.min(axis=1, initial=np.inf))
            return np.full(len(ends), factor * self.weights.max(initial=0))
        value = inputs.check_float("penalty", penalty, 0, or_else="'max', 'min' or 'global'")
        enough = ends.min(axis=1, initial=np.inf).max(initial=0)
        if not value > enough:
            raise ValueError(
                f"penalty must be > {enough:g}, the largest of the lesser weights at the ends of "
                f"an edge, or a set with an edge in it may cost least, got {value:g}"
            )
        return np.full(len(ends), value)

    def to_qubo(self, penalty: str | float = "max") -> dimod.BinaryQuadraticModel:
        """Return the problem as a quadratic model of binary variables, to be minimised.

        s_v says whether vertex v is in the set. The energy is −Σ w_v s_v + Σ λ_uv s_u s_v, the
        second sum over the edges. For an independent set it is the negative of its weight.

        Parameters
        ----------
        penalty : {"max", "min", "global"} or float, default="max"
            λ: 5 % more than the larger (``"max"``) or the lesser (``"min"``) of the weights at the
            ends of each edge, than the largest weight of all (``"global"``), or a number for all
            edges.

        Returns
        -------
        dimod.BinaryQuadraticModel
            Variables are the vertices' numbers. Needs dimod: ``pip install "bidvit[quantum]"``.

        Notes
        -----
        λ > max(w_u, w_v) is what the paper's theorem asks for; it makes every set with an edge in
        it worse than the same set without either end of that edge. λ > min(w_u, w_v) is enough for
        the optima. Let s have least energy and u, v both be in it, joined, w_u <= w_v. Leaving u
        out changes the energy by w_u − Σ λ_ux s_x over the neighbours x of u, which is at most
        w_u − λ_uv < w_u − min(w_u, w_v) = 0: s was not of least energy. So every optimum is
        independent, its energy is the negative of its weight, and the optima are the independent
        sets of largest weight. Smaller penalties leave the weights a larger share of the range of
        couplings, and local moves lower walls to climb.

        The margin: any λ above the bound has the same optima. 5 % keeps sets with an edge apart
        from the optimum by more than rounding, in double precision and in the one or two
        percent to which analog hardware sets its couplings, while it scales the couplings, and so
        that hardware's noise relative to them, by no more than 5 %.
        """
        from bidvit.selection.extras import import_extra

        models = import_extra("dimod")
        model: dimod.BinaryQuadraticModel = models.BinaryQuadraticModel(models.BINARY)
        # Variables come in the order of the vertices: samples are columns in that order.
        model.add_linear_from((v, -w) for v, w in enumerate(self.weights.tolist()))
        penalties = self.penalties(penalty).tolist()
        model.add_quadratic_from(
            (u, v, p) for (u, v), p in zip(self.edges.tolist(), penalties, strict=True)
        )
        return model

    def to_ising(
        self, penalty: str | float = "max"
    ) -> tuple[dict[int, float], dict[tuple[int, int], float], float]:
        """Return the problem as fields, couplings and an offset of spins −1 and 1.

        Parameters
        ----------
        penalty : {"max", "min", "global"} or float, default="max"
            See `to_qubo`.

        Returns
        -------
        h : dict
            By vertex.
        J : dict
            By edge, the lower vertex first.
        offset : float
            Σ h_v z_v + Σ J_uv z_u z_v + offset is the energy of `to_qubo` at s = (z + 1) / 2.

        Examples
        --------
        >>> from bidvit.selection import IndependentSetProblem
        >>> problem = IndependentSetProblem.from_edges([(0, 1)], 2, [2.0, 4.0])
        >>> problem.to_ising(6.0)
        ({0: 0.5, 1: -0.5}, {(0, 1): 1.5}, -1.5)
        """
        quarters = self.penalties(penalty) / 4
        edges = self.edges
        fields = -self.weights / 2
        for end in (0, 1):
            fields += np.bincount(edges[:, end], quarters, self.n_vertices)
        couplings = {(u, v): q for (u, v), q in zip(edges.tolist(), quarters.tolist(), strict=True)}
        offset = float(quarters.sum() - self.weights.sum() / 2)
        return dict(enumerate(fields.tolist())), couplings, offset
