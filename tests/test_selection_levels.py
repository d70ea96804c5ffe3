"""Whole fits whose selection is made by a solver outside the core."""

import signal
import threading
import time
from collections import Counter

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import RNGS
from trees import FLAT_MODES, assert_identical, check_tree

import bidvit
from bidvit import _core
from bidvit.selection import Selection, SelectionError
from bidvit.selection.greedy import GreedySolver
from bidvit.selection.local_search import LocalSearchSolver

X = np.random.default_rng(0).normal(size=(3000, 2))
OPTIONS = {"max_chunk_size": 100, "growth": 1.5, "random_state": 3}


class Randomly:
    """Vertices in random order, each unless a neighbour is in."""

    def solve(self, problem, rng):
        free, picked = np.ones(problem.n_vertices, bool), []
        for v in rng.permutation(problem.n_vertices):
            if free[v]:
                picked.append(v)
                free[problem.neighbours[problem.starts[v] : problem.starts[v + 1]]] = False
        return Selection(picked, details={"asked": 1})


class RandomlySideBySide(Randomly):
    parallel = True


class RandomlyAtOnce(Randomly):
    def __init__(self):
        self.batches = []

    def solve_many(self, problems, rngs):
        self.batches.append(len(problems))
        return [self.solve(problem, rng) for problem, rng in zip(problems, rngs, strict=True)]


class RandomlyInParts(Randomly):
    """Takes its numbers from streams of its own, as the pipeline of reductions does."""

    def solve(self, problem, rng):
        return super().solve(problem, rng.spawn(2)[1])


def fit(solver, X=X, **options):
    return bidvit.cluster(X, selection=solver, **{**OPTIONS, **options})


@given(RNGS, st.sampled_from(FLAT_MODES), st.booleans(), st.integers(2, 60))
@settings(max_examples=30)
def test_any_solver_makes_a_valid_tree(rng, mode, weighted, chunk):
    points = rng.normal(size=(int(rng.integers(1, 150)), 2))
    weights = rng.uniform(0.1, 5, len(points)) if weighted else None
    tree = fit(Randomly(), points, sample_weight=weights, max_chunk_size=chunk, **mode)
    check_tree(tree, weights)
    assert tree.levels[-1].n_nodes == 1


@given(RNGS, st.sampled_from(FLAT_MODES), st.booleans())
@settings(max_examples=30)
def test_greedy_outside_the_core_makes_the_same_tree_where_nothing_ties(rng, mode, scaled):
    points = rng.normal(size=(200, 2))
    weights = rng.uniform(1, 2, 200)
    options = {
        "sample_weight": weights,
        "max_chunk_size": 40,
        "weight_scaling": "linear" if scaled else None,
        **mode,
    }
    outside = fit(GreedySolver(), points, **options)
    assert_identical(outside, fit("greedy", points, **options))


class Reference:
    """The greedy heuristic in the most obvious way, with the ties that the core breaks."""

    def solve(self, problem, rng):
        joined = np.zeros((problem.n_vertices, problem.n_vertices), bool)
        for u, v in problem.edges:
            joined[u, v] = joined[v, u] = True
        ranks = rng.permutation(problem.n_vertices).tolist()
        return Selection(np.sort(reference.select_greedily(joined, problem.weights, ranks)))


def test_a_solver_sees_the_graph_and_the_weights_of_its_chunk():
    weights = np.random.default_rng(1).uniform(1, 2, len(X))
    for mode in FLAT_MODES:
        options = {"sample_weight": weights, "max_levels": 3, **mode}
        assert_identical(fit(Reference(), **options), fit("greedy", **options))


@pytest.mark.parametrize(
    "solver",
    [Randomly, RandomlySideBySide, RandomlyAtOnce, RandomlyInParts],
    ids=lambda x: x.__name__,
)
def test_the_tree_is_the_same_for_any_number_of_threads(solver):
    one, two, three = (fit(solver(), n_jobs=n) for n in (1, 2, 3))
    assert_identical(one, two)
    assert_identical(one, three)


def test_what_a_solver_does_to_a_problem_is_its_own_affair():
    class Destroying(Randomly):
        def solve(self, problem, rng):
            answer = super().solve(problem, rng)
            problem.weights *= 1e3
            return answer

    class Keeping(Randomly):
        def __init__(self):
            self.kept = []

        def solve(self, problem, rng):
            self.kept.append((problem, problem.weights.tolist(), problem.neighbours.tolist()))
            return super().solve(problem, rng)

    weights = np.random.default_rng(2).uniform(1, 2, len(X))
    keeping = Keeping()
    tree = fit(keeping, sample_weight=weights)
    assert_identical(fit(Destroying(), sample_weight=weights), tree)
    for problem, old_weights, old_neighbours in keeping.kept:
        assert problem.weights.tolist() == old_weights
        assert problem.neighbours.tolist() == old_neighbours


