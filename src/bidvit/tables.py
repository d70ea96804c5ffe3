"""Tables as text or HTML, for what prints as one."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bidvit.tree import ClusterTree, Level

TITLES = ("level", "epsilon", "nodes", "largest radius", "mean radius", "lightest", "heaviest")
_MOST_LEVELS = 120  # more are cut to the first and the last ones
_KEPT = 40


def format_table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return lines of equal width, every column aligned to the right."""
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in (titles, *rows)
    )


def format_levels(levels: Sequence[Level]) -> str:
    """Return the table of some levels as text."""
    return format_table(TITLES, list_cells(levels))


def format_as_html(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as HTML, in the colours of whatever it stands in."""
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        '<div style="max-height: 24em; overflow: auto; display: inline-block">'
        '<table style="text-align: right; font-variant-numeric: tabular-nums">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def format_levels_as_html(levels: Sequence[Level]) -> str:
    """Return the table of some levels as HTML."""
    return format_as_html(TITLES, list_cells(levels))


def format_tree_as_html(tree: ClusterTree) -> str:
    """Return what `repr` says of a tree, and its levels, as HTML."""
    return f"<div><p>{escape(repr(tree))}</p>{format_levels_as_html(tree.levels)}</div>"


def list_cells(levels: Sequence[Level]) -> list[tuple[str, ...]]:
    """Return the lines of the table of some levels; of very many, the first and the last."""
    if len(levels) <= _MOST_LEVELS:
        return [_cells_of(level) for level in levels]
    gap = ("⋮", *("" for _ in TITLES[1:]))
    first = [_cells_of(levels[i]) for i in range(_KEPT)]
    return [*first, gap, *(_cells_of(levels[i]) for i in range(-_KEPT, 0))]


def _cells_of(level: Level) -> tuple[str, ...]:
    largest, total, lightest, heaviest = level._figures
    return (
        f"{level._index}",
        f"{level.epsilon:.5g}",
        f"{level.n_nodes:,}",
        f"{largest:.5g}",
        f"{total / level.n_nodes:.5g}",
        f"{lightest:.6g}",
        f"{heaviest:.6g}",
    )
