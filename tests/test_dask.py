"""Clustering by the workers of a Dask cluster: bit for bit the tree of the other two places."""

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from commands import assert_refused
from commands import bidvit as run_command
from test_disk import PLAN, assert_same_tree, make_folder, make_rows

import bidvit
from bidvit.engines import disk
from bidvit.engines.lease import Lease, RevokedError, end_tasks, leased
from bidvit.io import FileRows
from bidvit.selection import extras
from bidvit.tree import ClusterTree

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

OPTIONS = {"max_chunk_size": 25, "growth": 3, "random_state": 3}
SMALL = disk.Plan(rows_per_block=41, rows_per_task=50, sample_size=30, n_buckets=2)
LARGE = disk.Plan(rows_per_block=10_000, rows_per_task=10_000, sample_size=100, n_buckets=1)


class Cluster(distributed.LocalCluster):
    """Does not stumble, when it is closed, over a worker that was killed."""

    def _update_worker_status(self, op, msg):
        if op != "remove" or msg in self.scheduler_info["workers"]:
            super()._update_worker_status(op, msg)


def start_cluster(n_workers):
    return Cluster(
        n_workers=n_workers, threads_per_worker=1, processes=True, dashboard_address=":0"
    )


@pytest.fixture(scope="module")
def cluster():
    # Workers that were killed are started again by their nannies; the cluster itself would, after
    # a while, take some of these for lost and close them.
    patient = {"distributed.deploy.lost-worker-timeout": "1h"}
    with dask.config.set(patient), start_cluster(2) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def client(cluster):
    with distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def folder():
    with make_folder() as path:
        yield path


def run_dask(folder, X, plan=PLAN, **options):
    """Cluster in small pieces by the workers of the current client; returns the tree."""
    with pytest.MonkeyPatch.context() as patch:
        if plan is not None:
            patch.setattr(disk, "make_plan", lambda *_: plan)
        return bidvit.cluster(X, out=folder / "tree", backend="dask", **(OPTIONS | options))


def save(folder, X):
    """Write rows to a file; returns its path."""
    np.save(folder / "X.npy", X)
    return folder / "X.npy"


def assert_complete(folder, tree, X, **options):
    """Nothing is left over, and the tree is the one built in memory."""
    assert_same_tree(tree, bidvit.cluster(X, **(OPTIONS | options)))
    assert_same_tree(ClusterTree.load(folder / "tree"), tree)
    assert len(list((folder / "tree").iterdir())) == 2


WAYS = {
    "ward": (np.float32, PLAN, True, {}),
    "distance": (np.float64, SMALL, False, {"linkage": "distance"}),
    "point": (
        np.float32,
        LARGE,
        True,
        {"linkage": "distance", "representation": "point", "metric": "manhattan"},
    ),
    "cosine": (np.float32, SMALL, False, {"metric": "cosine"}),
    "haversine": (np.float64, PLAN, True, {"metric": "haversine", "linkage": "distance"}),
    "whole numbers": (
        np.int16,
        PLAN,
        False,
        {"metric": "chebyshev", "linkage": "distance", "radii": "bound"},
    ),
    "solver": (np.float32, PLAN, True, {"selection": "local-search", "initial_epsilon": 1e-4}),
    "dense": (np.float64, SMALL, True, {"coarsening": "dense"}),
}


@pytest.mark.parametrize(("dtype", "plan", "weighted", "way"), WAYS.values(), ids=WAYS)
@pytest.mark.usefixtures("client")
def test_memory_disk_and_dask_build_one_tree(folder, dtype, plan, weighted, way):
    X, weights = make_rows(300, d=2 if way.get("metric") == "haversine" else 3, dtype=np.float64)
    X = (10 * X if dtype == np.int16 else X).astype(dtype)
    if not weighted:
        X, weights = np.unique(X, axis=0), None
    tree = run_dask(folder, save(folder, X), plan, sample_weight=weights, **way)
    assert_complete(folder, tree, X, sample_weight=weights, **way)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "make_plan", lambda *_: plan)
        on_disk = bidvit.cluster(
            X, out=folder / "disk", sample_weight=weights, splits="exact", **(OPTIONS | way)
        )
    assert_same_tree(tree, on_disk)


@pytest.mark.parametrize("n_workers", [1, 3])
def test_any_number_of_workers(folder, n_workers):
    X, weights = make_rows(300)
    path = save(folder, X)
    with start_cluster(n_workers) as cluster, distributed.Client(cluster) as client:
        tree = run_dask(folder, path, sample_weight=weights, client=client)
    assert_complete(folder, tree, X, sample_weight=weights)


