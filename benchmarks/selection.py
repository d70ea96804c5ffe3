"""Selection: what reductions remove, how solvers compare, and what it does to clusterings.

reductions   share of the vertices that reductions remove, per level of each data set
graphs       solvers on 18 graphs of 1,000 vertices
chunks       solvers side by side on chunks of each data set
clusterings  scores and nodes per level of whole fits, by selection
fits         seconds of whole fits, greedy against local search

Output is Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import clusterings, reductions, solvers
from benchmarks.cases import CASES, Case, load, make_graphs
from benchmarks.engine import describe_machine

PARTS = ("reductions", "graphs", "chunks", "clusterings", "fits")
EPILOG = """\
examples:
  python -m benchmarks.selection
      the 18 graphs and the generated grids, nothing else needed
  python -m benchmarks.selection --data ~/datasets --json selection.json > selection.md
      everything, for reading and for another program
  python -m benchmarks.selection --data ~/datasets --parts reductions --roof 10
      reductions alone, and roof duality on ten chunks of each level
  python -m benchmarks.selection --data ~/datasets --parts fits --only covtype
      whether a fit with local search takes at most three times as long as one with greedy

DIR holds covtype.npz (UCI Covertype, 581,012 × 54, unscaled) and mnist.npz (the 60,000 training
digits as rows of 784 values 0 to 255), each with an array X. A file that is missing is left out.
"""
QUICK = 10  # --quick takes every tenth row


def main() -> None:
    args = parse_arguments()
    machine = describe_machine()
    print("# Selection\n")
    print("{processor} × {n_processors}, kernels for {instruction_set};".format(**machine))
    print("Python {python}, NumPy {numpy}, 1-minute load {load:.2f}.\n".format(**machine))
    if args.quick:
        print("QUICK: on every tenth row; do not compare these figures with anything.\n")
    report: dict[str, Any] = {"machine": machine, "arguments": vars(args)}
    start = time.perf_counter()
    if "graphs" in args.parts:
        report["graphs"] = report_graphs(args)
    cases = []
    for case in CASES:
        if args.only and case.name not in args.only:
            continue
        if case.file and not (args.data and (args.data / case.file).is_file()):
            print(f"{case.name}: left out, it needs --data DIR with {case.file} in it\n")
            continue
        cases.append(case)
    for part in args.parts:
        if part == "graphs" or not cases:
            continue
        print(f"## {TITLES[part]}\n")
        print(LEGENDS[part])
        for case in cases:
            X = np.ascontiguousarray(load(case, args.data)[:: QUICK if args.quick else 1])
            print(f"### {case}\n", flush=True)
            report.setdefault(part, {})[case.name] = report_case(part, case, X, args)
    minutes = (time.perf_counter() - start) / 60
    print(f"{minutes:.0f} minutes in all, 1-minute load at the end {os.getloadavg()[0]:.2f}.")
    if args.json:
        args.json.write_text(json.dumps(report, indent=2, default=str) + "\n")


TITLES = {
    "reductions": "Reductions",
    "chunks": "Solvers on chunks",
    "clusterings": "Clusterings",
    "fits": "Whole fits, in one thread",
}
LEGENDS = {
    "reductions": reductions.LEGEND,
    "chunks": "Chunks drawn from each level of which reductions leave something.\n\n"
    + solvers.LEGEND,
    "clusterings": clusterings.LEGEND,
    "fits": "Processor seconds, medians of runs that take turns; without exact radii.\n",
}


def report_graphs(args: argparse.Namespace) -> dict[str, Any]:
    print("## Graphs of 1,000 vertices\n")
    print(solvers.LEGEND)
    problems = list(make_graphs(1000 // (QUICK if args.quick else 1)))
    references = [solvers.find_reference(problem, args.time_limit) for problem in problems]
    rows, references = solvers.run(problems, references, solvers.ON_GRAPHS, solvers.TRIED_SEEDS)
    print(f"With seeds {', '.join(map(str, solvers.TRIED_SEEDS))}:\n")
    solvers.print_rows(rows)
    solvers.print_references(problems, references)
    return {name: vars(row) for name, row in rows.items()}


def report_case(part: str, case: Case, X: np.ndarray, args: argparse.Namespace) -> dict[str, Any]:
    if part == "fits":
        return clusterings.time_fits(case, X, args.runs)
    if part == "clusterings":
        return clusterings.compare_clusterings(case, X, args.chunk_limit)
    if part == "reductions":
        return reductions.report_reductions(reductions.record_levels(case, X, args.roof), args.roof)
    problems = solvers.choose_chunks(reductions.record_levels(case, X, args.chunks))
    references = [solvers.find_reference(problem, args.time_limit) for problem in problems]
    rows, references = solvers.run(problems, references, solvers.ON_CHUNKS)
    solvers.print_rows(rows)
    solvers.print_references(problems, references)
    return {name: vars(row) for name, row in rows.items()}


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.selection",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder with real data sets")
    parser.add_argument(
        "--parts", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help="see above"
    )
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", choices=[case.name for case in CASES], help="data sets"
    )
    parser.add_argument(
        "--chunks", type=int, default=2, metavar="N", help="chunks per level (default: 2)"
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=60,
        metavar="S",
        help="seconds for the proof of each reference (default: 60)",
    )
    parser.add_argument(
        "--chunk-limit",
        type=float,
        default=2,
        metavar="S",
        help="seconds per chunk of the fits by the exact solver (default: 2)",
    )
    parser.add_argument(
        "--roof",
        type=int,
        default=0,
        metavar="N",
        help="also give N chunks of each level to roof duality (default: 0)",
    )
    parser.add_argument(
        "--runs", type=int, default=3, metavar="N", help="runs of each timed fit (default: 3)"
    )
    parser.add_argument("--quick", action="store_true", help="does it work? On every tenth row")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything to FILE")
    args = parser.parse_args()
    if args.roof < 0:
        parser.error("--roof must be at least 0")
    if min(args.chunks, args.runs) < 1 or min(args.time_limit, args.chunk_limit) <= 0:
        parser.error("--chunks, --runs, --time-limit and --chunk-limit must be positive")
    if args.data and not args.data.is_dir():
        parser.error(f"--data: there is no folder {args.data}")
    return args


if __name__ == "__main__":
    main()
