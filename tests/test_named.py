"""Solvers by name: on every small graph and in whole fits; their parameters; their own limits."""

from itertools import combinations

import dimod
import numpy as np
import pytest
from dwave import samplers
from graphs import KINDS, SHAPES, atlas, random_problem, weights_of
from reference_selection import brute_force
from trees import assert_identical, check_tree

import bidvit
from bidvit.selection import SOLVERS, IndependentSetProblem, SelectionError, make_solver, solve
from bidvit.selection.named import find_elimination_order
from bidvit.selection.testing import check_solver

# Nobody but their owner can ask these.
ON_MACHINES = {"dwave", "leap-hybrid"}
# Parameters that take little time and do for small graphs.
QUICK = {
    "greedy": {},
    "exact": {},
    "local-search": {},
    "parallel-tempering": {"num_sweeps": 20, "num_replicas": 8},
    "path-integral": {"num_sweeps": 20},
    "path-relinking": {"num_searches": 6, "patience": 10},
    "simulated-annealing": {"num_reads": 2, "num_sweeps": 20},
    "steepest-descent": {"num_reads": 5},
    "tabu": {"num_reads": 1, "coefficient_z_first": 20, "lower_bound_z": 20},
    "tree-decomposition": {},
}
# Those that prove what they find on any small graph.
PROVING = {"exact", "tree-decomposition"}
X = np.random.default_rng(0).normal(size=(120, 2))


def test_all_solvers_are_here():
    assert set(QUICK) == set(SOLVERS) - ON_MACHINES


def without_reductions(name):
    return QUICK[name] | ({} if name == "greedy" else {"reductions": False})


def check(problem, name, params, seed):
    """Hold an answer against all sets of a problem; returns it."""
    best, _ = brute_force(problem.n_vertices, problem.edges.tolist(), problem.weights)
    found = solve(problem, name, random_state=seed, **params)
    chosen = set(found.vertices.tolist())
    around = [set(some.tolist()) for some in np.split(problem.neighbours, problem.starts[1:-1])]
    assert not any(around[v] & chosen for v in chosen)
    assert all(v in chosen or around[v] & chosen for v in range(problem.n_vertices))
    assert found.weight == pytest.approx(sum(problem.weights[sorted(chosen)]), rel=1e-12)
    assert found.weight <= best * (1 + 1e-12)
    assert not found.bound < best * (1 - 1e-9)
    if found.proved_optimal:
        assert found.weight == pytest.approx(best, rel=1e-9)
    if name in PROVING:
        assert found.proved_optimal
    return found


@pytest.mark.parametrize("kind", ["equal", "whole", "uneven"])
@pytest.mark.parametrize("name", QUICK)
def test_every_graph_of_up_to_six_vertices(name, kind):
    rng = np.random.default_rng(1)
    # Whole, because reductions settle nearly all of them.
    params = without_reductions(name)
    for seed, (n, edges) in enumerate(atlas(6)):
        problem = IndependentSetProblem.from_edges(edges, n, weights_of(kind, rng, n))
        check(problem, name, params, seed)


@pytest.mark.parametrize("reduced", [True, False], ids=["reduced", "whole"])
@pytest.mark.parametrize("name", QUICK)
def test_random_graphs_of_up_to_sixteen_vertices(name, reduced):
    rng = np.random.default_rng(2)
    params = QUICK[name] if reduced else without_reductions(name)
    for seed in range(120):
        found = check(random_problem(rng, 16), name, params, seed)
        # Local search branches where a component is small, and these are.
        assert found.proved_optimal or name != "local-search"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", QUICK)
def test_shapes(name, kind):
    for n, edges in SHAPES.values():
        problem = IndependentSetProblem.from_edges(
            edges, n, weights_of(kind, np.random.default_rng(3), n)
        )
        for params in (QUICK[name], without_reductions(name)):
            check(problem, name, params, 4)
    assert solve(IndependentSetProblem([0], []), name, **QUICK[name]).vertices.tolist() == []


