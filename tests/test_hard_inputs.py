"""Data that break careless code: masses of duplicates, extreme numbers, extreme parameters."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import RNGS
from trees import FLAT_MODES, assert_same_clusters, check_tree

import bidvit
from bidvit import _core

every_mode = pytest.mark.parametrize("mode", FLAT_MODES, ids=lambda mode: "-".join(mode.values()))
every_radius = pytest.mark.parametrize("radii", ["exact", "bound"])
both_dtypes = pytest.mark.parametrize("dtype", [np.float32, np.float64])


def cluster_and_check(X, sample_weight=None, **options):
    tree = bidvit.cluster(X, sample_weight=sample_weight, random_state=0, **options)
    check_tree(tree, sample_weight)
    for level in tree.levels:
        assert np.isfinite(level.points).all()
        assert np.isfinite(level.radii).all()
    if "max_levels" not in options and "stop_at" not in options:
        assert tree.levels[-1].n_nodes == 1
    return tree


# Few different rows


@every_mode
@every_radius
@both_dtypes
def test_all_points_equal(mode, radii, dtype):
    tree = cluster_and_check(np.full((500, 3), 0.1, dtype), radii=radii, **mode)
    assert len(tree.levels) == 1
    assert tree.levels[0].weights.tolist() == [500]
    assert tree.levels[0].points.tolist() == [[dtype(0.1)] * 3]
    assert tree.levels[0].max_radius == 0
    assert (tree.labels(0) == 0).all()


@every_mode
@every_radius
def test_one_point(mode, radii):
    tree = cluster_and_check([[1.0, 2.0]], radii=radii, **mode)
    assert [level.n_nodes for level in tree.levels] == [1]
    assert tree.row_order.tolist() == tree.labels(-1).tolist() == [0]


@every_mode
@every_radius
def test_two_points(mode, radii):
    tree = cluster_and_check([[1.0, 2.0], [4.0, 2.0]], radii=radii, **mode)
    assert [level.n_nodes for level in tree.levels] == [2, 1]
    by_points = mode.get("representation") == "point"
    assert tree.levels[1].points.tolist()[0] in ([[1, 2], [4, 2]] if by_points else [[2.5, 2]])
    assert tree.levels[1].max_radius == (3 if by_points else 1.5)
    assert tree.levels[1].epsilon > 3


@every_mode
@pytest.mark.parametrize("beyond", [0, 1])
@pytest.mark.parametrize("max_chunk_size", [3, 16, 100])
def test_as_many_points_as_fit_into_a_chunk_and_one_more(mode, beyond, max_chunk_size):
    X = np.random.default_rng(0).random((max_chunk_size + beyond, 2))
    cluster_and_check(X, max_chunk_size=max_chunk_size, **mode)


@every_mode
@both_dtypes
def test_all_equal_on_an_axis(mode, dtype):
    X = np.random.default_rng(0).random((600, 3)).astype(dtype)
    X[:, 1] = 7
    tree = cluster_and_check(X, max_chunk_size=20, **mode)
    np.testing.assert_allclose(tree.levels[-1].points[0, 1], 7, rtol=1e-6)


@every_mode
def test_a_line_of_steps(mode):
    # Every distance between neighbours is the same: all ties.
    cluster_and_check(np.arange(500.0)[:, None], max_chunk_size=16, **mode)


@pytest.mark.slow
@pytest.mark.parametrize("mode", FLAT_MODES[:2] + FLAT_MODES[-1:], ids=str)
def test_a_million_copies_of_three_points(mode):
    rng = np.random.default_rng(0)
    corners = np.array([[0.0, 0], [1, 0], [10, 0]])
    which = rng.integers(0, 3, 1_000_000)
    which[:3] = [2, 0, 1]
    tree = bidvit.cluster(corners[which], random_state=0, **mode)
    assert [level.n_nodes for level in tree.levels] == [3, 2, 1]
    counts = np.bincount(which)
    assert sorted(tree.levels[0].weights) == sorted(counts)
    assert sorted(tree.levels[1].weights) == sorted([counts[0] + counts[1], counts[2]])
    assert (tree.labels(1)[which == 0] == tree.labels(1)[2]).all()
    assert tree.leaf_of_row[:3].tolist() == [tree.leaf_of_row[which == k][0] for k in (2, 0, 1)]


# Extreme coordinates


@every_mode
@pytest.mark.parametrize(
    ("size", "dtype"),
    [(1e200, "f8"), (1e-200, "f8"), (1e300, "f8"), (1e-300, "f8"), (1e30, "f4"), (1e-37, "f4")],
)
def test_coordinates_whose_squares_overflow_or_vanish(mode, size, dtype):
    X = (np.random.default_rng(0).normal(size=(300, 2)) * size).astype(dtype)
    tree = cluster_and_check(X, max_chunk_size=50, **mode)
    assert len(tree.levels) > 10
    assert size < tree.levels[-1].max_radius < 10 * size
    assert (np.array([level.max_radius for level in tree.levels[1:]]) > 0).all()


@every_mode
def test_huge_and_tiny_coordinates_together(mode):
    rng = np.random.default_rng(0)
    huge, tiny = rng.normal(size=(100, 2)) * 1e200, rng.normal(size=(100, 2)) * 1e-200
    tree = cluster_and_check(np.concatenate([huge, tiny]), max_chunk_size=50, **mode)
    one_chunk = cluster_and_check(np.concatenate([huge, tiny]), **mode)
    if mode.get("metric", "euclidean") == "euclidean":
        # Squared, their distances vanish beside the huge ones: the tiny ones come together first.
        assert len(set(one_chunk.labels(1)[100:].tolist())) == 1
        assert len(set(one_chunk.labels(1)[:100].tolist())) > 80
    assert tree.levels[0].n_nodes == 200


@every_mode
def test_coordinates_as_large_as_allowed(mode):
    rng = np.random.default_rng(0)
    for dtype in (np.float64, np.float32):
        largest = np.finfo(dtype).max / 9  # of four times two columns, and a little
        corners = np.array([[-1, -1], [1, 1], [-1, 1], [0, 0]], dtype) * dtype(largest)
        cluster_and_check(corners, **mode)
        X = rng.uniform(-1, 1, (100, 2)).astype(dtype) * dtype(largest)
        tree = cluster_and_check(X, max_chunk_size=20, **mode)
        assert np.isfinite(tree.levels[-1].max_radius)


@every_mode
@pytest.mark.parametrize(("dtype", "size"), [(np.float64, 1.7e308), (np.float32, 3.4e38)])
def test_coordinates_whose_distances_no_float_holds(mode, dtype, size):
    X = np.array([[-size, 0], [size, 0]], dtype)
    with pytest.raises(ValueError, match=r"X must stay within ±.* got 1\.7e\+308|got 3\.4e\+38"):
        bidvit.cluster(X, **mode)


@every_mode
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_coordinates_below_the_least_normal_number(mode, dtype):
    steps = np.random.default_rng(0).integers(0, 50, (100, 2)).astype(dtype)
    # Growth by less than 2 may be lost in the rounding of ε.
    tree = cluster_and_check(steps * np.finfo(dtype).smallest_subnormal, growth=2, **mode)
    assert len(tree.levels) > 5


@every_mode
@both_dtypes
def test_far_from_the_origin(mode, dtype):
    # Little is left of the digits that tell the points apart.
    offset = 2.0**17 if dtype == np.float32 else 2.0**46
    X = np.random.default_rng(0).integers(0, 100, (400, 2)) / 8
    near = cluster_and_check(X.astype(dtype), initial_epsilon=0.3, max_levels=1, **mode)
    far = cluster_and_check((X + offset).astype(dtype), initial_epsilon=0.3, max_levels=1, **mode)
    assert_same_clusters(far, near)


# Extreme parameters


@every_mode
def test_epsilon_so_large_that_all_collapses_at_once(mode):
    X = np.random.default_rng(0).random((500, 3))
    for epsilon in (1e3, 1e150, 1e300):
        tree = cluster_and_check(X, initial_epsilon=epsilon, **mode)
        assert [level.n_nodes for level in tree.levels] == [500, 1]
        assert tree.levels[1].epsilon == epsilon
        assert tree.levels[1].max_radius < 3


@every_mode
@pytest.mark.parametrize("growth", [1.0001, 1.3, 1e10])
def test_epsilon_so_small_that_nothing_collapses(mode, growth):
    # The schedule has to jump: ever so many levels would be empty.
    X = np.random.default_rng(0).random((200, 3))
    told = []
    tree = cluster_and_check(
        X, initial_epsilon=1e-300, growth=growth, progress=told.append, max_levels=5, **mode
    )
    assert len(told) < 50
    epsilons = np.array([level.epsilon for level in tree.levels[1:]])
    exponents = (np.log(epsilons) - np.log(1e-300)) / np.log(growth)
    np.testing.assert_allclose(exponents, np.round(exponents), atol=1e-5)
    assert tree.levels[0].n_nodes == 200


def test_epsilon_so_small_for_data_so_large():
    X = np.random.default_rng(0).random((200, 1)) * 1e20
    tree = cluster_and_check(X, initial_epsilon=1e-300, growth=1.3, linkage="distance")
    assert len(tree.levels) > 5


@every_mode
@pytest.mark.parametrize("orders", [12, 49])
def test_weights_over_many_orders_of_magnitude(mode, orders):
    rng = np.random.default_rng(0)
    X, weights = rng.random((400, 2)), 10.0 ** rng.uniform(-orders / 2, orders / 2, 400)
    for scaling in (None, "linear", "logarithmic"):
        cluster_and_check(X, weights, weight_scaling=scaling, max_chunk_size=50, **mode)


@every_mode
def test_one_dimension(mode):
    tree = cluster_and_check(np.random.default_rng(0).random((3000, 1)), max_chunk_size=50, **mode)
    assert len(tree.levels) > 5


@every_mode
@both_dtypes
def test_five_thousand_dimensions(mode, dtype):
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(20), 10)
    X = (rng.random((20, 5000))[truth] + 0.01 * rng.random((200, 5000))).astype(dtype)
    tree = cluster_and_check(X, max_chunk_size=200, growth=1.2, **mode)
    k, labels = min(
        (level.n_nodes, tree.labels(m).tolist())
        for m, level in enumerate(tree.levels)
        if level.n_nodes >= 20
    )
    assert k == 20
    assert len(set(zip(labels, truth.tolist(), strict=True))) == 20


@every_mode
@pytest.mark.parametrize(
    "limits", [{"max_levels": 2}, {"stop_at": 30}, {"stop_at": 10**9}], ids=str
)
def test_early_ends(mode, limits):
    tree = cluster_and_check(np.random.default_rng(0).random((500, 2)), **limits, **mode)
    if "max_levels" in limits:
        assert len(tree.levels) == 3
    else:
        assert tree.levels[-1].n_nodes <= limits["stop_at"]
        assert all(level.n_nodes > limits["stop_at"] for level in tree.levels[:-1])


# Any mixture of these


@given(
    RNGS,
    st.integers(1, 150),
    st.integers(1, 20),
    st.sampled_from(FLAT_MODES),
    st.lists(st.sampled_from([0.0, 1e-12, 1e-6, 1.0, 1e6, 1e12]), min_size=1, max_size=3),
    st.sampled_from([1.01, 1.3, 10.0]),
    st.sampled_from([3, 16, 1000]),
)
def test_scales_mixed_along_the_axes_and_among_the_rows(
    rng, n, n_dims, mode, scales, growth, max_chunk_size
):
    X = rng.normal(size=(n, n_dims)) * rng.choice(scales, (n, 1)) * rng.choice(scales, n_dims)
    weights = rng.choice([0.0, 1.0, 1e-6, 1e6], n)
    weights[rng.integers(n)] = 1
    cluster_and_check(X, weights, growth=growth, max_chunk_size=max_chunk_size, **mode)


@pytest.mark.parametrize(
    ("dtype", "outlier"), [(np.float32, 9.96921e36), (np.float32, 1e20), (np.float64, 1e160)]
)
@pytest.mark.parametrize("mode", [{}, {"linkage": "distance"}], ids=["ward", "distance"])
def test_one_fill_value_spoils_nothing_for_the_others(mode, dtype, outlier):
    X = np.random.default_rng(0).random((3000, 3)).astype(dtype)
    X[7, 0] = outlier
    tree = bidvit.cluster(X, random_state=0, **mode)
    level, labels = tree.levels[3], tree.labels(3)
    distances = np.linalg.norm(X.astype(float) - level.points.astype(float)[labels], axis=1)
    farthest = np.zeros(level.n_nodes)
    np.maximum.at(farthest, labels, distances)
    assert level.n_nodes > 500
    assert 0 < np.median(level.radii) < 1
    np.testing.assert_allclose(level.radii, farthest, rtol=1e-3, atol=1e-6)


def test_columns_constant_up_to_rounding_give_one_tree_on_every_processor(use_instruction_set):
    # Rounded centroids leave a box that is a few roundings wide.
    angles = np.random.default_rng(0).random((2000, 6)) * 6
    X = np.sin(angles) ** 2 + np.cos(angles) ** 2
    weights = np.random.default_rng(1).random(2000)
    parents = []
    for name in _core.instruction_sets():
        use_instruction_set(name)
        tree = bidvit.cluster(X, sample_weight=weights, max_chunk_size=2, random_state=0)
        parents.append(tree.nodes.parents.tolist())
    assert all(others == parents[0] for others in parents)


def test_functions_get_the_same_limit_on_coordinates():
    X = np.array([[1.7e308], [-1.7e308]])
    with pytest.raises(ValueError, match="X must stay within"):
        bidvit.cluster(
            X,
            metric=lambda A, B: np.abs(A[:, None, 0] / 4 - B[None, :, 0] / 4),
            linkage="distance",
            representation="point",
        )


def test_epsilon_beyond_all_scales_collapses_everything():
    tree = bidvit.cluster(np.random.default_rng(0).random((50, 2)) * 1e-200, initial_epsilon=1e150)
    assert [level.n_nodes for level in tree.levels] == [50, 1]


def test_more_threads_than_anybody_has():
    X = np.random.default_rng(0).random((50, 2))
    tree = bidvit.cluster(X, n_jobs=10**6, random_state=0)
    assert tree.labels(3).tolist() == bidvit.cluster(X, random_state=0).labels(3).tolist()
