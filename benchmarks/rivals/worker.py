"""One run in a process of its own: what it took, and the labels it found.

Started by `benchmarks.rivals.runs` with one thread for whatever library is used. Imports and what
is compiled on first use are over before the clock starts.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.rivals.methods import METHOD_OF, Method

N_WARM = 400  # rows of the run that loads and compiles
WARM_CLUSTERS = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("method", choices=METHOD_OF)
    parser.add_argument("data", type=Path, help="rows, .npy")
    parser.add_argument("folder", type=Path, help="where labels.npy and run.jsonl go")
    parser.add_argument("--k", type=int, nargs="+", required=True, help="numbers of clusters")
    parser.add_argument("--limit", type=float, required=True, help="processor seconds")
    parser.add_argument("--memory", type=float, required=True, help="address space, GB")
    args = parser.parse_args()
    method = METHOD_OF[args.method]
    X = np.load(args.data)
    warm_up(method, X)
    limit_resources(args.limit, args.memory)
    with (args.folder / "run.jsonl").open("w", encoding="utf-8") as lines:
        try:
            run(method, X, args.k, args.folder, lines)
        except MemoryError:
            tell(lines, {"failure": f"more than {args.memory:g} GB of memory"})


def run(method: Method, X: np.ndarray, ks: list[int], folder: Path, lines: Any) -> None:
    before = forget_peak()
    cpu_start, start = time.process_time(), time.perf_counter()
    state = method.prepare(X)
    tell(lines, {"prepare": measure_since(cpu_start, start)})
    for k in ks:
        cpu_start, start = time.process_time(), time.perf_counter()
        labels = method.cluster(state, k)
        took = measure_since(cpu_start, start)
        tell(lines, {"k": k, "cluster": took, "peak_mb": read_peak() - before})
        if len(ks) == 1:
            np.save(folder / "labels.npy", labels)


def warm_up(method: Method, X: np.ndarray) -> None:
    """Do the same on some rows, so that everything is loaded and compiled."""
    some = np.ascontiguousarray(X[:: max(1, len(X) // N_WARM)][:N_WARM])
    method.cluster(method.prepare(some), min(WARM_CLUSTERS, len(some) // 2))


def limit_resources(seconds: float, gigabytes: float) -> None:
    """Let the system end this process when it has had its share."""
    spent = time.process_time()
    cpu = int(np.ceil(spent + seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
    memory = int(gigabytes * 1e9)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def measure_since(cpu_start: float, start: float) -> dict[str, float]:
    return {
        "cpu_seconds": time.process_time() - cpu_start,
        "seconds": time.perf_counter() - start,
    }


def forget_peak() -> float:
    """Reset the peak of memory where the system allows it; MB held now."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return read_status("VmRSS") / 1e6


def read_peak() -> float:
    return read_status("VmHWM") / 1e6


def read_status(entry: str) -> float:
    """Bytes, as Linux tells; elsewhere the peak of the process serves for both."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0
    [line] = [s for s in status.read_text(encoding="ascii").splitlines() if s.startswith(entry)]
    return int(line.split()[1]) * 1024.0


def tell(lines: Any, record: dict[str, Any]) -> None:
    """Write at once: the process may be ended at any time."""
    lines.write(json.dumps(record) + "\n")
    lines.flush()
    os.fsync(lines.fileno())


if __name__ == "__main__":
    main()
