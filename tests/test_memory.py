"""Whole trees: `bidvit.cluster` against the reference's level loop, level by level."""

import numpy as np
import reference
from hypothesis import given, reject
from hypothesis import strategies as st
from kernels import partition
from strategies import RNGS, SEEDS, clouds, lattices, uneven_weights, whole_weights

import bidvit

GROWTHS = st.sampled_from([1.05, 1.1, 1.3, 2.0, 10.0])
CHUNK_SIZES = st.sampled_from([2, 3, 8, 16, 64])
EPSILONS = st.sampled_from([0.05, 0.5, 1.0, 2.0])
FLAT_MODES = st.sampled_from(
    [
        {"metric": metric, "linkage": "distance", "representation": representation}
        for metric in ("euclidean", "manhattan", "chebyshev")
        for representation in ("point", "centroid")
    ]
    + [{"linkage": "ward"}]
)
SPHERE_MODES = st.sampled_from(
    [
        {"linkage": "distance", "representation": "point"},
        {"linkage": "distance", "representation": "centroid"},
        {"linkage": "ward"},
    ]
)


def assert_same_tree(tree, expected, tolerance):
    """Compare levels node by node, whatever order the tree keeps its nodes in."""
    assert len(tree.levels) == len(expected.levels)
    weighted = expected.leaf_of_row >= 0
    place_above = None
    for m in reversed(range(len(expected.levels))):
        ours, theirs = tree.levels[m], expected.levels[m]
        assert ours.epsilon == theirs.epsilon
        assert ours.n_nodes == len(theirs.weights)
        labels, node_of_row = tree.labels(m)[weighted], expected.node_of_row(m)
        place = np.full(ours.n_nodes, -1)  # in our tree, of every node of theirs
        place[node_of_row] = labels
        assert place[node_of_row].tolist() == labels.tolist()
        assert sorted(place) == list(range(ours.n_nodes))
        np.testing.assert_allclose(ours.weights[place], theirs.weights, rtol=1e-12)
        np.testing.assert_allclose(ours.points[place], theirs.points, tolerance, tolerance)
        if place_above is None:
            assert (ours.parents == -1).all()
        else:
            assert ours.parents[place].tolist() == place_above[theirs.parents].tolist()
        place_above = place


def assert_agrees_with_reference(X, options, seed, make_chunks=reference.partition):
    try:
        expected = reference.cluster(X, seed=seed, make_chunks=make_chunks, **options)
    except reference.NearTieError:
        reject()
    if options.get("metric") == "haversine":
        for level in expected.levels:
            x, y, z = level.points.T
            latitude, longitude = np.arctan2(z, np.hypot(x, y)), np.arctan2(y, x)
            level.points = np.degrees(np.stack([latitude, longitude], axis=1))
    tree = bidvit.cluster(X, random_state=seed, **options)
    assert_same_tree(tree, expected, 1e-4 if X.dtype == np.float32 else 1e-9)


def checked_partition():
    """Return the core's partition: data full of equal variances leave it a choice of axes.

    The choice depends on the box that all levels share with level 0, which is asked for first.
    """
    boxes = []

    def make_chunks(points, max_chunk_size):
        boxes.append(np.stack([points.min(axis=0), points.max(axis=0)]))
        chunks = partition(points, max_chunk_size, box=boxes[0])
        reference.check_median_cut(points, chunks, max_chunk_size)
        return chunks

    return make_chunks


@st.composite
def schedules(draw):
    return {
        "growth": draw(GROWTHS),
        "max_chunk_size": draw(CHUNK_SIZES),
        "max_levels": draw(st.sampled_from([None, None, None, 1, 3])),
        "stop_at": draw(st.sampled_from([1, 1, 1, 2, 10])),
    }


@given(st.data(), FLAT_MODES, schedules(), EPSILONS, SEEDS)
def test_lattices_full_of_ties_duplicates_and_zero_weights(data, mode, schedule, epsilon, seed):
    X = data.draw(lattices(max_points=200, dims=st.integers(1, 4), distinct=False))
    weights = data.draw(st.one_of(st.none(), whole_weights(len(X), lightest=0)))
    if weights is not None:
        weights[data.draw(st.integers(0, len(X) - 1))] = 1
    options = mode | schedule | {"initial_epsilon": epsilon, "sample_weight": weights}
    assert_agrees_with_reference(X, options, seed, checked_partition())


@given(st.data(), FLAT_MODES, schedules(), EPSILONS, SEEDS)
def test_continuous_data(data, mode, schedule, epsilon, seed):
    X = data.draw(clouds(max_points=300))
    orders = data.draw(st.sampled_from([0, 1, 12]))
    options = mode | schedule | {"initial_epsilon": epsilon}
    options["sample_weight"] = data.draw(uneven_weights(len(X), orders=orders))
    options["weight_scaling"] = data.draw(st.sampled_from([None, "linear", "logarithmic"]))
    if orders == 0:  # logarithms of equal weights would tie up to rounding
        options["weight_scaling"] = None
    assert_agrees_with_reference(X, options, seed)


@given(RNGS, st.integers(1, 150), st.integers(2, 6), SPHERE_MODES, schedules(), SEEDS)
def test_angles(rng, n, n_dims, mode, schedule, seed):
    # Towards one side, where mean directions are well defined.
    X = rng.normal(size=(n, n_dims)) + 1
    assert_agrees_with_reference(
        X, mode | schedule | {"metric": "cosine", "initial_epsilon": 0.05}, seed
    )


@given(RNGS, st.integers(1, 150), SPHERE_MODES, schedules(), SEEDS)
def test_places_on_earth(rng, n, mode, schedule, seed):
    X = np.stack([rng.uniform(-60, 80, n), rng.uniform(-30, 60, n)], axis=1)
    assert_agrees_with_reference(
        X, mode | schedule | {"metric": "haversine", "initial_epsilon": 1e5}, seed
    )