@pytest.mark.usefixtures("client")
def test_splits_by_a_sample_are_those_on_disk(folder):
    X, _ = make_rows(300)
    tree = run_dask(folder, save(folder, X), splits="sample")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "make_plan", lambda *_: PLAN)
        on_disk = bidvit.cluster(X, out=folder / "disk", splits="sample", **OPTIONS)
    assert_same_tree(tree, on_disk)


@pytest.mark.usefixtures("client")
def test_memory_is_for_every_process(folder):
    X, _ = make_rows(300)
    path = save(folder, X)
    tree = run_dask(folder, path, plan=None, memory="1GB")
    assert_complete(folder, tree, X)
    with pytest.raises(ValueError, match=r"memory must be at least \d+MB, of which a process"):
        run_dask(folder, path, plan=None, memory="20MB")


# Rows from anywhere


def write_zarr(path, X):
    zarr = pytest.importorskip("zarr")
    zarr.create_array(path / "x.zarr", data=X, chunks=(100, X.shape[1]))
    return path / "x.zarr"


def open_zarr(path, X):
    return pytest.importorskip("zarr").open(write_zarr(path, X), mode="r")


def write_columnwise(path, X):
    np.save(path / "x.npy", np.asfortranarray(X))
    return str(path / "x.npy")


def write_npz(path, X):
    np.savez(path / "x.npz", X=X)
    return path / "x.npz"


def as_array(_, X):
    array = pytest.importorskip("dask.array")
    return array.from_array(X, chunks=(80, 2))


def as_array_of_unknown_lengths(_, X):
    array = as_array(_, X)
    return array[array[:, 0] > -1e9]


def as_frame(_, X):
    frame = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    return frame.from_pandas(pandas.DataFrame(X, columns=list("abc")), npartitions=4)


@pytest.mark.parametrize(
    "make",
    [
        write_zarr,
        open_zarr,
        write_columnwise,
        write_npz,
        as_array,
        as_array_of_unknown_lengths,
        as_frame,
    ],
)
@pytest.mark.usefixtures("client")
def test_rows_from_anywhere(folder, make):
    X, weights = make_rows(300)
    tree = run_dask(folder, make(folder, X), sample_weight=weights)
    assert_complete(folder, tree, X, sample_weight=weights)


@pytest.mark.usefixtures("client")
def test_weights_from_anywhere(folder):
    array, frame = pytest.importorskip("dask.array"), pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    X, weights = make_rows(300)
    table = pandas.DataFrame(X, columns=list("abc")).assign(w=weights)
    table.to_parquet(folder / "x.parquet")
    zarr = pytest.importorskip("zarr")
    parts = frame.from_pandas(table, npartitions=3)
    for rows, held in (
        (parts, "w"),
        (parts[list("abc")], parts["w"]),
        (frame.read_parquet(folder / "x.parquet"), "w"),
        (folder / "x.parquet", "w"),
        (FileRows(folder / "x.parquet", ["a", "b", "c"]), "w"),
        (as_array(folder, X), array.from_array(weights, chunks=77)),
        (save(folder, X), zarr.create_array(folder / "w.zarr", data=weights, overwrite=True)),
    ):
        tree = run_dask(folder, rows, sample_weight=held)
        assert_complete(folder, tree, X, sample_weight=weights)


@pytest.mark.usefixtures("client")
def test_missing_numbers_of_data_frames_are_refused_with_their_row(folder):
    frame, pandas = pytest.importorskip("dask.dataframe"), pytest.importorskip("pandas")
    column = pandas.array([1, 2, None, 4], dtype="Int64")
    X = frame.from_pandas(pandas.DataFrame({"a": column, "b": [1.0, 2, 3, 4]}), npartitions=2)
    with pytest.raises(ValueError, match="the first in row 2, column 0"):
        run_dask(folder, X)
    names = frame.from_pandas(pandas.DataFrame({"a": [1, 2], "b": ["x", "y"]}), npartitions=1)
    with pytest.raises(TypeError, match=r"X must hold numbers, got .* in 'b'"):
        run_dask(folder, names)


# Killed


def die_when_writing(name):
    """Kill this worker when it is about to give a file its name."""

    def look(event, arguments):
        if event == "os.rename" and name in str(arguments[1]):
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(look)
    return os.getpid()


def arm(client, name):
    """Have one worker die when it writes a file; returns its process id."""
    client.wait_for_workers(2)
    address = next(iter(client.run(os.getpid)))
    [pid] = client.run(die_when_writing, name, workers=[address]).values()
    return pid


