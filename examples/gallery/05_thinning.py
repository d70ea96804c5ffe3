"""
Evenly spread, but not a grid
=============================

``bidvit.thin`` keeps rows that are at least ε apart such that all others are closer
than ε to one that is kept. What is left is evenly spread, without the clumps and holes
of a random sample of equal size.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.spatial.distance import pdist

import bidvit

rng = np.random.default_rng(0)
X = rng.uniform(-1, 1, size=(60_000, 2))
X = X[np.hypot(*X.T) < 1]

keep = bidvit.thin(X, 0.055, random_state=0)
sample = rng.choice(len(X), len(keep), replace=False)

# %%

figure, axes = plt.subplots(1, 2, figsize=(10, 5.3), layout="constrained")
for ax, rows, name in zip(axes, (keep, sample), ("thin", "random sample"), strict=True):
    ax.add_patch(plt.Circle((0, 0), 1.03, color="#f4efe6", zorder=0))
    ax.scatter(*X[rows].T, s=12, c="#14532d", lw=0)
    ax.set(aspect="equal", xlim=(-1.05, 1.05), ylim=(-1.05, 1.05))
    least = pdist(X[rows]).min()
    ax.set_title(
        f"{name}: {len(rows)} of {len(X):,} points\ntwo are {least:.4f} apart or more"
    )
    ax.axis("off")
