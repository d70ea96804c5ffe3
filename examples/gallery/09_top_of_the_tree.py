"""
The top of a tree
=================

A hundred groups on a grid: the dendrogram shows at which ε they merge, the icicle which
nodes there are at which levels.
"""

import matplotlib.pyplot as plt

import bidvit
from bidvit.datasets import make_grid
from bidvit.plots import plot_dendrogram, plot_icicle

X, _ = make_grid(2, 300, random_state=0)
tree = bidvit.cluster(X, random_state=0)
print(tree)

figure, axes = plt.subplots(2, 1, figsize=(10, 9), layout="constrained")
plot_dendrogram(tree, max_nodes=60, ax=axes[0])
plot_icicle(tree, max_nodes=150, ax=axes[1])
