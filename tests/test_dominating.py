"""Dominating sets, appendix A of the paper: the problem, its greedy cover, its QUBO, whole fits."""

import math

import dimod
import numpy as np
import pandas as pd
import pytest
from graphs import all_states, atlas, matrix, random_problem, weights_of
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_cover import brute_force_cover
from strategies import RNGS
from trees import assert_identical, check_tree

import bidvit
from bidvit.selection import DominatingSetProblem, make_solver, solve
from bidvit.selection.dominating import slack_coefficients
from bidvit.selection.testing import check_solver

KINDS = ("equal", "whole", "uneven")


def random_cover(rng, most=14, kind=None):
    graph = random_problem(rng, most)
    costs = weights_of(kind or KINDS[rng.integers(3)], rng, graph.n_vertices)
    return DominatingSetProblem(graph.starts, graph.neighbours, costs)


def least_of(problem):
    return brute_force_cover(problem.n_vertices, problem.edges.tolist(), problem.costs)


# The paper's examples


def test_the_set_cover_of_the_paper():
    # U = {a, b, c, d, e}; S1 = {a, c}, S2 = {a, d}, S3 = {b, d, e}: the solution is {1, 3}. As
    # vertices: the sets, joined to each other and to what they hold, and the elements, which are
    # too dear to be picked.
    sets = {0: "ac", 1: "ad", 2: "bde"}
    edges = [(0, 1), (0, 2), (1, 2)]
    edges += [(s, 3 + "abcde".index(element)) for s, held in sets.items() for element in held]
    problem = DominatingSetProblem.from_edges(edges, 8, [1.0] * 3 + [10.0] * 5)
    assert least_of(problem) == (2.0, [(0, 2)])
    for name in ("greedy", "exact"):
        assert solve(problem, name, random_state=0).vertices.tolist() == [0, 2]
    found = solve(problem, "parallel-tempering", random_state=0)
    assert found.vertices.tolist() == [0, 2]
    assert not any(problem.is_dominating([s]) for s in sets)


def test_dense_but_not_separated():
    # {2, 3} in {1, 2, 3, 4} for ε = 3/2.
    problem = DominatingSetProblem.from_points([[1.0], [2.0], [3.0], [4.0]], 1.5)
    assert least_of(problem)[0] == 2
    assert problem.is_dominating([1, 2])
    assert problem.is_minimal([1, 2])
    assert not problem.is_independent([1, 2])
    cheap = DominatingSetProblem.from_points([[1.0], [2.0], [3.0], [4.0]], 1.5, costs=[5, 1, 1, 5])
    assert least_of(cheap) == (2.0, [(1, 2)])


# What it says of sets


@given(RNGS)
def test_sets_are_what_they_are(rng):
    problem = random_cover(rng, 7)
    joined = matrix(problem) | np.eye(problem.n_vertices, dtype=bool)
    for state in all_states(problem.n_vertices).astype(bool):
        dominating = joined[:, state].any(axis=1).all()
        needed = dominating and not any(
            joined[:, np.delete(np.flatnonzero(state), i)].any(axis=1).all()
            for i in range(state.sum())
        )
        assert problem.is_dominating(state) == dominating
        assert problem.is_minimal(state) == needed
        assert problem.flaw(state) == (
            None if needed else "minimal" if dominating else "dominating"
        )
        assert problem.cost(state) == pytest.approx(problem.costs[state].sum())


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ([1.0], r"costs must have shape \(2,\), got \(1,\)"),
        ([0.0, 1.0], r"costs must be from 1e-100 to 1e100.*got 0$"),
        ([np.nan, 1.0], "costs must be from 1e-100 to 1e100.*got nan"),
    ],
)
def test_costs_that_are_none(costs, message):
    with pytest.raises(ValueError, match=message):
        DominatingSetProblem([0, 1, 2], [1, 0], costs)


# Greedy set cover and repair


def cover_greedily(joined, costs, chosen):
    """The cheapest per vertex newly covered, the first of equal ones; then the dearest go."""
    chosen, n = chosen.copy(), len(costs)
    while not (covered := joined[:, chosen].any(axis=1)).all():
        new = joined[:, ~covered].sum(axis=1)
        price = np.where(new > 0, costs / np.maximum(new, 1), np.inf)
        chosen[int(np.argmin(price))] = True
    for v in sorted(np.flatnonzero(chosen), key=lambda v: -costs[v]):
        if joined[:, chosen & (np.arange(n) != v)].any(axis=1).all():
            chosen[v] = False
    return chosen


