"""`check_solver`: what keeps to the contract passes; each way to break it is found and named."""

import random
import threading

import numpy as np
import pytest
from graphs import best_weight

from bidvit.selection import IndependentSetProblem, Selection
from bidvit.selection.greedy import GreedySolver
from bidvit.selection.registry import SOLVERS
from bidvit.selection.testing import MOST_TRIED, check_solver, make_problems

# Nobody but their owner can ask these.
ON_MACHINES = {"dwave", "leap-hybrid"}


class Good:
    """Vertices in random order, each unless a neighbour is in."""

    name = "good"

    def solve(self, problem, rng):
        return Selection(self.pick(problem, rng.permutation(problem.n_vertices)))

    def pick(self, problem, order):
        free, picked = np.ones(problem.n_vertices, bool), []
        for v in order:
            if free[v]:
                picked.append(v)
                free[problem.neighbours[problem.starts[v] : problem.starts[v + 1]]] = False
        return np.sort(picked)


class GoodAtOnce(Good):
    parallel = True

    def solve_many(self, problems, rngs):
        return [self.solve(problem, rng) for problem, rng in zip(problems, rngs, strict=True)]


class NotMaximal(Good):
    def pick(self, problem, order):
        return super().pick(problem, order)[1:]


class NotIndependent(Good):
    def pick(self, problem, order):  # noqa: ARG002
        return order


class OutOfRange(Good):
    def pick(self, problem, order):
        return [*super().pick(problem, order), problem.n_vertices]


class NoSelection(Good):
    def solve(self, problem, rng):
        return super().solve(problem, rng).vertices


class Raising(Good):
    def solve(self, problem, rng):
        if problem.n_edges == 0:
            raise ZeroDivisionError("no edges")
        return super().solve(problem, rng)


class ChangingWeights(Good):
    def solve(self, problem, rng):
        problem.weights /= problem.weights.max()
        return super().solve(problem, rng)


class ChangingNeighbours(Good):
    def solve(self, problem, rng):
        answer = super().solve(problem, rng)
        problem.neighbours[:] = 0
        return answer


class ChangingManyStarts(GoodAtOnce):
    def solve_many(self, problems, rngs):
        answers = super().solve_many(problems, rngs)
        problems[-1].starts += 1
        return answers


class OwnRandomness(Good):
    def solve(self, problem, rng):  # noqa: ARG002
        return super().solve(problem, np.random.default_rng())


class OwnRandomnessAtOnce(GoodAtOnce):
    def solve_many(self, problems, rngs):  # noqa: ARG002
        return super().solve_many(problems, [np.random.default_rng() for _ in problems])


class GlobalNumpy(Good):
    def solve(self, problem, rng):  # noqa: ARG002
        return Selection(self.pick(problem, np.random.permutation(problem.n_vertices)))  # noqa: NPY002


class GlobalPython(Good):
    def solve(self, problem, rng):  # noqa: ARG002
        order = list(range(problem.n_vertices))
        random.shuffle(order)
        return Selection(self.pick(problem, order))


class SeedingTheGlobal(GoodAtOnce):
    def solve_many(self, problems, rngs):
        np.random.seed(0)  # noqa: NPY002
        return super().solve_many(problems, rngs)


class LyingOfOptima(Good):
    def solve(self, problem, rng):
        return Selection(super().solve(problem, rng).vertices, proved_optimal=True)


class LyingOfLargeOptima(Good):
    def solve(self, problem, rng):
        large = problem.n_vertices > MOST_TRIED
        return Selection(super().solve(problem, rng).vertices, proved_optimal=large)


class BoundTooLow(Good):
    def solve(self, problem, rng):
        vertices = super().solve(problem, rng).vertices
        return Selection(vertices, bound=problem.weight(vertices))


class TooFewAnswers(GoodAtOnce):
    def solve_many(self, problems, rngs):
        return super().solve_many(problems, rngs)[:-1]


class WrongAtOnce(GoodAtOnce):
    def solve_many(self, problems, rngs):
        return super().solve_many(problems, rngs)[::-1]


class LyingAtOnce(GoodAtOnce):
    def solve_many(self, problems, rngs):
        answers = super().solve_many(problems, rngs)
        return [Selection(answer.vertices, proved_optimal=True) for answer in answers]


class SharingStateAmongThreads(Good):
    """Keeps the problem at hand in itself."""

    parallel = True

    def solve(self, problem, rng):
        self.problem = problem
        threading.Event().wait(0.001)
        return super().solve(self.problem, rng)


