"""Data for the property tests: drawn shapes and seeds, so that failures shrink to small inputs."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

DTYPES = st.sampled_from([np.float32, np.float64])
FEW_DIMS = st.integers(1, 6)
SEEDS = st.integers(0, 2**64 - 1)
RNGS = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@st.composite
def lattices(draw, max_points=64, dims=FEW_DIMS, *, distinct=True):
    """Small whole numbers: full of exact ties, and exact in either precision."""
    rng, d = draw(RNGS), draw(dims)
    n, side = draw(st.integers(1, max_points)), draw(st.integers(1, 9))
    points = rng.integers(0, side + 1, (n, d))
    if distinct:
        points = np.unique(points, axis=0)
        rng.shuffle(points)
    return points.astype(draw(DTYPES))


@st.composite
def clouds(draw, max_points=64, dims=FEW_DIMS):
    """Continuous data, on some axes wider than on others: no two distances are equal."""
    rng, d = draw(RNGS), draw(dims)
    n = draw(st.integers(1, max_points))
    points = rng.normal(size=(n, d)) * rng.uniform(0.5, 2, d)
    return points.astype(draw(DTYPES))


@st.composite
def whole_weights(draw, n, lightest=1):
    """Whole numbers, whose sums are exact and tie."""
    return draw(RNGS).integers(lightest, 5, n).astype(float)


@st.composite
def uneven_weights(draw, n, orders=12):
    """Weights over several orders of magnitude."""
    return 10.0 ** draw(RNGS).uniform(-orders / 2, orders / 2, n)
