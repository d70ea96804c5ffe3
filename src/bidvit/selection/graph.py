"""GraphProblem: what all problems of picking vertices share, the graph and its checks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

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


class GraphProblem(ABC):
    """A graph with a positive number at each vertex, of which vertices are to be picked.

    The methods here and the four abstract ones are all that solvers of any kind of problem use.
    """

    # Whether the value of the picks is to be large, a weight, or small, a cost.
    sense: ClassVar[Literal["max", "min"]]
    # What the number at a vertex is called.
    quantity: ClassVar[str] = "weight"

    def __init__(
        self, starts: Any, neighbours: Any, weights: Any = None, *, name: str = "problem"
    ) -> None:
        self.starts = _whole_numbers("starts", starts)
        ends = _whole_numbers("neighbours", neighbours)
        if self.starts.ndim != 1 or len(self.starts) == 0 or ends.ndim != 1:
            raise ValueError(
                "starts and neighbours must be one-dimensional, starts with one entry more than "
                f"there are vertices, got shapes {self.starts.shape} and {ends.shape}"
            )
        self.n_vertices = len(self.starts) - 1
        self.n_edges = len(ends) // 2
        # Before they are stored in 32 bits, or a number too large could become one in range.
        if len(ends) and not (ends.min() >= 0 and ends.max() < self.n_vertices):
            raise ValueError(f"neighbours must be from 0 to {self.n_vertices - 1}, got {ends}")
        self.neighbours = ends.astype(np.int32)
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
            raise ValueError(f"{self.quantity}s must have shape ({n},), got {weights.shape}")
        allowed = (weights >= 1e-100) & (weights <= 1e100)
        if not allowed.all():
            wrong = weights[~allowed][0]
            hint = "" if wrong or self.sense == "min" else ": leave vertices without weight out"
            raise ValueError(
                f"{self.quantity}s must be from 1e-100 to 1e100, so that sums and ratios stay "
                f"within float64, got {wrong:g}{hint}"
            )

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
        pairs = _whole_numbers("edges", edges).reshape(-1, 2)
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
            close = np.triu(space.measure_among(points) < epsilon, 1)
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

    def value(self, vertices: Any) -> float:
        """Sum of the weights, or costs, of some vertices."""
        return float(self.weights[self.mask(vertices)].sum())

    @abstractmethod
    def flaw(self, vertices: Any) -> str | None:
        """Return what a valid set is and this one is not, such as "independent"; or None."""

    @abstractmethod
    def repair(self, vertices: Any) -> tuple[Ids, int]:
        """Turn any set of vertices into a valid one; returns it and how many had to be changed."""

    @abstractmethod
    def select_greedily(self, seed: int) -> Ids:
        """Return a valid set, ascending, by a fast heuristic that breaks ties by the seed."""

    @abstractmethod
    def to_qubo(self, penalty: Any = ...) -> dimod.BinaryQuadraticModel:
        """Return a model to be minimised.

        Variables 0 to n - 1 are the vertices, there may be more; its least energy is that of the
        best sets.
        """

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

    def to_networkx(self) -> nx.Graph:
        """Return the graph, with the weights as node attribute ``weight``, or costs as ``cost``.

        Needs networkx: ``pip install "bidvit[graph]"``.
        """
        from bidvit.selection.extras import import_extra

        networkx = import_extra("networkx")
        graph = networkx.Graph()
        graph.add_nodes_from((v, {self.quantity: w}) for v, w in enumerate(self.weights.tolist()))
        graph.add_edges_from(self.edges.tolist())
        return graph


def _whole_numbers(name: str, values: Any) -> Offsets:
    """Return an array of integers as such; nothing is rounded."""
    given = np.asarray(values)
    if given.size and given.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, got dtype {given.dtype}")
    return np.ascontiguousarray(given, np.int64)
