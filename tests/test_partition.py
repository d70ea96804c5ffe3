"""The median cut against its definition."""

import numpy as np
import pytest
import reference
from hypothesis import example, given
from hypothesis import strategies as st
from kernels import partition
from strategies import DTYPES, RNGS, clouds, lattices

from bidvit import _core, levels
from bidvit.parallel import Workers

CHUNK_SIZES = st.integers(1, 40)


def assert_same_chunks(chunks, expected):
    assert [chunk.tolist() for chunk in chunks] == [chunk.tolist() for chunk in expected]


@given(clouds(max_points=300), CHUNK_SIZES)
def test_chunks_are_those_of_the_reference(points, max_chunk_size):
    try:
        expected = reference.partition(points, max_chunk_size)
    except reference.NearTieError:
        reference.check_median_cut(points, partition(points, max_chunk_size), max_chunk_size)
    else:
        assert_same_chunks(partition(points, max_chunk_size), expected)


@given(lattices(max_points=300, distinct=False), CHUNK_SIZES)
def test_masses_of_equal_coordinates_and_rows_are_split_by_id(points, max_chunk_size):
    reference.check_median_cut(points, partition(points, max_chunk_size), max_chunk_size)


@pytest.mark.parametrize("n_dims", [15, 16, 17, 33, 100, 784])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_many_axes(n_dims, dtype):
    # Every axis is the widest somewhere: the foremost ones change on the way down.
    rng = np.random.default_rng(n_dims)
    points = (rng.normal(size=(500, n_dims)) * 0.97 ** np.arange(n_dims)).astype(dtype)
    points[250:, n_dims // 2] *= 40
    reference.check_median_cut(points, partition(points, 7), 7)


@given(RNGS, st.integers(1, 300), CHUNK_SIZES)
def test_halves_differ_by_at_most_one_and_ids_ascend(rng, n, max_chunk_size):
    chunks = partition(rng.random((n, 3)), max_chunk_size)
    sizes = [len(chunk) for chunk in chunks]
    assert max(sizes) <= max_chunk_size
    assert all((np.diff(chunk) > 0).all() for chunk in chunks)
    assert sorted(np.concatenate(chunks).tolist()) == list(range(n))

    def sizes_of_cut(n):
        if n <= max_chunk_size:
            return [n]
        return sizes_of_cut(n - n // 2) + sizes_of_cut(n // 2)

    assert sizes == sizes_of_cut(n)


@given(st.integers(1, 100), CHUNK_SIZES, DTYPES)
def test_equal_rows_are_split_by_id(n, max_chunk_size, dtype):
    chunks = partition(np.full((n, 2), 0.1, dtype), max_chunk_size)
    assert np.concatenate(chunks).tolist() == list(range(n))


@given(RNGS, DTYPES, st.integers(0, 99), st.sampled_from([1e9, -1e9, 1e15]))
@example(np.random.default_rng(0), np.float32, 99, 1e9)
def test_one_outlier_does_not_blind_the_cut(rng, dtype, where, value):
    # A fixed point across the whole range would see no difference between the other rows.
    points = rng.random((100, 3)).astype(dtype)
    points[:, 1] *= 1.5
    points[where, 2] = value
    reference.check_median_cut(points, partition(points, 5), 5)


@given(RNGS, DTYPES)
def test_clusters_far_apart_and_tight(rng, dtype):
    # Extents shrink by six orders of magnitude from one cut to the next.
    centres = np.array([[0, 0], [1, 1e3], [2, -1e3], [3, 1e6]])
    points = np.repeat(centres, 30, axis=0) + rng.random((120, 2)) * [1e-3, 3e-3]
    points = np.unique(points.astype(dtype), axis=0)
    rng.shuffle(points)
    reference.check_median_cut(points, partition(points, 4), 4)


@pytest.mark.parametrize("n_threads", [2, 3, 4, 7])
def test_number_of_threads_changes_nothing(n_threads):
    rng = np.random.default_rng(n_threads)
    stretched = rng.normal(size=(3000, 18)).astype(np.float32)
    stretched[::500, 7] = 1e9
    for points in (rng.normal(size=(3000, 3)), rng.integers(0, 3, (3000, 20)) / 2, stretched):
        # Small chunks, so that every thread gets a part of its own.
        assert_same_chunks(partition(points, 5, n_threads), partition(points, 5))


@given(lattices(max_points=200, distinct=False), CHUNK_SIZES)
def test_every_instruction_set_cuts_the_same(points, max_chunk_size):
    before = _core.instruction_set()
    expected = partition(points, max_chunk_size)
    try:
        for name in _core.instruction_sets():
            _core.use_instruction_set(name)
            assert_same_chunks(partition(points, max_chunk_size), expected)
    finally:
        _core.use_instruction_set(before)


# What several threads share


@pytest.mark.parametrize("n_dims", [2, 16, 17, 54])
@pytest.mark.parametrize("stretched", [False, True], ids=["even", "stretched by an outlier"])
def test_threads_cut_alike(n_dims, stretched):
    rng = np.random.default_rng(n_dims)
    points = (rng.normal(size=(3000, n_dims)) * 0.9 ** np.arange(n_dims)).astype(np.float32)
    if stretched:
        # No standard deviation is more than a few steps of the fixed point: the points are measured
        # again, against a box of their own.
        points[7] = 1e7
    with Workers(1) as one, Workers(3) as three:
        expected = levels.partition(points, 40, one)
        chunks = levels.partition(points, 40, three)
    assert chunks.order.tolist() == expected.order.tolist()
    assert chunks.offsets.tolist() == expected.offsets.tolist()


def test_axes_that_need_another_look_are_not_chosen_by_their_moments():
    points = np.random.default_rng(0).normal(size=(500, 20))
    with Workers(1) as workers:
        box = levels.bounding_box(points, workers)
        wide = np.stack([np.full(20, -1e7), np.full(20, 1e7)])
        for given_box, enough in ((box, True), (wide, False)):
            moments = np.empty((1, 3, 20), np.uint64)
            _core.measure_moments(points, 0, 500, given_box, moments[0], workers.stop)
            hot = _core.choose_hot_axes(given_box, moments, 500)
            columns = np.zeros(_core.partition_workspace(500, 20))
            _core.to_columns(points, 0, 500, hot, columns)
            assert columns.any() == enough


@given(clouds(max_points=300), st.integers(1, 4))
def test_bounding_box(points, n_threads):
    with Workers(n_threads) as workers:
        box = levels.bounding_box(points, workers)
    assert (box == [points.min(axis=0), points.max(axis=0)]).all()


@given(RNGS, DTYPES, st.integers(1, 200), st.sampled_from([1, 3, 70]), st.data())
def test_bounding_box_of_what_is_not_finite(rng, dtype, n, d, data):
    points = rng.random((n, d)).astype(dtype)
    row, axis = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, d - 1))
    points[row, axis] = data.draw(st.sampled_from([np.nan, np.inf, -np.inf]))
    with Workers(2) as workers:
        box = levels.bounding_box(points, workers)
    assert np.isnan(box[:, axis]).all()
    rest = np.arange(d) != axis
    assert (box[:, rest] == [points[:, rest].min(axis=0), points[:, rest].max(axis=0)]).all()


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5))), st.sampled_from([(), (3,)]))
def test_gaps_between_batches_are_closed(batches, shape):
    kept = [np.arange(gap + n) < n for n, gap in batches]
    array = np.arange(sum(len(k) for k in kept) * int(np.prod(shape, dtype=int))).reshape(
        -1, *shape
    )
    expected = array[np.concatenate([np.empty(0, bool), *kept])]
    n_nodes = np.array([n for n, _ in batches], np.int64)
    begins = np.cumsum([0, *(n + gap for n, gap in batches)])[:-1]
    _core.compact(begins, n_nodes, array)
    assert (array[: len(expected)] == expected).all()


def test_batches_beyond_an_array_are_refused():
    with pytest.raises(ValueError, match="do not fit"):
        _core.compact(np.array([0, 3]), np.array([2, 2]), np.zeros(4))
    with pytest.raises(ValueError, match="do not fit"):
        _core.compact(np.array([0, 1]), np.array([2, 1]), np.zeros(4))
