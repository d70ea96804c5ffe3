"""
Who picks the representatives
=============================

One chunk as a graph: points closer than ε are joined, and an independent set of large
weight is wanted, here simply one of many points. The greedy heuristic is quick; local
search and annealers find larger sets, and an exact solver proves that there is none
larger still.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from scipy.spatial import cKDTree

from bidvit.selection import IndependentSetProblem, solve

X = np.random.default_rng(0).uniform(0, 1, size=(500, 2))
epsilon = 0.1
problem = IndependentSetProblem.from_points(X, epsilon)
picked = {
    name: solve(problem, name, random_state=0)
    for name in (
        "greedy",
        "local-search",
        "parallel-tempering",
        "simulated-annealing",
        "exact",
    )
}
for name, selection in picked.items():
    proved = ", proved to be the most" if selection.proved_optimal else ""
    print(f"{name:20} {len(selection.vertices)} picks{proved}")

# %%
# Picks that the greedy and an optimal set have in common are dark, those of one alone
# are red.

edges = cKDTree(X).query_pairs(epsilon, output_type="ndarray")
figure, axes = plt.subplots(1, 2, figsize=(11, 5.8), layout="constrained")
for ax, name, other in zip(axes, ("greedy", "exact"), ("exact", "greedy"), strict=True):
    mine = picked[name].vertices
    alone = np.setdiff1d(mine, picked[other].vertices)
    ax.add_collection(LineCollection(X[edges], colors="#cccccc", lw=0.6, zorder=0))
    ax.scatter(*X.T, s=10, c="#9db8d6", lw=0)
    ax.scatter(*X[mine].T, s=55, c="#26415c", lw=0)
    ax.scatter(*X[alone].T, s=55, c="#d1495b", lw=0)
    ax.set(aspect="equal", title=f"{name}: {len(mine)} picks")
    ax.axis("off")
