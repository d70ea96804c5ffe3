"""
Clusters on the globe
=====================

Quakes along the edges of plates, as latitude and longitude. With
``metric="haversine"``, distances are metres along the surface; neither the poles nor
the date line are borders.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.spatial import SphericalVoronoi

import bidvit

rng = np.random.default_rng(7)


def edge(start, end, n):
    """Draw points near the great circle from one direction to another."""
    along = rng.uniform(0, 1, (n, 1))
    points = (1 - along) * start + along * end
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    points += rng.normal(scale=0.012, size=(n, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


middles = rng.normal(size=(14, 3))
plates = SphericalVoronoi(middles / np.linalg.norm(middles, axis=1, keepdims=True))
plates.sort_vertices_of_regions()
corners = plates.vertices
unit = np.concatenate(
    [
        edge(
            corners[i],
            corners[j],
            int(2500 * np.linalg.norm(corners[i] - corners[j])) + 1,
        )
        for plate in plates.regions
        for i, j in zip(plate, plate[1:] + plate[:1], strict=True)
    ]
)
quakes = np.degrees(
    np.column_stack([np.arcsin(unit[:, 2]), np.arctan2(unit[:, 1], unit[:, 0])])
)

tree = bidvit.cluster(quakes, metric="haversine", random_state=0)
cut = tree.cut(radius=500_000)
print(f"{len(quakes):,} quakes in {cut.n_clusters} clusters", end=", ")
print(f"none farther than {cut.max_radius / 1e3:.0f} km from its center")

# %%
# The globe from two sides: a colour for each cluster, a ring around its center.


def turn(points, longitude, latitude=25):
    """Look at points on the sphere from above a place."""
    x, y, z = points.T
    a, b = np.radians([longitude, latitude])
    right = -x * np.sin(a) + y * np.cos(a)
    front = x * np.cos(a) + y * np.sin(a)
    return right, z * np.cos(b) - front * np.sin(b), z * np.sin(b) + front * np.cos(b)


def to_unit(places):
    """Directions of places given in degrees."""
    lat, lon = np.radians(places).T
    return np.column_stack(
        [np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)]
    )


colours = plt.get_cmap("tab20")(rng.permutation(cut.n_clusters) % 20)
figure, axes = plt.subplots(1, 2, figsize=(10, 5), layout="constrained")
for ax, longitude in zip(axes, (0, 180), strict=True):
    ax.add_patch(plt.Circle((0, 0), 1, color="#eef3f8", zorder=0))
    right, up, front = turn(to_unit(quakes), longitude)
    seen = front > 0
    ax.scatter(right[seen], up[seen], s=1.2, c=colours[cut.labels[seen]], lw=0)
    right, up, front = turn(to_unit(cut.centers), longitude)
    seen = front > 0
    ax.scatter(right[seen], up[seen], s=30, facecolor="none", edgecolor="#222222", lw=0.8)
    ax.set(aspect="equal", xlim=(-1.02, 1.02), ylim=(-1.02, 1.02))
    ax.set_title(f"from above {longitude}° E")
    ax.axis("off")
