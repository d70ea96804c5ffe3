"""The nearest rows: every way of looking for them gives what measuring all distances gives."""

import threading
from itertools import pairwise

import numpy as np
import pytest
import reference
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import DTYPES, FEW_DIMS, RNGS, clouds, lattices

import bidvit
from bidvit import _core, spaces
from bidvit.nearest import NearestRows, find_nearest
from bidvit.nodes import Nodes
from bidvit.parallel import Workers

METRICS = st.sampled_from(["euclidean", "manhattan", "chebyshev"])


def ways_of(nodes):
    ways = ["tree", "blocks", None]
    return [*ways, "products"] if nodes.space.kernel_metric == "euclidean" else ways


def search(nodes, queries, k=1, way=None, n_threads=1):
    with Workers(n_threads) as workers:
        return find_nearest(nodes, np.ascontiguousarray(queries), k, workers, way)


def make_nodes(points, rng, n_groups, metric="euclidean", *, with_root=True):
    """Return a tree over rows that may coincide, or a forest: groups of leaves in any order.

    The first leaves are roots themselves, or children of the root.
    """
    n, d = points.shape
    n_groups = min(n_groups, n)
    ends = np.sort(rng.integers(0, n + 1, n_groups + 1))
    ends[-1:] = n
    leaf_rows = rng.permutation(n).astype(np.int32)
    ranges = list(pairwise(ends))
    if with_root:
        ranges = [(0, n), *ranges]
    centres = np.array([points[rng.integers(0, n)] for _ in ranges], points.dtype)
    centres = centres.reshape(len(ranges), d)
    radii = np.zeros(len(ranges), points.dtype)
    for i, (begin, end) in enumerate(ranges):
        below = points[leaf_rows[begin:end]]
        distances = reference.distances(below, centres[i : i + 1], metric)
        radii[i] = distances.max(initial=0) * (1 + 1e-5)
    births = np.ones(len(ranges), np.int32)
    parents = np.full(len(ranges), -1, np.int32)
    subtree_end = np.arange(1, len(ranges) + 1, dtype=np.int32)
    if with_root and ranges:
        births[0], parents[1:], subtree_end[0] = 2, 0, len(ranges)
        begins = [0, *ends]
    else:
        begins = [*ends]
    return Nodes(
        rows=points,
        leaf_rows=leaf_rows,
        leaf_weights=None,
        points=centres,
        inner_weights=None,
        radii=radii,
        births=births,
        parents=parents,
        leaf_begin=np.array(begins, np.int32),
        subtree_end=subtree_end,
        space=spaces.Space("test", kernel_metric=metric),
    )


def measure_all(nodes, queries, k):
    """Measure everything in the most obvious way; exact ties up to 16 dimensions."""
    metric = nodes.space.kernel_metric
    distances = reference.values(queries, nodes.rows, metric)
    if metric == "euclidean":
        distances = np.sqrt(distances)
    order = distances.argsort(axis=1, kind="stable")[:, :k]
    return order, np.take_along_axis(distances, order, axis=1)


def check(nodes, queries, k, ways=None):
    expected = measure_all(nodes, queries, k)
    for way in ways or ways_of(nodes):
        rows, distances = search(nodes, queries, k, way)
        assert (rows.dtype, distances.dtype) == (np.int32, np.float64)
        assert rows.tolist() == expected[0].tolist(), way
        assert distances.tolist() == expected[1].tolist(), way


def assert_all_ways_agree(nodes, queries, k):
    """Compare bit for bit; returns the common answer."""
    first = search(nodes, queries, k, "tree")
    for way in ways_of(nodes)[1:]:
        answer = search(nodes, queries, k, way)
        assert answer[0].tolist() == first[0].tolist(), way
        assert answer[1].tobytes() == first[1].tobytes(), way
    return first


# Against all distances


@given(lattices(max_points=200, distinct=False), RNGS, METRICS, st.booleans(), st.data())
def test_ties_and_coinciding_rows(points, rng, metric, with_root, data):
    nodes = make_nodes(points, rng, data.draw(st.integers(0, 9)), metric, with_root=with_root)
    queries = rng.integers(-1, 11, (30, points.shape[1])).astype(points.dtype)
    check(nodes, queries, data.draw(st.integers(1, len(points))))


@given(clouds(max_points=400), RNGS, METRICS, st.data())
def test_continuous_data(points, rng, metric, data):
    nodes = make_nodes(points, rng, data.draw(st.integers(0, 20)), metric)
    queries = np.concatenate([rng.normal(size=(40, points.shape[1])), points[:10]])
    check(nodes, queries.astype(points.dtype), data.draw(st.integers(1, min(7, len(points)))))