def test_annealers_find_the_optima_of_small_graphs_with_default_parameters():
    rng = np.random.default_rng(5)
    others = set(QUICK) - PROVING - {"greedy", "steepest-descent", "local-search"}
    for seed in range(4):
        problem = random_problem(rng, 14, ("whole",))
        best, _ = brute_force(problem.n_vertices, problem.edges.tolist(), problem.weights)
        for name in sorted(others):
            for penalty in ("min", "max"):
                found = solve(problem, name, random_state=seed, penalty=penalty, reductions=False)
                assert found.weight == best, (name, penalty)


# Whole fits


@pytest.mark.parametrize("linkage", ["ward", "distance"])
@pytest.mark.parametrize("name", QUICK)
def test_whole_fits_make_valid_trees(name, linkage):
    weights = np.random.default_rng(6).integers(1, 4, len(X)).astype(float)
    options = {
        "selection": name,
        "selection_params": QUICK[name],
        "linkage": linkage,
        "sample_weight": weights,
        "max_chunk_size": 40,
        "growth": 1.6,
    }
    tree = bidvit.cluster(X, random_state=7, **options)
    check_tree(tree, weights)
    assert tree.levels[-1].n_nodes == 1
    assert tree.parameters["selection"] == name
    if name == "greedy":
        assert tree.selections is None
        return
    assert len(tree.selections) == len(tree.levels) - 1
    for level, made in zip(tree.levels[:-1], tree.selections, strict=True):
        assert made["n_vertices"] == level.n_nodes
        assert made["n_failed"] == 0
        assert name not in PROVING or made["n_proved"] == made["n_chunks"]
    # The seed decides and the number of threads does not.
    for n_jobs in (1, 2):
        again = bidvit.cluster(X, random_state=7, n_jobs=n_jobs, **options)
        assert_identical(again, tree)


@pytest.mark.parametrize(
    "sampler",
    [samplers.SimulatedAnnealingSampler, samplers.TabuSampler, dimod.RandomSampler],
    ids=lambda x: x.__name__,
)
def test_whole_fits_with_a_sampler_of_dimod(sampler):
    tree = bidvit.cluster(
        X,
        selection=sampler(),
        selection_params={"num_reads": 2, **({"timeout": 1} if "Tabu" in sampler.__name__ else {})},
        max_chunk_size=20,
        growth=2.0,
        random_state=0,
    )
    check_tree(tree)
    assert tree.parameters["selection"] == sampler.__name__


def test_the_estimator_takes_names_and_parameters():
    model = bidvit.BiDViT(
        n_clusters=5,
        selection="simulated-annealing",
        selection_params={"num_sweeps": 20, "penalty": "max"},
        max_chunk_size=40,
        random_state=0,
    ).fit(X)
    check_tree(model.tree_)
    assert model.tree_.parameters["selection_params"] == {"num_sweeps": 20, "penalty": "max"}


# Parameters


@pytest.mark.parametrize("name", sorted(set(QUICK) - {"greedy", "local-search", "exact"}))
def test_parameters_go_to_the_sampler_and_unknown_ones_are_refused(name, monkeypatch):
    solver = make_solver(name, QUICK[name])
    given = []

    class Listening(type(solver.sampler)):
        def sample(self, bqm, **params):
            given.append(params)
            return super().sample(bqm, **params)

    monkeypatch.setattr(solver, "sampler", Listening())
    ring = [(i, (i + 1) % 5) for i in range(5)]
    problem = IndependentSetProblem.from_edges(ring, 5)
    solver.reductions = False
    solver.solve(problem, np.random.default_rng(0))
    [params] = given
    assert QUICK[name].items() <= params.items()
    with pytest.raises(ValueError, match=f"{name} has no parameter 'cold', 'hot'") as caught:
        bidvit.cluster(X, selection=name, selection_params={"hot": 1, "cold": 2})
    for parameter in ("penalty", "reductions", "max_samples", *solver.known_params):
        assert repr(parameter) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("exact", {"reads": 1}, "exact has no parameter 'reads'; it has 'time_limit', 'reduc"),
        ("local-search", {"n": 1}, "local-search has no parameter 'n'; it has 'iterations_per_v"),
        ("tabu", {"penalty": "mean"}, "one of 'max', 'min', 'global', 'bound', got 'mean'"),
        ("tabu", {"reductions": "some"}, "reductions must be True, False or 'roof-duality', got"),
        ("tabu", {"sampler": 1}, "tabu has no parameter 'sampler'; it has 'penalty'"),
        ("tabu", {"self": 1}, "tabu has no parameter 'self'; it has 'penalty'"),
        ("tabu", {"max_samples": 0}, "max_samples must be >= 1, got 0"),
        (
            "tree-decomposition",
            {"max_treewidth": 26},
            "max_treewidth must be at most .* 25, got 26",
        ),
        ("tree-decomposition", {"max_treewidth": 0}, "max_treewidth must be >= 1"),
    ],
)
def test_parameters_that_are_none(name, params, message):
    with pytest.raises(ValueError, match=message):
        make_solver(name, params)


