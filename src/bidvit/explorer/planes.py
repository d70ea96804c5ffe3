"""Planes: where the nodes of a tree lie on the screen, and how far their discs reach there.

Whatever the axes, the rows below a node lie within its disc, so that what meets a viewport can be
found from discs alone. Boxes around subtrees let the search skip what is elsewhere.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core
from bidvit.growing import measure_radii
from bidvit.nodes import Nodes
from bidvit.parallel import Workers
from bidvit.spaces import Space

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bidvit.tree import ClusterTree

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

MOST_COMPONENTS = 8
_MOST_NODES_FOR_COMPONENTS = 5000
_BLOCK = 1 << 22  # numbers in a temporary array
_PAIR = re.compile(r"(columns|components):(\d{1,9}),(\d{1,9})")
_SINGLE = re.compile(r"column:(\d{1,9})")


@dataclass(frozen=True)
class Axes:
    """Two axes by name, such as ``columns:0,1``, ``components:0,1``, ``column:0`` or ``map``."""

    kind: str
    first: int = 0
    second: int = 0

    def __str__(self) -> str:
        if self.kind == "map":
            return "map"
        if self.kind == "column":
            return f"column:{self.first}"
        return f"{self.kind}:{self.first},{self.second}"


@dataclass(frozen=True, eq=False)
class Components:
    """Principal components: orthonormal directions in the embedded coordinates.

    They are those of the weighted nodes of the finest level with few nodes enough, which is all a
    picture needs: whatever the directions, distances along them do not exceed those in space.
    """

    level: int
    center: Doubles
    directions: Doubles
    shares: Doubles


@dataclass(frozen=True, eq=False)
class Plane:
    """All nodes in a plane: 16 bytes per leaf, 64 per inner node.

    Attributes
    ----------
    axes : Axes
    names : (str, str)
    leaf_x, leaf_y : ndarray of float64
    inner : ndarray of float64, shape (4, n_inner)
        x, y and how far the disc reaches along each.
    boxes : ndarray of float64, shape (n_inner, 4)
        Low x, low y, high x, high y of a node's disc and all those below it.
    bounds : tuple of four float
        Those of the points, likewise.
    period : float
        360 along longitudes, otherwise 0.
    is_disc : bool
        Discs are round (or boxes, around what a disc on the sphere is in degrees).
    slack : float
        More than rounding can move a point.
    bound : str
        In which sense radii bound how far points are from their nodes: ``"distance"``: as they are;
        ``"stretched"``: times a factor; ``"chord"``: along chords of the unit sphere; ``"sphere"``:
        along the sphere; ``"measured"``: the metric's radius does not, the disc was measured in the
        plane.
    """

    axes: Axes
    names: tuple[str, str]
    leaf_x: Doubles
    leaf_y: Doubles
    inner: Doubles
    boxes: Doubles
    bounds: tuple[float, float, float, float]
    period: float
    is_disc: bool
    slack: float
    bound: str

    def positions_of(self, nodes: Ids) -> tuple[Doubles, Doubles, Doubles]:
        """Return x, y and the reach along y of some nodes."""
        n_leaves = len(self.leaf_x)
        x, y, reach = np.empty(len(nodes)), np.empty(len(nodes)), np.zeros(len(nodes))
        is_leaf = nodes < n_leaves
        leaves, inner = nodes[is_leaf], nodes[~is_leaf] - n_leaves
        x[is_leaf], y[is_leaf] = self.leaf_x[leaves], self.leaf_y[leaves]
        x[~is_leaf], y[~is_leaf] = self.inner[0, inner], self.inner[1, inner]
        reach[~is_leaf] = self.inner[3, inner]
        return x, y, reach


def parse_axes(text: str, space: Space, n_features: int) -> Axes:
    """Return the axes of that name, or raise a ValueError that says which there are."""
    choices = list_axes(space, n_features)
    if space.name == "haversine" and space.on_sphere:
        if text == "map":
            return Axes("map")
    elif n_features == 1:
        if text == "column:0":
            return Axes("column")
    elif (match := _PAIR.fullmatch(text)) is not None:
        axes = Axes(match[1], int(match[2]), int(match[3]))
        limit = n_features if axes.kind == "columns" else min(n_features, MOST_COMPONENTS)
        if max(axes.first, axes.second) < limit and axes.first != axes.second:
            return axes
    elif (match := _SINGLE.fullmatch(text)) is not None and int(match[1]) < n_features:
        return Axes("column", int(match[1]))
    raise ValueError(f"axes must be {choices}, got {text[:40]!r}")


def list_axes(space: Space, n_features: int) -> str:
    """Say which axes there are."""
    if space.name == "haversine" and space.on_sphere:
        return "map"
    if n_features == 1:
        return "column:0"
    last = min(n_features, MOST_COMPONENTS) - 1
    return (
        f"columns:i,j or column:i with different columns from 0 to {n_features - 1}, or "
        f"components:i,j with different ones from 0 to {last}"
    )


def find_components(tree: ClusterTree) -> Components:
    """Return the principal components of a tree's nodes: O(d min(d, 5000) * 5000)."""
    level = next(
        (m for m, level in enumerate(tree.levels) if level.n_nodes <= _MOST_NODES_FOR_COMPONENTS),
        len(tree.levels) - 1,
    )
    nodes = tree.levels[level].nodes
    if len(nodes) > _MOST_NODES_FOR_COMPONENTS:
        nodes = nodes[np.linspace(0, len(nodes) - 1, _MOST_NODES_FOR_COMPONENTS).astype(np.intp)]
    points = tree.nodes.points_of(nodes).astype(np.float64)
    weights = tree.nodes.weights_of(nodes)
    weights /= weights.sum()
    center = weights @ points
    scaled = (points - center) * np.sqrt(weights)[:, None]
    size = np.abs(scaled).max(initial=0.0)
    if size > 0:
        scaled /= size
    if scaled.shape[1] <= len(scaled):
        values, vectors = np.linalg.eigh(scaled.T @ scaled)
        directions = vectors.T[::-1]
    else:
        values, vectors = np.linalg.eigh(scaled @ scaled.T)
        directions = (scaled.T @ vectors[:, ::-1]).T
    n = min(points.shape[1], MOST_COMPONENTS)
    values = np.maximum(values[::-1], 0)
    directions = _make_orthonormal(directions[:n], n)
    # The sign is free: the largest entry is positive.
    largest = np.abs(directions).argmax(axis=1)
    directions *= np.where(directions[np.arange(n), largest] < 0, -1.0, 1.0)[:, None]
    total = values.sum()
    shares = np.zeros(n)
    kept = values[:n]
    shares[: len(kept)] = kept / total if total > 0 else 0
    return Components(level, center, directions, shares)


