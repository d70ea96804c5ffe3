"""The data sets that the comparisons run on: generated grids, and files that one must have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bidvit.datasets import make_grid

if TYPE_CHECKING:
    from pathlib import Path

FILES = """\
DIR holds what can be had of covtype.npz (UCI Covertype, 581,012 × 54, unscaled), mnist.npz (the
60,000 training digits as rows of 784 values 0 to 255), glove100_150k.npz (word vectors), each with
an array X and the first two with labels y. What is missing is left out, and the output says so."""


@dataclass(frozen=True)
class DataSet:
    """Rows, some or all, of a file or a generated grid.

    Of a file that has more than `n_rows` they are the first after shuffling with
    ``numpy.random.default_rng(0).permutation``.
    """

    name: str
    title: str
    n_rows: int
    file: str | None = None
    scale: float = 1.0
    is_normalized: bool = False

    def explain_missing(self, folder: Path | None) -> str | None:
        """Why it cannot be had; None if it can."""
        if self.file is None:
            return None
        if folder is None:
            return f"it needs --data DIR with {self.file} in it"
        return None if (folder / self.file).is_file() else f"there is no {self.file} in {folder}"

    def load(self, folder: Path | None, n_rows: int | None = None) -> np.ndarray:
        """Return the rows as float32, or no more than so many of them."""
        return self.load_with_labels(folder, n_rows)[0]

    def load_with_labels(
        self, folder: Path | None, n_rows: int | None = None
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Return the rows as float32, and their classes where there are any."""
        n_rows = min(self.n_rows, n_rows or self.n_rows)
        if self.file is None:
            side, n_dims = 10, 3 if self.name.startswith("grid-3d") else 2
            n_per_cluster = max(1, n_rows // side**n_dims)
            return make_grid(n_dims, n_per_cluster, dtype=np.float32, random_state=0)
        assert folder is not None
        with np.load(folder / self.file) as arrays:
            X, y = arrays["X"], arrays.get("y", None)
        if n_rows < len(X):
            rows = np.random.default_rng(0).permutation(len(X))[:n_rows]
        else:
            rows = np.arange(len(X))
        X = X[rows].astype(np.float32)
        X /= np.float32(self.scale)
        if self.is_normalized:
            X /= np.linalg.norm(X, axis=1)[:, None]
        return X, None if y is None else y[rows]


COVTYPE_20K = DataSet("covtype-20k", "Covertype", 20_000, "covtype.npz")
COVTYPE = DataSet("covtype", "Covertype", 581_012, "covtype.npz")
MNIST = DataSet("mnist", "MNIST / 255", 60_000, "mnist.npz", scale=255)
MNIST_20K = DataSet("mnist-20k", "MNIST / 255", 20_000, "mnist.npz", scale=255)
GLOVE_50K = DataSet(
    "glove-50k", "GloVe, unit vectors", 50_000, "glove100_150k.npz", is_normalized=True
)
GRID_2D = DataSet("grid-2d", "grid-2D", 100_000)
GRID_3D_100K = DataSet("grid-3d-100k", "grid-3D", 100_000)
GRID_3D = DataSet("grid-3d-1m", "grid-3D", 1_000_000)
