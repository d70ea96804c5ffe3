"""`bidvit fit --memory`: the tree is that without; what is interrupted, refused and shown."""

import io
import json
import signal
import subprocess
import time
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import numpy as np
import pytest
from commands import COMMAND, assert_refused, bidvit
from hypothesis import given
from hypothesis import strategies as st
from trees import assert_identical

import bidvit as library
from bidvit import ClusterTree
from bidvit.cli.disk import read_sample
from bidvit.cli.reporting import Reporter
from bidvit.io import FileRows

RNG = np.random.default_rng(0)
X = RNG.random((600, 3))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    np.save(folder / "X.npy", X)
    lines = [f"{a},{b},n{i},{i % 3}" for i, (a, b, _) in enumerate(X.tolist())]
    lines[7] = ",0.5,n7,1"
    lines[300] = "0.25,,n300,2"
    (folder / "X.csv").write_text("\n".join(["a,b,name,w", *lines]) + "\n")
    return folder


def fit(*arguments, **options):
    code, out, err = bidvit("fit", *arguments, **options)
    assert code == 0, err
    return out, err


CASES = {
    "npy": ["X.npy"],
    "columns": ["X.npy", "--columns", "0,2", "--metric", "manhattan", "--linkage", "distance"],
    "csv": ["X.csv", "--drop-missing", "--weights", "w", "--max-levels", "9"],
    "solver": ["X.npy", "--selection", "local-search", "--growth", "1.5", "--radii", "bound"],
}


@pytest.mark.parametrize("case", CASES)
def test_the_tree_is_the_one_without(folder, tmp_path, case):
    options = [*CASES[case], "--random-state", 5]
    said, noted = fit(*options, "-o", tmp_path / "memory", cwd=folder)
    out, err = fit(*options, "-o", tmp_path / "disk", "--memory", "1GB", cwd=folder)
    ours, theirs = ClusterTree.load(tmp_path / "disk"), ClusterTree.load(tmp_path / "memory")
    assert_identical(ours, theirs)
    assert ours.nodes.rows.tobytes() == theirs.nodes.rows.tobytes()
    assert ours.parameters == theirs.parameters
    assert ours.radii_kind == theirs.radii_kind
    assert ours.origin.to_json() == theirs.origin.to_json()
    assert ours.origin.dropped.tolist() == theirs.origin.dropped.tolist()
    assert (ours.selections is None) == (theirs.selections is None)
    # What is said differs in the name and the time only.
    assert out.split(", in ")[0].replace("disk", "memory", 1) == said.split(", in ")[0]
    assert err == noted
    assert sorted(entry.name for entry in (tmp_path / "disk").iterdir())[1:] == ["manifest.json"]


def test_the_summary_as_json(folder, tmp_path):
    answers = []
    for more in ([], ["--memory", "1GB", "--splits", "exact"]):
        path = tmp_path / f"tree{len(more)}"
        out, err = fit(folder / "X.csv", "-o", path, "--drop-missing", "--json", *more)
        assert err == ""
        answers.append(json.loads(out))
        for name in ("tree", "seconds", "bytes"):
            del answers[-1][name]
    assert answers[0] == answers[1]
    assert answers[1]["n_dropped"] == 2
    assert answers[1]["left_out"] == ["name"]


def test_another_tree_is_replaced_only_if_that_is_asked_for(folder, tmp_path):
    library.cluster(X[:20]).save(tmp_path / "tree")
    ask = ["fit", folder / "X.npy", "-o", tmp_path / "tree", "--memory", "1GB"]
    assert_refused(ask, "is there already: choose a new name, or replace it (--force)")
    fit(*ask[1:], "--force")
    assert ClusterTree.load(tmp_path / "tree").n_rows == 600


def test_a_dry_run_says_what_it_would_take(folder, tmp_path):
    ask = [folder / "X.csv", "--drop-missing", "--weights", "w", "--dry-run", "--memory", "1GB"]
    out, _ = fit(*ask, cwd=tmp_path)
    assert "600, 2 of them dropped" in out
    assert "1.0 GB at most (--memory)" in out
    assert "beside it until it is complete" in out
    expected = json.loads(fit(*ask, "--json", cwd=tmp_path)[0])
    assert (expected["n_rows"], expected["n_sampled"]) == (600, 598)
    assert list(tmp_path.iterdir()) == []
    assert_refused(
        ["fit", folder / "X.npy", "--dry-run", "--memory", "20MB"], "memory must be at least"
    )


