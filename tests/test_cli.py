"""The installed command, driven as a user does: output, exit codes, and what Ctrl-C leaves."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from commands import (
    COMMAND,
    assert_refused,
    assert_refused_here,
    bidvit,
    names_below,
    run_on_terminal,
)

X = np.random.default_rng(0).normal(size=(2000, 2))


@pytest.fixture
def points(tmp_path):
    path = tmp_path / "points.npy"
    np.save(path, X)
    return path


# The frame


def test_help():
    code, out, err = bidvit("--help")
    assert (code, err) == (0, "")
    assert "instances  Write the selection problems of DATA as files." in out
    assert 'eval "$(_BIDVIT_COMPLETE=bash_source bidvit)"' in out
    assert bidvit() == (code, out, err)
    assert bidvit("-h") == (code, out, err)
    code, out, err = bidvit("instances", "--help")
    assert (code, err) == (0, "")
    assert "Example:\n    bidvit instances points.npy -o problems" in out


def test_help_is_there_at_once():
    # Time of the processor, which does not depend on what else the machine does.
    used = []
    for _ in range(3):
        before = os.times()
        bidvit("--help")
        after = os.times()
        used.append(after.children_user + after.children_system)
        used[-1] -= before.children_user + before.children_system
    assert min(used) < 0.3


def test_help_loads_nothing_heavy():
    program = """
        import sys
        from bidvit.cli import run
        assert run(["instances", "--help"]) == 0
        heavy = {"numpy", "scipy", "pyarrow", "dimod", "bidvit._core", "bidvit.instances"}
        assert not heavy & set(sys.modules), heavy & set(sys.modules)
    """
    import textwrap

    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_version():
    from importlib.metadata import version

    assert bidvit("--version") == (0, f"bidvit {version('bidvit')}\n", "")


def test_completion():
    code, out, _ = bidvit(env={"_BIDVIT_COMPLETE": "bash_source"})
    assert code == 0
    assert "complete" in out
    completed = {"_BIDVIT_COMPLETE": "bash_complete", "COMP_CWORD": "1", "COMP_WORDS": "bidvit ins"}
    assert bidvit(env=completed)[1] == "plain,instances\n"
    completed |= {"COMP_CWORD": "2", "COMP_WORDS": "bidvit instances --max-i"}
    assert bidvit(env=completed)[1] == "plain,--max-instances\n"


def test_automatic_chunk_size(points, tmp_path):
    options = ["instances", points, "--formats", "json", "--levels", "1", "--solve", "none"]
    for given, stored in [("auto", 1000), ("150", 150)]:
        folder = tmp_path / given
        assert bidvit(*options, "-o", folder, "--max-chunk-size", given, "--quiet")[0] == 0
        content = json.loads(next(folder.glob("*.json")).read_text())
        assert content["parameters"]["max_chunk_size"] == stored
    wrong = [*options, "-o", tmp_path / "x", "--max-chunk-size", "1.5"]
    assert_refused(wrong, "'1.5' is neither a whole number nor auto")


def test_usage_errors():
    assert_refused(["nothing"], "No such command 'nothing'")
    assert_refused(["--nothing"], "No such option")
    assert_refused(["instances"], "Missing argument 'DATA'")


# bidvit instances


def test_instances(points, tmp_path):
    folder = tmp_path / "problems"
    code, out, err = bidvit(
        "instances", points, "-o", folder, "--levels", "1-2,4", "--max-instances", 5,
        "--solve", "greedy", "--max-chunk-size", 200, "--growth", 1.5,
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    assert out.startswith(f"5 problems of 3 levels (1 to 4) in {folder}: ")
    with (folder / "index.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 5
    assert {line["level"] for line in lines} == {"1", "2", "4"}
    assert len(list(folder.iterdir())) == 1 + 4 * 5
    content = json.loads((folder / f"{lines[0]['name']}.json").read_text())
    assert content["dataset"] == "points.npy"
    assert content["parameters"]["growth"] == 1.5
    assert content["parameters"]["max_chunk_size"] == 200
    assert content["parameters"]["random_state"] == 0


def test_instances_is_what_the_library_writes(points, tmp_path):
    from bidvit.instances import write_instances

    options = ["--metric", "manhattan", "--linkage", "distance", "--representation", "point",
               "--initial-epsilon", 0.1, "--weight-scaling", "logarithmic", "--penalty", "min",
               "--random-state", 7, "--solve", "none", "--max-instances", 0, "--jobs", 2,
               "--max-chunk-size", 300, "--growth", 1.7, "--quiet"]  # fmt: skip
    assert bidvit("instances", points, "-o", tmp_path / "cli", *options) == (0, "", "")
    write_instances(
        X, tmp_path / "library", metric="manhattan", linkage="distance", representation="point",
        initial_epsilon=0.1, weight_scaling="logarithmic", penalty="min", random_state=7,
        solve=None, max_instances=None, max_chunk_size=300, growth=1.7, dataset="points.npy",
    )  # fmt: skip
    names = sorted(path.name for path in (tmp_path / "cli").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "library").iterdir())
    assert len(names) > 20
    for name in names:
        ours, theirs = (tmp_path / "cli" / name, tmp_path / "library" / name)
        if name.endswith((".graph", ".dimacs", ".bqm")):
            assert ours.read_bytes() == theirs.read_bytes()
        elif name.endswith(".json"):
            ours, theirs = (json.loads(path.read_text()) for path in (ours, theirs))
            assert ours | {"seconds": 0} == theirs | {"seconds": 0}


def test_instances_as_json(tmp_path):
    np.savez(tmp_path / "points.npz", some=X[:300], other=X[:5])
    folder = tmp_path / "problems"
    code, out, err = bidvit(
        "instances", tmp_path / "points.npz", "-o", folder, "--array", "some", "--solve", "none",
        "--formats", "json", "--json", "--levels", "1",
    )  # fmt: skip
    assert (code, err) == (0, "")
    content = json.loads(out)
    assert content["directory"] == str(folder)
    [instance] = content["instances"]
    assert instance["n_vertices"] == 300
    assert instance["bound"] is None
    assert (folder / f"{instance['name']}.json").exists()


def test_tables(tmp_path):
    (tmp_path / "points.csv").write_text("x,y\n" + "\n".join(f"{a},{b}" for a, b in X[:200]))
    arguments = ["--solve", "none", "--levels", 1, "--formats", "metis"]
    code, out, _ = bidvit("instances", "points.csv", "-o", "out", *arguments, cwd=tmp_path)
    assert code == 0
    assert out.startswith("1 problem of level 1 in out: 200 to 200 vertices, mean degree ")


def test_bad_input_is_one_line_and_leaves_nothing(points, tmp_path, capsys):
    out = tmp_path / "problems"
    np.save(tmp_path / "one.npy", X[:1])
    before = names_below(tmp_path)
    fine = ["-o", out, "--solve", "none", "--formats", "json"]
    # What is wrong with files themselves, the tests of bidvit.io and of the other commands have.
    for arguments, message in [
        ([tmp_path / "missing.npy", *fine], "there is no file"),
        ([points], "Missing option '-o'"),
        ([tmp_path / "one.npy", *fine], "no instance to write"),
        ([points, "--array", "a", *fine], "array must only be given for an .npz"),
        ([points, "-o", tmp_path / "no" / "such", "--solve", "none"], "there is no folder"),
        ([points, "-o", points, "--solve", "none"], "must be a folder or a new name"),
        ([points, "-o", tmp_path, "--solve", "none", "--force"], "holds more than instances"),
        ([points, *fine, "--levels", "3-1"], "'3-1' must be levels from 1 on"),
        ([points, *fine, "--levels", "one"], "'one' is not a level"),
        ([points, *fine, "--formats", "json,xml"], "'xml' is not one of bqm"),
        ([points, *fine, "--formats", "json,json"], "formats must not repeat"),
        ([points, *fine, "--max-instances", "-1"], "-1 is not in the range"),
        ([points, *fine, "--growth", "0.5"], "growth must be finite and > 1"),
        ([points, *fine, "--initial-epsilon", "small"], "neither a number nor auto"),
        ([points, *fine[:4], "--penalty", "0.001"], "penalty must be >"),
        ([points, *fine, "--jobs", "0"], "n_jobs must not be 0"),
        ([points, *fine, "--time-limit", "3"], "--time-limit is for --solve exact"),
        ([points, "-o", out, "--solve", "nobody"], "selection must be a solver or one of"),
    ]:
        assert_refused_here(capsys, ["instances", *arguments], message)
        assert names_below(tmp_path) == before


def test_force(points, tmp_path):
    arguments = ["instances", points, "-o", tmp_path / "a", "--solve", "none", "--levels", 1]
    assert bidvit(*arguments)[0] == 0
    assert_refused(arguments, "holds instances already: choose a new name, or force")
    assert bidvit(*arguments, "--force", "--formats", "json", "--max-instances", 1)[0] == 0
    assert len(list((tmp_path / "a").iterdir())) == 2


def test_an_error_in_full(points, tmp_path):
    arguments = ["instances", points, "-o", tmp_path / "a", "--growth", 0.5, "--solve", "none"]
    code, _, err = bidvit("--traceback", *arguments)
    assert code == 1
    assert err.startswith("Traceback")
    assert "ValueError: growth must be" in err


def test_a_closed_pipe_is_no_error(points, tmp_path):
    done = subprocess.run(
        f"{COMMAND} instances {points} -o {tmp_path / 'a'} --solve none --json | head -c 1",
        shell=True, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("{", "")


# Ctrl-C. A solver of the test's own, which takes its time, is put in the place of the greedy one.

SLOW = """
import sys, time
import bidvit.cli, bidvit.selection.greedy as greedy
fast = greedy.GreedySolver.solve
left = [int(sys.argv.pop(1))]
def solve(self, problem, rng):
    left[0] -= 1
    if left[0] < 0:
        print("slow", file=sys.stderr, flush=True)
        time.sleep({seconds})
    return fast(self, problem, rng)
