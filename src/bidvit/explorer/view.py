"""What the explorer asks of a tree: which nodes a viewport shows, at which level, how far off.

No web here: `server`, `widget` and `export` hand these answers on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from bidvit import _core, inputs
from bidvit.explorer.planes import (
    MOST_COMPONENTS,
    Axes,
    Components,
    Plane,
    find_components,
    make_plane,
    parse_axes,
)
from bidvit.plots.frame import PALETTE, choose_colours

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bidvit.scores import Scores
    from bidvit.tree import ClusterTree

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

N_COLOURS = len(PALETTE)
MOST_NODES = 20_000  # in a view, unless the coarsest level has more
MOST_LABELS = 256
_PLANES_KEPT = 3
_MOST_SCORED = 500  # nodes of a level that gets a Davies-Bouldin score
_MOST_NUMBERS_SCORED = 50_000_000
_LEVELS_KEPT = 12
_COUNTS_KEPT = 64
_COLOURINGS_KEPT = 8
_MOST_COLOURED_APART = 4000  # of more, a view would have to wait for the triangulation
_UNITS = {"haversine": ("km", 1e-3), "cosine": ("rad", 1.0)}

# What the columns of a view are, and how they cross the wire.
COLUMNS = {
    "radius": "f8",
    "value": "f8",
    "id": "u4",
    "x": "f4",
    "y": "f4",
    "weight": "f4",
    "reach": "f4",
    "leaf_begin": "u4",
    "leaf_end": "u4",
    "cluster": "u4",
    "color": "u4",
}


K = TypeVar("K")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """The last few values by key. Threads may share it: at worst, two make the same value."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[K, V] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key, made if it is not there."""
        found = self._values.pop(key, None)
        value = make() if found is None else found
        self._values[key] = value
        for oldest in list(self._values)[: -self._most]:
            self._values.pop(oldest, None)
        return value


@dataclass(frozen=True, eq=False)
class View:
    """Nodes of one level whose discs meet a viewport.

    Attributes
    ----------
    level : int
        The level they are of.
    asked_level : int or None
        What was asked for; None: by itself, the finest within the budget.
    is_complete : bool
        False only where even the coarsest level has far more nodes than a view can hold; then the
        heaviest are returned, and ``n_left_out`` says how many are not.
    nodes, clusters : ndarray of int32
        The nodes, and the nodes of the colour level that hold them.
    x, y, reach : ndarray of float64
        Positions in the plane, and how far the discs reach along y.
    radii, weights : ndarray of float64
    values : ndarray of float64
        What colours the nodes: a column's value, or the number of the commonest label.
    colors : ndarray of uint32
        Number of the colour of each node's cluster.
    max_reach, max_radius : float
        The largest of these nodes.
    n_points : int
        Rows below these nodes.
    colors_apart : bool
        Whether neighbouring clusters have different colours.
    """

    level: int
    asked_level: int | None
    color_level: int
    plane: Plane
    viewport: tuple[float, float, float, float]
    n_left_out: int
    nodes: Ids
    clusters: Ids
    x: Doubles
    y: Doubles
    reach: Doubles
    radii: Doubles
    weights: Doubles
    values: Doubles
    colors: npt.NDArray[np.uint32]
    leaf_begin: Ids
    leaf_end: Ids
    n_points: int
    colors_apart: bool

    @property
    def is_complete(self) -> bool:
        """Whether no node was left out."""
        return self.n_left_out == 0

    @property
    def max_reach(self) -> float:
        """How far from its node any point of these can be, in the plane along y."""
        return float(self.reach.max(initial=0.0))

    @property
    def max_radius(self) -> float:
        """The largest radius, in the user's unit."""
        return float(self.radii.max(initial=0.0))

    def to_columns(self) -> dict[str, npt.NDArray[Any]]:
        """Return the columns that cross the wire; positions are fractions of the viewport.

        Measured from its middle, so that float32 is exact enough at any depth of zoom.
        """
        low_x, low_y, high_x, high_y = self.viewport
        width, height = high_x - low_x, high_y - low_y
        x = self.x - (low_x / 2 + high_x / 2)
        if self.plane.period:
            # The copy that is nearest to the viewport.
            x -= self.plane.period * np.round(x / self.plane.period)
        largest = float(np.finfo(np.float32).max)

        def narrow(values: Doubles) -> npt.NDArray[Any]:
            return np.clip(values, -largest, largest).astype("<f4")

        columns: dict[str, npt.NDArray[Any]] = {
            "radius": self.radii,
            "value": self.values,
            "id": self.nodes,
            "x": narrow(x / width),
            "y": narrow((self.y - (low_y / 2 + high_y / 2)) / height),
            "weight": narrow(self.weights),
            "reach": narrow(self.reach / height),
            "leaf_begin": self.leaf_begin,
            "leaf_end": self.leaf_end,
            "cluster": self.clusters,
            "color": self.colors,
        }
        return {name: columns[name].astype("<" + kind) for name, kind in COLUMNS.items()}


