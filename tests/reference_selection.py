"""Selection in the most obvious way: what reductions and solvers are checked against."""

from __future__ import annotations

import numpy as np


def brute_force(n, edges, weights):
    """Find the maximum-weight independent sets of a small graph by looking at all of them.

    Parameters
    ----------
    n : int
        Number of vertices, up to about 16: there are 2^n sets.
    edges : iterable of pairs of int
    weights : sequence of float, length n

    Returns
    -------
    best_weight : float
    list_of_optimal_sets : list of list of int
        Ascending each. Sets whose weights differ by rounding alone count as equally heavy.
    """
    joined = [0] * n
    for u, v in edges:
        joined[u] |= 1 << v
        joined[v] |= 1 << u
    # By bitmask. A set is its highest vertex and the rest: both must be independent together.
    independent = np.zeros(1 << n, bool)
    total = np.zeros(1 << n)
    independent[0] = True
    for v in range(n):
        below = np.arange(1 << v)
        independent[1 << v : 2 << v] = independent[: 1 << v] & (below & joined[v] == 0)
        total[1 << v : 2 << v] = total[: 1 << v] + float(weights[v])
    total[~independent] = -1.0
    best = float(total.max())
    optimal = np.flatnonzero(total >= best * (1 - n * 2.0**-52))
    return best, [[v for v in range(n) if s >> v & 1] for s in optimal.tolist()]
