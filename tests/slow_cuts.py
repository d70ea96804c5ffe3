"""Slow, obvious definitions of what cuts promise."""

from __future__ import annotations

from fractions import Fraction

import numpy as np


def children_of(nodes):
    """Children of every inner node, by its number in the tree."""
    everything = np.arange(nodes.n_leaves + nodes.n_inner, dtype=np.int32)
    parents = nodes.parent_of(everything)
    return {
        int(p): np.flatnonzero(parents == p).tolist()
        for p in range(nodes.n_leaves, len(everything))
    }


def leaves_below(nodes, node):
    begin, end = nodes.leaf_range(np.array([node], np.int32))
    return np.arange(begin[0], end[0])


def rows_of_leaves(nodes, leaves):
    """Rows and weights of some leaves, in float64."""
    X = nodes.rows[nodes.leaf_rows[leaves]].astype(np.float64)
    weights = np.ones(len(leaves)) if nodes.leaf_weights is None else nodes.leaf_weights[leaves]
    return X, weights


def inertia(X, weights):
    """Sum of weighted squared distances from the weighted mean."""
    mean = weights @ X / weights.sum()
    return float((weights * ((X - mean) ** 2).sum(axis=1)).sum())


def inertia_of_leaves(nodes, leaves):
    return inertia(*rows_of_leaves(nodes, leaves))


def inertia_of_labels(X, weights, labels):
    return sum(inertia(X[labels == k], weights[labels == k]) for k in np.unique(labels))


def prune(nodes, gains, add_up):
    """Times and costs of weakest-link pruning, looking at every node at every step.

    ``gains`` are whole numbers, so that costs are exact fractions.
    """
    children, n = children_of(nodes), nodes.n_leaves
    collapsed = {}

    def look(node):
        """Open nodes from a node on down, and how many clusters are below it."""
        if node < n or node in collapsed:
            return [], 1
        below = [look(child) for child in children[node]]
        return [node, *(v for found, _ in below for v in found)], sum(c for _, c in below)

    n_merges = 0
    while len(collapsed) < nodes.n_inner:
        candidates = []
        for node in children:
            if node in collapsed:
                continue
            open_nodes, n_clusters = look(node)
            total = sum(int(gains[v - n]) for v in open_nodes)
            cost = Fraction(total, n_clusters - 1) if add_up else Fraction(int(gains[node - n]))
            candidates.append((cost, node, open_nodes, n_clusters))
        cost, _, open_nodes, n_clusters = min(candidates)
        n_merges += n_clusters - 1
        collapsed |= dict.fromkeys(open_nodes, (n_merges, cost))
    found = [collapsed[n + p] for p in range(nodes.n_inner)]
    return [time for time, _ in found], [float(cost) for _, cost in found]


def fewest(nodes, allowed):
    """The fewest nodes all of which are allowed, leaves being allowed anyway: how many."""
    children, n = children_of(nodes), nodes.n_leaves

    def count(node):
        return 1 if node < n or allowed(node) else sum(map(count, children[node]))

    return sum(map(count, nodes.roots.tolist()))
