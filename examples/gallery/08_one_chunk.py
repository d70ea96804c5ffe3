"""
How a chunk collapses
=====================

Left: points are cut into chunks of equal size, each cut at the median of the axis along
which they spread most. Right: in a chunk, picks are ε apart, and every other point is
within ε of one.
"""

import matplotlib.pyplot as plt
import numpy as np

from bidvit.plots import plot_coarsening, plot_partition

rng = np.random.default_rng(4)
groups = rng.uniform(0, 10, size=(25, 2))
X = groups[rng.integers(0, 25, 4000)] + rng.normal(scale=0.45, size=(4000, 2))

figure, axes = plt.subplots(1, 2, figsize=(12, 6), layout="constrained")
plot_partition(X, n_steps=5, ax=axes[0])
plot_coarsening(X, epsilon=0.5, max_points=250, ax=axes[1], random_state=0)