class TreeViews:
    """Answers to what the explorer asks of a tree; what is costly is kept.

    Parameters
    ----------
    tree : ClusterTree
    column_names : sequence of str, optional
    labels : array-like of shape (n_rows,), optional
        Groups of the rows known from elsewhere, to colour by; up to 256 different ones.
    title : str, optional
    """

    def __init__(
        self,
        tree: ClusterTree,
        *,
        column_names: Sequence[str] | None = None,
        labels: npt.ArrayLike | None = None,
        title: str | None = None,
    ) -> None:
        self.tree = tree
        self.title = title or f"{tree.n_rows:,} rows × {tree.n_features} columns"
        self.column_names = _check_names(column_names, tree)
        self.label_names, self._labels = _check_labels(labels, tree)
        self._planes: Kept[str, Plane] = Kept(_PLANES_KEPT)
        self._counts: Kept[tuple[int, int], npt.NDArray[np.int64]] = Kept(_COUNTS_KEPT)
        self._levels: Kept[int, tuple[Ids, Ids]] = Kept(_LEVELS_KEPT)
        self._colourings: Kept[tuple[str, int], npt.NDArray[np.uint32]] = Kept(_COLOURINGS_KEPT)

    @cached_property
    def components(self) -> Components:
        """The principal components of the tree's nodes."""
        return find_components(self.tree)

    @cached_property
    def unit(self) -> tuple[str, float]:
        """Name of the unit radii are shown in, and how many of it the tree's unit is."""
        space = self.tree.nodes.space
        return _UNITS.get(space.name, ("", 1.0)) if space.on_sphere else ("", 1.0)

    @cached_property
    def default_axes(self) -> str:
        """The axes shown first."""
        space = self.tree.nodes.space
        if space.name == "haversine" and space.on_sphere:
            return "map"
        if self.tree.n_features == 1:
            return "column:0"
        return "columns:0,1" if self.tree.n_features <= 3 else "components:0,1"

    @cached_property
    def default_color_level(self) -> int:
        """The level with about as many nodes as the data suggests clusters, within reason."""
        wanted = min(max(self.tree.recommend_n_clusters(), 2), 1000)
        counts = np.array([level.n_nodes for level in self.tree.levels], np.float64)
        return int(np.abs(np.log(counts / wanted)).argmin())

    def plane(self, axes: str) -> Plane:
        """Return the plane of some axes; the last few are kept."""
        parsed = parse_axes(axes, self.tree.nodes.space, self.tree.n_features)

        def make() -> Plane:
            components = self.components if parsed.kind == "components" else None
            return make_plane(self.tree, parsed, self.column_names, components)

        return self._planes.get(str(parsed), make)

    def meta(self) -> dict[str, Any]:
        """Return what there is to see."""
        tree, space = self.tree, self.tree.nodes.space
        on_map = self.default_axes == "map"
        has_components = not on_map and tree.n_features > 1
        factor = self.unit[1]
        return {
            "title": self.title,
            "n_rows": tree.n_rows,
            "n_leaves": tree.nodes.n_leaves,
            "n_nodes": tree.nodes.n_nodes,
            "weight": float(tree.nodes.weights_of(tree.nodes.roots).sum()),
            "roots": tree.nodes.roots[:1000].tolist(),
            "n_roots": len(tree.nodes.roots),
            "n_features": tree.n_features,
            "columns": list(self.column_names),
            "labels": self.label_names,
            "metric": space.name,
            "unit": self.unit[0],
            "radii_kind": tree.radii_kind,
            "linkage": tree.parameters["linkage"],
            "axes": self.default_axes,
            "color_level": self.default_color_level,
            "n_components": min(tree.n_features, MOST_COMPONENTS) if has_components else 0,
            "component_shares": self.components.shares.tolist() if has_components else [],
            "is_map": on_map,
            "levels": self._describe_levels(factor),
        }

    def _describe_levels(self, factor: float) -> list[dict[str, Any]]:
        return [
            {
                "level": m,
                "n_nodes": level.n_nodes,
                "epsilon": level.epsilon * factor,
                "max_radius": level._figures[0] * factor,
            }
            for m, level in enumerate(self.tree.levels)
        ]

    def scores(self) -> dict[str, list[float | None]]:
        """Return the scores of all levels, which on a large tree takes seconds."""
        scores = self._scores
        return {
            "calinski_harabasz": [_finite(float(x)) for x in scores.calinski_harabasz],
            "davies_bouldin": [_finite(float(x)) for x in scores.davies_bouldin],
        }

    @cached_property
    def _scores(self) -> Scores:
        n_numbers = self.tree.nodes.n_leaves * self.tree.n_features
        return self.tree.scores(
            davies_bouldin=0 if n_numbers > _MOST_NUMBERS_SCORED else _MOST_SCORED
        )

    def frame(self, axes: str) -> dict[str, Any]:
        """Return what one has to know of some axes before asking for a view."""
        plane = self.plane(axes)
        return {
            "axes": str(plane.axes),
            "names": list(plane.names),
            "bounds": list(plane.bounds),
            "bound": plane.bound,
            "is_map": plane.axes.kind == "map",
        }

    def view(
        self,
        viewport: Sequence[float],
        *,
        level: int | None = None,
        color_level: int | None = None,
        axes: str | None = None,
        budget: int = 4000,
        root: int | None = None,
        color_by: str = "cluster",
    ) -> View:
        """Return the nodes whose discs meet a viewport.

        Parameters
        ----------
        viewport : four float
            Low x, low y, high x, high y in the plane.
        level : int, optional
            By default the finest level with no more nodes in view than the budget allows: the next
            finer one has more. A level that is given and has more gives way to a coarser one.
        color_level : int, optional
            Whose nodes say the colour; never finer than the level shown.
        axes : str, optional
            See `planes.parse_axes`.
        budget : int, default=4000
            Most nodes, 1 to 20,000.
        root : int, optional
            Only nodes below this one.
        color_by : str, default="cluster"
            Or ``"column:k"``, ``"labels"``, ``"weight"``, ``"radius"``.

        Returns
        -------
        View
        """
        box = check_viewport(viewport)
        plane = self.plane(self.default_axes if axes is None else axes)
        budget = inputs.check_integer("budget", budget, 1)
        if budget > MOST_NODES:
            raise ValueError(f"budget must be at most {MOST_NODES}, got {budget}")
        n_levels = len(self.tree.levels)
        if level is not None:
            level = self._check_level("level", level)
        if color_level is not None:
            color_level = self._check_level("color_level", color_level)
        self._check_color_by(color_by)
        if root is not None:
            root = self.check_node("root", root)

        # Finer levels have more nodes in view: within the budget at `fits`, beyond it at `over`.
        chosen = 0 if level is None else level
        found = self._find(plane, box, chosen, root, budget)
        if found is None:
            over, fits = chosen, n_levels - 1
            found = self._find(plane, box, fits, root, budget)
            while found is not None and fits - over > 1:
                middle = (over + fits) // 2
                tried = self._find(plane, box, middle, root, budget)
                if tried is None:
                    over = middle
                else:
                    fits, found = middle, tried
            chosen = fits
        n_left_out = 0
        if found is None:
            # A forest of so many trees that there is nothing coarser.
            found = self._find_all(plane, box, chosen, root)
            n_left_out = max(len(found) - MOST_NODES, 0)
            if n_left_out:
                heaviest = np.argsort(-self.tree.nodes.weights_of(found), kind="stable")
                found = found[np.sort(heaviest[:MOST_NODES])]
        shade = max(chosen, self.default_color_level if color_level is None else color_level)
        return self._describe(plane, box, level, chosen, shade, found, n_left_out, color_by)

    def _find_all(
        self, plane: Plane, box: tuple[float, float, float, float], level: int, root: int | None
    ) -> Ids:
        """All nodes of a level in view, however many."""
        found = self._find(plane, box, level, root, self.tree.levels[level].n_nodes)
        assert found is not None
        return found

    def _find(
        self,
        plane: Plane,
        box: tuple[float, float, float, float],
        level: int,
        root: int | None,
        room: int,
    ) -> Ids | None:
        """Nodes of a level in view, or None if there are more than there is room for."""
        nodes, n = self.tree.nodes, self.tree.nodes.n_leaves
        slack = plane.slack
        viewport = [box[0] - slack, box[1] - slack, box[2] + slack, box[3] + slack]
        if root is not None and root < n:
            x, y, _ = plane.positions_of(np.array([root], np.int32))
            inside = self._is_inside(plane, viewport, float(x[0]), float(y[0]))
            return np.array([root] if inside else [], np.int32)
        first, last = 0, nodes.n_inner
        if root is not None:
            first, last = root - n, int(nodes.subtree_end[root - n])
        found = np.empty(room, np.int32)
        n_found = _core.find_in_view(
            plane.leaf_x,
            plane.leaf_y,
            plane.inner,
            plane.boxes,
            nodes.births,
            nodes.leaf_begin,
            nodes.subtree_end,
            viewport,
            plane.period,
            plane.is_disc,
            level,
            first,
            last,
            root is None,
            found,
        )
        return found[:n_found] if n_found <= room else None

    @staticmethod
    def _is_inside(plane: Plane, viewport: list[float], x: float, y: float) -> bool:
        shifts = (0.0, plane.period, -plane.period)
        return viewport[1] <= y <= viewport[3] and any(
            viewport[0] <= x + shift <= viewport[2] for shift in shifts
        )

    def level_starts(self, level: int) -> tuple[Ids, Ids]:
        """Where the leaves of each node of a level begin, and the nodes; the last few are kept."""

        def make() -> tuple[Ids, Ids]:
            of_level = self.tree.levels[level]
            return of_level.leaf_begin, of_level.nodes

        return self._levels.get(level, make)

    def count_below(self, begin: int, end: int) -> npt.NDArray[np.int64]:
        """Return how many nodes each level has whose leaves lie in a range of leaves."""

        def make() -> npt.NDArray[np.int64]:
            nodes, n_levels = self.tree.nodes, len(self.tree.levels)
            # A node is there from the level it is born at to the one its parent is born at.
            first, last = np.searchsorted(nodes.leaf_begin[:-1], [begin, end])
            inner = np.arange(first, last)
            ends = nodes.leaf_begin[nodes.subtree_end[inner]]
            inner = inner[ends <= end]
            born = np.bincount(nodes.births[inner], minlength=n_levels + 1)
            above = nodes.parents[inner]
            died = np.bincount(
                np.where(above < 0, n_levels, nodes.births[above]), minlength=n_levels + 1
            )
            parents = nodes.parent_of(np.arange(begin, end, dtype=np.int32)) - nodes.n_leaves
            has_parent = parents >= 0
            parents[has_parent] = nodes.births[parents[has_parent]]
            parents[~has_parent] = n_levels
            died += np.bincount(parents, minlength=n_levels + 1)
            born[0] += end - begin
            return np.cumsum(born - died)[:n_levels]

        return self._counts.get((begin, end), make)

    def colours_of_level(self, plane: Plane, level: int) -> npt.NDArray[np.uint32]:
        """Return a colour number for every node of a level: neighbours differ, see `is_apart`.

        Up to the number of colours, every node has its own.
        """

        def make() -> npt.NDArray[np.uint32]:
            nodes = self.level_starts(level)[1]
            n = len(nodes)
            if n > N_COLOURS and self.is_apart(level):
                x, y, _ = plane.positions_of(nodes)
                return choose_colours(np.stack([x, y], axis=1), N_COLOURS).astype(np.uint32)
            return (np.arange(n) % N_COLOURS).astype(np.uint32)

        return self._colourings.get((str(plane.axes), level), make)

    def is_apart(self, level: int) -> bool:
        """Whether neighbouring nodes of a level have different colours."""
        return self.tree.levels[level].n_nodes <= _MOST_COLOURED_APART

    def _describe(
        self,
        plane: Plane,
        box: tuple[float, float, float, float],
        asked: int | None,
        level: int,
        color_level: int,
        found: Ids,
        n_left_out: int,
        color_by: str,
    ) -> View:
        nodes = self.tree.nodes
        x, y, reach = plane.positions_of(found)
        radii = nodes.radii_of(found).astype(np.float64) * self.unit[1]
        weights = nodes.weights_of(found)
        begin, end = nodes.leaf_range(found)
        starts, of_level = self.level_starts(color_level)
        rank = np.searchsorted(starts, begin, side="right") - 1
        clusters, colors = of_level[rank], self.colours_of_level(plane, color_level)[rank]
        first, last = self.tree._row_range(found)
        return View(
            level,
            asked,
            color_level,
            plane,
            box,
            n_left_out,
            found,
            clusters,
            x,
            y,
            reach,
            radii,
            weights,
            self.values_of(found, color_by),
            colors,
            begin,
            end,
            int((last.astype(np.int64) - first).sum()),
            self.is_apart(color_level),
        )

    def _check_color_by(self, color_by: str) -> None:
        if color_by in ("cluster", "weight", "radius"):
            return
        if color_by == "labels" and self._labels is not None:
            return
        kind, _, number = color_by.partition(":")
        is_number = number.isascii() and number.isdigit() and len(number) < 10
        if kind == "column" and is_number and int(number) < self.tree.n_features:
            return
        raise ValueError(
            "color_by must be cluster, weight, radius"
            + (", labels" if self._labels is not None else "")
            + f" or column:k with k from 0 to {self.tree.n_features - 1}, got {color_by[:40]!r}"
        )

    def values_of(self, nodes: Ids, color_by: str) -> Doubles:
        """Return what colours some nodes: weight, radius, a column, or the commonest label."""
        if color_by == "cluster":
            return np.zeros(len(nodes))
        if color_by == "weight":
            return self.tree.nodes.weights_of(nodes)
        if color_by == "radius":
            return self.tree.nodes.radii_of(nodes).astype(np.float64) * self.unit[1]
        if color_by == "labels":
            return self._commonest_labels(nodes)
        column = int(color_by.partition(":")[2])
        values: Doubles = self.tree.nodes.coordinates_of(nodes)[:, column].astype(np.float64)
        return values

    @cached_property
    def _labels_in_order(self) -> Ids:
        assert self._labels is not None
        return self._labels[self.tree.row_order]

    def _commonest_labels(self, nodes: Ids) -> Doubles:
        """Return the label most rows of each node have; of two, the first."""
        k = len(self.label_names)
        first, last = self.tree._row_range(nodes)
        lengths = last.astype(np.int64) - first
        owner = np.repeat(np.arange(len(nodes)), lengths)
        places = np.arange(lengths.sum()) + np.repeat(first - np.cumsum(lengths) + lengths, lengths)
        pairs = owner * k + self._labels_in_order[places]
        counts = np.bincount(pairs, minlength=len(nodes) * k).reshape(len(nodes), k)
        commonest: Doubles = counts.argmax(axis=1).astype(np.float64)
        return commonest

    def select(
        self,
        polygon: Sequence[float],
        *,
        level: int,
        axes: str | None = None,
        root: int | None = None,
    ) -> Ids:
        """Return the nodes of a level whose centres lie within a polygon, given as x, y, x, y, ...

        A box is a polygon of four corners.
        """
        corners = np.array([float(value) for value in polygon], np.float64)
        if len(corners) % 2 or not 6 <= len(corners) <= 1000 or not np.isfinite(corners).all():
            raise ValueError(
                "polygon must be 3 to 500 corners x,y,x,y,... of finite numbers, got "
                f"{len(corners)} numbers"
            )
        level = self._check_level("level", level)
        plane = self.plane(self.default_axes if axes is None else axes)
        if root is not None:
            root = self.check_node("root", root)
        xs, ys = corners[::2], corners[1::2]
        box = (float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max()))
        nodes = self._find_all(plane, box, level, root)
        x, y, _ = plane.positions_of(nodes)
        if plane.period:
            x -= plane.period * np.round((x - (box[0] + box[2]) / 2) / plane.period)
        return nodes[_is_within(x, y, xs, ys)]

    def check_node(self, name: str, node: Any) -> int:
        """Return a node's number, or raise."""
        number = inputs.check_index(name, node)
        if not 0 <= number < self.tree.nodes.n_nodes:
            raise ValueError(f"{name} must be from 0 to {self.tree.nodes.n_nodes - 1}, got {node}")
        return number

    def _check_level(self, name: str, level: Any) -> int:
        number = inputs.check_index(name, level)
        if not 0 <= number < len(self.tree.levels):
            raise ValueError(f"{name} must be from 0 to {len(self.tree.levels) - 1}, got {number}")
        return number


