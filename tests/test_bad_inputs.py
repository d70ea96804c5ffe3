"""Input that is wrong: the error names the argument, its value and the rule."""

import numpy as np
import pytest
from scipy import sparse

import bidvit
from bidvit.datasets import make_grid

GOOD = np.arange(20.0).reshape(10, 2)


def with_value(value, dtype=np.float64):
    X = GOOD.astype(dtype)
    X[3, 1] = value
    return X


BAD_ROWS = [
    (with_value(np.nan), ValueError, r"X must be finite, got 1 .*NaN.* row 3, column 1"),
    (with_value(np.inf), ValueError, r"X must be finite.* row 3, column 1"),
    (with_value(-np.inf, np.float32), ValueError, r"X must be finite.* row 3, column 1"),
    (with_value(np.nan, np.float16), ValueError, r"X must be finite.* row 3, column 1"),
    (with_value(None, object), (TypeError, ValueError), r"X must be"),
    (GOOD.astype(complex), TypeError, r"X must be real numbers.*got dtype complex128"),
    (GOOD.astype(str), TypeError, r"X must be real numbers.*got dtype <U32"),
    (GOOD.astype(str).astype(object), TypeError, r"X must be real numbers.*got dtype object"),
    (GOOD.astype("S8"), TypeError, r"X must be real numbers.*got dtype \|S8"),
    (np.full((2, 2), {}, dtype=object), TypeError, r"X must be numeric, got Python objects"),
    (GOOD.astype("M8[s]"), TypeError, r"X must be real numbers.*got dtype datetime64"),
    (GOOD[:, 0], ValueError, r"X must have two dimensions.*\(10,\); one column: X.reshape"),
    (GOOD[None], ValueError, r"X must have two dimensions.*got shape \(1, 10, 2\)$"),
    (np.float64(1), ValueError, r"X must have two dimensions.*got shape \(\)"),
    (GOOD[:0], ValueError, r"X must have at least one row and one column, got shape \(0, 2\)"),
    (GOOD[:, :0], ValueError, r"X must have at least one row and one column, got shape \(10, 0\)"),
    ([], ValueError, r"X must have two dimensions.*got shape \(0,\)"),
    (sparse.csr_matrix(GOOD), TypeError, r"X must be dense, got a sparse.*X.toarray\(\)"),
    (sparse.coo_array(GOOD), TypeError, r"X must be dense, got a sparse.*X.toarray\(\)"),
    (with_value(2**53 + 1, np.int64), ValueError, r"X has whole numbers beyond 2\*\*53"),
    (with_value(-(2**63), np.int64), ValueError, r"X has whole numbers beyond 2\*\*53"),
    (with_value(2**64 - 1, np.uint64), ValueError, r"X has whole numbers beyond 2\*\*53"),
    (with_value(2**70 + 1, object), ValueError, r"X has whole numbers beyond 2\*\*53, which"),
    ([[1, 2], [3]], ValueError, r"X must be a regular array of numbers"),
    (np.ma.masked_equal(GOOD, 3), TypeError, r"X must not be a masked array"),
]


@pytest.mark.parametrize(("X", "error", "message"), BAD_ROWS, ids=[row[2] for row in BAD_ROWS])
def test_rows(X, error, message):
    with pytest.raises(error, match=message):
        bidvit.cluster(X)


def weights_with(value):
    weights = np.ones(10)
    weights[4] = value
    return weights


BAD_WEIGHTS = [
    (weights_with(-0.5), ValueError, r"finite and >= 0, got -0.5 in row 4$"),
    (-np.ones(10), ValueError, r"finite and >= 0, got -1.0 in row 0 and 9 more"),
    (weights_with(np.nan), ValueError, r"finite and >= 0, got nan in row 4"),
    (weights_with(np.inf), ValueError, r"finite and >= 0, got inf in row 4"),
    (np.zeros(10), ValueError, r"have a positive weight, got zeros only"),
    (np.ones(9), ValueError, r"one weight per row of X, shape \(10,\), got shape \(9,\)"),
    (np.ones((10, 1)), ValueError, r"one weight per row.*got shape \(10, 1\)"),
    (1.0, ValueError, r"one weight per row.*got shape \(\)"),
    (["1"] * 10, TypeError, r"be real numbers, got dtype <U1"),
    ("balanced", TypeError, r"be real numbers, got dtype <U8"),
    (np.ones(10, complex), TypeError, r"be real numbers, got dtype complex128"),
    (np.ones(10, object), TypeError, r"be real numbers, got dtype object"),
    (weights_with(1e-101), ValueError, r"0 or from 1e-100 to 1e100.* got 1e-101 to 1:"),
    (weights_with(1e101), ValueError, r"0 or from 1e-100 to 1e100.* got 1 to 1e\+101:"),
]


