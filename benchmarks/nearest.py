"""Time to find the nearest of many centres: through a tree, and by brute force.

Brute force is a matrix product per block of queries and centres, and the least entry of each row,
with the best of several block sizes. A tree over the centres is made with `bidvit.cluster`. The
first search makes blocks or whatever it needs, and that time counts; the runs of all ways take
turns. Everything runs in one thread.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.spatial import cKDTree
from sklearn.neighbors import NearestNeighbors
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

import bidvit
from benchmarks.engine import describe_machine, print_table
from bidvit.nearest import NearestRows
from bidvit.parallel import Workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from bidvit.nodes import Nodes

EPILOG = """\
examples:
  python -m benchmarks.nearest
      generated data, nothing else needed
  python -m benchmarks.nearest --data ~/datasets --only covtype mnist --runs 5
      the real data sets, five runs each

DIR holds covtype.npz (UCI Covertype, 581,012 × 54, unscaled) and mnist.npz (the 60,000 training
digits as rows of 784 values 0 to 255), each with an array X. A file that is missing is left out.
"""
QUICK = 20  # --quick takes every twentieth centre and query
BRUTE_QUERIES = 2000  # brute force takes as long for any query: some are enough
SLOW_QUERIES = 5000  # likewise for peers


@dataclass(frozen=True)
class Case:
    """Where centres and queries come from, and how many times brute force is to be beaten."""

    name: str
    kind: str
    n_dims: int
    n_centres: int = 100_000
    n_queries: int = 100_000


CASES = (
    *(Case(f"clustered-{d}", "clustered", d) for d in (2, 3, 8, 16)),
    *(Case(f"broad-{d}", "broad", d) for d in (8, 16)),
    *(Case(f"uniform-{d}", "uniform", d) for d in (2, 3, 8)),
    Case("uniform-16", "uniform", 16, n_queries=10_000),
    Case("covtype", "covtype.npz", 54),
    Case("mnist", "mnist.npz", 784, 10_000, 20_000),
)
KINDS = {
    "clustered": "1,000 Gaussians, a tenth as wide as their centres are apart",
    "broad": "20 Gaussians of 5,000 centres each",
    "uniform": "the unit cube",
    "covtype.npz": "Covertype",
    "mnist.npz": "MNIST / 255",
}


@dataclass
class Measurement:
    """Microseconds per query."""

    elapsed: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def add(self, run: Callable[[], Any], n_queries: int) -> Any:
        cpu, start = time.process_time(), time.perf_counter()
        answer = run()
        self.elapsed.append((time.perf_counter() - start) / n_queries * 1e6)
        self.processor.append((time.process_time() - cpu) / n_queries * 1e6)
        return answer


def main() -> None:
    args = parse_arguments()
    machine = describe_machine()
    print("{processor} × {n_processors}, kernels for {instruction_set}".format(**machine))
    print("Python {python}, NumPy {numpy}, 1-minute load {load:.2f}\n".format(**machine))
    print("Microseconds per query: elapsed, and of the processor, which other programs disturb")
    print("less; medians. Beside them how many times as fast as brute force that is.\n")
    report: dict[str, Any] = {"machine": machine, "arguments": vars(args), "cases": []}
    for case in CASES:
        if args.only and case.name not in args.only:
            continue
        if case.kind.endswith(".npz") and not (args.data and (args.data / case.kind).is_file()):
            print(f"{case.name}: left out, it needs --data DIR with {case.kind} in it\n")
            continue
        centres, queries = load(case, args.data)
        if args.quick:
            centres, queries = centres[::QUICK], queries[::QUICK]
        load_before = os.getloadavg()[0]
        print(
            f"{case.name}: {len(centres):,} centres, {len(queries):,} queries, "
            f"{case.n_dims} dimensions, {KINDS[case.kind]}; load {load_before:.2f}"
        )
        measured = measure(centres, queries, args.runs)
        print_times(measured)
        ways = {name: asdict(m) for name, m in measured.items()}
        report["cases"].append({**asdict(case), "load": load_before, "ways": ways})
    if args.json:
        args.json.write_text(json.dumps(report, indent=2, default=str) + "\n")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.nearest",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder with real data sets")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="runs (default: 3)")
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", choices=[case.name for case in CASES], help="cases"
    )
    parser.add_argument("--quick", action="store_true", help="does it work? Times say nothing")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything to FILE")
    args = parser.parse_args()
    if args.runs < 1:
        parser.error("--runs must be at least 1")
    return args


def load(case: Case, folder: Path | None) -> tuple[np.ndarray, np.ndarray]:
    """Centres and queries from the same distribution, float32."""
    rng = np.random.default_rng(0)
    n = case.n_centres + case.n_queries
    if case.kind.endswith(".npz"):
        assert folder is not None
        with np.load(folder / case.kind) as arrays:
            X = arrays["X"].astype(np.float32)
        X = X[rng.permutation(len(X))[:n]]
        if case.name == "mnist":
            X /= np.float32(255)
    elif case.kind == "uniform":
        X = rng.random((n, case.n_dims), np.float32)
    else:
        n_means, apart, wide = (1000, 1.0, 0.1) if case.kind == "clustered" else (20, 3.0, 1.0)
        means = rng.normal(size=(n_means, case.n_dims)) * apart
        X = means[rng.integers(0, n_means, n)] + rng.normal(size=(n, case.n_dims)) * wide
    X = np.ascontiguousarray(X, np.float32)
    return X[: case.n_centres], X[case.n_centres :]


def brute_force(
    centres: np.ndarray, queries: np.ndarray, n_together: int, n_centres_together: int
) -> np.ndarray:
    """Nearest centre of every query, up to the rounding of the matrix product."""
    half_norms = np.einsum("ij,ij->i", centres, centres) / 2
    nearest = np.empty(len(queries), np.int64)
    for begin in range(0, len(queries), n_together):
        part = queries[begin : begin + n_together]
        least = np.full(len(part), np.inf, centres.dtype)
        places = np.arange(len(part))
        for first in range(0, len(centres), n_centres_together):
            block = slice(first, first + n_centres_together)
            values = part @ centres[block].T
            np.subtract(half_norms[block], values, out=values)
            found = values.argmin(axis=1)
            smallest = values[places, found]
            better = smallest < least
            least[better] = smallest[better]
            nearest[begin : begin + n_together][better] = found[better] + first
    return nearest


def best_block_sizes(centres: np.ndarray, queries: np.ndarray) -> tuple[int, int]:
    sizes = [(q, c) for q in (64, 256, 1024) for c in (1024, 4096, 16384)]
    seconds = {}
    for size in sizes * 2:
        start = time.perf_counter()
        brute_force(centres, queries, *size)
        seconds[size] = min(seconds.get(size, np.inf), time.perf_counter() - start)
    return min(sizes, key=seconds.__getitem__)


def measure(centres: np.ndarray, queries: np.ndarray, n_runs: int) -> dict[str, Measurement]:
    nodes = bidvit.cluster(centres, n_jobs=-1, random_state=0).nodes
    few, some = queries[:BRUTE_QUERIES], queries[:SLOW_QUERIES]
    measured = {name: Measurement() for name in ("brute force", "bidvit", "scipy", "sklearn")}
    with threadpool_limits(1), Workers(1) as workers:
        size = best_block_sizes(centres, few[:1000])
        kd_tree = cKDTree(centres)
        neighbours = NearestNeighbors(n_neighbors=1, n_jobs=1).fit(centres)
        for _ in range(n_runs):
            by_brute_force = measured["brute force"].add(
                lambda: brute_force(centres, few, *size), len(few)
            )
            nearest, distances = measured["bidvit"].add(
                lambda: NearestRows(nodes).find(queries, 1, workers), len(queries)
            )
            measured["scipy"].add(lambda: kd_tree.query(some), len(some))
            measured["sklearn"].add(lambda: neighbours.kneighbors(some), len(some))
        add_ways(measured, nodes, some, workers)
    check(centres, few, by_brute_force, nearest[:, 0], distances[:, 0])
    return measured


def add_ways(
    measured: dict[str, Measurement], nodes: Nodes, queries: np.ndarray, workers: Workers
) -> None:
    """Measure every way of searching once more, on its own."""
    for way in ("tree", "blocks", "products"):
        some = queries[:500] if way == "tree" else queries
        nearest = NearestRows(nodes)
        nearest.find(some[:10], 1, workers, way)
        measured[f"  {way} only"] = Measurement()
        measured[f"  {way} only"].add(
            lambda n=nearest, s=some, w=way: n.find(s, 1, workers, w), len(some)
        )


def check(
    centres: np.ndarray,
    queries: np.ndarray,
    by_brute_force: np.ndarray,
    nearest: np.ndarray,
    distances: np.ndarray,
) -> None:
    """No answer may be worse than that of brute force; which may be worse, for it rounds."""
    x = queries.astype(np.float64)
    theirs = np.linalg.norm(x - centres[by_brute_force], axis=1)
    ours = np.linalg.norm(x - centres[nearest[: len(queries)]], axis=1)
    if (ours > theirs * (1 + 1e-5)).any():
        raise AssertionError("brute force found a nearer centre")
    np.testing.assert_allclose(distances[: len(queries)], ours, rtol=1e-5)


def print_times(measured: dict[str, Measurement]) -> None:
    rows = [("", "elapsed", "", "processor", "")]
    brute = measured["brute force"]
    for name, m in measured.items():
        cells = [name]
        for ours, theirs in ((m.elapsed, brute.elapsed), (m.processor, brute.processor)):
            median = statistics.median(ours)
            cells += [f"{median:.2f}", f"{statistics.median(theirs) / median:.1f}×"]
        rows.append(tuple(cells))
    print_table(rows)
    print(flush=True)


if __name__ == "__main__":
    main()
