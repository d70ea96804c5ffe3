"""Small graphs in tests: drawn ones, all of a size, and the best set of each by trying them all."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import numpy as np
from hypothesis import strategies as st
from strategies import RNGS

from bidvit.selection import IndependentSetProblem

KINDS = ("equal", "whole", "uneven", "huge", "tiny")


def weights_of(kind, rng, n):
    """Weights that tie, whose sums are exact, or over 12 orders of magnitude."""
    return {
        "equal": lambda: np.ones(n),
        "whole": lambda: rng.integers(1, 5, n).astype(float),
        "uneven": lambda: 10.0 ** rng.uniform(-6, 6, n),
        "huge": lambda: rng.uniform(1, 2, n) * 1e99,
        "tiny": lambda: rng.uniform(1, 2, n) * 1e-99,
    }[kind]()


@st.composite
def problems(draw, max_vertices=12, kinds=KINDS):
    """Random graphs from empty to complete; returns problems."""
    rng, n = draw(RNGS), draw(st.integers(1, max_vertices))
    density = draw(st.sampled_from([0.0, 0.1, 0.3, 0.6, 1.0]))
    edges = [pair for pair in combinations(range(n), 2) if rng.random() < density]
    return IndependentSetProblem.from_edges(
        edges, n, weights_of(draw(st.sampled_from(kinds)), rng, n)
    )


def all_graphs(n):
    """Every graph on n labelled vertices, as a list of edges."""
    pairs = list(combinations(range(n), 2))
    for chosen in range(1 << len(pairs)):
        yield [pair for bit, pair in enumerate(pairs) if chosen >> bit & 1]


def all_states(n):
    """All sets of n vertices as rows of 0 and 1."""
    return np.arange(1 << n)[:, None] >> np.arange(n) & 1


def independent_states(problem):
    """Which of all states are independent sets."""
    states = all_states(problem.n_vertices)
    edges = problem.edges
    return ~(states[:, edges[:, 0]] & states[:, edges[:, 1]]).any(axis=1)


def best_weight(problem):
    """Weight of the best independent set, by trying all."""
    states = all_states(problem.n_vertices)[independent_states(problem)]
    return float((states @ problem.weights).max())


def matrix(problem):
    """Adjacency as a matrix of booleans, built entry by entry."""
    joined = np.zeros((problem.n_vertices, problem.n_vertices), bool)
    for v in range(problem.n_vertices):
        for u in problem.neighbours[problem.starts[v] : problem.starts[v + 1]]:
            joined[v, u] = True
    return joined


SHAPES = {
    "one vertex": (1, []),
    "no edges": (5, []),
    "path": (7, [(i, i + 1) for i in range(6)]),
    "cycle": (7, [(i, (i + 1) % 7) for i in range(7)]),
    "complete": (6, list(combinations(range(6), 2))),
    "star": (7, [(0, i) for i in range(1, 7)]),
    "bipartite": (7, [(i, j) for i in range(3) for j in range(3, 7)]),
    "disconnected": (8, [(0, 1), (1, 2), (0, 2), (4, 5), (5, 6)]),
}


def atlas(largest=6):
    """Every graph of one to so many vertices but for the numbering; returns sizes and edges."""
    for graph in nx.graph_atlas_g()[1:]:
        if len(graph) > largest:
            return
        yield len(graph), list(graph.edges)


def random_problem(rng, most=16, kinds=KINDS):
    """A random graph, or one of points near each other, which has more cliques."""
    n = int(rng.integers(1, most + 1))
    if rng.random() < 0.5:
        X = rng.random((n, rng.integers(1, 4)))
        joined = np.linalg.norm(X[:, None] - X, axis=2) < rng.uniform(0.1, 0.7)
    else:
        joined = rng.random((n, n)) < rng.uniform(0.05, 0.7)
    weights = weights_of(kinds[rng.integers(len(kinds))], rng, n)
    return IndependentSetProblem.from_edges(np.argwhere(np.triu(joined, 1)), n, weights)


def energies_of(linear, pairs):
    """Energies of all states of binary variables, in the order of `all_states`."""
    energy = np.zeros(1)
    for v, bias in enumerate(linear):
        more = np.zeros(1)
        for u in range(v):
            more = np.concatenate([more, more + pairs[u, v]])
        energy = np.concatenate([energy, energy + more + bias])
    return energy
