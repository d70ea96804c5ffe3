"""
Every number of clusters at once
================================

One tree has a cut for every k. On data of 400 groups, the inertia of the cuts falls
fast until k = 400 and slowly from there on: that is what ``recommend_n_clusters`` looks
for.
"""

import time

import matplotlib.pyplot as plt
import numpy as np

import bidvit
from bidvit import metrics

rng = np.random.default_rng(0)
groups = rng.uniform(0, 100, size=(400, 5))
X = groups[rng.integers(0, 400, 40_000)] + rng.normal(scale=2, size=(40_000, 5))

tree = bidvit.cluster(X, random_state=0)
ks = np.unique(np.geomspace(10, 8000, 25).astype(int))
start = time.perf_counter()
cuts = [tree.cut(n_clusters=int(k)) for k in ks]
print(f"{len(ks)} cuts in {time.perf_counter() - start:.2f} s")
best = tree.recommend_n_clusters()
print("recommended:", best)

# %%

figure, ax = plt.subplots(figsize=(8, 4.5), layout="constrained")
ax.loglog(ks, [metrics.inertia(cut) for cut in cuts], "o-", color="#3b6ea8", label="cuts")
steps = [3, 6, 9, 12, 15, 18, 21]
refined = [metrics.inertia(cuts[i].refine(iterations=2)) for i in steps]
ax.loglog(ks[steps], refined, "s", color="#c0392b", label="with two steps of k-means")
ax.axvline(best, color="#777777", ls="--", lw=1)
ax.annotate(
    f"recommended: {best}", (best, ax.get_ylim()[1]), (6, -14), textcoords="offset points"
)
ax.set(xlabel="number of clusters", ylabel="inertia", title="One tree, every k")
ax.legend(frameon=False)
ax.spines[["top", "right"]].set_visible(False)