@given(RNGS, st.floats(0, 0.6))
def test_greedy_covers_are_those_of_the_definition(rng, share):
    graph = random_problem(rng, 20)
    n = graph.n_vertices
    costs = rng.uniform(1, 2, n)  # no ties
    problem = DominatingSetProblem(graph.starts, graph.neighbours, costs)
    joined = matrix(problem) | np.eye(n, dtype=bool)
    expected = cover_greedily(joined, costs, np.zeros(n, bool))
    assert problem.select_greedily(3).tolist() == np.flatnonzero(expected).tolist()
    # From any set on: what a sampler's answer is repaired to.
    chosen = rng.random(n) < share
    repaired, n_added = problem.repair(chosen)
    assert repaired.tolist() == np.flatnonzero(cover_greedily(joined, costs, chosen)).tolist()
    assert (n_added == 0) == problem.is_dominating(chosen)
    assert problem.flaw(repaired) is None


@given(RNGS)
@settings(max_examples=100)
def test_greedy_covers_cost_at_most_a_harmonic_number_times_the_least(rng):
    problem = random_cover(rng)
    least, _ = least_of(problem)
    most_covered = int(problem.degrees.max()) + 1
    harmonic = sum(1 / k for k in range(1, most_covered + 1))
    assert problem.cost(problem.select_greedily(0)) <= harmonic * least * (1 + 1e-12)


def test_redundant_vertices_are_removed():
    # A star whose center is picked last: the leaves it makes needless go.
    star = DominatingSetProblem.from_edges([(0, v) for v in range(1, 6)], 6, [2.9, *[1.0] * 5])
    assert star.repair([1, 2])[0].tolist() == [0]
    assert star.repair(range(6))[0].tolist() in ([0], [1, 2, 3, 4, 5])
    assert star.is_minimal(star.repair(range(6))[0])


def test_ties_are_broken_by_the_seed():
    ring = DominatingSetProblem.from_edges([(v, (v + 1) % 12) for v in range(12)], 12)
    sets = {tuple(ring.select_greedily(seed)) for seed in range(20)}
    assert len(sets) > 1
    assert all(ring.flaw(some) is None for some in sets)


# Slack variables


@pytest.mark.parametrize("n_states", range(1, 202))
def test_the_encoding_keeps_to_its_range(n_states):
    """Degrees up to 200: a vertex and its neighbours, of whom 0 to degree beyond the first."""
    coefficients = slack_coefficients(n_states)
    reached = {0}
    for coefficient in coefficients:
        assert coefficient >= 1
        reached |= {value + coefficient for value in reached}
    assert reached == set(range(n_states))
    assert len(coefficients) == math.ceil(math.log2(n_states))
    # The paper's: one bit more where the number of states is a power of two.
    assert len(coefficients) <= math.floor(math.log2(n_states)) + 1


@given(RNGS)
def test_there_are_no_more_variables_than_stated(rng):
    problem = random_cover(rng, 16)
    n, degrees = problem.n_vertices, problem.degrees
    n_variables = len(problem.to_qubo().variables)
    assert n_variables == n + sum(math.ceil(math.log2(d + 1)) for d in degrees)
    # The encoding of the paper: ⌊log₂ N⌋ + 1 bits for the N vertices that cover one.
    assert n_variables <= n + sum(math.floor(math.log2(d + 1)) + 1 for d in degrees)
    # In terms of the largest degree. The paper's n (1 + ⌊log₂ η⌋) cannot hold for any encoding:
    # two joined vertices need a bit each, and η = 1 allows none.
    most = int(degrees.max())
    if most:
        assert n_variables <= n * (2 + math.floor(math.log2(most)))
    else:
        assert n_variables == n


# The QUBO


@pytest.mark.parametrize("penalty", ["bound", "min"])
def test_optima_of_models_of_all_small_graphs(penalty):
    rng = np.random.default_rng(0)
    for n, edges in atlas(4):
        for kind in ("equal", "whole"):
            costs = weights_of(kind, rng, n)
            problem = DominatingSetProblem.from_edges(edges, n, costs)
            least, optimal = least_of(problem)
            samples = dimod.ExactSolver().sample(problem.to_qubo(penalty))
            energies = samples.record.energy
            assert energies.min() == pytest.approx(least, rel=1e-9)
            columns = [samples.variables.index(v) for v in range(n)]
            best = samples.record.sample[energies <= least * (1 + 1e-9)][:, columns]
            assert {tuple(np.flatnonzero(row).tolist()) for row in best} == set(optimal)