def _make_orthonormal(directions: Doubles, n: int) -> Doubles:
    """Return n orthonormal directions, the given ones first, whatever their lengths."""
    d = directions.shape[1]
    spans = np.zeros((d, n))
    lengths = np.linalg.norm(directions, axis=1)
    is_direction = lengths > 1e-9 * lengths.max(initial=1e-300)
    k = int(is_direction.sum())
    spans[:, :k] = (directions[is_direction] / lengths[is_direction][:, None]).T
    # Where the data has fewer dimensions, any others do.
    for column in range(k, n):
        rest = np.eye(d)[:, : n + 1]
        rest = rest - spans[:, :column] @ (spans[:, :column].T @ rest)
        best = rest[:, np.linalg.norm(rest, axis=0).argmax()]
        spans[:, column] = best / np.linalg.norm(best)
    return np.ascontiguousarray(np.linalg.qr(spans)[0].T)


def make_plane(
    tree: ClusterTree, axes: Axes, column_names: Sequence[str], components: Components | None
) -> Plane:
    """Lay a tree out in a plane: O(n), and O(n d) for components."""
    nodes, space = tree.nodes, tree.nodes.space
    if axes.kind == "map":
        return _make_map(nodes)
    if axes.kind == "components":
        assert components is not None
        pair = components.directions[[axes.first, axes.second]]
        names = tuple(
            f"component {k + 1} ({components.shares[k]:.0%})" for k in (axes.first, axes.second)
        )

        def project(points: Floats) -> Floats:
            return (points.astype(np.float64) - components.center) @ pair.T

    elif axes.kind == "columns":
        names = column_names[axes.first], column_names[axes.second]

        def project(points: Floats) -> Floats:
            return points[:, [axes.first, axes.second]].astype(np.float64)

    else:
        names = column_names[axes.first], ""

        def project(points: Floats) -> Floats:
            x = points[:, axes.first].astype(np.float64)
            return np.stack([x, np.zeros(len(x))], axis=1)

    leaf_x, leaf_y = np.ldexp(_project_leaves(nodes, project), space.exponent)
    x, y = np.ldexp(_project_all(nodes.points, project), space.exponent)
    bound, reach = _find_reach(nodes, axes, leaf_x, leaf_y, x, y)
    inner = np.stack([x, y, reach, reach])
    if axes.kind == "column":
        inner[3] = 0
    return _finish(nodes, axes, (names[0], names[1]), leaf_x, leaf_y, inner, bound)


