"""One step of the level loop, kernel against reference: picks, assignment, weights, nodes."""

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from kernels import coarsen, find_closest
from reference import Options, Ties
from strategies import RNGS, SEEDS, clouds, lattices, uneven_weights, whole_weights

from bidvit import _core

METRICS = ["euclidean", "manhattan", "chebyshev"]
MODES = [
    *(Options(metric, "distance", rep) for metric in METRICS for rep in ("point", "centroid")),
    Options("euclidean", "ward", "centroid"),
]
MODE_NAMES = [f"{mode.metric}-{mode.linkage}-{mode.representation}" for mode in MODES]
every_mode = pytest.mark.parametrize("mode", MODES, ids=MODE_NAMES)


def assert_same(ours, expected):
    assert ours.picks.tolist() == expected.picks.tolist()
    assert ours.parents.tolist() == expected.parents.tolist()
    np.testing.assert_allclose(ours.weights, expected.weights, rtol=1e-14)
    np.testing.assert_array_equal(ours.points, expected.points)


def whole(points):
    return [np.arange(len(points))]


def shuffled_parts(rng, n, n_parts):
    """Chunks that have nothing to do with the data, to show that they are kept apart."""
    parts = np.array_split(rng.permutation(n), min(n_parts, n))
    return [np.sort(part) for part in parts]


def some_epsilon(points, share, metric="euclidean"):
    """Return an ε below which this share of all distances lies, halfway between two of them."""
    apart = np.sort(reference.distances(points, points, metric)[np.triu_indices(len(points), 1)])
    if len(apart) == 0:
        return 1.0
    place = int(share * len(apart))
    return float(np.append(apart, 2 * apart[-1])[place : place + 2].mean())


@every_mode
@given(st.data())
def test_lattices_with_their_exact_ties(mode, data):
    points = data.draw(lattices(max_points=70))
    weights = data.draw(whole_weights(len(points)))
    parts = shuffled_parts(data.draw(RNGS), len(points), data.draw(st.integers(1, 3)))
    # Distances that occur, where "closer than" must be strict, and others.
    epsilon = data.draw(st.sampled_from([0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 7, 100]))
    seed, level = data.draw(SEEDS), data.draw(st.integers(0, 1000))
    expected = reference.coarsen(points, weights, parts, epsilon, Ties(seed, level), mode)
    assert_same(coarsen(points, weights, parts, epsilon, mode, seed=seed, level=level), expected)


@every_mode
@given(st.data())
def test_continuous_data_of_any_dimension(mode, data):
    dims = st.one_of(st.integers(1, 40), st.sampled_from([64, 100, 129]))
    points = data.draw(clouds(dims=dims))
    weights = data.draw(uneven_weights(len(points), orders=data.draw(st.sampled_from([0, 2, 12]))))
    epsilon = some_epsilon(points, data.draw(st.floats(0, 0.6)), mode.metric)
    options = Options(mode.metric, mode.linkage, mode.representation, weight_unit=weights.min())
    seed = data.draw(SEEDS)
    expected = reference.coarsen(points, weights, whole(points), epsilon, Ties(seed, 0), options)
    ours = coarsen(points, weights, whole(points), epsilon, options, seed=seed)
    assert ours.picks.tolist() == expected.picks.tolist()
    differ = np.flatnonzero(ours.parents != expected.parents)
    if points.dtype == np.float32 and len(differ):
        # Two picks may be equally near up to rounding; then the rest may differ as well.
        to_picks = reference.distances(points[differ], points[ours.picks], mode.metric)
        if mode.representation == "point":
            rows = np.arange(len(differ))
            chosen = to_picks[rows, ours.parents[differ]]
            np.testing.assert_allclose(chosen, to_picks[rows, expected.parents[differ]], rtol=1e-5)
        assert len(differ) <= 2
    else:
        assert_same(ours, expected)


