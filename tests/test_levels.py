"""The schedule of ε, the automatic ε₀, merging of equal rows, batches of chunks."""

import math
import sys

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import RNGS, clouds, lattices, uneven_weights, whole_weights
from trees import FLAT_MODES, check_tree

import bidvit
from bidvit.levels import Chunks, Schedule, find_distinct, scale_weights
from bidvit.parallel import Workers

GROWTHS = st.floats(1.001, 100)


@given(st.floats(1e-300, 1e300), GROWTHS, st.integers(0, 50), st.floats(1e-160, 1e300))
def test_schedule_goes_on_at_the_first_epsilon_that_can_join_anything(
    initial, growth, exponent, closest
):
    schedule = Schedule(initial, growth, exponent)
    schedule.advance_beyond(closest)
    assert schedule.epsilon > closest
    before = Schedule(initial, growth, schedule.exponent - 1)
    assert schedule.exponent == exponent + 1 or before.epsilon <= closest
    assert schedule.exponent > exponent


def test_epsilon_beyond_the_largest_float_is_that():
    assert Schedule(1e300, 10.0, 20).epsilon == sys.float_info.max
    assert Schedule(1.0, 10.0, 400).epsilon == sys.float_info.max
    assert Schedule(1e-300, 1e200, 4).epsilon == sys.float_info.max


@pytest.mark.parametrize("mode", FLAT_MODES, ids=lambda mode: "-".join(mode.values()))
def test_levels_are_powers_of_the_growth_at_which_something_collapsed(mode):
    X = np.random.default_rng(0).random((300, 2))
    tree = bidvit.cluster(X, initial_epsilon=1e-4, growth=1.05, random_state=0, **mode)
    exponents = [math.log(level.epsilon / 1e-4, 1.05) for level in tree.levels[1:]]
    np.testing.assert_allclose(exponents, np.round(exponents), atol=1e-9)
    assert len(set(np.round(exponents))) == len(exponents)
    assert round(exponents[0]) > 1  # the first ones joined nothing
    assert max(np.diff(exponents)) > 1.5  # nor did some in between
    check_tree(tree)


# The automatic ε₀


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.8])
@pytest.mark.parametrize("mode", FLAT_MODES, ids=lambda mode: "-".join(mode.values()))
def test_about_the_share_asked_for_collapses_first(mode, share):
    X = np.random.default_rng(0).random((8000, 2))
    for weights in (None, np.random.default_rng(1).integers(1, 9, 8000)):
        tree = bidvit.cluster(
            X, sample_weight=weights, initial_collapse=share, max_levels=1, random_state=0, **mode
        )
        assert abs(1 - tree.levels[1].n_nodes / 8000 - share) <= 0.1
        assert tree.parameters["initial_epsilon"] == tree.levels[1].epsilon


@pytest.mark.parametrize("metric", ["cosine", "haversine", reference.distances])
def test_about_the_share_asked_for_collapses_in_other_spaces(metric):
    X = np.random.default_rng(0).uniform(20, 80, (4000, 2))
    options = {"linkage": "distance", "representation": "point", "max_chunk_size": 200}
    tree = bidvit.cluster(X, metric=metric, max_levels=1, random_state=0, **options)
    assert abs(1 - tree.levels[1].n_nodes / 4000 - 0.3) <= 0.1


@given(st.integers(1, 40), st.sampled_from([2, 3, 4]), st.sampled_from(FLAT_MODES), RNGS)
def test_automatic_epsilon_of_the_smallest_chunks(n, max_chunk_size, mode, rng):
    # Some chunks hold one node, which has no neighbour to learn from.
    tree = bidvit.cluster(rng.random((n, 2)), max_chunk_size=max_chunk_size, **mode)
    assert all(math.isfinite(level.epsilon) for level in tree.levels)
    assert tree.levels[-1].n_nodes == 1


# Equal rows


@given(lattices(120, distinct=False), st.data())
def test_equal_rows_are_merged_in_the_order_of_first_appearance(X, data):
    weights = data.draw(st.one_of(st.none(), whole_weights(len(X), lightest=0)))
    if weights is not None:
        weights[0] = 1
    first, expected, node_of_row = reference.find_distinct(X, weights)
    with Workers(1) as workers:
        distinct = find_distinct(X, weights, workers)
    assert distinct.n_nodes == len(first)
    everyone = np.arange(len(X))
    ours = everyone if distinct.first_row is None else distinct.first_row
    assert ours.tolist() == first.tolist()
    ours = everyone if distinct.node_of_row is None else distinct.node_of_row
    assert ours.tolist() == node_of_row.tolist()
    ours = np.ones(len(X)) if distinct.weights is None else distinct.weights
    assert ours.tolist() == expected.tolist()


# Weights as the selection sees them


@given(st.data())
def test_scaled_weights(data):
    weights = data.draw(uneven_weights(20))
    for scaling in ("linear", "logarithmic"):
        expected = reference.scale_weights(weights, scaling)
        np.testing.assert_allclose(scale_weights(weights, scaling), expected, rtol=1e-14)
    assert scale_weights(weights, None) is None


@given(st.data(), st.sampled_from(FLAT_MODES), st.sampled_from(["linear", "logarithmic"]))
def test_weights_of_the_tree_are_never_scaled(data, mode, scaling):
    X = data.draw(clouds(60))
    weights = data.draw(whole_weights(len(X)))
    check_tree(bidvit.cluster(X, sample_weight=weights, weight_scaling=scaling, **mode), weights)


def test_scaling_changes_who_is_selected():
    # 1.45 against its neighbours' 2: 2 / 1.45 < 1.45, but for 1 + log 1.45 it is the other way.
    X, weights = np.array([[-1.0], [0], [1]]), [100.0, 145.0, 100.0]
    options = {"linkage": "distance", "representation": "point", "initial_epsilon": 1.5}
    options |= {"sample_weight": weights, "max_levels": 1}
    assert bidvit.cluster(X, **options).levels[1].points.tolist() == [[0]]
    for scaling, picked in (("linear", [[0]]), ("logarithmic", [[-1], [1]])):
        tree = bidvit.cluster(X, weight_scaling=scaling, **options)
        assert sorted(tree.levels[1].points.tolist()) == picked


# Batches


@given(st.integers(1, 2000), st.integers(1, 8))
def test_batches_cover_all_chunks_once(n_chunks, n_threads):
    chunks = Chunks(np.arange(n_chunks, dtype=np.int32), np.arange(n_chunks + 1))
    batches = chunks.batches(n_threads)
    assert [c for begin, end in batches for c in range(begin, end)] == list(range(n_chunks))
    assert len(batches) >= min(n_threads, n_chunks)
    assert all(begin < end for begin, end in batches)