@pytest.mark.parametrize(
    ("weights", "error", "message"), BAD_WEIGHTS, ids=[row[2] for row in BAD_WEIGHTS]
)
def test_weights(weights, error, message):
    with pytest.raises(error, match=f"^sample_weight must .*{message}"):
        bidvit.cluster(GOOD, sample_weight=weights)


BAD_PARAMETERS = [
    ("growth", 1, ValueError, r"> 1, got 1"),
    ("growth", 0.5, ValueError, r"> 1, got 0.5"),
    ("growth", np.nan, ValueError, r"> 1, got nan"),
    ("growth", np.inf, ValueError, r"finite and > 1, got inf"),
    ("growth", "1.3", TypeError, r"a number .*> 1, got '1.3'"),
    ("growth", True, TypeError, r"a number .*> 1, got True"),
    ("growth", None, TypeError, r"a number .*> 1, got None"),
    ("initial_epsilon", 0, ValueError, r"> 0.*, got 0"),
    ("initial_epsilon", -1.0, ValueError, r"> 0.*, got -1.0"),
    ("initial_epsilon", np.inf, ValueError, r"finite and > 0.*, got inf"),
    ("initial_epsilon", np.nan, ValueError, r"> 0.*, got nan"),
    ("initial_epsilon", "large", (TypeError, ValueError), r"> 0.*'auto', got 'large'"),
    ("initial_epsilon", None, TypeError, r"> 0.*, got None"),
    ("initial_collapse", 0, ValueError, r"> 0 and < 1, got 0"),
    ("initial_collapse", 1, ValueError, r"> 0 and < 1, got 1"),
    ("initial_collapse", "half", TypeError, r"> 0 and < 1, got 'half'"),
    ("max_chunk_size", 1, ValueError, r">= 2, got 1"),
    ("max_chunk_size", -5, ValueError, r">= 2, got -5"),
    ("max_chunk_size", 100.0, TypeError, r"an integer >= 2, got 100.0"),
    ("max_chunk_size", True, TypeError, r"an integer >= 2, got True"),
    ("max_levels", 0, ValueError, r">= 1, got 0"),
    ("max_levels", 2.5, TypeError, r"an integer >= 1, got 2.5"),
    ("stop_at", 0, ValueError, r">= 1, got 0"),
    ("stop_at", "1", TypeError, r"an integer >= 1, got '1'"),
    ("n_jobs", 0, ValueError, r"not be 0"),
    ("n_jobs", "all", TypeError, r"an integer or None, got 'all'"),
    ("n_jobs", 1.5, TypeError, r"an integer or None, got 1.5"),
    ("n_jobs", True, TypeError, r"an integer or None, got True"),
    ("random_state", -1, ValueError, r">= 0, got -1"),
    ("random_state", 2**64, ValueError, rf"< 2\*\*64, got {2**64}"),
    ("random_state", 1.5, TypeError, r"an integer >= 0, got 1.5"),
    ("random_state", "seed", TypeError, r"an integer >= 0, got 'seed'"),
    ("metric", "hamming", ValueError, r"one of euclidean, .* or a function, got 'hamming'"),
    ("metric", 2, ValueError, r"one of euclidean, .* or a function, got 2"),
    ("metric", None, ValueError, r"one of euclidean, .* or a function, got None"),
    ("linkage", "single", ValueError, r"one of 'ward', 'distance', got 'single'"),
    ("representation", "medoid", ValueError, r"one of 'centroid', 'point', got 'medoid'"),
    ("weight_scaling", "square", ValueError, r"one of None, 'linear', 'logarithmic', got 'square'"),
    ("radii", "none", ValueError, r"one of 'exact', 'bound', got 'none'"),
    ("progress", True, TypeError, r"a function or None, got True"),
]


@pytest.mark.parametrize(("name", "value", "error", "rule"), BAD_PARAMETERS)
def test_parameters(name, value, error, rule):
    with pytest.raises(error, match=f"^{name} must .*{rule}"):
        bidvit.cluster(GOOD, **{name: value})