BAD = [
    (NotMaximal, "valid set", "not maximal"),
    (NotIndependent, "valid set", "not independent"),
    (OutOfRange, "valid set", "vertices must be from 0 to"),
    (NoSelection, "valid set", "must return a Selection, got array"),
    (Raising, "solves", "it raised ZeroDivisionError: no edges"),
    (ChangingWeights, "untouched problem", "it changed problem.weights"),
    (ChangingNeighbours, "untouched problem", "it changed problem.neighbours"),
    (ChangingManyStarts, "untouched problem", "it changed problem.starts"),
    (OwnRandomness, "determinism", "equal generators gave different sets"),
    (OwnRandomnessAtOnce, "determinism", "equal generators gave different sets"),
    (GlobalNumpy, "global random state", "instead of from rng"),
    (GlobalPython, "global random state", "instead of from rng"),
    (SeedingTheGlobal, "global random state", "instead of from rngs"),
    (LyingOfOptima, "proof", "proved, there is a set of"),
    (LyingOfLargeOptima, "proof", "proved, there is a set of"),
    (BoundTooLow, "bound", "excludes a set of"),
    (TooFewAnswers, "solve_many", "36 answers to 37 problems"),
    (WrongAtOnce, "solve_many", "for"),
    (LyingAtOnce, "proof", "proved, there is a set of"),
    (SharingStateAmongThreads, "parallel", "several threads|not maximal|not independent|vertices"),
]


@pytest.mark.parametrize(("solver", "check", "what"), BAD, ids=lambda x: getattr(x, "__name__", ""))
def test_what_breaks_the_contract_is_found_and_named(solver, check, what):
    state = np.random.get_state()  # noqa: NPY002
    try:
        with pytest.raises(
            AssertionError, match=rf"^check '{check}' of solver good on problem '.*': .*({what})"
        ):
            check_solver(solver())
    finally:
        np.random.set_state(state)  # noqa: NPY002


@pytest.mark.parametrize("solver", [Good(), GoodAtOnce(), GreedySolver(), "greedy"])
def test_what_keeps_to_the_contract_passes(solver):
    report = check_solver(solver)
    problems = make_problems()
    assert [row.problem for row in report.rows] == [problem.name for problem in problems]
    for row, problem in zip(report.rows, problems, strict=True):
        assert (row.n_vertices, row.n_edges) == (problem.n_vertices, problem.n_edges)
        if problem.n_vertices <= MOST_TRIED:
            assert row.optimum == pytest.approx(best_weight(problem), rel=1e-12)
            assert row.weight <= row.optimum
        else:
            assert np.isnan(row.optimum)
        assert row.weight > 0
        assert row.seconds >= 0
        assert not row.proved_optimal
    text = str(report).splitlines()
    assert text[0] == f"{report.solver} passed all checks on {len(problems)} problems"
    assert len(text) == 2 + len(problems)
    assert text[2].split()[:-1] == ["one", "vertex,", "weights", "equal", "1", "0", "1", "1"]


@pytest.mark.parametrize("name", sorted(set(SOLVERS) - ON_MACHINES))
def test_our_solvers_keep_to_the_contract(name):
    check_solver(name)


def test_hardware_may_answer_as_it_likes():
    check_solver(OwnRandomness(), deterministic=False)
    check_solver(OwnRandomnessAtOnce(), deterministic=False)


def test_claims_that_are_true_pass():
    class Exact(Good):
        def solve(self, problem, rng):
            best = super().solve(problem, rng).vertices
            if problem.n_vertices > MOST_TRIED:
                return Selection(best, bound=problem.weights.sum())
            for state in range(1 << problem.n_vertices):
                vertices = np.flatnonzero(state >> np.arange(problem.n_vertices) & 1)
                if problem.is_maximal(vertices) and problem.weight(vertices) > problem.weight(best):
                    best = vertices
            # As in floating point: a little less than the sum in another order.
            return Selection(best, proved_optimal=True, bound=problem.weight(best) * (1 - 1e-12))

    report = check_solver(Exact())
    assert "proved" in str(report)
    assert [row.proved_optimal for row in report.rows] == [
        row.n_vertices <= MOST_TRIED for row in report.rows
    ]


def test_own_problems():
    problem = IndependentSetProblem.from_edges([(0, 1)], 2, name="mine")
    assert [row.problem for row in check_solver(Good(), problems=iter([problem])).rows] == ["mine"]
    with pytest.raises(ValueError, match="greedy has no parameter 'reads'"):
        check_solver("greedy", params={"reads": 1})
    with pytest.raises(TypeError, match="selection must be a name, a solver"):
        check_solver(Good)


def test_the_battery_has_what_solvers_stumble_over():
    problems = make_problems(3)
    assert len({problem.name for problem in problems}) == len(problems)
    ratios = [problem.weights.max() / problem.weights.min() for problem in problems]
    assert max(ratios) > 1e9
    assert max(problem.weights.max() for problem in problems) > 1e90
    assert min(problem.weights.min() for problem in problems) < 2e-90
    assert any(problem.n_vertices == 1 for problem in problems)
    assert any(problem.n_edges == 0 for problem in problems if problem.n_vertices > 1)
    assert max(problem.n_vertices for problem in problems) == 200
    for problem in problems:  # none was made wrong
        IndependentSetProblem(problem.starts, problem.neighbours, problem.weights)