@given(st.integers(1, 500), st.integers(1, 50), st.booleans())
def test_a_sample_is_every_so_many_th_row(n, n_wanted, weighted):
    rows = np.arange(2.0 * n).reshape(n, 2)
    with TemporaryDirectory() as folder:
        np.save(f"{folder}/X.npy", rows)
        reporter = Reporter(quiet=True)
        columns, weight = (["x0"], "x1") if weighted else (None, None)
        points, weights, found = read_sample(
            FileRows(f"{folder}/X.npy", columns), weight, n_wanted, reporter
        )
    assert found == points.n_rows == n
    step = int(points.X[1, 0] / 2) if len(points.X) > 1 else n
    assert points.X[:, 0].tolist() == rows[::step, 0].tolist()
    assert min(n, n_wanted) <= len(points.X) < 2 * n_wanted or len(points.X) == n
    assert (weights is not None) == weighted
    if weighted:
        assert weights.tolist() == rows[::step, 1].tolist()


# Interrupted


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_goes_on(tmp_path, sent):
    rows = RNG.random((20_000, 3)).astype(np.float32)
    np.save(tmp_path / "X.npy", rows)
    path = tmp_path / "tree"
    ask = ["fit", tmp_path / "X.npy", "-o", path, "--memory", "1GB", "--growth", "2"]
    process = subprocess.Popen([COMMAND, *map(str, ask)], stderr=subprocess.PIPE, text=True)
    while not (path / "unfinished" / "level_0002").exists():
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(sent)
    _, err = process.communicate(timeout=60)
    assert process.returncode == (130 if sent == signal.SIGINT else -sent)
    if sent == signal.SIGINT:
        assert "the same command with --resume goes on" in err
    assert (path / "unfinished").is_dir()

    # It is neither overwritten nor taken for a tree.
    assert_refused(ask, "holds a run that has not finished: go on with it (--memory and --resume)")
    with pytest.raises(ValueError, match="its run has not finished"):
        ClusterTree.load(path)
    fit(*ask[1:], "--resume")
    assert not (path / "unfinished").exists()
    assert_identical(ClusterTree.load(path), library.cluster(rows, growth=2, random_state=0))


# Refused


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--resume"], "--resume is for clustering on disk: give --memory, too"),
        (["--splits", "exact"], "--splits is for clustering on disk: give --memory, too"),
        (["--memory", "lots"], "memory must be like '500MB' or '2GB'"),
        (["--memory", "1MB"], "memory must be at least"),
        (["--memory", "1GB", "--coarsening", "dense", "--cost", "x0"], "--cost is for clustering"),
    ],
)
def test_options_that_cannot_be(folder, tmp_path, options, message):
    assert_refused(["fit", folder / "X.npy", "-o", tmp_path / "tree", *options], message)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_file_and_what_is_missing(folder, tmp_path):
    ask = ["-o", tmp_path / "tree", "--memory", "1GB"]
    assert_refused(
        ["fit", "-", *ask],
        "DATA must be a file with --memory or --scheduler, got the standard input",
    )
    code, _, err = bidvit("fit", folder / "X.csv", *ask)
    assert code == 2
    assert "missing or infinite values in 2 of 600 rows" in err
    assert "(--drop-missing" in err


# Shown


def test_what_is_shown_while_it_runs(monkeypatch):
    stream = io.StringIO()
    stream.isatty = lambda: True
    reporter, shown = Reporter(quiet=False, stream=stream), []
    monkeypatch.setattr(reporter, "_show", lambda *told: shown.append(told[:2]))
    tell = reporter.follow_fit(100)

    def step(level, epsilon, n_nodes, done):
        tell(SimpleNamespace(
            level=level, epsilon=epsilon, n_nodes=n_nodes, done=done, seconds=1.0, selection=None
        ))  # fmt: skip

    step(0, 0.0, 100, 0.5)
    step(1, 2.0, 100, 0.0)
    step(1, 2.0, 100, 0.5)
    step(2, 3.0, 40, 0.5)
    step(3, 3.0, 1, 0.25)
    texts = [text for text, _ in shown]
    assert shown[0] == ("reading and comparing 100 rows", 0.5)
    assert [text.split(":")[0] for text in texts[1:4]] == ["level 1, ε = 2"] * 2 + [
        "level 2, ε = 3"
    ]
    assert shown[4] == ("putting the tree in order", 0.25)
