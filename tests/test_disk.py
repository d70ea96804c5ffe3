"""Clustering on disk: bit for bit the levels and the tree of clustering in memory."""

import dataclasses
import errno
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import RNGS, clouds, lattices, uneven_weights, whole_weights

import bidvit
from bidvit.engines import disk, resuming, scratch, splits
from bidvit.growing import GrowingTree
from bidvit.tree import ClusterTree

ARRAYS = (
    "rows",
    "leaf_rows",
    "leaf_weights",
    "points",
    "inner_weights",
    "radii",
    "births",
    "parents",
    "leaf_begin",
    "subtree_end",
)
WHATS = ("points", "weights", "numbers")


@pytest.fixture(autouse=True, scope="module")
def _without_waiting_for_disks():
    """Nobody pulls the plug here, and every level flushes dozens of files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@contextmanager
def make_folder():
    """Yield a folder in memory, where there is one."""
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=parent) as name:
        yield Path(name)


@pytest.fixture
def folder():
    with make_folder() as path:
        yield path


@st.composite
def plans(draw):
    """Tiny pieces, so that little data makes many of them."""
    return disk.Plan(
        rows_per_block=draw(st.integers(1, 60)),
        rows_per_task=draw(st.integers(1, 40)),
        sample_size=draw(st.integers(1, 100)),
        n_buckets=2 ** draw(st.integers(0, 3)),
    )


# With next to no margin, most medians are looked for again and again.
MARGINS = st.sampled_from([splits._MARGIN, 0.01])


def cluster_on_disk(path, X, plan, **options):
    """Return the tree and all levels above 0 as they are on disk."""
    seen = []

    def note(run, level):
        if level.number:
            n = len(level)
            seen.append((level.points(0, n), level.weights(0, n), level.numbers(0, n)))
        clean(run, level)

    clean = disk._Run._clean
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk._Run, "_clean", note)
        if plan is not None:
            patch.setattr(disk, "make_plan", lambda *_: plan)
        tree = bidvit.cluster(X, out=path, **options)
    return tree, seen


def cluster_in_memory(X, **options):
    """Return the tree and all levels above 0 as they are while it grows."""
    seen = []

    def note(growing, epsilon, coarse, workers):
        add_level(growing, epsilon, coarse, workers)
        seen.append((coarse.points.copy(), coarse.weights.copy(), growing.keeper.ids.copy()))

    add_level = GrowingTree.add_level
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GrowingTree, "add_level", note)
        tree = bidvit.cluster(X, **options)
    return tree, seen


def assert_same(array, expected, what):
    assert (array is None) == (expected is None), what
    if expected is not None:
        assert array.dtype == expected.dtype, what
        # Bit for bit: 0 and -0 differ.
        assert np.ascontiguousarray(array).tobytes() == expected.tobytes(), what


def assert_same_levels(levels, expected):
    assert len(levels) == len(expected)
    for number, (level, in_memory) in enumerate(zip(levels, expected, strict=True), start=1):
        for what, array, other in zip(WHATS, level, in_memory, strict=True):
            assert_same(array, other, f"{what} of level {number}")


def assert_same_tree(tree, expected):
    for name in ARRAYS:
        assert_same(getattr(tree.nodes, name), getattr(expected.nodes, name), name)
    assert_same(tree._leaf_of_row, expected._leaf_of_row, "leaf_of_row")
    assert_same(tree._first_rows, expected._first_rows, "first_rows")
    assert tree.nodes.space == expected.nodes.space
    assert tree.parameters == expected.parameters
    assert tree.radii_kind == expected.radii_kind
    for level, in_memory in zip(tree.levels, expected.levels, strict=True):
        assert (level.epsilon, level.n_nodes) == (in_memory.epsilon, in_memory.n_nodes)


def assert_disk_is_memory(folder, X, plan, **options):
    expected, in_memory = cluster_in_memory(X, **options)
    tree, on_disk = cluster_on_disk(folder / "tree", X, plan, splits="exact", **options)
    assert_same_levels(on_disk, in_memory)
    assert_same_tree(tree, expected)
    assert sorted(path.name for path in (folder / "tree").iterdir())[1:] == ["manifest.json"]
    shutil.rmtree(folder / "tree")


@st.composite
def inputs(draw):
    """Rows of every kind, and weights."""
    dims = draw(st.sampled_from([st.integers(1, 4), st.integers(1, 4), st.integers(15, 24)]))
    X = draw(st.one_of(clouds(200, dims), lattices(200, dims, distinct=False)))
    rng, n = draw(RNGS), len(X)
    trouble = draw(st.sampled_from(["none", "outliers", "near-duplicates"]))
    if trouble == "outliers":
        X[rng.integers(0, n, 1 + n // 50)] *= X.dtype.type(10.0 ** rng.integers(2, 12))
    elif trouble == "near-duplicates":
        X = X[rng.integers(0, max(1, n // 8), n)]
        X *= 1 + rng.integers(0, 3, X.shape).astype(X.dtype) * np.finfo(X.dtype).eps
    weights = draw(
        st.one_of(st.none(), whole_weights(n), whole_weights(n, 0), uneven_weights(n, 6))
    )
    if weights is not None and not weights.any():
        weights = None
    return X, weights


WAYS = st.fixed_dictionaries(
    {
        "growth": st.sampled_from([1.1, 1.5, 4.0]),
        "max_chunk_size": st.integers(2, 30),
        "weight_scaling": st.sampled_from([None, "linear", "logarithmic"]),
        "n_jobs": st.sampled_from([1, 2]),
        "random_state": st.integers(0, 2**32),
    }
)
METRICS = st.sampled_from(
    [
        {"metric": "euclidean", "linkage": "ward"},
        {"metric": "cosine", "linkage": "ward"},
        {"metric": "euclidean", "linkage": "distance"},
        {"metric": "manhattan", "linkage": "distance", "representation": "point"},
        {"metric": "chebyshev", "linkage": "distance"},
        {"metric": "haversine", "linkage": "distance"},
    ]
)


@given(inputs(), plans(), MARGINS, WAYS, METRICS)
@settings(max_examples=40)
def test_tree_is_the_one_built_in_memory(data, plan, margin, ways, metric):
    X, weights = data
    if metric["metric"] == "cosine":
        X = X[X.any(axis=1)]
    elif metric["metric"] == "haversine":
        X = np.ascontiguousarray(np.clip(X[:, [0, -1]], -90, 90))
    if len(X) == 0:
        return
    weights = None if weights is None else weights[: len(X)]
    if weights is not None and not weights.any():
        weights = None
    with make_folder() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(splits, "_MARGIN", margin)
        assert_disk_is_memory(folder, X, plan, sample_weight=weights, **ways, **metric)


def make_rows(n, d=3, seed=0, dtype=np.float32):
    """Rows in clusters, some equal, some of weight zero."""
    rng = np.random.default_rng(seed)
    X = (rng.integers(0, 9, (n, d)) + rng.normal(0, 0.1, (n, d))).astype(dtype)
    X[rng.integers(0, n, n // 10)] = X[rng.integers(0, n, n // 10)]
    return X, rng.integers(0, 4, n).astype(float)


PLAN = disk.Plan(rows_per_block=97, rows_per_task=120, sample_size=60, n_buckets=4)
OPTIONS = {"max_chunk_size": 25, "growth": 1.5, "random_state": 3}

# Runs until the process dies at a change of files, goes on in a process of its own, and so on.
KILLED_AGAIN_AND_AGAIN = """
import os, pickle, random, signal, sys
import numpy as np
import bidvit
from bidvit.engines import disk

