"""
What sampling forgets
=====================

A sample of 300 out of 50,000 points shows where most of them are. Small groups, which
may be what one is after, have hardly a point in it. Representatives cover everything,
and their weights say how much each stands for.
"""

import matplotlib.pyplot as plt
import numpy as np

import bidvit

rng = np.random.default_rng(2)
crowd = rng.normal(size=(49_500, 2)) * [2.2, 1.4]
rare = rng.uniform([-10, -7], [10, 7], size=(25, 2))
X = np.concatenate(
    [crowd, np.repeat(rare, 20, axis=0) + rng.normal(scale=0.12, size=(500, 2))]
)

cut = bidvit.cluster(X, random_state=0).cut(n_clusters=300, criterion="radius")
sample = rng.choice(len(X), 300, replace=False)

# %%

figure, axes = plt.subplots(
    1, 3, figsize=(12, 3.4), sharex=True, sharey=True, layout="constrained"
)
axes[0].scatter(*X.T, s=1, c="#333333", lw=0)
axes[0].set_title(f"{len(X):,} points")
axes[1].scatter(*X[sample].T, s=10, c="#c0392b")
axes[1].set_title("a sample of 300")
axes[2].scatter(*cut.centers.T, s=4 + cut.weights / 12, c="#3b6ea8", alpha=0.75, lw=0)
axes[2].set_title(f"300 representatives, all within {cut.max_radius:.2f}")
for ax in axes:
    ax.set(aspect="equal", xticks=[], yticks=[])
