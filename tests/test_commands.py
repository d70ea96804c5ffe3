"""The commands on files as numpy, pandas and polars write them, with what goes wrong with those."""

import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import polars as pl
import pytest
import zarr
from commands import (
    COMMAND,
    assert_refused,
    assert_refused_here,
    bidvit,
    names_below,
    run_on_terminal,
)
from PIL import Image

import bidvit as library
from bidvit.cli import run
from bidvit.cli.reporting import (
    TimeLeft,
    format_bytes,
    format_chart,
    format_seconds,
    print_table,
)
from bidvit.engines.memory import Progress

X = np.random.default_rng(0).normal(size=(1000, 2))
FRAME = {"x": X[:, 0], "y": X[:, 1], "name": [f"n{k % 7}" for k in range(1000)]}
TREE = library.cluster(X, random_state=0)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return a folder with the same points in many files, and a tree of them."""
    folder = tmp_path_factory.mktemp("files")
    np.save(folder / "a.npy", X)
    np.savez(folder / "a.npz", X=X, y=np.arange(1000) % 7)
    zarr.create_array(str(folder / "a.zarr"), data=X, chunks=(100, 2))
    pd.DataFrame(FRAME).to_csv(folder / "pandas.csv", index=False)
    pd.DataFrame(FRAME).to_csv(folder / "pandas.csv.gz", index=False)
    pd.DataFrame(FRAME).to_parquet(folder / "pandas.parquet")
    pl.DataFrame(FRAME).write_csv(folder / "polars.tsv", separator="\t")
    pl.DataFrame(FRAME).write_ipc(folder / "polars.arrow")
    pl.DataFrame({"e": pl.Series(X, dtype=pl.Array(pl.Float64, 2))}).write_parquet(
        folder / "lists.parquet"
    )
    holes = pd.DataFrame(FRAME)
    holes.loc[[3, 7, 500], "x"] = np.nan
    holes.to_csv(folder / "holes.csv", index=False)
    assert bidvit("fit", folder / "pandas.csv", "-o", folder / "a.tree", "--quiet") == (0, "", "")
    return folder


def fine(*arguments, **options):
    """Run a command that must succeed; returns its output."""
    code, out, err = bidvit(*arguments, **options)
    assert code == 0, err
    return out


# fit


@pytest.mark.parametrize(
    "name",
    ["a.npy", "a.npz", "a.zarr", "pandas.csv.gz", "pandas.parquet", "polars.tsv", "polars.arrow",
     "lists.parquet"],
)  # fmt: skip
def test_fit_makes_the_tree_the_library_makes(name, files, tmp_path):
    code, out, err = bidvit("fit", files / name, "-o", tmp_path / "t")
    assert code == 0, err
    assert out.startswith(f"{tmp_path / 't'}: 1,000 rows × 2 columns (")
    assert " left out: " in err or name.startswith(("a.npy", "a.zarr", "lists"))
    assert err.count("\n") <= 1
    tree = library.ClusterTree.load(tmp_path / "t")
    assert tree.labels(20).tolist() == TREE.labels(20).tolist()
    assert tree.origin.path == str(files / name)
    assert tree.origin.n_rows == 1000
    assert list(tmp_path.iterdir()) == [tmp_path / "t"]


def test_fit_from_the_standard_input(files, tmp_path):
    with (files / "pandas.csv").open("rb") as stdin:
        done = subprocess.run(
            [COMMAND, "fit", "-", "-o", tmp_path / "t", "--columns", "y,x"],
            stdin=stdin, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    tree = library.ClusterTree.load(tmp_path / "t")
    assert (tree.origin.path, tree.origin.columns) == ("-", ["y", "x"])
    done = subprocess.run(
        [COMMAND, "fit", "-", "-o", tmp_path / "u"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "bidvit: the standard input is empty\n")


def test_fit_takes_the_parameters_of_the_estimator(tmp_path):
    from bidvit.cli.fit import fit

    ours = {name for option in fit.params for name in [option.name]}
    theirs = set(library.BiDViT().get_params())
    # What is cut, and how, is said to `bidvit cut`.
    assert theirs - ours == {"n_clusters", "level", "radius", "criterion", "refine", "verbose"}
    pl.DataFrame({"x": X[:, 0], "w": np.arange(1000) % 3, "price": X[:, 1] ** 2 + 1}).write_parquet(
        tmp_path / "a.parquet"
    )
    out = fine(
        "fit", tmp_path / "a.parquet", "-o", tmp_path / "t", "--columns", "x",
        "--sample-weight", "w", "--metric", "manhattan", "--linkage", "distance", "--growth", 1.5,
        "--max-chunk-size", 100, "--max-levels", 7, "--radii", "bound", "--coarsening", "dense",
        "--cost", "price", "--selection", "local-search",
        "--selection-params", "iterations_per_vertex=2", "--on-failure", "greedy",
        "--random-state", 3, "--n-jobs", 2, "--json",
    )  # fmt: skip
    made = json.loads(out)
    assert made["columns"] == ["x"]
    assert made["n_levels"] == 8
    tree = library.ClusterTree.load(tmp_path / "t")
    expected = {
        "metric": "manhattan", "linkage": "distance", "growth": 1.5, "max_chunk_size": 100,
        "max_levels": 7, "coarsening": "dense", "cost": "price", "selection": "local-search",
        "selection_params": {"iterations_per_vertex": 2}, "random_state": 3,
    }  # fmt: skip
    assert expected.items() <= tree.parameters.items()
    assert tree.radii_kind == "bound"
    assert tree.origin.weights == "w"
    assert tree.levels[-1].weights.sum() == (np.arange(1000) % 3).sum()


def test_pixels_of_an_image_are_rows(tmp_path):
    pixels = np.random.default_rng(0).integers(0, 256, (20, 30, 3), np.uint8)
    Image.fromarray(pixels).save(tmp_path / "a.png")
    out = fine("fit", tmp_path / "a.png", "-o", tmp_path / "t")
    assert "600 rows × 3 columns (R, G, B)" in out


def test_dry_run(files, tmp_path):
    out = fine("fit", files / "a.npy", "--dry-run")
    assert "rows     1,000, 0 of them dropped" in out
    assert "columns  2 of float64: x0, x1" in out
    assert out.count("about") == 4
    data = files / "holes.csv"
    arguments = ["fit", data, "--columns", "x,y", "--drop-missing", "--dry-run", "--json"]
    expected = json.loads(fine(*arguments, "-o", tmp_path / "t"))
    assert expected["n_dropped"] == 3
    assert expected["n_levels"] > 10
    assert expected["bytes"] > 3 * X.nbytes
    assert not list(tmp_path.iterdir())


def test_forecast_of_many_rows_from_a_sample():
    from bidvit.cli.forecast import forecast
    from bidvit.io import Points

    rows = np.random.default_rng(0).normal(size=(40_000, 2)).astype(np.float32)
    points = Points(rows, ["x", "y"], ["x", "y"], [], {}, len(rows), np.empty(0, np.int64))
    parameters = {"max_chunk_size": 100, "max_levels": None, "growth": 1.3, "random_state": 0,
                  "sample_weight": np.ones(len(rows)), "cost": None}  # fmt: skip
    expected = forecast(points, parameters)
    tree = library.cluster(rows, max_chunk_size=100, growth=1.3, random_state=0)
    assert expected["n_sampled"] == 20_000
    assert abs(expected["n_levels"] - (len(tree.levels) - 1)) <= 4
    pairs = sum(level.n_nodes * min(level.n_nodes, 100) / 2 for level in tree.levels)
    assert 0.7 < expected["n_distances"] / pairs < 1.4


# Missing values


def test_dropped_rows_are_traced_through(files, tmp_path):
    data = files / "holes.csv"
    assert_refused(
        ["fit", data, "-o", tmp_path / "t", "--columns", "x,y"],
        "missing or infinite values in 3 of 1,000 rows, in x: rows 3, 7, 500, counted from 0",
    )
    assert not list(tmp_path.iterdir())
    code, out, err = bidvit("fit", data, "-o", tmp_path / "t", "--columns", "x,y", "--drop-missing")
    assert code == 0
    assert "997 rows" in out
    assert err == "bidvit: 3 of 1,000 rows dropped for missing values\n"
    kept = np.delete(np.arange(1000), [3, 7, 500])
    cut = library.cluster(X[kept], random_state=0).cut(n_clusters=9)
    out = fine("cut", tmp_path / "t", "-k", 9, "-o", tmp_path / "l.csv",
               "--centers", tmp_path / "c.csv")  # fmt: skip
    assert "9 clusters of 1,000 rows, 3 of them in none" in out
    labels = pd.read_csv(tmp_path / "l.csv")["cluster"].to_numpy()
    assert labels[[3, 7, 500]].tolist() == [-1, -1, -1]
    assert labels[kept].tolist() == cut.labels.tolist()
    assert pd.read_csv(tmp_path / "c.csv")["medoid"].tolist() == kept[cut.medoids].tolist()
    assert "dropped" in fine("info", tmp_path / "t")
    out = fine("score", tmp_path / "t", "--labels", "name", "--json")
    expected = library.cluster(X[kept], random_state=0).scores(np.array(FRAME["name"])[kept])
    assert json.loads(out)["levels"][20]["adjusted_rand"] == expected.adjusted_rand[20]


# info


def test_info(files):
    out = fine("info", files / "a.tree")
    assert f"from       {files / 'pandas.csv'}" in out
    assert "columns    x, y" in out
    assert "growth=1.1" in out
    for line in repr(TREE.levels).splitlines()[1:]:
        assert line.split() in [shown.split() for shown in out.splitlines()]
    assert "nodes, on a logarithmic scale\n1,000 ┤█" in out
    assert "Calinski-Harabasz score\n" in out
    facts = json.loads(fine("info", files / "a.tree", "--json"))
    assert facts["origin"]["features"] == ["x", "y"]
    assert [level["n_nodes"] for level in facts["levels"]] == [m.n_nodes for m in TREE.levels]
    assert facts["levels"][0]["calinski_harabasz"] is None


def test_info_of_a_tree_from_the_library(tmp_path):
    library.cluster(X[:50], random_state=0, stop_at=5).save(tmp_path / "t")
    out = fine("info", tmp_path / "t")
    assert "50, 50 of them distinct" in out
    assert "\nfrom " not in out


# cut


@pytest.mark.parametrize(
    ("options", "where"),
    [
        (["-k", 30], {"n_clusters": 30}),
        (["-k", 30, "--criterion", "radius"], {"n_clusters": 30, "criterion": "radius"}),
        (["--radius", 0.5], {"radius": 0.5}),
        (["--level", -3], {"level": -3}),
        (["--max-weight", 40, "--min-weight", 5], {"max_weight": 40, "min_weight": 5}),
        (["-k", 30, "--refine", 3], {"n_clusters": 30, "refine": 3}),
    ],
)
def test_cut_is_that_of_the_library(options, where, files, tmp_path):
    fine("cut", files / "a.tree", *options, "-o", tmp_path / "l.npy",
         "--centers", tmp_path / "c.npy", "--quiet")  # fmt: skip
    steps = where.get("refine")
    cut = TREE.cut(**{name: value for name, value in where.items() if name != "refine"})
    if steps:
        cut = cut.refine(iterations=steps)
    assert np.load(tmp_path / "l.npy").tolist() == cut.labels.tolist()
    centers = np.load(tmp_path / "c.npy")
    assert centers["center"].tolist() == cut.centers.tolist()
    assert centers["weight"].tolist() == cut.weights.tolist()
    assert centers["radius"].tolist() == cut.radii.tolist()
    assert centers["medoid"].tolist() == cut.medoids.tolist()


def test_cut_as_tables(files, tmp_path):
    cut = TREE.cut(n_clusters=12)
    for ending, read in [("csv", pl.read_csv), ("parquet", pl.read_parquet),
                         ("arrow", pl.read_ipc)]:  # fmt: skip
        labels, centers = tmp_path / f"l.{ending}", tmp_path / f"c.{ending}"
        fine("cut", files / "a.tree", "-k", 12, "-o", labels, "--centers", centers, "--quiet")
        assert read(labels)["cluster"].to_list() == cut.labels.tolist()
        table = read(centers)
        assert table.columns == ["cluster", "weight", "radius", "medoid", "x", "y"]
        assert table["x"].to_list() == cut.centers[:, 0].tolist()


@pytest.mark.parametrize("name", ["pandas.csv.gz", "polars.arrow", "a.npy", "lists.parquet"])
def test_join(name, files, tmp_path):
    out = tmp_path / "joined.parquet"
    fine("cut", files / "a.tree", "-k", 12, "--join", files / name, "-o", out, "--column", "group")
    joined = pl.read_parquet(out)
    assert joined["group"].to_list() == TREE.cut(n_clusters=12).labels.tolist()
    columns = {"a.npy": ["x0", "x1"], "lists.parquet": ["e"]}.get(name, ["x", "y", "name"])
    assert joined.columns == [*columns, "group"]
    if "name" in columns:
        assert joined["name"].to_list() == FRAME["name"]


def test_join_needs_the_rows_of_the_tree(files, tmp_path):
    pl.DataFrame(FRAME).head(999).write_csv(tmp_path / "fewer.csv")
    pl.DataFrame(FRAME).vstack(pl.DataFrame(FRAME)).write_parquet(tmp_path / "more.parquet")
    before = sorted(tmp_path.iterdir())
    for name, message in [("fewer.csv", "got 999"), ("more.parquet", "got 2,000")]:
        assert_refused(
            ["cut", files / "a.tree", "-k", 5, "--join", tmp_path / name, "-o", tmp_path / "j.csv"],
            f"{name} must be what the tree was made from, 1,000 rows, {message}",
        )
        assert sorted(tmp_path.iterdir()) == before


# assign


def test_assign(files, tmp_path):
    new = np.random.default_rng(1).normal(size=(300, 2))
    cut = TREE.cut(n_clusters=15)
    clusters, distances = (values[:, 0] for values in cut.nearest(new))
    frame = pd.DataFrame({"name": "a", "y": new[:, 1], "x": new[:, 0]})
    frame.to_csv(tmp_path / "new.csv", index=False)
    tree = files / "a.tree"
    out = fine("assign", tree, tmp_path / "new.csv", "-k", 15, "-o", tmp_path / "c.parquet")
    assert f"300 rows assigned to 15 clusters; the farthest is {distances.max():.5g} from" in out
    table = pl.read_parquet(tmp_path / "c.parquet")
    assert table["cluster"].to_list() == clusters.tolist()
    assert np.allclose(table["distance"].to_numpy(), distances)
    fine("assign", tree, tmp_path / "new.csv", "-k", 15, "-o", tmp_path / "j.csv", "--join")
    joined = pd.read_csv(tmp_path / "j.csv")
    assert list(joined.columns) == ["name", "y", "x", "cluster", "distance"]
    assert joined["cluster"].tolist() == clusters.tolist()
    np.save(tmp_path / "new.npy", new)
    assert_refused(
        ["assign", tree, tmp_path / "new.npy", "-k", 15, "-o", tmp_path / "c.npy"],
        "new.npy has no column 'x', only x0, x1",
    )
    fine("assign", tree, tmp_path / "new.npy", "-k", 15, "-o", tmp_path / "c.npy",
         "--columns", "0,1")  # fmt: skip
    assert np.load(tmp_path / "c.npy").tolist() == clusters.tolist()


def test_assign_rows_with_missing_values(files, tmp_path):
    arguments = ["assign", files / "a.tree", files / "holes.csv", "-k", 15]
    assert_refused([*arguments, "-o", tmp_path / "c.csv"], "missing or infinite values in 3 of 1,0")
    assert not list(tmp_path.iterdir())
    made = json.loads(fine(*arguments, "-o", tmp_path / "c.csv", "--drop-missing", "--json"))
    assert made["n_dropped"] == 3
    table = pd.read_csv(tmp_path / "c.csv")
    assert table["cluster"][[3, 7, 500]].tolist() == [-1, -1, -1]
    assert table["distance"].isna().sum() == 3
    assert (table["cluster"] >= 0).sum() == 997


# thin


def test_thin(files, tmp_path):
    out = fine("thin", files / "pandas.csv", "--epsilon", 0.3, "-o", tmp_path / "t.csv")
    kept = library.thin(X, 0.3, random_state=0)
    coarse = library.coarsen(X, 0.3, separation="global", random_state=0)
    assert f"{len(kept)} of 1,000 rows kept, {1000 - len(kept)} dropped" in out
    assert f"is {coarse.max_radius:.5g} from the nearest row kept" in out
    table = pd.read_csv(tmp_path / "t.csv")
    assert table["name"].tolist() == [FRAME["name"][k] for k in kept]
    assert table["x"].tolist() == X[kept, 0].tolist()
    fine("thin", files / "a.npy", "--epsilon", 0.3, "-o", tmp_path / "t.npy")
    assert np.load(tmp_path / "t.npy").tolist() == X[kept].tolist()


def test_thin_with_missing_values_and_indices(files, tmp_path):
    arguments = ["thin", files / "holes.csv", "--epsilon", 0.3, "--drop-missing", "--indices"]
    made = json.loads(fine(*arguments, "-o", tmp_path / "t.npy", "--json"))
    rest = np.delete(np.arange(1000), [3, 7, 500])
    kept = rest[library.thin(X[rest], 0.3, random_state=0)]
    assert np.load(tmp_path / "t.npy").tolist() == kept.tolist()
    assert made["n_kept"] + made["n_dropped"] + made["n_missing"] == 1000
    nearest = np.linalg.norm(X[rest][:, None] - X[kept][None], axis=2).min(axis=1)
    assert made["max_distance"] == pytest.approx(nearest.max())
    fine(*arguments, "--separation", "chunk", "--max-chunk-size", 50, "-o", tmp_path / "t.parquet")
    assert len(pl.read_parquet(tmp_path / "t.parquet")) >= len(kept)


# score


def test_score(files):
    out = fine("score", files / "a.tree", files / "pandas.csv", "--labels", "name", "--jobs", 2)
    scores = TREE.scores(FRAME["name"])
    line = next(line for line in out.splitlines() if line.split()[:1] == ["20"])
    assert line.split()[1] == f"{TREE.levels[20].n_nodes:,}"
    assert line.split()[-1] == f"{scores.normalized_mutual_info[20]:.5g}"
    assert f"best adjusted Rand: level {np.argmax(scores.adjusted_rand)}, " in out
    plain = json.loads(fine("score", files / "a.tree", "--json", "--davies-bouldin", 10))
    assert "adjusted_rand" not in plain["levels"][0]
    assert plain["levels"][20]["davies_bouldin"] is None
    assert plain["levels"][-2]["davies_bouldin"] is not None


# doctor


def test_doctor():
    from bidvit import _core

    out = fine("doctor")
    assert f"instructions  {_core.instruction_set()}" in out
    assert "the core is sound, checked in" in out
    found = json.loads(fine("doctor", "--json"))
    assert found["failures"] == []
    assert found["extras"]["io"]["pyarrow"] == __import__("pyarrow").__version__


def test_doctor_names_what_is_missing(tmp_path):
    # A path hook that finds no metadata for one package is as good as its absence.
    script = tmp_path / "without.py"
    script.write_text(
        "import importlib.metadata as m, sys\n"
        "found = m.version\n"
        "def version(name):\n"
        "    if name in ('zarr', 'pillow'): raise m.PackageNotFoundError(name)\n"
        "    return found(name)\n"
        "m.version = version\n"
        "import bidvit.cli\n"
        "sys.exit(bidvit.cli.run(['doctor']))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert 'missing: pillow, zarr; install with: pip install "bidvit[io]"' in done.stdout


def test_doctor_notices_a_broken_core(monkeypatch):
    from bidvit import coarsening
    from bidvit.cli.doctor import check_core

    assert check_core() == []
    sound = coarsening.coarsen
    monkeypatch.setattr(coarsening, "coarsen", lambda X, epsilon, **o: sound(X, epsilon / 2, **o))
    assert check_core() == ["representatives are closer than epsilon"]


# Bad input


@pytest.fixture
def bad_files(files, tmp_path):
    """Return a folder of files with something wrong."""
    (tmp_path / "loop.csv").symlink_to(tmp_path / "loop.csv")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "points.txt").write_text("1 2\n")
    (tmp_path / "ragged.csv").write_text("a,b\n1,2\n3\n")
    (tmp_path / "names.csv").write_text("name\nanna\notto\n")
    (tmp_path / "constant.csv").write_text("a\n5\n5\n5\n")
    (tmp_path / "one.csv").write_text("a\n5\n")
    (tmp_path / "bell.csv").write_text("a\n1\n\a\x1b[31m,\n")
    (tmp_path / "there.csv").write_text("old\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_text("old\n")
    whole = (files / "pandas.parquet").read_bytes()
    (tmp_path / "half.parquet").write_bytes(whole[: len(whole) // 2])
    return tmp_path


def test_every_kind_of_bad_input_is_one_line_and_leaves_nothing(files, bad_files):
    before = names_below(bad_files)
    out, tree, points = bad_files / "out", files / "a.tree", files / "a.npy"
    for arguments, message in [
        (["fit", bad_files / "missing.csv", "-o", out], "there is no file"),
        (["fit", bad_files / "loop.csv", "-o", out], "symbolic links"),
        (["fit", bad_files / "empty.csv", "-o", out], "empty.csv is empty"),
        (["fit", bad_files / "points.txt", "-o", out], "path must end in .npy"),
        (["fit", bad_files / "half.parquet", "-o", out], "half.parquet cannot be read as .parq"),
        (["fit", bad_files / "ragged.csv", "-o", out], "Expected 2 columns, got 1"),
        (["fit", bad_files / "names.csv", "-o", out], "has no numeric column, only name"),
        (["fit", bad_files / "constant.csv", "-o", out], "all 3 rows are equal, nothing to cl"),
        (["fit", points, "-o", out, "--columns", "z"], "has no column 'z', only x0, x1"),
        (["fit", points, "-o", tree], "is there already: choose a new name, or replace it (--fo"),
        (["info", bad_files / "folder"], "does not hold a tree that can be read"),
        (["cut", tree, "-k", 1001, "-o", f"{out}.csv"], "the number of distinct rows, got 1,001"),
    ]:
        assert_refused(arguments, message)
        assert names_below(bad_files) == before
    assert (bad_files / "there.csv").read_text() == "old\n"


def test_bad_input_of_each_command(files, bad_files, capsys):
    before = names_below(bad_files)
    out, tree, csv = bad_files / "out", files / "a.tree", files / "pandas.csv"
    there = bad_files / "there.csv"
    for arguments, message in [
        (["fit", bad_files / "one.csv", "-o", out], "one row only"),
        (["fit", bad_files / "bell.csv", "-o", out], "??[31m,"),
        (["fit", csv, "-o", out, "--columns", "z"], "has no column 'z', only x, y, name"),
        (["fit", csv, "-o", out, "--sample-weight", "w"], "has no column 'w'"),
        (["fit", csv], "Missing option '-o'"),
        (["fit", csv, "-o", bad_files / "folder", "--force"], "something else than a tree"),
        (["fit", csv, "-o", there, "--force"], "got the file"),
        (["fit", csv, "-o", bad_files / "no" / "t"], "there is no folder"),
        (["fit", csv, "-o", out, "--growth", 0.5, "--quiet"], "growth must be finite and > 1"),
        (["fit", csv, "-o", out, "--selection-params", "a"], "'a' is not NAME=VALUE"),
        (["info", bad_files / "none.tree"], "there is no such folder"),
        (["info", csv], "does not hold a tree that can be read"),
        (["cut", tree, "-o", f"{out}.csv"], "exactly one of -k, --radius, --level and --max-weig"),
        (["cut", tree, "-k", 5, "--level", 3, "-o", f"{out}.csv"], "exactly one of -k"),
        (["cut", tree, "--level", 999, "-o", f"{out}.csv"], "level must be from"),
        (["cut", tree, "-k", 5], "Missing option '-o'"),
        (["cut", tree, "-k", 5, "-o", f"{out}.txt"], "output must end in .npy, .csv"),
        (["cut", tree, "-k", 5, "-o", there], "there.csv is there already"),
        (["cut", tree, "-k", 5, "-o", f"{out}.npy", "--join", csv], "output must end in .csv"),
        (["cut", tree, "-k", 5, "-o", f"{out}.csv", "--join", csv, "--column", "x"], "column 'x'"),
        (["assign", tree, csv, "-k", 5, "--columns", "x", "-o", f"{out}.csv"], "must give 2 coord"),
        (["assign", tree, bad_files / "missing.csv", "-k", 5, "-o", there], "is there already"),
        (["thin", csv, "--epsilon", -1, "-o", f"{out}.csv", "--quiet"], "epsilon must be finite"),
        (["score", tree, csv], "say which column of DATA holds the classes"),
        (["score", tree, files / "a.npy", "--labels", "name"], "has no column 'name'"),
    ]:
        assert_refused_here(capsys, arguments, message)
        assert names_below(bad_files) == before
    assert there.read_text() == "old\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_folders_that_cannot_be_written_to(files, tmp_path, capsys):
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o555)
    tree, points = files / "a.tree", files / "a.npy"
    for arguments in (
        ["fit", points, "-o", folder / "t"],
        ["cut", tree, "-k", 5, "-o", folder / "l.csv"],
        ["thin", points, "--epsilon", 1, "-o", folder / "t.npy"],
        ["plot", tree, "-o", folder / "p.png"],
    ):
        assert_refused_here(capsys, arguments, "no permission to write into")
    assert not list(folder.iterdir())


def test_force_replaces(files, tmp_path):
    for arguments in (
        ["fit", files / "a.npy", "-o", tmp_path / "t"],
        ["cut", files / "a.tree", "-k", 5, "-o", tmp_path / "l.csv"],
        ["thin", files / "a.npy", "--epsilon", 1, "-o", tmp_path / "t.npy"],
    ):
        fine(*arguments)
        assert_refused(arguments, "is there already: choose a new name, or replace it (--force)")
        fine(*arguments, "--force", "--quiet")
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("ending", ["t", "l.csv", "l.csv.gz", "l.parquet", "l.arrow", "l.npy"])
def test_no_room(ending, files, tmp_path):
    # No file may be larger than this: to whoever writes, the same as a full disk.
    arguments = ["cut", files / "a.tree", "-k", 900, "-o", tmp_path / ending]
    if ending == "t":
        arguments = ["fit", files / "a.npy", "-o", tmp_path / ending]
    done = subprocess.run(
        [COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)),
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr == f"bidvit: File too large: {tmp_path / ending}\n"
    assert not list(tmp_path.iterdir())


def test_extras_that_are_missing(files, tmp_path):
    script = tmp_path / "without.py"
    script.write_text(
        "import sys\n"
        "sys.modules['pyarrow'] = sys.modules['matplotlib'] = sys.modules['zarr'] = None\n"
        "import bidvit.cli\n"
        "sys.exit(bidvit.cli.run(sys.argv[1:]))\n"
    )
    for arguments, extra in [
        (["fit", files / "pandas.csv", "-o", tmp_path / "t"], "io"),
        (["fit", files / "a.zarr", "-o", tmp_path / "t"], "io"),
        (["cut", files / "a.tree", "-k", 5, "-o", tmp_path / "l.csv"], "io"),
        (["demo", "-o", tmp_path / "demo.png"], "plot"),
    ]:
        done = subprocess.run(
            [sys.executable, script, *map(str, arguments)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1, done.stderr
        assert f'pip install "bidvit[{extra}]"' in done.stderr
    done = subprocess.run(
        [sys.executable, script, "fit", files / "a.npy", "-o", tmp_path / "t"], check=False
    )
    assert done.returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t", "without.py"]


# Interrupted and killed. Writing is made slow, so that it is met in the middle.

SLOW = """
import sys, time
import bidvit.cli, bidvit.io.writing as writing, bidvit.storage as storage
def slow(function):
    def wait(*arguments):
        answer = function(*arguments)
        print("slow", file=sys.stderr, flush=True)
        time.sleep(30)
        return answer
    return wait
