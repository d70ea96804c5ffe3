"""Cuts: exactly k clusters for every k, nested, in the order promised, and measured right."""

import re

import numpy as np
import pytest
import reference
import slow_cuts
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist
from sklearn.metrics import calinski_harabasz_score
from strategies import RNGS, SEEDS, clouds, lattices, uneven_weights, whole_weights
from trees import FLAT_MODES, name_of_mode

import bidvit
from bidvit import _core
from bidvit.nearest import find_nearest
from bidvit.parallel import Workers
from bidvit.pruning import measure_gains

MODES = st.sampled_from(FLAT_MODES)
LIMITS = st.fixed_dictionaries(
    {
        "growth": st.sampled_from([1.1, 1.5, 4.0]),
        "max_chunk_size": st.sampled_from([2, 5, 20, 1000]),
        "stop_at": st.sampled_from([1, 1, 3]),
    }
)
CRITERIA = st.sampled_from(["inertia", "radius"])


def taxicab(A, B):
    return cdist(A, B, "cityblock")


@st.composite
def rows_and_weights(draw, max_points=40, orders=3):
    X = draw(st.one_of(lattices(max_points, distinct=False), clouds(max_points)))
    weights = draw(
        st.one_of(st.none(), whole_weights(len(X), lightest=0), uneven_weights(len(X), orders))
    )
    if weights is not None:
        weights[draw(st.integers(0, len(X) - 1))] = 1
    return X, weights


@st.composite
def trees(draw, max_points=40, modes=MODES):
    X, weights = draw(rows_and_weights(max_points))
    options = draw(modes) | draw(LIMITS) | {"random_state": draw(SEEDS)}
    tree = bidvit.cluster(X, sample_weight=weights, **options)
    return X, np.ones(len(X)) if weights is None else weights, tree


def all_cuts(tree, criterion):
    counts = range(len(tree.nodes.roots), tree.nodes.n_leaves + 1)
    return [tree.cut(n_clusters=k, criterion=criterion) for k in counts]


# The order of collapses


@given(trees(30), RNGS, st.booleans(), st.sampled_from([1, 3, 100]))
def test_nodes_collapse_in_the_order_of_the_definition(drawn, rng, add_up, largest):
    nodes = drawn[2].nodes
    gains = rng.integers(0, largest + 1, nodes.n_inner).astype(float)
    times, costs = np.empty(nodes.n_inner, np.int32), np.empty(nodes.n_inner)
    tree_arrays = nodes.leaf_begin, nodes.subtree_end
    _core.prune(gains, *tree_arrays, add_up, times, costs, _core.Stop())
    expected_times, expected_costs = slow_cuts.prune(nodes, gains, add_up)
    assert times.tolist() == expected_times
    assert costs.tolist() == expected_costs


@given(trees())
def test_gains_are_what_merging_the_children_adds_to_the_inertia(drawn):
    _, weights, tree = drawn
    nodes, gains = tree.nodes, measure_gains(tree.nodes)
    everything = range(nodes.n_leaves + nodes.n_inner)
    own = [slow_cuts.inertia_of_leaves(nodes, slow_cuts.leaves_below(nodes, v)) for v in everything]
    whole = slow_cuts.inertia_of_leaves(nodes, np.arange(nodes.n_leaves))
    rounding = 1e-11 * whole
    scale = 2.0**gains.exponent
    for node, children in slow_cuts.children_of(nodes).items():
        added = own[node] - sum(own[child] for child in children)
        assert abs(gains.of_inner[node - nodes.n_leaves] * scale - added) <= rounding
    added = whole - sum(own[root] for root in nodes.roots)
    assert abs(gains.of_roots * scale - added) <= rounding
    np.testing.assert_allclose(gains.total_weight * scale, weights.sum(), rtol=1e-12)


