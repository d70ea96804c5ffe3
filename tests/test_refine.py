"""Lloyd steps from a cut: every step is that of the definition, whatever way it takes."""

import math

import numpy as np
import pytest
import reference
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import DTYPES, FEW_DIMS, RNGS, clouds, lattices, uneven_weights, whole_weights

import bidvit
from bidvit import BiDViT, _core
from bidvit.cuts import RefinedCut
from bidvit.parallel import Workers
from bidvit.refining import _Lloyd, group_leaves, refine_clusters

SPHERES = {"cosine": reference.angles, "haversine": reference.great_circles}


# The definition, one leaf after the other


def slow_means(nodes, labels, weights, k):
    """Running means in float64, rounded once; leaves of weight zero do not count."""
    rows = nodes.rows[nodes.leaf_rows].astype(np.float64)
    means, totals = np.zeros((k, rows.shape[1])), np.zeros(k)
    first = {}
    for leaf, c in enumerate(labels):
        if c >= 0 and weights[leaf] > 0:
            first.setdefault(c, leaf)
            totals[c] += weights[leaf]
            means[c] += (rows[leaf] - means[c]) * (weights[leaf] / totals[c])
    if nodes.space.on_sphere:
        for c in range(k):
            length = math.sqrt(sum(x * x for x in means[c].tolist()))
            alone = ((labels == c) & (weights > 0)).sum() == 1
            means[c] = rows[first[c]] if length <= 1e-12 or alone else means[c] * (1 / length)
    return means.astype(nodes.rows.dtype)


def slow_nearest(nodes, centers):
    distances = np.sqrt(reference.values(nodes.rows[nodes.leaf_rows], centers))
    return distances.argmin(axis=1), distances.min(axis=1)


def slow_fill(nodes, labels, distances, weights, k):
    for c in range(k):
        counted = (labels >= 0) & (weights > 0)
        sizes = np.bincount(labels[counted], minlength=k)
        if sizes[c] == 0:
            able = [x for x in np.flatnonzero(counted) if sizes[labels[x]] > 1]
            leaf = min(able, key=lambda x: (-distances[x], nodes.leaf_rows[x]))
            labels[leaf], distances[leaf] = c, 0


def slow_refine(nodes, labels, weights, iterations):
    k, labels = labels.max() + 1, labels.copy()
    slow_fill(nodes, labels, np.zeros(len(labels)), weights, k)
    for _ in range(iterations):
        centers = slow_means(nodes, labels, weights, k)
        nearest, distances = slow_nearest(nodes, centers)
        takes_part = labels >= 0
        labels = np.where(takes_part, nearest, -1)
        distances = np.where(takes_part, distances, 0)
        slow_fill(nodes, labels, distances, weights, k)
    return labels, slow_means(nodes, labels, weights, k)


def inertia_of(nodes, labels, weights):
    """Weighted squared distances from the means, on the sphere projected back."""
    rows = nodes.rows[nodes.leaf_rows].astype(np.float64)
    total = 0.0
    for c in np.unique(labels[labels >= 0]):
        X, w = rows[labels == c], weights[labels == c]
        if not w.any():
            continue
        mean = w @ X / w.sum()
        if nodes.space.on_sphere and np.linalg.norm(mean) > 1e-12:
            mean /= np.linalg.norm(mean)
        total += float(w @ ((X - mean) ** 2).sum(axis=1))
    return total


def weights_of(nodes):
    return np.ones(nodes.n_leaves) if nodes.leaf_weights is None else nodes.leaf_weights


@st.composite
def clusterings(draw, max_points=60, dims=FEW_DIMS):
    """A tree and some clusters of its leaves, good or as bad as can be."""
    X = draw(st.one_of(lattices(max_points, dims), clouds(max_points, dims)))
    weights = draw(st.one_of(st.none(), whole_weights(len(X)), uneven_weights(len(X), 4)))
    tree = bidvit.cluster(X, sample_weight=weights, random_state=0)
    k = draw(st.integers(1, tree.nodes.n_leaves))
    labels = tree.cut(n_clusters=k)._label_of_leaf()
    if draw(st.booleans()):
        labels = draw(RNGS).permutation(labels)
    return tree, labels.astype(np.int32)


