"""A tree in the forms of other programs: linkage matrices, graphs, tables of nodes, Newick."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import _core, buffers, inputs, storage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from bidvit.tree import ClusterTree

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int32]

# Names that Newick takes without quotes: brackets and the like must have some, and an underscore
# would be read as a blank.
_BARE = re.compile(r"(?:[^\W_]|[-.+/|#*])+")


def need(package: str, what: str, extra: str) -> Any:
    """Import a package of an extra, or say how to get it."""
    try:
        return import_module(package)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"{what} needs {package}: pip install 'bidvit[{extra}]'", name=package
        ) from None


def _heights(tree: ClusterTree) -> Doubles:
    """ε of every level, and where several roots are joined: above all others."""
    epsilons = [level.epsilon for level in tree.levels]
    top = 2 * epsilons[-1] or 1.0
    return np.array([*epsilons, min(top, float(np.finfo(np.float64).max))])


def make_linkage(
    tree: ClusterTree, p: int | None, return_leaves: bool
) -> Doubles | tuple[Doubles, Ids]:
    """Return the last p - 1 merges; O(n) time, and scratch of 12 bytes per inner node."""
    nodes = tree.nodes
    n = nodes.n_leaves
    if n < 2:
        raise ValueError("to_linkage needs a tree of two distinct rows or more, got 1")
    if p is None:
        p = n
    else:
        p = inputs.check_integer("p", p, 2)
        inputs.check_number("p", p, f"at most {n:,}, the number of distinct rows", p <= n)
    merges, leaf_begins = buffers.empty((p - 1, 4), np.float64), np.empty((p - 1, 2), np.int32)
    starts = np.empty(len(tree.levels) + 1, np.int32)
    order = np.empty(nodes.n_inner, np.int32)
    _core.group(nodes.births, starts, order)
    _core.expand_merges(
        order,
        nodes.births,
        nodes.leaf_begin,
        nodes.subtree_end,
        n,
        _heights(tree),
        np.empty(nodes.n_inner, np.int64),
        merges,
        leaf_begins,
    )
    if p == n:
        leaves = np.arange(n + 1, dtype=np.int32)
        return (merges, leaves) if return_leaves else merges
    # What was formed before the first merge is an observation; they are numbered in tree order.
    ids, n_before = merges[:, :2], 2 * n - p
    is_observation = ids < n_before
    begins = np.sort(leaf_begins[is_observation])
    first = np.searchsorted(begins, leaf_begins)
    whole_begin = leaf_begins.min(axis=1)
    ids[...] = np.where(is_observation, first, ids - n_before + p)
    ids.sort(axis=1)
    whole_end = whole_begin + merges[:, 3].astype(np.int64)
    merges[:, 3] = np.searchsorted(begins, whole_end) - np.searchsorted(begins, whole_begin)
    leaves = np.append(begins, np.int32(n))
    return (merges, leaves) if return_leaves else merges


def _check_levels(tree: ClusterTree, levels: Any) -> tuple[int, int]:
    n = len(tree.levels)
    if levels is None:
        return 0, n - 1
    if not isinstance(levels, (tuple, list)) or len(levels) != 2:
        raise TypeError(f"levels must be two integers, the lowest and the highest, got {levels!r}")
    for level in levels:
        if isinstance(level, bool) or not hasattr(level, "__index__"):
            raise TypeError(f"levels must be integers, got {level!r}")
        if not -n <= level < n:
            raise IndexError(f"levels must be from {-n} to {n - 1}, got {level}")
    low, high = (int(level) % n for level in levels)
    if low > high:
        raise ValueError(f"levels must be the lowest and the highest level, got {levels!r}")
    return low, high


def select_nodes(tree: ClusterTree, low: int, high: int) -> Ids:
    """Return the nodes of the levels low to high, ascending."""
    nodes = tree.nodes
    # Where a node is born, and where what it merged into is.
    gone = np.full(nodes.n_inner, len(tree.levels), np.int32)
    gone[nodes.parents >= 0] = nodes.births[nodes.parents[nodes.parents >= 0]]
    inner = np.flatnonzero((nodes.births <= high) & (gone > low)) + nodes.n_leaves
    if low == 0:
        leaves = np.arange(nodes.n_leaves)
    else:
        stays = np.concatenate([[True], nodes.births > low])
        leaves = np.flatnonzero(np.repeat(stays, np.diff(nodes.leaf_begin, prepend=np.int32(0))))
    return np.concatenate([leaves, inner]).astype(np.int32)


def _check_count(what: str, n_nodes: int, max_nodes: int) -> None:
    max_nodes = inputs.check_integer("max_nodes", max_nodes, 1)
    if n_nodes > max_nodes:
        raise ValueError(
            f"{what} of {n_nodes:,} nodes would be larger than max_nodes={max_nodes:,}: "
            "choose fewer levels, as in levels=(-10, -1), or raise max_nodes"
        )


def make_table(tree: ClusterTree, chosen: Ids, coordinates: bool) -> dict[str, npt.NDArray[Any]]:
    """Return columns with an entry per chosen node."""
    nodes = tree.nodes
    born = nodes.gather(chosen, np.zeros(nodes.n_leaves, np.int32), nodes.births)
    leaf_begin, leaf_end = nodes.leaf_range(chosen)
    row_begin, row_end = tree._row_range(chosen)
    table: dict[str, npt.NDArray[Any]] = {
        "node": chosen,
        "parent": nodes.parent_of(chosen),
        "level": born,
        "epsilon": _heights(tree)[born],
        "weight": nodes.weights_of(chosen),
        "radius": nodes.radii_of(chosen),
        "leaf_begin": leaf_begin,
        "leaf_end": leaf_end,
        "row_begin": row_begin,
        "row_end": row_end,
        "n_rows": row_end - row_begin,
    }
    if coordinates:
        points = nodes.coordinates_of(chosen)
        table |= {f"x{j}": points[:, j] for j in range(points.shape[1])}
    return table


def make_data_frame(tree: ClusterTree, levels: Any, coordinates: bool) -> Any:
    """Return the table of nodes for pandas."""
    pandas = need("pandas", "to_pandas", "io")
    chosen = select_nodes(tree, *_check_levels(tree, levels))
    return pandas.DataFrame(make_table(tree, chosen, coordinates))


def make_arrow_table(tree: ClusterTree, levels: Any, coordinates: bool) -> Any:
    """Return the table of nodes for Arrow."""
    pyarrow = need("pyarrow", "to_arrow", "io")
    chosen = select_nodes(tree, *_check_levels(tree, levels))
    return pyarrow.table(make_table(tree, chosen, coordinates))


def make_graph(tree: ClusterTree, levels: Any, max_nodes: int) -> Any:
    """Return a graph for networkx."""
    networkx = need("networkx", "to_networkx", "graph")
    chosen = select_nodes(tree, *_check_levels(tree, levels))
    _check_count("a graph", len(chosen), max_nodes)
    table = make_table(tree, chosen, coordinates=False)
    names = ("level", "epsilon", "weight", "radius", "n_rows")
    lines = zip(*(table[name].tolist() for name in names), strict=True)
    graph = networkx.DiGraph()
    numbers = chosen.tolist()
    graph.add_nodes_from(
        (node, dict(zip(names, line, strict=True)))
        for node, line in zip(numbers, lines, strict=True)
    )
    has_parent = np.isin(table["parent"], chosen)
    parents = table["parent"][has_parent].tolist()
    graph.add_edges_from(zip(parents, chosen[has_parent].tolist(), strict=True))
    return graph


def write_newick(
    tree: ClusterTree,
    path: str | PathLike[str] | None,
    levels: Any,
    names: Sequence[str] | None,
    max_nodes: int,
) -> str | None:
    """Return or write the tree in brackets."""
    low, high = _check_levels(tree, levels)
    n_nodes = len(select_nodes(tree, low, high))
    _check_count("a text", n_nodes, max_nodes)
    quoted, name_begin = None, None
    n_name_bytes = 10 * n_nodes
    if names is not None:
        quoted, name_begin = _quote(tree, low, names)
        n_name_bytes = len(quoted)
    nodes = tree.nodes
    text = buffers.empty(n_name_bytes + 32 * n_nodes + 128, np.uint8)
    heights = _heights(tree)
    if high < len(tree.levels) - 1:
        heights[-1] = 2 * heights[high] or 1.0
    n_bytes = _core.write_newick(
        nodes.births,
        nodes.leaf_begin,
        nodes.subtree_end,
        nodes.n_leaves,
        low,
        high,
        tree.levels[high].n_nodes == 1,
        heights,
        quoted,
        name_begin,
        text,
    )
    if path is None:
        return str(text[:n_bytes].data, "utf-8")
    storage.write_atomically(Path(path), text[:n_bytes].data)
    return None


def _quote(
    tree: ClusterTree, low: int, names: Sequence[str]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Names of the nodes of the lowest level one after the other, and where they begin."""
    if isinstance(names, str) or len(names) != tree.n_rows:
        raise ValueError(
            f"names must be a sequence of {tree.n_rows:,} names, one for every row of X"
        )
    names = list(names)
    begin, _ = tree._row_range(tree.levels[low].nodes)
    encoded = []
    for row in tree.row_order[begin].tolist():
        name = names[row]
        if not isinstance(name, str):
            raise TypeError(f"names must be strings, got {name!r} for row {row}")
        if _BARE.fullmatch(name) is None:
            name = "'" + name.replace("'", "''") + "'"
        encoded.append(name.encode())
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    return np.frombuffer(b"".join(encoded), np.uint8), ends
