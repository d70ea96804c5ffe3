"""BiDViT behaves as scikit-learn users expect of an estimator."""

import io
import pickle
import threading

import joblib
import numpy as np
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.cluster import MiniBatchKMeans
from sklearn.datasets import load_digits
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import adjusted_rand_score, make_scorer, silhouette_score
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import bidvit
from bidvit import BiDViT, estimator
from bidvit.datasets import make_grid
from bidvit.progress import ProgressBar

GRID, BLOB_OF_ROW = make_grid(2, 50, random_state=0)


@parametrize_with_checks(
    [
        BiDViT(random_state=0),
        BiDViT(n_clusters=3, linkage="distance", representation="point"),
        BiDViT(n_clusters=3, linkage="distance", max_chunk_size=7, n_jobs=2),
        BiDViT(n_clusters=3, criterion="radius", metric="manhattan", linkage="distance"),
        BiDViT(n_clusters=2, radii="bound", growth=1.5, initial_epsilon=0.1),
        BiDViT(n_clusters=2, max_chunk_size=5, weight_scaling="logarithmic"),
        BiDViT(n_clusters=3, refine=2),
    ]
)
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)


# What is chosen


@pytest.mark.parametrize("n_clusters", [1, 2, 99, 100, 101, 1234, 5000])
def test_exactly_as_many_clusters_as_asked_for(n_clusters):
    model = BiDViT(n_clusters=n_clusters, random_state=0).fit(GRID)
    assert model.n_clusters_ == n_clusters == len(model.cluster_centers_)
    assert np.unique(model.labels_).tolist() == list(range(n_clusters))
    assert model.labels_.dtype == np.int32
    cells = np.zeros((n_clusters, 2))
    np.add.at(cells, model.labels_, GRID)
    counts = np.bincount(model.labels_)
    np.testing.assert_allclose(model.cluster_centers_, cells / counts[:, None], rtol=1e-6)


def test_levels_and_radii_are_cuts_of_the_tree():
    model = BiDViT(level=5, random_state=0).fit(GRID)
    assert model.labels_.tolist() == model.tree_.labels(5).tolist()
    assert BiDViT(level=-1).fit(GRID).n_clusters_ == 1
    model = BiDViT(radius=1.0, random_state=0).fit(GRID)
    distances = np.linalg.norm(GRID - model.cluster_centers_[model.labels_], axis=1)
    assert distances.max() <= 1
    assert 100 < model.n_clusters_ < 2000


def test_auto_finds_the_blobs():
    model = BiDViT(random_state=0).fit(GRID)
    assert 98 <= model.n_clusters_ <= 102
    assert adjusted_rand_score(BLOB_OF_ROW, model.labels_) > 0.88


