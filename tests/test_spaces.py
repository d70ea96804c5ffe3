"""Spaces: what the metrics measure, in which unit, and how users' own functions are treated."""

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import RNGS, SEEDS, clouds, lattices, uneven_weights
from trees import FLAT_MODES, assert_same_clusters

import bidvit
from bidvit.spaces import Space, make_space

POINT = {"linkage": "distance", "representation": "point"}
ON_SPHERE = [
    Space("cosine", on_sphere=True),
    Space("haversine", on_sphere=True, unit=reference.EARTH_RADIUS),
]
on_sphere = pytest.mark.parametrize("space", ON_SPHERE, ids=lambda space: space.name)


@on_sphere
@given(share=st.floats(1e-12, 1))
def test_epsilon_to_the_kernels_unit_and_back(space, share):
    distance = share * np.pi * space.unit
    for linkage in ("distance", "ward"):
        there = space.embed_distance(distance, linkage)
        np.testing.assert_allclose(space.unembed_distance(there, linkage), distance, rtol=1e-7)


@on_sphere
def test_nothing_is_beyond_half_a_turn(space):
    assert space.embed_distance(1.01 * np.pi * space.unit, "distance") == np.inf


@given(RNGS, st.integers(1, 50))
def test_places_to_the_sphere_and_back(rng, n):
    places = np.stack([rng.uniform(-90, 90, n), rng.uniform(-180, 180, n)], axis=1)
    space = make_space("haversine", places, "ward", "centroid")
    embedded = space.embed(places)
    np.testing.assert_allclose(np.linalg.norm(embedded, axis=1), 1, rtol=1e-15)
    np.testing.assert_allclose(space.unembed(embedded), places, atol=1e-7)


def test_directions_have_unit_length_whatever_their_size():
    for dtype, sizes in ((np.float32, [1e-37, 1, 5e37]), (np.float64, [1e-300, 1, 1e300])):
        X = np.array([[3, 4], [4, 3], [-3, 4]], dtype) * np.array(sizes, dtype)[:, None]
        space = make_space("cosine", X, "ward", "centroid")
        tolerance = 4 * np.finfo(dtype).eps
        np.testing.assert_allclose(
            space.embed(X), [[0.6, 0.8], [0.8, 0.6], [-0.6, 0.8]], rtol=tolerance
        )


@given(st.data(), st.sampled_from(["distance", "ward"]), SEEDS)
def test_cosine_does_not_see_lengths(data, linkage, seed):
    X = data.draw(clouds(60, dims=st.integers(2, 6)))
    stretched = np.ldexp(X, data.draw(RNGS).integers(-20, 20, len(X))[:, None])
    options = {"metric": "cosine", "linkage": linkage, "random_state": seed}
    assert_same_clusters(bidvit.cluster(stretched, **options), bidvit.cluster(X, **options))