def is_alive(pid):
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="processes are seen in /proc")
@pytest.mark.parametrize(
    "name",
    [
        "scan/hashes_",
        "scan/merged_",
        "scan/embedded_",
        "cuts/00-moments",
        "level_0001/moved",
        "level_0002/moved",
        "level_0001/leaf_",
        "level_0002/leaf_",
    ],
)
def test_run_goes_on_when_a_worker_is_killed(client, folder, name):
    X, weights = make_rows(400)
    pid = arm(client, name)
    tree = run_dask(folder, save(folder, X), sample_weight=weights)
    assert not is_alive(pid)
    assert_complete(folder, tree, X, sample_weight=weights)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("level_0002/leaf_", r"coarsening leaf \d+ of level 2 \(\d+ nodes\) failed"),
        ("level_0002/moved", r"moving nodes \d+ to \d+ to the leaves of level 2 failed"),
        ("scan/hashes", r"checking rows \d+ to \d+ failed"),
    ],
)
def test_what_kills_workers_is_named(cluster, client, folder, monkeypatch, name, what):
    X, _ = make_rows(300)
    path = save(folder, X)
    arm(client, name)
    with monkeypatch.context() as patch:
        patch.setattr(cluster.scheduler, "allowed_failures", 0)
        message = f"{what}, since one worker after the other died of it; .*{folder}/tree/unfinished"
        with pytest.raises(RuntimeError, match=message) as error:
            run_dask(folder, path)
    assert isinstance(error.value.__cause__, distributed.KilledWorker)
    assert_complete(folder, run_dask(folder, path, resume=True), X)


