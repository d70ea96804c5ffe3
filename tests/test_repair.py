"""Repair of samplers' answers against the slow and obvious way to do it."""

import numpy as np
import pytest
from graphs import SHAPES, matrix, problems, weights_of
from hypothesis import given
from hypothesis import strategies as st
from strategies import RNGS

from bidvit.selection import IndependentSetProblem
from bidvit.selection.repair import complete, drop_conflicts


def drop_slowly(problem, chosen):
    """Sum all conflicts anew each time a vertex leaves; returns who left, in order."""
    joined, left = matrix(problem), []
    chosen = chosen.copy()
    while True:
        inside = joined & chosen & chosen[:, None]
        in_conflict = np.flatnonzero(inside.any(axis=1))
        if len(in_conflict) == 0:
            return chosen, left
        value = problem.weights[in_conflict] / (inside[in_conflict] @ problem.weights)
        worst = in_conflict[value == value.min()][-1]
        chosen[worst] = False
        left.append(worst)


def masks(rng, problem, share):
    return rng.random(problem.n_vertices) < share


# Of weights over many orders the last digits of a sum depend on its order.
@given(problems(max_vertices=25, kinds=["equal", "whole"]), RNGS, st.sampled_from([0.3, 0.7, 1.0]))
def test_the_least_valuable_goes_first(problem, rng, share):
    chosen = masks(rng, problem, share)
    expected, left = drop_slowly(problem, chosen)
    assert drop_conflicts(problem, chosen) == len(left)
    assert chosen.tolist() == expected.tolist()


@given(problems(max_vertices=25), RNGS, st.floats(0, 1))
def test_a_repaired_set_is_maximal_independent(problem, rng, share):
    chosen = masks(rng, problem, share)
    vertices, repairs = problem.repair(chosen)
    assert problem.is_maximal(vertices)
    assert vertices.dtype == np.int32
    assert (np.diff(vertices) > 0).all()
    # What was counted left the set; completing may have let some of it in again.
    dropped = np.setdiff1d(np.flatnonzero(chosen), vertices)
    assert len(dropped) <= repairs <= chosen.sum()
    if problem.is_independent(chosen):
        assert repairs == 0
        assert set(np.flatnonzero(chosen)) <= set(vertices)


@given(problems(max_vertices=25), RNGS, st.floats(0, 1))
def test_nobody_leaves_who_is_in_no_conflict(problem, rng, share):
    before = masks(rng, problem, share)
    alone = before & ~(matrix(problem) & before).any(axis=1)
    after = before.copy()
    n_dropped = drop_conflicts(problem, after)
    assert problem.is_independent(after)
    assert after[alone].all()
    assert not (after & ~before).any()
    assert n_dropped == before.sum() - after.sum()
    # The best of each conflict stays: something is left wherever something was.
    assert after.any() == before.any()


@given(problems(max_vertices=25), RNGS)
def test_nothing_can_be_added_after_completion(problem, rng):
    order = rng.permutation(problem.n_vertices)
    some = problem.mask(np.sort(problem.repair(order[: len(order) // 2])[0]))
    some &= rng.random(problem.n_vertices) < 0.5
    chosen = some.copy()
    complete(problem, chosen)
    assert problem.is_maximal(chosen)
    assert chosen[some].all()


@pytest.mark.parametrize("kind", ["equal", "uneven", "huge", "tiny"])
@pytest.mark.parametrize("shape", SHAPES)
def test_everything_at_once(shape, kind):
    n, edges = SHAPES[shape]
    problem = IndependentSetProblem.from_edges(
        edges, n, weights_of(kind, np.random.default_rng(0), n)
    )
    vertices, repairs = problem.repair(np.ones(n, bool))
    assert problem.is_maximal(vertices)
    assert repairs == (0 if not edges else drop_conflicts(problem, np.ones(n, bool)))


def test_of_equal_vertices_as_few_leave_as_can():
    # Both ends of a path, and every other vertex of a cycle, may stay.
    for n, edges, left in [
        (3, [(0, 1), (1, 2)], [0, 2]),
        (4, [(0, 1), (1, 2), (2, 3), (3, 0)], [0, 2]),
        (4, [(0, 1), (0, 2), (0, 3)], [1, 2, 3]),
    ]:
        chosen = np.ones(n, bool)
        drop_conflicts(IndependentSetProblem.from_edges(edges, n), chosen)
        assert np.flatnonzero(chosen).tolist() == left


def test_the_heavy_stay_beside_the_light():
    # The middle one is worth more than both its neighbours together.
    problem = IndependentSetProblem.from_edges([(0, 1), (1, 2)], 3, [1.0, 3.0, 1.0])
    assert problem.repair([0, 1, 2])[0].tolist() == [1]
    assert problem.repair([0, 1, 2])[1] == 2


def test_a_sum_whose_digits_are_gone_is_summed_anew():
    # Vertex 1 leaves first, because of vertex 0. Then 2 is left with 3, and is the heavier one by a
    # little. What 1e6 + w_3 holds of w_3 would make w_3 heavier than it is, and 2 would leave.
    step = np.spacing(1e6)
    weights = [1e13, 1e6, 1 + 0.7 * step, 1 + 0.6 * step]
    problem = IndependentSetProblem.from_edges([(0, 1), (1, 2), (2, 3)], 4, weights)
    chosen = np.ones(4, bool)
    drop_conflicts(problem, chosen)
    assert np.flatnonzero(chosen).tolist() == [0, 2]


def test_large_conflicts_take_no_time():
    n = 2000
    rng = np.random.default_rng(0)
    everybody = np.arange(n)
    neighbours = np.concatenate([np.delete(everybody, v) for v in everybody])
    problem = IndependentSetProblem(np.arange(n + 1) * (n - 1), neighbours, rng.uniform(1, 2, n))
    vertices, repairs = problem.repair(everybody)
    assert repairs == n - 1
    # Of a complete graph the heaviest is left.
    assert vertices.tolist() == [problem.weights.argmax()]
