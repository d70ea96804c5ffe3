"""Clustering on disk and by workers of Dask: time, memory, bytes read and written, by size.

Data in the style of the paper's grid-3D is generated block by block, as a .npy file in --folder,
and clustered from there within --memory: on disk by one process, and by 1 and 2 workers of a
cluster on this machine. Peak memory (VmHWM) is that of each process from the start of the fit;
bytes are what processes asked the system to read and write (rchar, wchar), from the page cache or
not. Each fit is in a process of its own. At the end, the exponent of n in the time is fitted.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import resource
import shutil
import time
from pathlib import Path
from typing import Any

import numpy as np

import bidvit
from benchmarks.cases import print_table
from benchmarks.engine import describe_machine

EPILOG = """\
examples:
  python -m benchmarks.scale --folder /scratch
      1 and 10 million rows
  python -m benchmarks.scale --folder /scratch --sizes 100Mx3 20Mx8 --only disk
      larger ones, on disk only
Room for about six times the data is needed in the folder.
"""
ROWS_AT_ONCE = 1 << 20
PLACES = ("disk", "dask-1", "dask-2")
COLUMNS = (
    ("place", "place"),
    ("seconds", "seconds"),
    ("cpu_seconds", "CPU seconds"),
    ("driver_peak", "peak MB"),
    ("worker_peak", "peak MB of a worker"),
    ("read", "GB read"),
    ("written", "GB written"),
    ("levels", "levels"),
    ("load", "load before"),
)


def main() -> None:
    args = parse_arguments()
    report: dict[str, Any] = {
        "machine": describe_machine(),
        "arguments": {name: getattr(args, name) for name in ("memory", "growth", "max_chunk_size")},
        "niceness": os.nice(0),
        "runs": [],
    }
    args.folder.mkdir(exist_ok=True)
    for size in args.sizes:
        data = make_data(args.folder, *size)
        for place in args.only:
            run = measure(data, place, args)
            report["runs"].append({"n": size[0], "d": size[1], "place": place, **run})
            say(report["runs"][-1])
        if not args.keep:
            data.unlink()
    report["exponents"] = fit_exponents(report["runs"])
    write(report, args.output)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.scale",
        description=__doc__,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--folder", type=Path, required=True, metavar="DIR", help="where data and trees go"
    )
    parser.add_argument(
        "--sizes",
        type=parse_size,
        nargs="+",
        default=[(10**6, 3), (10**7, 3)],
        metavar="NxD",
        help="rows and columns, such as 100Mx3 (default: 1Mx3 10Mx3)",
    )
    parser.add_argument(
        "--only", nargs="+", choices=PLACES, default=list(PLACES), help="only these places"
    )
    parser.add_argument("--memory", default="500MB", help="of each process (default: 500MB)")
    parser.add_argument("--growth", type=float, default=1.2, help="of ε (default: 1.2)")
    parser.add_argument("--max-chunk-size", type=int, default=500, help="κ (default: 500)")
    parser.add_argument("--keep", action="store_true", help="keep the data for another time")
    parser.add_argument(
        "--output",
        type=Path,
        default=Path(__file__).parent / "results",
        metavar="DIR",
        help="where scale.md and scale.json go (default: benchmarks/results)",
    )
    return parser.parse_args()


def parse_size(text: str) -> tuple[int, int]:
    rows, _, columns = text.partition("x")
    units = {"k": 10**3, "M": 10**6, "G": 10**9}
    try:
        factor = units.get(rows[-1:], 1)
        return int(rows.rstrip("kMG")) * factor, int(columns)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not like 10Mx3") from None


def make_data(folder: Path, n: int, d: int) -> Path:
    """Draw blobs on a grid with ten to the side, in blocks; in more than 3-D, on 1000 means."""
    path = folder / f"grid-{n}x{d}.npy"
    if path.exists():
        return path
    part = path.with_suffix(".part")
    X = np.lib.format.open_memmap(part, "w+", np.float32, (n, d))
    means = 10.0 * np.indices((10,) * min(d, 3)).reshape(min(d, 3), -1).T + 5
    if d > 3:
        more = np.random.default_rng(1).integers(0, 10, (len(means), d - 3))
        means = np.hstack([means, 10.0 * more + 5])
    for block, begin in enumerate(range(0, n, ROWS_AT_ONCE)):
        rng = np.random.default_rng([0, block])
        end = min(begin + ROWS_AT_ONCE, n)
        blob = rng.integers(0, len(means), end - begin)
        X[begin:end] = rng.normal(means[blob], 2.0)
    X.flush()
    del X
    part.rename(path)
    return path


def measure(data: Path, place: str, args: argparse.Namespace) -> dict[str, Any]:
    """Cluster in a process of its own."""
    tree = data.with_suffix(".tree")
    shutil.rmtree(tree, ignore_errors=True)
    load = os.getloadavg()[0]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        run: dict[str, Any] = pool.apply(
            fit, (data, tree, place, args.memory, args.growth, args.max_chunk_size)
        )
    shutil.rmtree(tree)
    return run | {"load": load}


def fit(
    data: Path, out: Path, place: str, memory: str, growth: float, max_chunk_size: int
) -> dict[str, Any]:
    parameters: dict[str, Any] = {
        "out": out,
        "memory": memory,
        "growth": growth,
        "max_chunk_size": max_chunk_size,
        "random_state": 0,
    }
    if place == "disk":
        bidvit.cluster(np.eye(10, dtype=np.float32))  # loads what is loaded on first use
        return follow(parameters, data, lambda look: [look()])
    # Daemons, such as the processes of a pool, may have no children, which workers are.
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=int(place.removeprefix("dask-")),
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            memory_limit=0,
        ) as cluster,
        Client(cluster) as client,
    ):
        parameters |= {"backend": "dask", "client": client}
        return follow(parameters, data, lambda look: [look(), *client.run(look).values()])


def follow(parameters: dict[str, Any], data: Path, ask: Any) -> dict[str, Any]:
    """Cluster, and say what that took in all processes, this one first."""
    ask(forget_peak)
    before = ask(usage)
    start = time.perf_counter()
    tree = bidvit.cluster(data, **parameters)
    seconds = time.perf_counter() - start
    after = ask(usage)
    used = {
        name: sum(b[name] - a[name] for a, b in zip(before, after, strict=True))
        for name in ("cpu_seconds", "read", "written")
    }
    return {
        "seconds": seconds,
        **used,
        "driver_peak": after[0]["peak"],
        "worker_peak": max((one["peak"] for one in after[1:]), default=None),
        "levels": len(tree.levels),
        "n_nodes": [level.n_nodes for level in tree.levels],
        "steps": dict(tree.seconds),
        "tree": sha_of(tree),
    }


def sha_of(tree: Any) -> str:
    """Return a fingerprint of the tree, which is the same wherever it was built."""
    import hashlib

    digest = hashlib.sha256()
    for name in ("leaf_rows", "parents", "births", "radii", "points"):
        digest.update(memoryview(np.ascontiguousarray(getattr(tree.nodes, name))).cast("B"))
    return digest.hexdigest()[:16]


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def usage() -> dict[str, float]:
    status = Path("/proc/self/status").read_text()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    io = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    times = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "peak": int(peak.split()[1]) * 1024,
        "read": int(io["rchar"]),
        "written": int(io["wchar"]),
        "cpu_seconds": times.ru_utime + times.ru_stime,
    }


def fit_exponents(runs: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Return the slope of log time over log n, by place and number of columns."""
    exponents: dict[str, dict[str, float]] = {}
    for place in PLACES:
        for d in sorted({run["d"] for run in runs}):
            same = [run for run in runs if run["place"] == place and run["d"] == d]
            if len({run["n"] for run in same}) < 2:
                continue
            n = [math.log(run["n"]) for run in same]
            exponents[f"{place}, {d} columns"] = {
                what: float(np.polyfit(n, [math.log(run[what]) for run in same], 1)[0])
                for what in ("seconds", "cpu_seconds")
            }
    return exponents