def check_viewport(viewport: Sequence[float]) -> tuple[float, float, float, float]:
    """Return a viewport if its corners are finite, in order and not absurdly far apart."""
    values = [float(value) for value in viewport]
    if len(values) != 4 or not all(map(math.isfinite, values)):
        raise ValueError(f"bbox must be four finite numbers, got {list(viewport)!r}")
    low_x, low_y, high_x, high_y = values
    is_tall = high_y - low_y > 0 and math.isfinite(high_y - low_y)
    if not (high_x - low_x > 0 and math.isfinite(high_x - low_x) and is_tall):
        raise ValueError(
            "bbox must be low x, low y, high x, high y with low < high, got "
            + ", ".join(f"{value:g}" for value in values)
        )
    return low_x, low_y, high_x, high_y


def _is_within(x: Doubles, y: Doubles, xs: Doubles, ys: Doubles) -> npt.NDArray[np.bool_]:
    """Whether points lie within a polygon: an odd number of its sides are to their right."""
    inside = np.zeros(len(x), bool)
    for i, j in zip(count(), np.roll(np.arange(len(xs)), 1), strict=False):
        if ys[i] == ys[j]:
            continue
        crosses = (ys[i] > y) != (ys[j] > y)
        inside ^= crosses & (x < xs[i] + (y - ys[i]) / (ys[j] - ys[i]) * (xs[j] - xs[i]))
    return inside


