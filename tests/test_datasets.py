"""Generated data: the paper's grids."""

import numpy as np
import pytest

from bidvit.datasets import make_grid


def test_grid_has_its_blobs_where_the_paper_has_them():
    X, y = make_grid(3, 500, side=4, random_state=0)
    assert X.shape == (64 * 500, 3)
    assert np.bincount(y).tolist() == [500] * 64
    means = np.array([X[y == k].mean(axis=0) for k in range(64)])
    expected = 10.0 * np.indices((4, 4, 4)).reshape(3, -1).T + 5
    np.testing.assert_allclose(means, expected, atol=0.5)
    np.testing.assert_allclose((X - means[y]).var(), 4, rtol=0.05)
    assert len(np.unique(y[:100])) > 40  # shuffled


def test_grid_is_drawn_again_from_its_random_state():
    X, y = make_grid(2, 10, random_state=3)
    again, labels = make_grid(2, 10, random_state=3)
    other, _ = make_grid(2, 10, random_state=4)
    assert X.tobytes() == again.tobytes() != other.tobytes()
    assert y.tolist() == labels.tolist()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_grid_in_either_precision(dtype):
    X, y = make_grid(2, 10, dtype=dtype, random_state=0)
    assert X.dtype == dtype
    assert y.dtype == np.int32
    np.testing.assert_allclose(X, make_grid(2, 10, random_state=0)[0], rtol=1e-6)