def say(run: dict[str, Any]) -> None:
    print(
        f"{run['n']:,} × {run['d']}, {run['place']}: {run['seconds']:.1f} s, "
        f"{run['cpu_seconds']:.1f} s of CPU, tree {run['tree']}",
        flush=True,
    )


def cells(run: dict[str, Any]) -> list[str]:
    shown = []
    for name, _ in COLUMNS:
        value = run[name]
        if value is None:
            shown.append("")
        elif name.endswith("peak"):
            shown.append(f"{value / 1e6:.0f}")
        elif name in ("read", "written"):
            shown.append(f"{value / 1e9:.2f}")
        else:
            shown.append(f"{value:.1f}" if isinstance(value, float) else str(value))
    return shown


def write(report: dict[str, Any], folder: Path) -> None:
    """Write scale.json, and scale.md to be read."""
    import contextlib
    import io

    folder.mkdir(exist_ok=True)
    (folder / "scale.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    text = io.StringIO()
    arguments, machine = report["arguments"], report["machine"]
    with contextlib.redirect_stdout(text):
        print("# Scale\n")
        print(
            f"A run of `python -m benchmarks.scale` with memory={arguments['memory']}, "
            f"growth={arguments['growth']}, κ={arguments['max_chunk_size']}; "
            f"{machine['processor']} × {machine['n_processors']}, Python {machine['python']}, "
            f"NumPy {machine['numpy']}; niceness {report['niceness']}. Where the load is not "
            "small before a run, other programs had processors and disk, too, and seconds are what "
            "was left of them; CPU seconds, memory and bytes depend little on that.\n"
        )
        sizes = sorted({(run["n"], run["d"]) for run in report["runs"]})
        for n, d in sizes:
            runs = [run for run in report["runs"] if (run["n"], run["d"]) == (n, d)]
            print(f"## {n:,} × {d} float32, {4 * n * d / 1e6:,.0f} MB\n")
            print_table([[title for _, title in COLUMNS], *map(cells, runs)])
            if len(runs) > 1:
                same = len({run["tree"] for run in runs}) == 1
                print(f"The trees are {'the same, bit for bit' if same else 'NOT the same'}.\n")
        if report["exponents"]:
            print("## Growth\n\nThe exponent of n in the time, between the sizes above.\n")
            rows = [
                [name, f"{of['seconds']:.2f}", f"{of['cpu_seconds']:.2f}"]
                for name, of in report["exponents"].items()
            ]
            print_table([["place", "seconds", "CPU seconds"], *rows])
    (folder / "scale.md").write_text(text.getvalue().rstrip() + "\n", encoding="utf-8")
    print(text.getvalue())


if __name__ == "__main__":
    main()
