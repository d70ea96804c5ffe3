"""What reductions leave of the chunks of whole data sets, level by level: a part of the selection
benchmark, see `benchmarks.selection`.

Every data set is clustered with plain distances, and the greedy heuristic selects. Each chunk is
reduced on the way.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

import bidvit
from benchmarks.cases import Case, percent, print_table
from bidvit.selection.greedy import GreedySolver
from bidvit.selection.reduce import RULES, fix_by_roof_duality, reduce_problem

if TYPE_CHECKING:
    from bidvit.selection.problem import IndependentSetProblem
    from bidvit.selection.solver import Selection

LEGEND = """\
Of each level: chunks, their vertices, mean degree; the share of the vertices that is reduced away,
also by rule; mean degree of what is left, and the share of the edges that is; milliseconds of the
processor per chunk, median and worst. The paper reports that reductions remove "over 60%" of the
vertices.
"""
PAPER = 0.6


@dataclass
class Level:
    """Sums over the chunks of a level."""

    n_chunks: int = 0
    n_vertices: int = 0
    n_edges: int = 0
    n_left: int = 0
    n_edges_left: int = 0
    removed: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    sample: list[IndependentSetProblem] = field(default_factory=list)


class Recorder:
    """The greedy solver, which reduces every problem it sees and keeps figures and a sample."""

    name = "greedy, recorded"

    def __init__(self, n_sampled: int = 0) -> None:
        self.n_sampled = n_sampled
        self.levels: dict[int, Level] = {}
        self.rng = np.random.default_rng(0)

    def solve(self, problem: IndependentSetProblem, rng: np.random.Generator) -> Selection:
        level = self.levels.setdefault(int(problem.name.rsplit(" ", 1)[1]), Level())
        start = time.thread_time()
        reduced = reduce_problem(problem)
        level.seconds.append(time.thread_time() - start)
        kernel = reduced.kernel
        level.n_chunks += 1
        level.n_vertices += problem.n_vertices
        level.n_edges += problem.n_edges
        level.n_left += kernel.n_vertices
        level.n_edges_left += kernel.n_edges
        level.removed.update(reduced.counts)
        # Of the chunks so far, each is in the sample with the same probability.
        if level.n_chunks <= self.n_sampled:
            level.sample.append(problem)
        elif (place := self.rng.integers(level.n_chunks)) < self.n_sampled:
            level.sample[place] = problem
        return GreedySolver().solve(problem, rng)


def record_levels(case: Case, X: np.ndarray, n_sampled: int) -> dict[int, Level]:
    """Cluster a data set; returns what its levels are made of, with some chunks of each."""
    recorder = Recorder(n_sampled)
    bidvit.cluster(
        X,
        linkage="distance",
        **case.parameters,
        radii="bound",
        selection=recorder,
        n_jobs=1,
        random_state=0,
    )
    return dict(sorted(recorder.levels.items()))


@dataclass
class Comparison:
    """Roof duality and the reductions on the same chunks, vertices in all."""

    n_vertices: int = 0
    n_fixed: int = 0  # by roof duality alone
    n_left: int = 0  # by the reductions
    n_fixed_after: int = 0  # of these, by roof duality

    def add(self, problem: IndependentSetProblem) -> None:
        kernel = reduce_problem(problem).kernel
        self.n_vertices += problem.n_vertices
        self.n_fixed += fix_by_roof_duality(problem).n_reduced
        self.n_left += kernel.n_vertices
        if kernel.n_vertices:
            self.n_fixed_after += fix_by_roof_duality(kernel).n_reduced


def report_reductions(levels: dict[int, Level], n_roof: int) -> dict[str, Any]:
    """Print what is left of each level, and what roof duality makes of some of its chunks."""
    titles = ["level", "chunks", "vertices", "degree", "reduced", *RULES]
    rows = [[*titles, "degree left", "edges left", "ms", "worst"]]
    total = Level()
    for number, level in levels.items():
        rows.append(row_of(str(number), level))
        for name, value in vars(level).items():
            setattr(total, name, getattr(total, name) + value)
    rows.append(row_of("all", total))
    print_table(rows)
    n_over = sum(
        level.n_vertices - level.n_left > PAPER * level.n_vertices for level in levels.values()
    )
    share = 1 - total.n_left / total.n_vertices
    print(
        f"{100 * share:.1f}% of all vertices are removed, more than 60% on {n_over} of "
        f"{len(levels)} levels; {sum(total.seconds):.2f} s of the processor in all.\n",
        flush=True,
    )
    found: dict[str, Any] = {
        str(number): {k: v for k, v in vars(level).items() if k not in ("sample", "seconds")}
        for number, level in levels.items()
    }
    if n_roof:
        compared = compare(levels, n_roof)
        rows = [["level", "vertices", "roof duality", "reductions", "and then roof duality"]]
        for name, c in compared.items():
            cells = [name, f"{c.n_vertices:,}", percent(c.n_fixed, c.n_vertices)]
            cells.append(percent(c.n_vertices - c.n_left, c.n_vertices))
            cells.append(percent(c.n_vertices - c.n_left + c.n_fixed_after, c.n_vertices))
            rows.append(cells)
        print(f"Up to {n_roof} chunks of each level, chosen at random:\n")
        print_table(rows)
        found["roof duality"] = {name: vars(c) for name, c in compared.items()}
    return found


def compare(levels: dict[int, Level], n_roof: int) -> dict[str, Comparison]:
    compared, total = {}, Comparison()
    for number, level in levels.items():
        compared[str(number)] = one = Comparison()
        for problem in level.sample[:n_roof]:
            one.add(problem)
        for name, value in vars(one).items():
            setattr(total, name, getattr(total, name) + value)
    return compared | {"all": total}


def row_of(name: str, level: Level) -> list[str]:
    n = level.n_vertices
    cells = [name, f"{level.n_chunks:,}", f"{n:,}", f"{2 * level.n_edges / n:.1f}"]
    cells += [percent(n - level.n_left, n), *(percent(level.removed[rule], n) for rule in RULES)]
    cells.append(f"{2 * level.n_edges_left / level.n_left:.1f}" if level.n_left else "")
    cells.append(percent(level.n_edges_left, level.n_edges))
    cells += [f"{1e3 * f(level.seconds):.2f}" for f in (statistics.median, max)]
    return cells
