"""What the paper proves, a test or more per statement, named after its label there.

Of a step with plain distance and nodes that are points:

- theorem ``thm:seperated_implies_dense``, i to iii, and what it says "in particular"
- the corollary after it, i to iii, which has no label
- theorem ``thm:separability``
- theorem ``thm:approximation_ration``, which is printed the wrong way round

Of the selection as a model for annealers:

- the statement quoted before theorem ``thm:multiplier``: one multiplier for all, above all weights
- theorem ``thm:multiplier``
- section ``sec:relation``: independent sets are separated, maximal ones dominating and so dense

What appendix A says of dense sets is tested with the problem of dominating sets.
"""

import numpy as np
import pytest
import reference
from graphs import all_graphs, all_states, independent_states, problems
from hypothesis import assume, given
from hypothesis import strategies as st
from kernels import coarsen
from reference import Options
from strategies import RNGS, SEEDS, clouds, lattices, uneven_weights, whole_weights
from trees import numbered_by_appearance

import bidvit
from bidvit.selection import IndependentSetProblem

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
def test_relation_picks_are_separated(step):
    points, epsilon, metric, coarse = step
    apart = reference.values(points[coarse.picks], points[coarse.picks], metric)
    np.fill_diagonal(apart, np.inf)
    assert (apart >= reference.value_of(epsilon, metric)).all()


@given(one_step())
def test_separated_implies_dense_i_picks_are_dense(step):
    points, epsilon, metric, coarse = step
    apart = reference.values(points, points[coarse.picks], metric)
    assert (apart.min(axis=1) < reference.value_of(epsilon, metric)).all()


@given(one_step())
def test_separated_implies_dense_ii_no_pick_can_be_spared(step):
    points, epsilon, metric, coarse = step
    near = reference.values(points, points[coarse.picks], metric) < reference.value_of(
        epsilon, metric
    )
    for k in range(len(coarse.picks)):
        assert not np.delete(near, k, axis=1).any(axis=1).all()


@given(one_step())
def test_separated_implies_dense_in_particular_minimal(step):
    # Minimal as an ε-dense set: without any nonempty part of the picks something is left out. For
    # density is kept by larger sets, it is enough to leave out one, whose own point it is.
    points, epsilon, metric, coarse = step
    near = reference.values(points, points[coarse.picks], metric)
    near = near < reference.value_of(epsilon, metric)
    assert (near[coarse.picks].sum(axis=1) == 1).all()
    assert near.any(axis=1).all()


def test_dense_does_not_imply_separated():
    # The paper's example after the theorem: {2, 3} in {1, 2, 3, 4} for ε = 3/2.
    problem = IndependentSetProblem.from_points([[1.0], [2.0], [3.0], [4.0]], 1.5)
    assert problem.is_dominating([1, 2])
    assert not problem.is_dominating([1])
    assert not problem.is_dominating([2])
    assert not problem.is_independent([1, 2])


@given(lattices(), METRICS, st.integers(1, 24), SEEDS)
def test_separated_implies_dense_iii_balls_of_half_epsilon_are_disjoint(
    points, metric, twice_epsilon, seed
):
    # Were there a common point, then also among the midpoints of two picks.
    epsilon = twice_epsilon / 2
    chunk = [np.arange(len(points))]
    picks = coarsen(points, np.ones(len(points)), chunk, epsilon, Options(metric), seed=seed).picks
    centres = points[picks].astype(float)
    midpoints = (centres[:, None] + centres[None, :]).reshape(-1, points.shape[1]) / 2
    within = reference.values(np.concatenate([midpoints, points]), centres, metric)
    assert ((within < reference.value_of(epsilon / 2, metric)).sum(axis=1) <= 1).all()


@given(one_step())
def test_corollary_i_clusters_are_disjoint_and_none_is_empty(step):
    points, _, _, coarse = step
    # Every point is in one cluster, and every pick in its own.
    assert len(coarse.parents) == len(points)
    assert np.unique(coarse.parents).tolist() == list(range(len(coarse.picks)))
    assert coarse.parents[coarse.picks].tolist() == list(range(len(coarse.picks)))