@given(trees())
def test_costs_add_up_to_the_inertia_of_the_cuts(drawn):
    X, weights, tree = drawn
    X = X.astype(np.float64)
    nodes, order = tree.nodes, tree._prune("inertia")
    ends, first = np.unique(order.times, return_index=True)
    assert (np.diff(order.costs[first]) >= 0).all()
    added = np.cumsum(order.costs[first] * np.diff(ends, prepend=0))
    counted = weights > 0
    for end, inertia in zip(ends, added, strict=True):
        cut = tree.cut(n_clusters=nodes.n_leaves - int(end))
        assert (cut.nodes >= 0).all()
        measured = slow_cuts.inertia_of_labels(X[counted], weights[counted], cut.labels[counted])
        np.testing.assert_allclose(inertia, measured, rtol=1e-9, atol=1e-9)


@given(trees())
def test_every_number_of_clusters_is_exact_and_all_cuts_are_nested(drawn):
    _, _, tree = drawn
    for criterion in ("inertia", "radius"):
        finer = None
        for cut in reversed(all_cuts(tree, criterion)):
            k, labels = cut.n_clusters, cut.labels
            assert labels.dtype == np.int32
            assert np.unique(labels).tolist() == list(range(k))
            # Numbered by their first leaves, and one of them at most is no node.
            label_of_leaf = labels[tree.first_row_of_leaf]
            _, first_leaf = np.unique(label_of_leaf, return_index=True)
            assert (np.diff(first_leaf) > 0).all()
            assert (cut.nodes < 0).sum() <= 1
            for cluster, node in enumerate(cut.nodes):
                if node >= 0:
                    below = slow_cuts.leaves_below(tree.nodes, node).tolist()
                    assert np.flatnonzero(label_of_leaf == cluster).tolist() == below
            if finer is not None:
                pairs = np.unique(np.stack([finer, labels]), axis=1)
                assert pairs.shape[1] == k + 1
            finer = labels
        assert finer.tolist() == tree.labels(-1).tolist()


@given(trees())
def test_half_a_collapse_merges_those_whose_split_would_save_least(drawn):
    tree = drawn[2]
    nodes = tree.nodes
    for cut in all_cuts(tree, "inertia"):
        if (cut.nodes >= 0).all():
            continue
        partial = int(np.flatnonzero(cut.nodes < 0)[0])
        leaves = slow_cuts.leaves_below(nodes, nodes.n_leaves + cut._parents[partial])
        whole = slow_cuts.inertia_of_leaves(nodes, leaves)

        def saved(member, leaves=leaves, whole=whole):
            own = slow_cuts.leaves_below(nodes, member)
            rest = np.setdiff1d(leaves, own)
            parts = [slow_cuts.inertia_of_leaves(nodes, part) for part in (own, rest)]
            return whole - sum(parts)

        inside = [v for v in cut._parts if np.isin(slow_cuts.leaves_below(nodes, v), leaves).all()]
        merged = set(cut._parts[cut._number_of_part == partial].tolist())
        assert merged < {int(v) for v in inside}
        dearest = max(saved(v) for v in merged)
        assert dearest <= min(saved(v) for v in inside if v not in merged) + 1e-5 * whole


def test_ties_go_to_the_lowest_node():
    # Four pairs, all of the same width: they merge from left to right in tree order.
    X = np.array([0.0, 1, 100, 101, 200, 201, 300, 301])[:, None]
    tree = bidvit.cluster(X, random_state=0)
    for k in range(8, 4, -1):
        sizes = tree.cut(n_clusters=k).weights.tolist()
        assert sorted(sizes) == [1] * (2 * k - 8) + [2] * (8 - k)
    nodes = tree.cut(n_clusters=7).nodes
    pairs = tree.cut(n_clusters=4).nodes
    assert nodes.max() == pairs.min()


# Bounds on radius and weight


@given(trees(60), st.floats(0, 1))
def test_radius_is_kept_with_the_fewest_nodes(drawn, share):
    X, weights, tree = drawn
    nodes = tree.nodes
    radius = share * tree.levels[-1].max_radius
    cut = tree.cut(radius=radius)
    assert cut.max_radius <= radius
    allowed = nodes.radii.astype(np.float64) <= radius
    assert cut.n_clusters == slow_cuts.fewest(nodes, lambda node: allowed[node - nodes.n_leaves])
    # Measured against the rows, not against what the tree says.
    distances = pairwise(tree, X, cut.centers[cut.labels])[weights > 0]
    assert (distances <= radius * (1 + 1e-5) + 1e-6).all()
    same = tree.cut(n_clusters=cut.n_clusters, criterion="radius")
    assert same.labels.tolist() == cut.labels.tolist()
    assert same.radii.tolist() == cut.radii.tolist()