@every_mode
@pytest.mark.parametrize("n_dims", [16, 17, 33, 100, 784])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_high_dimension(mode, n_dims, dtype):
    rng = np.random.default_rng(n_dims)
    # Tight groups among far ones: the filter on the foremost axes meets pairs of every kind.
    centres = rng.normal(size=(12, n_dims)) * rng.uniform(0.1, 1, n_dims)
    noise = rng.normal(size=(150, n_dims)) * rng.uniform(0.01, 0.5, (150, 1))
    points = (np.repeat(centres, 150 // 12 + 1, axis=0)[:150] + noise).astype(dtype)
    weights = rng.uniform(1, 3, 150)
    for share in (0.02, 0.3):
        epsilon = some_epsilon(points, share, mode.metric)
        expected = reference.coarsen(points, weights, whole(points), epsilon, Ties(1, 2), mode)
        ours = coarsen(points, weights, whole(points), epsilon, mode, seed=1, level=2)
        assert_same(ours, expected)


@pytest.mark.parametrize("n_dims", [17, 40, 100, 784])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_high_dimensional_lattices(n_dims, metric, dtype):
    rng = np.random.default_rng(n_dims)
    points = np.unique(rng.integers(0, 2, (120, n_dims)), axis=0)
    rng.shuffle(points)
    points, weights = points.astype(dtype), rng.integers(1, 4, len(points)).astype(float)
    mode = Options(metric)
    apart = np.unique(reference.distances(points, points, metric))
    for epsilon in (apart[1], apart[len(apart) // 4], apart[len(apart) // 2], apart[-1] + 1):
        expected = reference.coarsen(points, weights, whole(points), epsilon, Ties(0, 0), mode)
        assert_same(coarsen(points, weights, whole(points), epsilon, mode), expected)


@given(st.data())
def test_centroids_stay_on_the_sphere(data):
    points = data.draw(clouds(dims=st.integers(2, 20)))
    points = reference.embed(points, "cosine")
    weights = data.draw(uneven_weights(len(points), orders=1))
    for linkage in ("distance", "ward"):
        mode = Options("euclidean", linkage, "centroid", True, weights.min())
        epsilon = some_epsilon(points, data.draw(st.floats(0, 0.5)))
        expected = reference.coarsen(points, weights, whole(points), epsilon, Ties(0, 0), mode)
        ours = coarsen(points, weights, whole(points), epsilon, mode)
        assert ours.parents.tolist() == expected.parents.tolist()
        tolerance = 32 * np.finfo(points.dtype).eps
        np.testing.assert_allclose(np.linalg.norm(ours.points, axis=1), 1, rtol=tolerance)
        np.testing.assert_allclose(ours.points, expected.points, atol=tolerance)


def test_points_that_cancel_out_have_no_mean_direction():
    points = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]])
    mode = Options("euclidean", "ward", "centroid", True)
    ours = coarsen(points, np.ones(4), whole(points), 10.0, mode)
    assert ours.points.tolist() == [[1, 0]]


@every_mode
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 300])
def test_sizes_around_the_width_of_a_vector(mode, n):
    rng = np.random.default_rng(n)
    for dtype in (np.float32, np.float64):
        points = rng.normal(size=(n, 3)).astype(dtype)
        expected = reference.coarsen(points, np.ones(n), whole(points), 0.7, Ties(0, 0), mode)
        assert_same(coarsen(points, np.ones(n), whole(points), 0.7, mode), expected)


@every_mode
@given(st.data())
def test_every_instruction_set_gives_the_same_bits(mode, data):
    points = data.draw(clouds(max_points=100, dims=st.sampled_from([1, 2, 3, 16, 17, 50])))
    weights = data.draw(uneven_weights(len(points), orders=3))
    epsilon = some_epsilon(points, 0.1, mode.metric)
    before = _core.instruction_set()
    results = []
    try:
        for name in _core.instruction_sets():
            _core.use_instruction_set(name)
            results.append(coarsen(points, weights, whole(points), epsilon, mode))
    finally:
        _core.use_instruction_set(before)
    for other in results[1:]:
        assert other.picks.tolist() == results[0].picks.tolist()
        assert other.parents.tolist() == results[0].parents.tolist()
        assert other.points.tobytes() == results[0].points.tobytes()
        assert other.weights.tobytes() == results[0].weights.tobytes()


def outcomes(points, weights, epsilon, mode, n_seeds=64):
    parts = whole(points)
    results = [coarsen(points, weights, parts, epsilon, mode, seed=seed) for seed in range(n_seeds)]
    return {tuple(result.picks.tolist() + result.parents.tolist()) for result in results}


def test_distance_exactly_epsilon_is_no_edge():
    points = np.array([[0.0, 0], [3, 4]])
    for metric, apart in (("euclidean", 5), ("manhattan", 7), ("chebyshev", 4)):
        assert len(coarsen(points, np.ones(2), whole(points), apart, Options(metric)).picks) == 2
        above = np.nextafter(apart, 9)
        assert len(coarsen(points, np.ones(2), whole(points), above, Options(metric)).picks) == 1


