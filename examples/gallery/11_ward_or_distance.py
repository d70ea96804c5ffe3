"""
Ward linkage or plain distance
==============================

With plain distances, as in the paper, a few nodes grow very heavy while points at the
rim stay alone. Ward linkage, the default, keeps heavy nodes apart. Both have 200
clusters here.
"""

import matplotlib.pyplot as plt
import numpy as np

import bidvit
from bidvit.plots import plot_clusters

X = np.random.default_rng(0).standard_t(4, size=(20_000, 2))
X = X[np.abs(X).max(axis=1) < 8]

figure, axes = plt.subplots(
    2, 2, figsize=(10, 8.4), height_ratios=(3, 1), layout="constrained"
)
for column, linkage in enumerate(("ward", "distance")):
    tree = bidvit.cluster(X, linkage=linkage, random_state=0)
    level = min(range(len(tree.levels)), key=lambda m: abs(tree.levels[m].n_nodes - 200))
    plot_clusters(tree, X, level, ax=axes[0, column])
    weights = np.sort(tree.levels[level].weights)[::-1]
    axes[1, column].bar(range(len(weights)), weights, width=1, color="#3b6ea8")
    axes[1, column].set(
        yscale="log",
        ylim=(0.7, 5000),
        xlabel=f'linkage="{linkage}": nodes by weight',
        ylabel="weight",
    )
