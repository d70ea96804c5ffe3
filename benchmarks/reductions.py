"""What reductions leave of the chunks of whole data sets, level by level, and how long they take.

Every data set is clustered with plain distances, and the greedy heuristic selects, as by default.
Each chunk is reduced on the way.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import bidvit
from benchmarks.engine import describe_machine, print_table
from bidvit.datasets import make_grid
from bidvit.selection.greedy import GreedySolver
from bidvit.selection.reduce import RULES, fix_by_roof_duality, reduce_problem

if TYPE_CHECKING:
    from bidvit.selection.problem import IndependentSetProblem
    from bidvit.selection.solver import Selection

EPILOG = """\
examples:
  python -m benchmarks.reductions
      the generated grids, nothing else needed
  python -m benchmarks.reductions --data ~/datasets --roof 10
      the real data sets too, and roof duality on ten chunks of each level

DIR holds covtype.npz (UCI Covertype, 581,012 × 54, unscaled) and mnist.npz (the 60,000 training
digits as rows of 784 values 0 to 255), each with an array X. A file that is missing is left out.
"""
QUICK = 10  # --quick takes every tenth row
LEGEND = """\
Of each level: chunks, their vertices, mean degree; the share of the vertices that is reduced away,
also by rule; mean degree of what is left, and the share of the edges that is; milliseconds of the
processor per chunk, median and worst. With --roof, on chunks chosen at random: the share that roof
duality settles by itself, the share that the reductions remove, and both after one another.
"""


@dataclass(frozen=True)
class Case:
    """A data set with parameters."""

    name: str
    data: str
    max_chunk_size: int
    growth: float
    initial_epsilon: float
    file: str | None = None


CASES = (
    Case("grid-2d", "grid-2D, 100,000 rows", 1000, 1.3, 1.0),
    Case("grid-3d", "grid-3D, 100,000 rows", 500, 1.2, 0.5),
    Case("mnist", "MNIST / 255, 20,000 rows", 500, 1.2, 4.0, "mnist.npz"),
    Case("covtype", "Covertype", 1000, 1.5, 100.0, "covtype.npz"),
)


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


def main() -> None:
    args = parse_arguments()
    machine = describe_machine()
    print("{processor} × {n_processors}, kernels for {instruction_set}".format(**machine))
    print("Python {python}, NumPy {numpy}, 1-minute load {load:.2f}\n".format(**machine))
    print(LEGEND)
    report: dict[str, Any] = {"machine": machine, "arguments": vars(args), "cases": []}
    for case in CASES:
        if args.only and case.name not in args.only:
            continue
        if case.file and not (args.data and (args.data / case.file).is_file()):
            print(f"{case.name}: left out, it needs --data DIR with {case.file} in it\n")
            continue
        X = load(case, args.data)[:: QUICK if args.quick else 1]
        load_before = os.getloadavg()[0]
        print(
            f"{case.name}: {case.data}, κ = {case.max_chunk_size}, α = {case.growth}, "
            f"ε₀ = {case.initial_epsilon:g}; load {load_before:.2f}"
        )
        levels = measure(case, X, args.roof)
        print_levels(levels)
        comparisons = {number: compare(level.sample) for number, level in levels.items()}
        if args.roof:
            print_comparisons(levels, comparisons)
        report["cases"].append(
            {
                **asdict(case),
                "load": load_before,
                "levels": {
                    number: vars(level) | {"sample": vars(comparisons[number])}
                    for number, level in levels.items()
                },
            }
        )
    if args.json:
        args.json.write_text(json.dumps(report, indent=2, default=str) + "\n")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.reductions",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder with real data sets")
    parser.add_argument(
        "--roof",
        type=int,
        default=0,
        metavar="N",
        help="also give N chunks of each level to roof duality (default: 0)",
    )
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", choices=[case.name for case in CASES], help="cases"
    )
    parser.add_argument("--quick", action="store_true", help="does it work? On every tenth row")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything to FILE")
    args = parser.parse_args()
    if args.roof < 0:
        parser.error("--roof must be at least 0")
    return args


def load(case: Case, folder: Path | None) -> np.ndarray:
    if case.file is None:
        n_dims, n_per_cluster = (2, 1000) if case.name == "grid-2d" else (3, 100)
        return make_grid(n_dims, n_per_cluster, dtype=np.float32, random_state=0)[0]
    assert folder is not None
    with np.load(folder / case.file) as arrays:
        X: np.ndarray = arrays["X"]
    if case.name == "mnist":
        return X[:20_000].astype(np.float32) / np.float32(255)
    return X.astype(np.float32)


def measure(case: Case, X: np.ndarray, n_roof: int) -> dict[int, Level]:
    recorder = Recorder(n_roof)
    bidvit.cluster(
        np.ascontiguousarray(X),
        linkage="distance",
        max_chunk_size=case.max_chunk_size,
        growth=case.growth,
        initial_epsilon=case.initial_epsilon,
        radii="bound",
        selection=recorder,
        n_jobs=1,
        random_state=0,
    )
    return recorder.levels


def compare(problems: list[IndependentSetProblem]) -> Comparison:
    comparison = Comparison()
    for problem in problems:
        comparison.add(problem)
    return comparison


def print_levels(levels: dict[int, Level]) -> None:
    titles = ["level", "chunks", "vertices", "degree", "reduced", *RULES]
    rows = [(*titles, "degree left", "edges left", "ms", "worst")]
    total = Level()
    for number, level in sorted(levels.items()):
        rows.append(row_of(str(number), level))
        for name, value in vars(level).items():
            setattr(total, name, getattr(total, name) + value)
    rows.append(row_of("all", total))
    print_table(rows)
    print(f"{sum(total.seconds):.2f} s of the processor in all\n", flush=True)


def row_of(name: str, level: Level) -> tuple[str, ...]:
    n = level.n_vertices
    cells = [name, f"{level.n_chunks:,}", f"{n:,}", f"{2 * level.n_edges / n:.1f}"]
    cells += [percent(n - level.n_left, n), *(percent(level.removed[rule], n) for rule in RULES)]
    cells.append(f"{2 * level.n_edges_left / level.n_left:.1f}" if level.n_left else "")
    cells.append(percent(level.n_edges_left, level.n_edges))
    cells += [f"{1e3 * f(level.seconds):.2f}" for f in (statistics.median, max)]
    return tuple(cells)


def print_comparisons(levels: dict[int, Level], comparisons: dict[int, Comparison]) -> None:
    rows = [("level", "chunks", "vertices", "roof duality", "reductions", "and then roof duality")]
    for number, c in sorted(comparisons.items()):
        rows.append(
            (
                str(number),
                f"{len(levels[number].sample)}",
                f"{c.n_vertices:,}",
                percent(c.n_fixed, c.n_vertices),
                percent(c.n_vertices - c.n_left, c.n_vertices),
                percent(c.n_vertices - c.n_left + c.n_fixed_after, c.n_vertices),
            )
        )
    print_table(rows)
    print(flush=True)


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else ""


if __name__ == "__main__":
    main()
