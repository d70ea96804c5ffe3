"""What a fit will take, from a fit of a sample: `bidvit fit --dry-run`."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from bidvit.engines.memory import cluster
from bidvit.inputs import check_points

if TYPE_CHECKING:
    from bidvit.io import Points

_SAMPLE = 20_000  # rows, at least
_ALWAYS = 200 << 20  # bytes
_CHUNKS = 8  # of the sample, at least, so that its chunks are as full as those of all


def sample_size(parameters: dict[str, Any]) -> int:
    """Return how many rows are enough to learn from."""
    return max(_SAMPLE, _CHUNKS * int(parameters["max_chunk_size"]))


def forecast(points: Points, parameters: dict[str, Any], n: int | None = None) -> dict[str, Any]:
    """Return about how much memory and work a fit needs.

    A level compares nodes within chunks of at most κ, so it takes time in proportion to its nodes.
    Their number falls by about the same factor from level to level, which depends on α and the
    data. So both time and distances grow with the rows, and the number of levels with their
    logarithm. How much of each there is per row, a fit of some of the rows tells.

    Parameters
    ----------
    points : Points
    parameters : dict
        Those of `bidvit.cluster`.
    n : int, optional
        How many rows there are, where the points are a sample of them.

    Returns
    -------
    dict
    """
    n_given, d = points.X.shape
    n = n_given if n is None else n
    n_sample = min(n_given, sample_size(parameters))
    sample = np.arange(n_given)
    if n_sample < n_given:
        # Any rows, in their order: the same every time.
        sample = np.sort(np.random.default_rng(0).choice(n_given, n_sample, replace=False))
    X = check_points(points.X[sample])
    of_sample = {
        name: parameters[name][sample]
        for name in ("sample_weight", "cost")
        if parameters[name] is not None
    }
    start = time.perf_counter()
    tree = cluster(X, **(parameters | of_sample))
    seconds = time.perf_counter() - start
    factor = n / n_sample
    counts = [level.n_nodes for level in tree.levels]
    # The levels that the larger tree has below what corresponds to this one.
    n_levels = len(counts) - 1
    fall = (math.log(counts[0]) - math.log(counts[-1])) / max(1, n_levels)
    if fall > 0 and parameters["max_levels"] is None:
        n_levels += round(math.log(factor) / fall)
    bytes_of_data = n * d * X.itemsize
    nodes_per_row = (tree.nodes.n_leaves + tree.nodes.n_inner) / n_sample
    bytes_of_tree = n * (d * X.itemsize + 4) * nodes_per_row + 24 * n
    # As measured: beyond the data twice its size, and what is kept of every row. Where all nodes of
    # a chunk are joined, each thread needs 12 bytes for every pair. Libraries and what is read at a
    # time take the rest.
    largest_chunk = min(n, parameters["max_chunk_size"])
    memory = 3 * bytes_of_data + 12 * n + 12 * largest_chunk**2 + _ALWAYS
    return {
        "n_rows": points.n_rows,
        "n_dropped": len(points.dropped),
        "n_features": d,
        "columns": points.columns,
        "left_out": points.left_out,
        "dtype": str(X.dtype),
        "bytes": int(memory),
        "n_levels": n_levels,
        "n_distances": float(sum(k * min(k, largest_chunk) / 2 for k in counts) * factor),
        "seconds": seconds * factor,
        "bytes_on_disk": int(bytes_of_tree),
        "n_sampled": n_sample,
    }