@given(one_step())
def test_corollary_iii_members_are_closer_than_epsilon_to_their_pick(step):
    points, epsilon, metric, coarse = step
    apart = reference.values(points, points[coarse.picks], metric)
    own = apart[np.arange(len(points)), coarse.parents]
    assert (own < reference.value_of(epsilon, metric)).all()
    assert (own == apart.min(axis=1)).all()


@given(one_step())
def test_corollary_ii_clusters_have_a_diameter_of_at_most_two_epsilon(step):
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
def test_corollary_ii_iii_in_every_space(metric, measure, rng, n, collapse):
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


# Theorem thm:separability


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
def test_separability_clusters_are_found(data, metric):
    X, truth = data.draw(separable())
    weights = data.draw(uneven_weights(len(X)))
    for epsilon in epsilons_of_the_theorem(X, truth, metric):
        assert_found(X, truth, weights, epsilon, metric=metric, representation="point")


@given(st.data(), METRICS)
def test_separability_clusters_are_found_by_centroids(data, metric):
    # The centroid of a cluster is at most its diameter away from a member, and more than that from
    # all others if clusters are more than two diameters apart.
    X, truth = data.draw(separable(apart=2))
    weights = data.draw(uneven_weights(len(X), orders=6))
    for epsilon in epsilons_of_the_theorem(X, truth, metric):
        assert_found(X, truth, weights, epsilon, metric=metric, representation="centroid")


# Theorem thm:approximation_ration, the guarantee of the greedy selection, printed the wrong way
# round there:
# ω(S) ≥ ω(S*) / (weighted average degree + 1).


def assert_greedy_guarantee(edges, weights, picks):
    assert not edges[np.ix_(picks, picks)].any()
    least = 1 / (reference.weighted_average_degree(edges, weights) + 1) * (1 - 1e-12)
    best = reference.weight_of_best_independent_set(edges, weights)
    assert weights[picks].sum() >= best * least


@given(st.data(), st.floats(0.1, 4))
def test_approximation_ratio_on_points(data, epsilon):
    points = data.draw(clouds(max_points=9, dims=st.integers(1, 3)))
    weights = data.draw(uneven_weights(len(points), orders=2))
    picks = coarsen(points, weights, [np.arange(len(points))], epsilon, Options()).picks
    edges = reference.values(points, points) < epsilon**2
    np.fill_diagonal(edges, False)
    assert_greedy_guarantee(edges, weights, picks)


@given(RNGS, st.integers(2, 9), st.floats(0.1, 0.9), st.booleans())
def test_approximation_ratio_on_any_graph(rng, n, density, uneven):
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


@pytest.mark.parametrize("k", [1, 2, 3, 10, 30])
def test_approximation_ratio_is_tight_and_as_printed_wrong(k):
    # A star of k² leaves of weight 1 whose centre weighs a little more than k. The heuristic takes
    # the centre, the leaves are k times better, and the guarantee says k + 1 at most.
    centre = k * (1 + 1e-9)
    problem = IndependentSetProblem.from_edges(
        [(0, leaf) for leaf in range(1, k * k + 1)], k * k + 1, [centre, *[1.0] * k * k]
    )
    edges = np.zeros((k * k + 1, k * k + 1), bool)
    edges[0, 1:] = edges[1:, 0] = True
    guarantee = reference.weighted_average_degree(edges, problem.weights) + 1
    assert guarantee == pytest.approx(k + 1, rel=1e-8)
    picks = problem.select_greedily(0)
    assert picks.tolist() == [0]
    best = problem.weight(range(1, k * k + 1)) if k > 1 else centre
    assert problem.weight(picks) >= best / guarantee
    assert problem.weight(picks) <= best / guarantee * (1 + 1 / k) * (1 + 1e-8)
    # What the paper prints, with ≤ instead of ≥:
    assert not problem.weight(picks) <= best / guarantee


# Theorem thm:multiplier, and what is quoted before it


def optima_of_model(problem, multipliers):
    """Return the states of least energy s^T Q s, which are multiples of some power of two."""
    states = all_states(problem.n_vertices)
    Q = np.diag(-problem.weights)
    for (u, v), multiplier in zip(problem.edges, multipliers, strict=True):
        Q[u, v] = multiplier
    energy = ((states @ Q) * states).sum(axis=1)
    return np.flatnonzero(energy == energy.min()).tolist()


