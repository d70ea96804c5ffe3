"""Time and memory of the engine: whole trees, with the parameters of the paper.

Every data set is clustered three times over: with plain distances and nodes that are points, with
plain distances and centroids, and with Ward linkage. Times are without exact radii, what those cost
is measured apart. Cases run one after the other; the runs of a case take turns, so that a machine
that slows down slows all of them.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import platform
import statistics
import tempfile
import textwrap
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

import bidvit
from bidvit import _core
from bidvit.datasets import make_grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from bidvit.tree import ClusterTree

WIDTH = 100
QUICK = 10  # --quick takes every tenth row

EPILOG = """\
examples:
  python -m benchmarks.engine
      the generated grid, nothing else needed
  python -m benchmarks.engine --data ~/datasets --only covtype-500 mnist --runs 5
      two of the real data sets, five runs each
  python -m benchmarks.engine --data ~/datasets --json engine.json
      everything, for reading and for another program

DIR holds covtype.npz (UCI Covertype, 581,012 × 54, unscaled) and mnist.npz (the 60,000 training
digits as rows of 784 values 0 to 255), each with an array X. A file that is missing is left out.
"""


@dataclass(frozen=True)
class Case:
    """A data set with parameters, and what others needed for it, quoted, in seconds."""

    name: str
    data: str
    max_chunk_size: int
    growth: float
    initial_epsilon: float
    prototype: float
    paper: float | None

    @property
    def parameters(self) -> dict[str, Any]:
        return {
            "max_chunk_size": self.max_chunk_size,
            "growth": self.growth,
            "initial_epsilon": self.initial_epsilon,
        }


CASES = (
    Case("grid-3d", "grid-3D", 500, 1.2, 0.5, prototype=1.5, paper=75.22),
    Case("covtype-500", "Covertype", 500, 1.2, 30.0, prototype=3.0, paper=56.26),
    Case("covtype-2000", "Covertype", 2000, 1.1, 30.0, prototype=5.7, paper=301.36),
    Case("covtype-1000", "Covertype", 1000, 1.5, 100.0, prototype=1.25, paper=None),
    Case("mnist", "MNIST / 255", 500, 1.2, 4.0, prototype=3.1, paper=None),
)
FILES = {"Covertype": "covtype.npz", "MNIST / 255": "mnist.npz"}

VARIANTS: dict[str, dict[str, Any]] = {
    "point": {"linkage": "distance", "representation": "point"},
    "centroid": {"linkage": "distance", "representation": "centroid"},
    "ward": {"linkage": "ward", "representation": "centroid"},
}
# What `tree.seconds` counts instead of timing.
COUNTS = ("edges", "measured")


@dataclass
class Measurement:
    """One way of clustering one data set."""

    seconds: dict[int, list[float]] = field(default_factory=dict)  # by number of threads
    cpu_seconds: list[float] = field(default_factory=list)  # of the first number of threads
    radii_share: list[float] = field(
        default_factory=list
    )  # exact radii, against the rest of the fit
    steps: dict[str, float] = field(default_factory=dict)  # of the fastest run in one thread
    edges: int = 0
    nodes_per_level: list[int] = field(default_factory=list)
    memory: float | None = None  # peak beyond the input, as a multiple of the input

    def best(self, threads: int) -> float:
        return min(self.seconds[threads])

    def median(self, threads: int) -> float:
        return statistics.median(self.seconds[threads])


def main() -> None:
    args = parse_arguments()
    fit(np.eye(10, dtype=np.float32), "ward", 1)  # loads what is loaded on first use
    report: dict[str, Any] = {"machine": describe_machine(), "arguments": vars(args), "cases": []}
    print_machine(report["machine"], args)
    print_legend(args)
    print()
    rows = []
    loaded: tuple[str, Any] = ("", None)
    for case in CASES:
        if args.only and case.name not in args.only:
            continue
        if case.data in FILES and (missing := explain_missing(case, args.data)):
            print(f"{case.name}: left out, {missing}")
            continue
        if loaded[0] != case.data:
            loaded = case.data, load(case.data, args.data)
        X = loaded[1][:: QUICK if args.quick else 1]
        X = np.ascontiguousarray(X)
        limits = measure_limits()
        load_before = os.getloadavg()[0]
        print_case(case, X, limits, load_before)
        measured = measure(case, X, args.runs, args.threads)
        print_times(case, measured, args)
        print_steps(measured)
        print_nodes(measured)
        rows.append((case, measured))
        report["cases"].append(
            {
                **asdict(case),
                "shape": X.shape,
                "input_bytes": X.nbytes,
                "load": load_before,
                **limits,
                "variants": {name: asdict(m) for name, m in measured.items()},
            }
        )
    if len(rows) > 1:
        print_summary(rows, args)
    print(f"\n1-minute load average at the end: {os.getloadavg()[0]:.2f}")
    if args.json:
        args.json.write_text(json.dumps(report, indent=2, default=str) + "\n")
        print(f"Written to {args.json}")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.engine",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="folder with the real data sets, see below"
    )
    parser.add_argument(
        "--runs", type=int, default=3, metavar="N", help="runs of each variant (default: 3)"
    )
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="NAME",
        choices=[case.name for case in CASES],
        help="only these cases: " + ", ".join(case.name for case in CASES),
    )
    parser.add_argument(
        "--threads",
        type=int,
        nargs="+",
        default=[1, 2],
        metavar="N",
        help="numbers of threads to compare; the first is what the tables show (default: 1 2)",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="one run on every tenth row: does it work? The times say nothing",
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write everything that was measured to FILE"
    )
    args = parser.parse_args()
    if args.runs < 1 or min(args.threads) < 1:
        parser.error("--runs and --threads must be at least 1")
    if args.data and not args.data.is_dir():
        parser.error(f"--data: there is no folder {args.data}")
    if args.quick:
        args.runs = 1
    return args


def explain_missing(case: Case, folder: Path | None) -> str | None:
    """Why a data set cannot be had; None if it can."""
    file = FILES[case.data]
    if folder is None:
        return f"it needs --data DIR with {file} in it"
    return None if (folder / file).is_file() else f"there is no {file} in {folder}"


def load(data: str, folder: Path | None) -> np.ndarray:
    """Load or make a data set as float32."""
    if data == "grid-3D":
        return make_grid(3, 1000, dtype=np.float32, random_state=0)[0]
    assert folder is not None
    with np.load(folder / FILES[data]) as arrays:
        X: np.ndarray = arrays["X"].astype(np.float32)
    if data == "MNIST / 255":
        X /= np.float32(255)
    return X


def fit(
    X: np.ndarray, variant: str, threads: int, radii: Any = "bound", **parameters: Any
) -> tuple[ClusterTree, float, float]:
    """Cluster, and say how long it took: on the clock, and of all processors together."""
    cpu_start, start = time.process_time(), time.perf_counter()
    tree = bidvit.cluster(
        X, **VARIANTS[variant], **parameters, radii=radii, n_jobs=threads, random_state=0
    )
    return tree, time.perf_counter() - start, time.process_time() - cpu_start


def measure(case: Case, X: np.ndarray, n_runs: int, threads: list[int]) -> dict[str, Measurement]:
    """All variants of a case, in turns."""
    measured = {name: Measurement() for name in VARIANTS}
    for _ in range(n_runs):
        for name, m in measured.items():
            for n_threads in threads:
                tree, seconds, cpu_seconds = fit(X, name, n_threads, **case.parameters)
                times = m.seconds.setdefault(n_threads, [])
                times.append(seconds)
                if n_threads == threads[0]:
                    m.cpu_seconds.append(cpu_seconds)
                if n_threads == threads[0] and seconds == min(times):
                    m.steps = {k: v for k, v in tree.seconds.items() if k not in COUNTS}
                    m.edges = int(tree.seconds["edges"])
                    m.nodes_per_level = [level.n_nodes for level in tree.levels]
                del tree
            tree, seconds, _ = fit(X, name, threads[0], "exact", **case.parameters)
            m.radii_share.append(tree.seconds["radii"] / (seconds - tree.seconds["radii"]))
            del tree
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "input.npy"
        np.save(path, X)
        for name, m in measured.items():
            m.memory = measure_memory(path, name, threads[0], case.parameters)
    return measured


def measure_memory(
    path: Path, variant: str, threads: int, parameters: dict[str, Any]
) -> float | None:
    """Peak memory of a fit beyond its input, in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        peak: float | None = pool.apply(_peak_of_fit, (path, variant, threads, parameters))
    return peak


