"""Cuts and Lloyd steps: how good they are, and what a step costs beside brute force.

For each data set a tree, its cut at some numbers of clusters, and steps of `Cut.refine` from there:
Calinski–Harabasz scores, inertia, and seconds of the processor. A step of brute force is the search
alone, a matrix product per block of rows and centers, and the least entry of each row, with the
best of several block sizes. It is measured on some rows, since it takes as long for any. With
--explore, trees by other parameters are scored beside the defaults. Everything runs in one thread.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

import bidvit
from benchmarks.engine import describe_machine, print_table
from benchmarks.nearest import best_block_sizes, brute_force
from bidvit.datasets import make_grid

if TYPE_CHECKING:
    from bidvit.cuts import Cut

EPILOG = """\
examples:
  python -m benchmarks.refine
      generated data, nothing else needed
  python -m benchmarks.refine --data ~/datasets --only covtype mnist
      real data sets
  python -m benchmarks.refine --explore --only grid --steps 1
      which parameters give the best cuts

DIR holds covtype.npz (UCI Covertype, 581,012 × 54, unscaled), mnist.npz (the 60,000 training digits
as rows of 784 values 0 to 255) and glove100_150k.npz (word vectors), each with an array X. A file
that is missing is left out. Where a case has fewer rows than its file, these are the first after
shuffling with numpy.random.default_rng(0).permutation. Scores of different rows cannot be compared:
the first 50,000 word vectors of the file, unshuffled, score a third higher.
"""
BRUTE_ROWS = 4000
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"growth": 1.05},
    {"growth": 1.2},
    {"max_chunk_size": 500},
    {"max_chunk_size": 1000},
    {"max_chunk_size": 2000},
    {"max_chunk_size": 4000},
    {"initial_collapse": 0.1},
    {"initial_collapse": 0.5},
    {"weight_scaling": "linear"},
    {"weight_scaling": "logarithmic"},
    {"coarsening": "dense"},
    {"growth": 1.05, "max_chunk_size": 2000},
)


@dataclass(frozen=True)
class Case:
    """A data set and numbers of clusters."""

    name: str
    kind: str
    n_rows: int
    n_clusters: tuple[int, ...]


CASES = (
    Case("grid", "grid-3D", 100_000, (5000, 1000)),
    Case("covtype-20k", "covtype.npz", 20_000, (2000, 500)),
    Case("covtype", "covtype.npz", 581_012, (10_000,)),
    Case("mnist-20k", "mnist.npz", 20_000, (1000,)),
    Case("glove-50k", "glove100_150k.npz", 50_000, (1000,)),
)


def main() -> None:
    args = parse_arguments()
    machine = describe_machine()
    print("{processor} × {n_processors}, kernels for {instruction_set}".format(**machine))
    print("Python {python}, NumPy {numpy}, 1-minute load {load:.2f}\n".format(**machine))
    report: dict[str, Any] = {"machine": machine, "arguments": vars(args), "cases": []}
    for case in CASES:
        if args.only and not any(case.name.startswith(name) for name in args.only):
            continue
        if case.kind.endswith(".npz") and not (args.data and (args.data / case.kind).is_file()):
            print(f"{case.name}: left out, it needs --data DIR with {case.kind} in it\n")
            continue
        X = load(case, args.data)
        print(f"{case.name}: {len(X):,} × {X.shape[1]}; load {os.getloadavg()[0]:.2f}")
        with threadpool_limits(1):
            run = explore if args.explore else measure
            measured = run(case, X, args.steps)
        print_table([tuple(measured[0]), *(tuple(row.values()) for row in measured)])
        print(flush=True)
        report["cases"].append({"name": case.name, "n_rows": len(X), "rows": measured})
    if args.json:
        args.json.write_text(json.dumps(report, indent=2, default=str) + "\n")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.refine",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder with real data sets")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="cases whose names begin so")
    parser.add_argument("--steps", type=int, default=3, metavar="N", help="steps (default: 3)")
    parser.add_argument("--explore", action="store_true", help="other parameters of the tree")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything to FILE")
    args = parser.parse_args()
    if args.steps < 0:
        parser.error("--steps must be at least 0")
    return args


def load(case: Case, folder: Path | None) -> np.ndarray:
    if case.kind == "grid-3D":
        X, _ = make_grid(3, case.n_rows // 1000, random_state=0)
        return np.ascontiguousarray(X, np.float32)
    assert folder is not None
    with np.load(folder / case.kind) as arrays:
        X = arrays["X"]
    if len(X) > case.n_rows:
        X = X[np.random.default_rng(0).permutation(len(X))[: case.n_rows]]
    X = np.ascontiguousarray(X, np.float32)
    if case.name.startswith("glove"):
        X /= np.linalg.norm(X, axis=1)[:, None]
    return X / np.float32(255) if case.name.startswith("mnist") else X


def score(X: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """Calinski–Harabasz and inertia, in float64, a few rows at a time."""
    n, k = len(X), int(labels.max()) + 1
    counts = np.bincount(labels, minlength=k)
    mean = X.mean(axis=0, dtype=np.float64)
    sums = np.stack([np.bincount(labels, x - m, k) for x, m in zip(X.T, mean, strict=True)], axis=1)
    total = 0.0
    for begin in range(0, n, 1 << 14):
        total += float(np.square(X[begin : begin + (1 << 14)] - mean).sum())
    between = float((np.square(sums).sum(axis=1) / counts).sum())
    within = total - between
    return between / within * (n - k) / (k - 1), within


def cut_and_refine(cut: Cut, X: np.ndarray, steps: int) -> list[tuple[float, float, float]]:
    """Score, inertia and seconds of the cut's labels and of every step."""
    found = []
    for step in range(steps + 1):
        start = time.process_time()
        if step:
            cut = cut.refine()
        labels = cut.labels
        seconds = time.process_time() - start
        found.append((*score(X, labels), seconds))
    return found