@given(RNGS, st.sampled_from(["bound", "min"]))
@settings(max_examples=30)
def test_the_energy_is_the_cost_with_slack_that_fits_and_more_without(rng, penalty):
    problem = random_cover(rng, 9)
    model = problem.to_qubo(penalty)
    n = problem.n_vertices
    for state in all_states(n)[:: max(1, 2**n // 64)]:
        # With the vertices fixed, the squares have variables of their own each: the best of each.
        energy = problem.cost(state.astype(bool))
        joined = matrix(problem) | np.eye(n, dtype=bool)
        n_over = joined @ state - 1
        sample = dict(enumerate(state.tolist()))
        for v in range(n):
            coefficients = slack_coefficients(int(problem.degrees[v]) + 1)
            left = max(int(n_over[v]), 0)
            for k in reversed(range(len(coefficients))):
                below = sum(coefficients[:k])
                sample["slack", v, k] = int(left > below)
                left -= coefficients[k] * sample["slack", v, k]
            assert left == 0
        expected = energy + problem.penalty_of(penalty) * (n_over < 0).sum()
        scale = problem.penalty_of(penalty) * (n + 1) ** 2
        assert model.energy(sample) == pytest.approx(expected, rel=1e-12, abs=1e-12 * scale)


def test_penalties():
    pair = DominatingSetProblem.from_edges([(0, 1)], 2, [1.0, 3.0])
    assert pair.penalty_of("bound") == 1.05 * 2 * 3
    assert pair.penalty_of("min") == 1.05
    assert pair.penalty_of(2.0) == 2
    with pytest.raises(ValueError, match="penalty must be > 1, the largest over the vertices"):
        pair.to_qubo(1.0)
    with pytest.raises(ValueError, match="penalty must be one of 'bound', 'min', got 'max'"):
        pair.to_qubo("max")


# Solvers


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("greedy", {}),
        ("exact", {}),
        ("simulated-annealing", {"num_sweeps": 100}),
        ("tabu", {"coefficient_z_first": 100, "lower_bound_z": 100}),
        ("steepest-descent", {"num_reads": 5}),
        ("parallel-tempering", {"num_sweeps": 50, "num_replicas": 8}),
        ("path-relinking", {"num_searches": 5}),
    ],
)
def test_solvers_against_all_sets(name, params):
    rng = np.random.default_rng(1)
    for n, edges in atlas(5):
        costs = weights_of(KINDS[n % 3], rng, n)
        check_answer(DominatingSetProblem.from_edges(edges, n, costs), name, params)
    for _ in range(20):
        check_answer(random_cover(rng), name, params)


def check_answer(problem, name, params):
    least, _ = least_of(problem)
    found = solve(problem, name, random_state=2, **params)
    assert problem.is_dominating(found.vertices)
    assert problem.is_minimal(found.vertices)
    assert found.weight >= least * (1 - 1e-12)
    assert found.proved_optimal == (name == "exact")
    if found.proved_optimal:
        assert found.weight == pytest.approx(least, rel=1e-9)


def test_any_sampler_of_dimod():
    rng = np.random.default_rng(3)
    for _ in range(20):
        problem = random_cover(rng, 5, "whole")
        if len(problem.to_qubo().variables) > 14:
            continue
        found = solve(problem, dimod.ExactSolver(), random_state=0)
        assert found.weight == least_of(problem)[0]
        assert found.repairs == 0
        # Random samples are repaired, and repairs are counted.
        wild = solve(problem, dimod.RandomSampler(), random_state=0, num_reads=1)
        assert problem.flaw(wild.vertices) is None


def test_the_contract():
    rng = np.random.default_rng(4)
    problems = [random_cover(rng, 9) for _ in range(12)]
    for name in ("greedy", "exact"):
        check_solver(name, problems=problems)


# Whole fits


X = np.random.default_rng(5).normal(size=(300, 2))
COST = np.random.default_rng(6).uniform(1, 9, 300)
OPTIONS = {"coarsening": "dense", "max_chunk_size": 60, "growth": 1.5, "random_state": 0}


