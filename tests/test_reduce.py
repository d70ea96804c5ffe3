"""Reductions lose nothing: every one of them is held against all sets of small graphs."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference_selection import brute_force
from strategies import RNGS

from bidvit import _core
from bidvit.selection import IndependentSetProblem
from bidvit.selection.reduce import (
    RULES,
    find_components,
    fix_by_roof_duality,
    reduce_problem,
    split_problem,
)

# The weightings of every graph: ties of all kinds, and none at all.
WEIGHTINGS = {
    "equal": lambda _, n: np.ones(n),
    "small": lambda rng, n: rng.integers(1, 4, n).astype(float),
    "whole": lambda rng, n: rng.integers(1, 100, n).astype(float),
    "tenths": lambda rng, n: rng.integers(1, 30, n) / 10,  # their sums are rounded
    "random": lambda rng, n: rng.uniform(0.5, 2, n),
    "uneven": lambda rng, n: 10.0 ** rng.uniform(-6, 6, n),
    "tiny": lambda rng, n: rng.integers(1, 9, n) * 1e-100,
    "huge": lambda rng, n: rng.uniform(1, 9, n) * 1e99,
}


def make(n, edges, weights=None):
    return IndependentSetProblem.from_edges(list(edges), n, weights)


def random_edges(rng, n):
    """A random graph, or one of points near each other: more cliques."""
    if rng.random() < 0.5:
        X = rng.random((n, rng.integers(1, 4)))
        joined = np.linalg.norm(X[:, None] - X, axis=2) < rng.uniform(0.1, 0.7)
    else:
        joined = rng.random((n, n)) < rng.uniform(0.05, 0.7)
    return np.argwhere(np.triu(joined, 1)).tolist()


def independent_sets(problem, rng, most=24):
    """Some independent sets, all of them if they are few, the empty one always."""
    n, found = problem.n_vertices, [()]
    neighbours = np.split(problem.neighbours, problem.starts[1:-1]) if n else []
    for v in range(n):
        more = [(*s, v) for s in found if not set(neighbours[v].tolist()) & set(s)]
        found += more
        if len(found) > 8 * most:
            keep = rng.choice(len(found), most, replace=False)
            found = [(), *(found[i] for i in keep)]
    return found if len(found) <= most else [(), *(found[i] for i in rng.permutation(len(found)))]


def check(problem, rng, rules=RULES):
    """Hold a reduction against brute force; returns it."""
    reduced = reduce_problem(problem, rules)
    kernel, n = reduced.kernel, problem.n_vertices
    IndependentSetProblem(kernel.starts, kernel.neighbours, kernel.weights)  # checks all of them
    assert sum(reduced.counts.values()) == reduced.n_reduced == n - kernel.n_vertices
    best, _ = brute_force(n, problem.edges.tolist(), problem.weights)
    kernel_best, optimal = brute_force(kernel.n_vertices, kernel.edges.tolist(), kernel.weights)
    off = 1e-13 * best
    assert reduced.offset + kernel_best == pytest.approx(best, rel=0, abs=off)
    for chosen in optimal[:20]:
        lifted = reduced.lift(chosen)
        assert problem.is_independent(lifted)
        assert problem.weight(lifted) == pytest.approx(best, rel=0, abs=off)
    for chosen in independent_sets(kernel, rng)[:24]:
        lifted = reduced.lift(chosen)
        assert problem.is_independent(lifted)
        expected = reduced.offset + kernel.weight(chosen)
        assert problem.weight(lifted) == pytest.approx(expected, rel=0, abs=off)
    return reduced


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_every_graph_of_five_vertices_or_fewer(weighting):
    rng = np.random.default_rng(0)
    for n in range(6):
        pairs = list(combinations(range(n), 2))
        for graph in range(1 << len(pairs)):
            edges = [pair for i, pair in enumerate(pairs) if graph >> i & 1]
            reduced = check(make(n, edges, WEIGHTINGS[weighting](rng, n)), rng)
            # There is no graph of so few vertices that the rules cannot take apart.
            assert reduced.kernel.n_vertices == 0


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_every_graph_of_six_and_seven_vertices_up_to_isomorphism(weighting):
    rng = np.random.default_rng(1)
    for graph in nx.graph_atlas_g()[53:]:
        n = len(graph)
        names = rng.permutation(n)
        edges = [(names[u], names[v]) for u, v in graph.edges]
        check(make(n, edges, WEIGHTINGS[weighting](rng, n)), rng)


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_random_graphs(weighting):
    rng = np.random.default_rng(2)
    for _ in range(250):
        n = int(rng.integers(6, 14))
        check(make(n, random_edges(rng, n), WEIGHTINGS[weighting](rng, n)), rng)


@given(rng=RNGS, n=st.integers(1, 16), weighting=st.sampled_from(sorted(WEIGHTINGS)))
def test_random_graphs_of_up_to_sixteen_vertices(rng, n, weighting):
    check(make(n, random_edges(rng, n), WEIGHTINGS[weighting](rng, n)), rng)


@given(rng=RNGS, n=st.integers(1, 10), rules=st.sets(st.sampled_from(RULES)))
def test_any_rules_together(rng, n, rules):
    check(make(n, random_edges(rng, n), rng.integers(1, 9, n)), rng, rules)


@pytest.mark.parametrize("n", [512, 513, 4095, 4096, 4097, 9000])
def test_large_graphs_of_small_parts(n):
    # Beyond 4,096 vertices stars are no longer kept as bits.
    rng = np.random.default_rng(n)
    edges, weights, best, begin = [], [], 0.0, 0
    names = rng.permutation(n)
    while begin < n:
        size = min(int(rng.integers(8, 13)), n - begin)
        part = random_edges(rng, size)
        own = rng.integers(1, 30, size).astype(float)
        best += brute_force(size, part, own)[0]
        edges += [(names[begin + u], names[begin + v]) for u, v in part]
        weights.append(own)
        begin += size
    by_name = np.empty(n)
    by_name[names] = np.concatenate(weights)
    problem = make(n, edges, by_name)
    reduced = reduce_problem(problem)
    left = lifted = 0.0
    chosen = []
    for vertices in find_components(reduced.kernel):
        part = reduced.kernel.subproblem(vertices)
        weight, sets = brute_force(part.n_vertices, part.edges.tolist(), part.weights)
        left += weight
        chosen.append(vertices[sets[-1]])
    assert reduced.offset + left == best
    lifted = reduced.lift(np.concatenate([np.empty(0, np.int32), *chosen]))
    assert problem.is_maximal(lifted)
    assert problem.weight(lifted) == best


# What theory says is left of whole families


def trees(rng, n):
    return [(int(rng.integers(v)), v) for v in range(1, n)]


def chordal(rng, n):
    """Every vertex is joined to some of a clique of earlier ones."""
    cliques, edges = [[0]], []
    for v in range(1, n):
        clique = cliques[rng.integers(len(cliques))]
        some = rng.permutation(clique)[: rng.integers(1, len(clique) + 1)].tolist()
        edges += [(u, v) for u in some]
        cliques.append([*some, v])
    return edges


def intervals(rng, n):
    low = rng.random(n)
    high = low + rng.random(n) * rng.uniform(0, 0.2)
    return np.argwhere(np.triu((low[:, None] < high) & (low < high[:, None]), 1)).tolist()


FAMILIES = {
    "empty": lambda *_: [],
    "path": lambda _, n: [(v, v + 1) for v in range(n - 1)],
    "star": lambda _, n: [(0, v) for v in range(1, n)],
    "complete": lambda _, n: list(combinations(range(n), 2)),
    "tree": trees,
    "chordal": chordal,
    "interval": intervals,
}


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@pytest.mark.parametrize("family", FAMILIES)
def test_simplicial_vertices_empty_chordal_graphs(family, weighting):
    rng = np.random.default_rng(3)
    for n in (1, 2, 3, 10, 14, 200):
        names = rng.permutation(n)
        edges = [(names[u], names[v]) for u, v in FAMILIES[family](rng, n)]
        problem = make(n, edges, WEIGHTINGS[weighting](rng, n))
        for rules in (RULES, ("simplicial",)):
            if n <= 14:
                reduced = check(problem, rng, rules)
            else:
                reduced = reduce_problem(problem, rules)
                lifted = reduced.lift([])
                assert problem.is_independent(lifted)
                assert problem.weight(lifted) == pytest.approx(reduced.offset, rel=1e-12)
            assert reduced.kernel.n_vertices == 0


@pytest.mark.parametrize("weighting", WEIGHTINGS)
def test_folding_empties_cycles(weighting):
    rng = np.random.default_rng(4)
    for n in (*range(3, 14), 100, 101):
        problem = make(n, [(v, (v + 1) % n) for v in range(n)], WEIGHTINGS[weighting](rng, n))
        reduced = check(problem, rng) if n < 14 else reduce_problem(problem)
        assert reduced.kernel.n_vertices == 0
        if weighting == "equal":
            assert reduced.offset == n // 2


@pytest.mark.parametrize("rules", [RULES, ("simplicial",)])
def test_optimum_of_a_long_path(rules):
    n = 2000
    weights = np.random.default_rng(5).integers(1, 1000, n).astype(float)
    without, best = 0.0, 0.0  # of the vertices so far, the last one not in the set; in any case
    for w in weights:
        without, best = best, max(best, without + w)
    reduced = reduce_problem(make(n, [(v, v + 1) for v in range(n - 1)], weights), rules)
    assert reduced.kernel.n_vertices == 0
    assert reduced.offset == best


# One rule after the other


def circulant(n, steps):
    return [(v, (v + s) % n) for v in range(n) for s in steps]


def irreducible():
    """Forty-five vertices of weight 1, each joined to six others: no rule finds anything."""
    return 45, circulant(45, (1, 6, 17))


def graph_for(rule):
    """Return a graph that this rule reduces, and no other one."""
    n, edges = irreducible()
    weights = [1.0] * n
    everybody = range(n)
    if rule == "take":  # one vertex joined to all others, and heavier than they are together
        return [*edges, *((n, v) for v in everybody)], [*weights, 46.0]
    if rule == "domination":  # two vertices with many neighbours, one with more of them
        edges += [(n, v) for v in range(36)] + [(n + 1, v) for v in range(40)] + [(n, n + 1)]
        return edges, [*weights, 1.5, 1.5]
    if rule == "twins":
        return [*edges, *((u, v) for u in (n, n + 1) for v in range(0, 42, 7))], [*weights, 1, 1]
    if rule == "simplicial":  # a light vertex of a large clique, the others joined to the rest
        clique = list(range(n, n + 35))
        edges += list(combinations(clique, 2))
        edges += [(c, (i + k) % n) for i, c in enumerate(clique[1:]) for k in (0, 7, 20)]
        return edges, [*weights, 1.0, *[2.0] * 34]
    if rule == "needless":
        neighbours = ("145", "0467", "345", "267", "01267", "026", "1345", "134")
        edges = [(u, int(v)) for u, around in enumerate(neighbours) for v in around]
        return edges, [1.0, 6.0, 1.0, 2.0, 7.0, 6.0, 8.0, 1.0]
    return [(v, (v + 1) % 7) for v in range(7)], [1.0] * 7  # folding: a cycle


def test_the_graph_to_start_from_cannot_be_reduced():
    n, edges = irreducible()
    assert reduce_problem(make(n, edges)).n_reduced == 0


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_needed(rule):
    edges, weights = graph_for(rule)
    problem = make(len(weights), edges, weights)
    others = [other for other in RULES if other != rule]
    assert reduce_problem(problem, others).n_reduced == 0
    alone = reduce_problem(problem, [rule])
    assert alone.n_reduced == alone.counts[rule] > 0
    together = reduce_problem(problem)
    assert together.counts[rule] > 0


# Rounding, work, and what else can go wrong


def test_ties_and_differences_that_rounding_blurs():
    # In decimal 0.1 + 0.2 = 0.3, in binary it is a little more: whatever is decided, nothing is
    # lost but rounding, and no weight vanishes or turns negative.
    rng = np.random.default_rng(6)
    for _ in range(500):
        n = int(rng.integers(3, 11))
        weights = rng.choice([0.1, 0.2, 0.1 + 0.2, 0.3, 0.7, 0.8, 1 + 2**-52, 1.0], n)
        check(make(n, random_edges(rng, n), weights), rng)


def test_light_vertices_are_not_lost_beside_heavy_ones():
    # A heavy pair and far from it a light cycle; then the same joined by a vertex in between.
    edges = [(0, 1), *((2 + v, 2 + (v + 1) % 5) for v in range(5))]
    weights = [1e12, 2e12, *[1e-6, 2e-6, 3e-6, 2e-6, 1e-6]]
    for more in ([], [(1, 2)]):
        reduced = reduce_problem(make(7, edges + more, weights))
        assert reduced.kernel.n_vertices == 0
        chosen = reduced.lift([])
        assert 1 in chosen
        light = brute_force(5, [(v, (v + 1) % 5) for v in range(5)], weights[2:])[0]
        if not more:
            assert sum(weights[v] for v in chosen if v > 1) == pytest.approx(light)


def test_the_same_problem_is_reduced_the_same_way_by_every_instruction_set(use_instruction_set):
    rng = np.random.default_rng(7)
    X = rng.random((800, 3))
    problem = IndependentSetProblem.from_points(X, 0.17, weights=rng.integers(1, 9, 800))
    expected = None
    for name in _core.instruction_sets():
        use_instruction_set(name)
        reduced = reduce_problem(problem)
        kernel = reduced.kernel
        found = [kernel.starts, kernel.neighbours, kernel.weights, reduced.lift([])]
        assert 0 < kernel.n_vertices < 800
        if expected is not None:
            assert all(map(np.array_equal, found, expected))
        expected = found


@pytest.mark.parametrize("n", [1500, 4500])
def test_work_on_dense_graphs_is_bounded(n):
    # Intervals that overlap with a third of the others, ever heavier. One after the other could be
    # taken, each changing the weights of n / 3 others, whose n / 3 neighbours each would have to be
    # looked at again. The reduction has to give up earlier, and what it did must still be right.
    at = np.arange(n)
    low, high = np.maximum(at - n // 6, 0), np.minimum(at + n // 6, n - 1)
    neighbours = [
        np.delete(np.arange(a, b + 1), v - a)
        for v, (a, b) in enumerate(zip(low, high, strict=True))
    ]
    starts = np.concatenate([[0], np.cumsum([len(some) for some in neighbours])])
    ends = np.concatenate(neighbours).astype(np.int32)
    problem = IndependentSetProblem._trusted(starts, ends, at + 1.0, "intervals")
    reduced = reduce_problem(problem)
    kernel = reduced.kernel
    assert 0 < kernel.n_vertices < n
    assert (kernel.weights > 0).all()
    for chosen in ([], [0], [kernel.n_vertices - 1]):
        lifted = reduced.lift(chosen)
        assert problem.is_independent(lifted)
        assert problem.weight(lifted) == reduced.offset + kernel.weight(chosen)


def test_a_stopped_reduction_raises():
    n = 5000
    problem = make(n, [(v, v + 1) for v in range(n - 1)])
    stop = _core.Stop()
    stop.set()
    with pytest.raises(_core.Stopped):
        _core.reduce(problem.starts, problem.neighbours, problem.weights, stop=stop)


def test_unknown_rules_are_named():
    with pytest.raises(ValueError, match=r"rules must be .*'folding'.*got 'magic'"):
        reduce_problem(make(1, []), ["magic"])


# Roof duality, components


def test_roof_duality_loses_nothing():
    rng = np.random.default_rng(9)
    n_fixed = 0
    for _ in range(60):
        n = int(rng.integers(2, 11))
        edges, weights = random_edges(rng, n), rng.integers(1, 9, n).astype(float)
        problem = make(n, edges, weights)
        reduced = fix_by_roof_duality(problem)
        n_fixed += reduced.n_reduced
        best, _ = brute_force(n, edges, weights)
        kernel = reduced.kernel
        kernel_best, optimal = brute_force(kernel.n_vertices, kernel.edges.tolist(), kernel.weights)
        assert reduced.offset + kernel_best == best
        lifted = reduced.lift(optimal[0])
        assert problem.is_independent(lifted)
        assert problem.weight(lifted) == best
    assert n_fixed > 0


@given(rng=RNGS, n=st.integers(0, 30))
def test_components(rng, n):
    joined = np.triu(rng.random((n, n)) < rng.uniform(0, 2 / max(n, 1)), 1)
    problem = make(n, np.argwhere(joined).tolist(), rng.uniform(1, 2, n))
    expected = sorted(sorted(c) for c in nx.connected_components(problem.to_networkx()))
    assert [c.tolist() for c in find_components(problem)] == expected
    parts = split_problem(problem)
    assert len(parts) == len(expected)
    for c, kernel in enumerate(parts.problems_of(np.arange(len(parts)))):
        wanted = problem.subproblem(parts.vertices_of(c))
        assert np.array_equal(kernel.starts, wanted.starts)
        assert np.array_equal(kernel.neighbours, wanted.neighbours)
        assert np.array_equal(kernel.weights, wanted.weights)