greedy.GreedySolver.solve = solve
bidvit.cli.main()
"""


@pytest.mark.parametrize("n_fast", [3, 60], ids=["while clustering", "while writing"])
@pytest.mark.parametrize("seconds", [0.05, 30], ids=["many short calls", "one long call"])
@pytest.mark.parametrize(
    ("sent", "code", "said"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_ctrl_c(n_fast, seconds, sent, code, said, points, tmp_path):
    # The first 60 calls or so are those of the fit, one per chunk, the rest look for the best set.
    script = tmp_path / "slow.py"
    script.write_text(SLOW.replace("{seconds}", str(seconds)))
    before = sorted(path.name for path in tmp_path.iterdir())
    arguments = ["instances", points, "-o", tmp_path / "a", "--solve", "greedy", "--growth", "3",
                 "--max-instances", "0", "--max-chunk-size", "100"]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, script, str(n_fast), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr.readline() == "slow\n"
    process.send_signal(sent)
    start = time.perf_counter()
    out, err = process.communicate(timeout=60)
    assert time.perf_counter() - start < 10  # not 30; a second where nothing else runs
    assert process.returncode == code
    assert out == ""
    # On a terminal ^C stands in the line before.
    assert err.replace("slow\n", "").lstrip("\n") == f"bidvit: {said}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


# Progress


def test_progress_on_a_terminal_only(points, tmp_path):
    arguments = ["instances", points, "--solve", "none", "--levels", "1-2"]
    out, shown = run_on_terminal(*arguments, "-o", tmp_path / "a")
    assert " problems of 2 levels (1 to 2) in " in out
    assert "level 1, ε = " in shown
    assert "problems written" in shown
    assert shown.endswith("\x1b[2K")  # the line is cleared in the end
    for quiet in ("--quiet", "--json"):
        out, shown = run_on_terminal(*arguments, "-o", tmp_path / quiet, quiet)
        assert shown == ""
        assert (out == "") == (quiet == "--quiet")