folder, seed = sys.argv[1:]
X, weights, plan, options = pickle.load(open(f"{folder}/arguments", "rb"))
if plan is not None:
    disk.make_plan = lambda *_: plan
randomly = random.Random(int(seed))
CHANGES = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.link"}
n_kills, longest = 0, 40
while True:
    n_left = randomly.randrange(1, longest)
    longest += 2  # so that an end comes
    child = os.fork()
    if child == 0:

        def count(event, arguments):
            global n_left
            if event in CHANGES:
                n_left -= 1
                if n_left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        bidvit.cluster(
            X, sample_weight=weights, out=f"{folder}/tree", resume=True, splits="exact", **options
        )
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        assert os.waitstatus_to_exitcode(status) == 0
        break
    assert os.WTERMSIG(status) == signal.SIGKILL
    n_kills += 1
print(n_kills)
"""


@pytest.mark.parametrize("seed", [0, 1])
def test_killed_at_any_moment_a_run_goes_on_to_the_same_tree(folder, seed):
    X, weights = make_rows(600, seed=seed)
    options = OPTIONS | {"n_jobs": 1 + seed}
    (folder / "arguments").write_bytes(pickle.dumps((X, weights, PLAN, options)))
    done = subprocess.run(
        [sys.executable, "-c", KILLED_AGAIN_AND_AGAIN, str(folder), str(seed)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 15
    expected = bidvit.cluster(X, sample_weight=weights, **options)
    assert_same_tree(ClusterTree.load(folder / "tree"), expected)
    assert len(list((folder / "tree").iterdir())) == 2


def run_small(folder, X, **options):
    """Cluster on disk in many small pieces; returns the tree."""
    return cluster_on_disk(folder / "tree", X, PLAN, **(OPTIONS | options))[0]


def write_npy(path, X, _):
    np.save(path / "x.npy", X)
    return path / "x.npy"


def write_columnwise(path, X, _):
    np.save(path / "x.npy", np.asfortranarray(X))
    return str(path / "x.npy")


def map_readable(path, X, _):
    return np.load(write_npy(path, X, _), mmap_mode="r")


def map_changed(path, X, _):
    mapped = np.load(write_npy(path, np.zeros_like(X), _), mmap_mode="c")
    mapped[:] = X  # in memory only
    return mapped


def write_zarr(path, X, _):
    zarr = pytest.importorskip("zarr")
    zarr.create_array(path / "x.zarr", data=X, chunks=(100, X.shape[1]))
    return path / "x.zarr"


def open_zarr(path, X, _):
    return pytest.importorskip("zarr").open(write_zarr(path, X, _), mode="r")


def write_parquet(path, X, weights):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=list("abc")).assign(w=weights)
    frame.to_parquet(path / "x.parquet")
    return path / "x.parquet"


def write_csv(path, X, weights):
    lines = [",".join(map(repr, row)) for row in np.column_stack([X, weights]).tolist()]
    (path / "x.csv").write_text("\n".join(["a,b,c,w", *lines]))
    return path / "x.csv"


def in_big_endian(_, X, __):
    return X.astype(X.dtype.newbyteorder(">"))


@pytest.mark.parametrize(
    "make",
    [
        write_npy,
        write_columnwise,
        map_readable,
        map_changed,
        write_zarr,
        open_zarr,
        write_parquet,
        write_csv,
        in_big_endian,
    ],
)
def test_rows_from_anywhere(folder, make):
    X, weights = make_rows(500)
    given_weights = "w" if make in (write_parquet, write_csv) else weights
    if make is write_csv:
        X = X.astype(np.float64)
    tree = run_small(folder, make(folder, X, weights), sample_weight=given_weights)
    assert_same_tree(tree, bidvit.cluster(X, sample_weight=weights, **OPTIONS))


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.float16, bool])
def test_other_numbers_are_converted_as_in_memory(folder, dtype):
    X = np.random.default_rng(0).integers(0, 100, (300, 3)).astype(dtype)
    assert_same_tree(run_small(folder, X), bidvit.cluster(X, **OPTIONS))
    X = X.tolist()
    shutil.rmtree(folder / "tree")
    assert_same_tree(run_small(folder, X), bidvit.cluster(X, **OPTIONS))


@pytest.mark.parametrize("scale", [1e30, 1e-30, 1e150])
def test_large_and_small_coordinates_are_embedded_as_in_memory(folder, scale):
    X = make_rows(300, dtype=np.float64)[0] * scale
    if scale < 1e100:
        X = X.astype(np.float32)
    assert_same_tree(run_small(folder, X), bidvit.cluster(X, **OPTIONS))


def test_weights_that_are_all_one_are_none(folder):
    X, _ = make_rows(300)
    weights = np.ones(300, np.int32)
    tree = run_small(folder, X, sample_weight=weights)
    assert_same_tree(tree, bidvit.cluster(X, sample_weight=weights, **OPTIONS))


@pytest.mark.parametrize(
    "options",
    [
        {"selection": "local-search"},
        {"selection": "local-search", "selection_params": {"iterations_per_vertex": 1}},
        {"coarsening": "dense"},
        {"radii": "bound"},
        {"max_levels": 2},
        {"max_levels": 1, "initial_epsilon": 1e-9},
        {"stop_at": 40},
        {"stop_at": 1000},
        {"initial_epsilon": 1e-4},
        {"initial_collapse": 0.9},
    ],
    ids=str,
)
def test_every_way_to_cluster(folder, options):
    X, weights = make_rows(400)
    tree = run_small(folder, X, sample_weight=weights, **options)
    expected = bidvit.cluster(X, sample_weight=weights, **(OPTIONS | options))
    assert_same_tree(tree, expected)
    assert (tree.selections is None) == (expected.selections is None)
    for level, in_memory in zip(tree.selections or [], expected.selections or [], strict=True):
        for name in ("solver", "n_chunks", "n_vertices", "n_edges", "n_reduced", "n_proved"):
            assert level[name] == in_memory[name]
        # Added up leaf by leaf.
        assert level["weight"] == pytest.approx(in_memory["weight"], rel=1e-12)


@given(lattices(150, distinct=False), plans(), st.integers(2, 20), RNGS)
@settings(max_examples=8)
def test_splits_by_a_sample_depend_on_nothing_but_its_size(X, plan, max_chunk_size, rng):
    options = {"splits": "sample", "max_chunk_size": max_chunk_size, "random_state": 1}
    with make_folder() as folder:
        tree, levels = cluster_on_disk(folder / "a", X, plan, **options)
        other = dataclasses.replace(plan, rows_per_block=int(rng.integers(1, 50)), n_buckets=1)
        again, levels_again = cluster_on_disk(folder / "b", X, other, n_jobs=2, **options)
        assert_same_levels(levels_again, levels)
        assert_same_tree(again, tree)
        assert all(level.weights.sum() == len(X) for level in tree.levels)


def test_splits_by_a_sample_of_all_are_exact(folder):
    X = make_rows(500)[0]
    plan = dataclasses.replace(PLAN, sample_size=10**6)
    tree, _ = cluster_on_disk(folder / "tree", X, plan, splits="sample", **OPTIONS)
    expected = bidvit.cluster(X, **OPTIONS)
    assert tree.parameters["splits"] == "sample"
    tree.parameters["splits"] = expected.parameters["splits"]
    assert_same_tree(tree, expected)


def test_few_parts_are_split_exactly_and_many_by_a_sample(folder, monkeypatch):
    X = make_rows(500)[0]
    assert run_small(folder, X).parameters["splits"] == "exact"
    monkeypatch.setattr(disk, "_MOST_EXACT_LEAVES", 3)
    assert run_small(folder, X).parameters["splits"] == "sample"


def test_parts_fit_and_are_halves(folder, monkeypatch):
    X = make_rows(1000)[0][:, :2] * [1, 3]
    seen = []
    cut = splits.Cutter.cut

    def note(cutter, *, exact):
        seen.append(cut(cutter, exact=exact))
        return seen[-1]

    monkeypatch.setattr(splits.Cutter, "cut", note)
    run_small(folder, X, splits="exact")
    sizes = seen[0].sizes
    assert len(sizes) > 5
    assert sizes.max() <= PLAN.rows_per_task
    assert sizes.max() - sizes.min() <= 1


def test_progress_is_told_and_never_goes_back(folder):
    X, _ = make_rows(500)
    told = []
    tree = run_small(folder, X, progress=told.append, selection="local-search")
    steps = [(one.level, one.epsilon) for one in told]
    assert steps == sorted(steps)
    assert {level for level, _ in steps} == set(range(len(tree.levels) + 1))
    for step in set(steps):
        shares = [one.done for one in told if (one.level, one.epsilon) == step]
        assert shares == sorted(shares)
        assert shares[0] >= 0
        assert shares[-1] <= 1
    for one in told:
        below = tree.levels[one.level - 1].n_nodes if one.level else len(X)
        assert one.n_nodes == below
        assert one.epsilon <= tree.levels[min(one.level, len(tree.levels) - 1)].epsilon


class StoppedHere(Exception):
    pass


def interrupt(folder, X, at_level=2, **options):
    """Begin a run and stop it at a level."""

    def stop(progress):
        # Later than when rows are only looked at, or cuts sought.
        if progress.level == at_level and progress.done > 0.29:
            raise StoppedHere

    with pytest.raises(StoppedHere):
        run_small(folder, X, progress=stop, **options)


@pytest.mark.parametrize("at_level", [0, 1, 3])
def test_interrupted_run_goes_on(folder, at_level):
    X, weights = make_rows(500)
    interrupt(folder, X, at_level, sample_weight=weights)
    with pytest.raises(FileExistsError, match="resume=True"):
        run_small(folder, X, sample_weight=weights)
    told = []
    tree = run_small(folder, X, sample_weight=weights, resume=True, progress=told.append)
    assert at_level == 0 or {one.level for one in told if one.level} == set(
        range(at_level, len(tree.levels) + 1)
    )
    assert_same_tree(tree, bidvit.cluster(X, sample_weight=weights, **OPTIONS))


def test_run_goes_on_after_the_machine_was_started_again(folder, monkeypatch):
    X, _ = make_rows(500)
    interrupt(folder, X, 2)
    blocks = folder / "tree" / "unfinished" / "level_0002" / "moved"
    assert list(blocks.iterdir())
    for path in blocks.iterdir():
        path.write_bytes(b"")  # what never reached the disk
    monkeypatch.setattr(resuming, "this_boot", lambda: "another")
    tree = run_small(folder, X, resume=True)
    assert_same_tree(tree, bidvit.cluster(X, **OPTIONS))


@pytest.mark.parametrize(
    "changed",
    [
        {"growth": 1.4},
        {"max_chunk_size": 24},
        {"metric": "manhattan", "linkage": "distance"},
        {"linkage": "distance"},
        {"random_state": 4},
        {"radii": "bound"},
        {"memory": "3GB"},
        {"splits": "sample"},
        {"initial_epsilon": 0.5},
        {"initial_collapse": 0.5},
        {"stop_at": 3},
        {"selection": "local-search"},
        {"coarsening": "dense"},
    ],
    ids=str,
)
def test_run_goes_on_with_the_same_parameters_only(folder, changed):
    X, _ = make_rows(500)
    interrupt(folder, X)
    name = next(iter(changed))
    with pytest.raises(ValueError, match=rf"begun with: {name} was .*, got "):
        run_small(folder, X, resume=True, **changed)
    tree = run_small(folder, X, resume=True)
    assert_same_tree(tree, bidvit.cluster(X, **OPTIONS))


def test_run_goes_on_with_the_same_data_only(folder):
    X, weights = make_rows(500)
    interrupt(folder, X, sample_weight=weights)
    other = X.copy()
    other[400, 1] += 1
    heavier = weights.copy()
    heavier[400] += 1
    for rows, held in ((other, weights), (X, heavier), (X, None), (X[:400], weights[:400])):
        with pytest.raises(ValueError, match="they have changed"):
            run_small(folder, rows, sample_weight=held, resume=True)
    run_small(folder, X, sample_weight=weights, resume=True)


def test_seed_that_was_drawn_is_kept(folder):
    X, _ = make_rows(500)
    interrupt(folder, X, random_state=None)
    tree = run_small(folder, X, random_state=None, resume=True)
    assert_same_tree(
        tree, bidvit.cluster(X, **OPTIONS | {"random_state": tree.parameters["random_state"]})
    )


def test_file_that_was_copied_must_not_change(folder):
    X, weights = make_rows(500)
    path = write_parquet(folder, X, weights)
    interrupt(folder, path, sample_weight="w")
    write_parquet(folder, X + 1, weights)
    with pytest.raises(ValueError, match="they have changed"):
        run_small(folder, path, sample_weight="w", resume=True)


def test_two_runs_into_one_folder(folder):
    X, _ = make_rows(500)

    def begin_another(progress):
        if progress.level == 1 and not refused:
            with pytest.raises(BlockingIOError):
                run_small(folder, X, resume=True)
            refused.append(True)

    refused = []
    tree = run_small(folder, X, progress=begin_another)
    assert refused
    assert_same_tree(tree, bidvit.cluster(X, **OPTIONS))


def test_run_takes_the_place_of_a_tree_when_it_is_complete(folder):
    X, _ = make_rows(500)
    old = bidvit.cluster(X[:50], random_state=0)
    old.save(folder / "tree")
    interrupt(folder, X)
    assert_same_tree(ClusterTree.load(folder / "tree"), old)
    tree = run_small(folder, X, resume=True)
    assert_same_tree(ClusterTree.load(folder / "tree"), tree)


BAD = {
    "memory-text": ({"memory": "lots"}, ValueError, "memory must be like '500MB' or '2GB'"),
    "memory-zero": ({"memory": 0}, ValueError, "memory must be >= 1, got 0"),
    "memory-type": ({"memory": 1.5}, TypeError, "memory must be an integer"),
    "memory-little": ({"memory": "20MB"}, ValueError, r"memory must be at least \d+MB, of which"),
    "splits": ({"splits": "fair"}, ValueError, "splits must be one of 'auto', 'exact', 'sample'"),
    "resume": ({"resume": 1}, TypeError, "resume must be True or False, got 1"),
    "metric": ({"metric": "cubic"}, ValueError, "metric must be one of"),
    "function": (
        {"metric": lambda a, _: a, "linkage": "distance", "representation": "point"},
        ValueError,
        "metric must be a name with out, got a function",
    ),
    "cost": ({"coarsening": "dense", "cost": [1]}, ValueError, "cost must be None with out"),
    "degrees": (
        {"metric": "haversine", "linkage": "distance"},
        ValueError,
        "needs X of two columns, latitude and longitude in degrees, got 3",
    ),
    "weights-short": (
        {"sample_weight": [1, 2]},
        ValueError,
        r"one weight per row of X, shape \(300,\), got shape \(2,\)",
    ),
    "weights-zero": (
        {"sample_weight": np.zeros(300)},
        ValueError,
        "must have a positive weight, got zeros only",
    ),
    "weights-apart": (
        {"sample_weight": np.geomspace(1e-60, 1e60, 300)},
        ValueError,
        "at most 1e50 times the least positive one, got 1e-60 to 1e.60",
    ),
    "weights-column": ({"sample_weight": "w"}, TypeError, "so X must be a file, got ndarray"),
}


@pytest.mark.parametrize(("options", "error", "message"), BAD.values(), ids=BAD)
def test_what_cannot_be_is_said(folder, options, error, message):
    X = make_rows(300)[0]
    plan = None if "memory" in options else PLAN
    with pytest.raises(error, match=message):
        cluster_on_disk(folder / "tree", X, plan, **(OPTIONS | options))


def test_memory_asked_for_is_enough(folder):
    X = make_rows(300)[0]
    with pytest.raises(ValueError, match="memory must be at least") as refused:
        bidvit.cluster(X, out=folder / "tree", memory="20MB", **OPTIONS)
    least = str(refused.value).split("at least ")[1].split(",")[0]
    tree = bidvit.cluster(X, out=folder / "tree", memory=least, resume=True, **OPTIONS)
    assert_same_tree(tree, bidvit.cluster(X, **OPTIONS))


@pytest.mark.parametrize("metric", ["euclidean", "cosine", "haversine"])
def test_rows_that_cannot_be_are_named_as_in_memory(folder, metric):
    X, weights = make_rows(300, d=2)
    options = {"metric": metric, "linkage": "distance", "sample_weight": weights}
    troubles = [
        (X, 250, [np.nan, np.inf]),
        (X, 131, [1, -np.inf]),
        (X, 222, [91, 0]),
        (X, 290, [0, 0]),
        (weights, 280, -1),
        (weights, 280, np.nan),
        (weights, 0, 1e-300),
        (X, 200, [1, 3e38]),
    ]
    n_refused = 0
    for array, row, bad in troubles:
        good = array[[row, row - 1 if row else row]].copy()
        array[[row, row - 1 if row else row]] = bad
        try:
            bidvit.cluster(X, **options, **OPTIONS)
        except ValueError as error:
            n_refused += 1
            with pytest.raises(ValueError, match=re.escape(str(error))):
                run_small(folder, X, **options)
            assert not (folder / "tree").exists()
        array[[row, row - 1 if row else row]] = good
    assert n_refused >= 6


def test_files_that_cannot_be_read_are_said(folder):
    with pytest.raises(FileNotFoundError, match=r"there is no file .*none\.npy"):
        run_small(folder, folder / "none.npy")
    np.save(folder / "flat.npy", np.zeros(5))
    with pytest.raises(ValueError, match=r"flat\.npy must have two dimensions"):
        run_small(folder, folder / "flat.npy", resume=True)
    (folder / "holes.csv").write_text("a,b\n1,2\n3,\n")
    with pytest.raises(ValueError, match="missing or infinite values in 1 of 2 rows"):
        run_small(folder, folder / "holes.csv", resume=True)
    (folder / "x.csv").write_text("a,b\n1,2\n3,4\n")
    with pytest.raises(ValueError, match="has no column 'w'"):
        run_small(folder, folder / "x.csv", sample_weight="w", resume=True)
    (folder / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        cluster_on_disk(folder / "file", np.zeros((3, 2)), PLAN)


def test_nothing_is_left_where_nothing_could_be_done(folder):
    with pytest.raises(FileNotFoundError):
        run_small(folder, folder / "none.npy")
    assert not (folder / "tree").exists()


@pytest.mark.parametrize(
    "option", [{"memory": "1GB"}, {"splits": "sample"}, {"resume": True}], ids=str
)
def test_what_is_for_disk_needs_out(option):
    with pytest.raises(ValueError, match=f"{next(iter(option))}=.* needs out, a folder"):
        bidvit.cluster([[1.0], [2.0]], **option)


def test_folder_of_something_else_is_refused(folder):
    (folder / "tree").mkdir()
    (folder / "tree" / "notes.txt").write_text("mine")
    with pytest.raises(FileExistsError, match=r"not a stored tree .*notes\.txt"):
        run_small(folder, make_rows(100)[0])
    assert (folder / "tree" / "notes.txt").read_text() == "mine"


def test_damaged_files_are_noticed(folder):
    X, _ = make_rows(500)
    interrupt(folder, X, 2)
    unfinished = folder / "tree" / "unfinished"
    block = min((unfinished / "level_0002" / "moved").iterdir())
    whole = block.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"x" + whole[1:]):
        block.write_bytes(damaged)
        with pytest.raises(RuntimeError, match="is damaged: remove the folder and start again"):
            run_small(folder, X, resume=True)
    (unfinished / "progress.json").write_text("{}")
    with pytest.raises(ValueError, match=r"its progress\.json is something else"):
        run_small(folder, X, resume=True)


def test_large_ranks_and_masses_of_equal_rows(folder):
    # One row in four is the same; others come in pairs that are far apart.
    rng = np.random.default_rng(0)
    X = rng.random((4000, 2))
    X[::4] = X[0]
    X[2001::4] = X[1:2000:4]
    weights = rng.integers(0, 3, len(X)) * 0.1
    plan = disk.Plan(rows_per_block=333, rows_per_task=500, sample_size=100, n_buckets=8)
    tree, _ = cluster_on_disk(folder / "tree", X, plan, sample_weight=weights, growth=4)
    options = {"sample_weight": weights, "growth": 4}
    expected = bidvit.cluster(X, random_state=tree.parameters["random_state"], **options)
    assert_same_tree(tree, expected)


@pytest.mark.parametrize("n_written", [1, 9, 40, 90, 130])
def test_full_disk_is_said_and_nothing_is_lost(folder, n_written):
    X, weights = make_rows(500)
    written = []

    @contextmanager
    def make_file(path, **options):
        if len(written) >= n_written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        written.append(path)
        with whole(path, **options) as file:
            yield file

    whole = scratch.make_file
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scratch, "make_file", make_file)
        with pytest.raises(OSError, match="No space left on device"):
            run_small(folder, X, sample_weight=weights)
    tree = run_small(folder, X, sample_weight=weights, resume=True)
    assert_same_tree(tree, bidvit.cluster(X, sample_weight=weights, **OPTIONS))
    assert len(list((folder / "tree").iterdir())) == 2


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_memory_stays_within_the_budget(folder):
    # As 50 million such rows with 500 MB, but for what the interpreter holds.
    program = """
        import sys
        from pathlib import Path
        import numpy as np
        import bidvit

        def peak():
            lines = Path("/proc/self/status").read_text().splitlines()
            return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

        folder = Path(sys.argv[1])
        rng = np.random.default_rng(0)
        X = np.lib.format.open_memmap(folder / "x.npy", "w+", np.float32, (1_000_000, 8))
        centers = rng.random((2000, 8))
        for begin in range(0, len(X), 100_000):
            rows = centers[rng.integers(0, 2000, 100_000)] + rng.normal(0, 0.02, (100_000, 8))
            X[begin : begin + 100_000] = rows
        del X
        Path("/proc/self/clear_refs").write_text("5")
        seen = []
        tree = bidvit.cluster(
            folder / "x.npy", out=folder / "tree", memory="108MB", growth=2, random_state=0,
            max_chunk_size=1000,
            progress=lambda progress: seen.append((progress.level, peak())),
        )
        print(max(peak for _, peak in seen), peak(), tree.levels[0].n_nodes, len(tree.levels))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told, peak, n_leaves, n_levels = map(int, done.stdout.split())
    assert n_leaves == 1_000_000
    assert n_levels > 5
    assert told * 1024 < 108e6
    assert peak * 1024 < 108e6
