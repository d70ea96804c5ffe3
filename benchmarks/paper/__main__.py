"""The paper's tables and figures, made again: what it shows beside what bidvit gives today.

Every part writes a table (CSV) and most a picture (PNG); report.md puts them together, with the
paper's own figures quoted beside ours. Parts whose data are missing are left out, and the report
says so. Everything runs in one thread.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import datasets
from benchmarks.datasets import FILES, DataSet
from benchmarks.engine import describe_machine
from benchmarks.paper.covertype import compare_on_subset, score_covertype
from benchmarks.paper.photograph import quantize_photograph
from benchmarks.paper.pictures import draw_grid, draw_mnist
from benchmarks.paper.purity import compare_purity
from benchmarks.paper.quantum import score_selections, time_levels
from benchmarks.paper.results import LeftOut, Result, Task
from benchmarks.paper.runtime import measure_runtime

if TYPE_CHECKING:
    from collections.abc import Callable

EPILOG = f"""\
examples:
  python -m benchmarks.paper
      what needs no data: the grids and a photograph that comes with scikit-learn
  python -m benchmarks.paper --data ~/datasets --output paper
      everything
  python -m benchmarks.paper --data ~/datasets --only mnist-2d --tsne-rows 10000
      one part, on some of the digits
  python -m benchmarks.paper --only photograph --image holiday.jpg
      another photograph
  python -m benchmarks.paper --quick
      does it work? Few rows, one run

{FILES} baboon.png there is the photograph of the last part.
"""


@dataclass(frozen=True)
class Part:
    """A table or figure of the paper."""

    name: str
    make: Callable[[Task], Result]
    needs: DataSet | None = None


PARTS = (
    Part("grid-2d", draw_grid),
    Part("mnist-2d", draw_mnist, datasets.MNIST),
    Part("covertype-scores", score_covertype, datasets.COVTYPE),
    Part("covertype-comparison", compare_on_subset, datasets.COVTYPE),
    Part("runtime", measure_runtime),
    Part("purity", compare_purity),
    Part("quantum-scores", score_selections, datasets.MNIST),
    Part("quantum-levels", time_levels),
    Part("photograph", quantize_photograph),
)
FOOT = """\
What cannot be made again: the paper's own runs of PERCH, and those on a D-Wave 2000Q. What stands
in quotation marks or in columns “in the paper” is quoted from *A Quantum Annealing-Based Approach
to Extreme Clustering*, arXiv:1903.08256."""


def main() -> None:
    args = parse_arguments()
    args.output.mkdir(parents=True, exist_ok=True)
    task = Task(
        args.data,
        args.output,
        args.quick,
        args.time_limit,
        1 if args.quick else args.runs,
        args.tsne_rows,
        args.image,
    )
    chapters = []
    for part in PARTS:
        if args.only and part.name not in args.only:
            continue
        print(f"{part.name} ...", file=sys.stderr, flush=True)
        try:
            make(part, task)
        except LeftOut as reason:
            chapters.append(f"## {part.name}\n\nLeft out: {reason}.")
    for part in PARTS:
        kept = args.output / f"{part.name}.md"
        if kept.exists():
            chapters.append(kept.read_text(encoding="utf-8"))
    machine = describe_machine()
    head = (
        "# The paper, made again\n\nMeasured on {processor} × {n_processors}, bidvit's kernels for "
        "{instruction_set}; Python {python}, NumPy {numpy}.".format(**machine)
    )
    if args.quick:
        head += "\n\n**QUICK: few rows; do not compare these figures with anything.**"
    report = "\n\n".join([head, *chapters, FOOT]) + "\n"
    (args.output / "report.md").write_text(report, encoding="utf-8")
    print(report)
    print(f"Written to {args.output / 'report.md'}", file=sys.stderr)


def make(part: Part, task: Task) -> None:
    """Make a part, and keep it for the reports of further runs with the same folder."""
    missing = part.needs.explain_missing(task.data) if part.needs else None
    if missing:
        raise LeftOut(missing)
    result = part.make(task)
    result.save(task.output)
    (task.output / f"{part.name}.md").write_text(result.to_markdown(), encoding="utf-8")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.paper",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder with real data sets")
    names = [part.name for part in PARTS]
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="PART",
        choices=names,
        help="only these parts: " + ", ".join(names),
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("build/paper"),
        metavar="DIR",
        help="where the report goes (default: build/paper)",
    )
    parser.add_argument(
        "--runs", type=int, default=5, metavar="N", help="runs of the timed trees (default: 5)"
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=120,
        metavar="S",
        help="once another method takes longer, larger k are left out (default: 120)",
    )
    parser.add_argument(
        "--tsne-rows",
        type=int,
        default=60_000,
        metavar="N",
        help="digits that t-SNE flattens, which takes two minutes for all 60000, the default; the "
        "result is kept",
    )
    parser.add_argument("--image", type=Path, metavar="FILE", help="a photograph to quantize")
    parser.add_argument("--quick", action="store_true", help="few rows, one run: does it work?")
    args = parser.parse_args()
    if args.data and not args.data.is_dir():
        parser.error(f"--data: there is no folder {args.data}")
    if args.image and not args.image.is_file():
        parser.error(f"--image: there is no file {args.image}")
    if args.runs < 1 or args.tsne_rows < 100:
        parser.error("--runs must be at least 1, --tsne-rows at least 100")
    return args


if __name__ == "__main__":
    main()
