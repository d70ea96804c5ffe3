"""Synthetic data: the grids of the paper."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bidvit import inputs


def make_grid(
    n_dims: int = 2,
    n_per_cluster: int = 1000,
    *,
    side: int = 10,
    dtype: npt.DTypeLike = np.float64,
    random_state: int | None = None,
) -> tuple[npt.NDArray[np.floating], npt.NDArray[np.int32]]:
    """Draw Gaussian blobs on a grid: the paper's grid-2D and grid-3D.

    Means are at 5, 15, ..., in every dimension, the variance is 4.

    Parameters
    ----------
    n_dims : int, default=2
    n_per_cluster : int, default=1000
    side : int, default=10
        Blobs per dimension.
    dtype : dtype, default=float64
    random_state : int, optional

    Returns
    -------
    X : ndarray of shape (side**n_dims * n_per_cluster, n_dims)
    y : ndarray of int32
        The blob each row was drawn from.

    Examples
    --------
    >>> from bidvit.datasets import make_grid
    >>> X, y = make_grid(2, 1000, random_state=0)
    >>> X.shape, len(set(y.tolist()))
    ((100000, 2), 100)
    """
    n_dims = inputs.check_integer("n_dims", n_dims, 1)
    n_per_cluster = inputs.check_integer("n_per_cluster", n_per_cluster, 1)
    side = inputs.check_integer("side", side, 1)
    rng = np.random.default_rng(random_state)
    means = 10.0 * np.indices((side,) * n_dims).reshape(n_dims, -1).T + 5
    y = np.repeat(np.arange(len(means), dtype=np.int32), n_per_cluster)
    X = rng.normal(scale=2.0, size=(len(y), n_dims))
    X += means[y]
    shuffled = rng.permutation(len(y))
    return X[shuffled].astype(dtype, copy=False), y[shuffled]
