"""Trees: their arrays, levels, labels and radii, whatever they were made from."""

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEEDS, clouds, lattices, uneven_weights, whole_weights
from trees import FLAT_MODES, check_tree

import bidvit

MODES = st.sampled_from(FLAT_MODES)
LIMITS = st.fixed_dictionaries(
    {
        "growth": st.sampled_from([1.1, 1.5, 4.0]),
        "max_chunk_size": st.sampled_from([2, 5, 20, 1000]),
        "max_levels": st.sampled_from([None, None, 1, 3]),
        "stop_at": st.sampled_from([1, 1, 2, 7]),
        "radii": st.sampled_from(["exact", "bound"]),
    }
)


@st.composite
def rows_and_weights(draw, max_points=120):
    X = draw(st.one_of(lattices(max_points, distinct=False), clouds(max_points)))
    weights = draw(
        st.one_of(st.none(), whole_weights(len(X), lightest=0), uneven_weights(len(X), orders=6))
    )
    if weights is not None:
        weights[draw(st.integers(0, len(X) - 1))] = 1
    return X, weights


@given(rows_and_weights(), MODES, LIMITS, SEEDS)
def test_arrays_and_levels_keep_their_promises(drawn, mode, limits, seed):
    # Nested levels, weights conserved, ranges contiguous, births and parents in order: see there.
    X, weights = drawn
    tree = bidvit.cluster(X, sample_weight=weights, random_state=seed, **mode, **limits)
    check_tree(tree, weights)


@given(rows_and_weights(), st.sampled_from(FLAT_MODES[:2] + FLAT_MODES[-1:]), LIMITS)
def test_arrays_and_levels_on_the_sphere(drawn, mode, limits):
    X, weights = drawn
    for metric, places in (("cosine", X + 1), ("haversine", np.resize(X, (len(X), 2)))):
        options = mode | limits | {"metric": metric, "sample_weight": weights}
        check_tree(bidvit.cluster(places, **options), weights)


@given(rows_and_weights())
def test_level_0_is_the_distinct_rows_themselves(drawn):
    X, weights = drawn
    tree = bidvit.cluster(X, sample_weight=weights)
    counted = np.ones(len(X), bool) if weights is None else weights > 0
    level = tree.levels[0]
    assert level.n_nodes == len(np.unique(X[counted], axis=0))
    assert (level.points[tree.labels(0)[counted]] == X[counted]).all()
    assert (level.radii == 0).all()
    assert level.epsilon == 0


# Radii


def measured_radii(tree, X, m, metric):
    """Farthest row of every node, in the data's own precision as the core measures it."""
    level, labels = tree.levels[m], tree.labels(m)
    points = level.points
    farthest = np.zeros(level.n_nodes)
    for k in range(level.n_nodes):
        farthest[k] = reference.values(points[k : k + 1], X[labels == k], metric).max()
    return np.sqrt(farthest) if metric == "euclidean" else farthest


@given(st.one_of(lattices(100, distinct=False), clouds(100)), MODES, SEEDS)
def test_radii_reach_the_farthest_row_exactly_or_bound_it(X, mode, seed):
    metric = mode.get("metric", "euclidean")
    options = mode | {"random_state": seed, "growth": 1.5, "max_chunk_size": 16}
    exact = bidvit.cluster(X, **options)
    bound = bidvit.cluster(X, radii="bound", **options)
    assert (exact.radii_kind, bound.radii_kind) == ("exact", "bound")
    rounding = 8 * np.finfo(X.dtype).eps
    for m, level in enumerate(exact.levels):
        farthest = measured_radii(exact, X, m, metric)
        np.testing.assert_allclose(level.radii, farthest, rtol=rounding)
        assert (bound.levels[m].radii >= farthest * (1 - rounding)).all()
        assert (bound.levels[m].radii >= level.radii * (1 - rounding)).all()


def test_bounds_are_loose_and_exact_radii_are_not():
    X = np.random.default_rng(0).random((3000, 2))
    exact = bidvit.cluster(X, random_state=0)
    bound = bidvit.cluster(X, random_state=0, radii="bound")
    assert bound.levels[-1].max_radius > 1.2 * exact.levels[-1].max_radius