def _find_reach(
    nodes: Nodes, axes: Axes, leaf_x: Doubles, leaf_y: Doubles, x: Doubles, y: Doubles
) -> tuple[str, Doubles]:
    """How far from each inner node points can be in the plane, and why."""
    space = nodes.space
    if space.function is not None:
        rows, points = np.stack([leaf_x, leaf_y], axis=1), np.stack([x, y], axis=1)
        flat = Nodes(
            rows,
            np.arange(len(rows), dtype=np.int32),
            None,
            points,
            None,
            np.zeros(len(x)),
            nodes.births,
            nodes.parents,
            nodes.leaf_begin,
            nodes.subtree_end,
            Space("euclidean"),
        )
        with Workers(1) as workers:
            measure_radii(flat, None, True, workers)
        return "measured", flat.radii
    radii = np.ldexp(nodes.radii.astype(np.float64), space.exponent)
    if space.on_sphere:
        return "chord", radii
    if space.kernel_metric == "chebyshev" and axes.kind != "column":
        # A cube lies within the ball through its corners.
        n_axes = 2 if axes.kind == "columns" else nodes.rows.shape[1]
        return "stretched", radii * math.sqrt(n_axes)
    # Manhattan distances are not less than Euclidean ones.
    return "distance", radii


def _make_map(nodes: Nodes) -> Plane:
    """Longitude and latitude in degrees; a disc on the sphere reaches farther east near a pole."""

    def project(points: Floats) -> Floats:
        return nodes.space.unembed(points)[:, ::-1]

    leaf_x, leaf_y = _project_leaves(nodes, project)
    x, y = _project_all(nodes.points, project)
    angle = 2 * np.arcsin(np.minimum(nodes.radii.astype(np.float64) / 2, 1))
    latitude = np.radians(y)
    holds_pole = np.abs(latitude) + angle >= np.pi / 2
    sine = np.sin(np.minimum(angle, np.pi / 2)) / np.maximum(np.cos(latitude), 1e-300)
    east = np.where(holds_pole, np.pi, np.arcsin(np.minimum(sine, 1)))
    inner = np.stack([x, y, np.degrees(east), np.degrees(angle)])
    return _finish(nodes, Axes("map"), ("longitude", "latitude"), leaf_x, leaf_y, inner, "sphere")


def _finish(
    nodes: Nodes,
    axes: Axes,
    names: tuple[str, str],
    leaf_x: Doubles,
    leaf_y: Doubles,
    inner: Doubles,
    bound: str,
) -> Plane:
    low_x, high_x = float(leaf_x.min()), float(leaf_x.max())
    low_y, high_y = float(leaf_y.min()), float(leaf_y.max())
    largest = max(abs(low_x), abs(high_x), abs(low_y), abs(high_y))
    is_map = axes.kind == "map"
    # What the kernels measured may be off by a few roundings of the tree's precision.
    eps = float(np.finfo(nodes.rows.dtype).eps)
    slack = 16 * eps * largest * math.sqrt(nodes.rows.shape[1])
    boxes = np.empty((nodes.n_inner, 4))
    _core.bound_subtrees(
        leaf_x, leaf_y, inner, nodes.parents, nodes.leaf_begin, nodes.subtree_end, boxes
    )
    return Plane(
        axes,
        names,
        leaf_x,
        leaf_y,
        inner,
        boxes,
        (low_x, low_y, high_x, high_y),
        360.0 if is_map else 0.0,
        not is_map,
        slack,
        bound,
    )


def _project_leaves(nodes: Nodes, project: Callable[[Floats], Floats]) -> Doubles:
    n, step = nodes.n_leaves, max(1, _BLOCK // nodes.rows.shape[1])
    positions = np.empty((2, n))
    for begin in range(0, n, step):
        rows = nodes.rows[nodes.leaf_rows[begin : begin + step]]
        positions[:, begin : begin + step] = project(rows).T
    return positions


def _project_all(points: Floats, project: Callable[[Floats], Floats]) -> Doubles:
    n, step = len(points), max(1, _BLOCK // points.shape[1])
    positions = np.empty((2, n))
    for begin in range(0, n, step):
        positions[:, begin : begin + step] = project(points[begin : begin + step]).T
    return positions
