"""IndependentSetProblem: what it refuses, what it says of sets, and its forms for solvers."""

from itertools import combinations

import dimod
import numpy as np
import pytest
import reference
from graphs import (
    KINDS,
    SHAPES,
    all_states,
    atlas,
    best_weight,
    energies_of,
    independent_states,
    matrix,
    problems,
    random_problem,
    weights_of,
)
from hypothesis import given
from hypothesis import strategies as st
from reference_selection import brute_force
from strategies import RNGS, clouds, lattices

from bidvit.selection import IndependentSetProblem

RULES = ["max", "min", "global"]
PATH = IndependentSetProblem.from_edges([(0, 1), (1, 2), (2, 3)], 4, [1.0, 5.0, 2.0, 3.0])


def energies(problem, penalty):
    """Energies of all states, from the definition."""
    states = all_states(problem.n_vertices)
    joined = states[:, problem.edges[:, 0]] & states[:, problem.edges[:, 1]]
    return joined @ problem.penalties(penalty) - states @ problem.weights


# What is refused

BAD = [
    ({"starts": [[0, 1]], "neighbours": []}, ValueError, r"starts and neighbours must be one-dim"),
    ({"starts": [], "neighbours": []}, ValueError, r"got shapes \(0,\) and \(0,\)"),
    ({"starts": [0, 1], "neighbours": []}, ValueError, r"starts must rise from 0 to .* 0, got"),
    ({"starts": [1, 2, 2], "neighbours": [1, 0]}, ValueError, r"starts must rise from 0"),
    ({"starts": [0, 2, 1, 2], "neighbours": [1, 0]}, ValueError, r"starts must rise from 0"),
    ({"starts": [0, 1, 2], "neighbours": [2, 0]}, ValueError, r"neighbours must be from 0 to 1"),
    ({"starts": [0, 1, 2], "neighbours": [-1, 0]}, ValueError, r"neighbours must be from 0 to 1"),
    ({"starts": [0, 1, 2], "neighbours": [2**32 + 1, 0]}, ValueError, r"neighbours must be from 0"),
    ({"starts": [0, 1, 2], "neighbours": [1.5, 0]}, TypeError, r"neighbours must be integers, got"),
    ({"starts": [0.0, 1, 2], "neighbours": [1, 0]}, TypeError, r"starts must be integers, got"),
    ({"starts": [0, 1, 2], "neighbours": [0, 1]}, ValueError, r"join a vertex to itself, got 0, 0"),
    ({"starts": [0, 2, 3, 4], "neighbours": [2, 1, 0, 0]}, ValueError, r"must ascend strictly"),
    ({"starts": [0, 2, 4], "neighbours": [1, 1, 0, 0]}, ValueError, r"must ascend strictly"),
    ({"starts": [0, 1, 1], "neighbours": [1]}, ValueError, r"every edge at both of its ends"),
    ({"starts": [0, 1, 2, 3], "neighbours": [1, 2, 0]}, ValueError, r"every edge at both"),
]


@pytest.mark.parametrize(("arrays", "error", "message"), BAD)
def test_graphs_that_are_none(arrays, error, message):
    with pytest.raises(error, match=message):
        IndependentSetProblem(**arrays)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], r"weights must have shape \(2,\), got \(1,\)"),
        ([[1.0, 2.0]], r"weights must have shape \(2,\), got \(1, 2\)"),
        ([1.0, np.nan], r"weights must be from 1e-100 to 1e100.*got nan$"),
        ([1.0, np.inf], r"weights must be from 1e-100 to 1e100.*got inf$"),
        ([1e101, 1.0], r"weights must be from 1e-100 to 1e100.*got 1e\+101$"),
        ([1e-101, 1.0], r"weights must be from 1e-100 to 1e100.*got 1e-101$"),
        ([-1.0, 1.0], r"weights must be from 1e-100 to 1e100.*got -1$"),
        ([0.0, 1.0], r"got 0: leave vertices without weight out$"),
    ],
)
def test_weights_that_are_none(weights, message):
    with pytest.raises(ValueError, match=message):
        IndependentSetProblem([0, 1, 2], [1, 0], weights)