writing.TableWriter.write = slow(writing.TableWriter.write)
writing.ArrayWriter.write = slow(writing.ArrayWriter.write)
storage.write_array = slow(storage.write_array)
bidvit.cli.main()
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("name", ["t", "l.parquet", "l.npy"])
@pytest.mark.parametrize("is_there", [False, True], ids=["new", "there"])
def test_ended_in_the_middle_of_writing(sent, name, is_there, files, tmp_path):
    arguments = ["cut", files / "a.tree", "-k", 9, "-o", tmp_path / name]
    if name == "t":
        arguments = ["fit", files / "a.npy", "-o", tmp_path / name]
    if is_there:
        assert run(list(map(str, arguments))) == 0
        arguments.append("--force")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr.readline() == "slow\n"
    process.send_signal(sent)
    start = time.perf_counter()
    process.communicate(timeout=60)
    assert time.perf_counter() - start < 10  # not 30; a second where nothing else runs
    assert process.returncode == {2: 130, 15: 143, 9: -9}[sent]
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert before.items() <= after.items()
    if sent != signal.SIGKILL:
        assert after == before
    else:
        # What is left has a name of its own, and is in nobody's way.
        assert (tmp_path / name).exists() == is_there
    assert run([*map(str, arguments), "--quiet"]) == 0
    assert (tmp_path / name).exists()


