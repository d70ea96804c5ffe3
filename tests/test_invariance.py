"""What must not change a tree: order of rows, duplicates, rows of weight zero, processor."""

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from kernels import coarsen
from reference import Options
from strategies import RNGS, SEEDS, clouds, lattices, uneven_weights, whole_weights
from trees import FLAT_MODES, assert_identical, assert_same_clusters

import bidvit
from bidvit import _core

MODES = st.sampled_from(FLAT_MODES)
CHUNK_SIZES = st.sampled_from([4, 20, 1000])
SPACES = [
    *FLAT_MODES,
    {"metric": "cosine", "linkage": "distance"},
    {"metric": "cosine", "linkage": "ward"},
    {"metric": "haversine", "linkage": "ward"},
]


@given(st.data(), RNGS, MODES, CHUNK_SIZES)
def test_order_of_rows(data, rng, mode, max_chunk_size):
    # Where nothing ties: continuous data, and weights so uneven that no two degrees are equal.
    X = data.draw(clouds(200))
    weights = rng.integers(1, 1_000_000, len(X)).astype(float)
    options = mode | {"max_chunk_size": max_chunk_size, "initial_epsilon": 0.2, "growth": 1.3}
    tree = bidvit.cluster(X, sample_weight=weights, **options)
    order = rng.permutation(len(X))
    shuffled = bidvit.cluster(X[order], sample_weight=weights[order], **options)
    assert_same_clusters(shuffled, tree, order)


@given(st.data(), MODES, CHUNK_SIZES, SEEDS)
def test_weight_two_is_the_same_row_twice(data, mode, max_chunk_size, seed):
    X = data.draw(lattices(100))
    weights = data.draw(whole_weights(len(X)))
    options = mode | {"max_chunk_size": max_chunk_size, "random_state": seed}
    tree = bidvit.cluster(X, sample_weight=weights, **options)
    # Copies anywhere behind the first one: nodes are numbered by first appearance.
    copies = np.repeat(np.arange(len(X)), weights.astype(int) - 1)
    data.draw(RNGS).shuffle(copies)
    rows = np.concatenate([np.arange(len(X)), copies])
    twice = bidvit.cluster(X[rows], **options)
    assert twice.leaf_of_row.tolist() == tree.leaf_of_row[rows].tolist()
    assert_same_arrays(twice, tree)


def assert_same_arrays(ours, theirs):
    """Compare two trees except for the rows of X that their leaves refer to."""
    assert [level.epsilon for level in ours.levels] == [level.epsilon for level in theirs.levels]
    for a, b in zip(ours.levels, theirs.levels, strict=True):
        for name in ("points", "weights", "radii", "parents", "nodes"):
            assert getattr(a, name).tolist() == getattr(b, name).tolist()


@given(st.data(), MODES, CHUNK_SIZES, SEEDS)
def test_rows_of_weight_zero_take_no_part(data, mode, max_chunk_size, seed):
    X = data.draw(st.one_of(lattices(120, distinct=False), clouds(120)))
    weights = data.draw(whole_weights(len(X), lightest=-3)).clip(min=0)
    weights[data.draw(st.integers(0, len(X) - 1))] = 3
    options = mode | {"max_chunk_size": max_chunk_size, "random_state": seed}
    tree = bidvit.cluster(X, sample_weight=weights, **options)
    counted = weights > 0
    without = bidvit.cluster(X[counted], sample_weight=weights[counted], **options)
    assert_same_arrays(tree, without)
    assert tree.leaf_of_row[counted].tolist() == without.leaf_of_row.tolist()

    # They get the labels of the nearest leaf; of two equally near, of that of the first row.
    order = np.argsort(tree.first_row_of_leaf)
    leaves = tree.levels[0].points[order]
    to_leaves = reference.values(X[~counted], leaves, mode.get("metric", "euclidean"))
    nearest = order[to_leaves.argmin(axis=1)]
    assert tree.leaf_of_row[~counted].tolist() == nearest.tolist()
    for m in range(len(tree.levels)):
        labels = tree.labels(m)
        assert labels[~counted].tolist() == label_of_leaves(labels, tree)[nearest].tolist()


def label_of_leaves(labels, tree):
    label = np.empty(tree.nodes.n_leaves, int)
    label[tree.leaf_of_row] = labels
    return label