@pytest.mark.parametrize("X", [[[1.0]], [[1.0], [2.0]], [[1.0]] * 50], ids=["one", "two", "equal"])
def test_auto_of_next_to_nothing(X):
    assert BiDViT().fit(X).n_clusters_ == 1


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_clusters": "many"}, "n_clusters must be one of 'auto', got 'many'"),
        ({"n_clusters": 0}, "n_clusters must be >= 1, got 0"),
        ({"n_clusters": 9}, r"n_clusters must be from 1 to 4, the number of distinct rows, got 9"),
        ({"n_clusters": 2, "level": 1}, "n_clusters, level and radius exclude each other"),
        ({"level": 1, "radius": 1.0}, "exclude each other, got level=1, radius=1.0"),
        ({"level": 99}, "level must be from"),
        ({"radius": -1.0}, "radius must be finite and >= 0, got -1.0"),
        ({"criterion": "entropy"}, "criterion must be one of 'inertia', 'radius', got 'entropy'"),
        ({"growth": 1.0}, "growth must be"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises((ValueError, IndexError), match=message):
        BiDViT(**parameters).fit([[0.0], [1.0], [3.0], [7.0], [7.0]])


def test_n_clusters_must_be_a_whole_number():
    with pytest.raises(TypeError, match=r"n_clusters must be an integer >= 1, got 2\.5"):
        BiDViT(n_clusters=2.5).fit(GRID)


def test_radius_is_looked_at_before_the_fit(monkeypatch):
    monkeypatch.setattr("bidvit.estimator.cluster", None)
    for radius in (-1, np.nan, 10**400):
        with pytest.raises(ValueError, match="radius must be finite and >= 0"):
            BiDViT(radius=radius).fit(GRID)


@pytest.mark.parametrize("method", ["predict", "transform", "quantize"])
def test_models_are_fitted_before_they_are_asked(method):
    with pytest.raises(NotFittedError):
        getattr(BiDViT(), method)(GRID)


def test_masks_are_not_dropped_unseen():
    masked = np.ma.masked_array(GRID, GRID > 2)
    model = BiDViT(n_clusters=3, random_state=0).fit(GRID)
    for method in (model.fit, model.predict, model.transform, model.quantize):
        with pytest.raises(TypeError, match="X must not be a masked array"):
            method(masked)


# Weights


def test_weight_two_is_a_row_given_twice_and_weight_zero_is_none():
    rng = np.random.default_rng(0)
    X = rng.random((600, 3))
    weights = rng.integers(0, 3, len(X))
    repeated = np.repeat(X, weights, axis=0)
    for size in (2, 7, 50, 1000):
        options = {"n_clusters": 40, "max_chunk_size": size, "random_state": 0}
        weighted = BiDViT(**options).fit(X, sample_weight=weights)
        plain = BiDViT(**options).fit(repeated)
        assert np.repeat(weighted.labels_, weights).tolist() == plain.labels_.tolist()
        np.testing.assert_allclose(weighted.cluster_centers_, plain.cluster_centers_, rtol=1e-12)


def test_weights_are_routed_through_a_pipeline():
    weights = np.arange(len(GRID)) % 3
    with config_context(enable_metadata_routing=True):
        model = BiDViT(n_clusters=10, random_state=0).set_fit_request(sample_weight=True)
        pipeline = make_pipeline(StandardScaler().set_fit_request(sample_weight=False), model)
        pipeline.fit(GRID, sample_weight=weights)
    assert pipeline[-1].tree_.levels[-1].weights.tolist() == [weights.sum()]


# New rows


def brute_force(X, centers):
    return np.linalg.norm(X[:, None].astype(float) - centers[None], axis=2)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_predict_finds_the_nearest_center(dtype):
    rng = np.random.default_rng(1)
    model = BiDViT(n_clusters=300, random_state=0).fit(GRID.astype(dtype))
    new = rng.uniform(-20, 120, (500, 2)).astype(dtype)
    distances = brute_force(new, model.cluster_centers_)
    predicted = model.predict(new)
    np.testing.assert_allclose(
        distances[np.arange(len(new)), predicted], distances.min(axis=1), rtol=1e-5
    )
    assert (model.quantize(new) == model.cluster_centers_[predicted]).all()


def test_rows_too_far_away_are_refused():
    model = BiDViT(n_clusters=30, random_state=0).fit(GRID.astype(np.float32))
    assert model.predict([[1e18, 0]]).tolist() == [0]  # all centers are equally near
    with pytest.raises(ValueError, match=r"finite in float32, got coordinates up to 1e\+30"):
        model.predict([[1e30, 0], [0, 0]])


def test_transform_gives_the_distances():
    model = BiDViT(n_clusters=30, random_state=0).fit(GRID)
    np.testing.assert_allclose(
        model.transform(GRID[:100]), brute_force(GRID[:100], model.cluster_centers_), rtol=1e-12
    )
    assert model.transform(GRID[:5].astype(np.float32)).dtype == np.float32
    assert (model.transform(GRID).argmin(axis=1) == model.predict(GRID)).all()


def test_distances_of_other_metrics():
    X = np.random.default_rng(0).uniform(10, 60, (300, 2))
    on_earth = BiDViT(n_clusters=5, metric="haversine").fit(X)
    apart = on_earth.transform(on_earth.cluster_centers_)
    assert apart.diagonal().max() < 1
    # From one center to another: the formula for the sphere.
    (lat1, lon1), (lat2, lon2) = np.radians(on_earth.cluster_centers_[:2])
    cosine = np.sin(lat1) * np.sin(lat2) + np.cos(lat1) * np.cos(lat2) * np.cos(lon1 - lon2)
    np.testing.assert_allclose(apart[0, 1], 6_371_008.8 * np.arccos(cosine), rtol=1e-6)
    angles = BiDViT(n_clusters=4, metric="cosine").fit(X).transform([[1.0, 1.0]])
    assert 0 <= angles.min() <= angles.max() < 1
    blocks = BiDViT(n_clusters=4, metric="manhattan", linkage="distance").fit(X)
    expected = np.abs(X[:9, None] - blocks.cluster_centers_).sum(axis=2)
    np.testing.assert_allclose(blocks.transform(X[:9]), expected, rtol=1e-12)


def test_metric_function():
    def largest(A, B):
        return np.abs(A[:, None] - B[None]).max(axis=2)

    X = np.random.default_rng(0).random((200, 2))
    options = {"linkage": "distance", "representation": "point", "criterion": "radius"}
    model = BiDViT(n_clusters=7, metric=largest, **options).fit(X)
    expected = largest(X, model.cluster_centers_)
    assert (model.transform(X) == expected).all()
    assert (model.predict(X) == expected.argmin(axis=1)).all()
    assert BiDViT(metric=largest, **options).fit(X).n_clusters_ >= 1


def test_failed_fit_leaves_the_last_one_as_it_was():
    model = BiDViT(n_clusters=20, random_state=0).fit(GRID)
    labels = model.labels_
    model.set_params(n_clusters=1000)
    with pytest.raises(ValueError, match="n_clusters must be"):
        model.fit(np.ones((100, 3)))
    assert model.labels_ is labels
    assert model.n_features_in_ == 2
    assert model.predict(GRID[:5]).shape == (5,)


def test_radius_may_be_any_real_number():
    radius = np.float32(GRID.astype(np.float32).std())
    model = BiDViT(radius=radius, random_state=0).fit(GRID)
    assert model.cut_.max_radius <= radius


def test_distances_do_not_depend_on_the_number_of_threads():
    model = BiDViT(n_clusters=300, random_state=0).fit(GRID)
    both = [model.cut_.distances(GRID, n_jobs=n_jobs) for n_jobs in (1, 2)]
    assert both[0].tobytes() == both[1].tobytes()


def test_criteria_that_need_means_are_refused_for_functions_before_the_fit():
    def metric(*args):
        raise AssertionError(args)

    options = {"metric": metric, "linkage": "distance", "representation": "point"}
    with pytest.raises(ValueError, match="criterion must be 'radius'"):
        BiDViT(n_clusters=2, **options).fit(GRID)


def test_transform_does_not_ask_for_more_memory_than_there_is(monkeypatch):
    model = BiDViT(n_clusters=1000, random_state=0).fit(GRID)
    monkeypatch.setattr(estimator, "_available_memory", lambda: 30_000_000)
    with pytest.raises(MemoryError, match=r"0\.0 GB for 5,000 × 1,000 distances"):
        model.transform(GRID)
    assert model.transform(GRID[:3000]).shape == (3000, 1000)


def test_available_memory_is_told():
    assert 1e8 < estimator._available_memory() < 1e14


# Together with others


def test_names_of_columns_and_output():
    import pandas as pd

    frame = pd.DataFrame(GRID, columns=["east", "north"], index=np.arange(len(GRID)) + 7)
    model = BiDViT(n_clusters=4, random_state=0).set_output(transform="pandas").fit(frame)
    assert model.feature_names_in_.tolist() == ["east", "north"]
    assert model.get_feature_names_out().tolist() == [f"bidvit{i}" for i in range(4)]
    out = model.transform(frame)
    assert out.columns.tolist() == [f"bidvit{i}" for i in range(4)]
    assert out.index.equals(frame.index)
    assert isinstance(model.labels_, np.ndarray)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame.rename(columns={"east": "west"}))


