"""Stored trees: equal to what was saved, whole whatever happens, harmless whatever is in them."""

import copy
import json
import os
import pickle
import resource
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import joblib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEEDS, clouds, lattices, whole_weights
from trees import ARRAYS, FLAT_MODES, assert_identical, check_tree, make_chain

import bidvit
from bidvit import ClusterTree, storage
from bidvit.parallel import Workers

RNG = np.random.default_rng(0)
X = RNG.random((300, 3))


@pytest.fixture(scope="module", autouse=True)
def no_waiting_for_the_disk():
    """A killed process does not need it, only a killed machine does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _: None)
        yield


def assert_equal(ours, theirs):
    assert_identical(ours, theirs)
    assert ours.nodes.rows.dtype == theirs.nodes.rows.dtype
    assert ours.nodes.rows.tobytes() == theirs.nodes.rows.tobytes()
    assert ours.nodes.space == theirs.nodes.space
    assert ours.parameters == theirs.parameters
    assert ours.seconds == theirs.seconds
    assert ours.radii_kind == theirs.radii_kind
    assert ours.n_rows == theirs.n_rows
    assert repr(ours) == repr(theirs)
    m = len(ours.levels) // 2
    assert ours.labels(m).tolist() == theirs.labels(m).tolist()
    assert ours.levels[m].points.tobytes() == theirs.levels[m].points.tobytes()


def save_and_load(tree, folder, X=None, **options):
    tree.save(folder / "tree", include_rows=X is None)
    return ClusterTree.load(folder / "tree", X, **options)


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
        "radii": draw(st.sampled_from(["exact", "bound"])),
    }
    metric = draw(st.sampled_from([None, None, "cosine", "haversine"]))
    if metric is not None:
        options |= {"metric": metric, "linkage": "ward", "representation": "centroid"}
        X = X + 20 if metric == "cosine" else np.resize(X, (len(X), 2))
    return X * draw(
        st.sampled_from([1, 1, X.dtype.type(2.0**70)])
    ) if metric is None else X, options


@given(rows_and_options(), st.booleans(), st.sampled_from([True, False, None]))
def test_what_is_loaded_is_what_was_saved(drawn, include_rows, verify):
    X, options = drawn
    tree = bidvit.cluster(X, **options)
    with TemporaryDirectory() as folder:
        again = save_and_load(tree, Path(folder), None if include_rows else X, verify=verify)
        assert_equal(again, tree)
        check_tree(again, options["sample_weight"])


def test_kernels_walk_stored_trees(tmp_path):
    tree = bidvit.cluster(X)
    again = save_and_load(tree, tmp_path)
    queries = RNG.random((50, 3))
    with Workers(1) as workers:
        expected = tree.nodes.find_nearest_leaf(queries, workers)
        assert again.nodes.find_nearest_leaf(queries, workers).tolist() == expected.tolist()
    assert again.to_newick() == tree.to_newick()
    assert again.to_linkage(20).tolist() == tree.to_linkage(20).tolist()
    assert repr(again.levels) == repr(tree.levels)
    assert again.members(400).tolist() == tree.members(400).tolist()


def test_stored_arrays_stay_in_their_files(tmp_path):
    tree = save_and_load(bidvit.cluster(X), tmp_path)
    for name in ("rows", "points", "leaf_rows"):
        array = getattr(tree.nodes, name)
        assert isinstance(array.base, np.memmap)
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


# Without the rows


def test_rows_left_out_are_found_in_x_again(tmp_path):
    # The first of equal rows may have weight zero, and rows of weight zero are not their leaf.
    X = np.array([[5.0], [0], [0.1], [9], [9], [0], [4.9]])
    tree = bidvit.cluster(X, sample_weight=[0, 0, 1, 0, 2, 3, 1])
    assert tree.nodes.rows.ravel().tolist() == [0.1, 9, 0, 4.9]
    again = save_and_load(tree, tmp_path, X, verify=True)
    assert_equal(again, tree)
    assert not (next((tmp_path / "tree").glob("arrays-*")) / "rows.npy").exists()


def test_x_is_not_copied_where_it_could_be_used_as_it_is(tmp_path):
    again = save_and_load(bidvit.cluster(X), tmp_path, X)
    assert again.nodes.rows is X


@pytest.mark.parametrize("twice", [False, True])
def test_other_rows_than_those_saved_are_refused(tmp_path, twice):
    rows = np.concatenate([X, X[:9]]) if twice else X
    tree = bidvit.cluster(rows)
    path = tmp_path / "tree"
    tree.save(path, include_rows=False)
    other = rows.copy()
    other[77, 1] += 1e-15
    for wrong in (other, rows[::-1], rows.astype(np.float32)):
        with pytest.raises(ValueError, match="X must be what the tree was made from"):
            ClusterTree.load(path, wrong)
    with pytest.raises(ValueError, match=r"X must have the shape \(\d+, 3\) it had"):
        ClusterTree.load(path, rows[1:])
    with pytest.raises(ValueError, match="X must be given"):
        ClusterTree.load(path)
    tree.save(path)
    with pytest.raises(ValueError, match="X must be None"):
        ClusterTree.load(path, rows)


# Metric functions


def distance(A, B):
    return np.abs(A[:, None] - B[None]).sum(axis=2)


def test_a_metric_function_is_given_again(tmp_path):
    tree = bidvit.cluster(X, metric=distance, linkage="distance", representation="point")
    assert_equal(save_and_load(tree, tmp_path, metric=distance), tree)
    with pytest.raises(ValueError, match=r"metric must be given: .* with the function distance"):
        ClusterTree.load(tmp_path / "tree")
    bidvit.cluster(X).save(tmp_path / "tree")
    with pytest.raises(ValueError, match=r"metric must be None: .* with 'euclidean'"):
        ClusterTree.load(tmp_path / "tree", metric=distance)


# Whole or not at all


def test_saving_replaces_the_tree_and_leaves_nothing_behind(tmp_path):
    path = tmp_path / "tree"
    first, second = bidvit.cluster(X), bidvit.cluster(X[:100])
    first.save(path)
    opened = ClusterTree.load(path)
    (path / "notes.txt").write_text("mine")
    (path / f"arrays-{'0' * 32}").mkdir()
    (path / f"manifest.json.{'0' * 32}").write_text("{")
    second.save(path)
    assert_equal(ClusterTree.load(path), second)
    names = sorted(entry.name for entry in path.iterdir())
    assert len(names) == 3
    assert names[1:] == ["manifest.json", "notes.txt"]
    # What was opened before is still there, even to be saved over its successor.
    assert_equal(opened, first)
    opened.save(path)
    opened.save(path)
    assert_equal(ClusterTree.load(path), first)
    shutil.rmtree(path)
    assert_equal(opened, first)


SAVING = """
    import os, shutil, signal, sys
    from pathlib import Path

    import numpy as np

    import bidvit

    X = np.random.default_rng(0).random((300, 3))
    trees = [bidvit.cluster(X, random_state=0), bidvit.cluster(X[:200], random_state=0)]