def _peak_of_fit(
    path: Path, variant: str, threads: int, parameters: dict[str, Any]
) -> float | None:
    status = Path("/proc/self/status")
    if not status.exists():
        return None

    def kilobytes(entry: str) -> int:
        [line] = [s for s in status.read_text().splitlines() if s.startswith(entry)]
        return int(line.split()[1])

    X = np.load(path)
    fit(X[:100], variant, threads, **parameters)
    # The peak so far is forgotten; where that is not allowed, it was not above what is held now.
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    before = kilobytes("VmRSS")
    fit(X, variant, threads, **parameters)
    return (kilobytes("VmHWM") - before) * 1024 / float(X.nbytes)


def measure_limits() -> dict[str, float]:
    """What one thread of this machine can do right now: the best of several short trials."""
    n = 2048
    a = np.ones((n, n), np.float32)
    b, product = a.copy(), np.empty_like(a)
    with threadpool_limits(1):
        gflops = 2e-9 * n**3 / shortest(lambda: np.matmul(a, b, out=product))
    source = np.ones(2**25, np.float64)
    target = np.empty_like(source)
    bandwidth = 2e-9 * source.nbytes / shortest(lambda: np.copyto(target, source))
    return {"sgemm_gflops": gflops, "copy_gb_per_s": bandwidth}