def test_radius_in_the_unit_of_the_user():
    places = np.random.default_rng(0).uniform(-60, 60, (300, 2))
    tree = bidvit.cluster(places, metric="haversine", random_state=0)
    cut = tree.cut(radius=1_000_000)
    assert 1 < cut.n_clusters < 300
    assert 0 < cut.max_radius <= 1_000_000
    assert cut.radii.tolist() == pytest.approx(farthest_rows(tree, places, cut), rel=1e-6)


def test_radius_is_not_rounded_to_float32():
    X = np.array([[0.0], [0.2]], np.float32)
    tree = bidvit.cluster(X, random_state=0)
    held = float(tree.nodes.radii[0])
    assert tree.cut(radius=held).n_clusters == 1
    assert tree.cut(radius=np.nextafter(held, 0)).n_clusters == 2


@given(trees(60), st.floats(0.01, 1))
def test_max_weight_is_kept_with_the_fewest_nodes(drawn, share):
    _, weights, tree = drawn
    nodes = tree.nodes
    limit = share * weights.sum()
    cut = tree.cut(max_weight=limit)
    assert ((cut.weights <= limit) | (cut.nodes < nodes.n_leaves)).all()
    everything = nodes.weights_of(np.arange(nodes.n_leaves + nodes.n_inner, dtype=np.int32))
    assert cut.n_clusters == slow_cuts.fewest(nodes, lambda node: everything[node] <= limit)