# Against the definition


@given(clusterings(), st.integers(1, 4), st.sampled_from([None, "around", "products"]))
def test_steps_are_those_of_the_definition(drawn, iterations, way):
    tree, labels = drawn
    nodes = tree.nodes
    with Workers(1) as workers:
        ours = refine_clusters(nodes, labels, nodes.leaf_weights, iterations, 0, workers, way)
    expected, centers = slow_refine(nodes, labels, weights_of(nodes), ours.iterations)
    assert ours.labels.tolist() == expected.tolist()
    assert ours.centers.tobytes() == centers.tobytes()
    assert ours.iterations <= iterations


@given(clusterings(), RNGS)
def test_leaves_of_weight_zero_and_outliers(drawn, rng):
    tree, labels = drawn
    nodes, k = tree.nodes, labels.max() + 1
    weights = rng.integers(0, 3, nodes.n_leaves).astype(float)
    labels = np.where(rng.random(len(labels)) < 0.2, -1, labels).astype(np.int32)
    assume(((labels >= 0) & (weights > 0)).sum() >= k)
    assume(labels.max() + 1 == k)
    with Workers(1) as workers:
        ours = refine_clusters(nodes, labels, weights, 3, 0, workers)
    expected, centers = slow_refine(nodes, labels, weights, ours.iterations)
    assert ours.labels.tolist() == expected.tolist()
    assert ours.centers.tobytes() == centers.tobytes()
    counted = (ours.labels >= 0) & (weights > 0)
    assert np.unique(ours.labels[counted]).tolist() == list(range(k))


@given(clusterings(), st.integers(1, 5))
def test_the_inertia_never_rises(drawn, iterations):
    tree, labels = drawn
    nodes, weights = tree.nodes, weights_of(tree.nodes)
    before = inertia_of(nodes, labels, weights)
    whole = inertia_of(nodes, np.zeros_like(labels), weights)
    for n in range(1, iterations + 1):
        with Workers(1) as workers:
            ours = refine_clusters(nodes, labels, nodes.leaf_weights, n, 0, workers)
        after = inertia_of(nodes, ours.labels, weights)
        assert after <= before + 1e-5 * whole
        before = after


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("d", [2, 17, 40, 130])
@pytest.mark.parametrize("instruction_set", _core.instruction_sets())
def test_all_ways_agree_in_more_dimensions(d, dtype, instruction_set, use_instruction_set):
    use_instruction_set(instruction_set)
    rng = np.random.default_rng(d)
    means = 2 * rng.normal(size=(40, d))
    X = (means[rng.integers(0, 40, 3000)] + rng.normal(size=(3000, d))).astype(dtype)
    tree = bidvit.cluster(X, random_state=0)
    nodes, k = tree.nodes, 300
    labels = tree.cut(n_clusters=k)._label_of_leaf()
    with Workers(2) as workers:
        lloyd = _Lloyd(nodes, k, None, workers)
        centers = lloyd.average(labels)
        around = lloyd.assign(labels, centers, "around")
        products = lloyd.assign(labels, centers, "products")
        # From clusters that say nothing, the same.
        shuffled = lloyd.assign(rng.permutation(labels), centers, "around")
    for other in (products, shuffled):
        assert around[0].tolist() == other[0].tolist()
        assert around[1].tobytes() == other[1].tobytes()
    distances = reference.distances(nodes.rows[nodes.leaf_rows], centers)
    np.testing.assert_allclose(around[1], distances.min(axis=1), rtol=1e-5)
    np.testing.assert_allclose(
        distances[np.arange(len(X)), around[0]], distances.min(axis=1), rtol=1e-5
    )


