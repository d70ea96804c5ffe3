"""What all tests share: how much hypothesis tries, a large tree, the instruction set in use."""

import os

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from threadpoolctl import threadpool_limits

import bidvit
from bidvit import _core
from bidvit.datasets import make_grid

settings.register_profile(
    "local",
    deadline=None,
    max_examples=60,
    # Data comes from numpy generators whose seed is drawn; some of it has to be rejected.
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "local")


@pytest.fixture(autouse=True, scope="session")
def _peers_use_one_thread():
    """Linear algebra of peers in one thread: theirs wait for each other where a machine is busy."""
    with threadpool_limits(1):
        yield


@pytest.fixture
def use_instruction_set():
    """Switch the kernels to another instruction set until the end of the test."""
    before = _core.instruction_set()
    yield _core.use_instruction_set
    _core.use_instruction_set(before)


@pytest.fixture(scope="session")
def grid(tmp_path_factory):
    """A million points, clustered and stored once."""
    X, y = make_grid(3, 1000, dtype=np.float32, random_state=0)
    tree = bidvit.cluster(X, random_state=0, n_jobs=-1)
    folder = tmp_path_factory.mktemp("grid")
    tree.save(folder / "grid.tree")
    np.save(folder / "labels.npy", y % 5)
    return X, tree, folder
