"""Runs of the comparison: start one, score what it found, keep a line of JSON for each.

A line is kept once the run is over, also when it failed, so that a broken comparison goes on where
it stopped.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import datasets as data
from benchmarks.rivals.methods import METHODS
from bidvit import metrics

if TYPE_CHECKING:
    from benchmarks.datasets import DataSet
    from benchmarks.rivals.methods import Method

ONE_THREAD = dict.fromkeys(
    (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "NUMBA_NUM_THREADS",
        "RAYON_NUM_THREADS",
    ),
    "1",
)
# On a busy machine a run takes much longer than its processor time, and so does what comes before.
MOST_WALL_TIME = 20  # times both
MOST_TO_START = 60.0  # processor seconds
MODULE_OF = {"scikit-learn": "sklearn", "faiss-cpu": "faiss", "betula-cluster": "betula_cluster"}

SETS: tuple[tuple[DataSet, tuple[int, ...]], ...] = (
    (data.COVTYPE_20K, (100, 500, 1000, 2000)),
    (data.GRID_3D_100K, (100, 1000, 5000, 10_000)),
    (data.MNIST_20K, (100, 1000)),
    (data.GLOVE_50K, (100, 1000, 10_000)),
    (data.COVTYPE, (100, 1000, 10_000, 100_000)),
    (data.GRID_3D, (1000, 10_000, 100_000)),
)
N_IN_A_ROW = 20


@dataclass(frozen=True)
class Run:
    """One method on one data set, for one number of clusters or several in a row."""

    dataset: str
    method: str
    ks: tuple[int, ...]

    @property
    def key(self) -> tuple[str, str, tuple[int, ...]]:
        return self.dataset, self.method, self.ks


@dataclass(frozen=True)
class Limits:
    """What a run may take."""

    seconds: float
    gigabytes: float
    n_rows: int | None = None  # --quick


class Record:
    """The lines of a file, one for each run that is over."""

    def __init__(self, path: Path) -> None:
        self.path = path
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        # A last line without its end was being written when the program was stopped.
        complete = [line for line in text.splitlines(keepends=True) if line.endswith("\n")]
        self.rows: list[dict[str, Any]] = [json.loads(line) for line in complete]
        if len("".join(complete)) < len(text):
            path.write_text("".join(complete), encoding="utf-8")

    def find(self, run: Run) -> dict[str, Any] | None:
        for row in self.rows:
            if (row["dataset"], row["method"], tuple(row["ks"])) == run.key:
                return row
        return None

    def add(self, row: dict[str, Any]) -> None:
        self.rows.append(row)
        with self.path.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(row) + "\n")


def choose_in_a_row(n_rows: int) -> tuple[int, ...]:
    """Twenty numbers of clusters, from 100 to a tenth of the rows, evenly by ratio."""
    ends = min(100, n_rows // 20), n_rows // 10
    return tuple(int(k) for k in np.geomspace(*ends, N_IN_A_ROW).round())


def is_installed(method: Method) -> bool:
    return find_spec(MODULE_OF.get(method.package, method.package)) is not None


def explain_not_installed() -> list[str]:
    """Which packages are missing, if any."""
    return sorted({m.package for m in METHODS if not is_installed(m)})


def execute(run: Run, method: Method, X: np.ndarray, limits: Limits) -> dict[str, Any]:
    """Do a run in a process of its own, and score its labels."""
    row: dict[str, Any] = {**asdict(run), "n_rows": len(X), "version": method.version}
    row |= {"limit": limits.seconds, "load": round(os.getloadavg()[0], 2)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        np.save(folder / "rows.npy", X)
        told, failure = start(run, folder, limits)
        for part in told:
            if "prepare" in part:
                row["prepare"] = part["prepare"]
            if "k" in part:
                row.setdefault("clusters", []).append(part["cluster"])
                row["peak_mb"] = part["peak_mb"]
        if failure is None and len(run.ks) == 1:
            row |= score(X, np.load(folder / "labels.npy"))
    row["failure"] = failure
    done = row.get("clusters", [])
    if done:
        row["cpu_seconds"] = row["prepare"]["cpu_seconds"] + sum(t["cpu_seconds"] for t in done)
        row["seconds"] = row["prepare"]["seconds"] + sum(t["seconds"] for t in done)
    return row


def start(run: Run, folder: Path, limits: Limits) -> tuple[list[dict[str, Any]], str | None]:
    """What the process told, and why it failed, if it did."""
    command = [sys.executable, "-m", "benchmarks.rivals.worker", run.method]
    command += [str(folder / "rows.npy"), str(folder), "--k", *map(str, run.ks)]
    command += ["--limit", str(limits.seconds), "--memory", str(limits.gigabytes)]
    env = {**os.environ, **ONE_THREAD}
    most = MOST_WALL_TIME * (limits.seconds + MOST_TO_START)
    spent = measure_children()
    code, errors, out_of_time = 0, "", None
    try:
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, timeout=most, check=False
        )
        code, errors = done.returncode, done.stderr
    except subprocess.TimeoutExpired:
        out_of_time = f"more than {most:g} s on the clock"
    spent = measure_children() - spent
    lines = folder / "run.jsonl"
    text = lines.read_text(encoding="utf-8") if lines.exists() else ""
    told = [json.loads(line) for line in text.splitlines()]
    failure = next((part["failure"] for part in told if "failure" in part), None)
    if out_of_time is not None:
        failure = out_of_time
    elif code == -signal.SIGXCPU or (code == -signal.SIGKILL and spent > limits.seconds):
        failure = f"more than {limits.seconds:g} s"
    elif code == -signal.SIGKILL:
        failure = "killed, as the system does when memory runs out"
    elif code and failure is None:
        reason = errors.strip().splitlines()[-1:] or [f"ended with {code}"]
        failure = reason[0][:200]
    return told, failure


def measure_children() -> float:
    """Processor seconds of all processes started from here that are over."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def score(X: np.ndarray, labels: np.ndarray) -> dict[str, Any]:
    labels = np.unique(labels, return_inverse=True)[1].astype(np.int32)
    n_found = int(labels.max()) + 1
    scores: dict[str, Any] = {"n_clusters": n_found, "inertia": metrics.inertia(X, labels)}
    scores["max_radius"] = metrics.max_radius(X, labels)
    if 1 < n_found < len(X):
        scores["calinski_harabasz"] = metrics.calinski_harabasz(X, labels)
        scores["davies_bouldin"] = metrics.davies_bouldin(X, labels)
    return scores
