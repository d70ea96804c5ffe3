"""What the paper proves about one step, on single chunks: plain distance, nodes that are points."""

import numpy as np
import pytest
import reference
from hypothesis import assume, given
from hypothesis import strategies as st
from kernels import coarsen
from reference import Options
from strategies import RNGS, SEEDS, clouds, lattices, uneven_weights, whole_weights
from trees import numbered_by_appearance

import bidvit

METRICS = st.sampled_from(["euclidean", "manhattan", "chebyshev"])


@st.composite
def one_step(draw):
    """Coarsen one chunk; returns points, ε, metric and what they became."""
    points = draw(st.one_of(lattices(), clouds()))
    metric = draw(METRICS)
    weights = draw(st.one_of(whole_weights(len(points)), uneven_weights(len(points))))
    # Halves and whole numbers occur as distances on lattices: "closer than" must be strict.
    epsilon = draw(st.one_of(st.integers(1, 24).map(lambda k: k / 2), st.floats(0.01, 10)))
    chunk = [np.arange(len(points))]
    coarse = coarsen(points, weights, chunk, epsilon, Options(metric), seed=draw(SEEDS))
    return points, epsilon, metric, coarse


@given(one_step())
def test_picks_are_separated(step):
    points, epsilon, metric, coarse = step
    apart = reference.values(points[coarse.picks], points[coarse.picks], metric)
    np.fill_diagonal(apart, np.inf)
    assert (apart >= reference.value_of(epsilon, metric)).all()


@given(one_step())
def test_picks_are_dense(step):  # Theorem 1, i
    points, epsilon, metric, coarse = step
    apart = reference.values(points, points[coarse.picks], metric)
    assert (apart.min(axis=1) < reference.value_of(epsilon, metric)).all()


@given(one_step())
def test_no_pick_can_be_spared(step):  # Theorem 1, ii
    points, epsilon, metric, coarse = step
    near = reference.values(points, points[coarse.picks], metric) < reference.value_of(
        epsilon, metric
    )
    for k in range(len(coarse.picks)):
        assert not np.delete(near, k, axis=1).any(axis=1).all()


@given(lattices(), METRICS, st.integers(1, 24), SEEDS)
def test_balls_of_half_epsilon_are_disjoint(points, metric, twice_epsilon, seed):
    # Theorem 1, iii. Were there a common point, then also among the midpoints of two picks.
    epsilon = twice_epsilon / 2
    chunk = [np.arange(len(points))]
    picks = coarsen(points, np.ones(len(points)), chunk, epsilon, Options(metric), seed=seed).picks
    centres = points[picks].astype(float)
    midpoints = (centres[:, None] + centres[None, :]).reshape(-1, points.shape[1]) / 2
    within = reference.values(np.concatenate([midpoints, points]), centres, metric)
    assert ((within < reference.value_of(epsilon / 2, metric)).sum(axis=1) <= 1).all()


@given(one_step())
def test_members_are_closer_than_epsilon_to_their_pick(step):  # corollary, i and iii
    points, epsilon, metric, coarse = step
    assert coarse.parents[coarse.picks].tolist() == list(range(len(coarse.picks)))
    apart = reference.values(points, points[coarse.picks], metric)
    own = apart[np.arange(len(points)), coarse.parents]
    assert (own < reference.value_of(epsilon, metric)).all()
    assert (own == apart.min(axis=1)).all()


@given(one_step())
def test_clusters_have_a_diameter_of_at_most_two_epsilon(step):  # corollary, ii
    points, epsilon, metric, coarse = step
    apart = reference.distances(points, points, metric)
    together = coarse.parents[:, None] == coarse.parents[None, :]
    assert apart[together].max() <= 2 * epsilon


SPACES = [
    ("euclidean", reference.distances),
    ("manhattan", lambda A, B: reference.distances(A, B, "manhattan")),
    ("chebyshev", lambda A, B: reference.distances(A, B, "chebyshev")),
    ("cosine", reference.angles),
    ("haversine", reference.great_circles),
    (reference.distances, reference.distances),
]


@pytest.mark.parametrize(("metric", "measure"), SPACES, ids=lambda x: getattr(x, "__name__", x))
@given(RNGS, st.integers(2, 150), st.floats(0.05, 0.9))
def test_bounds_of_the_first_level_in_every_space(metric, measure, rng, n, collapse):
    X = rng.uniform(-80, 80, (n, 2))
    tree = bidvit.cluster(
        X,
        metric=metric,
        linkage="distance",
        representation="point",
        initial_collapse=collapse,
        max_chunk_size=40,
        max_levels=1,
    )
    level, labels = tree.levels[-1], tree.labels(-1)
    apart = measure(X, X)
    limit = level.epsilon * (1 + 1e-9)
    assert apart[labels[:, None] == labels[None, :]].max() <= 2 * limit
    assert (measure(X, level.points)[np.arange(n), labels] <= limit).all()
    assert level.max_radius <= limit