def test_polars_frames():
    import polars as pl

    frame = pl.DataFrame({"east": GRID[:, 0], "north": GRID[:, 1]})
    model = BiDViT(n_clusters=4, random_state=0).fit(frame)
    assert model.feature_names_in_.tolist() == ["east", "north"]
    assert (model.labels_ == BiDViT(n_clusters=4, random_state=0).fit_predict(GRID)).all()
    out = model.set_output(transform="polars").transform(frame)
    assert isinstance(out, pl.DataFrame)


def test_reduces_features_in_a_pipeline():
    X, y = load_digits(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y, random_state=0)
    pipeline = make_pipeline(
        StandardScaler(), BiDViT(n_clusters=80, random_state=0), LogisticRegression(max_iter=3000)
    )
    assert pipeline.fit(X, y).score(X_test, y_test) > 0.9


def test_grid_search_with_a_score_of_its_own():
    def silhouette(model, X, y=None):  # noqa: ARG001
        return silhouette_score(X, model.predict(X))

    X, _ = make_grid(2, 5, random_state=0)
    search = GridSearchCV(
        BiDViT(random_state=0), {"n_clusters": [2, 100, 200]}, scoring=silhouette, cv=2
    )
    assert search.fit(X).best_params_ == {"n_clusters": 100}


