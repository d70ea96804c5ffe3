"""
Levels of detail
================

A galaxy of 60,000 stars, and what stands for them at three levels of one tree. The area
of a disc is the number of stars it stands for.
"""

import matplotlib.pyplot as plt
import numpy as np

import bidvit

rng = np.random.default_rng(1)
n = 60_000
radius = rng.gamma(2.2, 1.0, n)
arm = rng.integers(0, 2, n) * np.pi
angle = arm + 1.9 * np.log1p(radius) + rng.normal(scale=0.28, size=n)
stars = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
stars += rng.normal(scale=0.12, size=(n, 2))

tree = bidvit.cluster(stars, random_state=0)

# %%
# Every level is a clustering of all stars. No star is farther than the title says from
# the disc that stands for it.

figure, axes = plt.subplots(1, 3, figsize=(13, 4.7), layout="constrained")
figure.set_facecolor("#0b1026")
for ax, most in zip(axes, (60_000, 1500, 80), strict=True):
    level = next(level for level in tree.levels if level.n_nodes <= most)
    x, y = level.points.T
    share = level.weights / level.weights.sum()
    colour = np.hypot(x, y)
    ax.scatter(
        x, y, s=np.maximum(6000 * share, 0.3), c=colour, cmap="plasma_r", vmax=7, lw=0
    )
    ax.set(aspect="equal", xlim=(-6, 6), ylim=(-6, 6))
    ax.set_title(
        f"{level.n_nodes:,} nodes, all stars within {level.max_radius:.2f}", color="white"
    )
    ax.axis("off")
