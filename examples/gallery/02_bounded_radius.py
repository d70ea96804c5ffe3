"""
As few clusters as keep everything within a radius
==================================================

Where to put antennas such that every house is within reach? ``tree.cut(radius=r)``
takes the fewest nodes of the tree none of which has a larger radius: few where houses
are sparse or crowded alike.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import EllipseCollection

import bidvit

rng = np.random.default_rng(5)
t = rng.uniform(0, 1, 12_000)
valleys = [
    np.column_stack([10 * t, 3 + 2 * np.sin(5 * t)]),
    np.column_stack([5 + 3 * np.sin(4 * t), 8 * t]),
    np.column_stack([10 * t, 7 - 4 * t**2]),
]
houses = np.concatenate(valleys) + rng.normal(scale=0.22, size=(36_000, 2))

tree = bidvit.cluster(houses, random_state=0)
cut = tree.cut(radius=0.6)
print(cut.n_clusters, "antennas, the farthest house is", round(cut.max_radius, 3), "away")

# %%
# Discs are drawn with the radius that is promised, 0.6. The clusters are smaller than
# that: their own radii are in ``cut.radii``.

figure, ax = plt.subplots(figsize=(8, 6.5), layout="constrained")
discs = EllipseCollection(
    *np.full((2, cut.n_clusters), 1.2),
    np.zeros(cut.n_clusters),
    units="xy",
    offsets=cut.centers,
    transOffset=ax.transData,
    facecolor="#3b6ea81c",
    edgecolor="#3b6ea8",
    lw=0.8,
)
ax.add_collection(discs)
ax.scatter(*houses.T, s=0.6, c="#333333", lw=0)
ax.scatter(*cut.centers.T, s=22, c="#c0392b", zorder=3)
ax.set(aspect="equal", title=f"{cut.n_clusters} antennas reach {len(houses):,} houses")
ax.axis("off")
