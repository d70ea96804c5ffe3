"""ExactSolver: optimal sets by branch and bound, through HiGHS."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from bidvit import _core, inputs
from bidvit.selection.pipeline import Reductions, check_reductions, solve_reduced
from bidvit.selection.registry import make_solver
from bidvit.selection.solver import Selection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bidvit.selection.graph import GraphProblem

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

# A call costs about as much as a component of this many vertices: smaller ones share calls.
_MOST_TOGETHER = 128
# HiGHS takes two objectives for one where they differ by less than this.
_TOLERANCE = 1e-6
# Powers of two that the largest weight of a component is scaled to: the lower one where the range
# of the weights allows. With larger ones HiGHS loses solutions now and then.
_LEAST_SCALE, _MOST_SCALE = 16, 30
# The least weight should be so many powers of two above 1.
_ROOM_BELOW = -10
# Where the gap is not closed though HiGHS says so, it gets another chance with this.
_SECOND_SCALE = 4


class ExactSolver:
    """Branch and bound: the best set, proved to be so where the time suffices.

    An independent set problem is reduced and falls into components, a dominating set problem into
    components; HiGHS solves them by `scipy.optimize.milp`. The constraints are cliques that have
    all edges, of each of which an independent set has one vertex at most; or closed neighbourhoods,
    of each of which a dominating set has one at least. Where the time runs out, the better of what
    HiGHS has found and the heuristics is returned with HiGHS's bound: `Selection.gap` says how far
    from it the set can be.

    Parameters
    ----------
    time_limit : float or None, default=60.0
        Seconds per chunk, > 0; None: as long as it takes. What is found within a time limit that
        strikes depends on the machine. HiGHS cannot be interrupted: from Python, Ctrl-C waits for
        the chunk at hand.
    reductions : {True, False, "roof-duality"}, default=True
        Whether an independent set problem is reduced first. See `bidvit.selection.pipeline`.

    Notes
    -----
    *What "proved" means.* HiGHS computes in double precision and tells objectives apart that differ
    by more than 10⁻⁶. In each component weights are scaled by a power of two, to at most 2¹⁶; or to
    up to 2³⁰, where they have a wider range, so that the least of them stays above 2⁻¹⁰ as long as
    it is not below 2⁻⁴⁰ (10⁻¹²) of the largest. Costs above that of the greedy set are left out
    first. HiGHS's word is not taken: a set counts as proved only if the weight, computed by us,
    meets HiGHS's bound to within 2·10⁻⁶ and the rounding of the sum. So no other set is better by
    more than 3·10⁻¹¹ of the largest weight of each component, and 10⁻¹⁵ of its total: none at all
    where weights are whole numbers of at most ten digits. What remains is trust in HiGHS, whose
    branch and bound is not done in exact arithmetic.

    Examples
    --------
    >>> import bidvit.selection as selection
    >>> ring = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
    >>> problem = selection.IndependentSetProblem.from_edges(ring, 5, [1.0, 2.0, 4.0, 3.0, 1.0])
    >>> found = selection.solve(problem, "exact", random_state=0)
    >>> found.weight, found.proved_optimal
    (5.0, True)
    """

    name = "exact"
    parallel = True  # HiGHS releases the GIL

    def __init__(self, *, time_limit: float | None = 60.0, reductions: Reductions = True) -> None:
        if time_limit is not None:
            time_limit = inputs.check_float("time_limit", time_limit, 0, or_else="None")
        check_reductions(reductions)
        self.time_limit = time_limit
        self.reductions = reductions

    def solve(self, problem: GraphProblem, rng: np.random.Generator) -> Selection:
        """Return the best set, or the best found in time and a bound."""
        clock = _Clock(self.time_limit)
        solve_kernels = partial(_solve_kernels, clock)
        return solve_reduced([problem], [rng], solve_kernels, self.reductions)[0]


class _Clock:
    """The time that is left of a limit."""

    def __init__(self, limit: float | None) -> None:
        self._end = math.inf if limit is None else time.perf_counter() + limit

    @property
    def left(self) -> float:
        return self._end - time.perf_counter()


def _solve_kernels(
    clock: _Clock, kernels: Sequence[GraphProblem], rngs: Sequence[np.random.Generator]
) -> list[Selection]:
    """Solve connected problems, the small ones first, and several of them in one call."""
    parts = [
        _Part(kernel, kernel.select_greedily(int(rng.integers(2**63))))
        for kernel, rng in zip(kernels, rngs, strict=True)
    ]
    sizes = np.array([kernel.n_vertices for kernel in kernels])
    groups: list[list[int]] = []
    n_together = _MOST_TOGETHER
    for i in np.argsort(sizes, kind="stable").tolist():
        n_together += int(sizes[i])
        if n_together > _MOST_TOGETHER:
            groups.append([])
            n_together = int(sizes[i])
        groups[-1].append(i)
    answers: dict[int, Selection] = {}
    size_left = float(sizes.sum())
    for group in groups:
        # What the small ones do not use of their share is left to the others.
        size = float(sizes[group].sum())
        found = _solve_together([parts[i] for i in group], _Clock(clock.left * size / size_left))
        answers |= zip(group, found, strict=True)
        size_left -= size
    return [_improve(parts[i].problem, answers[i], rngs[i]) for i in range(len(parts))]


def _solve_together(parts: list[_Part], clock: _Clock) -> list[Selection]:
    """Solve a few problems in one call; one by one if that does not prove all."""
    found = _call(parts, clock.left, _LEAST_SCALE)
    if all(answer.proved_optimal for answer in found):
        return found
    if len(parts) > 1:
        singly = []
        for i, part in enumerate(parts):
            share = _Clock(clock.left / (len(parts) - i))
            singly += _solve_together([part], share)
        return singly
    if clock.left > 0:
        # HiGHS ended before its time, and yet there is a gap.
        again = _call(parts, clock.left, _SECOND_SCALE)
        return [_better(parts[0].problem, found[0], again[0])]
    return found


@dataclass(frozen=True)
class _Part:
    """A connected problem, and the set of the greedy heuristic."""

    problem: GraphProblem
    greedy: Ids

    def scale(self, least_scale: int) -> tuple[Doubles, npt.NDArray[np.bool_], int]:
        """Return the weights as HiGHS gets them, who may be picked, and the power of two."""
        weights = self.problem.weights
        useful = np.ones(len(weights), bool)
        if self.problem.sense == "min":
            # Nobody who costs more than a whole set is part of a cheaper one.
            useful = weights <= self.problem.value(self.greedy) * (1 + 1e-12)
        largest = math.frexp(float(weights[useful].max()))[1]
        least = math.frexp(float(weights[useful].min()))[1]
        power = min(max(least_scale, largest - least + _ROOM_BELOW), _MOST_SCALE) - largest
        return np.where(useful, np.ldexp(weights, power), 0.0), useful, power

    def rows(self) -> tuple[npt.NDArray[np.int64], Ids]:
        """Return the constraints: where the vertices of each begin, and the vertices."""
        problem = self.problem
        if problem.sense == "max":
            return _core.cover_edges(problem.starts, problem.neighbours, problem.weights)
        # Closed neighbourhoods: each vertex, then its neighbours.
        n = problem.n_vertices
        starts = problem.starts + np.arange(n + 1)
        members = np.insert(problem.neighbours, problem.starts[:-1], np.arange(n, dtype=np.int32))
        return starts, members

    def read(self, chosen: npt.NDArray[np.bool_]) -> Ids:
        """Return the better of a set, if it keeps the constraints, and the greedy one."""
        problem = self.problem
        is_valid = problem.is_independent if problem.sense == "max" else problem.is_dominating
        if is_valid(chosen) and not _is_better(problem, self.greedy, chosen):
            return np.flatnonzero(chosen).astype(np.int32)
        return self.greedy

    @property
    def obvious_bound(self) -> float:
        """What no set is better than, whatever the edges."""
        if self.problem.sense == "max":
            return float(self.problem.weights.sum())
        return float(self.problem.weights.min())


def _call(parts: list[_Part], seconds: float, least_scale: int) -> list[Selection]:
    """Have HiGHS solve some problems as one; bounds are those of single problems only."""
    bounds = [part.obvious_bound for part in parts]
    if seconds <= 0:
        return [Selection(part.greedy, bound=b) for part, b in zip(parts, bounds, strict=True)]
    scaled, useful, powers = zip(*(part.scale(least_scale) for part in parts), strict=True)
    starts, members = zip(*(part.rows() for part in parts), strict=True)
    firsts = np.cumsum([0, *(part.problem.n_vertices for part in parts)])
    ends = np.cumsum([0, *(len(m) for m in members)])
    columns = np.concatenate([m + first for m, first in zip(members, firsts[:-1], strict=True)])
    begins = np.concatenate([s[:-1] + end for s, end in zip(starts, ends[:-1], strict=True)])
    matrix = csr_array(
        (np.ones(len(columns)), columns, np.append(begins, len(columns))),
        shape=(len(begins), int(firsts[-1])),
    )
    is_max = parts[0].problem.sense == "max"
    weights = np.concatenate(scaled)
    # The gaps that HiGHS allows by default are not: it stops at 0.01% otherwise.
    options = {"mip_rel_gap": 0.0} | ({} if seconds == math.inf else {"time_limit": seconds})
    result = milp(
        -weights if is_max else weights,
        integrality=np.ones(len(weights)),
        bounds=Bounds(0.0, np.concatenate(useful).astype(np.float64)),
        constraints=LinearConstraint(matrix, *((-np.inf, 1.0) if is_max else (1.0, np.inf))),
        options=options,
    )
    found = [part.greedy for part in parts]
    if result.x is not None:
        chosen = np.split(result.x > 0.5, firsts[1:-1])
        found = [part.read(one) for part, one in zip(parts, chosen, strict=True)]
    bound = result.mip_dual_bound
    is_proved = False
    if bound is not None and math.isfinite(bound):
        bound = -bound if is_max else bound
        value = sum(float(w[v].sum()) for w, v in zip(scaled, found, strict=True))
        rounding = 8 * np.finfo(np.float64).eps * abs(value)
        is_proved = result.status == 0 and abs(bound - value) <= 2 * _TOLERANCE + rounding
        if len(parts) == 1:
            tighter = min if is_max else max
            bounds = [tighter(bounds[0], math.ldexp(bound, -powers[0]))]
    nodes = {"nodes": float(result.mip_node_count or 0) / len(parts)}
    return [
        Selection(vertices, proved_optimal=is_proved, bound=b, details=nodes)
        for vertices, b in zip(found, bounds, strict=True)
    ]


def _improve(problem: GraphProblem, answer: Selection, rng: np.random.Generator) -> Selection:
    """Return the better of what was found in time and what local search finds."""
    if answer.proved_optimal or problem.sense == "min":
        return answer
    return _better(problem, answer, make_solver("local-search").solve(problem, rng))


def _better(problem: GraphProblem, one: Selection, other: Selection) -> Selection:
    """Return the better of two answers with what is known from both; the proved one if any is."""
    if one.proved_optimal or other.proved_optimal:
        return one if one.proved_optimal else other
    tighter = np.fmin if problem.sense == "max" else np.fmax
    best = other if _is_better(problem, other.vertices, one.vertices) else one
    return replace(best, bound=float(tighter(one.bound, other.bound)), details=one.details)


def _is_better(problem: GraphProblem, one: object, other: object) -> bool:
    a, b = problem.value(one), problem.value(other)
    return a > b if problem.sense == "max" else a < b