def test_ctrl_c_while_clustering(tmp_path):
    np.save(tmp_path / "a.npy", np.random.default_rng(0).normal(size=(300_000, 8)))
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [COMMAND, "fit", tmp_path / "a.npy", "-o", tmp_path / "t"],
        stdout=subprocess.DEVNULL, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while b"nodes left" not in shown:
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    start = time.perf_counter()
    while True:
        try:
            shown += os.read(ours, 4096)
        except OSError:
            break
    process.wait(timeout=60)
    assert time.perf_counter() - start < 10  # not 30; a second where nothing else runs
    os.close(ours)
    assert process.returncode == 130
    assert shown.rstrip().endswith(b"bidvit: interrupted")
    # The cursor that the bar hid is there again.
    assert shown.rfind(b"\x1b[?25h") > shown.rfind(b"\x1b[?25l")
    assert [path.name for path in tmp_path.iterdir()] == ["a.npy"]


# What is shown


def test_progress_of_a_fit(files, tmp_path):
    out, shown = run_on_terminal("fit", files / "a.npy", "-o", tmp_path / "a")
    assert "1,000 rows × 2 columns" in out
    assert "saving the tree" in shown
    assert shown.endswith("\x1b[2K")  # the line is cleared in the end
    for quiet in ("--quiet", "--json"):
        out, shown = run_on_terminal("fit", files / "a.npy", "-o", tmp_path / quiet, quiet)
        assert shown == ""
        assert (out == "") == (quiet == "--quiet")