def test_radii_do_not_speak_of_rows_of_weight_zero():
    X = np.array([[0.0], [1], [100]])
    tree = bidvit.cluster(X, sample_weight=[1, 1, 0])
    assert tree.levels[-1].max_radius == 0.5
    assert tree.labels(-1).tolist() == [0, 0, 0]


# Forests


@pytest.mark.parametrize("limits", [{"stop_at": 40}, {"max_levels": 4}], ids=str)
@pytest.mark.parametrize("linkage", ["ward", "distance"])
def test_early_end_leaves_a_forest(limits, linkage):
    X = np.random.default_rng(1).random((2000, 3))
    X[0] = 50  # stays by itself: a root that is a leaf
    whole = bidvit.cluster(X, random_state=0, linkage=linkage)
    forest = bidvit.cluster(X, random_state=0, linkage=linkage, **limits)
    check_tree(forest)
    n_levels = len(forest.levels)
    assert 2 < n_levels < len(whole.levels)
    roots = forest.nodes.roots
    assert len(roots) == forest.levels[-1].n_nodes > 1
    assert (forest.nodes.parent_of(roots) == -1).all()
    assert roots[0] < forest.nodes.n_leaves
    for ours, theirs in zip(forest.levels, whole.levels, strict=False):
        assert ours.n_nodes == theirs.n_nodes
        assert sorted(ours.weights) == sorted(theirs.weights)
    if "stop_at" in limits:
        assert forest.levels[-1].n_nodes <= 40 < forest.levels[-2].n_nodes
    else:
        assert n_levels == 1 + 4


def test_stop_at_as_many_nodes_as_there_are_does_nothing():
    tree = bidvit.cluster(np.arange(10.0)[:, None], stop_at=10)
    assert len(tree.levels) == 1
    assert tree.nodes.parent_of(np.arange(10)).tolist() == [-1] * 10


# What is printed, and how levels are found


def small_tree():
    return bidvit.cluster(
        np.array([[0.0], [0.1], [5.0], [5.1], [5.0]]), initial_epsilon=1.0, random_state=0
    )


def test_tree_says_what_it_holds():
    assert repr(small_tree()) == "ClusterTree of 5 rows × 1 columns: 4 distinct, 3 levels, 1 root"
    forest = bidvit.cluster(np.arange(1000.0)[:, None], max_levels=1, initial_epsilon=0.5, growth=3)
    assert repr(forest).endswith(f"2 levels, {forest.levels[-1].n_nodes:,} roots")


def test_levels_print_as_a_table():
    tree = small_tree()
    lines = repr(tree.levels).splitlines()
    assert len(lines) == 1 + len(tree.levels)
    assert len({len(line) for line in lines}) == 1
    assert lines[2].split() == ["1", "1", "2", "0.066667", "0.058333", "2", "3"]
    assert repr(tree.levels[1]) == "Level(n_nodes=2, epsilon=1, max_radius=0.0666667)"


def test_levels_are_a_sequence():
    tree = small_tree()
    levels = list(tree.levels)
    assert tree.levels[-1] is levels[-1]
    assert list(tree.levels[1:]) == levels[1:]
    assert repr(tree.levels[1:]).splitlines()[0] == repr(tree.levels).splitlines()[0]
    with pytest.raises(IndexError):
        tree.levels[3]


def test_labels_count_levels_from_either_end():
    tree = small_tree()
    assert tree.labels(0).tolist() == tree.labels(-3).tolist() == [0, 1, 2, 3, 2]
    assert tree.labels(1).tolist() == [0, 0, 1, 1, 1]
    for level in (3, -4):
        with pytest.raises(IndexError, match=rf"level must be from -3 to 2, got {level}"):
            tree.labels(level)


def test_tree_can_be_made_again_from_its_parameters():
    X = np.random.default_rng(3).random((500, 2))
    tree = bidvit.cluster(X)
    parameters = dict(tree.parameters)
    assert parameters.pop("n_features") == 2
    again = bidvit.cluster(X, **parameters)
    assert [level.n_nodes for level in again.levels] == [level.n_nodes for level in tree.levels]
    assert again.labels(5).tolist() == tree.labels(5).tolist()