def test_earth_is_round():
    # Two places on either side of the date line, two around the pole, one elsewhere.
    places = [[10, 179.9], [10, -179.9], [89.9, 0], [89.9, 180], [0, 0]]
    tree = bidvit.cluster(places, metric="haversine", initial_epsilon=30_000, random_state=0)
    assert tree.labels(1).tolist() == [tree.labels(1)[i] for i in (0, 0, 2, 2, 4)]
    assert len(set(tree.labels(1))) == 3
    nodes = tree.levels[1].points[tree.labels(1)]
    np.testing.assert_allclose(np.abs(nodes[0]), [10, 180], atol=1e-3)
    np.testing.assert_allclose(nodes[2, 0], 90, atol=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_haversine_counts_in_metres(dtype):
    places = np.array([[52.0, 13.0], [52.0, 13.001]], dtype)
    apart = reference.great_circles(places, places)[0, 1]
    assert 68 < apart < 69
    tree = bidvit.cluster(places, metric="haversine", initial_epsilon=apart * 1.001, **POINT)
    assert tree.levels[1].epsilon == apart * 1.001
    np.testing.assert_allclose(tree.levels[1].max_radius, apart, rtol=1e-6)
    tree = bidvit.cluster(places, metric="haversine", initial_epsilon=apart * 0.999, **POINT)
    assert tree.levels[1].epsilon > apart


@pytest.mark.parametrize(
    ("metric", "measure"), [("cosine", reference.angles), ("haversine", reference.great_circles)]
)
@pytest.mark.parametrize("linkage", ["distance", "ward"])
def test_radii_on_the_sphere_are_those_of_the_metric(metric, measure, linkage):
    rng = np.random.default_rng(0)
    X = np.stack([rng.uniform(-90, 90, 800), rng.uniform(-180, 180, 800)], axis=1)
    tree = bidvit.cluster(X, metric=metric, linkage=linkage, random_state=0)
    unit = reference.EARTH_RADIUS if metric == "haversine" else 1
    for m, level in enumerate(tree.levels):
        to_node = measure(X, level.points)[np.arange(800), tree.labels(m)]
        farthest = np.zeros(level.n_nodes)
        np.maximum.at(farthest, tree.labels(m), to_node)
        np.testing.assert_allclose(level.radii, farthest, rtol=1e-6, atol=1e-7 * unit)


# The user's own functions


def manhattan(A, B):
    return reference.distances(A, B, "manhattan")


def chebyshev(A, B):
    return reference.distances(A, B, "chebyshev")


@pytest.mark.parametrize(
    ("function", "metric"),
    [(reference.distances, "euclidean"), (manhattan, "manhattan"), (chebyshev, "chebyshev")],
)
@given(st.data(), st.sampled_from([3, 10, 1000]), SEEDS)
def test_function_grows_the_same_tree_as_the_built_in_metric(
    function, metric, data, max_chunk_size, seed
):
    # In float64: the core decides by what the data's own precision makes of a distance.
    X = data.draw(st.one_of(lattices(80, distinct=False), clouds(80))).astype(np.float64)
    weights = data.draw(uneven_weights(len(X), orders=2))
    options = POINT | {"random_state": seed, "max_chunk_size": max_chunk_size}
    options |= {"initial_epsilon": 0.3, "growth": 1.3, "sample_weight": weights}
    built_in = bidvit.cluster(X, metric=metric, **options)
    own = bidvit.cluster(X, metric=function, **options)
    assert own.radii_kind == "bound"
    for ours, theirs in zip(own.levels, built_in.levels, strict=True):
        assert ours.epsilon == theirs.epsilon
        for name in ("points", "weights", "parents"):
            assert getattr(ours, name).tolist() == getattr(theirs, name).tolist()
        assert (ours.radii >= theirs.radii * (1 - 1e-12)).all()
    assert own.leaf_of_row.tolist() == built_in.leaf_of_row.tolist()


def test_function_is_called_chunk_by_chunk_in_the_callers_thread():
    import threading

    calls = []

    def metric(A, B):
        calls.append((len(A), len(B), threading.current_thread()))
        return reference.distances(A, B)

    X = np.random.default_rng(0).random((1000, 2))
    tree = bidvit.cluster(X, metric=metric, max_chunk_size=100, n_jobs=2, max_levels=1, **POINT)
    assert tree.levels[1].n_nodes < 1000
    assert len(calls) >= 16
    assert max(max(a, b) for a, b, _ in calls) <= 100
    assert {thread for *_, thread in calls} == {threading.current_thread()}
    assert tree.parameters["metric"] == "metric"


def asymmetric(A, B):
    return reference.distances(A, B) * (1 + (A[:, :1] > B[:, 0]))


def with_a_value(value):
    def metric(A, B):
        distances = reference.distances(A, B)
        distances[0, -1] = value
        return distances

    return metric


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda A, _: np.zeros(len(A)), r"must return an array of shape \(10, 10\).*cdist"),
        (lambda _, B: np.zeros((len(B), 2)), r"got shape \(10, 2\)"),
        (asymmetric, "metric asymmetric must be symmetric"),
        (with_a_value(-1.0), "finite distances >= 0"),
        (with_a_value(np.nan), "finite distances >= 0"),
        (with_a_value(np.inf), "finite distances >= 0"),
    ],
    ids=["vector", "shape", "asymmetric", "negative", "nan", "inf"],
)
def test_function_that_is_no_metric(function, message):
    X = np.arange(10.0)[:, None]
    with pytest.raises(ValueError, match=message):
        bidvit.cluster(X, metric=function, **POINT)


def test_error_inside_a_function_comes_through():
    def metric(*_):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        bidvit.cluster([[0.0], [1]], metric=metric, **POINT)


@pytest.mark.parametrize("mode", FLAT_MODES, ids=lambda mode: "-".join(mode.values()))
def test_nodes_that_are_points_are_rows_of_the_data(mode):
    X = np.random.default_rng(0).random((500, 3))
    tree = bidvit.cluster(X, random_state=0, **mode)
    rows = {tuple(row) for row in X.tolist()}
    at_rows = all(tuple(point) in rows for level in tree.levels for point in level.points.tolist())
    assert at_rows == (mode.get("representation") == "point")
