"""bidvit beside other ways of clustering into very many clusters.

Every method runs on every data set, for several numbers of clusters, in a process of its own with
one thread and a time limit. Its seconds and its memory are taken, and its labels scored. Results
are kept line by line: started again with the same output folder, the comparison goes on where it
was broken off. Methods whose package is not installed are left out; `make rivals` installs all.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.datasets import FILES
from benchmarks.engine import describe_machine
from benchmarks.rivals.methods import METHOD_OF, METHODS
from benchmarks.rivals.runs import (
    SETS,
    Limits,
    Record,
    Run,
    choose_in_a_row,
    execute,
    explain_not_installed,
    is_installed,
)
from benchmarks.rivals.tables import draw, make_report, write_csv

if TYPE_CHECKING:
    from benchmarks.datasets import DataSet

EPILOG = f"""\
examples:
  python -m benchmarks.rivals
      the generated grids, nothing else needed
  python -m benchmarks.rivals --data ~/datasets --datasets covtype --k 10000 --time-limit 400
      all methods on one data set
  python -m benchmarks.rivals --only bidvit bidvit+1 faiss++ minibatch --k 1000
      four methods
  python -m benchmarks.rivals --datasets grid-3d-100k --in-a-row
      how long twenty numbers of clusters take, one after the other
  python -m benchmarks.rivals --quick
      does it work? 2,000 rows of each data set

methods: {", ".join(METHOD_OF)}

{FILES}
"""
QUICK_ROWS = 2000
MOST_QUICK_CLUSTERS = 200


def main() -> None:
    args = parse_arguments()
    args.output.mkdir(parents=True, exist_ok=True)
    record = Record(args.output / "rivals.jsonl")
    machine = keep_machine(args.output / "machine.json")
    missing = explain_not_installed()
    if missing:
        print("Left out, not installed: " + ", ".join(missing), file=sys.stderr)
    limits = Limits(args.time_limit, args.memory_limit, QUICK_ROWS if args.quick else None)
    for dataset, ks in SETS:
        if args.datasets and dataset.name not in args.datasets:
            continue
        reason = dataset.explain_missing(args.data)
        if reason:
            print(f"{dataset.name}: left out, {reason}", file=sys.stderr)
            continue
        compare(dataset, args.k or ks, args, record, limits)
    if not record.rows:
        sys.exit("There is nothing to show.")
    report = make_report(record.rows, machine)
    (args.output / "rivals.md").write_text(report, encoding="utf-8")
    write_csv(record.rows, args.output / "rivals.csv")
    print(report)
    for path in draw(record.rows, args.output):
        print(f"Drawn: {path}", file=sys.stderr)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.rivals",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder with real data sets")
    names = [dataset.name for dataset, _ in SETS]
    parser.add_argument(
        "--datasets",
        nargs="+",
        metavar="NAME",
        choices=names,
        help="only these data sets: " + ", ".join(names),
    )
    parser.add_argument(
        "--only", nargs="+", metavar="METHOD", choices=METHOD_OF, help="only these methods, below"
    )
    parser.add_argument(
        "--k", type=int, nargs="+", metavar="K", help="numbers of clusters, instead of the usual"
    )
    parser.add_argument(
        "--in-a-row",
        action="store_true",
        help="one process per method for twenty numbers of clusters, times alone",
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=600,
        metavar="S",
        help="processor seconds for one run (default: 600)",
    )
    parser.add_argument(
        "--memory-limit",
        type=float,
        default=16,
        metavar="GB",
        help="address space of one run (default: 16)",
    )
    parser.add_argument("--quick", action="store_true", help="few rows: does it work?")
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("build/rivals"),
        metavar="DIR",
        help="where results are kept (default: build/rivals)",
    )
    args = parser.parse_args()
    if args.data and not args.data.is_dir():
        parser.error(f"--data: there is no folder {args.data}")
    if args.k and min(args.k) < 2:
        parser.error("--k must be at least 2")
    if args.time_limit <= 0 or args.memory_limit <= 0:
        parser.error("--time-limit and --memory-limit must be positive")
    return args


def keep_machine(path: Path) -> dict[str, object]:
    """Describe this machine, or whatever the results in the folder were measured on."""
    if path.exists():
        kept: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
        return kept
    machine = describe_machine()
    path.write_text(json.dumps(machine, indent=2) + "\n", encoding="utf-8")
    return machine


def compare(
    dataset: DataSet,
    ks: tuple[int, ...],
    args: argparse.Namespace,
    record: Record,
    limits: Limits,
) -> None:
    """Do all runs on a data set that are not in the record yet."""
    X = dataset.load(args.data, limits.n_rows)
    if args.quick:
        ks = tuple(sorted({min(k, MOST_QUICK_CLUSTERS) for k in ks}))
    cases = [choose_in_a_row(len(X))] if args.in_a_row else [(k,) for k in ks]
    for case in cases:
        for method in METHODS:
            run = Run(dataset.name, method.name, case)
            chosen = not args.only or method.name in args.only
            if not chosen or not is_installed(method) or record.find(run):
                continue
            row = execute(run, method, X, limits)
            record.add(row)
            took = row["failure"] or f"{row['cpu_seconds']:.2f} s"
            shown = f"{case[0]:,}" if len(case) == 1 else f"{len(case)} numbers"
            print(f"{dataset.name}  k = {shown}  {method.name}: {took}", file=sys.stderr)


if __name__ == "__main__":
    main()