def test_streams_belong_to_chunks_and_not_to_batches():
    alone = fit(Randomly())
    for solver in (RandomlySideBySide(), RandomlyAtOnce()):
        assert_identical(fit(solver, n_jobs=2), alone)
    with pytest.raises(AssertionError):
        assert_identical(fit(Randomly(), random_state=4), alone)


def test_streams_differ_between_chunks_and_levels():
    first_numbers = []

    class Listening(Randomly):
        def solve(self, problem, rng):
            first_numbers.append(rng.integers(2**63))
            return super().solve(problem, rng)

    fit(Listening(), n_jobs=1)
    assert len(first_numbers) > 60
    assert len(set(first_numbers)) == len(first_numbers)


def test_a_solver_of_many_gets_a_level_at_once():
    solver = RandomlyAtOnce()
    fit(solver, max_levels=1)
    assert solver.batches == [32]


def test_large_levels_come_in_parts(monkeypatch):
    # Three chunks of 93 or 94 nodes could have as many ends of edges.
    monkeypatch.setattr("bidvit.selection.levels._MOST_AT_ONCE", 3 * 94**2)
    solver = RandomlyAtOnce()
    tree = fit(solver, max_levels=1)
    assert solver.batches == [3] * 10 + [2]
    monkeypatch.undo()
    assert_identical(tree, fit(RandomlyAtOnce(), max_levels=1))


def test_only_who_says_so_is_called_from_several_threads():
    class Watching(Randomly):
        parallel = False
        inside = most = 0

        def solve(self, problem, rng):
            self.inside += 1
            self.most = max(self.most, self.inside)
            self.wait()
            self.inside -= 1
            return super().solve(problem, rng)

        def wait(self):
            threading.Event().wait(0.002)

    one = Watching()
    fit(one, n_jobs=3, max_levels=1)
    assert one.most == 1

    together = threading.Barrier(2)

    class SideBySide(Watching):
        parallel = True

        def wait(self):
            # Never passes unless somebody else is inside as well.
            together.wait(timeout=30)

    two = SideBySide()
    fit(two, n_jobs=2, max_levels=1)
    assert two.most == 2


def test_a_metric_function_is_called_from_one_thread():
    inside = []

    def metric(A, B):
        inside.append(1)
        assert len(inside) == 1
        threading.Event().wait(0.001)
        distances = reference.distances(A, B)
        inside.pop()
        return distances

    options = {"metric": metric, "linkage": "distance", "representation": "point"}
    tree = fit(RandomlySideBySide(), X[:400], n_jobs=3, **options)
    check_tree(tree)
    plain = fit(Randomly(), X[:400], **{**options, "metric": "euclidean"})
    assert [level.n_nodes for level in plain.levels] == [level.n_nodes for level in tree.levels]


def test_equal_rows_and_weights_of_zero():
    points = np.repeat(X[:200], 2, axis=0)
    weights = np.tile([0.0, 2.0], 200)
    tree = fit(Randomly(), points, sample_weight=weights)
    check_tree(tree, weights)


# What is told


def test_progress_tells_what_came_of_the_selection():
    for solver, n_jobs in [(Randomly(), 1), (RandomlySideBySide(), 2), (RandomlyAtOnce(), 1)]:
        told = []
        tree = fit(solver, progress=told.append, n_jobs=n_jobs)
        for m, level in enumerate(tree.levels[:-1], start=1):
            of_level = [
                p.selection for p in told if p.level == m and p.epsilon == tree.levels[m].epsilon
            ]
            assert of_level[0] is None  # before the first chunk
            assert all(part is not None for part in of_level[1:])
            counts = [part.n_vertices for part in of_level[1:]]
            assert counts == sorted(counts)
            last = of_level[-1]
            assert last.solver == type(solver).__name__
            assert last.n_vertices == level.n_nodes
            assert last.details == {"asked": last.n_chunks}
            assert last.n_failed == last.n_proved == last.repairs == 0
            assert 0 < last.weight <= last.n_vertices * level.weights.max()
            assert np.isnan(last.bound)
            # What was told once does not change afterwards.
            assert (counts[0] < counts[-1]) == (len(set(counts)) > 1)
        assert [p.done for p in told][-1] == 1


