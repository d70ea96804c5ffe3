"""Solvers side by side, on graphs of 1,000 vertices and on chunks of data sets: a part of the
selection benchmark, see `benchmarks.selection`.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.cases import print_table
from bidvit.selection import SelectionError, solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.reductions import Level
    from bidvit.selection import Selection
    from bidvit.selection.problem import IndependentSetProblem

WHOLE = {"reductions": False}
# Name in the tables: solver and its parameters.
ON_CHUNKS: dict[str, tuple[str, dict[str, Any]]] = {
    "greedy": ("greedy", {}),
    "local-search": ("local-search", {}),
    "exact": ("exact", {}),
    "simulated-annealing": ("simulated-annealing", {}),
    "simulated-annealing, λ max": ("simulated-annealing", {"penalty": "max"}),
    "tabu": ("tabu", {}),
    "path-integral": ("path-integral", {}),
    "parallel-tempering": ("parallel-tempering", {}),
    "path-relinking": ("path-relinking", {"num_searches": 200}),
    "steepest-descent": ("steepest-descent", {}),
    "tree-decomposition": ("tree-decomposition", {}),
}
ON_GRAPHS: dict[str, tuple[str, dict[str, Any]]] = {
    "greedy": ("greedy", {}),
    "local-search": ("local-search", {}),
    "local-search, 100 per vertex": ("local-search", {"iterations_per_vertex": 100}),
    "simulated-annealing": ("simulated-annealing", {}),
    "not reduced, λ min": ("simulated-annealing", {"penalty": "min", **WHOLE}),
    "not reduced, λ max": ("simulated-annealing", {"penalty": "max", **WHOLE}),
    "steepest-descent": ("steepest-descent", {}),
}
# The sets that others are compared with where none is proved optimal.
BEST_KNOWN = ("local-search", {"iterations_per_vertex": 300})
TRIED_SEEDS = (0, 1, 2)

LEGEND = """\
mean, worst: the weight found in percent of the reference. hit: how often it is reached. proved: how
often the solver says that its set is optimal. seconds: per problem, median and worst, with the
reductions. valid: the share of a sampler's reads that were independent sets as they came; repairs:
vertices taken out of its best reads, per problem. failed: refused by the solver, and left out of
its row.
"""


@dataclass
class Row:
    """What a solver made of the problems."""

    shares: list[float] = field(default_factory=list)  # of the reference
    seconds: list[float] = field(default_factory=list)
    n_hit: int = 0
    n_proved: int = 0
    n_failed: int = 0
    repairs: int = 0
    reads: float = 0
    valid_reads: float = 0

    @property
    def mean(self) -> float:
        return statistics.fmean(self.shares) if self.shares else float("nan")


@dataclass(frozen=True)
class Reference:
    """The best weight known of a problem."""

    weight: float
    is_proved: bool


def find_reference(problem: IndependentSetProblem, time_limit: float) -> Reference:
    """Return the weight of the best set that exact solver and long local searches find."""
    exact = solve(problem, "exact", random_state=0, time_limit=time_limit)
    best = exact.weight
    if not exact.proved_optimal:
        name, params = BEST_KNOWN
        for seed in TRIED_SEEDS:
            best = max(best, solve(problem, name, random_state=seed, **params).weight)
    return Reference(best, exact.proved_optimal)


def run(
    problems: Sequence[IndependentSetProblem],
    references: Sequence[Reference],
    solvers: dict[str, tuple[str, dict[str, Any]]],
    seeds: Sequence[int] = (0,),
) -> tuple[dict[str, Row], list[Reference]]:
    """Have all solvers solve all problems; the best of them may become the reference."""
    rows = {name: Row() for name in solvers}
    best_known = []
    for problem, reference in zip(problems, references, strict=True):
        answers: dict[str, list[Selection]] = {name: [] for name in solvers}
        for name, (solver, params) in solvers.items():
            for seed in seeds:
                try:
                    found = solve(problem, solver, random_state=seed, **params)
                except SelectionError:
                    if solver != "tree-decomposition":  # which says so where it is no use
                        raise
                    rows[name].n_failed += 1
                    continue
                answers[name].append(found)
        best = max(found.weight for some in answers.values() for found in some)
        is_proved = reference.is_proved or any(
            found.proved_optimal for some in answers.values() for found in some
        )
        best_known.append(Reference(max(reference.weight, best), is_proved))
        for name, some in answers.items():
            for found in some:
                note(rows[name], found, best_known[-1])
    return rows, best_known


def note(row: Row, found: Selection, reference: Reference) -> None:
    row.shares.append(found.weight / reference.weight)
    row.seconds.append(found.seconds)
    row.n_hit += found.weight >= reference.weight * (1 - 1e-12)
    row.n_proved += found.proved_optimal
    row.repairs += found.repairs
    row.reads += found.details.get("reads", 0)
    row.valid_reads += found.details.get("valid_reads", 0)


def print_rows(rows: dict[str, Row]) -> None:
    titles = ["solver", "mean", "worst", "hit", "proved", "failed", "seconds", "worst"]
    table = [[*titles, "valid", "repairs"]]
    for name, row in rows.items():
        n = len(row.shares)
        if n == 0:
            table.append([name, *[""] * 4, str(row.n_failed), *[""] * 4])
            continue
        cells = [name, f"{100 * row.mean:.3f}%", f"{100 * min(row.shares):.2f}%"]
        cells += [f"{row.n_hit}/{n}", str(row.n_proved), str(row.n_failed or "")]
        cells += [f"{statistics.median(row.seconds):.4f}", f"{max(row.seconds):.3f}"]
        cells.append(f"{100 * row.valid_reads / row.reads:.0f}%" if row.reads else "")
        cells.append(f"{row.repairs / n:.1f}" if row.reads else "")
        table.append(cells)
    print_table(table)


def choose_chunks(levels: dict[int, Level]) -> list[IndependentSetProblem]:
    """Return the chunks drawn from levels of which the reductions leave something."""
    return [problem for level in levels.values() if level.n_left for problem in level.sample]


def print_references(
    problems: Sequence[IndependentSetProblem], references: Sequence[Reference]
) -> None:
    rows = [["problem", "vertices", "degree", "weight of the reference", ""]]
    for problem, reference in zip(problems, references, strict=True):
        degree = 2 * problem.n_edges / problem.n_vertices
        cells = [problem.name, f"{problem.n_vertices:,}", f"{degree:.1f}"]
        cells += [f"{reference.weight:.10g}", "proved" if reference.is_proved else "best known"]
        rows.append(cells)
    print_table(rows)
