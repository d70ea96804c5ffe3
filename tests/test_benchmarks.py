"""The programs of benchmarks/ that compare: they run, and what they write is whole."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.paper.perch import Perch
from benchmarks.rivals import runs

ROOT = Path(__file__).parents[1]
OURS = ["bidvit", "bidvit+1", "bidvit-paper", "random", "minibatch"]  # in order of the tables


def run(module, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return done


def read_csv(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_rivals_are_compared_and_a_second_start_goes_on(tmp_path):
    arguments = ["--quick", "--datasets", "grid-3d-100k", "--k", 50, "--output", tmp_path]
    run("benchmarks.rivals", *arguments, "--only", *OURS[:3])
    lines = (tmp_path / "rivals.jsonl").read_text(encoding="utf-8")
    assert lines.count("\n") == 3

    # As if the program had been stopped while it wrote.
    (tmp_path / "rivals.jsonl").write_text(lines + '{"dataset": "gr', encoding="utf-8")
    done = run("benchmarks.rivals", *arguments, "--only", *OURS)
    assert (tmp_path / "rivals.jsonl").read_text(encoding="utf-8").startswith(lines)
    rows = {row["method"]: row for row in read_csv(tmp_path / "rivals.csv")}
    # Random points need FAISS only where there are many axes.
    assert list(rows) == OURS
    assert all(row["failure"] == "" for row in rows.values())
    for name in ("bidvit", "bidvit+1", "minibatch", "random"):
        assert rows[name]["n_clusters"] == "50"
        assert float(rows[name]["seconds"]) > 0
    assert float(rows["bidvit+1"]["inertia"]) < float(rows["bidvit"]["inertia"])
    assert "| bidvit, cut + 1 step |" in done.stdout
    assert (tmp_path / "rivals-grid-3d-100k-50.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_twenty_numbers_in_a_row_and_a_run_that_takes_too_long(tmp_path):
    arguments = ["--datasets", "grid-3d-100k", "--output", tmp_path]
    run("benchmarks.rivals", *arguments, "--quick", "--in-a-row", "--only", "bidvit")
    run("benchmarks.rivals", *arguments, "--only", "kmeans", "--k", 10_000, "--time-limit", 0.5)
    rows = [
        json.loads(line)
        for line in (tmp_path / "rivals.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert len(rows[0]["clusters"]) == len(rows[0]["ks"]) == 20
    assert rows[0]["failure"] is None
    assert rows[1]["failure"] == "more than 0.5 s"
    report = (tmp_path / "rivals.md").read_text(encoding="utf-8")
    assert "| KMeans (k-means++) | more than 0.5 s |" in report


def test_a_run_that_waits_too_long_is_told_from_one_that_works_too_long(tmp_path, monkeypatch):
    np.save(tmp_path / "rows.npy", np.zeros((10, 1), np.float32))
    monkeypatch.setattr(runs, "MOST_WALL_TIME", 0.1 / (50 + runs.MOST_TO_START))
    told = runs.start(runs.Run("grid-3d-100k", "random", (2,)), tmp_path, runs.Limits(50, 8))
    assert told == ([], "more than 0.1 s on the clock")


def test_rivals_say_what_they_lack(tmp_path):
    done = run(
        "benchmarks.rivals",
        *["--quick", "--datasets", "grid-3d-100k", "covtype", "--k", 20, "--only", "bidvit"],
        *["--output", tmp_path],
    )
    assert "covtype: left out, it needs --data DIR with covtype.npz in it" in done.stderr


@pytest.mark.parametrize("seed", range(3))
def test_perch_is_perfect_where_classes_are_apart_in_any_order(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 9, 200)
    X = 100 * rng.normal(size=(9, 3))[y] + rng.uniform(-0.5, 0.5, (200, 3))
    for order in (rng.permutation(200), np.argsort(y)):
        tree = Perch(X[order])
        assert tree.measure_purity(y[order]) == 1
        n_classes = len(np.unique(y))
        pairs = set(zip(tree.cut(n_classes), y[order], strict=True))
        assert len(pairs) == n_classes
        for k in (1, 50, 199, 200):
            assert len(np.unique(tree.cut(k))) == k


def test_purity_of_perch_is_its_definition():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), rng.integers(0, 3, 40)
    tree = Perch(X)
    assert sorted(tree._rows(tree.root)) == list(range(40))
    purities = []
    for i in range(40):
        for j in np.flatnonzero(y[:i] == y[i]):
            above = tree._ancestors(int(j))
            common = next(node for node in tree._ancestors(i) if node in above)
            purities.append(np.mean(y[tree._rows(common)] == y[i]))
    np.testing.assert_allclose(tree.measure_purity(y), np.mean(purities), rtol=1e-12)


@pytest.mark.slow
def test_the_paper_is_made_again(tmp_path):
    data, output = tmp_path / "data", tmp_path / "paper"
    data.mkdir()
    rng = np.random.default_rng(0)
    X = (rng.normal(size=(600, 8)) + 6 * rng.integers(0, 4, (600, 1))).round(2)
    np.savez(data / "covtype.npz", X=(100 * X).astype(np.int16), y=rng.integers(1, 8, 600))
    np.savez(data / "mnist.npz", X=np.abs(X), y=rng.integers(0, 10, 600))
    # Of MNIST in the plane, what t-SNE makes is kept; here it is given.
    output.mkdir()
    np.save(output / "mnist-2d-600.npy", X[:, :2].astype(np.float32))
    run("benchmarks.paper", "--quick", "--data", data, "--output", output)
    report = (output / "report.md").read_text(encoding="utf-8")
    assert "Left out" not in report
    assert "1616.45 ± 20.37" in report
    for name in ("grid-2d", "mnist-2d", "covertype-scores", "covertype-comparison", "photograph"):
        assert (output / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert f"]({name}.png)" in report
        assert len(read_csv(output / f"{name}.csv")) > 2
    for name in ("runtime", "purity", "quantum-scores", "quantum-levels"):
        assert len(read_csv(output / f"{name}.csv")) > 2
    pictures = read_csv(output / "grid-2d.csv")
    assert all(-1 <= float(row["adjusted Rand"]) <= 1 for row in pictures)
    shares = {row["method"] for row in read_csv(output / "covertype-comparison.csv")}
    assert {"BiDViT, as in the paper", "k-means++", "MiniBatchKMeans", "Birch", "Ward"} <= shares


def test_the_paper_says_what_it_lacks(tmp_path):
    run("benchmarks.paper", "--quick", "--only", "grid-2d", "mnist-2d", "--output", tmp_path)
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "Left out: it needs --data DIR with mnist.npz in it." in report
    assert "Figure 3, top" in report


@pytest.mark.slow
def test_scale_is_measured(tmp_path):
    pytest.importorskip("distributed")
    sizes = ["--sizes", "3kx5", "20kx5", "--memory", "400MB", "--growth", 3]
    run("benchmarks.scale", "--folder", tmp_path, *sizes, "--output", tmp_path / "results")
    report = (tmp_path / "results" / "scale.md").read_text(encoding="utf-8")
    assert report.count("The trees are the same, bit for bit.") == 2
    assert "| dask-2, 5 columns |" in report
    runs = json.loads((tmp_path / "results" / "scale.json").read_bytes())["runs"]
    assert [run["place"] for run in runs] == 2 * ["disk", "dask-1", "dask-2"]
    for of_run in runs:
        assert 0 < of_run["driver_peak"] < 400e6
        assert of_run["written"] > 4 * 5 * of_run["n"]
    # Data and trees are gone.
    assert [path.name for path in tmp_path.iterdir()] == ["results"]