def test_greedy_in_the_core_has_no_selection_to_tell_of():
    told = []
    fit("greedy", progress=told.append)
    assert {p.selection for p in told} == {None}


# Failures


class Failing(Randomly):
    """Fails on some chunks, after it has taken numbers from their streams."""

    def solve(self, problem, rng):
        chunk, level = np.array(problem.name.split())[[1, 4]].astype(int)
        if level == 2 and chunk % 3 == 1:
            rng.random(7)
            raise RuntimeError("too cold")
        return super().solve(problem, rng)


class FailingSideBySide(Failing):
    parallel = True


class FailingAtOnce(Failing):
    def solve_many(self, problems, rngs):
        return [self.solve(problem, rng) for problem, rng in zip(problems, rngs, strict=True)]


class Wrong(Randomly):
    def solve(self, problem, rng):  # noqa: ARG002
        return Selection([])


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_failure_ends_the_fit_and_says_where(n_jobs):
    for solver in (Failing(), FailingSideBySide()):
        name = type(solver).__name__
        expected = f"solver {name} failed on chunk [0-9]+ of level 2: too cold"
        with pytest.raises(SelectionError, match=expected):
            fit(solver, n_jobs=n_jobs)
    with pytest.raises(
        SelectionError, match=r"FailingAtOnce failed on chunk \d+ of level \d+ and \d+ more"
    ):
        fit(FailingAtOnce(), n_jobs=n_jobs)
    with pytest.raises(SelectionError, match="Wrong returned a set that is not maximal for"):
        fit(Wrong(), n_jobs=n_jobs)


def test_greedy_takes_over_and_is_counted():
    trees = []
    for solver in (Failing(), FailingSideBySide(), FailingAtOnce()):
        for n_jobs in (1, 3):
            told = []
            tree = fit(solver, on_failure="greedy", progress=told.append, n_jobs=n_jobs)
            check_tree(tree)
            last = {p.level: p.selection for p in told if p.selection is not None}
            n = last[2].n_chunks
            assert last[2].n_failed == sum(chunk % 3 == 1 for chunk in range(n)) > 0
            assert sum(part.n_failed for part in last.values()) == last[2].n_failed
            trees.append(tree)
    for tree in trees[1:]:
        assert_identical(tree, trees[0])
    told = []
    tree = fit(Wrong(), on_failure="greedy", progress=told.append)
    check_tree(tree)
    assert {p.level: p.selection for p in told}[1].n_failed == 32


def test_ctrl_c_is_heard_after_the_chunk_at_hand(monkeypatch):
    # All chunks in one part, one of which takes long enough to hear of another thread's end.
    monkeypatch.setattr("bidvit.selection.levels._PARTS", 1)
    asked = []

    class Slow(Randomly):
        def solve(self, problem, rng):
            asked.append(problem.name)
            time.sleep(0.05)
            return super().solve(problem, rng)

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            fit(Slow())
        assert time.perf_counter() - start < 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert 0 < len(asked) < 32


def test_arguments():
    with pytest.raises(ValueError, match="on_failure must be one of 'raise', 'greedy', got 'stop'"):
        fit(Randomly(), on_failure="stop")
    with pytest.raises(ValueError, match="selection must be a solver or one of"):
        fit("nobody")
    with pytest.raises(ValueError, match="greedy has no parameter 'reads'"):
        bidvit.cluster(X, selection="greedy", selection_params={"reads": 3})


def test_ctrl_c_in_a_solver_ends_the_fit():
    class Interrupted(Randomly):
        def solve(self, problem, rng):  # noqa: ARG002
            raise KeyboardInterrupt

    for on_failure in ("raise", "greedy"):
        with pytest.raises(KeyboardInterrupt):
            fit(Interrupted(), on_failure=on_failure)


def test_counters_are_plain():
    from bidvit.selection.levels import LevelSelection, plain

    level = LevelSelection("mine", details=Counter(reads=3))
    assert plain(level)["details"] == {"reads": 3}
    assert type(plain(level)["details"]) is dict