@pytest.mark.parametrize(
    ("metric", "measure"), [("cosine", reference.angles), ("haversine", reference.great_circles)]
)
def test_rows_of_weight_zero_on_the_sphere(metric, measure):
    rng = np.random.default_rng(0)
    X = np.stack([rng.uniform(-90, 90, 3000), rng.uniform(-180, 180, 3000)], axis=1)
    weights = (rng.random(3000) < 0.7).astype(float)
    tree = bidvit.cluster(X, sample_weight=weights, metric=metric)
    first_rows = np.flatnonzero(weights > 0)[tree.nodes.leaf_rows]
    nearest = measure(X[weights == 0], X[first_rows])
    given = nearest[np.arange(len(nearest)), tree.leaf_of_row[weights == 0]]
    np.testing.assert_allclose(given, nearest.min(axis=1), atol=1e-7)


def test_rows_of_weight_zero_by_function():
    rng = np.random.default_rng(0)
    X, weights = rng.random((500, 2)), rng.integers(0, 2, 500)
    options = {"linkage": "distance", "representation": "point", "random_state": 0}
    options["sample_weight"] = weights
    tree = bidvit.cluster(X, metric=reference.distances, **options)
    assert tree.leaf_of_row.tolist() == bidvit.cluster(X, **options).leaf_of_row.tolist()


@pytest.mark.parametrize("options", SPACES, ids=lambda mode: "-".join(mode.values()))
@pytest.mark.parametrize("n_dims", [2, 3, 20])
def test_every_instruction_set_grows_the_same_tree(options, n_dims, use_instruction_set):
    if options.get("metric") == "haversine":
        n_dims = 2
    rng = np.random.default_rng(n_dims)
    for dtype in (np.float32, np.float64):
        X = rng.uniform(-80, 80, (1500, n_dims)).astype(dtype)
        X[::3] = X[::3].round(-1) + 5  # ties, and duplicates
        weights = rng.integers(0, 4, len(X))
        trees = []
        for name in _core.instruction_sets():
            use_instruction_set(name)
            trees.append(
                bidvit.cluster(
                    X, sample_weight=weights, random_state=0, max_chunk_size=100, **options
                )
            )
        for tree in trees[1:]:
            assert_identical(tree, trees[0])


@given(st.data(), MODES, st.integers(-600, 600))
def test_scale_of_the_coordinates(data, mode, exponent):
    # A power of two changes no digit, nor do the squares that overflow or vanish on the way.
    X = data.draw(clouds(60)).astype(np.float64)
    X[np.abs(X) < 1e-6] = 0
    options = mode | {"initial_epsilon": 0.25, "growth": 1.25, "max_chunk_size": 20}
    tree = bidvit.cluster(X, random_state=0, **options)
    options["initial_epsilon"] = np.ldexp(0.25, exponent)
    scaled = bidvit.cluster(np.ldexp(X, exponent), random_state=0, **options)
    assert len(scaled.levels) == len(tree.levels)
    for m, (ours, theirs) in enumerate(zip(scaled.levels, tree.levels, strict=True)):
        assert ours.epsilon == np.ldexp(theirs.epsilon, exponent)
        assert scaled.labels(m).tolist() == tree.labels(m).tolist()
        assert ours.points.tolist() == np.ldexp(theirs.points, exponent).tolist()
        assert ours.radii.tolist() == np.ldexp(theirs.radii, exponent).tolist()


@given(st.data(), MODES, SEEDS)
def test_common_factor_of_the_weights(data, mode, seed):
    # Ward linkage counts in units of the least weight; a power of two changes no digit.
    X = data.draw(clouds(60))
    weights = data.draw(uneven_weights(len(X), orders=3))
    options = mode | {"random_state": seed, "initial_epsilon": 0.25}
    tree = bidvit.cluster(X, sample_weight=weights, **options)
    heavier = bidvit.cluster(X, sample_weight=weights * 2.0**40, **options)
    assert_same_clusters(heavier, tree)


def test_seed_decides_ties():
    # Sixteen pairs of equal weights: either end may be picked.
    pairs = np.repeat(10.0 * np.arange(16), 2)[:, None] + np.tile([0, 1], 16)[:, None]
    parts = [np.arange(32)]
    outcomes = {
        tuple(coarsen(pairs, np.ones(32), parts, 2, Options(), seed=seed).picks.tolist())
        for seed in [*range(20), 0]
    }
    assert len(outcomes) == 20