# Theorem 2, separability


@st.composite
def separable(draw, apart=1):
    """Clusters whose diameters are less than the distances between them, over ``apart``."""
    rng, d, side = draw(RNGS), draw(st.integers(1, 5)), draw(st.integers(0, 5))
    k = draw(st.integers(1, 12))
    gap = (1 + apart * d) * side + 1 + draw(st.integers(0, 20))
    cells = np.unique(rng.integers(0, 4, (k, d)), axis=0)
    truth = np.repeat(np.arange(len(cells)), rng.integers(1, 9, len(cells)))
    rng.shuffle(truth)
    X = cells[truth] * gap + rng.integers(0, side + 1, (len(truth), d))
    return X.astype(draw(st.sampled_from([np.float32, np.float64]))), truth


def epsilons_of_the_theorem(X, truth, metric):
    """Return the ends of (largest distance within a cluster, least between two] and the middle."""
    value = reference.values(X, X, metric)
    same = truth[:, None] == truth[None, :]
    within = value[same].max()
    between = value[~same].min() if not same.all() else 4 * within + 1
    assert within < between
    low, high = np.sqrt([within, between]) if metric == "euclidean" else (within, between)
    low = max(np.nextafter(low, np.inf), 1e-150)  # less would vanish when squared
    while not reference.value_of(low, metric) > within:
        low = np.nextafter(low, np.inf)
    while reference.value_of(high, metric) > between:
        high = np.nextafter(high, 0)
    return low, (low + high) / 2, high


def assert_found(X, truth, weights, epsilon, **options):
    tree = bidvit.cluster(
        X, sample_weight=weights, linkage="distance", initial_epsilon=epsilon, **options
    )
    collapses = len(np.unique(X, axis=0)) > truth.max() + 1
    found = tree.labels(1 if collapses else 0)
    assert numbered_by_appearance(found) == numbered_by_appearance(truth)


@given(st.data(), METRICS)
def test_separable_clusters_are_found(data, metric):
    X, truth = data.draw(separable())
    weights = data.draw(uneven_weights(len(X)))
    for epsilon in epsilons_of_the_theorem(X, truth, metric):
        assert_found(X, truth, weights, epsilon, metric=metric, representation="point")


@given(st.data(), METRICS)
def test_separable_clusters_are_found_by_centroids(data, metric):
    # The centroid of a cluster is at most its diameter away from a member, and more than that from
    # all others if clusters are more than two diameters apart.
    X, truth = data.draw(separable(apart=2))
    weights = data.draw(uneven_weights(len(X), orders=6))
    for epsilon in epsilons_of_the_theorem(X, truth, metric):
        assert_found(X, truth, weights, epsilon, metric=metric, representation="centroid")


# Theorem 3, the guarantee of the greedy selection, which the paper prints the wrong way round:
# ω(S) ≥ ω(S*) / (weighted average degree + 1).


def assert_greedy_guarantee(edges, weights, picks):
    assert not edges[np.ix_(picks, picks)].any()
    least = 1 / (reference.weighted_average_degree(edges, weights) + 1) * (1 - 1e-12)
    best = reference.weight_of_best_independent_set(edges, weights)
    assert weights[picks].sum() >= best * least


@given(st.data(), st.floats(0.1, 4))
def test_greedy_guarantee_on_points(data, epsilon):
    points = data.draw(clouds(max_points=9, dims=st.integers(1, 3)))
    weights = data.draw(uneven_weights(len(points), orders=2))
    picks = coarsen(points, weights, [np.arange(len(points))], epsilon, Options()).picks
    edges = reference.values(points, points) < epsilon**2
    np.fill_diagonal(edges, False)
    assert_greedy_guarantee(edges, weights, picks)


@given(RNGS, st.integers(2, 9), st.floats(0.1, 0.9), st.booleans())
def test_greedy_guarantee_on_any_graph(rng, n, density, uneven):
    edges = np.triu(rng.random((n, n)) < density, 1)
    assume(edges.any())
    edges = edges | edges.T
    weights = 10.0 ** rng.uniform(-1, 1, n) if uneven else np.ones(n)

    def metric(A, B):
        return np.where(edges[A[:, 0].astype(int)][:, B[:, 0].astype(int)], 0.5, 1.5)

    tree = bidvit.cluster(
        np.arange(n)[:, None],
        sample_weight=weights,
        metric=metric,
        linkage="distance",
        representation="point",
        initial_epsilon=1,
        max_levels=1,
    )
    picks = tree.levels[1].points[:, 0].astype(int)
    assert_greedy_guarantee(edges, weights, picks)