@given(trees(), st.floats(0.01, 1))
def test_lighter_clusters_are_outliers_on_request(drawn, share):
    tree = drawn[2]
    k = max(len(tree.nodes.roots), tree.nodes.n_leaves // 2)
    for asked in ({"n_clusters": k}, {"level": len(tree.levels) // 2}, {"radius": 1.0}):
        whole = tree.cut(**asked)
        limit = share * whole.weights.max()
        cut = tree.cut(**asked, min_weight=limit)
        kept = whole.weights >= limit
        assert cut.n_clusters == kept.sum()
        numbers = np.where(kept, np.cumsum(kept) - 1, -1)
        assert cut.labels.tolist() == numbers[whole.labels].tolist()
        for name in ("nodes", "weights", "centers", "radii", "medoids"):
            assert getattr(cut, name).tolist() == getattr(whole, name)[kept].tolist(), name
        n_outliers = int((cut.labels < 0).sum())
        assert (f"{n_outliers:,} of them outliers" in repr(cut)) == (n_outliers > 0)


# What is measured of the clusters


def pairwise(tree, X, points):
    """Distances between rows, one by one, by the tree's metric in float64."""
    X, points = X.astype(np.float64), points.astype(np.float64)
    metric = tree.parameters["metric"]
    if metric == "haversine":
        X, points = np.radians(X), np.radians(points)
        a, b = X.T, points.T
        half = np.sin((a[0] - b[0]) / 2) ** 2
        half += np.cos(a[0]) * np.cos(b[0]) * np.sin((a[1] - b[1]) / 2) ** 2
        return 2 * np.arcsin(np.sqrt(np.minimum(half, 1))) * 6_371_008.8
    if metric == "cosine":
        X = X / np.linalg.norm(X, axis=1, keepdims=True)
        points = points / np.linalg.norm(points, axis=1, keepdims=True)
        return 2 * np.arcsin(np.minimum(np.linalg.norm(X - points, axis=1) / 2, 1))
    difference = np.abs(X - points)
    if metric in ("manhattan", "taxicab"):
        return difference.sum(axis=1)
    if metric == "chebyshev":
        return difference.max(axis=1)
    return np.sqrt((difference**2).sum(axis=1))


def farthest_rows(tree, X, cut, counted=slice(None)):
    distances = pairwise(tree, X, cut.centers[cut.labels])[counted]
    farthest = np.zeros(cut.n_clusters)
    np.maximum.at(farthest, cut.labels[counted], distances)
    return farthest


METRICS = [
    {"metric": "euclidean"},
    {"metric": "euclidean", "linkage": "distance"},
    {"metric": "euclidean", "linkage": "distance", "representation": "point"},
    {"metric": "manhattan", "linkage": "distance"},
    {"metric": "chebyshev", "linkage": "distance", "representation": "point"},
    {"metric": "cosine"},
    {"metric": "haversine"},
    {"metric": taxicab, "linkage": "distance", "representation": "point"},
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("options", METRICS, ids=name_of_mode)
def test_measures_agree_with_the_rows(options, dtype):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 2 if options["metric"] == "haversine" else 20)).astype(dtype) + dtype(
        1
    )
    X = np.concatenate([X, X[:40]])
    weights = rng.uniform(0.1, 3, len(X))
    weights[rng.integers(0, len(X), 30)] = 0
    tree = bidvit.cluster(X, sample_weight=weights, random_state=0, growth=1.5, **options)
    counted = weights > 0
    asked = [{"n_clusters": k, "criterion": "radius"} for k in (1, 7, 100, 250)]
    if not callable(options["metric"]):
        asked += [{"n_clusters": k} for k in (1, 2, 7, 33, 100, 250)]
    asked += [{"level": 0}, {"level": -2}, {"radius": tree.levels[-1].max_radius / 2}]
    for question in asked:
        cut = tree.cut(**question)
        k, labels = cut.n_clusters, cut.labels
        assert cut.centers.shape == (k, X.shape[1])
        assert cut.centers.dtype == tree.levels[0].points.dtype
        sums = np.bincount(labels, weights, minlength=k)
        np.testing.assert_allclose(cut.weights, sums, rtol=1e-12)
        rounding = 1e-4 if dtype == np.float32 else 1e-9
        # Radii and medoids, from the centers.
        farthest = farthest_rows(tree, X, cut, counted)
        if cut.radii_kind == "exact":
            np.testing.assert_allclose(cut.radii, farthest, rtol=rounding, atol=rounding)
        else:
            assert (cut.radii >= farthest * (1 - rounding)).all()
        distances = pairwise(tree, X, cut.centers[labels])
        for cluster in range(k):
            rows = np.flatnonzero((labels == cluster) & counted)
            medoid = cut.medoids[cluster]
            assert medoid in rows
            equal = rows[(X[rows] == X[medoid]).all(axis=1)]
            assert medoid == equal[0]
            assert distances[medoid] <= distances[rows].min() + rounding * (1 + distances.max())
        # Centers.
        if question.get("criterion", "inertia") == "inertia" and "n_clusters" in question:
            for cluster in range(k):
                rows = np.flatnonzero((labels == cluster) & counted)
                embedded = tree.nodes.space.embed(X[rows]).astype(np.float64)
                mean = weights[rows] @ embedded / weights[rows].sum()
                if tree.nodes.space.on_sphere:
                    mean /= np.linalg.norm(mean)
                ours = cut._embedded_centers[cluster]
                np.testing.assert_allclose(ours, mean, rtol=rounding, atol=rounding)
        elif options.get("representation") == "point":
            assert {tuple(c) for c in cut.centers.tolist()} <= {tuple(x) for x in X.tolist()}


@given(trees())
def test_a_level_is_a_cut(drawn):
    tree = drawn[2]
    for m, level in enumerate(tree.levels):
        for cut in (tree.cut(m), tree.cut(level=m - len(tree.levels))):
            assert cut.level == m
            assert cut.criterion is None
            assert cut.labels.tolist() == tree.labels(m).tolist()
            assert cut.nodes.tolist() == level.nodes.tolist()
            assert cut.centers.tolist() == level.points.tolist()
            assert cut.radii.tolist() == level.radii.tolist()
            assert cut.weights.tolist() == level.weights.tolist()
            assert cut.max_radius == level.max_radius


def test_medoids_tie_to_the_first_row_and_rows_without_weight_are_none():
    X = np.array([[9.0], [3], [1], [3], [1], [2.5]])
    tree = bidvit.cluster(X, sample_weight=[0, 1, 1, 1, 1, 0], random_state=0)
    cut = tree.cut(n_clusters=1)
    assert cut.centers.tolist() == [[2.0]]
    assert cut.medoids.tolist() == [1]
    assert cut.radii.tolist() == [1.0]
    assert cut.labels.tolist() == [0] * 6
    # The row of weight zero belongs to the leaf at 3, comes before it and is not at 3.
    assert tree.cut(n_clusters=2).medoids.tolist() in ([1, 2], [2, 1])


def test_a_single_row_is_one_cluster():
    X = np.array([[1.0, 2.0]] * 3)
    tree = bidvit.cluster(X)
    for cut in (tree.cut(n_clusters=1), tree.cut(0), tree.cut(radius=0), tree.cut(max_weight=1)):
        assert cut.labels.tolist() == [0, 0, 0]
        assert cut.centers.tolist() == [[1.0, 2.0]]
        assert (cut.weights, cut.radii, cut.medoids) == ([3.0], [0.0], [0])
        assert cut._search_nodes.n_inner == 0
    scores = tree.scores()
    assert scores.inertia.tolist() == [0.0]
    assert np.isnan(scores.calinski_harabasz).all()


@pytest.mark.parametrize("scale", [1e-290, 1e-150, 1.0, 1e150, 1e290])
@pytest.mark.parametrize("weight", [1e-99, 1.0, 1e99])
def test_cuts_do_not_depend_on_the_unit(scale, weight):
    rng = np.random.default_rng(3)
    X, weights = rng.normal(size=(200, 3)), rng.integers(1, 9, 200).astype(float)
    # Powers of two, so that nothing is rounded.
    scale, weight = 2.0 ** round(np.log2(scale)), 2.0 ** round(np.log2(weight))
    plain = bidvit.cluster(X, sample_weight=weights, random_state=0)
    tree = bidvit.cluster(X * scale, sample_weight=weights * weight, random_state=0)
    for k in (1, 2, 20, 150):
        ours, theirs = tree.cut(n_clusters=k), plain.cut(n_clusters=k)
        assert ours.labels.tolist() == theirs.labels.tolist()
        assert ours.weights.tolist() == (theirs.weights * weight).tolist()
        np.testing.assert_allclose(ours.centers / scale, theirs.centers, rtol=1e-12)
    # With all weights tiny there are fewer rows, by weight, than clusters.
    score = tree.scores().calinski_harabasz[1:-1]
    assert (np.isnan(score) if weight < 1 else score > 0).all()


def test_points_that_cancel_out_on_the_sphere_have_a_center():
    X = np.array([[1.0, 0], [-1, 0]])
    cut = bidvit.cluster(X, metric="cosine", random_state=0).cut(n_clusters=1)
    assert np.linalg.norm(cut.centers[0]) == pytest.approx(1)


# The tree above the clusters


def check_search_nodes(tree, cut, queries):
    above = cut._search_nodes
    centers = cut._embedded_centers
    k = cut.n_clusters
    assert sorted(above.leaf_rows.tolist()) == list(range(k))
    assert above.rows is centers
    assert above.n_inner < max(k, 2)
    slack = 1 + 1e-5
    for node, children in slow_cuts.children_of(above).items():
        p = node - above.n_leaves
        below = above.leaf_rows[slow_cuts.leaves_below(above, node)]
        sizes = [len(slow_cuts.leaves_below(above, child)) for child in children]
        assert len(sizes) >= 2
        assert sum(sizes) == len(below)
        measured = cdist(above.points[p : p + 1], centers[below], metric_name(above))
        assert measured.max() <= above.radii[p] * slack
    embedded = np.ascontiguousarray(tree.nodes.space.embed(queries))
    with Workers(1) as workers:
        nearest = find_nearest(above, embedded, 1, workers)[0][:, 0]
    distances = cdist(embedded, centers, metric_name(above))
    found = distances[np.arange(len(queries)), nearest]
    assert (found <= distances.min(axis=1) * slack + 1e-9).all()


def metric_name(nodes):
    name = "manhattan" if nodes.space.function is not None else nodes.space.kernel_metric
    return {"manhattan": "cityblock"}.get(name, name)


@given(trees(60), CRITERIA, st.integers(0, 2**31), st.sampled_from([None, 0.3, 1.0]))
def test_every_center_is_in_the_balls_of_the_nodes_above_it(drawn, criterion, number, share):
    X, _, tree = drawn
    n_roots = len(tree.nodes.roots)
    k = n_roots + number % (tree.nodes.n_leaves - n_roots + 1)
    cut = tree.cut(n_clusters=k, criterion=criterion)
    if share is not None:
        min_weight = share * float(cut.weights.max())
        cut = tree.cut(n_clusters=k, criterion=criterion, min_weight=min_weight)
    check_search_nodes(tree, cut, X)


@pytest.mark.parametrize("options", METRICS, ids=name_of_mode)
def test_search_nodes_of_any_metric(options):
    X = np.random.default_rng(5).normal(size=(200, 2)) + 1
    tree = bidvit.cluster(X, random_state=0, growth=1.5, **options)
    for k in (1, 2, 50, 199, 200):
        check_search_nodes(tree, tree.cut(n_clusters=k, criterion="radius"), X[::7])


# Prediction


def draw_cut(data, tree):
    kind = data.draw(st.sampled_from(["level", "radius", "max_weight", "inertia", "radius of k"]))
    if kind == "level":
        return tree.cut(level=data.draw(st.integers(0, len(tree.levels) - 1)))
    if kind == "radius":
        share = data.draw(st.floats(0, 1))
        return tree.cut(radius=share * float(tree.levels[-1].max_radius))
    if kind == "max_weight":
        # One that every leaf keeps.
        least = float(tree.levels[0].weights.max())
        return tree.cut(max_weight=least * data.draw(st.floats(1, 50)))
    n_roots = len(tree.nodes.roots)
    k = data.draw(st.integers(n_roots, tree.nodes.n_leaves))
    return tree.cut(n_clusters=k, criterion="inertia" if kind == "inertia" else "radius")


@given(trees(60), st.data())
def test_nearest_centers_are_those_of_brute_force(drawn, data):
    X, _, tree = drawn
    cut = draw_cut(data, tree)
    queries = np.concatenate([X, X[::-1] * 0.5 + 1]).astype(X.dtype)
    k = data.draw(st.integers(1, cut.n_clusters))
    clusters, distances = cut.nearest(queries, k)
    space = tree.nodes.space
    centers, embedded = cut._embedded_centers, space.embed(queries)
    if space.function is not None:
        measured = space.measure(embedded, centers)
    else:
        measured = reference.values(embedded, centers, space.kernel_metric)
        if space.kernel_metric == "euclidean":
            measured = np.sqrt(measured)
    # Of those equally near, the one of lowest number comes first.
    expected = measured.argsort(axis=1, kind="stable")[:, :k]
    assert clusters.tolist() == expected.tolist()
    nearest = space.unembed_radii(np.take_along_axis(measured, expected, axis=1))
    np.testing.assert_allclose(distances, nearest, rtol=1e-12)
    assert cut.predict(queries).tolist() == expected[:, 0].tolist()


@pytest.mark.parametrize("options", METRICS, ids=name_of_mode)
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_prediction_in_any_metric(options, n_jobs):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(600, 2)) + 1
    tree = bidvit.cluster(X, random_state=0, growth=1.3, **options)
    queries = rng.normal(size=(200, 2)) + 1
    for asked in ({"max_weight": 7}, {"max_weight": 30}, {"level": len(tree.levels) // 2}):
        cut = tree.cut(**asked)
        distances = cut.distances(queries)
        found = cut.predict(queries, n_jobs=n_jobs)
        best = distances[np.arange(len(queries)), found]
        np.testing.assert_allclose(best, distances.min(axis=1), rtol=1e-6)


# Levels


@given(rows_and_weights(orders=2), st.sampled_from(FLAT_MODES[:2] + FLAT_MODES[-1:]), LIMITS)
def test_inertia_of_every_level_is_that_of_its_labels(drawn, mode, limits):
    X, weights = drawn
    tree = bidvit.cluster(X, sample_weight=weights, **mode, **limits)
    weights = np.ones(len(X)) if weights is None else weights
    scores = tree.scores()
    whole = weights == np.round(weights)
    repeats = weights.astype(int) if whole.all() else None
    counted = weights > 0
    centred = X.astype(np.float64)[counted]
    for m, level in enumerate(tree.levels):
        labels = tree.labels(m)[counted]
        measured = slow_cuts.inertia_of_labels(centred, weights[counted], labels)
        assert scores.n_nodes[m] == level.n_nodes
        assert scores.epsilon[m] == level.epsilon
        np.testing.assert_allclose(scores.inertia[m], measured, rtol=1e-9, atol=1e-9)
        score = scores.calinski_harabasz[m]
        if not 1 < level.n_nodes < weights.sum():
            assert np.isnan(score)
        elif scores.inertia[m] == 0:
            assert score == 1  # where rounding leaves scikit-learn something to divide by
        elif repeats is not None:
            rows = np.repeat(X.astype(np.float64), repeats, axis=0)
            theirs = calinski_harabasz_score(rows, np.repeat(tree.labels(m), repeats))
            np.testing.assert_allclose(score, theirs, rtol=1e-6)


def test_a_function_has_no_inertia():
    X = np.random.default_rng(0).normal(size=(30, 2))
    options = {"linkage": "distance", "representation": "point"}
    tree = bidvit.cluster(X, metric=taxicab, **options)
    assert np.isnan(tree.scores().inertia).all()
    with pytest.raises(ValueError, match=r"criterion='inertia' needs means, which metric taxicab"):
        tree.cut(n_clusters=3)


def test_inertia_of_haversine_is_in_square_metres():
    X = np.array([[0.0, 0.0], [0.0, 0.002]])
    tree = bidvit.cluster(X, metric="haversine", random_state=0)
    half = np.radians(0.001) * 6_371_008.8
    assert tree.scores().inertia[-1] == pytest.approx(2 * half**2)


# Always the same


def test_nothing_depends_on_threads_or_instruction_set(use_instruction_set):
    X = np.random.default_rng(4).normal(size=(3000, 18)).astype(np.float32)
    tree = bidvit.cluster(X, random_state=0)

    def everything(n_jobs):
        tree._prunings.clear()
        vars(tree).pop("_gains", None)
        found = []
        for criterion in ("inertia", "radius"):
            for k in (1, 50, 1501):
                cut = tree.cut(n_clusters=k, criterion=criterion, n_jobs=n_jobs)
                values = cut.labels, cut.centers, cut.radii, cut.medoids, cut._search_nodes.radii
                found += [value.tobytes() for value in values]
        found += [tree._gains.of_inner.tobytes(), tree._prune("radius").times.tobytes()]
        return found

    expected = everything(1)
    for name in _core.instruction_sets():
        use_instruction_set(name)
        assert everything(2) == expected


def test_one_pass_serves_every_cut():
    tree = bidvit.cluster(np.random.default_rng(0).normal(size=(100, 2)), random_state=0)
    tree.cut(n_clusters=5)
    kept = tree._prune("inertia")
    tree.cut(n_clusters=7)
    assert tree._prune("inertia") is kept


def test_kernels_stop_when_told_to():
    X = np.random.default_rng(0).normal(size=(50, 2))
    nodes = bidvit.cluster(X, random_state=0).nodes
    stop = _core.Stop()
    stop.set()
    gains, times = np.empty(nodes.n_inner), np.empty(nodes.n_inner, np.int32)
    order, begin = np.arange(50, dtype=np.int32), np.array([0, 50], np.int32)
    listed = nodes.rows, nodes.leaf_rows, order, begin, 0, 1
    out, nearest = np.empty(1), np.empty(1, np.int32)
    calls = {
        "measure_gains": (*nodes.kernel_arrays, None, gains),
        "prune": (np.zeros(len(gains)), nodes.leaf_begin, nodes.subtree_end, True, times, gains),
        "find_means": (*listed, None, False, np.empty((1, 2))),
        "find_reach": (*listed, "euclidean", X[:1].copy(), out, nearest),
    }
    for name, arguments in calls.items():
        with pytest.raises(_core.Stopped):
            getattr(_core, name)(*arguments, stop)


# What is asked wrongly, and what is printed


WRONG = [
    ({}, ValueError, "cut needs exactly one of level, n_clusters, radius, max_weight, got none"),
    ({"level": 0, "n_clusters": 2}, ValueError, "got level=0, n_clusters=2"),
    ({"min_weight": 2}, ValueError, "exactly one of"),
    ({"level": 99}, IndexError, "level must be from"),
    ({"level": 1.0}, TypeError, "level must be an integer"),
    ({"n_clusters": 0}, ValueError, "n_clusters must be >= 1, got 0"),
    ({"n_clusters": 5}, ValueError, "n_clusters must be from 1 to 4, the number of distinct rows"),
    ({"n_clusters": 2.0}, TypeError, "n_clusters must be an integer"),
    ({"n_clusters": True}, TypeError, "n_clusters must be an integer"),
    ({"n_clusters": 2, "criterion": "ward"}, ValueError, "criterion must be one of 'inertia'"),
    ({"n_clusters": 2, "criterion": None}, ValueError, "criterion must be one of 'inertia'"),
    ({"radius": -1}, ValueError, "radius must be finite and >= 0, got -1"),
    ({"radius": np.inf}, ValueError, "radius must be finite and >= 0, got inf"),
    ({"radius": 10**400}, ValueError, "radius must be finite and >= 0, got 1000"),
    ({"radius": np.nan}, ValueError, "radius must be finite and >= 0, got nan"),
    ({"radius": "1"}, TypeError, "radius must be a number finite and >= 0, got '1'"),
    ({"max_weight": 0}, ValueError, "max_weight must be finite and > 0, got 0"),
    ({"level": 0, "min_weight": 0}, ValueError, "min_weight must be finite and > 0, got 0"),
    ({"level": 0, "min_weight": 9}, ValueError, "min_weight must be at most 2, the weight of the"),
    ({"level": 0, "n_jobs": 0}, ValueError, "n_jobs must not be 0"),
]


def small_tree(**options):
    X = np.array([[0.0], [0.1], [5.0], [5.1], [5.0]])
    return bidvit.cluster(X, initial_epsilon=1.0, random_state=0, **options)


@pytest.mark.parametrize(("asked", "error", "message"), WRONG, ids=lambda v: str(v)[:40])
def test_wrong_questions_get_a_clear_answer(asked, error, message):
    with pytest.raises(error, match=re.escape(message)):
        small_tree().cut(**asked)


def test_a_forest_says_how_few_clusters_it_has():
    forest = bidvit.cluster(np.arange(100.0)[:, None] ** 2, stop_at=10, random_state=0)
    n_roots = len(forest.nodes.roots)
    assert forest.cut(n_clusters=n_roots).n_clusters == n_roots > 1
    message = f"n_clusters must be from {n_roots}, the number of roots of this forest, to 100"
    with pytest.raises(ValueError, match=message):
        forest.cut(n_clusters=n_roots - 1)


def test_cuts_say_what_they_are():
    tree = small_tree()
    shown = [tree.cut(1), tree.cut(n_clusters=2), tree.cut(radius=0.07), tree.cut(max_weight=2.5)]
    assert [repr(cut) for cut in shown] == [
        "Cut(n_clusters=2, level=1): 5 rows",
        "Cut(n_clusters=2, criterion='inertia'): 5 rows",
        "Cut(n_clusters=2, radius=0.07): 5 rows",
        "Cut(n_clusters=3, max_weight=2.5): 5 rows",
    ]
    outliers = tree.cut(1, min_weight=3)
    assert repr(outliers) == "Cut(n_clusters=1, level=1, min_weight=3): 5 rows, 2 of them outliers"