# The driver is killed again and again, each time in a process of its own.
KILLED_DRIVERS = """
import os, pickle, random, signal, sys, time
import distributed
import bidvit
from bidvit.engines import disk

folder, address, seed = sys.argv[1:]
plan, weights, options = pickle.load(open(f"{folder}/arguments", "rb"))
disk.make_plan = lambda *_: plan
randomly = random.Random(int(seed))
n_kills = 0
while True:
    child = os.fork()
    if child == 0:
        with distributed.Client(address):
            bidvit.cluster(
                f"{folder}/X.npy", sample_weight=weights, out=f"{folder}/tree", backend="dask",
                resume=True, **options,
            )
        os._exit(0)
    # Ever later, so that an end comes; not before it is connected.
    time.sleep(randomly.uniform(0.2, 0.5) + 0.2 * n_kills)
    if os.waitpid(child, os.WNOHANG)[0]:
        break
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    n_kills += 1
assert os.path.exists(f"{folder}/tree/manifest.json")
print(n_kills)
"""


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("seed", [0, 1])
def test_driver_is_killed_at_any_moment(cluster, folder, seed):
    X, weights = make_rows(500, seed=seed)
    options = OPTIONS | {"growth": 2}
    (folder / "arguments").write_bytes(pickle.dumps((SMALL, weights, options)))
    save(folder, X)
    done = subprocess.run(
        [sys.executable, "-c", KILLED_DRIVERS, folder, cluster.scheduler_address, str(seed)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 2
    tree = ClusterTree.load(folder / "tree")
    assert_complete(folder, tree, X, sample_weight=weights, **options)


# Whose the files are


def test_tasks_of_a_driver_that_has_gone_give_up(folder):
    with Lease(folder) as first:
        token = first.token
        with pytest.raises(BlockingIOError, match="another process is building a tree"):
            Lease(folder).__enter__()
    started, result = threading.Event(), []

    def task():
        with leased(folder, token) as check:
            started.set()
            try:
                while True:
                    check()
                    time.sleep(0.01)
            except RevokedError as error:
                result.append(error)

    thread = threading.Thread(target=task)
    thread.start()
    started.wait()
    end_tasks(folder)
    # Whoever comes next is alone.
    assert len(result) == 1
    thread.join()
    with pytest.raises(RevokedError), leased(folder, token):
        pass


def test_tasks_that_do_not_give_up_are_waited_for(folder, monkeypatch):
    monkeypatch.setattr("bidvit.engines.lease._PATIENCE", 0.1)
    with Lease(folder) as first:
        token = first.token
    with leased(folder, token), pytest.raises(TimeoutError, match="end their workers"):
        Lease(folder).__enter__()


def tasks_known(dask_scheduler):
    return [key for key in dask_scheduler.tasks if str(key).startswith("bidvit")]


@pytest.mark.parametrize("at_level", [0, 1, 3])
def test_interrupted_run_leaves_nobody_at_work_and_goes_on(client, folder, at_level):
    X, weights = make_rows(400)
    path = save(folder, X)

    def interrupt(progress):
        if progress.level == at_level and progress.done > 0.1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_dask(folder, path, sample_weight=weights, progress=interrupt)
    end = time.monotonic() + 10
    while client.run_on_scheduler(tasks_known):
        assert time.monotonic() < end
        time.sleep(0.01)
    tree = run_dask(folder, path, sample_weight=weights, resume=True)
    assert_complete(folder, tree, X, sample_weight=weights)


@pytest.mark.usefixtures("client")
def test_two_runs_into_one_folder(folder):
    X, _ = make_rows(400)
    path = save(folder, X)

    def begin_another(progress):
        if progress.level == 1 and not refused:
            with pytest.raises(BlockingIOError):
                run_dask(folder, path, resume=True)
            refused.append(True)

    refused = []
    tree = run_dask(folder, path, progress=begin_another)
    assert refused
    assert_complete(folder, tree, X)


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("first", ["local", "dask"])
def test_run_begun_in_one_place_goes_on_in_the_other(folder, first):
    X, weights = make_rows(300)
    path = save(folder, X)

    def stop(progress):
        if progress.level == 2 and progress.done > 0.35:
            raise InterruptedError

    options = OPTIONS | {"sample_weight": weights, "out": folder / "tree"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "make_plan", lambda *_: PLAN)
        with pytest.raises(InterruptedError):
            bidvit.cluster(path, backend=first, progress=stop, **options)
        second = "dask" if first == "local" else "local"
        tree = bidvit.cluster(path, backend=second, resume=True, **options)
    assert_complete(folder, tree, X, sample_weight=weights)


@pytest.mark.usefixtures("client")
def test_run_goes_on_with_the_same_data_only(folder):
    X, _ = make_rows(300)

    def stop(progress):
        if progress.level == 1:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        run_dask(folder, as_array(folder, X), progress=stop)
    other = X.copy()
    other[200, 1] += 1
    with pytest.raises(ValueError, match="they have changed"):
        run_dask(folder, as_array(folder, other), resume=True)
    assert_complete(folder, run_dask(folder, as_array(folder, X), resume=True), X)


# What users see


def test_tasks_are_few_bytes_and_have_readable_names(client, folder, monkeypatch):
    X = np.random.default_rng(0).random((3000, 40), np.float32)
    seen = []
    submit = client.map

    def note(function, pieces, **options):
        seen.append((options["key"], len(pickle.dumps((function, pieces)))))
        return submit(function, pieces, **options)

    monkeypatch.setattr(client, "map", note)
    plan = disk.Plan(rows_per_block=300, rows_per_task=200, sample_size=100, n_buckets=4)
    told = []
    run_dask(folder, save(folder, X), plan, progress=told.append)
    names = [name for key, _ in seen for name in key]
    assert len(set(names)) == len(names)
    assert any(re.fullmatch(r"bidvit-move-level2-00003-[0-9a-f]{8}", name) for name in names)
    groups = {distributed.utils.key_split(name) for name in names}
    assert groups == {
        f"bidvit-{what}" for what in ("scan", "compare-hashes", "embed", "cut", "move", "coarsen")
    }
    assert max(n_bytes / len(key) for key, n_bytes in seen) < 1000
    steps = [(one.level, one.epsilon, one.done) for one in told]
    assert steps == sorted(steps)
    assert all(0 <= one.done <= 1 for one in told)


def fill_disk(name):
    """Have writing some files fail on this worker."""
    import errno

    from bidvit.engines import scratch

    def make_file(path, **options):
        if name in str(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return whole(path, **options)

    whole = scratch.make_file
    scratch.make_file = make_file
    scratch.whole_make_file = whole


def empty_disk():
    from bidvit.engines import scratch

    scratch.make_file = scratch.whole_make_file


def test_what_a_task_was_about_is_said(client, folder):
    X, _ = make_rows(300)
    path = save(folder, X)
    client.run(fill_disk, "level_0002/moved")
    try:
        with pytest.raises(OSError, match=r"No space left on device") as error:
            run_dask(folder, path)
    finally:
        client.run(empty_disk)
    [note] = error.value.__notes__
    unfinished = folder / "tree" / "unfinished"
    assert re.match(r"moving nodes \d+ to \d+ to the leaves of level 2 failed; ", note)
    assert note.endswith(
        f"; resume=True (bidvit fit: --resume) goes on with what is done in {unfinished}"
    )
    assert_complete(folder, run_dask(folder, path, resume=True), X)


def hide_folder():
    from bidvit.engines import dask

    dask.seen_read_token, dask.read_token = dask.read_token, lambda _: None


def show_folder():
    from bidvit.engines import dask

    dask.read_token = dask.seen_read_token


def test_folder_that_workers_do_not_see(client, folder):
    client.run(hide_folder)
    try:
        with pytest.raises(FileNotFoundError, match="out must be a folder that all workers see"):
            run_dask(folder, save(folder, make_rows(100)[0]))
    finally:
        client.run(show_folder)
    assert not (folder / "tree").exists()


BAD = {
    "array": ({}, TypeError, "X must be on storage that all workers see, .*give the path"),
    "n_jobs": ({"n_jobs": 2}, ValueError, "n_jobs must be None with backend='dask'.*got 2"),
    "client": ({"client": "tcp://x"}, TypeError, "client must be a dask.distributed.Client"),
    "backend": ({"backend": "spark"}, ValueError, "backend must be one of 'local', 'dask'"),
    "local": ({"backend": "local", "client": 1}, ValueError, "client must be None unless"),
    "column": ({"sample_weight": "w"}, TypeError, "X must be a file or a data frame of Dask"),
}


@pytest.mark.parametrize(("options", "error", "message"), BAD.values(), ids=BAD)
@pytest.mark.usefixtures("client")
def test_what_cannot_be_is_said(folder, options, error, message):
    options = {"backend": "dask"} | options
    with pytest.raises(error, match=message):
        bidvit.cluster(make_rows(100)[0], out=folder / "tree", **options)
    assert not (folder / "tree").exists()


def test_arrays_that_cannot_be(client, folder):
    array, zarr = pytest.importorskip("dask.array"), pytest.importorskip("zarr")
    for X, error, message in (
        (array.zeros(5), ValueError, "X must have 2 dimensions, got 1"),
        (array.zeros((5, 2), dtype=complex), TypeError, "X must hold numbers, got complex128"),
        (zarr.zeros((5, 2)), TypeError, "got an array of zarr in memory"),
        (folder / "none.npy", FileNotFoundError, "there is no file"),
    ):
        with pytest.raises(error, match=message):
            run_dask(folder, X, client=client)
    assert not (folder / "tree").exists()


def test_needs_out():
    with pytest.raises(ValueError, match=r"backend='dask' is for .* needs out, a folder"):
        bidvit.cluster([[1.0], [2.0]], backend="dask")


def test_no_client_no_cluster_and_no_dask(folder, monkeypatch):
    # In a process of its own, where there is no client; nothing is started.
    program = """
import sys, threading, bidvit
try:
    bidvit.cluster("x.npy", out="tree", backend="dask")
except ValueError as error:
    assert threading.active_count() == 1
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=folder
    )
    assert done.stdout.startswith("backend='dask' needs a client and there is none: make one first")
    assert not list(folder.iterdir())
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r'distributed: pip install "bidvit\[dask\]"'):
        extras.import_extra("distributed")


def test_client_that_is_closed(cluster, folder):
    with distributed.Client(cluster, set_as_default=False) as closed:
        pass
    with pytest.raises(ValueError, match="client must be connected, got one that is closed"):
        run_dask(folder, "x.npy", client=closed)


# The command


def test_command(cluster, folder):
    X, _ = make_rows(300)
    path = save(folder, X)
    ask = ["fit", path, "-o", folder / "tree", "--scheduler", cluster.scheduler_address]
    code, out, err = run_command(*ask, "--max-chunk-size", 25, "--growth", 3)
    assert (code, err) == (0, "")
    assert "300 rows × 3 columns" in out
    tree = ClusterTree.load(folder / "tree")
    assert_complete(folder, tree, X, random_state=0)
    assert_refused([*ask, "--force", "--jobs", 2], "--n-jobs is for threads of this process")


def test_command_without_a_scheduler(folder):
    path = save(folder, make_rows(100)[0])
    ask = ["fit", path, "-o", folder / "tree", "--scheduler", "tcp://127.0.0.1:9"]
    patience = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "0.5s"}
    code, out, err = run_command(*ask, env=patience)
    assert (code, out) == (2, "")
    assert err.startswith("bidvit: ")
    assert err.count("\n") == 1
    assert "tcp://127.0.0.1:9" in err
    assert not (folder / "tree").exists()