def test_seeds_decide():
    rng = np.random.default_rng(8)
    problem = IndependentSetProblem.from_points(rng.random((150, 2)), 0.12)
    for name in sorted(set(QUICK) - PROVING):
        params = without_reductions(name)
        sets = [
            solve(problem, name, random_state=seed, **params).vertices.tolist()
            for seed in (0, 0, 1, 2, 3, 4)
        ]
        assert sets[0] == sets[1]
        assert any(other != sets[0] for other in sets[2:]), name


def test_roof_duality_first():
    rng = np.random.default_rng(9)
    for seed in range(20):
        problem = random_problem(rng, 14, ("whole",))
        for name in ("exact", "tree-decomposition", "simulated-annealing"):
            check(problem, name, {**QUICK[name], "reductions": "roof-duality"}, seed)


# Tabu and time, tree decomposition and width


def test_tabu_is_bounded_by_moves_unless_a_time_is_given():
    assert make_solver("tabu").sample_params["timeout"] is None
    assert make_solver("tabu", {"timeout": 5}).sample_params == {"timeout": 5}
    ring = [(i, (i + 1) % 5) for i in range(5)]
    found = solve(IndependentSetProblem.from_edges(ring, 5), "tabu", timeout=5, reductions=False)
    assert found.weight == 2


def test_kernels_too_wide_for_tree_decomposition_are_refused():
    wide = list(combinations(range(8), 2))
    problem = IndependentSetProblem.from_edges(wide, 8, name="chunk 3 of level 1")
    params = {"reductions": False}
    with pytest.raises(SelectionError, match=r"chunk 3 of level 1 \(8 vertices\).*max_treewidth=6"):
        solve(problem, "tree-decomposition", max_treewidth=6, **params)
    assert solve(problem, "tree-decomposition", max_treewidth=7, **params).proved_optimal
    with pytest.raises(SelectionError, match="smaller chunks or another solver"):
        bidvit.cluster(
            X,
            initial_epsilon=10.0,
            selection="tree-decomposition",
            selection_params={"max_treewidth": 2, **params},
        )
    tree = bidvit.cluster(
        X,
        initial_epsilon=10.0,
        selection="tree-decomposition",
        selection_params={"max_treewidth": 2, **params},
        on_failure="greedy",
    )
    check_tree(tree)
    assert tree.selections[0]["n_failed"] == 1


def test_the_elimination_order_keeps_to_its_width():
    rng = np.random.default_rng(10)
    for _ in range(50):
        problem = random_problem(rng, 14)
        model = problem.to_qubo()
        adjacent = {v: set(model.adj[v]) for v in model.variables}
        widths = []
        order = find_elimination_order(model, 14)
        assert sorted(order) == list(range(problem.n_vertices))
        for v in order:
            around = adjacent.pop(v)
            # Of those left, none has fewer neighbours.
            assert len(around) <= min(map(len, adjacent.values()), default=len(around))
            widths.append(len(around))
            for u in around:
                adjacent[u] |= around
                adjacent[u] -= {u, v}
        width = max(widths)
        assert find_elimination_order(model, max(width, 1)) is not None
        if width:
            assert find_elimination_order(model, width - 1) is None


def test_the_contract_without_reductions():
    for name in ("exact", "local-search", "simulated-annealing", "path-relinking"):
        check_solver(name, params=without_reductions(name))
