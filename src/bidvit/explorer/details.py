"""What the explorer says of a single node: its members column by column, its place in the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs
from bidvit.explorer.view import MOST_NODES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bidvit.explorer.view import TreeViews

Floats = npt.NDArray[Any]
Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

MOST_MEMBERS = 1000  # rows on a page
_MOST_MEASURED = 1 << 22  # numbers that are read to describe a node
_MOST_COLUMNS = 32
_BINS = 24
_MOST_ICICLE_NODES = 4000
_ROWS_AT_ONCE = 4096


def describe_node(
    views: TreeViews, node: Any, axes: str | None = None, first_column: int = 0
) -> dict[str, Any]:
    """Return what the panel shows of a node.

    Columns are measured over the distinct rows below the node, by weight. Of a very heavy node only
    every so many-th row in tree order is read: then ``n_measured`` is less than ``n_leaves``.
    """
    node = views.check_node("node", node)
    tree, nodes = views.tree, views.tree.nodes
    first_column = inputs.check_integer("first_column", first_column, 0)
    if first_column >= tree.n_features:
        raise ValueError(f"first_column must be < {tree.n_features}, got {first_column}")
    one = np.array([node], np.int32)
    begin, end = (int(values[0]) for values in nodes.leaf_range(one))
    row_begin, row_end = (int(values[0]) for values in tree._row_range(one))
    plane = views.plane(views.default_axes if axes is None else axes)
    x, y, reach = plane.positions_of(one)
    path = nodes.paths_of(np.array([begin], np.int32))[0]
    path = path[path.tolist().index(node) :]
    is_leaf = node < nodes.n_leaves
    parent = int(nodes.parent_of(one)[0])
    children = nodes.children_of(one)[0]
    siblings = nodes.roots if parent < 0 else nodes.children_of(np.array([parent], np.int32))[0]
    # In tree order: leaves come before inner nodes, whose numbers are larger.
    place = int(np.searchsorted(siblings, node))
    last = len(tree.levels) - 1
    point = nodes.coordinates_of(one)[0]
    shown = slice(first_column, first_column + _MOST_COLUMNS)
    return {
        "id": node,
        "level": 0 if is_leaf else int(nodes.births[node - nodes.n_leaves]),
        "last_level": last if parent < 0 else int(nodes.births[parent - nodes.n_leaves]) - 1,
        "weight": float(nodes.weights_of(one)[0]),
        "radius": float(nodes.radii_of(one)[0]) * views.unit[1],
        "n_children": len(children),
        "heaviest_child": int(children[nodes.weights_of(children).argmax()])
        if len(children)
        else -1,
        "previous": int(siblings[place - 1]),
        "next": int(siblings[(place + 1) % len(siblings)]),
        "n_rows": row_end - row_begin,
        "n_leaves": end - begin,
        "leaf_begin": begin,
        "leaf_end": end,
        "parent": parent,
        "path": [
            {"id": int(above), "weight": float(weight)}
            for above, weight in zip(path[::-1], nodes.weights_of(path)[::-1], strict=True)
        ],
        "x": float(x[0]),
        "y": float(y[0]),
        "reach": float(reach[0]),
        "n_columns": tree.n_features,
        "first_column": first_column,
        **_describe_columns(views, begin, end, point, shown),
    }


def _describe_columns(
    views: TreeViews, begin: int, end: int, point: Floats, shown: slice
) -> dict[str, Any]:
    nodes = views.tree.nodes
    most = max(_BINS, _MOST_MEASURED // nodes.rows.shape[1])
    step = -(-(end - begin) // most)
    leaves = np.arange(begin, end, step, dtype=np.int32)
    values = nodes.space.unembed(nodes.rows[nodes.leaf_rows[leaves]])[:, shown].astype(np.float64)
    weights = np.ones(len(leaves))
    if nodes.leaf_weights is not None:
        weights = nodes.leaf_weights[leaves]
    columns = []
    for k, column in enumerate(values.T):
        low, high = float(column.min()), float(column.max())
        counts = [float(weights.sum())]
        if high - low > 0 and np.isfinite(high - low):
            # Scaled first: the bins of numpy would overflow for the largest numbers.
            bins = np.minimum(((column - low) / (high - low) * _BINS).astype(np.intp), _BINS - 1)
            counts = np.bincount(bins, weights, _BINS).tolist()
        columns.append(
            {
                "name": views.column_names[shown.start + k],
                "center": float(point[shown.start + k]),
                "mean": float(weights / weights.sum() @ column),
                "min": low,
                "max": high,
                "histogram": counts,
            }
        )
    return {"columns": columns, "n_measured": len(leaves)}


def list_members(views: TreeViews, node: Any, limit: int = 20, offset: int = 0) -> dict[str, Any]:
    """Return a page of the rows below a node, with their values."""
    node = views.check_node("node", node)
    limit = inputs.check_integer("limit", limit, 1)
    if limit > MOST_MEMBERS:
        raise ValueError(f"limit must be at most {MOST_MEMBERS}, got {limit}")
    offset = inputs.check_integer("offset", offset, 0)
    begin, end = (int(value[0]) for value in views.tree._row_range(np.array([node], np.int32)))
    rows = views.tree.members(node, limit, offset)
    return {
        "node": node,
        "n_rows": end - begin,
        "offset": offset,
        "columns": list(views.column_names[:_MOST_COLUMNS]),
        "rows": rows.tolist(),
        "values": rows_of(views, rows)[:, :_MOST_COLUMNS].astype(np.float64).tolist(),
    }


def rows_of(views: TreeViews, rows: Ids) -> Floats:
    """Return the values of rows of X, as the tree has them (a row of weight zero: its leaf's)."""
    tree, nodes = views.tree, views.tree.nodes
    leaves = tree.leaf_of_row[rows]
    return nodes.space.unembed(nodes.rows[nodes.leaf_rows[leaves]])


def write_rows(views: TreeViews, nodes: Ids) -> Iterator[str]:
    """Yield the rows below some nodes as lines of CSV: row number, node, columns."""
    yield ",".join(["row", "node", *(_quote(name) for name in views.column_names)]) + "\r\n"
    first, last = views.tree._row_range(nodes)
    step = max(1, _ROWS_AT_ONCE // max(1, views.tree.n_features // 8))
    for node, begin, end in zip(nodes.tolist(), first.tolist(), last.tolist(), strict=True):
        for part in range(begin, end, step):
            rows = views.tree.row_order[part : min(part + step, end)]
            values = rows_of(views, rows).tolist()
            yield "".join(
                f"{row},{node},{','.join(map(repr, line))}\r\n"
                for row, line in zip(rows.tolist(), values, strict=True)
            )


def _quote(name: str) -> str:
    # A spreadsheet would take what begins like this for a formula.
    if name[:1] in ("=", "+", "-", "@", "\t", "\r"):
        name = "'" + name
    return '"' + name.replace('"', '""') + '"' if set(name) & set(',"\r\n') else name


def summarise_selection(views: TreeViews, nodes: Ids, level: int) -> dict[str, Any]:
    """Return how much a selection holds, and its nodes, heaviest first.

    As many as a view can show: ``n_nodes`` says how many there are.
    """
    weights = views.tree.nodes.weights_of(nodes)
    first, last = views.tree._row_range(nodes)
    heaviest = np.argsort(-weights, kind="stable")[:MOST_NODES]
    return {
        "level": level,
        "n_nodes": len(nodes),
        "weight": float(weights.sum()),
        "n_rows": int((last.astype(np.int64) - first).sum()),
        "nodes": nodes[heaviest].tolist(),
        "weights": weights[heaviest].tolist(),
    }


def find_row(views: TreeViews, row: Any, axes: str | None = None) -> dict[str, Any]:
    """Return where a row of X is: its leaf, its position, the nodes that hold it."""
    number = inputs.check_index("row", row)
    if not 0 <= number < views.tree.n_rows:
        raise ValueError(f"row must be from 0 to {views.tree.n_rows - 1}, got {number}")
    plane = views.plane(views.default_axes if axes is None else axes)
    path = views.tree.path(number)
    x, y, _ = plane.positions_of(path[:1])
    return {"row": number, "x": float(x[0]), "y": float(y[0]), "path": path[::-1].tolist()}


def list_hierarchy(
    views: TreeViews, root: Any = None, depth: int = 5, min_share: float = 1 / 500
) -> dict[str, Any]:
    """Return the tree below a node (or all of it) for an icicle: one row per chosen level.

    Each row is a whole clustering, so that every weight counts once per row. Of the children of a
    node, those lighter than `min_share` of the root's weight are folded into one ("other").
    """
    depth = inputs.check_integer("depth", depth, 1)
    if depth > 12:
        raise ValueError(f"depth must be at most 12, got {depth}")
    nodes = views.tree.nodes
    begin, end, born = 0, nodes.n_leaves, len(views.tree.levels)
    if root is not None:
        root = views.check_node("root", root)
        one = np.array([root], np.int32)
        begin, end = (int(values[0]) for values in nodes.leaf_range(one))
        born = int(nodes.births[root - nodes.n_leaves]) if root >= nodes.n_leaves else 0
    elif len(nodes.roots) == 1:
        root, born = int(nodes.roots[0]), len(views.tree.levels) - 1
    weight = float(nodes.weights_of(nodes.roots).sum())
    if root is not None:
        weight = float(nodes.weights_of(np.array([root], np.int32))[0])
    entries: list[dict[str, Any]] = [
        {"id": -1 if root is None else root, "parent": -1, "row": 0, "weight": weight}
        | {"begin": begin, "end": end, "n": 1}
    ]
    rows = [{"level": born if root is not None else None, "n_nodes": 1}]
    shown = [0]
    for row, level in enumerate(_choose_levels(views, begin, end, born, depth), start=1):
        below = _nodes_between(views, level, begin, end)
        rows.append({"level": level, "n_nodes": len(below)})
        starts, ends = nodes.leaf_range(below)
        weights = nodes.weights_of(below)
        made = []
        for k in shown:
            above = entries[k]
            i, j = np.searchsorted(starts, [above["begin"], above["end"]])
            heavy = np.flatnonzero(weights[i:j] >= min_share * weight) + i
            heavy = heavy[np.argsort(-weights[heavy], kind="stable")]
            made += [
                {"id": int(below[place]), "parent": k, "row": row, "n": 1}
                | {"weight": float(weights[place])}
                | {"begin": int(starts[place]), "end": int(ends[place])}
                for place in heavy.tolist()
            ]
            rest = float(weights[i:j].sum() - weights[heavy].sum())
            if j - i > len(heavy):
                made.append(
                    {"id": -1, "parent": k, "row": row, "n": int(j - i - len(heavy))}
                    | {"weight": max(rest, 0.0), "begin": -1, "end": -1}
                )
        if len(entries) + len(made) > _MOST_ICICLE_NODES:
            rows.pop()
            break
        shown = [len(entries) + k for k, entry in enumerate(made) if entry["id"] >= 0]
        entries += made
    return {"root": -1 if root is None else root, "rows": rows, "entries": entries}


def _nodes_between(views: TreeViews, level: int, begin: int, end: int) -> Ids:
    """Return the nodes of a level whose leaves lie in a range."""
    starts, of_level = views.level_starts(level)
    i, j = np.searchsorted(starts, [begin, end])
    return of_level[i:j]


def _choose_levels(views: TreeViews, begin: int, end: int, born: int, depth: int) -> list[int]:
    """Choose levels below a node, each with about four times as many of its nodes as the last."""
    counts = views.count_below(begin, end)
    chosen: list[int] = []
    least = 2
    for level in range(min(born, len(counts)) - 1, -1, -1):
        if counts[level] >= least:
            chosen.append(level)
            least = max(4 * least, 2 * int(counts[level]))
            if len(chosen) == depth:
                break
    return chosen
