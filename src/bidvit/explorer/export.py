"""The explorer as one file: a page that holds the coarser levels of a tree and needs no server."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import struct
import uuid
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs
from bidvit.explorer.view import TreeViews

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from bidvit.tree import ClusterTree

Array = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]

_MOST_NODES = 300_000  # more would make the page slow, whatever its size
_BYTES_PER_NODE = 110  # of the finest level, about, as a first guess
_MOST_COLUMNS = 16
_MOST_COLUMNS_IN_PAIRS = 4
_MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Exported:
    """What an exported page holds.

    Attributes
    ----------
    path : Path
    finest_level : int
        Levels from this one to the coarsest are in the page; those below are left out.
    n_nodes : int
        Nodes of all these levels.
    n_bytes : int
    """

    path: Path
    finest_level: int
    n_nodes: int
    n_bytes: int


def export(
    tree: ClusterTree,
    path: str | PathLike[str],
    *,
    max_size: float = 5.0,
    column_names: Sequence[str] | None = None,
    labels: npt.ArrayLike | None = None,
    title: str | None = None,
) -> Exported:
    """Write the explorer of a tree to one file; see `ClusterTree.to_html`."""
    path = Path(path)
    limit = int(inputs.check_float("max_size", max_size, 0) * _MEGABYTE)
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.absolute().parent} to write {path} to")
    views = TreeViews(tree, column_names=column_names, labels=labels, title=title)
    finest = _first_level_within(tree, min(limit // _BYTES_PER_NODE, _MOST_NODES))
    while True:
        page, n_nodes = make_page(views, finest)
        if len(page) <= limit:
            break
        if finest == len(tree.levels) - 1:
            raise ValueError(
                f"max_size must be at least {len(page) / _MEGABYTE:.2f} (MB) for the page with the "
                f"coarsest level alone, got {max_size}"
            )
        # At least one level fewer, and about as many nodes as there is room for.
        wanted = int(tree.levels[finest].n_nodes * limit / len(page))
        finest = max(finest + 1, _first_level_within(tree, wanted))
        finest = min(finest, len(tree.levels) - 1)
    _write(path, page)
    return Exported(path, finest, n_nodes, len(page))


def _write(path: Path, page: bytes) -> None:
    unfinished = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        unfinished.write_bytes(page)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _first_level_within(tree: ClusterTree, n_nodes: int) -> int:
    """Return the finest level with no more nodes than that, or the coarsest."""
    for m, level in enumerate(tree.levels):
        if level.n_nodes <= n_nodes:
            return m
    return len(tree.levels) - 1


def make_page(views: TreeViews, finest: int) -> tuple[bytes, int]:
    """Return the page with the levels from a given one on, and how many nodes it holds."""
    data, n_nodes = pack_levels(views, finest)
    static = files("bidvit.explorer") / "static"
    style = (static / "explorer.css").read_text(encoding="utf-8")
    # Within a page, this would end the script.
    script = (static / "explorer.js").read_text(encoding="utf-8").replace("</script", "<\\/script")
    policy = (
        f"default-src 'none'; script-src 'sha256-{_digest(script)}'; "
        f"style-src 'sha256-{_digest(style)}'; img-src data: blob:; base-uri 'none'; "
        "form-action 'none'"
    )
    title = escape(f"{views.title} · bidvit")
    page = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body class="bidvit-page">
<div id="bidvit-explorer" data-host="file"></div>
<noscript>The explorer needs JavaScript.</noscript>
<script type="text/plain" id="bidvit-data">{base64.b64encode(data).decode()}</script>
<script type="module">{script}</script>
</body>
</html>
"""
    return page.encode(), n_nodes


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def pack_levels(views: TreeViews, finest: int) -> tuple[bytes, int]:
    """Return the nodes of the levels from a given one on, compressed, and how many they are.

    Nodes stand in tree order, each after the node it is below; every column fills whole multiples
    of eight bytes.
    """
    tree, nodes = views.tree, views.tree.nodes
    ids, last, parents = _find_nodes(tree, finest)
    begin, end = nodes.leaf_range(ids)
    first, after = tree._row_range(ids)
    offsets = nodes.children_of(ids)[1]
    births = np.zeros(len(ids), np.int32)
    is_inner = ids >= nodes.n_leaves
    births[is_inner] = nodes.births[ids[is_inner] - nodes.n_leaves]
    columns: list[tuple[str, str, Array]] = [
        ("radius", "f8", nodes.radii_of(ids).astype(np.float64) * views.unit[1]),
        ("weight", "f8", nodes.weights_of(ids)),
        ("id", "u4", ids),
        ("birth", "u4", births),
        ("last", "u4", last),
        ("begin", "u4", begin),
        ("end", "u4", end),
        ("rows", "u4", after.astype(np.int64) - first),
        ("children", "u4", np.diff(offsets)),
        ("parent", "i4", parents),
    ]
    frames = {}
    for axes in _choose_axes(views):
        frames[axes] = views.frame(axes)
        for name, values in zip(
            ("x", "y", "reach"), views.plane(axes).positions_of(ids), strict=True
        ):
            columns.append((f"{name} {axes}", "f4", values))
    values = nodes.coordinates_of(ids)[:, :_MOST_COLUMNS]
    columns += [(f"value {k}", "f4", column) for k, column in enumerate(values.T)]
    if views.label_names:
        columns.append(("labels", "f4", views.values_of(ids, "labels")))
    meta = views.meta() | {"finest_level": finest, "axes_choices": list(frames)}
    for name, scores in views.scores().items():
        for level, score in zip(meta["levels"], scores, strict=True):
            level[name] = score
    meta["columns"] = list(views.column_names[:_MOST_COLUMNS])
    header = {
        "meta": meta,
        "frames": frames,
        "count": len(ids),
        "columns": [[name, kind] for name, kind, _ in columns],
    }
    text = json.dumps(header, allow_nan=False).encode()
    text += b" " * (-(len(text) + 4) % 8)
    parts = [struct.pack("<I", len(text)), text]
    largest = float(np.finfo(np.float32).max)
    for _, kind, column in columns:
        within = np.clip(column, -largest, largest) if kind == "f4" else column
        packed = within.astype(f"<{kind}").tobytes()
        parts.append(packed + bytes(-len(packed) % 8))
    # Without a time stamp, so that the same tree gives the same page.
    return gzip.compress(b"".join(parts), 6, mtime=0), len(ids)