def test_grid_search_by_known_labels():
    scorer = make_scorer(adjusted_rand_score)
    search = GridSearchCV(
        BiDViT(random_state=0), {"n_clusters": [10, 100, 1000]}, scoring=scorer, cv=2
    )
    assert search.fit(GRID, BLOB_OF_ROW).best_params_ == {"n_clusters": 100}


def test_drops_in_for_mini_batch_k_means():
    for model in (
        MiniBatchKMeans(n_clusters=100, random_state=0, n_init=1),
        BiDViT(n_clusters=100, random_state=0),
    ):
        labels = model.fit_predict(GRID)
        assert model.cluster_centers_.shape == (100, 2)
        assert model.predict(GRID[:3]).shape == (3,)
        assert model.transform(GRID[:3]).shape == (3, 100)
        assert adjusted_rand_score(BLOB_OF_ROW, labels) > 0.6


def test_clones_and_pickles():
    model = BiDViT(n_clusters=25, linkage="distance", random_state=3).fit(GRID)
    twin = clone(model)
    assert twin.get_params() == model.get_params()
    assert not hasattr(twin, "labels_")
    copy = pickle.loads(pickle.dumps(model))
    assert (copy.labels_ == model.labels_).all()
    assert (copy.predict(GRID) == model.predict(GRID)).all()
    assert copy.tree_.cut(n_clusters=7).labels.tolist() == (
        model.tree_.cut(n_clusters=7).labels.tolist()
    )


def test_runs_in_processes_of_joblib():
    seeds = joblib.Parallel(n_jobs=2)(
        joblib.delayed(BiDViT(n_clusters=20, random_state=seed).fit_predict)(GRID)
        for seed in (0, 0)
    )
    assert (seeds[0] == seeds[1]).all()


def test_predict_does_not_change_the_model():
    model = BiDViT(n_clusters=25, random_state=0).fit(GRID)
    before = set(vars(model))
    model.predict(GRID)
    model.transform(GRID[:10])
    assert set(vars(model)) == before


def test_prediction_outlives_the_data():
    X = GRID.copy()
    model = BiDViT(n_clusters=25, random_state=0).fit(X)
    expected = model.predict(GRID)
    X[:] = 0
    assert (model.predict(GRID) == expected).all()


def test_number_of_threads_changes_nothing():
    before = threading.active_count()
    one, three = (BiDViT(n_clusters=77, random_state=0, n_jobs=n).fit(GRID) for n in (1, 3))
    assert (one.labels_ == three.labels_).all()
    assert (one.predict(GRID + 1) == three.predict(GRID + 1)).all()
    assert threading.active_count() == before


# Progress


def test_verbose_tells_of_every_level(capsys):
    BiDViT(n_clusters=5, verbose=1, random_state=0).fit(GRID)
    lines = capsys.readouterr().err.splitlines()
    assert "level 1, " in lines[0]
    assert lines[-1].startswith("ClusterTree of 5,000 rows × 2 columns: 5,000 distinct")
    BiDViT(n_clusters=5, random_state=0).fit(GRID)
    assert capsys.readouterr().err == ""


def test_bar_on_a_terminal_is_one_line():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    stream = Terminal()
    bar = ProgressBar(len(GRID), stream)
    bar.finish(bidvit.cluster(GRID, progress=bar, random_state=0))
    text = stream.getvalue()
    assert text.count("\n") == 1
    assert "█" in text
