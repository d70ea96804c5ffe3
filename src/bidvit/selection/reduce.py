"""Reductions: vertices that some optimum certainly has, or lacks, are settled before solving."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bidvit.selection.graph import GraphProblem
    from bidvit.selection.problem import IndependentSetProblem

Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]

# In the order of the core, where they are explained (core/reduce.cpp).
RULES = ("take", "simplicial", "domination", "twins", "needless", "folding")


@dataclass(frozen=True, eq=False)
class Reduced:
    """What is left of a problem, and the way back.

    Attributes
    ----------
    problem : IndependentSetProblem
    kernel : IndependentSetProblem
        What is left, perhaps nothing.
    offset : float
        The optimum of the problem is this plus that of the kernel.
    counts : mapping
        How many vertices each rule has removed.
    """

    problem: IndependentSetProblem
    kernel: IndependentSetProblem
    offset: float
    _vertices: Ids  # which vertex of the problem each one of the kernel is, or takes the place of
    _record: Ids  # what was done, as the core wrote it down
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def n_reduced(self) -> int:
        """How many vertices are settled."""
        return self.problem.n_vertices - self.kernel.n_vertices

    def lift(self, vertices: npt.ArrayLike) -> Ids:
        """Return the set of the problem that a set of the kernel stands for, ascending.

        Parameters
        ----------
        vertices : array-like of int
            Independent in the kernel.

        Returns
        -------
        ndarray of int32
            Independent in the problem. It weighs as much as the set of the kernel and `offset`
            together, so that an optimum becomes an optimum.
        """
        picked = np.zeros(self.problem.n_vertices, np.uint8)
        picked[self._vertices[np.asarray(vertices, np.int64)]] = 1
        _core.lift_set(self._record, picked)
        return np.flatnonzero(picked).astype(np.int32)


def reduce_problem(problem: IndependentSetProblem, rules: Iterable[str] = RULES) -> Reduced:
    """Settle what can be settled by looking at the neighbours of one vertex after the other.

    Parameters
    ----------
    problem : IndependentSetProblem
    rules : iterable of str, default=RULES
        Which rules apply:

        - ``"take"``: a vertex that outweighs its neighbours together is in the set.
        - ``"simplicial"``: of vertices all joined to each other, one of which has no other
          neighbours, that one is in the set unless a heavier one is.
        - ``"domination"``: a vertex joined to another one and to all of its neighbours is not in
          the set if it is no heavier.
        - ``"twins"``: vertices with the same neighbours become one.
        - ``"needless"``: a neighbour goes if no independent set of neighbours with it is heavier
          than the vertex.
        - ``"folding"``: a vertex and its neighbours become one vertex for each independent set of
          neighbours that is heavier, if these are few.

    Returns
    -------
    Reduced

    Examples
    --------
    A tree is always reduced to nothing:

    >>> from bidvit.selection import IndependentSetProblem
    >>> from bidvit.selection.reduce import reduce_problem
    >>> path = IndependentSetProblem.from_edges([(0, 1), (1, 2), (2, 3)], 4, [1.0, 2.0, 2.0, 3.0])
    >>> reduced = reduce_problem(path)
    >>> reduced.kernel, reduced.offset, reduced.lift([])
    (IndependentSetProblem(n_vertices=0, n_edges=0), 5.0, array([1, 3], dtype=int32))
    """
    chosen = 0
    for rule in rules:
        inputs.check_choice("rules", rule, RULES)
        chosen |= 1 << RULES.index(rule)
    starts, neighbours, weights, vertices, record, offset, counts = _core.reduce(
        problem.starts, problem.neighbours, problem.weights, chosen
    )
    kernel = type(problem)._trusted(starts, neighbours, weights, problem.name)
    by_rule = dict(zip(RULES, counts, strict=True))
    return Reduced(problem, kernel, offset, vertices, record, by_rule)


def fix_by_roof_duality(problem: IndependentSetProblem, penalty: str | float = "min") -> Reduced:
    """Settle what the roof dual of the QUBO settles, in every optimum.

    Parameters
    ----------
    problem : IndependentSetProblem
    penalty : {"max", "min", "global"} or float, default="min"
        As in `IndependentSetProblem.to_qubo`.

    Returns
    -------
    Reduced
        Needs dwave-preprocessing: ``pip install "bidvit[quantum]"``.
    """
    from bidvit.selection.extras import import_extra

    # Never strict=False: of two joined vertices of weight 1, whose optimum is 1, it fixes both to
    # 0, and it writes beyond its memory (dwave-preprocessing 0.6.11).
    fixed = import_extra("dwave.preprocessing").roof_duality(problem.to_qubo(penalty))[1]
    taken = np.array(sorted(v for v, value in fixed.items() if value), np.int32)
    left = np.ones(problem.n_vertices, bool)
    left[list(fixed)] = False
    kept = np.flatnonzero(left).astype(np.int32)
    # As the core writes it down when a vertex is taken: the vertex, then what was done.
    record = np.column_stack([taken, np.zeros_like(taken)]).ravel()
    counts = {"roof duality": len(fixed)}
    kernel = problem.subproblem(kept)
    return Reduced(problem, kernel, problem.weight(taken), kept, record, counts)


@dataclass(frozen=True, eq=False)
class Components:
    """The connected components of a problem, in the order of their first vertices.

    Attributes
    ----------
    problem : GraphProblem
    vertices : ndarray of int32
        Component by component, ascending within each.
    begins : ndarray of int64
        Where in `vertices` each component begins, and where the last one ends.
    """

    problem: GraphProblem
    vertices: Ids
    begins: Offsets
    _starts: Offsets  # one more than there are vertices for each component, from 0
    _neighbours: Ids
    _weights: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.begins) - 1

    @property
    def sizes(self) -> Offsets:
        """How many vertices each component has."""
        return np.diff(self.begins)

    def vertices_of(self, component: int) -> Ids:
        """Return the vertices of a component."""
        return self.vertices[self.begins[component] : self.begins[component + 1]]

    def problems_of(self, components: npt.NDArray[np.intp]) -> list[GraphProblem]:
        """Return some components as problems, their vertices numbered anew in ascending order."""
        if len(self) == 1:
            return [self.problem] * len(components)
        n_ends = self._starts[self.begins[1:] + np.arange(len(self))]
        first_ends = np.cumsum(n_ends) - n_ends
        made = type(self.problem)._trusted
        name = self.problem.name
        return [
            made(
                self._starts[begin + c : end + c + 1],
                self._neighbours[first : first + n],
                self._weights[begin:end],
                name,
            )
            for c, begin, end, first, n in zip(
                components.tolist(),
                self.begins[components].tolist(),
                self.begins[components + 1].tolist(),
                first_ends[components].tolist(),
                n_ends[components].tolist(),
                strict=True,
            )
        ]


def split_problem(problem: GraphProblem) -> Components:
    """Return the connected components of a problem.

    Examples
    --------
    >>> from bidvit.selection import IndependentSetProblem
    >>> from bidvit.selection.reduce import split_problem
    >>> parts = split_problem(IndependentSetProblem.from_edges([(0, 2)], 3))
    >>> len(parts), parts.sizes, parts.vertices_of(0)
    (2, array([2, 1]), array([0, 2], dtype=int32))
    """
    n = problem.n_vertices
    vertices = np.empty(n, np.int32)
    begins = np.empty(n + 1, np.int64)
    starts = np.empty(2 * n, np.int64)
    neighbours = np.empty(len(problem.neighbours), np.int32)
    weights = np.empty(n)
    count = _core.split(
        problem.starts,
        problem.neighbours,
        problem.weights,
        vertices,
        begins,
        starts,
        neighbours,
        weights,
    )
    return Components(problem, vertices, begins[: count + 1], starts, neighbours, weights)


def find_components(problem: GraphProblem) -> list[Ids]:
    """Return the vertices of each connected component, ascending, by first vertex."""
    parts = split_problem(problem)
    return [parts.vertices_of(c) for c in range(len(parts))]