def optima_of_problem(problem):
    weights = np.where(
        independent_states(problem), all_states(problem.n_vertices) @ problem.weights, -1
    )
    return np.flatnonzero(weights == weights.max()).tolist()


def graphs_with_weights():
    """All graphs of up to five vertices with weights whose sums are exact, some of them equal."""
    rng = np.random.default_rng(0)
    for n in range(1, 6):
        for edges in all_graphs(n):
            yield IndependentSetProblem.from_edges(edges, n, rng.integers(1, 5, n).astype(float))


MULTIPLIERS = {
    "multiplier": lambda ends: ends.max(axis=1, initial=0),  # λ_ij > max(w_i, w_j)
    "one multiplier": lambda ends: np.full(len(ends), 4.0),  # λ > max w
    "lesser multiplier": lambda ends: ends.min(axis=1, initial=np.inf),  # λ_ij > min(w_i, w_j)
}


@pytest.mark.parametrize("excess", [2.0**-40, 0.5, 100.0])
@pytest.mark.parametrize("rule", MULTIPLIERS)
def test_multiplier_solution_sets_coincide(rule, excess):
    for problem in graphs_with_weights():
        multipliers = MULTIPLIERS[rule](problem.weights[problem.edges]) + excess
        assert optima_of_model(problem, multipliers) == optima_of_problem(problem)


@given(problems(max_vertices=9, kinds=["whole"]), RNGS, st.sampled_from([*MULTIPLIERS]))
def test_multiplier_on_larger_graphs(problem, rng, rule):
    # Each edge may exceed its bound by another amount: multiples of 1/8 add up exactly.
    excess = rng.integers(1, 100, problem.n_edges) / 8
    multipliers = MULTIPLIERS[rule](problem.weights[problem.edges]) + excess
    assert optima_of_model(problem, multipliers) == optima_of_problem(problem)


def test_multiplier_of_the_library_exceeds_its_bound():
    for problem in graphs_with_weights():
        ends = problem.weights[problem.edges]
        assert (problem.penalties("max") > ends.max(axis=1, initial=0)).all()
        assert (problem.penalties("min") > ends.min(axis=1, initial=np.inf)).all()
        assert (problem.penalties("global") > problem.weights.max()).all()


def test_multiplier_at_the_bound_is_not_enough():
    # λ = min(w_i, w_j): a set with an edge in it is a solution of the model as well.
    pair = IndependentSetProblem.from_edges([(0, 1)], 2, [2.0, 3.0])
    assert optima_of_model(pair, [2.0]) == [2, 3]
    assert optima_of_problem(pair) == [2]
    # Equal weights: there max is min, and the paper's bound is sharp too.
    equal = IndependentSetProblem.from_edges([(0, 1)], 2)
    assert optima_of_model(equal, [1.0]) == [1, 2, 3]


# Section sec:relation


@given(st.one_of(lattices(max_points=9), clouds(max_points=9)), METRICS, st.integers(1, 24))
def test_relation_separated_sets_are_independent_and_maximal_ones_dominating(
    points, metric, twice_epsilon
):
    epsilon = twice_epsilon / 2
    value = reference.values(points, points, metric)
    limit = reference.value_of(epsilon, metric)
    problem = IndependentSetProblem.from_points(points, epsilon, metric=metric)
    off_diagonal = ~np.eye(len(points), dtype=bool)
    for state in all_states(len(points)).astype(bool):
        pairs = value[np.ix_(state, state)][off_diagonal[np.ix_(state, state)]]
        separated = bool((pairs >= limit).all())
        assert problem.is_independent(state) == separated
        dense = bool((value[:, state] < limit).any(axis=1).all())
        assert problem.is_dominating(state) == dense
        if problem.is_maximal(state):
            assert separated
            assert dense


@given(problems(max_vertices=9))
def test_relation_a_set_of_maximum_weight_is_maximal(problem):
    weights = np.where(
        independent_states(problem), all_states(problem.n_vertices) @ problem.weights, 0
    )
    # Of weights over many orders a light vertex may be lost in the sum: then it is a tie.
    states = all_states(problem.n_vertices)[weights == weights.max()].astype(bool)
    largest = states[states.sum(axis=1).argmax()]
    assert problem.is_maximal(largest)
