"""Threads, progress and interruption: the same tree for any number, and an end when asked for."""

import signal
import subprocess
import sys
import textwrap
import threading
import time
from itertools import pairwise

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import RNGS, SEEDS
from trees import FLAT_MODES, assert_identical

import bidvit
from bidvit.parallel import Workers

MODES = [
    *FLAT_MODES,
    {"metric": "cosine", "linkage": "ward"},
    {"linkage": "ward", "weight_scaling": "logarithmic", "radii": "bound"},
]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: "-".join(mode.values()))
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_number_of_threads(mode, dtype):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4000, 3)).astype(dtype) + 5
    X[1000:2000] = X[1000:2000].round(1)  # ties, and duplicates
    weights = rng.integers(0, 4, len(X))
    # Chunks so small that every thread gets a part of the partition.
    options = mode | {"sample_weight": weights, "random_state": 0, "max_chunk_size": 60}
    one = bidvit.cluster(X, **options)
    for n_jobs in (2, 3, 4, -1):
        assert_identical(bidvit.cluster(X, n_jobs=n_jobs, **options), one)


@given(RNGS, st.integers(1, 400), st.integers(2, 9), st.sampled_from(MODES), SEEDS)
def test_number_of_threads_on_anything(rng, n, n_jobs, mode, seed):
    X = rng.integers(1, 30, (n, 2)).astype(float)
    options = mode | {"random_state": seed, "max_chunk_size": 4}
    one = bidvit.cluster(X, **options)
    assert_identical(bidvit.cluster(X, n_jobs=n_jobs, **options), one)


def test_no_thread_outlives_a_fit():
    before = threading.active_count()
    bidvit.cluster(np.random.default_rng(0).random((5000, 2)), n_jobs=4)
    assert threading.active_count() == before


# Workers


def test_results_come_in_the_order_of_the_batches():
    counts = []
    with Workers(3) as workers:
        batches = [(i,) for i in range(20)]
        results = workers.run(lambda i: time.sleep(0.001 * (i % 3)) or i, batches, counts.append)
    assert results == list(range(20))
    assert counts == sorted(counts)
    assert counts[-1] == 20


def test_an_error_in_a_task_comes_through_and_stops_the_others():
    started = []

    def task(i):
        started.append(i)
        if i == 0:
            raise ZeroDivisionError("mine")
        while not workers.stop.is_set():
            time.sleep(0.001)

    with pytest.raises(ZeroDivisionError, match="mine"), Workers(2) as workers:
        workers.run(task, [(i,) for i in range(100)])
    assert len(started) < 100


@given(st.integers(0, 1000), st.integers(1, 9))
def test_ranges_cover_everything_once(n, n_threads):
    with Workers(n_threads) as workers:
        ranges = workers.split(n)
    assert [i for begin, end in ranges for i in range(begin, end)] == list(range(n))


# Progress


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("metric", ["euclidean", reference.distances])
def test_progress_is_told_at_every_level_and_within(n_jobs, metric):
    X = np.random.default_rng(0).random((3000, 2))
    told = []
    options = {"linkage": "distance", "representation": "point", "max_chunk_size": 30}
    tree = bidvit.cluster(X, metric=metric, n_jobs=n_jobs, progress=told.append, **options)
    counts = [level.n_nodes for level in tree.levels]
    assert [p.level for p in told] == sorted(p.level for p in told)
    assert {p.level for p in told} == set(range(1, len(counts)))
    assert all(p.n_nodes == counts[p.level - 1] for p in told)
    assert all(a.seconds <= b.seconds for a, b in pairwise(told))
    epsilons = {(p.level, p.epsilon) for p in told}
    assert {(m, level.epsilon) for m, level in enumerate(tree.levels) if m} <= epsilons
    for m, level in enumerate(tree.levels[1:], 1):
        done = [p.done for p in told if (p.level, p.epsilon) == (m, level.epsilon)]
        assert done == sorted(done)
        assert (done[0], done[-1]) == (0, 1)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_progress_within_long_levels(n_jobs):
    X = np.random.default_rng(0).random((200_000, 2))
    told = []
    bidvit.cluster(X, n_jobs=n_jobs, max_chunk_size=50, max_levels=1, progress=told.append)
    assert len({p.done for p in told}) > 5


def test_error_in_progress_ends_the_fit():
    def progress(told):
        if told.level == 3:
            raise ZeroDivisionError("enough")

    X = np.random.default_rng(0).random((3000, 2))
    before = threading.active_count()
    with pytest.raises(ZeroDivisionError, match="enough"):
        bidvit.cluster(X, progress=progress, n_jobs=2)
    assert threading.active_count() == before
    assert bidvit.cluster(X).levels[-1].n_nodes == 1


# Interruption


@pytest.mark.slow
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_ctrl_c_ends_a_long_fit(n_jobs):
    program = f"""
        import threading, time
        import numpy as np
        import bidvit

        X = np.random.default_rng(0).random((2_000_000, 4))
        try:
            while True:
                print("fitting", flush=True)
                bidvit.cluster(X, n_jobs={n_jobs})
        except KeyboardInterrupt:
            # Nothing is left running or broken.
            assert threading.active_count() == 1
            assert bidvit.cluster(X[:1000], n_jobs={n_jobs}).levels[-1].n_nodes == 1
            print("interrupted", flush=True)
            raise
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    watchdog = threading.Timer(60, process.kill)
    watchdog.start()
    try:
        assert process.stdout.readline() == "fitting\n"
        time.sleep(1)  # somewhere in the middle
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.stdout.readline() == "interrupted\n", process.stderr.read()
        assert time.monotonic() - sent < 1.5
        _, errors = process.communicate()
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
    assert "KeyboardInterrupt" in errors
    assert process.returncode == -signal.SIGINT
