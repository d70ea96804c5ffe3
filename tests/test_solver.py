"""Answers of solvers: verified, weighed anew, and failures that say whose and where."""

import numpy as np
import pytest
from graphs import best_weight, problems
from hypothesis import given
from hypothesis import strategies as st

from bidvit import selection
from bidvit.selection import IndependentSetProblem, Selection, SelectionError
from bidvit.selection.greedy import GreedySolver
from bidvit.selection.registry import make_solver
from bidvit.selection.solver import name_of, solve_all, verify

PATH = IndependentSetProblem.from_edges(
    [(0, 1), (1, 2), (2, 3)], 4, [1.0, 5.0, 2.0, 3.0], name="chunk 7 of level 2"
)
PAIR = IndependentSetProblem.from_edges([(0, 1)], 2, name="chunk 8 of level 2")
NOTHING = IndependentSetProblem([0], [], name="chunk 9 of level 2")


class Given:
    """Answers what it was told to."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def solve(self, problem, rng):  # noqa: ARG002
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class GivenAtOnce(Given):
    def solve_many(self, problems, rngs):  # noqa: ARG002
        return self.answers


def rngs(n):
    return [np.random.default_rng(i) for i in range(n)]


def check(answer, problem=PATH):
    return verify(problem, answer, "mine")


@pytest.mark.parametrize("vertices", [[1, 3], [3, 1], np.array([1, 3], np.uint8), (3, 1, 3)])
def test_valid_answers_are_sorted_and_weighed_by_us(vertices):
    answer = check(Selection(vertices, weight=99.0, repairs=2, n_reduced=1, details={"reads": 5}))
    assert answer.vertices.tolist() == [1, 3]
    assert answer.vertices.dtype == np.int32
    assert (answer.weight, answer.n_vertices, answer.repairs) == (8.0, 4, 2)
    assert answer.reduction_share == 0.25
    assert answer.details == {"reads": 5}


def test_a_mask_is_an_answer():
    assert check(Selection(np.array([0, 1, 0, 1], bool))).vertices.tolist() == [1, 3]


@pytest.mark.parametrize(
    ("vertices", "flaw"),
    [
        ([0, 1], "returned a set that is not independent for chunk 7 of level 2"),
        ([1], "returned a set that is not maximal for chunk 7 of level 2"),
        ([], "returned a set that is not maximal for chunk 7 of level 2"),
        ([4], r"returned no set of vertices for chunk 7 of level 2: .*from 0 to 3, got 4"),
        ([-1], r"returned no set of vertices for chunk 7 of level 2: .*got -1"),
        ([0.5], r"returned no set of vertices for chunk 7 of level 2: .*integer"),
        ([[0, 2]], r"returned no set of vertices for chunk 7 of level 2: .*one-dimensional"),
        ([True, False], r"returned no set of vertices for chunk 7 of level 2"),
        (None, r"returned no set of vertices for chunk 7 of level 2"),
        (["a"], r"returned no set of vertices for chunk 7 of level 2"),
    ],
)
def test_wrong_answers_name_solver_and_chunk(vertices, flaw):
    with pytest.raises(SelectionError, match=f"solver mine {flaw}"):
        check(Selection(vertices))


@pytest.mark.parametrize("answer", [None, [1, 3], {"vertices": [1, 3]}])
@pytest.mark.parametrize("solver", [Given, GivenAtOnce])
def test_what_is_no_selection_is_refused(answer, solver):
    expected = f"solver {solver.__name__} must return a Selection for chunk 7 of level 2, got"
    with pytest.raises(SelectionError, match=expected):
        solve_all(solver(answer), [PATH], rngs(1))


def test_bounds():
    best = [1, 3]
    assert np.isnan(check(Selection(best)).bound)
    assert check(Selection(best, bound=9.5)).bound == 9.5
    # A set cannot be better than a bound: it was rounded.
    assert check(Selection(best, bound=8 - 1e-9)).bound == 8
    assert check(Selection(best, proved_optimal=True)).bound == 8
    assert check(Selection(best, proved_optimal=True, bound=9.0)).bound == 8


def test_a_failure_names_solver_and_chunk():
    with pytest.raises(SelectionError, match="solver Given failed on chunk 7 of level 2: too hot"):
        solve_all(Given(RuntimeError("too hot")), [PATH], rngs(1))
    good = Selection([0])
    with pytest.raises(SelectionError, match="on chunk 8 of level 2: TimeoutError") as caught:
        solve_all(Given(Selection([1, 3]), TimeoutError()), [PATH, PAIR], rngs(2))
    assert isinstance(caught.value.__cause__, TimeoutError)
    for answers, message in [
        ([good], "solver GivenAtOnce returned 1 answers to 2 problems"),
        ([good, good, good], "returned 3 answers to 2 problems"),
        ([good, good], "not maximal for chunk 7 of level 2"),
        (None, "solver GivenAtOnce failed on chunk 7 of level 2 and 1 more"),
    ]:
        solver = GivenAtOnce()
        solver.answers = answers
        with pytest.raises(SelectionError, match=message):
            solve_all(solver, [PATH, PAIR], rngs(2))


@pytest.mark.parametrize("at_once", [False, True])
def test_an_error_of_the_solvers_own_names_the_chunk_too(at_once):
    class Refuses:
        def solve(self, problem, rng):  # noqa: ARG002
            raise SelectionError("too cold")

    solver = Refuses()
    if at_once:
        solver.solve_many = lambda problems, rngs: [
            solver.solve(p, rng) for p, rng in zip(problems, rngs, strict=True)
        ]
    with pytest.raises(SelectionError, match=r"solver Refuses failed on chunk 7 of .*: too cold"):
        solve_all(solver, [PATH, PAIR], rngs(2))


@pytest.mark.parametrize(
    ("figures", "wrong"),
    [
        ({"bound": None}, "bound=None, not a number"),
        ({"bound": "x"}, "bound='x', not a number"),
        ({"proved_optimal": "no"}, "proved_optimal='no', not True or False"),
        ({"proved_optimal": None}, "proved_optimal=None, not True or False"),
        ({"repairs": None}, "repairs=None, not a number"),
        ({"n_reduced": [1]}, r"n_reduced=\[1\], not a number"),
        ({"details": {"reads": {}}}, r"details\['reads'\]={}, not a number"),
        ({"details": 3}, "details=3, not a mapping"),
    ],
)
def test_figures_that_cannot_be_added_up_are_refused(figures, wrong):
    with pytest.raises(SelectionError, match=f"solver Given returned .* {wrong} for chunk 8 of"):
        solve_all(Given(Selection([0], **figures)), [PAIR], rngs(1))


def test_what_a_solver_does_to_its_problem_stays_with_the_solver():
    class Cuts:
        def solve(self, problem, rng):  # noqa: ARG002
            problem.n_vertices, problem.starts = 1, problem.starts[:2] * 0
            problem.neighbours, problem.weights = problem.neighbours[:0], problem.weights[:1]
            return Selection([0])

    class Weighs:
        def solve(self, problem, rng):  # noqa: ARG002
            problem.weights *= 1e9
            return Selection([1, 3])

    with pytest.raises(SelectionError, match="Cuts returned a set that is not maximal for chunk 7"):
        solve_all(Cuts(), [PATH], rngs(1))
    [answer] = solve_all(Weighs(), [PATH], rngs(1))
    assert answer.weight == 8.0


def test_parameters_are_a_mapping():
    for params in (5, "abc", [("penalty", "min")]):
        with pytest.raises(TypeError, match="selection_params must be a mapping or None, got"):
            make_solver("simulated-annealing", params)


def test_ctrl_c_is_no_failure_of_the_solver():
    class Interrupted:
        def solve(self, problem, rng):  # noqa: ARG002
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_all(Interrupted(), [PATH], rngs(1))


@pytest.mark.parametrize("solver", [Given, GivenAtOnce])
def test_nobody_is_asked_about_nothing(solver):
    answers = solve_all(
        solver(Selection([1, 3]), Selection([0])), [NOTHING, PATH, NOTHING, PAIR], rngs(4)
    )
    assert [answer.vertices.tolist() for answer in answers] == [[], [1, 3], [], [0]]
    assert [answer.proved_optimal for answer in answers] == [True, False, True, False]
    assert solve_all(solver(ValueError("asked")), [NOTHING], rngs(1))[0].weight == 0
    assert solve_all(solver(ValueError("asked")), [], []) == []


def test_time_is_measured_or_what_the_solver_of_many_says():
    [one] = solve_all(Given(Selection([1, 3], seconds=77.0)), [PATH], rngs(1))
    assert 0 <= one.seconds < 5
    at_once = GivenAtOnce(Selection([1, 3], seconds=77.0), Selection([0]))
    first, second = solve_all(at_once, [PATH, PAIR], rngs(2))
    assert first.seconds == 77.0
    assert 0 <= second.seconds < 5


@given(problems(max_vertices=12), st.integers(0, 2**32))
def test_direct_use(problem, seed):
    answer = selection.solve(problem, "greedy", random_state=seed)
    assert problem.is_maximal(answer.vertices)
    assert answer.weight == problem.weight(answer.vertices) <= best_weight(problem) * (1 + 1e-12)
    again = selection.solve(problem, "greedy", random_state=seed)
    assert answer.vertices.tolist() == again.vertices.tolist()


def test_names():
    assert name_of(GreedySolver()) == "greedy"
    assert name_of(Given()) == "Given"
    assert isinstance(make_solver("greedy"), GreedySolver)
    mine = Given()
    assert make_solver(mine) is mine


@pytest.mark.parametrize(
    ("solver", "params", "error", "message"),
    [
        ("best", {}, ValueError, "selection must be a solver or one of 'greedy'.*got 'best'"),
        ("greedy", {"reads": 1}, ValueError, "greedy has no parameter 'reads'; it has none"),
        (Given(), {"reads": 1}, ValueError, "selection_params must be empty for a solver"),
        (Given, {}, TypeError, "selection must be a name, a solver"),
        (None, {}, TypeError, "selection must be a name, a solver"),
        (len, {}, TypeError, "selection must be a name, a solver"),
    ],
)
def test_what_is_no_solver(solver, params, error, message):
    with pytest.raises(error, match=message):
        make_solver(solver, params)