def _check_names(names: Sequence[str] | None, tree: ClusterTree) -> tuple[str, ...]:
    if names is None:
        if tree.nodes.space.name == "haversine" and tree.nodes.space.on_sphere:
            return ("latitude", "longitude")
        return tuple(f"column {k}" for k in range(tree.n_features))
    if isinstance(names, str) or len(names) != tree.n_features:
        raise ValueError(
            f"column_names must be {tree.n_features} names, one per column, got {names!r}"
        )
    return tuple(str(name) for name in names)


def _check_labels(labels: npt.ArrayLike | None, tree: ClusterTree) -> tuple[list[str], Ids | None]:
    if labels is None:
        return [], None
    given = np.asarray(labels)
    if given.shape != (tree.n_rows,):
        raise ValueError(
            f"labels must be one per row, shape ({tree.n_rows},), got shape {given.shape}"
        )
    names, numbers = np.unique(given, return_inverse=True)
    if len(names) > MOST_LABELS:
        raise ValueError(
            f"labels must be at most {MOST_LABELS} different ones, got {len(names):,}: a number "
            "per row can be a column of the data"
        )
    return [str(name) for name in names.tolist()], numbers.astype(np.int32)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


__all__ = ["COLUMNS", "MOST_NODES", "Axes", "TreeViews", "View", "check_viewport"]