def measure(case: Case, X: np.ndarray, steps: int) -> list[dict[str, str]]:
    start = time.process_time()
    tree = bidvit.cluster(X, random_state=0)
    of_tree = time.process_time() - start
    rows = []
    for k in case.n_clusters:
        start = time.process_time()
        cut = tree.cut(n_clusters=k)
        centers = np.ascontiguousarray(cut.centers)
        of_cut = time.process_time() - start
        some = X[np.linspace(0, len(X) - 1, min(len(X), BRUTE_ROWS)).astype(np.int64)]
        size = best_block_sizes(centers, some[:1000])
        start = time.process_time()
        brute_force(centers, some, *size)
        of_brute = (time.process_time() - start) / len(some) * len(X)
        for step, (quality, inertia, seconds) in enumerate(cut_and_refine(cut, X, steps)):
            rows.append(
                {
                    "clusters": f"{k:,}" if step == 0 else "",
                    "": "tree and cut" if step == 0 else f"step {step}",
                    "Calinski-Harabasz": f"{quality:,.1f}",
                    "inertia": f"{inertia:.5g}",
                    "seconds": f"{of_tree + of_cut if step == 0 else seconds:.3f}",
                    "brute force": f"{of_brute:.2f}",
                    "ratio": "" if step == 0 else f"1/{of_brute / seconds:.1f}",
                }
            )
    return rows


def explore(case: Case, X: np.ndarray, steps: int) -> list[dict[str, str]]:
    rows = []
    for setting in SETTINGS:
        start = time.process_time()
        tree = bidvit.cluster(X, random_state=0, **setting)
        of_tree = time.process_time() - start
        for k in case.n_clusters:
            scores = cut_and_refine(tree.cut(n_clusters=k), X, steps)
            rows.append(
                {
                    "parameters": ", ".join(f"{a}={b}" for a, b in setting.items()) or "defaults",
                    "clusters": f"{k:,}",
                    "tree, seconds": f"{of_tree:.2f}",
                    **{
                        ("cut" if step == 0 else f"step {step}"): f"{quality:,.1f}"
                        for step, (quality, _, _) in enumerate(scores)
                    },
                }
            )
    return rows


if __name__ == "__main__":
    main()
