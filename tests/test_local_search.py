"""Local search: never worse than greedy, locally optimal, near the optimum, with true proofs."""

import threading

import networkx as nx
import numpy as np
import pytest
from graphs import matrix, random_problem
from reference_selection import brute_force

import bidvit
from bidvit import _core
from bidvit.selection import DominatingSetProblem, IndependentSetProblem, make_solver, solve


def geometric(seed, n, degree, *, kind="whole", n_dims=3):
    """Random points, joined so that they have so many neighbours on average."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, n_dims))
    distances = np.linalg.norm(X[:, None] - X, axis=2)[np.triu_indices(n, 1)]
    weights = {
        "equal": np.ones(n),
        "whole": rng.integers(1, 100, n, endpoint=True).astype(float),
        "uneven": 10.0 ** rng.uniform(-6, 6, n),
    }[kind]
    epsilon = float(np.sort(distances)[n * degree // 2])
    return IndependentSetProblem.from_points(X, epsilon, weights=weights)


def search(problem, iterations, seed=0, *, reductions=False):
    return solve(
        problem,
        "local-search",
        random_state=seed,
        iterations_per_vertex=iterations,
        reductions=reductions,
    )


@pytest.mark.parametrize("kind", ["equal", "whole", "uneven"])
def test_without_iterations_it_ends_where_no_swap_gains(kind):
    for seed in range(6):
        problem = geometric(seed, 150, 12, kind=kind)
        found = search(problem, 0, seed)
        joined, w = matrix(problem), problem.weights
        picked = problem.mask(found.vertices)
        load = joined @ (w * picked)
        count = joined @ picked.astype(int)
        slack = 1 + 1e-8
        # (ω, 1): nobody outside outweighs the neighbours inside.
        assert (w <= slack * load)[~picked].all()
        # (1, 2): no two that are not joined outweigh the only neighbour that either has inside.
        for v in np.flatnonzero(picked):
            alone = np.flatnonzero(joined[v] & (count == 1))
            apart = ~joined[np.ix_(alone, alone)]
            np.fill_diagonal(apart, False)
            sums = w[alone][:, None] + w[alone]
            assert (sums[apart] <= slack * w[v]).all()


@pytest.mark.parametrize("kind", ["equal", "whole", "uneven"])
def test_iterations_lose_nothing(kind):
    n_better = 0
    for seed in range(8):
        problem = geometric(seed, 200, 14, kind=kind)
        plain, longer = (search(problem, n, seed).weight for n in (0, 10))
        assert longer >= plain * (1 - 1e-9)
        n_better += longer > plain
    # Over 12 orders of magnitude the heavy decide, and there is little left to find.
    assert n_better >= 4 or kind == "uneven"


def test_it_is_never_lighter_than_the_greedy_set_it_starts_from():
    rng = np.random.default_rng(0)
    for seed in range(40):
        # Of different weights, so that greedy has no ties to break.
        problem = random_problem(rng, 40, ("uneven",))
        greedy = problem.weight(problem.select_greedily(seed))
        assert search(problem, 0, seed).weight >= greedy * (1 - 1e-9)
        assert search(problem, 10, seed).weight >= greedy * (1 - 1e-9)


@pytest.mark.parametrize("kind", ["equal", "whole"])
def test_it_finds_nearly_the_optimum_of_middling_graphs(kind):
    shares = []
    for seed in range(8):
        problem = geometric(seed, 150, 12, kind=kind)
        exact = solve(problem, "exact", random_state=0)
        assert exact.proved_optimal
        found = solve(problem, "local-search", random_state=seed)
        assert found.weight <= exact.weight
        assert found.weight == exact.weight or not found.proved_optimal
        shares.append(found.weight / exact.weight)
    assert np.mean(shares) > 0.998


def test_proofs_by_branching_hold():
    n_proved = 0
    for seed in range(30):
        n = 40 + seed
        kind = ("equal", "whole", "uneven")[seed % 3]
        problem = geometric(seed, n, 12, kind=kind, n_dims=6)
        found = search(problem, 10, seed)
        exact = solve(problem, "exact", random_state=0)
        assert exact.proved_optimal
        assert found.weight <= exact.weight * (1 + 1e-9)
        if found.proved_optimal:
            n_proved += 1
            assert found.weight == pytest.approx(exact.weight, rel=1e-9)
    assert 0 < n_proved < 30  # the largest are more than it branches on


def test_components_by_themselves():
    rng = np.random.default_rng(1)
    edges, weights, best, n = [], [], 0.0, 0
    for _ in range(60):
        part = random_problem(rng, 12, ("whole",))
        edges += (part.edges + n).tolist()
        weights += part.weights.tolist()
        best += brute_force(part.n_vertices, part.edges.tolist(), part.weights)[0]
        n += part.n_vertices
    problem = IndependentSetProblem.from_edges(edges, n, weights)
    for reductions in (True, False):
        found = search(problem, 10, reductions=reductions)
        assert found.weight == best
        assert found.proved_optimal
        assert found.n_reduced == 0 or reductions


def test_an_independent_oracle():
    # The heaviest clique of the complement, by networkx.
    for seed in range(5):
        problem = geometric(seed, 60, 20)
        complement = nx.complement(problem.to_networkx())
        nx.set_node_attributes(
            complement, {v: int(w) for v, w in enumerate(problem.weights)}, "weight"
        )
        _, best = nx.max_weight_clique(complement)
        assert search(problem, 50, seed).weight <= best
        assert solve(problem, "exact", random_state=0, reductions=False).weight == best


def test_seed_and_processor(use_instruction_set):
    problem = geometric(3, 300, 20)
    equal = geometric(3, 300, 20, kind="equal")
    expected = None
    for name in _core.instruction_sets():
        use_instruction_set(name)
        found = [search(p, 10, 5).vertices.tolist() for p in (problem, equal)]
        expected = expected or found
        assert found == expected


def test_weights_of_any_scale():
    problem = geometric(4, 200, 14)
    expected = search(problem, 10).vertices.tolist()
    for power in (-300, -20, 20, 300):
        scaled = IndependentSetProblem(
            problem.starts, problem.neighbours, np.ldexp(problem.weights, power)
        )
        assert search(scaled, 10).vertices.tolist() == expected


def test_a_stopped_search_raises():
    problem = geometric(5, 300, 20)
    stop = _core.Stop()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    with pytest.raises(_core.Stopped):
        _core.search_locally(
            problem.starts,
            problem.neighbours,
            problem.weights,
            0,
            10**7,
            False,
            np.empty(300, np.uint8),
            stop,
        )
    timer.join()


@pytest.mark.parametrize(
    ("params", "error", "message"),
    [
        ({"iterations_per_vertex": -1}, ValueError, "iterations_per_vertex must be >= 0, got -1"),
        ({"iterations_per_vertex": 1.5}, TypeError, "iterations_per_vertex must be an int"),
        ({"reductions": "roof-duality"}, TypeError, "reductions must be True or False, got 'roof"),
        ({"num_reads": 3}, ValueError, "it has 'iterations_per_vertex', 'reductions'"),
    ],
)
def test_parameters(params, error, message):
    with pytest.raises(error, match=message):
        make_solver("local-search", params)


def test_it_looks_for_heavy_sets_only():
    pair = DominatingSetProblem.from_edges([(0, 1)], 2, [1.0, 3.0])
    with pytest.raises(bidvit.selection.SelectionError, match="local-search solves independent"):
        solve(pair, "local-search")
    # So it is not what dominating sets are searched with unless something else is asked for.
    assert solve(pair, random_state=0).vertices.tolist() == [0]
