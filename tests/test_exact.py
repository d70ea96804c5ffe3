"""ExactSolver: optima that others find too, bounds where the time runs out, and its parameters."""

import numpy as np
import pytest
from graphs import random_problem, weights_of
from reference_cover import brute_force_cover
from reference_selection import brute_force

from bidvit.selection import DominatingSetProblem, IndependentSetProblem, make_solver, solve


def geometric(seed, n, degree):
    rng = np.random.default_rng(seed)
    epsilon = float(np.sqrt(degree / n / np.pi))
    weights = rng.integers(1, 100, n).astype(float)
    return IndependentSetProblem.from_points(rng.random((n, 2)), epsilon, weights=weights)


@pytest.mark.parametrize("reductions", [True, False, "roof-duality"])
def test_the_optimum_does_not_depend_on_reductions(reductions):
    for seed in range(5):
        problem = geometric(seed, 120, 8)
        found = solve(problem, "exact", random_state=0, reductions=reductions)
        assert found.proved_optimal
        assert found.weight == found.bound
        assert found.weight == solve(problem, "tree-decomposition", random_state=0).weight
        assert found.gap == 0


def join(parts, make):
    """One problem of several, and how many vertices come before each."""
    firsts = np.cumsum([0, *(part.n_vertices for part in parts)])
    edges = np.concatenate(
        [part.edges + first for part, first in zip(parts, firsts[:-1], strict=True)]
    )
    return make(edges, int(firsts[-1]), np.concatenate([part.weights for part in parts]))


@pytest.mark.parametrize("kinds", [("whole",), ("uneven",), ("huge", "tiny")])
def test_many_components_share_calls(kinds):
    # Where weights are huge in some and tiny in others, nothing may be lost either.
    rng = np.random.default_rng(1)
    parts = [random_problem(rng, 12, kinds) for _ in range(60)]
    problem = join(parts, IndependentSetProblem.from_edges)
    found = solve(problem, "exact", random_state=0, reductions=False)
    assert found.proved_optimal
    first = 0
    for part in parts:
        n = part.n_vertices
        chosen = found.vertices[(found.vertices >= first) & (found.vertices < first + n)] - first
        best, _ = brute_force(n, part.edges.tolist(), part.weights)
        assert part.weight(chosen) == pytest.approx(best, rel=1e-9)
        first += n


@pytest.mark.parametrize("kind", ["equal", "whole", "uneven"])
def test_dominating_sets(kind):
    rng = np.random.default_rng(2)
    for seed in range(80):
        graph = random_problem(rng, 14)
        n, edges = graph.n_vertices, graph.edges.tolist()
        costs = weights_of(kind, rng, n)
        problem = DominatingSetProblem.from_edges(edges, n, costs)
        found = solve(problem, "exact", random_state=seed)
        least, _ = brute_force_cover(n, edges, costs)
        assert found.proved_optimal
        assert found.weight == pytest.approx(least, rel=1e-9)


@pytest.mark.parametrize("make", [IndependentSetProblem, DominatingSetProblem])
def test_where_the_time_runs_out_the_bound_holds(make):
    for seed in range(3):
        graph = geometric(seed, 150, 10)
        problem = make(graph.starts, graph.neighbours, graph.weights)
        best = solve(problem, "exact", random_state=0, time_limit=None)
        assert best.proved_optimal
        for time_limit in (1e-9, 0.01):
            found = solve(problem, "exact", random_state=0, time_limit=time_limit, reductions=False)
            if problem.sense == "max":
                assert found.weight <= best.weight <= found.bound
            else:
                assert found.bound <= best.weight <= found.weight
            assert found.gap >= 0
            assert not found.proved_optimal or found.weight == best.weight


def test_not_a_moment_for_highs():
    graph = geometric(7, 400, 30)
    for make in (IndependentSetProblem, DominatingSetProblem):
        problem = make(graph.starts, graph.neighbours, graph.weights)
        found = solve(problem, "exact", random_state=0, time_limit=1e-9)
        assert not found.proved_optimal
        assert 0 < found.gap < np.inf
        greedy = solve(problem, "greedy", random_state=0)
        if problem.sense == "max":
            assert found.weight > greedy.weight  # what local search finds
        else:
            assert problem.is_minimal(found.vertices)


@pytest.mark.parametrize(
    ("params", "error", "message"),
    [
        ({"time_limit": 0}, ValueError, "time_limit must be .*> 0"),
        ({"time_limit": -1.0}, ValueError, "time_limit must be .*> 0"),
        ({"time_limit": "long"}, TypeError, "time_limit must be"),
        ({"reductions": 2}, ValueError, "reductions must be True, False or 'roof-duality', got 2"),
    ],
)
def test_parameters(params, error, message):
    with pytest.raises(error, match=message):
        make_solver("exact", params)
