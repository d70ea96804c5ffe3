"""IndependentSetProblem: the graph of a chunk with its weights, in all forms solvers want."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs, spaces
from bidvit.parallel import Workers

if TYPE_CHECKING:
    import dimod
    import networkx as nx

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]

# How much more than its bound a penalty is. It must be more, or a set with an edge in it may cost
# no more than the optimum; far more would drown the weights in the noise of an analog machine.
PENALTY_MARGIN = 0.05


class IndependentSetProblem:
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

    def __init__(
        self, starts: Any, neighbours: Any, weights: Any = None, *, name: str = "problem"
    ) -> None:
        self.starts = np.ascontiguousarray(starts, np.int64)
        self.neighbours = np.ascontiguousarray(neighbours, np.int32)
        if self.starts.ndim != 1 or len(self.starts) == 0 or self.neighbours.ndim != 1:
            raise ValueError(
                "starts and neighbours must be one-dimensional, starts with one entry more than "
                f"there are vertices, got shapes {self.starts.shape} and {self.neighbours.shape}"
            )
        self.n_vertices = len(self.starts) - 1
        self.n_edges = len(self.neighbours) // 2
        if weights is None:
            weights = np.ones(self.n_vertices)
        self.weights = np.ascontiguousarray(weights, np.float64)
        self.name = name
        self._check()

    @classmethod
    def _trusted(cls, starts: Offsets, neighbours: Ids, weights: Doubles, name: str) -> Self:
        """Make a problem of arrays that kernels made, without another look at them."""
        problem = cls.__new__(cls)
        problem.starts, problem.neighbours, problem.weights = starts, neighbours, weights
        problem.n_vertices, problem.n_edges = len(starts) - 1, len(neighbours) // 2
        problem.name = name
        return problem

    def _check(self) -> None:
        starts, neighbours, n = self.starts, self.neighbours, self.n_vertices
        if starts[0] != 0 or starts[-1] != len(neighbours) or (np.diff(starts) < 0).any():
            raise ValueError(
                "starts must rise from 0 to the number of neighbours, "
                f"{len(neighbours)}, got {starts}"
            )
        if len(neighbours) and not (neighbours.min() >= 0 and neighbours.max() < n):
            raise ValueError(f"neighbours must be from 0 to {n - 1}, got {neighbours}")
        vertices = self._vertex_of_end
        if (vertices == neighbours).any():
            loop = int(neighbours[vertices == neighbours][0])
            raise ValueError(f"neighbours must not join a vertex to itself, got {loop}, {loop}")
        ends = vertices.astype(np.int64) * n + neighbours
        if (np.diff(ends) <= 0).any():
            raise ValueError("neighbours must ascend strictly within each vertex")
        if not np.array_equal(np.sort(neighbours.astype(np.int64) * n + vertices), ends):
            raise ValueError("neighbours must list every edge at both of its ends")
        weights = self.weights
        if weights.shape != (n,):
            raise ValueError(f"weights must have shape ({n},), got {weights.shape}")
        if not (np.isfinite(weights).all() and (weights > 0).all()):
            raise ValueError("weights must be finite and > 0: leave vertices without weight out")

    @classmethod
    def from_edges(
        cls, edges: Any, n_vertices: int, weights: Any = None, *, name: str = "problem"
    ) -> Self:
        """Make a problem of a list of edges.

        Parameters
        ----------
        edges : array-like of int, shape (n_edges, 2)
            Each edge once or twice, in any order.
        n_vertices : int
        weights : array-like of float, shape (n_vertices,), optional
        name : str, default="problem"

        Returns
        -------
        IndependentSetProblem

        Examples
        --------
        >>> from bidvit.selection import IndependentSetProblem
        >>> IndependentSetProblem.from_edges([(0, 1), (1, 2)], 4)
        IndependentSetProblem(n_vertices=4, n_edges=2)
        """
        n = inputs.check_integer("n_vertices", n_vertices, 0)
        pairs = np.asarray(edges, np.int64).reshape(-1, 2)
        if len(pairs) and not (pairs.min() >= 0 and pairs.max() < n):
            raise ValueError(f"edges must join vertices from 0 to {n - 1}, got {pairs.tolist()}")
        ends = np.unique(np.concatenate([pairs, pairs[:, ::-1]]), axis=0)
        starts = np.searchsorted(ends[:, 0], np.arange(n + 1))
        return cls(starts, ends[:, 1], weights, name=name)

    @classmethod
    def from_points(
        cls,
        X: Any,
        epsilon: float,
        *,
        weights: Any = None,
        metric: spaces.Metric = "euclidean",
        name: str = "problem",
    ) -> Self:
        """Join any two points closer than epsilon; compares all pairs where it must.

        Parameters
        ----------
        X : array-like of shape (n, n_features)
        epsilon : float
            Radius of interest, > 0, in the metric's unit.
        weights : array-like of float, shape (n,), optional
        metric : str or callable, default="euclidean"
            As in `bidvit.cluster`.
        name : str, default="problem"

        Returns
        -------
        IndependentSetProblem

        Examples
        --------
        >>> from bidvit.selection import IndependentSetProblem
        >>> IndependentSetProblem.from_points([[1.0], [2.0], [3.0], [4.0]], 1.5)
        IndependentSetProblem(n_vertices=4, n_edges=3)
        """
        epsilon = inputs.check_float("epsilon", epsilon, 0)
        X = inputs.check_points(X)
        space = spaces.make_space(metric, X, "distance", "point")
        points = space.embed(X)
        n, epsilon = len(points), space.embed_distance(epsilon, "distance")
        if space.function is not None:
            close = np.triu(space.measure(points, points) < epsilon, 1)
            return cls.from_edges(np.argwhere(close), n, weights, name=name)
        starts = np.empty(n + 1, np.int64)
        order = np.arange(n, dtype=np.int32)
        offsets = np.array([0, n])
        with Workers(1) as workers:

            def build() -> Ids:
                return _core.build_graphs(
                    points,
                    None,
                    order,
                    False,
                    offsets,
                    0,
                    1,
                    epsilon,
                    1.0,
                    space.kernel_metric,
                    "distance",
                    starts,
                    workers.stop,
                )

            [neighbours] = workers.run(build, [()])
        return cls(starts, neighbours, weights, name=name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(n_vertices={self.n_vertices}, n_edges={self.n_edges})"

    @cached_property
    def _vertex_of_end(self) -> Ids:
        return np.repeat(np.arange(self.n_vertices, dtype=np.int32), self.degrees)

    @property
    def degrees(self) -> Offsets:
        """How many neighbours each vertex has."""
        return np.diff(self.starts)

    @property
    def edges(self) -> Ids:
        """Every edge once, the lower vertex first, shape (n_edges, 2)."""
        below = self._vertex_of_end < self.neighbours
        return np.column_stack([self._vertex_of_end[below], self.neighbours[below]])

    def mask(self, vertices: Any) -> npt.NDArray[np.bool_]:
        """Return which vertices are in a set, given as their numbers or as a mask already.

        Parameters
        ----------
        vertices : array-like of int, or of bool with shape (n_vertices,)

        Returns
        -------
        ndarray of bool, shape (n_vertices,)
        """
        given = np.asarray(vertices)
        if given.dtype == bool and given.shape == (self.n_vertices,):
            return given
        chosen = np.zeros(self.n_vertices, bool)
        if given.size:
            chosen[inputs.check_indices("vertices", given, self.n_vertices)[0]] = True
        return chosen

    def is_independent(self, vertices: Any) -> bool:
        """Whether no two of these vertices are joined."""
        chosen = self.mask(vertices)
        return not (chosen[self._vertex_of_end] & chosen[self.neighbours]).any()

    def is_dominating(self, vertices: Any) -> bool:
        """Whether every vertex is one of these or joined to one."""
        chosen = self.mask(vertices)
        reached = chosen.copy()
        reached[self._vertex_of_end[chosen[self.neighbours]]] = True
        return bool(reached.all())

    def is_maximal(self, vertices: Any) -> bool:
        """Whether these vertices are independent and no other could be added."""
        return self.is_independent(vertices) and self.is_dominating(vertices)

    def weight(self, vertices: Any) -> float:
        """Sum of the weights of some vertices."""
        return float(self.weights[self.mask(vertices)].sum())

    def subproblem(self, vertices: Any, *, name: str | None = None) -> Self:
        """Return the problem of some vertices, numbered anew in ascending order, and their edges.

        Parameters
        ----------
        vertices : array-like of int, or of bool with shape (n_vertices,)
        name : str, optional
            That of this problem by default.

        Returns
        -------
        IndependentSetProblem
        """
        chosen = self.mask(vertices)
        kept = chosen[self._vertex_of_end] & chosen[self.neighbours]
        numbers = np.cumsum(chosen, dtype=np.int32) - np.int32(1)
        starts = np.zeros(int(chosen.sum()) + 1, np.int64)
        counts = np.bincount(self._vertex_of_end[kept], minlength=self.n_vertices)
        np.cumsum(counts[chosen], out=starts[1:])
        return type(self)._trusted(
            starts, numbers[self.neighbours[kept]], self.weights[chosen], name or self.name
        )

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

    def to_networkx(self) -> nx.Graph:
        """Return the graph, with the weights as node attribute ``weight``.

        Needs networkx: ``pip install "bidvit[graph]"``.
        """
        from bidvit.selection.extras import import_extra

        networkx = import_extra("networkx")
        graph = networkx.Graph()
        graph.add_nodes_from((v, {"weight": w}) for v, w in enumerate(self.weights.tolist()))
        graph.add_edges_from(self.edges.tolist())
        return graph