@given(RNGS, DTYPES, st.sampled_from([7, 16, 17, 33, 100]), METRICS, st.integers(1, 100))
def test_many_dimensions(rng, dtype, d, metric, k):
    # Whole numbers: sums are exact in any order, and ties are many.
    points = rng.integers(0, 3, (150, d)).astype(dtype)
    queries = rng.integers(0, 3, (20, d)).astype(dtype)
    check(make_nodes(points, rng, 5, metric), queries, k)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_784_dimensions(dtype):
    rng = np.random.default_rng(0)
    points, queries = rng.random((3000, 784)).astype(dtype), rng.random((70, 784)).astype(dtype)
    nodes = make_nodes(points, rng, 30)
    rows, distances = assert_all_ways_agree(nodes, queries, 3)
    exact = reference.distances(queries, points)
    assert rows.tolist() == exact.argsort(axis=1)[:, :3].tolist()
    np.testing.assert_allclose(distances, np.sort(exact, axis=1)[:, :3], rtol=1e-5)


@pytest.mark.parametrize("options", [{}, {"stop_at": 50}, {"max_levels": 2}], ids=str)
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev"])
def test_clustered_trees_and_forests(metric, options):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(5000, 3))
    nodes = bidvit.cluster(X, metric=metric, linkage="distance", random_state=0, **options).nodes
    check(nodes, rng.normal(size=(500, 3)) * 1.5, 4)


@pytest.mark.parametrize("n", [1, 15, 16, 17, 128, 129, 2048, 2049, 40_000])
def test_any_number_of_rows(n):
    rng = np.random.default_rng(n)
    points = rng.random((n, 2)).astype(np.float32)
    check(make_nodes(points, rng, 4), rng.random((9, 2)).astype(np.float32), min(n, 3))


def test_single_leaf_without_any_inner_node():
    nodes = bidvit.cluster(np.array([[1.0, 2.0]])).nodes
    check(nodes, np.array([[1.0, 2.0], [4.0, 6.0]]), 1)


def test_no_queries():
    nodes = bidvit.cluster(np.random.default_rng(0).random((50, 3))).nodes
    for way in ways_of(nodes):
        rows, distances = search(nodes, np.empty((0, 3)), 2, way)
        assert rows.shape == distances.shape == (0, 2)


# Where products say nothing about distances


@given(RNGS, DTYPES, FEW_DIMS, st.sampled_from([1e3, 1e6]), st.integers(1, 5))
@example(np.random.default_rng(0), np.float32, 2, 1e6, 1)
def test_near_duplicates_far_from_the_origin(rng, dtype, d, offset, k):
    step = np.spacing(np.asarray(offset, dtype))
    points = (offset + step * rng.integers(0, 4, (100, d))).astype(dtype)
    queries = (offset + step * rng.integers(0, 4, (20, d))).astype(dtype)
    check(make_nodes(points, rng, 5), queries, k)


@given(RNGS, DTYPES, st.sampled_from([20, 100]))
def test_near_duplicates_beside_an_outlier(rng, dtype, d):
    # The outlier pulls the centre away, and rounding hides all differences from the products.
    points = (1000 + rng.integers(0, 3, (200, d)) / 64).astype(dtype)
    points[::50] *= -100
    queries = (1000 + rng.integers(0, 3, (20, d)) / 64).astype(dtype)
    assert_all_ways_agree(make_nodes(points, rng, 5), queries, 4)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_coordinates_whose_squares_overflow_or_vanish(dtype):
    rng = np.random.default_rng(0)
    limits = np.finfo(dtype)
    for scale in (np.sqrt(limits.tiny), np.sqrt(limits.max) / 64):
        points = (rng.normal(size=(300, 3)) * scale).astype(dtype)
        radius = dtype(limits.max / 10)
        with np.errstate(all="ignore"):
            nodes = make_nodes(points, rng, 0)
            nodes.radii[:] = radius
            expected = measure_all(nodes, points[::10], 2)
        for way in ("tree", "blocks", "products"):
            rows, distances = search(nodes, points[::10], 2, way)
            assert rows.tolist() == expected[0].tolist()
            assert distances.tolist() == expected[1].tolist()


def test_rows_in_an_order_that_keeps_coming_nearer():
    points = np.arange(5000.0)[::-1, None] * np.ones(20)
    nodes = make_nodes(points, np.random.default_rng(0), 0)
    check(nodes, np.zeros((3, 20)), 5)