@given(RNGS, DTYPES, st.integers(1, 3))
def test_ties_go_to_the_lowest_number(rng, dtype, d):
    X = np.unique(rng.integers(0, 6, (60, d)), axis=0).astype(dtype)
    tree = bidvit.cluster(X, random_state=0)
    nodes = tree.nodes
    # Centers on a lattice, some of them equal: most leaves are equally far from several.
    k = min(len(X), 12)
    centers = rng.integers(0, 6, (k, d)).astype(dtype)
    labels = rng.integers(0, k, len(X)).astype(np.int32)
    expected, distances = slow_nearest(nodes, centers)
    with Workers(1) as workers:
        lloyd = _Lloyd(nodes, k, None, workers)
        for way in ("around", "products"):
            found, measured = lloyd.assign(labels, centers, way)
            assert found.tolist() == expected.tolist()
            assert measured.tobytes() == distances.tobytes()


def test_near_the_limits_of_float():
    rng = np.random.default_rng(0)
    for dtype, scale in ((np.float32, 1e-30), (np.float32, 1e17), (np.float64, 1e-200)):
        X = (rng.normal(size=(500, 3)) * scale).astype(dtype)
        refined = bidvit.cluster(X, random_state=0).cut(n_clusters=40).refine(iterations=3)
        plain = bidvit.cluster((X / dtype(scale)), random_state=0).cut(n_clusters=40)
        assert refined.weights.min() >= 1
        assert refined.n_clusters == plain.n_clusters
        means = [X[refined.labels == c].mean(axis=0, dtype=np.float64) for c in range(40)]
        np.testing.assert_allclose(refined.centers, means, rtol=1e-4, atol=1e-6 * scale)


# What users see


def test_a_refined_cut_offers_what_a_cut_does():
    X = np.random.default_rng(0).normal(size=(2000, 3))
    cut = bidvit.cluster(X, random_state=0).cut(n_clusters=100)
    refined = cut.refine(X, iterations=3)
    assert isinstance(refined, RefinedCut)
    shown = "RefinedCut(n_clusters=100, criterion='inertia', iterations=3): 2,000 rows"
    assert repr(refined) == shown
    assert (cut.iterations, refined.iterations, refined.converged) == (0, 3, False)
    assert refined.nodes.tolist() == [-1] * 100
    assert (refined.level, refined.criterion, refined.radii_kind) == (None, "inertia", "exact")
    assert refined.n_clusters == 100
    assert refined.labels.dtype == np.int32
    assert np.bincount(refined.labels).tolist() == refined.weights.tolist()
    for c in range(100):
        members = np.flatnonzero(refined.labels == c)
        mean = X[members].mean(axis=0)
        np.testing.assert_allclose(refined.centers[c], mean, rtol=1e-9, atol=1e-12)
        distances = np.linalg.norm(X[members] - refined.centers[c], axis=1)
        np.testing.assert_allclose(refined.radii[c], distances.max(), rtol=1e-9)
        assert refined.medoids[c] == members[distances.argmin()]
    distances = np.linalg.norm(X[:, None] - refined.centers, axis=2)
    np.testing.assert_allclose(refined.distances(X), distances, rtol=1e-9)
    assert refined.predict(X).tolist() == distances.argmin(axis=1).tolist()
    clusters, measured = refined.nearest(X[:50], 5)
    assert clusters.tolist() == distances[:50].argsort(axis=1)[:, :5].tolist()
    np.testing.assert_allclose(measured, np.sort(distances[:50], axis=1)[:, :5], rtol=1e-9)
    # Three at once are the same as one after the other, and the cut is what it was.
    stepwise = cut.refine().refine().refine()
    assert stepwise.labels.tolist() == refined.labels.tolist()
    assert stepwise.iterations == 3
    again = bidvit.cluster(X, random_state=0).cut(n_clusters=100)
    assert cut.labels.tolist() == again.labels.tolist()