@pytest.mark.parametrize(
    ("edges", "n", "error", "message"),
    [
        ([(0, 3)], 3, ValueError, r"edges must join vertices from 0 to 2, got"),
        ([(-1, 0)], 3, ValueError, r"edges must join vertices from 0 to 2, got"),
        ([(1, 1)], 3, ValueError, r"neighbours must not join a vertex to itself, got 1, 1"),
        ([(0.5, 1.0)], 3, TypeError, r"edges must be integers, got dtype float64"),
        ([(0, 1)], -1, ValueError, r"n_vertices must be >= 0"),
    ],
)
def test_edges_that_are_none(edges, n, error, message):
    with pytest.raises(error, match=message):
        IndependentSetProblem.from_edges(edges, n)


def test_sets_that_are_none():
    for vertices, error in [([4], IndexError), ([-1], IndexError), ([0.5], TypeError)]:
        with pytest.raises(error, match="vertices must be"):
            PATH.is_independent(vertices)
    with pytest.raises((TypeError, ValueError), match="vertices must be"):
        PATH.mask([True, False])


# Making


@given(problems(max_vertices=20), RNGS)
def test_edges_in_any_order_make_the_same_problem(problem, rng):
    edges = rng.permutation(problem.edges)
    flipped = np.where(rng.random(len(edges))[:, None] < 0.5, edges, edges[:, ::-1])
    twice = np.concatenate([flipped, edges[: len(edges) // 2]])
    made = IndependentSetProblem.from_edges(twice, problem.n_vertices, problem.weights)
    assert made.starts.tolist() == problem.starts.tolist()
    assert made.neighbours.tolist() == problem.neighbours.tolist()
    assert made.n_edges == problem.n_edges == len(problem.edges) == matrix(problem).sum() // 2
    assert made.degrees.tolist() == matrix(problem).sum(axis=1).tolist()
    again = IndependentSetProblem(made.starts, made.neighbours, made.weights)
    assert matrix(again).tolist() == matrix(problem).tolist()


@given(
    st.one_of(lattices(max_points=40), clouds(max_points=40)),
    st.one_of(st.integers(1, 24).map(lambda k: k / 2), st.floats(0.01, 10)),
    st.sampled_from(["euclidean", "manhattan", "chebyshev", "function"]),
)
def test_points_closer_than_epsilon_are_joined(points, epsilon, metric):
    values = reference.values(points, points, "euclidean" if metric == "function" else metric)
    joined = values < reference.value_of(epsilon, "manhattan" if metric != "euclidean" else metric)
    np.fill_diagonal(joined, False)
    function = reference.values if metric == "function" else metric
    problem = IndependentSetProblem.from_points(points, epsilon, metric=function)
    assert matrix(problem).tolist() == joined.tolist()
    assert problem.weights.tolist() == [1.0] * len(points)


@given(RNGS, st.floats(0.1, 1))
def test_angles_and_places_are_measured_in_their_units(rng, epsilon):
    X = rng.uniform(-80, 80, (30, 2))
    for metric, measure, radius in [
        ("cosine", reference.angles, epsilon),
        ("haversine", reference.great_circles, 5e6 * epsilon),
    ]:
        joined = measure(X, X) < radius
        np.fill_diagonal(joined, False)
        problem = IndependentSetProblem.from_points(X, radius, metric=metric)
        assert matrix(problem).tolist() == joined.tolist()


def test_points_that_are_none():
    with pytest.raises(ValueError, match="epsilon must be finite and > 0"):
        IndependentSetProblem.from_points([[1.0], [2.0]], 0)
    with pytest.raises(ValueError, match="X must have two dimensions"):
        IndependentSetProblem.from_points([1.0, 2.0], 1)
    with pytest.raises(ValueError, match=r"weights must have shape \(2,\)"):
        IndependentSetProblem.from_points([[1.0], [2.0]], 1, weights=[1.0])
    with pytest.raises(ValueError, match="must be symmetric"):
        IndependentSetProblem.from_points(
            [[1.0], [2.0]], 5, metric=lambda A, B: np.abs(2 * A - B.T)
        )


def test_what_it_looks_like():
    assert repr(PATH) == "IndependentSetProblem(n_vertices=4, n_edges=3)"
    assert PATH.name == "problem"
    assert IndependentSetProblem([0], [], name="nothing").name == "nothing"


# What it says of sets


@given(problems(max_vertices=7))
def test_sets_are_what_they_are(problem):
    joined = matrix(problem)
    for state in all_states(problem.n_vertices).astype(bool):
        chosen = np.flatnonzero(state)
        independent = not any(joined[u, v] for u, v in combinations(chosen, 2))
        dominating = all(state[v] or any(joined[v, chosen]) for v in range(problem.n_vertices))
        assert problem.is_independent(chosen) == problem.is_independent(state) == independent
        assert problem.is_dominating(chosen) == dominating
        assert problem.is_maximal(chosen) == (independent and dominating)
        assert problem.flaw(chosen) == (
            None if independent and dominating else "maximal" if independent else "independent"
        )
        assert problem.weight(chosen) == pytest.approx(problem.weights[chosen].sum(), rel=1e-12)


@given(problems(max_vertices=15), RNGS)
def test_subproblems_keep_edges_and_weights(problem, rng):
    chosen = np.flatnonzero(rng.random(problem.n_vertices) < 0.6)
    part = problem.subproblem(chosen, name="part")
    assert matrix(part).tolist() == matrix(problem)[np.ix_(chosen, chosen)].tolist()
    assert part.weights.tolist() == problem.weights[chosen].tolist()
    assert (part.name, problem.subproblem(chosen).name) == ("part", problem.name)
    # Kernels trust what is made here.
    IndependentSetProblem(part.starts, part.neighbours, part.weights)


# Greedy


@given(problems(max_vertices=20), st.integers(0, 2**63 - 1))
def test_greedy_sets_are_those_of_the_reference(problem, seed):
    picks = problem.select_greedily(seed)
    ties = reference.Ties(seed, 0).ranks(np.arange(problem.n_vertices))
    assert problem.is_maximal(picks)
    expected = reference.select_greedily(matrix(problem), problem.weights, ties)
    assert picks.tolist() == np.sort(expected).tolist()


@pytest.mark.parametrize("instruction_set", ["baseline", "x86_v3", "x86_v4"])
def test_greedy_sets_do_not_depend_on_the_processor(instruction_set, use_instruction_set):
    rng = np.random.default_rng(0)
    problem = IndependentSetProblem.from_points(rng.random((300, 2)), 0.08)
    expected = problem.select_greedily(7).tolist()
    try:
        use_instruction_set(instruction_set)
    except ValueError as error:
        pytest.skip(str(error))
    assert problem.select_greedily(7).tolist() == expected


# Models


@pytest.mark.parametrize("rule", RULES)
@given(problem=problems(max_vertices=9))
def test_models_have_the_optima_of_the_problem(rule, problem):
    n, states = problem.n_vertices, all_states(problem.n_vertices)
    energy = energies(problem, rule)
    independent = independent_states(problem)
    weights = states @ problem.weights
    # Energies agree: of the definition, of the quadratic model, and of the Ising model.
    model = problem.to_qubo(rule)
    assert list(model.variables) == list(range(n))
    assert sorted(sorted(pair) for pair in model.quadratic) == problem.edges.tolist()
    scale = problem.weights.sum() + problem.penalties(rule).sum()
    np.testing.assert_allclose(model.energies((states, range(n))), energy, atol=1e-12 * scale)
    fields, couplings, offset = problem.to_ising(rule)
    ising = dimod.BinaryQuadraticModel.from_ising(fields, couplings, offset)
    spins = 2 * states - 1
    np.testing.assert_allclose(ising.energies((spins, range(n))), energy, atol=1e-12 * scale)
    # Of an independent set the energy is the negative of its weight.
    np.testing.assert_allclose(energy[independent], -weights[independent], rtol=1e-12)
    # Whatever has an edge in it is worse than some independent set, and not by rounding.
    best = energy[independent].min()
    assert -best == pytest.approx(best_weight(problem), rel=1e-12)
    lightest = problem.weights.min()
    assert (energy[~independent] > best + 0.04 * lightest - 1e-12 * abs(best)).all()


@given(problems(max_vertices=9), st.floats(1.001, 10))
def test_a_number_as_penalty(problem, factor):
    lesser = problem.weights[problem.edges].min(axis=1, initial=np.inf)
    if len(lesser) == 0:
        assert len(problem.penalties(1.0)) == 0
        return
    enough = lesser.max()
    energy = energies(problem, enough * factor)
    assert energy.argmin() in np.flatnonzero(independent_states(problem))
    with pytest.raises(ValueError, match=r"penalty must be > .*, the largest of the lesser"):
        problem.penalties(float(enough))


def test_the_bound_on_the_penalty_is_sharp():
    # At λ = min(w_u, w_v) the set with the edge costs as little as the best one.
    problem = IndependentSetProblem.from_edges([(0, 1)], 2, [2.0, 5.0])
    states = all_states(2)
    energy = 2.0 * states.all(axis=1) - states @ problem.weights
    assert (energy == energy.min()).sum() == 2
    assert energies(problem, 2.001).argmin() == 2


def test_penalties_by_rule():
    assert PATH.penalties("max").tolist() == [1.05 * 5, 1.05 * 5, 1.05 * 3]
    assert PATH.penalties("min").tolist() == [1.05 * 1, 1.05 * 2, 1.05 * 2]
    assert PATH.penalties("global").tolist() == [1.05 * 5] * 3
    assert PATH.penalties(2.5).tolist() == [2.5] * 3
    for wrong in ("mean", -1, None, True):
        with pytest.raises((TypeError, ValueError), match="penalty must be"):
            PATH.penalties(wrong)


def check_models(problem, rule):
    """Hold the quadratic and the Ising model against all sets of a problem."""
    n, edges = problem.n_vertices, problem.edges.tolist()
    best, optimal = brute_force(n, edges, problem.weights)
    model = problem.to_qubo(rule)
    pairs = np.zeros((n, n))
    for (u, v), bias in model.quadratic.items():
        pairs[min(u, v), max(u, v)] = bias
    of_qubo = model.offset + energies_of([model.linear[v] for v in range(n)], pairs)
    # Spins z = 2 s - 1, term by term.
    fields, couplings, offset = problem.to_ising(rule)
    linear, pairs = np.array([2 * fields[v] for v in range(n)]), np.zeros((n, n))
    for (u, v), coupling in couplings.items():
        pairs[u, v] = 4 * coupling
        linear[[u, v]] -= 2 * coupling
    constant = offset - sum(fields.values()) + sum(couplings.values())
    of_ising = constant + energies_of(linear, pairs)
    scale = problem.weights.sum() + problem.penalties(rule).sum()
    np.testing.assert_allclose(of_ising, of_qubo, rtol=0, atol=1e-12 * scale)
    for energy in (of_qubo, of_ising):
        assert energy.min() == pytest.approx(-best, rel=1e-12, abs=1e-12 * scale)
    lowest = np.flatnonzero(of_qubo <= of_qubo.min() + 1e-12 * scale)
    by_number = {sum(1 << v for v in chosen) for chosen in optimal}
    if problem.weights.max() < 1e6 * problem.weights.min():
        assert set(lowest.tolist()) == by_number
    else:  # some optima differ from other sets by less than rounding
        assert by_number <= set(lowest.tolist())


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("kind", KINDS)
def test_optima_of_models_of_all_graphs_of_up_to_six_vertices(kind, rule):
    rng = np.random.default_rng(5)
    for n, edges in atlas(6):
        check_models(IndependentSetProblem.from_edges(edges, n, weights_of(kind, rng, n)), rule)


@pytest.mark.parametrize("rule", ["max", "min"])
@pytest.mark.parametrize("part", range(4))
def test_optima_of_models_of_random_graphs_of_up_to_sixteen_vertices(part, rule):
    rng = np.random.default_rng([6, part])
    for _ in range(20):
        check_models(random_problem(rng, 16), rule)
    for _ in range(250):
        check_models(random_problem(rng, 10), rule)


@pytest.mark.parametrize("kind", ["equal", "uneven", "huge", "tiny"])
@pytest.mark.parametrize("shape", SHAPES)
def test_models_of_shapes(shape, kind):
    n, edges = SHAPES[shape]
    problem = IndependentSetProblem.from_edges(
        edges, n, weights_of(kind, np.random.default_rng(1), n)
    )
    sample = dimod.ExactSolver().sample(problem.to_qubo("min")).first
    found = np.array([sample.sample[v] for v in range(n)], bool)
    assert problem.is_maximal(found)
    assert problem.weight(found) == pytest.approx(best_weight(problem), rel=1e-12)
    assert sample.energy == pytest.approx(-problem.weight(found), rel=1e-12)


def test_graphs_of_networkx():
    graph = PATH.to_networkx()
    assert sorted(graph.edges) == [(0, 1), (1, 2), (2, 3)]
    assert [graph.nodes[v]["weight"] for v in range(4)] == PATH.weights.tolist()


def test_an_empty_problem():
    nothing = IndependentSetProblem([0], [])
    assert nothing.is_maximal([])
    assert nothing.weight([]) == 0
    assert nothing.select_greedily(0).tolist() == []
    assert nothing.repair([])[0].tolist() == []
    assert len(nothing.to_qubo().variables) == 0
    assert nothing.to_ising() == ({}, {}, 0.0)
    assert nothing.subproblem([]).n_vertices == 0
