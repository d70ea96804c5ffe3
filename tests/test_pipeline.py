"""Reduce, split, solve, put together: the whole way, with solvers that see only what is left."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference_selection import brute_force
from strategies import RNGS

import bidvit
from bidvit.datasets import make_grid
from bidvit.selection import IndependentSetProblem, Selection
from bidvit.selection.pipeline import solve_reduced

REDUCTIONS = [True, False, "roof-duality"]


def random_problem(rng, n):
    joined = np.triu(rng.random((n, n)) < rng.uniform(0.05, 0.6), 1)
    return IndependentSetProblem.from_edges(np.argwhere(joined), n, rng.integers(1, 9, n))


def solve_by_brute_force(problems, rngs):
    assert len(problems) == len(rngs)
    found = []
    for problem in problems:
        assert problem.n_vertices > 1
        _, sets = brute_force(problem.n_vertices, problem.edges.tolist(), problem.weights)
        found.append(Selection(np.array(sets[0], np.int32), proved_optimal=True))
    return found


@pytest.mark.parametrize("reductions", REDUCTIONS)
@given(rng=RNGS, sizes=st.lists(st.integers(0, 12), max_size=4))
def test_optimal_kernels_make_optimal_answers(reductions, rng, sizes):
    problems = [random_problem(rng, n) for n in sizes]
    answers = solve_reduced(problems, [rng] * len(sizes), solve_by_brute_force, reductions)
    for problem, answer in zip(problems, answers, strict=True):
        best, _ = brute_force(problem.n_vertices, problem.edges.tolist(), problem.weights)
        assert problem.is_maximal(answer.vertices)
        assert problem.weight(answer.vertices) == best == answer.bound
        assert answer.proved_optimal


@given(rng=RNGS, n=st.integers(1, 14))
def test_bounds_hold_when_nothing_is_proved(rng, n):
    def take_nothing(problems, _):
        return [Selection(np.empty(0, np.int32), bound=p.weights.sum()) for p in problems]

    problem = random_problem(rng, n)
    [answer] = solve_reduced([problem], [rng], take_nothing)
    best, _ = brute_force(n, problem.edges.tolist(), problem.weights)
    assert problem.is_maximal(answer.vertices)
    assert answer.bound >= best


def test_every_kernel_gets_a_stream_of_its_own_and_the_same_one_again():
    # Generators that levels hand out have no seed sequence to spawn from.
    def draw(seed):
        seen = []

        def note(problems, rngs):
            seen.extend(rng.integers(2**63) for rng in rngs)
            return solve_by_brute_force(problems, rngs)

        problems = [random_problem(np.random.default_rng(i), 12) for i in range(40)]
        rngs = [np.random.Generator(np.random.Philox(key=[seed, i])) for i in range(40)]
        solve_reduced(problems, rngs, note, reductions=False)
        return seen

    assert len(set(draw(1))) == len(draw(1)) > 30
    assert draw(1) == draw(1)
    assert not set(draw(1)) & set(draw(2))


def test_whole_fits_are_valid_and_heavier_than_greedy_ones():
    class ReducedFirst:
        name = "reduced first"

        def solve_many(self, problems, rngs):
            return solve_reduced(problems, rngs, self.solve_greedily)

        def solve(self, problem, rng):
            return self.solve_many([problem], [rng])[0]

        @staticmethod
        def solve_greedily(problems, rngs):
            return [
                bidvit.selection.solve(problem, "greedy", random_state=int(rng.integers(2**31)))
                for problem, rng in zip(problems, rngs, strict=True)
            ]

    X, _ = make_grid(2, 20, random_state=0)
    params = {"linkage": "distance", "initial_epsilon": 1.0, "growth": 1.3, "random_state": 0}
    by_reductions = bidvit.cluster(X, selection=ReducedFirst(), **params)
    greedy = bidvit.cluster(X, **params)
    assert by_reductions.levels[1].n_nodes >= greedy.levels[1].n_nodes
    again = bidvit.cluster(X, selection=ReducedFirst(), n_jobs=2, **params)
    assert [level.n_nodes for level in again.levels] == [
        level.n_nodes for level in by_reductions.levels
    ]