def shortest(run: Callable[[], object], n_trials: int = 4) -> float:
    times = []
    for _ in range(n_trials):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def describe_machine() -> dict[str, Any]:
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                processor = line.split(":", 1)[1].strip()
                break
    return {
        "processor": processor,
        "n_processors": os.cpu_count(),
        "instruction_set": _core.instruction_set(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "load": os.getloadavg()[0],
    }


def print_machine(machine: dict[str, Any], args: argparse.Namespace) -> None:
    print("{processor} × {n_processors}, kernels for {instruction_set}".format(**machine))
    print("Python {python}, NumPy {numpy}, 1-minute load {load:.2f}".format(**machine))
    if args.quick:
        print("QUICK: one run on every tenth row; do not compare these times with anything.")


def print_legend(args: argparse.Namespace) -> None:
    first, *others = args.threads
    runs = f"{args.runs} runs" if args.runs > 1 else "one run"
    legend = [
        (
            "median, best",
            f"seconds, {runs} in {first} thread{'s' if first > 1 else ''}; radii not exact",
        ),
        ("cpu", "processor seconds, which other programs disturb less"),
        ("of point", "against plain distances with points for nodes"),
        ("proto*", "seconds of a rough version in C++ with points for nodes, on a quiet machine"),
        ("paper*", "seconds as published"),
        *((f"{n} threads", f"how many times as fast as {first}") for n in others),
        ("radii", "time to measure exact ones, against the rest of the fit"),
        ("memory", "peak beyond the input, in multiples of the input"),
    ]
    print()
    for term, meaning in legend:
        print(f"  {term:<14}{meaning}")


def print_case(case: Case, X: np.ndarray, limits: dict[str, float], load: float) -> None:
    n, d = X.shape
    print("=" * WIDTH)
    print(
        f"{case.name}: {case.data}, {n:,} × {d} {X.dtype}, {X.nbytes / 1e6:.1f} MB;  "
        f"κ={case.max_chunk_size}  α={case.growth:g}  ε₀={case.initial_epsilon:g}"
    )
    print(
        f"load {load:.2f}; one thread just now: sgemm {limits['sgemm_gflops']:.0f} GFLOP/s, "
        f"copying {limits['copy_gb_per_s']:.1f} GB/s (read and written)"
    )


def print_table(rows: list[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print("  ".join(cells).rstrip())


def print_times(case: Case, measured: dict[str, Measurement], args: argparse.Namespace) -> None:
    first, *others = args.threads
    quoted = [("proto*", case.prototype)]
    if case.paper is not None:
        quoted.append(("paper*", case.paper))
    titles = ["seconds", "median", "best", "cpu", "of point"]
    for who, _ in quoted:
        titles += [who, ""]
    titles += [f"{n} threads" for n in others]
    titles += ["radii", "memory"]
    rows = [tuple(titles)]
    for name, m in measured.items():
        median = m.median(first)
        cells = [name, f"{median:.3f}", f"{m.best(first):.3f}"]
        cells.append(f"{statistics.median(m.cpu_seconds):.3f}")
        cells.append(f"{median / measured['point'].median(first):.2f}")
        for _, seconds in quoted:
            cells += [f"{seconds:g}", "-" if args.quick else f"{seconds / median:.1f}×"]
        cells += [f"{median / m.median(n):.2f}×" for n in others]
        cells.append(f"+{100 * statistics.median(m.radii_share):.0f}%")
        cells.append("-" if m.memory is None else f"{m.memory:.2f}×")
        rows.append(tuple(cells))
    print()
    print_table(rows)
    print("* quoted, not measured here; beside it, how many times as fast the median is")


def print_steps(measured: dict[str, Measurement]) -> None:
    steps = sorted(
        {step for m in measured.values() for step in m.steps},
        key=lambda step: -sum(m.steps.get(step, 0) for m in measured.values()),
    )
    rows = [("share of time", *measured)]
    for step in steps:
        shares = [m.steps.get(step, 0) / sum(m.steps.values()) for m in measured.values()]
        rows.append((f"  {step}", *(f"{100 * share:.1f}%" for share in shares)))
    rows.append(("edges", *(f"{m.edges:,}" for m in measured.values())))
    rows.append(("levels", *(f"{len(m.nodes_per_level)}" for m in measured.values())))
    print()
    print_table(rows)


def print_nodes(measured: dict[str, Measurement]) -> None:
    print("\nnodes per level")
    for name, m in measured.items():
        print(
            textwrap.fill(
                " ".join(map(str, m.nodes_per_level)),
                WIDTH,
                initial_indent=f"  {name:<10}",
                subsequent_indent=" " * 12,
            )
        )
    print()


def print_summary(
    rows: list[tuple[Case, dict[str, Measurement]]], args: argparse.Namespace
) -> None:
    first, *others = args.threads
    table = [
        (
            "all cases",
            *VARIANTS,
            "centroid/point",
            "ward/centroid",
            "proto*/point",
            *(f"{n} threads" for n in others),
        )
    ]
    for case, measured in rows:
        medians = {name: m.median(first) for name, m in measured.items()}
        table.append(
            (
                case.name,
                *(f"{seconds:.3f}" for seconds in medians.values()),
                f"{medians['centroid'] / medians['point']:.2f}",
                f"{medians['ward'] / medians['centroid']:.2f}",
                "-" if args.quick else f"{case.prototype / medians['point']:.2f}",
                *(f"{medians['point'] / measured['point'].median(n):.2f}×" for n in others),
            )
        )
    print("=" * WIDTH)
    print_table(table)


if __name__ == "__main__":
    main()