"""
AGAIN_AND_AGAIN = """
    print("ready", flush=True)
    i = 1
    while True:
        trees[i % 2].save(sys.argv[1])
        i += 1
"""
# Forked, so that many deaths take little time; each comes before another call to the system.
STEP_BY_STEP = """
    def counted(function):
        def call(*arguments, **options):
            global left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*arguments, **options)
        return call

    for n_calls in range(60):
        path = Path(sys.argv[1]) / str(n_calls)
        if sys.argv[2] == "True":
            trees[0].save(path)
        child = os.fork()
        if child == 0:
            left = n_calls
            for name in ("mkdir", "open", "replace"):
                setattr(Path, name, counted(getattr(Path, name)))
            os.fsync, shutil.rmtree = counted(os.fsync), counted(shutil.rmtree)
            trees[1].save(path)
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            break
    print(n_calls)
"""


def start(program, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(SAVING) + textwrap.dedent(program), *arguments],
        stdout=subprocess.PIPE,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
    )


def trees_being_saved():
    X = np.random.default_rng(0).random((300, 3))
    return [bidvit.cluster(X, random_state=0), bidvit.cluster(X[:200], random_state=0)]


def assert_one_of(tree, candidates):
    same = [c for c in candidates if c.n_rows == tree.n_rows]
    assert len(same) == 1
    assert_identical(tree, same[0])
    assert tree.nodes.rows.tobytes() == same[0].nodes.rows.tobytes()
    return candidates.index(same[0])


def test_killed_at_any_moment_the_old_tree_or_the_new_one_is_there(tmp_path):
    path = tmp_path / "tree"
    candidates = trees_being_saved()
    candidates[0].save(path)
    # While it is saved again and again, every look finds a whole tree, and so after a kill.
    for delay in (0.0, 0.03, 0.1):
        found = set()
        with start(AGAIN_AND_AGAIN, str(path)) as saving:
            assert saving.stdout.readline() == b"ready\n"
            while found != {0, 1}:
                found.add(assert_one_of(ClusterTree.load(path, verify=True), candidates))
            time.sleep(delay)
            saving.send_signal(signal.SIGKILL)
        assert_one_of(ClusterTree.load(path, verify=True), candidates)
    candidates[1].save(path)
    assert len(list(path.iterdir())) == 2


@pytest.mark.parametrize("exists", [True, False])
def test_killed_between_any_two_steps_of_a_save(tmp_path, exists):
    candidates = trees_being_saved()
    with start(STEP_BY_STEP, str(tmp_path), str(exists)) as saving:
        n_steps = int(saving.stdout.read())
    assert saving.returncode == 0
    assert 20 < n_steps < 59
    found = []
    for n_calls in range(n_steps + 1):
        path = tmp_path / str(n_calls)
        if exists or (path / "manifest.json").exists():
            found.append(assert_one_of(ClusterTree.load(path, verify=True), candidates))
        else:
            with pytest.raises((FileNotFoundError, ValueError), match="there is no"):
                ClusterTree.load(path)
            found.append(None)
        # What was left there is in nobody's way.
        candidates[0].save(path)
        assert assert_one_of(ClusterTree.load(path, verify=True), candidates) == 0
        assert len(list(path.iterdir())) == 2
    switch = found.index(1)
    assert switch > 20
    assert found == [0 if exists else None] * switch + [1] * (len(found) - switch)


@pytest.mark.parametrize("exists", [True, False])
def test_a_full_disk_leaves_what_was_there(tmp_path, exists):
    path = tmp_path / "tree"
    old = bidvit.cluster(X[:50])
    if exists:
        old.save(path)
    before = sorted(tmp_path.rglob("*"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    tree = bidvit.cluster(X)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            tree.save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sorted(tmp_path.rglob("*")) == before
    if exists:
        assert_equal(ClusterTree.load(path), old)


@pytest.mark.parametrize("exists", [True, False])
def test_whichever_flush_fails_the_old_tree_or_the_new_one_is_there(tmp_path, exists, monkeypatch):
    tree, old = bidvit.cluster(X), bidvit.cluster(X[:50])
    path = tmp_path / "tree"
    outcomes = []
    for n_calls in range(20):
        shutil.rmtree(path, ignore_errors=True)
        if exists:
            old.save(path)
        before = sorted(tmp_path.rglob("*"))
        left = [n_calls]

        def fail(_, left=left):
            left[0] -= 1
            if left[0] < 0:
                raise PermissionError("not today")

        monkeypatch.setattr("os.fsync", fail)
        try:
            tree.save(path)
        except PermissionError:
            outcomes.append("failed")
        else:
            break
        finally:
            monkeypatch.undo()
        if sorted(tmp_path.rglob("*")) != before:
            # The last ones only make sure that the change is on the disk.
            outcomes[-1] = "saved"
            assert_equal(ClusterTree.load(path, verify=True), tree)
    assert outcomes == ["failed"] * 10 + ["saved"] * (1 if exists else 2)
    assert_equal(ClusterTree.load(path, verify=True), tree)


def test_places_where_nothing_is_saved(tmp_path):
    tree = bidvit.cluster(X)
    full = tmp_path / "full"
    full.mkdir()
    (full / "thesis.txt").write_text("the only copy")
    with pytest.raises(FileExistsError, match=r"is not a stored tree and not empty \(it has thes"):
        tree.save(full)
    (full / "manifest.json").write_text('{"name": "somebody else\'s"}')
    with pytest.raises(ValueError, match=r"manifest\.json is not one of a tree"):
        tree.save(full)
    assert len(list(full.iterdir())) == 2
    with pytest.raises(NotADirectoryError, match="path must be a folder or a new name"):
        tree.save(full / "thesis.txt")
    with pytest.raises(FileNotFoundError):
        tree.save(tmp_path / "no" / "such" / "place")
    (tmp_path / "empty").mkdir()
    tree.save(tmp_path / "empty")
    assert_equal(ClusterTree.load(tmp_path / "empty"), tree)


def test_two_cannot_save_to_one_place_at_once(tmp_path):
    tree = bidvit.cluster(X)
    tree.save(tmp_path / "tree")
    with (
        storage.own_folder(tmp_path / "tree"),
        pytest.raises(BlockingIOError, match="another process is saving a tree to"),
    ):
        tree.save(tmp_path / "tree")
    tree.save(tmp_path / "tree")


def test_parameters_that_cannot_be_stored(tmp_path):
    tree = bidvit.cluster(X)
    tree.parameters |= {"stop_at": np.int64(1)}
    assert save_and_load(tree, tmp_path).parameters["stop_at"] == 1
    tree.parameters["odd"] = object()
    with pytest.raises(TypeError, match=r"tree\.parameters\['odd'\] cannot be stored"):
        tree.save(tmp_path / "other")
    assert not (tmp_path / "other").exists()


# Damaged, foreign, newer


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    path = tmp_path_factory.mktemp("stored") / "tree"
    weights = RNG.integers(1, 4, 309).astype(float)
    bidvit.cluster(np.concatenate([X, X[:9]]), sample_weight=weights).save(path)
    return path


@pytest.fixture
def path(stored, tmp_path):
    return Path(shutil.copytree(stored, tmp_path / "tree"))


def arrays_in(path):
    return sorted(next(path.glob("arrays-*")).iterdir())


def edit_manifest(path, change, *, honest=False):
    """Change what the manifest says; an honest change does not repair the checksum."""
    file = path / "manifest.json"
    content = json.loads(file.read_text())
    change(content)
    if not honest:
        content["checksum"] = storage.hash_manifest(content)
    file.write_text(json.dumps(content))


UNREADABLE = r"tree does not hold a tree that can be read: "


def refused(path, reason, **options):
    with pytest.raises(ValueError, match=UNREADABLE + reason):
        ClusterTree.load(path, **options)


def test_every_file_that_is_cut_longer_changed_or_gone_is_noticed(path):
    files = arrays_in(path)
    assert {file.stem for file in files} == {*ARRAYS, "rows", "leaf_of_row", "first_rows"}
    for file in files:
        content = file.read_bytes()
        for other in (content[:-1], content[:64], b"", content + b"\0", b"PK" + content[2:]):
            file.write_bytes(other)
            refused(path, f"{file.name} is damaged", verify=False)
        for place in (70, len(content) // 2, len(content) - 1):
            other = bytearray(content)
            other[place] ^= 1
            file.write_bytes(other)
            if place > 128:
                refused(path, f"{file.name} was changed after it was written")
                refused(path, f"{file.name} was changed after it was written", verify=True)
            else:
                refused(path, file.name)
        file.unlink()
        refused(path, f"{file.name} is missing")
        file.mkdir()
        refused(path, f"{file.name} is damaged")
        file.rmdir()
        file.write_bytes(content)
    ClusterTree.load(path, verify=True)


def same_values(a, b):
    try:
        return json.loads(a) == json.loads(b)
    except ValueError:
        return False


def test_every_change_of_the_manifest_is_noticed(path):
    file = path / "manifest.json"
    text = file.read_text()
    for place in range(0, len(text), 7):
        if text[place].isspace():
            continue
        changed = text[:place] + ("1" if text[place] != "1" else "2") + text[place + 1 :]
        if same_values(changed, text):  # the last digit of a float
            continue
        file.write_text(changed)
        refused(path, "")
    for place in (0, 1, 50, len(text) // 2, len(text) - 1):
        file.write_text(text[:place])
        refused(path, r"manifest\.json is damaged")
    file.write_bytes(b"\xff\xfe" + text.encode())
    refused(path, r"manifest\.json is damaged")
    for damaged in ("[" * 200_000, "9" * 5000, '{"version": ' + "[" * 900 + "]" * 900 + "}"):
        file.write_text(damaged)
        refused(path, r"manifest\.json is")
    file.unlink()
    refused(path, r"there is no manifest\.json")


def test_formats_of_others_and_of_the_future(path):
    edit_manifest(path, lambda content: content.update(version=2, arrays=None))
    refused(path, r"it has format version 2, this bidvit reads version 1: .* newer")
    for text in ("{}", "[]", "7", '{"format": "zarr"}'):
        (path / "manifest.json").write_text(text)
        refused(path, r"manifest\.json is not one of a tree")
    with pytest.raises(FileNotFoundError, match="no stored tree at"):
        ClusterTree.load(path / "nothing")
    with pytest.raises(ValueError, match=UNREADABLE.replace("tree ", "json ", 1)):
        ClusterTree.load(path / "manifest.json")


NO_DIGESTS = {name: {"shape": [5], "bytes": 1} for name in (*ARRAYS, "rows", "leaf_of_row")}
FORGERIES = {
    "folder": ["../elsewhere", "/etc", "", None, 5],
    "n_rows": [0, -1, 10**12, 2.5, None, "309"],
    "levels": [[], None, [{"epsilon": 0.0, "n_nodes": 300}] * 2, [{"epsilon": 0.0}]],
    "space": [{}, None, {"name": "euclidean", "needs_function": False, "kernel_metric": "x"}],
    "arrays": [{}, None, NO_DIGESTS, {"births": {"shape": [5]}}, {"births": {"shape": []}}],
    "rows": [None, {"shape": [300, 3], "dtype": "|O"}, {"shape": [10**9, 3], "dtype": "<f8"}],
    "parameters": [None, {}, {"n_features": "3"}],
    "radii_kind": ["guessed", None],
    "seconds": [None, 3],
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_manifest_is_no_way_in(path, name):
    content = (path / "manifest.json").read_text()
    for value in FORGERIES[name]:
        (path / "manifest.json").write_text(content)
        edit_manifest(path, lambda content, value=value: content.update({name: value}))
        refused(path, "", verify=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("unit", 1e308),
        ("exponent", 10**30),
        ("name", "x"),
        ("kernel_metric", "manhattan"),
        ("on_sphere", True),
        ("needs_function", 0),
    ],
)
def test_a_forged_space_is_none_that_a_fit_makes(path, name, value):
    edit_manifest(path, lambda content: content["space"].update({name: value}))
    refused(path, "", verify=False)


def test_arrays_moved_elsewhere_behind_a_link_are_left_there(tmp_path):
    tree = bidvit.cluster(X, random_state=0)
    path, away = tmp_path / "tree", tmp_path / "away"
    tree.save(path)
    [folder] = path.glob("arrays-*")
    folder.rename(away)
    folder.symlink_to(away)
    assert_equal(tree, ClusterTree.load(path))
    tree.save(path)
    [folder] = path.glob("arrays-*")
    assert not folder.is_symlink()
    # One left over from an earlier save.
    (path / f"arrays-{'0' * 32}").symlink_to(away)
    tree.save(path)
    assert len(list(path.glob("arrays-*"))) == 1
    assert len(list(away.iterdir())) > 5


def test_objects_are_not_unpickled(path):
    class Bomb:
        def __reduce__(self):
            return pytest.fail, ("executed",)

    file = next(file for file in arrays_in(path) if file.stem == "points")
    np.save(file, np.array([[Bomb()] * 3], dtype=object), allow_pickle=True)
    size = file.stat().st_size
    edit_manifest(path, lambda content: content["arrays"]["points"].update(bytes=size))
    refused(path, r"points\.npy is damaged")
    (path / "manifest.json").write_bytes(pickle.dumps(Bomb()))
    refused(path, r"manifest\.json is damaged")


@given(st.data())
def test_forged_arrays_lead_no_kernel_astray(stored, data):
    # With checksums that are right: only what the arrays say can give them away.
    with TemporaryDirectory() as folder:
        path = Path(shutil.copytree(stored, Path(folder) / "tree"))
        name = data.draw(
            st.sampled_from(["leaf_rows", "births", "parents", "leaf_begin", "subtree_end"])
            | st.sampled_from(["leaf_of_row", "radii", "points", "rows", "leaf_weights"])
        )
        file = next(file for file in arrays_in(path) if file.stem == name)
        array = np.load(file)
        place = data.draw(st.integers(0, array.size - 1))
        if array.dtype == np.int32:
            value = data.draw(
                st.sampled_from([-1, 0, 2**31 - 1, -(2**31), array.size])
                | st.integers(-2, array.size + 2)
            )
        else:
            value = data.draw(st.sampled_from([np.nan, np.inf, -np.inf, -1.0]))
        array.flat[place] = value
        np.save(file, array)
        digest = storage.hash_array(array)
        edit_manifest(path, lambda content: content["arrays"][name].update(sha256=digest))
        try:
            ClusterTree.load(path, verify=True)
        except ValueError:
            with pytest.raises(ValueError, match="its arrays are damaged"):
                ask_everything(ClusterTree.load(path))
        else:
            ask_everything(ClusterTree.load(path))


@pytest.mark.parametrize("name", ["radii", "points"])
def test_numbers_that_are_none_at_the_root_are_noticed(path, name):
    file = next(file for file in arrays_in(path) if file.stem == name)
    array = np.load(file)
    array[0] = np.nan
    np.save(file, array)
    digest = storage.hash_array(array)
    edit_manifest(path, lambda content: content["arrays"][name].update(sha256=digest))
    with pytest.raises(ValueError, match="its arrays are damaged"):
        ask_everything(ClusterTree.load(path))


def ask_everything(tree):
    everything = np.arange(tree.nodes.n_nodes)
    assert repr(tree)
    tree.members(everything)
    tree.children(everything)
    tree.path(np.arange(tree.n_rows))
    tree.parent(everything)
    for m, level in enumerate(tree.levels):
        assert len(level.nodes) == level.n_nodes
        tree.labels(m)
    tree.to_linkage(20)
    tree.to_newick()
    with np.errstate(invalid="ignore"):
        repr(tree.levels)
        with Workers(1) as workers:
            tree.nodes.find_nearest_leaf(X[:20], workers)


@pytest.mark.parametrize(
    "ask",
    [
        lambda tree: tree.members(0),
        lambda tree: tree.children(0),
        lambda tree: tree.parent(0),
        lambda tree: tree.path(0),
        lambda tree: tree.labels(1),
        lambda tree: tree.levels[1].weights,
        lambda tree: tree.levels[0].points,
        lambda tree: repr(tree.levels),
        lambda tree: tree.to_linkage(),
        lambda tree: tree.save("elsewhere"),
        pickle.dumps,
        copy.deepcopy,
    ],
)
def test_damaged_indices_are_seen_before_anything_uses_them(path, ask, monkeypatch):
    monkeypatch.chdir(path.parent)
    file = next(file for file in arrays_in(path) if file.stem == "leaf_of_row")
    array = np.load(file)
    array[5] = 10**9
    np.save(file, array)
    tree = ClusterTree.load(path, verify=False)
    for _ in range(2):
        with pytest.raises(ValueError, match=UNREADABLE + "its arrays are damaged"):
            ask(tree)


# Pickles and copies

WAYS = {
    "pickle": lambda tree: pickle.loads(pickle.dumps(tree)),
    "pickle 2": lambda tree: pickle.loads(pickle.dumps(tree, protocol=2)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def joblib_round_trip(tree, folder, **options):
    joblib.dump(tree, folder / "tree.joblib")
    return joblib.load(folder / "tree.joblib", **options)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("source", ["plain", "weighted", "large", "stored", "mapped", "frozen"])
def test_copies_are_equal_and_work(tmp_path, way, source):
    rows = X
    weights = np.resize([1.0, 2, 0], len(X)) if source == "weighted" else None
    if source == "large":
        rows = RNG.random((60_000, 3))  # arrays straight from the operating system
    elif source == "mapped":
        np.save(tmp_path / "X.npy", X)
        rows = np.load(tmp_path / "X.npy", mmap_mode="r")
    elif source == "frozen":
        rows = np.broadcast_to(np.arange(40.0)[:, None], (40, 2))
    tree = bidvit.cluster(rows, sample_weight=weights)
    if source == "stored":
        tree = save_and_load(tree, tmp_path)
    repr(tree.levels)
    again = WAYS[way](tree)
    if source == "stored" and way != "copy":
        shutil.rmtree(tmp_path / "tree")
        assert again.nodes.points.flags.writeable
    assert_equal(again, tree)
    assert again.members(3).tolist() == tree.members(3).tolist()
    with Workers(1) as workers:
        queries = np.ascontiguousarray(rows[:5])
        expected = tree.nodes.find_nearest_leaf(queries, workers)
        assert again.nodes.find_nearest_leaf(queries, workers).tolist() == expected.tolist()


def test_joblib_keeps_trees_and_maps_them(tmp_path):
    tree = bidvit.cluster(X)
    assert_equal(joblib_round_trip(tree, tmp_path), tree)
    assert_equal(joblib_round_trip(tree, tmp_path, mmap_mode="r"), tree)


def test_a_pickle_is_no_larger_than_the_arrays():
    tree = bidvit.cluster(RNG.random((20_000, 3)))
    before = len(pickle.dumps(tree))
    for level in tree.levels:
        assert level.nodes.size
    assert len(pickle.dumps(tree)) < before + 1000


def test_thousands_of_levels_are_pickled_and_stored(tmp_path):
    tree = make_chain(5000)
    assert_identical(pickle.loads(pickle.dumps(tree)), tree)
    assert_identical(save_and_load(tree, tmp_path), tree)
    assert len(copy.deepcopy(tree).levels) == 5000


def test_tree_whose_epsilon_leaves_the_floats_can_be_stored(tmp_path):
    X = [[0.0], [1e307], [2e307], [1.0]]
    tree = bidvit.cluster(X, growth=1e200, initial_epsilon=1e-200, random_state=0)
    assert np.isfinite(tree.levels[-1].epsilon)
    tree.save(tmp_path / "tree")
    again = ClusterTree.load(tmp_path / "tree")
    assert again.labels(1).tolist() == tree.labels(1).tolist()
