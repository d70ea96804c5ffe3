"""Tables as text, for what prints as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def format_table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return lines of equal width, every column aligned to the right."""
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in (titles, *rows)
    )