def test_every_command_has_an_example():
    from bidvit.cli import COMMANDS

    for name in COMMANDS:
        out = fine(name, "--help")
        assert "Example" in out
        assert f"  bidvit {name}" in out


def test_time_left_of_a_geometric_series():
    estimate = TimeLeft(1 << 40)
    n, seconds = 1 << 40, 0.0
    for level in range(1, 30):
        share, rate, left = estimate.update(Progress(level, 1.0, n, 0.0, seconds + 1e-9))
        if level > 20:
            # A thousand nodes take a millisecond.
            assert rate == pytest.approx(1e6, rel=0.01)
            assert left == pytest.approx(n * 2 / 1e6, rel=0.05)
            assert 0.9 < share < 1
        seconds += n / 1e6
        n //= 2


def test_charts():
    chart = format_chart("nodes", [1000, 100, 10, 1], logarithmic=True)
    assert chart.splitlines() == [
        "nodes, on a logarithmic scale",
        "1,000 ┤█",
        "      ┤█▅",
        "      ┤██▃",
        "    1 ┤███▁",
        "level  0  3",
    ]
    assert format_chart("score", [float("nan"), 2.0, 1.0], logarithmic=False).splitlines()[1:] == [
        "    2 ┤ █",
        "      ┤ █",
        "      ┤ ██",
        "    0 ┤ ██",
        "level  0 2",
    ]
    assert format_chart("score", [float("nan")] * 3, logarithmic=False) == "score: not defined"
    for width in (72, 20):
        wide = format_chart("nodes", list(range(1, 1001)), logarithmic=False, width=width)
        assert max(map(len, wide.splitlines())) == width + 7


@pytest.mark.parametrize("width", [200, 80, 30])
def test_tables_fit_into_terminals_and_lose_nothing(width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    titles = ["level", "nodes", "inertia", "Calinski-Harabasz", "Davies-Bouldin", "mean distance",
              "adjusted Rand", "mutual information"]  # fmt: skip
    row = ["10", "1,000,000", "1.2345e+06", "123.45", "0.8765", "12.345", "0.98765", "0.87654"]
    print_table(titles, [row])
    lines = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
    assert lines[-1].split() == row
    assert "".join(lines[:-1]).replace(" ", "").count("Harabasz") == 1
    assert len(lines) == (2 if width == 200 else 3)
    assert max(map(len, lines)) <= max(width, 81)


def test_sizes_and_times():
    assert [format_bytes(n) for n in (0, 999, 1500, 2.5e6, 3e9, 4e12)] == [
        "0 bytes", "999 bytes", "1.5 kB", "2.5 MB", "3.0 GB", "4.0 TB",
    ]  # fmt: skip
    assert [format_seconds(s) for s in (0.5, 42, 600, 9000, float("inf"))] == [
        "0.5 s", "42 s", "10 min", "2 h 30 min", "some time",
    ]  # fmt: skip
