"""Assembly of a tree from born nodes: the arrays made in memory, bit for bit, whatever happens."""

import errno
import os
import resource
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEEDS, clouds, lattices, whole_weights
from trees import FLAT_MODES, assert_identical, check_tree, make_chain

import bidvit
from bidvit import ClusterTree, storage
from bidvit.engines.assembly import assemble
from bidvit.engines.grown import Grown, born_folder
from bidvit.engines.spilling import ArrayReader, Buckets, Maps, order_by_key
from bidvit.origin import Origin

RNG = np.random.default_rng(0)
X = RNG.random((400, 3))
TINY, SMALL, AMPLE = 1, 3000, 1 << 22  # bytes


@pytest.fixture(scope="module", autouse=True)
def no_waiting_for_the_disk():
    """A killed process does not need it, only a killed machine does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _: None)
        yield


def write_born_files(tree, path, X, seed=0):
    """Write what the level loop on disk leaves of a tree, in a random split into leaf folders."""
    rng, nodes = np.random.default_rng(seed), tree.nodes
    unfinished = path / storage.UNFINISHED
    unfinished.mkdir(parents=True)

    def write(folder, **arrays):
        for name, array in arrays.items():
            storage.write_array(folder / f"{name}.npy", array)

    write(unfinished, rows=nodes.rows)
    if nodes.leaf_weights is not None:
        weights = np.empty(nodes.n_leaves)
        weights[nodes.leaf_rows] = nodes.leaf_weights
        write(unfinished, weights=weights)
    if tree._leaf_of_row is not None:
        node_of_row = nodes.leaf_rows[tree._leaf_of_row]
        rows = nodes.space.embed(X)
        unweighted = np.flatnonzero((rows != nodes.rows[node_of_row]).any(axis=1))
        node_of_row[unweighted] = -1
        write(unfinished, node_of_row=node_of_row, first_row=tree._first_rows)
        if len(unweighted):
            write(unfinished, unweighted=np.ascontiguousarray(rows[unweighted]))

    # Numbers by birth, at random among those born together, but ascending among siblings.
    places, births, parents = np.arange(nodes.n_inner), nodes.births, nodes.parents
    keys = rng.permutation(nodes.n_inner)
    of_siblings = keys.copy()
    of_siblings[np.lexsort((places, parents, births))] = keys[np.lexsort((keys, parents, births))]
    by_number = np.lexsort((of_siblings, births))
    number = np.argsort(by_number)

    # All children by the numbers of their parents and their own; roots come first.
    of_leaves = np.searchsorted(nodes.leaf_begin, np.arange(nodes.n_leaves), side="right") - 1
    above = np.concatenate([of_leaves, parents])
    above[above >= 0] = number[above[above >= 0]]
    children = np.concatenate([nodes.leaf_rows, number + nodes.n_leaves]).astype(np.int32)
    sizes = np.concatenate([np.zeros(nodes.n_leaves), nodes.subtree_end - places]).astype(np.int32)
    order = np.lexsort((children, above))[np.count_nonzero(above < 0) :]
    counts = np.bincount(above[above >= 0], minlength=nodes.n_inner).astype(np.int32)
    ends = np.concatenate([[0], np.cumsum(counts)])

    n_born, at = [], 0
    for level in range(1, len(tree.levels)):
        n = int(np.count_nonzero(births == level))
        cuts = np.sort(rng.integers(0, n + 1, rng.integers(0, 4)))
        n_born.append(np.diff([0, *cuts, n]).tolist())
        for leaf, count in enumerate(n_born[-1]):
            born, below = by_number[at : at + count], order[ends[at] : ends[at + count]]
            folder = born_folder(unfinished, level, leaf)
            if count:
                folder.mkdir(parents=True)
                write(
                    folder,
                    points=nodes.points[born],
                    weights=nodes.weights_of((born + nodes.n_leaves).astype(np.int32)),
                    child_counts=counts[at : at + count],
                    children=children[below],
                    child_sizes=sizes[below],
                )
            at += count
    return Grown(
        nodes.space,
        [level.epsilon for level in tree.levels],
        [level.n_nodes for level in tree.levels],
        n_born,
        tree.parameters,
        {"edges": 7.0},
        tree.selections,
        tree.origin,
    )


def run(path, grown, tree, memory=SMALL, **options):
    with storage.own_folder(path, unfinished=True):
        return assemble(path, grown, radii=tree.radii_kind, memory_left=memory, **options)


def assert_same(path, tree):
    """Compare the files in a folder with those of the tree saved; no others may be left."""
    ours = storage.read_manifest(path)
    assert sorted(entry.name for entry in path.iterdir()) == [ours["folder"], "manifest.json"]
    with TemporaryDirectory() as folder:
        tree.save(Path(folder) / "tree")
        theirs = storage.read_manifest(Path(folder) / "tree")
        names = {entry.name for entry in (Path(folder) / "tree" / theirs["folder"]).iterdir()}
    assert {entry.name for entry in (path / ours["folder"]).iterdir()} == names
    for content in (ours, theirs):
        del content["seconds"], content["folder"], content["checksum"]
    assert ours == theirs
    opened = ClusterTree.load(path, verify=True)
    assert_identical(opened, tree)
    return opened


@st.composite
def rows_and_options(draw):
    X = draw(st.one_of(lattices(60, distinct=False), clouds(60)))
    weights = draw(st.one_of(st.none(), whole_weights(len(X), lightest=0)))
    if weights is not None:
        weights[draw(st.integers(0, len(X) - 1))] = 1
    options = draw(st.sampled_from(FLAT_MODES)) | {
        "sample_weight": weights,
        "random_state": draw(SEEDS),
        "stop_at": draw(st.sampled_from([1, 4])),
        "max_levels": draw(st.sampled_from([None, None, 1, 3])),
        "max_chunk_size": draw(st.sampled_from([3, 20, 1000])),
        "radii": draw(st.sampled_from(["exact", "bound"])),
    }
    metric = draw(st.sampled_from([None, None, "cosine", "haversine"]))
    if metric is not None:
        options |= {"metric": metric, "linkage": "ward", "representation": "centroid"}
        X = X + 20 if metric == "cosine" else np.resize(X, (len(X), 2))
    return X, options


@given(
    rows_and_options(), st.sampled_from([TINY, 400, SMALL, AMPLE]), SEEDS, st.sampled_from([1, 2])
)
def test_the_tree_is_the_one_made_in_memory(drawn, memory, seed, n_threads):
    X, options = drawn
    tree = bidvit.cluster(X, **options)
    with TemporaryDirectory() as folder:
        path = Path(folder)
        grown = write_born_files(tree, path, X, seed)
        opened = run(path, grown, tree, memory, n_threads=n_threads)
        assert_same(path, tree)
        check_tree(opened, options["sample_weight"])
        assert opened.seconds.keys() == {"edges", "order", "radii", "measured"}
        assert opened.seconds["edges"] == 7
        assert opened.seconds["measured"] == tree.seconds["measured"]


def test_a_deep_tree_and_a_flat_one(tmp_path):
    for tree in (make_chain(100), bidvit.cluster(X, initial_epsilon=1e9, max_levels=1)):
        for memory in (TINY, SMALL):
            path = tmp_path / f"{len(tree.levels)} {memory}"
            run(path, write_born_files(tree, path, X), tree, memory)
            assert_same(path, tree)


def test_what_is_stored_beside_the_arrays(tmp_path):
    # Selections of each level, where the rows come from, and which of them were dropped.
    tree = bidvit.cluster(X, selection="local-search", random_state=0)
    names = ["a", "b", "c"]
    tree.origin = Origin("X.csv", names, names, 402, dropped=np.array([7, 401]))
    run(tmp_path, write_born_files(tree, tmp_path, X), tree)
    opened = assert_same(tmp_path, tree)
    assert opened.selections == tree.selections
    assert opened.origin.dropped.tolist() == [7, 401]


def test_a_tree_that_is_there_is_replaced_at_the_end(tmp_path):
    old, tree = bidvit.cluster(X[:50]), bidvit.cluster(X)
    path = tmp_path / "tree"
    old.save(path)
    grown = write_born_files(tree, path, X)
    told = []

    def look(done):
        told.append(done)
        if done < 1:
            assert_identical(ClusterTree.load(path), old)

    run(path, grown, tree, progress=look)
    assert_same(path, tree)
    assert told == sorted(told)
    assert told[0] == 0
    assert told[-1] == 1
    assert len(told) > 20


# Whole or not at all


def make_tree(kind):
    """Return rows and their tree: every row a leaf, or merged rows, weight zero and a forest."""
    if kind == "plain":
        return X, bidvit.cluster(X, growth=3, random_state=0)
    rows = np.concatenate([X, X[:40], X[:9] + 0.001])
    weights = np.resize([1.0, 2, 1, 0], len(rows))
    options = {"growth": 3, "max_levels": 2, "random_state": 0}
    return rows, bidvit.cluster(rows, sample_weight=weights, **options)


# Forked, so that many deaths take little time; each comes before another call to the system.
STEP_BY_STEP = """
    import os, shutil, signal, sys
    from pathlib import Path
    from unittest.mock import patch

    import test_assembly
    from test_assembly import AMPLE, assert_same, make_tree, run, write_born_files

    def counted(function):
        def call(*arguments, **options):
            global left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*arguments, **options)
        return call

    folder, kind, first = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    os.fsync = lambda _: None
    rows, tree = make_tree(kind)
    grown = write_born_files(tree, folder / "born", rows)
    for n_calls in range(first, 1000, 9):
        path = shutil.copytree(folder / "born", folder / "tree")
        child = os.fork()
        if child == 0:
            left = n_calls
            for name in ("mkdir", "open", "replace", "rename", "unlink"):
                setattr(Path, name, counted(getattr(Path, name)))
            for name in ("fsync", "link", "unlink", "rmdir"):
                setattr(os, name, counted(getattr(os, name)))
            try:
                run(path, grown, tree, AMPLE)
            except BaseException:
                os._exit(1)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        assert status in (0, signal.SIGKILL), status
        killed = status != 0
        if (path / "unfinished").exists():
            assert killed
            run(path, grown, tree)
        else:
            with test_assembly.storage.own_folder(path):
                pass
        assert_same(path, tree)
        shutil.rmtree(path)
        if not killed:
            break
    print(n_calls)
