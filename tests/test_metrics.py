"""Scores of labellings, cuts and whole trees: as scikit-learn defines them, and what is added."""

import re
import threading

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist
from sklearn import metrics as sklearn_metrics
from strategies import DTYPES, FEW_DIMS, RNGS, clouds, lattices, whole_weights
from trees import FLAT_MODES, make_chain

import bidvit
from bidvit import _core, metrics
from bidvit.classes import add_up_levels
from bidvit.datasets import make_grid
from bidvit.parallel import Workers
from bidvit.spreads import Members, find_centroids, find_worst_ratios, measure_spreads


def their_davies_bouldin(X, labels):
    """Return scikit-learn's score from distances that are measured one by one.

    Its own come from products, which makes that of a row from itself as large as 1e-8.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "sklearn.metrics.cluster._unsupervised.pairwise_distances",
            lambda A, B=None: cdist(A, A if B is None else B),
        )
        return sklearn_metrics.davies_bouldin_score(X, labels)


# Scores, with those of scikit-learn.
THEIRS = [
    (metrics.calinski_harabasz, sklearn_metrics.calinski_harabasz_score),
    (metrics.davies_bouldin, their_davies_bouldin),
]
SCORES = [*(ours for ours, _ in THEIRS), metrics.inertia]
PER_CLUSTER = [metrics.mean_radius, metrics.max_radius, metrics.quantization_error]


@st.composite
def labelled(draw, least=3):
    """Rows with labels of any names: 2 clusters at least, and fewer than rows."""
    rng, d, dtype = draw(RNGS), draw(FEW_DIMS), draw(DTYPES)
    n = draw(st.integers(least, 60))
    X = (rng.normal(size=(n, d)) * rng.uniform(0.5, 2, d)).astype(dtype)
    k = draw(st.integers(2, n - 1))
    labels = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    rng.shuffle(labels)
    names = rng.choice(1000, k, replace=False)
    return X, names[labels], rng


@st.composite
def trees(draw, max_points=40):
    X = draw(st.one_of(lattices(max_points, distinct=False), clouds(max_points)))
    weights = draw(st.one_of(st.none(), whole_weights(len(X))))
    mode = draw(st.sampled_from(FLAT_MODES))
    limits = {
        "growth": draw(st.sampled_from([1.1, 1.5, 4.0])),
        "max_chunk_size": draw(st.sampled_from([2, 5, 1000])),
        "stop_at": draw(st.sampled_from([1, 1, 3])),
    }
    tree = bidvit.cluster(X, sample_weight=weights, random_state=0, **mode, **limits)
    return X, weights, tree


def slow_means(X, labels, weights):
    clusters = np.unique(labels)
    return np.array(
        [np.average(X[labels == c], axis=0, weights=weights[labels == c]) for c in clusters]
    )


# Labellings


@given(labelled(), st.sampled_from(THEIRS))
def test_scores_are_those_of_scikit_learn(drawn, pair):
    X, labels, _ = drawn
    ours, theirs = pair
    np.testing.assert_allclose(ours(X, labels), theirs(X.astype(np.float64), labels), rtol=1e-10)


@pytest.mark.parametrize("d", [1, 16, 17, 100, 784])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_scores_in_many_dimensions_with_many_clusters(d, dtype):
    rng = np.random.default_rng(d)
    X = (rng.normal(size=(2000, d)) * rng.uniform(0, 3, d)).astype(dtype)
    # Clusters of all sizes, near and far from each other.
    labels = np.minimum(rng.geometric(0.005, 2000), 900) * 7 - 3
    X[:, 0] += labels
    for ours, theirs in THEIRS:
        for n_jobs in (None, 2):
            score = ours(X, labels, n_jobs=n_jobs)
            np.testing.assert_allclose(score, theirs(X.astype(np.float64), labels), rtol=1e-10)


def test_scores_are_those_of_scikit_learn_as_it_is():
    rng = np.random.default_rng(0)
    labels = np.arange(900) % 30
    for dtype in (np.float32, np.float64):
        X = (rng.normal(size=(900, 4)) + labels[:, None]).astype(dtype)
        rows = X.astype(np.float64)
        theirs = sklearn_metrics.davies_bouldin_score(rows, labels)
        np.testing.assert_allclose(metrics.davies_bouldin(X, labels), theirs, rtol=1e-10)


def test_labels_of_any_kind():
    X = np.array([[0.0], [1.0], [8.0], [9.0]])
    for labels in (["b", "b", "a", "a"], [True, True, False, False], [2.5, 2.5, 7.0, 7.0]):
        assert metrics.calinski_harabasz(X, labels) == 128
        assert metrics.davies_bouldin(X, labels) == 0.125


@pytest.mark.parametrize("score", [*SCORES, *PER_CLUSTER])
def test_numbers_as_objects_are_numbers(score):
    X, labels = np.arange(8.0)[:, None], np.array([0, 0, 1, -1, 1, 2, 2, -1])
    assert score(X, labels.astype(object)) == score(X, labels)
    if score in PER_CLUSTER:
        centers = [[0.0], [3.0], [6.0]]
        ours = score(X, labels.astype(object), centers=centers)
        assert ours == score(X, labels, centers=centers)


def test_a_label_that_is_missing_is_no_cluster():
    X, names = np.arange(6.0)[:, None], np.array(["a", "a", "b", "b", "b", None], object)
    tree = bidvit.cluster(X, random_state=0)
    for labels, shown in (
        (names, "None in row 5"),
        ([0, np.nan, 1, 1, 1, np.nan], "nan in row 1 and 1 more"),
        (np.array([0, np.nan, 1, 1, 1, 0], object), "nan in row 1"),
        (np.array(["2026-01-01"] * 4 + ["NaT"] * 2, "M8[D]"), "NaT in row 4 and 1 more"),
        (np.array([0, 0, 1, pd.NA, 1, 1], object), "<NA> in row 3"),
    ):
        for score in (*SCORES, *PER_CLUSTER):
            with pytest.raises(ValueError, match=f"labels must have a label for .* got {shown}"):
                score(X, labels)
        for ask in (tree.scores, lambda y: metrics.dendrogram_purity(tree, y)):
            with pytest.raises(ValueError, match=f"y must have a class for every .* got {shown}"):
                ask(labels)
    with pytest.raises(TypeError, match="labels must not be a masked array"):
        metrics.inertia(X, np.ma.masked_equal([0, 0, 1, 1, 1, 2], 2))
    with pytest.raises(TypeError, match=r"labels must be of one kind, .* got a mixture"):
        metrics.inertia(X, np.array([1, 1, 1, "a", "a", "a"], object))
    with pytest.raises(TypeError, match=r"y must be of one kind, .* got a mixture"):
        tree.scores(np.array([1, 1, 1, "a", "a", "a"], object))


def test_inertia_too_large_for_float64_is_infinite():
    X = np.array([[0.0], [1.0], [8.0], [9.0]])
    assert metrics.inertia(X * 2.0**500, [0, 0, 1, 1]) == 2.0**1000
    assert metrics.inertia(X * 2.0**900, [0, 0, 1, 1]) == np.inf


def test_scores_far_from_the_origin_and_in_any_unit():
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(300, 3)) * 1024) / 1024
    labels = rng.integers(0, 9, 300)
    X[:, 0] += 4 * labels
    for score in SCORES[:2]:
        plain = score(X, labels)
        for scale in (2.0**-800, 2.0**800):
            np.testing.assert_allclose(score(X * scale, labels), plain, rtol=1e-12)
        np.testing.assert_allclose(score(X + 2.0**20, labels), plain, rtol=1e-9)
    tiny = metrics.quantization_error(X * 2.0**-800, labels)
    assert tiny == 2.0**-800 * metrics.quantization_error(X, labels)


@given(labelled(), st.sampled_from([*SCORES, metrics.quantization_error, metrics.max_radius]))
def test_a_weight_counts_as_that_many_rows(drawn, score):
    X, labels, rng = drawn
    weights = rng.integers(0, 4, len(X))
    weights[np.unique(labels, return_index=True)[1]] += 1
    weights[0] += 1  # more rows than clusters, by weight
    repeated = np.repeat(X, weights, axis=0), np.repeat(labels, weights)
    ours = score(X, labels, sample_weight=weights)
    np.testing.assert_allclose(ours, score(*repeated), rtol=1e-10, atol=1e-12)


@given(labelled(least=5), st.sampled_from([*SCORES, *PER_CLUSTER]))
def test_outliers_are_left_out(drawn, score):
    X, labels, _ = drawn
    kept = labels != labels[0]
    if not 2 <= len(np.unique(labels[kept])) < kept.sum():
        return
    outliers = np.where(kept, labels, -1)
    assert score(X, outliers) == score(X[kept], labels[kept])


@given(labelled())
def test_the_papers_score_is_its_formula(drawn):
    X, labels, rng = drawn
    weights = rng.integers(1, 4, len(X)).astype(float)
    rows = X.astype(np.float64)
    for used in (np.ones(len(X)), weights):
        means = slow_means(rows, labels, used)
        own = np.unique(labels, return_inverse=True)[1]
        between = (np.bincount(own, used) * np.square(means - means.mean(axis=0)).sum(axis=1)).sum()
        within = (used * np.square(rows - means[own]).sum(axis=1)).sum()
        expected = (used.sum() - 1) / (len(means) - 1) * between / within
        ours = metrics.calinski_harabasz(X, labels, sample_weight=used, variant="paper")
        np.testing.assert_allclose(ours, expected, rtol=1e-9)


@given(labelled())
def test_inertia_radii_and_error_are_their_definitions(drawn):
    X, labels, rng = drawn
    rows, weights = X.astype(np.float64), rng.uniform(0.5, 2, len(X))
    own = np.unique(labels, return_inverse=True)[1]
    for centers in (None, rng.normal(size=(own.max() + 3, X.shape[1])).astype(X.dtype)):
        options = {"sample_weight": weights}
        if centers is None:
            used, means = labels, slow_means(rows, labels, weights)
            squares = np.square(rows - means[own]).sum(axis=1)
            np.testing.assert_allclose(
                metrics.inertia(X, labels, **options), (weights * squares).sum(), rtol=1e-10
            )
        else:
            used, means, options = own, centers.astype(np.float64), {**options, "centers": centers}
        distances = np.sqrt(np.square(rows - means[own]).sum(axis=1))
        radii = [distances[own == c].max() for c in range(own.max() + 1)]
        expected = [np.mean(radii), np.max(radii), np.average(distances, weights=weights)]
        measured = [score(X, used, **options) for score in PER_CLUSTER]
        np.testing.assert_allclose(measured, expected, rtol=1e-10)


def test_nothing_within_or_nothing_between():
    X = np.array([[0.0, 0.1], [0.0, 0.1], [3.0, 0.3], [3.0, 0.3]])
    for ours, theirs in THEIRS:
        for labels in ([0, 0, 1, 1], [0, 1, 0, 1]):
            assert ours(X, labels) == theirs(X, labels)


def test_centroids_that_coincide_are_not_compared():
    # Three clusters around the same place, whose centroids differ by rounding, and one elsewhere.
    rng = np.random.default_rng(0)
    half = rng.normal(size=(50, 3))
    around = np.concatenate([half, -half])
    X = np.concatenate([around, 2 * around, 3 * around]) + 0.1
    labels = np.repeat([0, 1, 2], 100)
    assert metrics.davies_bouldin(X, labels) == 0
    apart = rng.normal(size=(20, 3)) + np.array([9, 0, 0])
    X, labels = np.concatenate([X, apart]), np.append(labels, [3] * 20)
    means = slow_means(X, labels, np.ones(len(X)))
    spreads = np.array(
        [np.sqrt(np.square(X[labels == c] - means[c]).sum(axis=1)).mean() for c in range(4)]
    )
    ratios = (spreads + spreads[3]) / cdist(means, means[3:])[:, 0].clip(1e-9)
    ratios[3] = ratios[:3].max()
    np.testing.assert_allclose(metrics.davies_bouldin(X, labels), ratios.mean(), rtol=1e-10)


def test_centroids_that_coincide_around_the_origin():
    # Both are 0 up to the rounding of their rows, which is large beside what it leaves of them.
    rng = np.random.default_rng(1)
    half, wide = rng.normal(size=(200, 3)), 3 * rng.normal(size=(200, 3))
    X = np.concatenate([half, -rng.permutation(half), wide, -rng.permutation(wide)])
    labels = np.repeat([0, 1], 400)
    assert metrics.davies_bouldin(X, labels) == sklearn_metrics.davies_bouldin_score(X, labels) == 0
    apart = rng.normal(size=(30, 3)) + 5
    X, labels = np.concatenate([X, apart]), np.append(labels, [2] * 30)
    far_from_zero = metrics.davies_bouldin(X + 1, labels)
    np.testing.assert_allclose(metrics.davies_bouldin(X, labels), far_from_zero, rtol=1e-10)


@pytest.mark.parametrize("pair", THEIRS)
def test_numbers_of_clusters_that_scikit_learn_refuses(pair):
    ours, theirs = pair
    X = np.arange(6.0)[:, None]
    for labels in (np.zeros(6), np.arange(6)):
        with pytest.raises(ValueError, match="Number of labels is"):
            theirs(X, labels)
        with pytest.raises(ValueError, match=r"number of clusters must be 2 or more, and less"):
            ours(X, labels)
    # By weight there are more rows than clusters.
    assert ours(X, np.arange(6), sample_weight=np.full(6, 2.0)) == theirs(
        np.repeat(X, 2, axis=0), np.repeat(np.arange(6), 2)
    )


@pytest.mark.parametrize(
    ("score", "arguments", "options", "error", "message"),
    [
        (metrics.inertia, ([[1.0]],), {}, TypeError, "labels must be given, unless X is a Cut"),
        (metrics.inertia, ([[1.0]], [0, 1]), {}, ValueError, r"labels .*\(1,\), got shape \(2,\)"),
        (metrics.inertia, ([[1.0]], [-1]), {}, ValueError, "labels .* got outliers"),
        (metrics.inertia, ([[np.nan]], [0]), {}, ValueError, "X must be finite"),
        (metrics.inertia, ([[1.0]], [0]), {"sample_weight": [-1]}, ValueError, "sample_weight"),
        (
            metrics.calinski_harabasz,
            ([[1.0]], [0]),
            {"variant": "best"},
            ValueError,
            "variant must be one of 'sklearn', 'paper', got 'best'",
        ),
        (
            metrics.max_radius,
            ([[1.0]], [2]),
            {"centers": [[0.0], [1.0]]},
            ValueError,
            "labels must be rows of centers, 0 to 1, or -1 for outliers, got 2",
        ),
        (
            metrics.max_radius,
            ([[1.0]], ["a"]),
            {"centers": [[0.0]]},
            ValueError,
            "labels must be rows of centers, 0 to 0, or -1 for outliers, got 'a'",
        ),
        (
            metrics.max_radius,
            ([[1.0]], [0]),
            {"centers": [[0.0, 1.0]]},
            ValueError,
            "centers must have 1 columns, as X has, got 2",
        ),
    ],
)
def test_bad_input_is_named(score, arguments, options, error, message):
    with pytest.raises(error, match=message):
        score(*arguments, **options)


# Kernels


def slow_ratios(centroids, spreads):
    distances = cdist(centroids, centroids)
    distances[distances == 0] = np.inf
    return ((spreads[:, None] + spreads) / distances).max(axis=1)


@given(RNGS, st.integers(1, 300), st.sampled_from([1, 2, 5, 16, 17, 40]), st.booleans())
def test_worst_ratios_are_those_of_all_pairs(rng, k, d, on_lattice):
    centroids = rng.normal(size=(k, d)) * rng.uniform(0, 2, d)
    if on_lattice:
        centroids = np.round(centroids)  # ties, and centroids that coincide
    spreads = rng.choice([0.0, 0.5, 1.0, 100.0], k, p=[0.3, 0.4, 0.29, 0.01]) * rng.uniform(0.9, 1)
    for n_threads in (1, 3):
        with Workers(n_threads) as workers:
            ours = find_worst_ratios(centroids, spreads, workers)
        np.testing.assert_allclose(ours, slow_ratios(centroids, spreads), rtol=1e-12)


def test_few_pairs_are_looked_at():
    rng = np.random.default_rng(0)
    centroids, spreads = rng.random((5000, 3)), rng.uniform(0.01, 0.02, 5000)
    counted = []
    original = _core.find_worst_ratios

    def count(*arguments):
        counted.append(original(*arguments))
        return counted[-1]

    with Workers(1) as workers, pytest.MonkeyPatch.context() as patch:
        patch.setattr(_core, "find_worst_ratios", count)
        ours = find_worst_ratios(centroids, spreads, workers)
    np.testing.assert_allclose(ours, slow_ratios(centroids, spreads), rtol=1e-12)
    assert sum(counted) < 0.1 * 5000**2


@given(clouds(), st.sampled_from(["euclidean", "manhattan", "chebyshev"]), RNGS)
def test_spreads_of_ranges_that_overlap(X, metric, rng):
    n = len(X)
    listed = rng.permutation(n).astype(np.int32)
    begin = rng.integers(0, n, 5).astype(np.int32)
    end = np.array([rng.integers(b + 1, n + 1) for b in begin], np.int32)
    weights = rng.uniform(0.1, 3, n)
    members = Members(X, listed, weights, begin, end)
    with Workers(2) as workers:
        centroids = find_centroids(members, workers)
        spreads = measure_spreads(members, centroids, metric, workers)
    names = {"manhattan": "cityblock"}
    for c in range(5):
        places = slice(begin[c], end[c])
        rows, own = X[listed[places]].astype(np.float64), weights[places]
        mean = np.average(rows, axis=0, weights=own)
        np.testing.assert_allclose(centroids[c], mean, rtol=1e-12, atol=1e-12)
        distances = cdist(rows, centroids[c : c + 1], names.get(metric, metric))[:, 0]
        expected = own.sum(), own @ distances, own @ distances**2, distances.max()
        measured = (
            spreads.weights[c],
            spreads.distances[c],
            spreads.squares[c],
            spreads.farthest[c],
        )
        np.testing.assert_allclose(measured, expected, rtol=1e-11, atol=1e-12)


def test_kernels_refuse_arrays_that_do_not_fit():
    stop, out = _core.Stop(), np.empty((1, 1))
    rows, listed = np.zeros((2, 1)), np.array([0, 1], np.int32)
    begin, end = np.array([0], np.int32), np.array([3], np.int32)
    with pytest.raises(ValueError, match="they must be in the list"):
        _core.find_centroids(rows, listed, None, begin, end, 0, 1, out, stop)
    sums, zero = [np.empty(2) for _ in range(3)], np.zeros(1, np.int32)
    starts = np.array([0, 1], np.int32)
    with pytest.raises(ValueError, match="there is no such class"):
        _core.count_classes(zero + 5, 2, starts, zero + 1, np.empty(0, np.int32), *sums, stop)


def test_a_stopped_search_ends_early():
    rng = np.random.default_rng(0)
    centroids, spreads = rng.normal(size=(20_000, 30)), np.ones(20_000)
    with Workers(1) as workers:
        timer = threading.Timer(0.2, workers.stop.set)
        timer.start()
        with pytest.raises(_core.Stopped):
            find_worst_ratios(centroids, spreads, workers)
        timer.cancel()


# Cuts


@given(trees(), st.sampled_from(["inertia", "radius"]))
def test_a_cut_scores_as_its_labels_do(drawn, criterion):
    X, weights, tree = drawn
    k = int(np.clip(tree.nodes.n_leaves // 3, len(tree.nodes.roots), tree.nodes.n_leaves))
    cut = tree.cut(n_clusters=k, criterion=criterion)
    by_labels = {"sample_weight": weights}
    np.testing.assert_allclose(
        metrics.inertia(cut), metrics.inertia(X, cut.labels, **by_labels), rtol=1e-9, atol=1e-12
    )
    if 2 <= k < (len(X) if weights is None else weights.sum()):
        for score, _ in THEIRS:
            theirs = score(X, cut.labels, **by_labels)
            np.testing.assert_allclose(score(cut), theirs, rtol=1e-6, atol=1e-9)
    assert metrics.max_radius(cut) == cut.max_radius
    assert metrics.mean_radius(cut) == cut.radii.mean()
    rows, centers = X.astype(np.float64), cut.centers.astype(np.float64)
    kind = {"manhattan": "cityblock"}.get(tree.nodes.space.name, tree.nodes.space.name)
    distances = cdist(rows, centers, kind)[np.arange(len(X)), cut.labels]
    expected = np.average(distances, weights=weights)
    tolerance = 1e-5 if X.dtype == np.float32 else 1e-10
    np.testing.assert_allclose(
        metrics.quantization_error(cut), expected, rtol=tolerance, atol=tolerance
    )


def test_a_cut_with_outliers_and_one_of_a_tree_from_files(tmp_path):
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(400, 2)), 1)
    tree = bidvit.cluster(X, random_state=0)
    tree.save(tmp_path / "tree")
    again = bidvit.ClusterTree.load(tmp_path / "tree")
    for options in ({}, {"min_weight": 5}):
        cut = tree.cut(n_clusters=40, **options)
        loaded = again.cut(n_clusters=40, **options)
        for score in SCORES:
            np.testing.assert_allclose(score(cut), score(X, cut.labels), rtol=1e-10)
        for score in (*SCORES, *PER_CLUSTER):
            assert score(cut) == score(loaded)


def test_a_refined_cut_scores_with_its_own_centers_and_weights():
    rng = np.random.default_rng(0)
    X, weights = rng.normal(size=(300, 2)), rng.uniform(1, 3, 300)
    cut = bidvit.cluster(X, random_state=0).cut(n_clusters=20)
    refined = cut.refine(X, iterations=2, sample_weight=weights)
    assert refined.labels.tolist() != cut.labels.tolist()
    for score in (*SCORES, *PER_CLUSTER):
        theirs = score(X, refined.labels, sample_weight=weights)
        np.testing.assert_allclose(score(refined), theirs, rtol=1e-9)


def test_scores_on_the_sphere():
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(c, 0.2, (50, 3)) for c in ([3, 0, 0], [0, 3, 0], [0, 0, 3])])
    tree = bidvit.cluster(X, metric="cosine", random_state=0)
    cut = tree.cut(n_clusters=3)
    unit = X / np.linalg.norm(X, axis=1, keepdims=True)
    for score in SCORES:
        np.testing.assert_allclose(score(cut), score(unit, cut.labels), rtol=1e-9)
    angles = np.arccos(np.clip((unit * cut.centers[cut.labels]).sum(axis=1), -1, 1))
    np.testing.assert_allclose(metrics.quantization_error(cut), angles.mean(), rtol=1e-7)
    scores = tree.scores()
    m = int(np.abs(scores.n_nodes - 3).argmin())
    level = tree.levels[m]
    angles = np.arccos(np.clip((unit * level.points[tree.labels(m)]).sum(axis=1), -1, 1))
    np.testing.assert_allclose(scores.quantization_error[m], angles.mean(), rtol=1e-6)


def test_a_metric_function_has_an_error_but_no_means():
    def taxicab(A, B):
        return cdist(A, B, "cityblock")

    X = np.random.default_rng(0).integers(0, 9, (60, 2)).astype(float)
    modes = {"linkage": "distance", "representation": "point", "random_state": 0}
    tree = bidvit.cluster(X, metric=taxicab, **modes)
    same = bidvit.cluster(X, metric="manhattan", **modes)
    cut, expected = (t.cut(n_clusters=9, criterion="radius") for t in (tree, same))
    assert metrics.quantization_error(cut) == metrics.quantization_error(expected)
    scores = tree.scores()
    np.testing.assert_allclose(scores.quantization_error, same.scores().quantization_error)
    assert np.isnan(scores.davies_bouldin).all()
    with pytest.raises(ValueError, match="metric taxicab, a function, has no means"):
        metrics.davies_bouldin(cut)


def test_what_a_cut_brings_with_it_cannot_be_given():
    cut = bidvit.cluster(np.arange(9.0)[:, None], random_state=0).cut(n_clusters=2)
    with pytest.raises(TypeError, match="a Cut has its own labels, centers and weights"):
        metrics.inertia(cut, np.zeros(9))
    with pytest.raises(TypeError, match="a Cut has its own labels, centers and weights"):
        metrics.quantization_error(cut, centers=[[0.0]])


# All levels


@given(trees())
def test_every_level_scores_as_its_labels_do(drawn):
    X, weights, tree = drawn
    scores = tree.scores(davies_bouldin=None)
    n = len(X) if weights is None else weights.sum()
    rows = X.astype(np.float64)
    kind = {"manhattan": "cityblock"}.get(tree.nodes.space.name, tree.nodes.space.name)
    assert scores.level.tolist() == list(range(len(tree.levels)))
    for m, level in enumerate(tree.levels):
        labels = tree.labels(m)
        assert (scores.epsilon[m], scores.n_nodes[m]) == (level.epsilon, level.n_nodes)
        inertia = metrics.inertia(X, labels, sample_weight=weights)
        np.testing.assert_allclose(scores.inertia[m], inertia, rtol=1e-9, atol=1e-9)
        both = scores.calinski_harabasz[m], scores.davies_bouldin[m]
        if 2 <= level.n_nodes < n:
            theirs = [score(X, labels, sample_weight=weights) for score in SCORES[:2]]
            np.testing.assert_allclose(both, theirs, rtol=1e-7, atol=1e-9)
        else:
            assert np.isnan(both).all()
        np.testing.assert_allclose(scores.max_radius[m], level.max_radius, rtol=1e-6)
        np.testing.assert_allclose(scores.mean_radius[m], level.radii.mean(), rtol=1e-5)
        distances = cdist(rows, level.points.astype(np.float64), kind)[np.arange(len(X)), labels]
        error = np.average(distances, weights=weights)
        np.testing.assert_allclose(scores.quantization_error[m], error, rtol=1e-9, atol=1e-12)


def test_davies_bouldin_of_the_levels_asked_for():
    X, _ = make_grid(2, 20, random_state=0)
    tree = bidvit.cluster(X, random_state=0)
    whole = tree.scores(davies_bouldin=None).davies_bouldin
    some = tree.scores(davies_bouldin=100, n_jobs=2).davies_bouldin
    asked = tree.scores().n_nodes <= 100
    assert some[asked].tolist()[:-1] == whole[asked].tolist()[:-1]
    assert np.isnan(some[~asked]).all()
    assert np.isnan(tree.scores(davies_bouldin=0).davies_bouldin).all()
    with pytest.raises(TypeError, match="davies_bouldin must be an integer >= 0, got True"):
        tree.scores(davies_bouldin=True)


def test_scores_print_as_a_table_and_go_to_pandas():
    X = np.array([[0.0], [0.1], [5.0], [5.1], [5.0]])
    tree = bidvit.cluster(X, initial_epsilon=1.0, random_state=0)
    scores = tree.scores(["a", "a", "b", "b", "b"])
    lines = repr(scores).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[2].split()[:5] == ["1", "1", "2", "0.011667", "7662.9"]
    assert lines[2].split()[-2:] == ["1", "1"]
    assert "adjusted Rand" in lines[0]
    html = scores._repr_html_()
    assert html.count("<tr>") == len(scores) + 1
    assert "<th>Calinski-Harabasz</th>" in html
    frame = scores.to_pandas()
    assert frame["n_nodes"].tolist() == scores.n_nodes.tolist()
    assert list(frame.columns[-2:]) == ["adjusted_rand", "normalized_mutual_info"]
    assert "adjusted Rand" not in repr(tree.scores())


# Known classes


@given(trees(), RNGS, st.integers(1, 6))
def test_agreement_of_every_level_is_that_of_scikit_learn(drawn, rng, n_classes):
    X, _, tree = drawn
    y = rng.integers(0, n_classes, len(X)) * 3 - 1
    scores = tree.scores(y, davies_bouldin=0)
    for m in range(len(tree.levels)):
        labels = tree.labels(m)
        rand = sklearn_metrics.adjusted_rand_score(y, labels)
        information = sklearn_metrics.normalized_mutual_info_score(y, labels)
        np.testing.assert_allclose(scores.adjusted_rand[m], rand, rtol=1e-10, atol=1e-12)
        ours = scores.normalized_mutual_info[m]
        np.testing.assert_allclose(ours, information, rtol=1e-10, atol=1e-12)


def slow_purity(tree, y):
    """From the definition: over all pairs, the lowest node that holds both, and its rows."""
    y, rows_of = np.asarray(y), {}
    paths = [tree.path(row).tolist() for row in range(tree.n_rows)]
    for row, path in enumerate(paths):
        for node in path:
            rows_of.setdefault(node, []).append(row)
    purities = []
    for i in range(len(y)):
        for j in range(i):
            if y[i] != y[j]:
                continue
            common = [node for node in paths[i] if node in paths[j]]
            rows = rows_of[common[0]] if common else np.arange(len(y))
            purities.append(np.mean(y[rows] == y[i]))
    return np.array(purities)


@given(trees(25), RNGS, st.integers(1, 4))
def test_purity_is_its_definition(drawn, rng, n_classes):
    X, _, tree = drawn
    if len(X) <= n_classes:
        return
    y = np.array(["a", "b", "c", "d"])[rng.integers(0, n_classes, len(X))]
    purities = slow_purity(tree, y)
    if len(purities) == 0:
        return
    purity = metrics.dendrogram_purity(tree, y)
    np.testing.assert_allclose(purity, (purities.mean(), 0), rtol=1e-12)
    # Every pair that is drawn has a purity that some pair has, and errors are those of a mean.
    sampled = metrics.dendrogram_purity(tree, y, n_samples=2000, random_state=0)
    error = purities.std() / np.sqrt(2000)
    assert abs(sampled.value - purities.mean()) <= 6 * error + 1e-9
    np.testing.assert_allclose(sampled.standard_error, error, rtol=0.5, atol=0.002)


def test_purity_of_a_deep_tree():
    n = 3000
    tree = make_chain(n)
    y = np.arange(n) % 2
    # Two rows meet at the lower of the two, which holds all rows above it in the order.
    places = np.arange(n)
    same_above = (n - 1 - places) // 2
    rows_above = n - places
    purity = (same_above * (same_above + 1) / rows_above).sum() / same_above.sum()
    measured = metrics.dendrogram_purity(tree, y[tree.row_order])
    np.testing.assert_allclose(measured.value, purity, rtol=1e-12)
    sampled = metrics.dendrogram_purity(tree, y[tree.row_order], n_samples=500, random_state=1)
    assert abs(sampled.value - purity) <= 6 * sampled.standard_error


def test_purity_needs_pairs():
    tree = make_chain(4)
    with pytest.raises(ValueError, match="y must have a class of two rows or more"):
        metrics.dendrogram_purity(tree, [0, 1, 2, 3])
    with pytest.raises(ValueError, match=r"y must have one class per row .* got shape \(2,\)"):
        metrics.dendrogram_purity(tree, [0, 0])
    with pytest.raises(ValueError, match="n_samples must be >= 2, got 1"):
        metrics.dendrogram_purity(tree, [0, 0, 1, 1], n_samples=1)
    draw = [metrics.dendrogram_purity(tree, [0, 1, 0, 1], n_samples=9, random_state=3)] * 2
    assert draw[0] == draw[1]


@given(trees(), RNGS)
def test_sums_of_levels(drawn, rng):
    _, _, tree = drawn
    nodes = tree.nodes
    of_leaves, of_inner = rng.random(nodes.n_leaves), rng.random(nodes.n_inner)
    both = np.concatenate([of_leaves, of_inner])
    sums = add_up_levels(nodes, len(tree.levels), of_inner, of_leaves)
    for m, level in enumerate(tree.levels):
        np.testing.assert_allclose(sums[m], both[level.nodes].sum(), rtol=1e-10)


# How many clusters there are


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_blobs_of_a_plane_are_found(seed):
    X, y = make_grid(2, 1000, random_state=seed)
    tree = bidvit.cluster(X, random_state=seed)
    n_clusters = tree.recommend_n_clusters()
    assert abs(n_clusters - 100) <= 2
    labels = tree.cut(n_clusters=n_clusters).labels
    assert sklearn_metrics.adjusted_rand_score(y, labels) >= 0.92
    nearest = tree.levels[metrics.recommend_level(tree)].n_nodes
    others = [level.n_nodes for level in tree.levels]
    assert abs(np.log(nearest / n_clusters)) == min(abs(np.log(np.array(others) / n_clusters)))


def test_the_blobs_of_space_are_found():
    X, _ = make_grid(3, 60, random_state=0)
    tree = bidvit.cluster(X, random_state=0)
    assert abs(tree.recommend_n_clusters() - 1000) <= 20


def test_public_names_are_those_of_the_module():
    for name in metrics.__all__:
        assert getattr(metrics, name).__module__ == "bidvit.metrics"
    assert bidvit.metrics is metrics
    assert not re.search("quality", " ".join(bidvit.__all__ + dir(bidvit.ClusterTree)))