@pytest.mark.parametrize("linkage", ["ward", "distance"])
@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("greedy", {}),
        ("exact", {}),
        ("simulated-annealing", {"num_reads": 1, "num_sweeps": 10}),
        ("steepest-descent", {"num_reads": 2}),
    ],
)
def test_whole_fits_make_valid_trees(name, params, linkage):
    options = {**OPTIONS, "linkage": linkage, "selection": name, "selection_params": params}
    tree = bidvit.cluster(X, cost=COST, **options)
    check_tree(tree)
    assert tree.levels[-1].n_nodes == 1
    assert_identical(bidvit.cluster(X, cost=COST, n_jobs=2, **options), tree)
    for made in tree.selections:
        assert made["n_proved"] == (made["n_chunks"] if name == "exact" else 0)


def test_the_first_level_is_a_cover_of_least_cost():
    epsilon = 0.4
    options = {
        **OPTIONS,
        "max_chunk_size": 300,
        "linkage": "distance",
        "representation": "point",
        "initial_epsilon": epsilon,
        "max_levels": 1,
        "selection": "exact",
    }
    problem = DominatingSetProblem.from_points(X, epsilon, costs=COST)
    best = solve(problem, "exact", random_state=0)
    tree = bidvit.cluster(X, cost=COST, **options)
    assert tree.selections[0]["weight"] == pytest.approx(best.weight, rel=1e-9)
    assert tree.levels[1].n_nodes == len(best.vertices)
    assert tree.levels[1].max_radius < epsilon
    plain = bidvit.cluster(X, **options)
    fewest = solve(DominatingSetProblem.from_points(X, epsilon), "exact", random_state=0)
    assert plain.levels[1].n_nodes == fewest.weight < tree.levels[1].n_nodes
    # Not separated, so no more nodes than any separated set needs.
    separated = bidvit.cluster(X, **{**options, "coarsening": "separated"})
    assert fewest.weight < separated.levels[1].n_nodes


def test_costs_as_array_column_and_function():
    by_array = bidvit.cluster(X, cost=COST, **OPTIONS)
    frame = pd.DataFrame(X, columns=["x", "y"]).assign(price=COST)
    by_column = bidvit.cluster(frame, cost="price", **OPTIONS)
    assert_identical(by_column, by_array)
    asked = []

    def from_the_middle(points, weights):
        asked.append((points.shape, weights.sum()))
        return 1 + np.linalg.norm(points, axis=1)

    by_function = bidvit.cluster(X, cost=from_the_middle, **OPTIONS)
    check_tree(by_function)
    assert asked[0] == ((300, 2), 300)
    assert [shape[0] for shape, _ in asked][: len(by_function.levels) - 1] == sorted(
        (shape[0] for shape, _ in asked[: len(by_function.levels) - 1]), reverse=True
    )
    first = bidvit.cluster(X, cost=1 + np.linalg.norm(X, axis=1), **{**OPTIONS, "max_levels": 1})
    assert first.levels[1].n_nodes == by_function.levels[1].n_nodes
    assert [tree.parameters["cost"] for tree in (by_array, by_column, by_function)] == [
        "array",
        "price",
        "from_the_middle",
    ]


def test_dear_rows_are_not_picked():
    costs = np.where(X[:, 0] < 0, 1.0, 1e6)
    tree = bidvit.cluster(
        X,
        cost=costs,
        **{**OPTIONS, "linkage": "distance", "representation": "point", "max_chunk_size": 300},
        initial_epsilon=100.0,
        max_levels=1,
    )
    assert tree.levels[1].points.shape == (1, 2)
    assert tree.levels[1].points[0, 0] < 0


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"coarsening": "thick"}, ValueError, "coarsening must be one of 'separated', 'dense'"),
        ({"coarsening": "separated", "cost": COST}, ValueError, "cost must be None with coarsen"),
        ({"cost": "price"}, TypeError, "cost is the name of a column, 'price', so X must be a"),
        ({"cost": COST[:5]}, ValueError, "cost must .*300"),
        ({"cost": -COST}, ValueError, "cost"),
        ({"cost": lambda points, _: points[:1, 0]}, ValueError, "cost"),
        ({"weight_scaling": "linear"}, ValueError, "weight_scaling must be None with coarsening="),
        ({"selection": "local-search"}, bidvit.selection.SelectionError, "use 'greedy', 'exact'"),
    ],
)
def test_arguments(options, error, message):
    with pytest.raises(error, match=message):
        bidvit.cluster(X, **{**OPTIONS, **options})


def test_solvers_are_made_as_for_other_problems():
    assert make_solver("exact", {"time_limit": 1}).time_limit == 1