def test_few_failures_cost_few_calls():
    class Counting(FailingAtOnce):
        calls = 0

        def solve_many(self, problems, rngs):
            self.calls += 1
            return super().solve_many(problems, rngs)

        def solve(self, problem, rng):
            if problem.name == "chunk 5 of level 1":
                raise RuntimeError("too cold")
            return Randomly.solve(self, problem, rng)

    solver = Counting()
    tree = fit(solver, on_failure="greedy", max_levels=1)
    assert tree.selections[0]["n_failed"] == 1
    assert tree.selections[0]["n_chunks"] == 32
    # All; then both halves of what fails, five times.
    assert solver.calls == 1 + 2 * 5


def test_chunks_are_as_large_as_the_solver_says():
    class Small(Randomly):
        largest_problem = 70

    tree = fit(Small(), max_chunk_size="auto")
    assert tree.parameters["max_chunk_size"] == 70
    assert_identical(tree, fit(Small(), max_chunk_size=70))
    assert fit(Randomly(), max_chunk_size="auto").parameters["max_chunk_size"] == 1000


class SpoilsItsGraph:
    def solve(self, problem, rng):  # noqa: ARG002
        problem.neighbours[:] = 0
        return Selection([0])


def test_a_solver_cannot_spoil_the_graph_of_a_chunk():
    with pytest.raises(SelectionError, match="SpoilsItsGraph failed on chunk 0 of level 1"):
        fit(SpoilsItsGraph())
    tree = fit(SpoilsItsGraph(), on_failure="greedy")
    check_tree(tree)
    assert all(level["n_failed"] == level["n_chunks"] for level in tree.selections)


WEIGHTS = np.random.default_rng(1).integers(1, 50, len(X)).astype(float)
SEARCHES = [
    {},
    {"linkage": "distance"},
    {"linkage": "distance", "representation": "point"},
    {"weight_scaling": "logarithmic"},
    {"metric": "manhattan", "linkage": "distance"},
]


@pytest.mark.parametrize("options", SEARCHES, ids=str)
def test_local_search_in_the_kernel_finds_what_the_solver_finds(options):
    """The sets differ, as the seeds do; the graphs, what is reduced and the figures are alike."""

    class Outside(LocalSearchSolver):
        pass

    options = options | {"sample_weight": WEIGHTS, "max_levels": 1, "initial_epsilon": 0.3}
    trees = [fit(solver, **options) for solver in ("local-search", LocalSearchSolver(), Outside())]
    inside, same, outside = (tree.selections[0] for tree in trees)
    check_tree(trees[0], WEIGHTS)
    for name in ("n_chunks", "n_vertices", "n_edges", "n_reduced"):
        assert inside[name] == outside[name] > 0
    assert {**same, "seconds": 0} == {**inside, "seconds": 0}
    # Most chunks of so few edges are solved exactly, whatever the seed.
    assert inside["n_proved"] > 0.5 * inside["n_chunks"]
    assert inside["weight"] == pytest.approx(outside["weight"], rel=2e-3)
    greedy = fit(GreedySolver(), **options).selections[0]
    assert inside["weight"] >= greedy["weight"]


def test_local_search_is_the_same_for_any_number_of_threads_and_instruction_set(
    use_instruction_set,
):
    def run(n_jobs):
        told = []
        tree = fit("local-search", sample_weight=WEIGHTS * 0.1, n_jobs=n_jobs, progress=told.append)
        figures = [{**level, "seconds": 0} for level in tree.selections]
        # Progress tells of the chunks that are through, and at last of all.
        last = {p.level: p.selection for p in told if p.selection is not None}
        assert [one.n_chunks for one in last.values()] == [f["n_chunks"] for f in figures]
        return tree, figures

    tree, figures = run(1)
    for n_jobs in (2, 5):
        again, figures_again = run(n_jobs)
        assert_identical(tree, again)
        assert figures_again == figures
    for name in _core.instruction_sets():
        use_instruction_set(name)
        again, figures_again = run(1)
        assert_identical(tree, again)
        assert figures_again == figures


def test_a_subclass_of_the_local_search_is_asked():
    class Counting(LocalSearchSolver):
        n_asked = 0

        def solve(self, problem, rng):
            self.n_asked += 1
            return super().solve(problem, rng)

    solver = Counting()
    fit(solver, max_levels=1)
    assert solver.n_asked > 0


def test_local_search_with_a_metric_function():
    def measure(a, b):
        return np.abs(a[:, None] - b[None]).sum(axis=2)

    options = {"metric": measure, "linkage": "distance", "representation": "point"}
    tree = fit("local-search", X[:300], **options)
    check_tree(tree)
    assert all(level["solver"] == "local-search" for level in tree.selections)