# The same everywhere


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("d", [1, 5, 12, 40])
def test_any_instruction_set_and_number_of_threads(metric, dtype, d, use_instruction_set):
    rng = np.random.default_rng(d)
    points = rng.normal(size=(1500, d)).astype(dtype).round(2)
    queries = rng.normal(size=(300, d)).astype(dtype).round(2)
    nodes = make_nodes(points, rng, 20, metric)
    expected = search(nodes, queries, 3, "tree")
    for name in _core.instruction_sets():
        use_instruction_set(name)
        for way in ways_of(nodes):
            for n_threads in (1, 3):
                rows, distances = search(nodes, queries, 3, way, n_threads)
                assert rows.tobytes() == expected[0].tobytes(), (name, way, n_threads)
                assert distances.tobytes() == expected[1].tobytes(), (name, way, n_threads)


def test_searches_in_the_same_tree_share_what_was_prepared():
    rng = np.random.default_rng(0)
    nodes = make_nodes(rng.random((2000, 3)), rng, 10)
    queries = rng.random((100, 3))
    nearest = NearestRows(nodes)
    with Workers(2) as workers:
        for k in (1, 5):
            for way in (*ways_of(nodes), *ways_of(nodes)):
                answer = nearest.find(queries, k, workers, way)
                assert answer[0].tolist() == measure_all(nodes, queries, k)[0].tolist()


def test_many_small_searches_end_up_with_blocks():
    rng = np.random.default_rng(0)
    nodes = bidvit.cluster(rng.random((3000, 2)), random_state=0).nodes
    nearest = NearestRows(nodes)
    with Workers(1) as workers:
        for _ in range(300):
            queries = rng.random((2, 2))
            rows, _ = nearest.find(queries, 1, workers)
            assert rows.tolist() == measure_all(nodes, queries, 1)[0].tolist()
    assert nearest._blocks is not None


def test_products_restore_the_number_of_threads_of_the_library_behind_them():
    threadpoolctl = pytest.importorskip("threadpoolctl")
    rng = np.random.default_rng(0)
    nodes = make_nodes(rng.random((500, 30)), rng, 10)
    before = threadpoolctl.threadpool_info()
    search(nodes, rng.random((600, 30)), 1, "products", n_threads=2)
    assert threadpoolctl.threadpool_info() == before


# Other spaces


def test_a_metric_function_is_asked_for_all_distances():
    X = np.array([[0.0], [3.0], [5.0], [7.0]])
    tree = bidvit.cluster(
        X, metric=reference.distances, linkage="distance", representation="point", random_state=0
    )
    rows, distances = search(tree.nodes, np.array([[4.0], [7.0]]), 3)
    assert distances.tolist() == [[1, 1, 3], [0, 2, 4]]
    assert np.abs(X[rows, 0] - [[4.0], [7.0]]).tolist() == distances.tolist()
    assert rows[0, 0] < rows[0, 1]
    assert search(tree.nodes, np.array([[4.0]]))[0].tolist() == [[rows[0, 0]]]


def test_directions():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 3))
    tree = bidvit.cluster(X, metric="cosine", random_state=0)
    queries = tree.nodes.space.embed(rng.normal(size=(50, 3)))
    rows, chords = search(tree.nodes, queries, 2)
    angles = reference.angles(queries, X)
    assert rows.tolist() == angles.argsort(axis=1)[:, :2].tolist()
    np.testing.assert_allclose(2 * np.arcsin(chords / 2), np.sort(angles, axis=1)[:, :2])


# Bad input, and an early end


@pytest.mark.parametrize(
    ("k", "error", "message"),
    [
        (0, ValueError, "k must be"),
        (51, ValueError, "k must be at most 50, the number of rows, got 51"),
        (1.5, TypeError, "k must be"),
    ],
)
def test_bad_numbers_of_neighbours(k, error, message):
    X = np.random.default_rng(0).random((50, 2))
    with pytest.raises(error, match=message):
        search(bidvit.cluster(X).nodes, X, k)


def test_bad_ways():
    X = np.random.default_rng(0).random((50, 2))
    with pytest.raises(ValueError, match="way must be"):
        search(bidvit.cluster(X).nodes, X, 1, "brute")
    nodes = bidvit.cluster(X, metric="manhattan", linkage="distance").nodes
    with pytest.raises(ValueError, match="way='products' needs Euclidean distances, got 'manh"):
        search(nodes, X, 1, "products")


@pytest.mark.parametrize("way", ["tree", "blocks", "products"])
def test_searches_can_be_stopped(way):
    rng = np.random.default_rng(0)
    nodes = make_nodes(rng.random((20_000, 20)), rng, 0)
    queries = rng.random((50_000, 20))
    with Workers(1) as workers:
        stopper = threading.Timer(0.05, workers.stop.set)
        stopper.start()
        with pytest.raises(_core.Stopped):
            find_nearest(nodes, queries, 1, workers, way)
        stopper.join()