def test_equal_degrees_are_decided_at_random():
    # A triangle of equal weights: each corner is picked by some seed.
    points = np.array([[0.0], [1], [2]])
    assert {picks[0] for picks in outcomes(points, np.ones(3), 10, Options())} == {0, 1, 2}


ENDS_AND_MIDDLE = [(1, 1), (2, 1), (5, 1), (10, 1), (3, 2), (5, 2), (7, 2), (3, 3), (7, 3), (10, 7)]


@pytest.mark.parametrize("weights", ENDS_AND_MIDDLE, ids=str)
@pytest.mark.parametrize("linkage", ["distance", "ward"])
def test_equally_near_picks_are_decided_at_random(weights, linkage):
    # Both ends are picked, because they are no lighter than the middle, which is as near to either.
    end, middle = weights
    points, weights = np.array([[-1.0], [0], [1]]), np.array([end, middle, end], float)
    mode = Options("euclidean", linkage, "centroid" if linkage == "ward" else "point")
    epsilon = 1.2 * np.sqrt(reference.ward_factors(weights)[0, 1]) if linkage == "ward" else 1.2
    assert outcomes(points, weights, epsilon, mode) >= {(0, 2, 0, 0, 1), (0, 2, 0, 1, 1)}


@given(st.data())
def test_mirrored_data_collapse_alike(data):
    points = data.draw(lattices(dims=st.integers(1, 3)))
    weights = data.draw(whole_weights(len(points)))
    for mode in (Options(), Options("euclidean", "ward", "centroid")):
        ours = coarsen(points, weights, whole(points), 2.5, mode)
        mirrored = coarsen(-points, weights, whole(points), 2.5, mode)
        assert mirrored.picks.tolist() == ours.picks.tolist()
        assert mirrored.parents.tolist() == ours.parents.tolist()
        np.testing.assert_array_equal(mirrored.points, -ours.points)


@given(st.data())
def test_scaled_weights_change_the_selection_only(data):
    points = data.draw(clouds())
    weights = data.draw(uneven_weights(len(points), orders=4))
    epsilon = some_epsilon(points, 0.3)
    for scaling in ("linear", "logarithmic"):
        seen = reference.scale_weights(weights, scaling)
        expected = reference.coarsen(
            points, weights, whole(points), epsilon, Ties(0, 0), Options(), seen
        )
        ours = coarsen(points, weights, whole(points), epsilon, Options(), scaling=scaling)
        assert_same(ours, expected)


# The least proximity, which says where the schedule of ε may jump to


@every_mode
@given(st.data())
def test_closest_pair(mode, data):
    points = data.draw(clouds(dims=st.integers(1, 40)))
    weights = data.draw(uneven_weights(len(points), orders=3))
    options = Options(mode.metric, mode.linkage, mode.representation, weight_unit=weights.min())
    parts = shuffled_parts(data.draw(RNGS), len(points), data.draw(st.integers(1, 4)))
    near = np.full(len(points), np.inf)
    for ids in parts:
        value = reference.proximities(points[ids], weights[ids], options)
        np.fill_diagonal(value, np.inf)
        near[ids] = value.min(axis=1)
    near = np.sqrt(near) if mode.metric == "euclidean" else near
    tolerance = 64 * np.finfo(points.dtype).eps
    closest, _ = find_closest(points, weights, parts, options)
    np.testing.assert_allclose(closest, near.min(), rtol=tolerance)
    last = len(parts) - 1
    _, of_nodes = find_closest(points, weights, parts, options, [0, last])
    expected = near[np.concatenate([parts[0], parts[last]])]
    np.testing.assert_allclose(of_nodes, expected, rtol=tolerance)


@pytest.mark.parametrize("n_dims", [2, 40])
def test_sums_stay_right_when_most_of_their_weight_goes(n_dims):
    # Several neighbours of a vertex go at once; in between its sum may be taken anew.
    options = Options("euclidean", "distance", "point")
    for seed in range(60):
        rng = np.random.default_rng(seed)
        points = rng.normal(size=(70, n_dims))
        weights = 10.0 ** rng.uniform(-6, 6, 70)
        epsilon = some_epsilon(points, 0.3, "euclidean")
        expected = reference.coarsen(points, weights, whole(points), epsilon, Ties(0, 0), options)
        assert_same(coarsen(points, weights, whole(points), epsilon, options, seed=0), expected)