"""


@pytest.mark.parametrize("kind", ["plain", "merged"])
def test_killed_between_any_two_steps_and_called_again(tmp_path, kind):
    first = 0 if kind == "plain" else 4
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(STEP_BY_STEP), str(tmp_path), kind, str(first)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
        check=True,
    )
    assert 200 < int(done.stdout) < 900


@pytest.mark.parametrize("kind", ["plain", "merged"])
@pytest.mark.parametrize("limit", [500, 2_000, 6_000, 9_000])
def test_a_full_disk_loses_nothing(tmp_path, kind, limit):
    rows, tree = make_tree(kind)
    path = tmp_path / "tree"
    grown = write_born_files(tree, path, rows)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limits[1]))
    try:
        with pytest.raises(OSError, match=r"File too large.*nothing is lost.*resume=True"):
            run(path, grown, tree)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    run(path, grown, tree, AMPLE)
    assert_same(path, tree)


def assemble_on_a_full_disk(path):
    """Assemble a tree while the disk has less room than that takes, then with a little more, ..."""
    rows, tree = make_tree("plain")
    grown = write_born_files(tree, path / "tree", rows)
    n_failed = 0
    for left in range(0, 200, 20):
        free = shutil.disk_usage(path).free
        (path / "ballast").write_bytes(bytes(max(0, free - left * 1024)))
        try:
            run(path / "tree", grown, tree)
        except OSError as error:
            assert error.errno == errno.ENOSPC  # noqa: PT017
            assert "nothing is lost" in str(error)  # noqa: PT017
            n_failed += 1
        (path / "ballast").unlink()
        if not (path / "tree" / "unfinished").exists():
            break
    assert n_failed >= 2
    assert_same(path / "tree", tree)


def test_a_disk_that_is_really_full(tmp_path):
    # Mounted for one process only, with which it goes.
    mount = 'mount -t tmpfs -o size=256k tmpfs "$0"'
    alone = ["unshare", "--mount", "sh", "-c"]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*alone, mount, tmp_path], capture_output=True, check=False).returncode
    ):
        pytest.skip("mounting a small disk is not allowed here")
    program = (
        "import sys, pathlib, test_assembly; "
        "test_assembly.assemble_on_a_full_disk(pathlib.Path(sys.argv[1]))"
    )
    subprocess.run(
        [*alone, f'{mount} && exec "$1" -c "$2" "$0"', tmp_path, sys.executable, program],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
        check=True,
    )


def test_a_folder_with_an_unfinished_run(tmp_path):
    tree = bidvit.cluster(X)
    path = tmp_path / "tree"
    grown = write_born_files(tree, path, X)
    with pytest.raises(ValueError, match=r"its run has not finished; .*resume=True.*--resume"):
        ClusterTree.load(path)
    with pytest.raises(FileExistsError, match=r"a run that has not finished: .*resume=True"):
        tree.save(path)
    run(path, grown, tree)
    tree.save(path)
    assert_same(path, tree)


def test_arrays_of_an_interrupted_run_are_kept_for_it_only(tmp_path):
    arrays, rest = tmp_path / storage.new_folder_name(), tmp_path / f"unfinished.{'0' * 32}"
    for folder in (arrays, rest, tmp_path / "unfinished"):
        folder.mkdir()
    with storage.own_folder(tmp_path, unfinished=True):
        assert arrays.exists()
        assert not rest.exists()
    (tmp_path / "unfinished").rmdir()
    with storage.own_folder(tmp_path, unfinished=True):
        assert not arrays.exists()


# Damaged files


@pytest.mark.parametrize("name", ["points", "weights", "child_counts", "children", "child_sizes"])
@pytest.mark.parametrize("how", ["short", "values"])
def test_damaged_born_files_are_noticed(tmp_path, name, how):
    if how == "values" and name in ("points", "weights"):
        pytest.skip("any value may be right")
    tree = bidvit.cluster(X)
    grown = write_born_files(tree, tmp_path, X)
    file = max(tmp_path.rglob(f"level_*/*/{name}.npy"), key=lambda file: file.stat().st_size)
    if how == "short":
        file.write_bytes(file.read_bytes()[:-1])
    else:
        values = np.load(file)
        values[len(values) // 2] += 1
        storage.write_array(file, values)
    for _ in range(2):
        with pytest.raises(ValueError, match="damaged"):
            run(tmp_path, grown, tree)
    with pytest.raises(ValueError, match="its run has not finished"):
        ClusterTree.load(tmp_path)


# What does not fit in memory


@given(st.data())
def test_records_come_back_by_ranges_of_keys(data):
    n_keys = data.draw(st.integers(1, 50))
    keys = np.array(data.draw(st.lists(st.integers(0, n_keys - 1), max_size=80)), np.int32)
    width, memory = data.draw(st.integers(1, 60)), data.draw(st.sampled_from([1, 100, 10_000]))
    record = np.dtype([("key", "i4"), ("value", "i4")])
    values = np.arange(len(keys), dtype=np.int32)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "records"
        with Buckets(file, record, n_keys, width, memory) as buckets:
            at = 0
            for cut in sorted(data.draw(st.lists(st.integers(0, len(keys)), max_size=4))):
                buckets.add(key=keys[at:cut], value=values[at:cut])
                buckets.flush()
                assert sum(map(buckets.count, range(buckets.n_buckets))) == cut
                at = cut
            buckets.add(key=keys[at:], value=values[at:])
            buckets.finish()
        with Buckets.reopen(file, record, n_keys, width) as again:
            for bucket in range(again.n_buckets):
                begin, end = again.range_of(bucket)
                expected = values[(keys >= begin) & (keys < end)].tolist()
                assert again.read(bucket)["value"].tolist() == expected
                blocks = [block["value"] for block in again.read_blocks(bucket, 24)]
                assert [value for block in blocks for value in block] == expected
                assert all(len(block) <= 3 for block in blocks)


def test_keys_in_order(tmp_path):
    assert order_by_key(np.array([7, 5, 6], np.int32), 5, 3, tmp_path).tolist() == [1, 2, 0]
    for keys in ([5, 5, 6], [5, 6], [5, 6, 8], [4, 5, 6]):
        with pytest.raises(ValueError, match="damaged"):
            order_by_key(np.array(keys, np.int32), 5, 3, tmp_path)


def test_arrays_are_read_in_parts(tmp_path):
    for rows in (np.arange(12.0).reshape(6, 2), np.arange(5, dtype=np.int32), np.empty((0, 3))):
        np.save(tmp_path / "rows.npy", rows)
        with ArrayReader(tmp_path / "rows.npy") as reader:
            assert (reader.shape, reader.dtype) == (rows.shape, rows.dtype)
            if len(rows):
                assert reader.read(1, 3).tolist() == rows[1:3].tolist()
            blocks = [block for _, block in reader.blocks(20)]
            assert sum(len(block) for block in blocks) == len(rows)
            assert [row for block in blocks for row in block.tolist()] == rows.tolist()
    (tmp_path / "rows.npy").write_bytes(b"something else")
    with pytest.raises(ValueError, match="damaged"):
        ArrayReader(tmp_path / "rows.npy")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="read from Linux's /proc")
def test_mapped_pages_are_given_back(tmp_path):
    def mapped():
        return int(Path("/proc/self/statm").read_text().split()[2]) * resource.getpagesize()

    np.save(tmp_path / "rows.npy", np.zeros(1 << 22))
    maps = Maps(1 << 20)
    rows = maps.open(tmp_path / "rows.npy", "r+")
    before = mapped()
    rows[:] = 1
    assert mapped() > before + (1 << 24)
    maps.limit()
    assert mapped() < before + (1 << 20)
    rows[5] = 2
    assert rows[:7].tolist() == [1, 1, 1, 1, 1, 2, 1]
    assert np.load(tmp_path / "rows.npy")[5] == 2
