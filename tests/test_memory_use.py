"""Memory: what is given back is gone, and a fit needs at most three times its input."""

import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from bidvit import buffers

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="memory is read from Linux's /proc"
)


def resident_bytes():
    [line] = [s for s in Path("/proc/self/status").read_text().splitlines() if "VmRSS" in s]
    return int(line.split()[1]) * 1024


# Of grid-3D in float32.
MILLION_ROWS = 12_000_000


def peak_of(prepare, step):
    """Return how many bytes a step needs at most beyond what is held before it."""
    program = """
        import contextlib
        from pathlib import Path
        import numpy as np
        import bidvit
        from bidvit.datasets import make_grid

        def kilobytes(entry):
            lines = Path("/proc/self/status").read_text().splitlines()
            return next(int(line.split()[1]) for line in lines if line.startswith(entry))

        X, _ = make_grid(3, 1000, dtype=np.float32, random_state=0)
    """
    measure = f"""
        # The peak so far is forgotten; where that is not allowed, it is what is held now.
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")
        before = kilobytes("VmRSS")
        {step}
        print((kilobytes("VmHWM") - before) * 1024)
    """
    # In a process of its own: a peak is that of all that went before.
    lines = [textwrap.dedent(part) for part in (program, prepare, measure)]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def test_arrays_count_up():
    for n in (0, 1, 5, 1 << 20):
        assert (buffers.count_up(n) == np.arange(n)).all()


@needs_proc
def test_shortened_array_gives_memory_back():
    array = buffers.empty((1 << 24, 2), np.float32)
    array[:] = 1
    before = resident_bytes()
    kept = buffers.shorten(array[: 1 << 23], 1000)
    assert resident_bytes() < before - 0.9 * array.nbytes
    assert (kept == 1).all()


@needs_proc
@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"linkage": "distance", "representation": "point"},
        {"linkage": "distance"},
        {"linkage": "ward", "radii": "exact"},
        {"linkage": "ward", "n_jobs": 2},
    ],
    ids=str,
)
def test_fit_needs_at_most_three_times_its_input(options):
    peak = peak_of(
        f"""
        options = {options!r} | dict(max_chunk_size=500, growth=1.2, initial_epsilon=0.5)
        bidvit.cluster(X[:100], **options)
        """,
        "tree = bidvit.cluster(X, random_state=0, **options)",
    )
    assert 1 < peak / MILLION_ROWS <= 3


@needs_proc
@pytest.mark.slow
@pytest.mark.parametrize("n_clusters", [1000, 100_000])
def test_cuts_and_predictions_need_little(n_clusters):
    prepare = f"""
        tree = bidvit.cluster(X, growth=1.5, random_state=0)
        bidvit.cluster(X[:100], random_state=0).cut(n_clusters=2).predict(X[:1000])
        n_clusters = {n_clusters}
    """
    centers = 12 * n_clusters
    assert peak_of(prepare, "cut = tree.cut(n_clusters=n_clusters); cut.labels") < 80e6
    prepare += "    cut = tree.cut(n_clusters=n_clusters)"
    assert 4e6 < peak_of(prepare, "labels = cut.predict(X)") < 80e6 + 10 * centers
