"""
Draw with dots
==============

Pixels as points, darkness as their weight: the centers of a cut, moved by a few steps
of k-means, are dense where the picture is dark.
"""

import matplotlib.pyplot as plt
import numpy as np

import bidvit

# A lit ball on a table, as darkness from 0 to 1.
y, x = np.mgrid[-1:1:300j, -1.3:1.3:390j]
ball = np.hypot(x, y + 0.1) < 0.62
depth = np.sqrt(np.clip(0.62**2 - x**2 - (y + 0.1) ** 2, 0, None))
light = np.array([-0.55, -0.6, 0.58])
shade = np.clip((x * light[0] + (y + 0.1) * light[1] + depth * light[2]) / 0.62, 0, 1)
shadow = np.exp(-(((x - 0.35) / 0.75) ** 2) - ((y - 0.58) / 0.11) ** 2)
dark = np.where(ball, 0.97 - 0.95 * shade, 0.05 + 0.75 * shadow)

pixels = np.column_stack([x.ravel(), -y.ravel()])
pixels += np.random.default_rng(0).uniform(
    -1 / 300, 1 / 300, size=pixels.shape
)  # not on a grid
tree = bidvit.cluster(
    pixels, sample_weight=dark.ravel() ** 1.5, radii="bound", random_state=0
)
dots = tree.cut(n_clusters=5000).refine(iterations=10)
print(dots)

# %%

figure, axes = plt.subplots(1, 2, figsize=(11, 4.3), layout="constrained")
axes[0].imshow(-dark, cmap="gray", extent=(-1.3, 1.3, -1, 1))
axes[0].set_title(f"{dark.size:,} pixels")
axes[1].scatter(*dots.centers.T, s=2.2, c="black", lw=0)
axes[1].set(aspect="equal", xlim=(-1.3, 1.3), ylim=(-1, 1))
axes[1].set_title(f"{dots.n_clusters:,} dots")
for ax in axes:
    ax.axis("off")
