"""Input that is right in whatever form: converted without loss, and never written to."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import RNGS, SEEDS, clouds, lattices
from trees import FLAT_MODES, assert_identical

import bidvit
from bidvit import inputs
from bidvit.parallel import count_threads


def memmap(X, path):
    np.save(path, X)
    return np.load(path, mmap_mode="r")


@pytest.mark.parametrize("mode", FLAT_MODES, ids=lambda mode: "-".join(mode.values()))
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_order_in_memory(mode, dtype, tmp_path):
    X = np.random.default_rng(0).random((700, 3)).astype(dtype)
    expected = bidvit.cluster(X, random_state=0, max_chunk_size=100, **mode)
    wide = np.zeros((1400, 5), dtype)
    wide[::2, 1:4] = X
    forms = {
        "Fortran": np.asfortranarray(X),
        "every second row, some columns": wide[::2, 1:4],
        "backwards": X[::-1].copy()[::-1],
        "memory-mapped": memmap(X, tmp_path / "C.npy"),
        "Fortran memory-mapped": memmap(np.asfortranarray(X), tmp_path / "F.npy"),
        "big-endian": X.astype(X.dtype.newbyteorder(">")),
        "objects": X.astype(object) if dtype == np.float64 else X,
    }
    for name, form in forms.items():
        assert form.tolist() == X.tolist(), name
        assert_identical(bidvit.cluster(form, random_state=0, max_chunk_size=100, **mode), expected)


def test_row_of_numbers_may_be_a_list():
    expected = bidvit.cluster(np.array([[1.0, 2], [3, 4]]), random_state=0)
    assert_identical(bidvit.cluster([[1.0, 2], [3, 4]], random_state=0), expected)


BY_POINTS = [mode for mode in FLAT_MODES if mode.get("representation") == "point"]


@given(st.data(), st.sampled_from([*BY_POINTS, {"linkage": "ward", "max_levels": 1}]), SEEDS)
def test_precision_does_not_matter_where_it_suffices(data, mode, seed):
    # Small whole numbers: all distances are exact in float32. Centroids are not, so whoever is as
    # near to two of them may choose differently: points only, and Ward's first level.
    X = data.draw(lattices(120, distinct=False))
    options = {"random_state": seed, "initial_epsilon": 0.7, "growth": 1.3, "max_chunk_size": 20}
    assert_same_in_either_precision(X, mode | options)


@pytest.mark.parametrize("mode", FLAT_MODES, ids=lambda mode: "-".join(mode.values()))
def test_precision_does_not_matter_where_nothing_ties(mode):
    X = np.random.default_rng(0).random((500, 3)).astype(np.float32)
    weights = np.random.default_rng(1).integers(1, 1_000_000, 500)
    options = {"sample_weight": weights, "initial_epsilon": 0.02, "max_chunk_size": 60}
    assert_same_in_either_precision(X, mode | options)


def assert_same_in_either_precision(X, options):
    single = bidvit.cluster(X.astype(np.float32), **options)
    double = bidvit.cluster(X.astype(np.float64), **options)
    assert len(single.levels) == len(double.levels)
    for m, (ours, theirs) in enumerate(zip(single.levels, double.levels, strict=True)):
        assert single.labels(m).tolist() == double.labels(m).tolist()
        assert ours.points.dtype == np.float32
        np.testing.assert_allclose(ours.points, theirs.points, rtol=1e-5)


EXACT_IN_FLOAT32 = [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.float16]
EXACT_IN_FLOAT64 = [np.int32, np.uint32, np.int64, np.uint64, ">i4", object]


@pytest.mark.parametrize(
    ("dtype", "becomes"),
    [(dtype, np.float32) for dtype in EXACT_IN_FLOAT32]
    + [(dtype, np.float64) for dtype in EXACT_IN_FLOAT64],
    ids=str,
)
def test_other_numbers_are_converted_without_loss(dtype, becomes):
    limits = {"f": (-2048, 2048), "O": (-(2**53), 2**53), "b": (0, 1)}
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        low, high = max(int(info.min), -(2**53)), min(int(info.max), 2**53)
    else:
        low, high = limits[dtype.kind]
    X = np.array([[low, high], [high - 1, low]]).astype(dtype)
    converted = inputs.check_points(X)
    assert converted.dtype == becomes
    assert [[int(x) for x in row] for row in converted] == [[int(x) for x in row] for row in X]
    assert_identical(
        bidvit.cluster(X, random_state=0), bidvit.cluster(X.astype(becomes), random_state=0)
    )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_usable_rows_are_not_copied(dtype):
    X = np.random.default_rng(0).random((100, 2)).astype(dtype)
    assert np.shares_memory(inputs.check_points(X), X)
    tree = bidvit.cluster(X)
    assert np.shares_memory(tree.nodes.rows, X)


@given(st.data(), RNGS, st.sampled_from(FLAT_MODES))
def test_inputs_are_left_as_they_were(data, rng, mode):
    X = data.draw(st.one_of(lattices(80, distinct=False), clouds(80)))
    weights = rng.integers(0, 3, len(X)).astype(float)
    weights[0] = 1
    before = X.copy(), weights.copy()
    X.flags.writeable = weights.flags.writeable = False
    tree = bidvit.cluster(X, sample_weight=weights, weight_scaling="linear", **mode)
    for level in tree.levels:  # nor when the tree is read
        assert (level.points.shape[1], level.radii.ndim) == (X.shape[1], 1)
    assert X.tobytes() == before[0].tobytes()
    assert weights.tobytes() == before[1].tobytes()


@pytest.mark.parametrize(
    "convert",
    [list, np.float32, np.int64, lambda w: w.astype(">f8"), lambda w: np.repeat(w, 2)[::2]],
)
def test_weights_may_have_any_form(convert):
    X = np.random.default_rng(0).random((200, 2))
    weights = np.random.default_rng(1).integers(0, 5, 200).astype(float)
    expected = bidvit.cluster(X, sample_weight=weights, random_state=0)
    assert_identical(bidvit.cluster(X, sample_weight=convert(weights), random_state=0), expected)


def test_unit_weights_are_the_default():
    X = np.random.default_rng(0).random((200, 2))
    expected = bidvit.cluster(X, random_state=0)
    assert_identical(bidvit.cluster(X, sample_weight=np.ones(200), random_state=0), expected)


def test_minus_zero_is_zero():
    tree = bidvit.cluster([[0.0, 1], [-0.0, 1], [0, -1]], random_state=0)
    assert tree.levels[0].weights.tolist() == [2, 1]


# Seeds and threads


@pytest.mark.parametrize("make", [np.random.RandomState, np.random.default_rng, int, np.int64])
def test_same_random_state_same_tree(make):
    X = np.random.default_rng(0).integers(0, 5, (300, 2))
    trees = [bidvit.cluster(X, random_state=make(seed)) for seed in (7, 7, 8)]
    assert_identical(trees[0], trees[1])
    seeds = [tree.parameters["random_state"] for tree in trees]
    assert seeds[0] == seeds[1] != seeds[2]
    assert_identical(bidvit.cluster(X, random_state=seeds[2]), trees[2])


def test_generators_move_on_from_fit_to_fit():
    for rng in (np.random.RandomState(0), np.random.default_rng(0)):
        assert inputs.check_seed(rng) != inputs.check_seed(rng)
    assert inputs.check_seed(None) != inputs.check_seed(None)


def test_largest_seed():
    tree = bidvit.cluster([[0.0], [1]], random_state=2**64 - 1)
    assert tree.parameters["random_state"] == 2**64 - 1


def test_negative_n_jobs_count_from_all_processors():
    available = count_threads(-1)
    assert available >= 1
    assert [count_threads(n) for n in (None, 1, 3, np.int32(5))] == [1, 1, 3, 5]
    assert count_threads(-2) == max(1, available - 1)
    assert count_threads(-1000) == 1