def _find_nodes(tree: ClusterTree, finest: int) -> tuple[Ids, Ids, Ids]:
    """Return all nodes of the levels from one on, their last levels, and the places of parents."""
    nodes, top = tree.nodes, len(tree.levels) - 1
    inner = np.arange(nodes.n_leaves, nodes.n_nodes, dtype=np.int32)
    born_above = nodes.births > finest
    ids = np.concatenate([tree.levels[finest].nodes, inner[born_above]])
    begin, end = nodes.leaf_range(ids)
    ids = ids[np.lexsort((-end.astype(np.int64), begin))]
    above = nodes.parent_of(ids)
    last = np.full(len(ids), top, np.int32)
    has_parent = above >= 0
    last[has_parent] = nodes.births[above[has_parent] - nodes.n_leaves] - 1
    order = np.argsort(ids)
    parents = np.full(len(ids), -1, np.int32)
    parents[has_parent] = order[np.searchsorted(ids, above[has_parent], sorter=order)]
    return ids, last, parents


def _choose_axes(views: TreeViews) -> list[str]:
    """Choose the axes in the page: all pairs of few columns, the first of many, and components."""
    d = views.tree.n_features
    first = views.default_axes
    if first == "map" or d == 1:
        return [first]
    shown = range(d if d <= _MOST_COLUMNS_IN_PAIRS else 2)
    pairs = [f"columns:{i},{j}" for i, j in combinations(shown, 2)]
    pairs += [f"components:{i},{j}" for i, j in combinations(range(min(d, 3)), 2)]
    return [first, *(axes for axes in pairs if axes != first)]
