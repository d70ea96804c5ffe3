"""The paper's own experiment: grid-2D with its parameters."""

import pytest
from sklearn.metrics import adjusted_rand_score

import bidvit
from bidvit.datasets import make_grid


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_some_level_finds_the_hundred_blobs(seed):
    # About 0.955 is the best possible, since the blobs overlap.
    X, truth = make_grid(2, 1000, random_state=seed)
    tree = bidvit.cluster(
        X,
        linkage="distance",
        representation="centroid",
        max_chunk_size=1000,
        growth=1.3,
        initial_epsilon=1.0,
        random_state=seed,
    )
    scores = [
        adjusted_rand_score(truth, tree.labels(m))
        for m, level in enumerate(tree.levels)
        if 95 <= level.n_nodes <= 125
    ]
    assert max(scores, default=0) >= 0.90