def test_steps_end_where_nothing_changes():
    X = np.random.default_rng(0).normal(size=(300, 2))
    cut = bidvit.cluster(X, random_state=0).cut(n_clusters=10)
    settled = cut.refine(iterations=1000)
    assert settled.converged
    assert settled.iterations < 1000
    assert settled.labels.tolist() == settled.predict(X).tolist()
    assert settled.refine().labels.tolist() == settled.labels.tolist()
    rough = cut.refine(iterations=1000, tolerance=0.01)
    assert 2 <= rough.iterations < settled.iterations
    assert not rough.converged


def test_weights_are_repeated_rows():
    rng = np.random.default_rng(1)
    X, repeats = rng.normal(size=(400, 2)), rng.integers(0, 4, 400)
    weighted = bidvit.cluster(X, sample_weight=repeats, random_state=0).cut(n_clusters=30).refine()
    repeated = bidvit.cluster(np.repeat(X, repeats, axis=0), random_state=0)
    repeated = repeated.cut(n_clusters=30).refine()
    assert np.repeat(weighted.labels, repeats).tolist() == repeated.labels.tolist()
    assert weighted.centers.tobytes() == repeated.centers.tobytes()
    assert weighted.weights.tolist() == repeated.weights.tolist()


def test_other_weights_than_those_of_the_tree():
    rng = np.random.default_rng(2)
    X, weights = rng.normal(size=(300, 2)), rng.integers(0, 3, 300)
    tree = bidvit.cluster(X, random_state=0)
    refined = tree.cut(n_clusters=20).refine(X, sample_weight=weights, iterations=2)
    assert refined.weights.sum() == weights.sum()
    counted = weights > 0
    assert np.unique(refined.labels[counted]).tolist() == list(range(20))
    for c in range(20):
        own = refined.labels == c
        mean = np.average(X[own], axis=0, weights=weights[own])
        np.testing.assert_allclose(refined.centers[c], mean, rtol=1e-9, atol=1e-12)
    by_weight = bidvit.cluster(X, sample_weight=np.full(300, 2.5), random_state=0)
    same = by_weight.cut(n_clusters=20).refine(sample_weight=np.ones(300))
    assert same.weights.sum() == 300


@pytest.mark.parametrize("metric", SPHERES)
def test_on_the_sphere_means_are_projected_back(metric):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(500, 2)) * 20 if metric == "haversine" else rng.normal(size=(500, 4))
    tree = bidvit.cluster(X, metric=metric, random_state=0)
    cut = tree.cut(n_clusters=25)
    expected, centers = slow_refine(tree.nodes, cut._label_of_leaf(), np.ones(500), 2)
    refined = cut.refine(X, iterations=2)
    assert refined.labels.tolist() == tree._spread_to_rows(expected.astype(np.int32)).tolist()
    np.testing.assert_allclose(refined.centers, tree.nodes.space.unembed(centers), rtol=1e-12)
    measured = SPHERES[metric](X, refined.centers)
    assert (refined.predict(X) == measured.argmin(axis=1)).mean() == 1
    radii = [measured[refined.labels == c, c].max() for c in range(25)]
    np.testing.assert_allclose(refined.radii, radii, rtol=1e-6)


@pytest.mark.parametrize("how", [{"radius": 0.4}, {"level": 20}, {"max_weight": 30}])
@pytest.mark.parametrize("mode", [{}, {"linkage": "distance", "representation": "point"}])
def test_any_cut_can_be_refined(how, mode):
    X = np.random.default_rng(4).normal(size=(600, 2)).astype(np.float32)
    tree = bidvit.cluster(X, random_state=0, **mode)
    cut = tree.cut(**how)
    refined = cut.refine(iterations=2)
    assert refined.n_clusters == cut.n_clusters
    weights = np.ones(600)
    before, after = (inertia_of(tree.nodes, c._label_of_leaf(), weights) for c in (cut, refined))
    assert after < before


def test_outliers_stay_outliers():
    X = np.random.default_rng(5).normal(size=(600, 2))
    cut = bidvit.cluster(X, random_state=0).cut(radius=0.5, min_weight=10)
    refined = cut.refine()
    assert refined.n_clusters == cut.n_clusters
    assert ((refined.labels < 0) == (cut.labels < 0)).all()
    assert (cut.labels < 0).any()
    assert "outliers" in repr(refined)


