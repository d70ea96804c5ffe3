"""Clustering on disk: bit for bit the levels and the tree of clustering in memory."""

import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import DTYPES, RNGS, clouds, lattices, uneven_weights, whole_weights

import bidvit
from bidvit.engines import disk, splits
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
        for what, array, other in zip(("points", "weights", "numbers"), level, in_memory, strict=True):
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
