"""`coarsen` and `thin` against full matrices of distances and a k-d tree."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import EARTH_RADIUS, angles, great_circles, value_of, values
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist, pdist
from strategies import RNGS, clouds, lattices, uneven_weights, whole_weights
from trees import name_of_mode

import bidvit
from bidvit import _core, levels, separation, spaces
from bidvit.datasets import make_grid
from bidvit.parallel import Workers

METRICS = st.sampled_from(["euclidean", "manhattan", "chebyshev"])
SEPARATIONS = st.sampled_from(["chunk", "global"])
CHUNK_SIZES = st.integers(2, 70)
# Of the lattices' unit: some that are distances on a lattice, some that are not.
EPSILONS = st.sampled_from([1e-3, 0.3, 1.0, 1.2, 2.0, 2.5, 5.0, 1e3])
SEED = {"random_state": 0}


def taxi(A, B):
    return cdist(A, B, "cityblock")


def near_matrix(X, epsilon, metric):
    """Return who is closer than epsilon, decided as the core decides: strictly, and squared."""
    return values(X, X, metric) < value_of(epsilon, metric)


def check_thinned(near, kept, counted=slice(None)):
    """Raise unless the rows kept are separated and cover all that count."""
    assert kept.dtype == np.int32
    assert (np.diff(kept) > 0).all()
    among = near[np.ix_(kept, kept)]
    assert not (among & ~np.eye(len(kept), dtype=bool)).any()
    assert near[counted][:, kept].any(axis=1).all()


def check_coarse(coarse, X, weights=None):
    """Raise unless what holds under any parameters does."""
    counted = np.ones(len(X), bool) if weights is None else weights > 0
    row_weights = np.ones(len(X)) if weights is None else weights
    k = coarse.n_representatives
    assert len(coarse.points) == len(coarse.weights) == len(coarse.radii) == k
    assert coarse.labels.dtype == coarse.indices.dtype == np.int32
    assert coarse.labels.shape == (len(X),)
    assert (np.diff(coarse.indices) > 0).all()
    assert counted[coarse.indices].all()
    assert np.unique(coarse.labels[counted]).tolist() == list(range(k))
    sums = np.bincount(coarse.labels[counted], row_weights[counted], minlength=k)
    np.testing.assert_allclose(coarse.weights, sums, rtol=1e-12)


def check_points(coarse, X):
    assert coarse.points.dtype == X.dtype
    assert coarse.points.tobytes() == X[coarse.indices].tobytes()
    assert coarse.labels[coarse.indices].tolist() == list(range(len(coarse.indices)))


@given(st.data(), lattices(distinct=False) | clouds(), METRICS, EPSILONS, CHUNK_SIZES)
def test_global_separation_is_maximal_and_assigns_to_the_nearest(
    data, X, metric, epsilon, max_chunk_size
):
    weights = data.draw(st.none() | whole_weights(len(X)) | uneven_weights(len(X)))
    options = {"metric": metric, "sample_weight": weights, "max_chunk_size": max_chunk_size}
    coarse = bidvit.coarsen(X, epsilon, separation="global", **options, **SEED)
    check_coarse(coarse, X, weights)
    check_points(coarse, X)
    check_thinned(near_matrix(X, epsilon, metric), coarse.indices)
    to_all = values(X, coarse.points, metric)
    own = to_all[np.arange(len(X)), coarse.labels]
    assert own.tolist() == to_all.min(axis=1).tolist()
    reaches = np.zeros(len(coarse.indices))
    np.maximum.at(reaches, coarse.labels, own)
    expected = np.sqrt(reaches) if metric == "euclidean" else reaches
    assert coarse.radii.tolist() == expected.tolist()

    kept = bidvit.thin(X, epsilon, **options, **SEED)
    assert kept.tolist() == coarse.indices.tolist()


@given(st.data(), lattices(distinct=False) | clouds(), METRICS, EPSILONS, CHUNK_SIZES)
def test_chunks_are_separated_and_everything_is_covered(data, X, metric, epsilon, max_chunk_size):
    weights = data.draw(st.none() | whole_weights(len(X)))
    options = {"metric": metric, "sample_weight": weights, "max_chunk_size": max_chunk_size}
    coarse = bidvit.coarsen(X, epsilon, **options, **SEED)
    check_coarse(coarse, X, weights)
    check_points(coarse, X)
    own = values(X, coarse.points, metric)[np.arange(len(X)), coarse.labels]
    assert (own < value_of(epsilon, metric)).all()
    if len(X) <= max_chunk_size:
        check_thinned(near_matrix(X, epsilon, metric), coarse.indices)
    kept = bidvit.thin(X, epsilon, separation="chunk", **options, **SEED)
    assert kept.tolist() == coarse.indices.tolist()


@given(st.data(), RNGS, METRICS, st.integers(17, 70), CHUNK_SIZES)
def test_high_dimension(data, rng, metric, d, max_chunk_size):
    # Whole numbers, whose distances are exact in whatever order they are summed.
    X = rng.integers(0, 3, (80, d)) * (rng.random(d) < 0.2)
    X = X.astype(data.draw(st.sampled_from([np.float32, np.float64])))
    epsilon = data.draw(st.sampled_from([1.0, 2.0, 2.5, 4.0]))
    options = {"metric": metric, "max_chunk_size": max_chunk_size}
    coarse = bidvit.coarsen(X, epsilon, separation="global", **options, **SEED)
    check_coarse(coarse, X)
    check_thinned(near_matrix(X, epsilon, metric), coarse.indices)
    to_all = values(X, coarse.points, metric)
    own = to_all[np.arange(len(X)), coarse.labels]
    assert own.tolist() == to_all.min(axis=1).tolist()
    assert bidvit.thin(X, epsilon, **options, **SEED).tolist() == coarse.indices.tolist()


def test_more_picks_within_reach_than_are_joined_at_once():
    X = np.random.default_rng(0).normal(size=(5200, 18))
    epsilon = 2.6
    options = {"max_chunk_size": 100, "separation": "global"}
    coarse = bidvit.coarsen(X, epsilon, **options, **SEED)
    assert 4500 < coarse.n_representatives < 5100
    assert pdist(coarse.points).min() >= epsilon
    away = np.delete(np.arange(len(X)), coarse.indices)
    to_all = cdist(X[away], coarse.points)
    own = to_all[np.arange(len(away)), coarse.labels[away]]
    assert own.max() < epsilon
    np.testing.assert_allclose(own, to_all.min(axis=1), rtol=1e-12)


@pytest.mark.parametrize("n_dims", [1, 2, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_many_chunks_by_a_kd_tree(n_dims, dtype):
    X, _ = make_grid(n_dims, 40_000 // 6**n_dims, side=6, dtype=dtype, random_state=n_dims)
    epsilon = {1: 0.003, 2: 0.4, 3: 1.5}[n_dims]
    options = {"max_chunk_size": 300, "random_state": 0}
    coarse = bidvit.coarsen(X, epsilon, separation="global", n_jobs=2, **options)
    check_coarse(coarse, X)
    check_points(coarse, X)
    tree = KDTree(coarse.points.astype(float))
    rounding = 1e-5 if dtype == np.float32 else 1e-12
    assert len(tree.query_pairs(epsilon * (1 - rounding))) == 0
    to_nearest, _ = tree.query(X.astype(float))
    assert to_nearest.max() < epsilon
    own = np.linalg.norm(X.astype(float) - coarse.points[coarse.labels], axis=1)
    np.testing.assert_allclose(own, to_nearest, rtol=rounding, atol=rounding)
    np.testing.assert_allclose(coarse.max_radius, own.max(), rtol=rounding)
    # Chunks alone leave pairs that are closer.
    chunked = bidvit.coarsen(X, epsilon, **options)
    assert len(KDTree(chunked.points.astype(float)).query_pairs(epsilon * (1 - rounding))) > 0
    assert len(chunked.points) > len(coarse.points)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_what_is_exactly_epsilon_apart_is_kept_and_one_rounding_less_is_not(dtype):
    epsilon = float(dtype(0.1))
    below = np.nextafter(dtype(0.1), dtype(0))
    for metric in ("manhattan", "chebyshev"):
        for size in (2, 10):
            options = {"metric": metric, "max_chunk_size": size, **SEED}
            X = np.array([[0], [epsilon], [5], [5], [9]], dtype)
            assert bidvit.thin(X, epsilon, **options).tolist() == [0, 1, 2, 4]
            X[1] = below
            assert len(bidvit.thin(X, epsilon, **options)) == 3


@given(RNGS, st.sampled_from([np.float32, np.float64]), CHUNK_SIZES)
def test_near_ties_are_decided_as_the_core_computes(rng, dtype, max_chunk_size):
    # Pairs whose distances differ from epsilon by a few roundings, if at all.
    base = rng.integers(0, 6, (60, 2)).astype(dtype)
    step = rng.integers(-2, 3, base.shape) * np.finfo(dtype).eps
    X = (base * dtype(0.1) * (1 + step)).astype(dtype)
    epsilon = float(dtype(0.1))
    kept = bidvit.thin(X, epsilon, max_chunk_size=max_chunk_size, **SEED)
    check_thinned(near_matrix(X, epsilon, "euclidean"), kept)


def test_great_circles_in_metres():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.uniform(-90, 90, 1500), rng.uniform(-180, 180, 1500)])
    # The poles and both sides of the date line.
    X[:40] = np.column_stack([np.repeat([90, -90], 20), rng.uniform(-180, 180, 40)])
    X[40:80] = np.column_stack([np.zeros(40), np.tile([179.999, -179.999], 20)])
    D = great_circles(X, X)
    for epsilon in (1e4, 5e5, 3e6):
        coarse = bidvit.coarsen(
            X, epsilon, metric="haversine", separation="global", max_chunk_size=100, **SEED
        )
        check_coarse(coarse, X)
        check_points(coarse, X)
        check_thinned(epsilon > D, coarse.indices)
        to_all = D[:, coarse.indices]
        own = to_all[np.arange(len(X)), coarse.labels]
        np.testing.assert_allclose(own, to_all.min(axis=1), atol=1e-3)
        np.testing.assert_allclose(coarse.max_radius, own.max(), rtol=1e-6, atol=1e-3)
    farthest = np.pi * EARTH_RADIUS
    assert len(bidvit.thin(X, farthest * 1.01, metric="haversine", **SEED)) == 1


def test_angles_in_radians():
    X = np.random.default_rng(0).normal(size=(800, 5))
    X *= np.exp(np.random.default_rng(1).normal(size=(800, 1)))
    D = angles(X, X)
    for epsilon in (0.2, 0.8):
        coarse = bidvit.coarsen(
            X, epsilon, metric="cosine", separation="global", max_chunk_size=60, **SEED
        )
        check_coarse(coarse, X)
        check_points(coarse, X)
        check_thinned(epsilon > D, coarse.indices)
        to_all = D[:, coarse.indices]
        np.testing.assert_allclose(
            to_all[np.arange(len(X)), coarse.labels], to_all.min(axis=1), atol=1e-9
        )


@given(st.data(), lattices(distinct=False), EPSILONS, CHUNK_SIZES, SEPARATIONS)
def test_metric_functions(data, X, epsilon, max_chunk_size, separation):
    weights = data.draw(st.none() | whole_weights(len(X)))
    options = {"max_chunk_size": max_chunk_size, "separation": separation, **SEED}
    options["sample_weight"] = weights
    coarse = bidvit.coarsen(X, epsilon, metric=taxi, **options)
    check_coarse(coarse, X, weights)
    check_points(coarse, X)
    D = taxi(X, X)
    to_all = D[:, coarse.indices]
    own = to_all[np.arange(len(X)), coarse.labels]
    assert (own < epsilon).all()
    reaches = np.zeros(len(coarse.indices))
    np.maximum.at(reaches, coarse.labels, own)
    assert coarse.radii.tolist() == reaches.tolist()
    if separation == "global":
        check_thinned(epsilon > D, coarse.indices)
        assert own.tolist() == to_all.min(axis=1).tolist()
    kept = bidvit.thin(X, epsilon, metric=taxi, **options)
    assert kept.tolist() == coarse.indices.tolist()


@given(st.data(), lattices(distinct=False) | clouds(), EPSILONS, CHUNK_SIZES, SEPARATIONS)
def test_rows_of_weight_zero_are_labelled_and_change_nothing(
    data, X, epsilon, max_chunk_size, separation
):
    weights = data.draw(whole_weights(len(X), lightest=0))
    weights[0] = 1
    counted = weights > 0
    metric = data.draw(METRICS | st.just(taxi))
    options = {
        "metric": metric,
        "max_chunk_size": max_chunk_size,
        "separation": separation,
        **SEED,
    }
    coarse = bidvit.coarsen(X, epsilon, sample_weight=weights, **options)
    check_coarse(coarse, X, weights)
    without = bidvit.coarsen(X[counted], epsilon, sample_weight=weights[counted], **options)
    assert coarse.points.tolist() == without.points.tolist()
    assert coarse.labels[counted].tolist() == without.labels.tolist()
    assert coarse.radii.tolist() == without.radii.tolist()
    to_all = taxi(X, coarse.points) if metric is taxi else values(X, coarse.points, metric)
    nearest = to_all.argmin(axis=1)
    assert coarse.labels[~counted].tolist() == nearest[~counted].tolist()
    kept = bidvit.thin(X, epsilon, sample_weight=weights, **options)
    assert kept.tolist() == coarse.indices.tolist()


@given(RNGS, lattices(max_points=30), EPSILONS, CHUNK_SIZES, SEPARATIONS)
def test_a_row_given_several_times_counts_as_its_weight(
    rng, X, epsilon, max_chunk_size, separation
):
    times = rng.integers(1, 4, len(X))
    options = {"max_chunk_size": max_chunk_size, "separation": separation, **SEED}
    weighted = bidvit.coarsen(X, epsilon, sample_weight=times, **options)
    repeated = bidvit.coarsen(np.repeat(X, times, axis=0), epsilon, **options)
    assert repeated.points.tolist() == weighted.points.tolist()
    assert repeated.weights.tolist() == weighted.weights.tolist()
    assert repeated.labels.tolist() == np.repeat(weighted.labels, times).tolist()
    first = np.cumsum(times) - times
    assert repeated.indices.tolist() == first[weighted.indices].tolist()


@given(st.data(), clouds(), CHUNK_SIZES, SEPARATIONS)
def test_the_order_of_rows_does_not_matter_where_nothing_ties(data, X, max_chunk_size, separation):
    weights = data.draw(uneven_weights(len(X), orders=1))
    shuffled = data.draw(RNGS).permutation(len(X))
    options = {"max_chunk_size": max_chunk_size, "separation": separation, **SEED}
    one = bidvit.coarsen(X, 0.5, sample_weight=weights, **options)
    other = bidvit.coarsen(X[shuffled], 0.5, sample_weight=weights[shuffled], **options)
    assert sorted(shuffled[other.indices].tolist()) == one.indices.tolist()
    assert (
        shuffled[other.indices][other.labels].tolist() == one.indices[one.labels][shuffled].tolist()
    )


def assert_same(a, b):
    for name in ("points", "weights", "labels", "indices", "radii"):
        assert getattr(a, name).tobytes() == getattr(b, name).tobytes(), name


@pytest.mark.parametrize("separation", ["chunk", "global"])
@pytest.mark.parametrize("d", [2, 3, 20])
def test_threads_and_instruction_sets_change_nothing(separation, d, use_instruction_set):
    rng = np.random.default_rng(d)
    # Coarse steps give ties and duplicates.
    X = rng.normal(size=(3000, d)).round(1).astype(np.float32)
    epsilon = {2: 0.2, 3: 0.4, 20: 4.5}[d]
    options = {"separation": separation, "max_chunk_size": 100, "random_state": 3}
    expected = bidvit.coarsen(X, epsilon, **options)
    kept = bidvit.thin(X, epsilon, **options)
    assert 0.1 < len(kept) / len(X) < 0.95
    for n_jobs in (2, 3):
        assert_same(bidvit.coarsen(X, epsilon, n_jobs=n_jobs, **options), expected)
        assert bidvit.thin(X, epsilon, n_jobs=n_jobs, **options).tolist() == kept.tolist()
    for name in _core.instruction_sets():
        use_instruction_set(name)
        assert_same(bidvit.coarsen(X, epsilon, **options), expected)


@pytest.mark.parametrize("separation", ["chunk", "global"])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", taxi])
class TestAwkwardSets:
    def test_one_row(self, separation, metric):
        coarse = bidvit.coarsen([[1.0, 2]], 1, separation=separation, metric=metric, **SEED)
        assert coarse.labels.tolist() == coarse.indices.tolist() == [0]
        assert coarse.max_radius == 0
        assert bidvit.thin([[1.0, 2]], 1, separation=separation, metric=metric).tolist() == [0]

    def test_equal_rows(self, separation, metric):
        X = np.full((500, 3), 7.0)
        options = {"separation": separation, "metric": metric, "max_chunk_size": 2, **SEED}
        coarse = bidvit.coarsen(X, 1e-9, **options)
        assert coarse.weights.tolist() == [500]
        assert bidvit.thin(X, 1e-9, **options).tolist() == [0]

    def test_huge_epsilon(self, separation, metric):
        X = np.random.default_rng(0).normal(size=(60, 2))
        options = {"separation": separation, "metric": metric, **SEED}
        for epsilon in (1e9, 1e300):
            assert len(bidvit.thin(X, epsilon, **options)) == 1
            kept = bidvit.thin(X, epsilon, max_chunk_size=4, **options)
            assert len(kept) == (1 if separation == "global" else 16)

    def test_tiny_epsilon(self, separation, metric):
        X = np.random.default_rng(0).normal(size=(60, 2))
        options = {"separation": separation, "metric": metric, "max_chunk_size": 4, **SEED}
        for epsilon in (1e-9, 1e-300):
            assert bidvit.thin(X, epsilon, **options).tolist() == list(range(60))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("scale", [2.0**-90, 2.0**90])
def test_coordinates_whose_squares_do_not_fit(dtype, scale):
    X = np.random.default_rng(0).integers(0, 30, (400, 2)).astype(dtype)
    options = {"separation": "global", "max_chunk_size": 30, **SEED}
    coarse = bidvit.coarsen(X, 3.0, **options)
    scaled = bidvit.coarsen(X * dtype(scale), 3.0 * scale, **options)
    assert scaled.labels.tolist() == coarse.labels.tolist()
    np.testing.assert_allclose(scaled.radii, coarse.radii * scale, rtol=1e-6)
    assert scaled.points.dtype == dtype


@pytest.mark.parametrize("linkage", ["distance", "ward"])
@pytest.mark.parametrize("metric", ["euclidean", "cosine", "haversine"])
def test_centroids_are_the_nodes_of_a_tree_of_one_level(linkage, metric):
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.uniform(-80, 80, 2000), rng.uniform(-170, 170, 2000)])
    epsilon = {"euclidean": 5.0, "cosine": 0.01, "haversine": 5e5}[metric]
    options = {"linkage": linkage, "representation": "centroid", "metric": metric, **SEED}
    options["max_chunk_size"] = 100
    coarse = bidvit.coarsen(X, epsilon, **options)
    check_coarse(coarse, X)
    tree = bidvit.cluster(X, initial_epsilon=epsilon, max_levels=1, **options)
    # Nodes come in another order, and there may be fewer nodes than picks.
    labels = tree.labels(1)
    assert tree.levels[1].n_nodes == coarse.n_representatives
    _, first = np.unique(labels, return_index=True)
    order = coarse.labels[first]
    assert order[labels].tolist() == coarse.labels.tolist()
    np.testing.assert_allclose(tree.levels[1].points, coarse.points[order], rtol=1e-12)
    np.testing.assert_allclose(tree.levels[1].weights, coarse.weights[order])
    np.testing.assert_allclose(tree.levels[1].radii, coarse.radii[order], rtol=1e-9)


def test_points_are_the_nodes_of_a_tree_of_one_level():
    X, _ = make_grid(2, 30, random_state=0)
    options = {"linkage": "distance", "representation": "point", "max_chunk_size": 100, **SEED}
    coarse = bidvit.coarsen(X, 1.0, **options)
    level = bidvit.cluster(X, initial_epsilon=1.0, max_levels=1, **options).levels[1]
    assert sorted(level.points.tolist()) == sorted(coarse.points.tolist())


def test_heavy_rows_are_rather_kept():
    X = np.arange(9.0)[:, None]
    weights = np.where(np.arange(9) % 2 == 1, 10.0, 1.0)
    kept = bidvit.thin(X, 1.5, sample_weight=weights, random_state=0)
    assert kept.tolist() == [1, 3, 5, 7]


def test_results_say_what_they_are():
    X, _ = make_grid(2, 10, random_state=0)
    coarse = bidvit.coarsen(X, 2, separation="global", **SEED)
    k = coarse.n_representatives
    expected = rf"Coarse\(1,000 rows, {k} representatives, epsilon=2, separation='global', max_rad"
    assert re.match(expected, repr(coarse))
    assert coarse.max_radius < coarse.epsilon == 2
    with pytest.raises(AttributeError):
        coarse.labels = None


GOOD = np.random.default_rng(0).random((10, 2))
BAD = [
    ({"epsilon": 0}, ValueError, r"epsilon must be finite and > 0, got 0"),
    ({"epsilon": -1.0}, ValueError, r"epsilon must be .*> 0, got -1.0"),
    ({"epsilon": np.nan}, ValueError, r"epsilon must be .*> 0, got nan"),
    ({"epsilon": np.inf}, ValueError, r"epsilon must be finite and > 0, got inf"),
    ({"epsilon": "auto"}, TypeError, r"epsilon must be a number .*> 0, got 'auto'"),
    ({"epsilon": None}, TypeError, r"epsilon must be a number .*> 0, got None"),
    ({"epsilon": True}, TypeError, r"epsilon must be a number .*> 0, got True"),
    ({"max_chunk_size": 1}, ValueError, r"max_chunk_size must be >= 2, got 1"),
    ({"separation": "local"}, ValueError, r"separation must be one of .*'global'.*got 'local'"),
    ({"separation": None}, ValueError, r"separation must be one of .*got None"),
    ({"metric": "hamming"}, ValueError, r"metric must be one of .* or a function, got 'hamming'"),
    ({"sample_weight": np.zeros(10)}, ValueError, r"sample_weight must have a positive weight"),
    ({"n_jobs": 0}, ValueError, r"n_jobs must not be 0"),
    ({"random_state": -1}, ValueError, r"random_state must be >= 0, got -1"),
    ({"X": [1.0, 2.0]}, ValueError, r"X must have two dimensions"),
    ({"X": [[np.nan, 2.0]]}, ValueError, r"X must be finite"),
]


@pytest.mark.parametrize("function", [bidvit.coarsen, bidvit.thin])
@pytest.mark.parametrize(("options", "error", "message"), BAD)
def test_bad_input(function, options, error, message):
    with pytest.raises(error, match=f"^{message}"):
        function(**{"X": GOOD, "epsilon": 1.0, **options})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"linkage": "single"}, r"linkage must be one of 'distance', 'ward', got 'single'"),
        ({"representation": "mean"}, r"representation must be one of .*got 'mean'"),
        ({"linkage": "ward"}, r"linkage='ward' needs representation='centroid', got 'point'"),
        (
            {"separation": "global", "representation": "centroid"},
            r"separation='global' needs representation='point', got 'centroid'",
        ),
        ({"metric": taxi, "representation": "centroid"}, r"metric taxi .*representation='point'"),
    ],
    ids=lambda given: given if isinstance(given, str) else name_of_mode(given),
)
def test_arguments_of_coarsen_that_do_not_go(options, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        bidvit.coarsen(GOOD, 1.0, **options)


def test_metric_functions_that_fail_are_heard():
    def broken(A, B):
        raise RuntimeError(f"out of order at {A.shape} and {B.shape}")

    for where in ("chunk", "global"):
        with pytest.raises(RuntimeError, match="out of order"):
            bidvit.thin(GOOD, 1.0, metric=broken, separation=where, max_chunk_size=3)


def test_nothing_but_exact_duplicates_is_a_matter_of_numpy():
    for function in (bidvit.coarsen, bidvit.thin):
        with pytest.raises(ValueError, match=r"got 0: .*numpy.unique\(X, axis=0"):
            function(GOOD, 0)


def test_what_is_stopped_ends_with_an_exception():
    X = np.random.default_rng(0).random((3000, 2))
    space = spaces.Space("euclidean")
    rules = levels.Rules(space, "distance", "point", 100, None, 1.0, seed=0)
    with Workers(1) as workers:
        chunks = levels.partition(X, 100, workers)
        separator = separation.Separator(X, None, chunks, rules, 0.1, workers)
        workers.stop.set()
        for task in (
            lambda: separation.bound_chunks(X, chunks, workers),
            lambda: separation.Separator(X, None, chunks, rules, 0.1, workers),
            separator.find_cells,
            separator.find_picks,
        ):
            with pytest.raises(_core.Stopped):
                task()