@pytest.mark.parametrize("d", [2, 40])
def test_threads_do_not_change_the_result(d):
    X = np.random.default_rng(6).normal(size=(20_000, d)).astype(np.float32)
    cut = bidvit.cluster(X, random_state=0).cut(n_clusters=500)
    one, three = cut.refine(iterations=2), cut.refine(iterations=2, n_jobs=3)
    assert one.labels.tobytes() == three.labels.tobytes()
    assert one.centers.tobytes() == three.centers.tobytes()


def test_a_stopped_search_raises():
    X = np.random.default_rng(7).normal(size=(5000, 3))
    tree = bidvit.cluster(X, random_state=0)
    labels = tree.cut(n_clusters=100)._label_of_leaf()
    with Workers(1) as workers:
        lloyd = _Lloyd(tree.nodes, 100, None, workers)
        centers = lloyd.average(labels)
        workers.stop.set()
        with pytest.raises(RuntimeError, match="stopped"):
            lloyd.assign(labels, centers, "around")


def test_what_cannot_be_refined_is_refused():
    X = np.random.default_rng(8).normal(size=(50, 2))
    flat = {"linkage": "distance", "random_state": 0}
    for metric in ("manhattan", "chebyshev"):
        tree = bidvit.cluster(X, metric=metric, **flat)
        with pytest.raises(ValueError, match=f"refine needs metric .* got a tree .* '{metric}'"):
            tree.cut(radius=0.5).refine()
    cut = bidvit.cluster(X, random_state=0).cut(n_clusters=5)
    with pytest.raises(ValueError, match=r"X must be .* of shape \(50, 2\), got shape \(49, 2\)"):
        cut.refine(X[:49])
    other = X.copy()
    other[17, 1] += 1
    with pytest.raises(ValueError, match=r"X must be what the tree was made from, .* row 17"):
        cut.refine(other)
    with pytest.raises(ValueError, match="iterations must be >= 1, got 0"):
        cut.refine(iterations=0)
    with pytest.raises(TypeError, match=r"iterations must be an integer >= 1, got 1\.5"):
        cut.refine(iterations=1.5)
    for wrong in (-0.1, 1, np.nan):
        with pytest.raises(ValueError, match="tolerance must be >= 0 and < 1, got"):
            cut.refine(tolerance=wrong)
    with pytest.raises(ValueError, match=r"positive for at least 5 distinct rows, .* got 4"):
        cut.refine(sample_weight=np.arange(50) < 4)


def test_the_leaves_of_each_cluster_in_their_order():
    order, starts = group_leaves(np.array([1, -1, 0, 1, 0], np.int32), 2)
    assert order.tolist() == [2, 4, 0, 3, 1]
    assert starts.tolist() == [0, 2, 4]


# The estimator


def test_the_estimator_refines():
    X = np.random.default_rng(9).normal(size=(1000, 2))
    model = BiDViT(n_clusters=50, refine=2, random_state=0).fit(X)
    expected = model.tree_.cut(n_clusters=50).refine(iterations=2)
    assert model.labels_.tolist() == expected.labels.tolist()
    assert model.cluster_centers_.tobytes() == expected.centers.tobytes()
    assert model.predict(X).tolist() == expected.predict(X).tolist()
    assert model.transform(X).tobytes() == expected.distances(X).tobytes()
    assert model.cut_.iterations == 2


def test_the_estimator_refuses_what_cannot_be_refined():
    X = np.zeros((3, 2))
    with pytest.raises(ValueError, match="refine must be >= 0, got -1"):
        BiDViT(refine=-1).fit(X)
    model = BiDViT(n_clusters=2, refine=1, metric="manhattan", linkage="distance")
    with pytest.raises(ValueError, match=r"refine must be 0 unless metric is .*'manhattan'"):
        model.fit(X)