BAD_COMBINATIONS = [
    ({"metric": "manhattan"}, r"linkage='ward' needs metric .* got 'manhattan'.*'distance'"),
    ({"metric": "chebyshev"}, r"linkage='ward' needs metric .* got 'chebyshev'.*'distance'"),
    ({"representation": "point"}, r"linkage='ward' needs representation='centroid', got 'point'"),
    ({"metric": np.add}, r"linkage='ward' needs metric .* the function add.*'distance'.*'point'"),
    ({"metric": np.add, "linkage": "distance"}, r"metric add .* needs representation='point'"),
]


@pytest.mark.parametrize(("options", "message"), BAD_COMBINATIONS, ids=str)
def test_parameters_that_do_not_go_together(options, message):
    with pytest.raises(ValueError, match=message):
        bidvit.cluster(GOOD, **options)


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (np.ones((3, 3)), r"metric='haversine' needs X of two columns.* got 3"),
        (np.ones((3, 1)), r"metric='haversine' needs X of two columns.* got 1"),
        ([[1.0, 2], [91, 0]], r"needs latitudes from -90 to 90.* got 91.0 in row 1"),
        ([[-90.5, 2]], r"needs latitudes from -90 to 90.* got -90.5 in row 0"),
    ],
)
def test_places_that_are_not_on_earth(X, message):
    with pytest.raises(ValueError, match=message):
        bidvit.cluster(X, metric="haversine")


@pytest.mark.parametrize("weights", [None, [1, 1, 1, 0]], ids=["counted", "of weight zero"])
def test_rows_without_a_direction(weights):
    X = [[1.0, 2], [2, 1], [2, 1], [0, 0]]
    with pytest.raises(ValueError, match=r"metric='cosine' needs rows other than zero.* row 3"):
        bidvit.cluster(X, metric="cosine", sample_weight=weights)


def test_unknown_arguments_are_not_accepted():
    with pytest.raises(TypeError, match="n_clusters"):
        bidvit.cluster(GOOD, n_clusters=3)
    with pytest.raises(AttributeError, match="module 'bidvit' has no attribute 'clusters'"):
        bidvit.clusters  # noqa: B018


@pytest.mark.parametrize("name", ["n_dims", "n_per_cluster", "side"])
def test_grids(name):
    with pytest.raises(ValueError, match=f"{name} must be >= 1, got 0"):
        make_grid(**{name: 0})


AWKWARD_PARAMETERS = [
    ({"growth": 10**400}, ValueError, r"growth must be finite and > 1, got 1000"),
    ({"initial_epsilon": np.array([1, 2])}, TypeError, r"initial_epsilon must be a number .*array"),
    ({"linkage": np.array(["ward"])}, ValueError, r"linkage must be one of .*got array"),
    ({"metric": np.array(["cosine"])}, ValueError, r"metric must be one of .*got array"),
    ({"sample_weight": np.ma.ones(10)}, TypeError, r"sample_weight must not be a masked array"),
    ({"sample_weight": np.geomspace(1e-99, 1e99, 10)}, ValueError, r"at most 1e50 times.*1e-99"),
]


@pytest.mark.parametrize(("options", "error", "message"), AWKWARD_PARAMETERS)
def test_parameters_that_compare_or_convert_awkwardly(options, error, message):
    with pytest.raises(error, match=message):
        bidvit.cluster(GOOD, **options)


def test_any_chunk_size_above_the_number_of_rows_is_the_same():
    tree = bidvit.cluster(GOOD, max_chunk_size=2**70, random_state=0)
    assert repr(tree.levels) == repr(bidvit.cluster(GOOD, random_state=0).levels)


@pytest.mark.parametrize("level", ["1", 1.5, None, True])
def test_labels_of_what_is_no_level(level):
    with pytest.raises(TypeError, match="level must be an integer, got"):
        bidvit.cluster(GOOD, random_state=0).labels(level)


def test_metric_functions_keep_what_they_return():
    kept = {}

    def remembering(A, B):
        key = (A.tobytes(), B.tobytes())
        if key not in kept:
            kept[key] = np.abs(A[:, None] - B[None]).sum(axis=2)
            kept[key].flags.writeable = False
        return kept[key]

    options = {"linkage": "distance", "representation": "point", "initial_epsilon": 1e-3}
    tree = bidvit.cluster(GOOD, metric=remembering, random_state=0, **options)
    assert tree.levels[-1].n_nodes == 1
    assert all((np.diag(distances) == 0).all() for distances in kept.values() if len(distances) > 1)


def test_metric_functions_return_real_numbers():
    options = {"linkage": "distance", "representation": "point"}
    with pytest.raises(TypeError, match="must return real numbers, got complex128"):
        bidvit.cluster(GOOD, metric=lambda A, B: np.ones((len(A), len(B)), complex), **options)
