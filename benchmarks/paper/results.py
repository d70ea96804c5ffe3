"""What a part of the reproduction gives, a table, a picture and some words; how they are kept."""

from __future__ import annotations

import csv
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from matplotlib.axes import Axes

OURS, PLAIN = "#d1495b", "#2e6f95"
COLORS = ("#2e6f95", "#d1495b", "#5b8c5a", "#e0a458", "#7d5ba6", "#7a7a7a")


class LeftOut(Exception):
    """A part cannot be made, for want of data or of a package."""


@dataclass(frozen=True)
class Task:
    """Where data are and results go."""

    data: Path | None
    output: Path
    quick: bool
    time_limit: float  # for one run of a method; slower ones are left out for larger k
    n_runs: int
    tsne_rows: int
    image: Path | None


@dataclass
class Result:
    """One table or figure of the paper, made again."""

    name: str
    title: str
    text: str
    rows: list[dict[str, Any]]
    columns: dict[str, str]  # of the table in the report: title and format
    figure: Figure | None = None
    notes: list[str] = field(default_factory=list)

    def save(self, folder: Path) -> None:
        path = folder / f"{self.name}.csv"
        titles = list(dict.fromkeys(title for row in self.rows for title in row))
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, titles, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)
        if self.figure is not None:
            self.figure.savefig(folder / f"{self.name}.png", dpi=110)

    def to_markdown(self) -> str:
        parts = [f"## {self.title}", self.text]
        if self.figure is not None:
            parts.append(f"![{self.title}]({self.name}.png)")
        lines = [list(self.columns), ["---", *("---:" for _ in list(self.columns)[1:])]]
        lines += [[show(row.get(c), form) for c, form in self.columns.items()] for row in self.rows]
        parts.append("\n".join("| " + " | ".join(line) + " |" for line in lines))
        parts += self.notes
        return "\n\n".join(parts)


def show(value: Any, form: str) -> str:
    if value is None or value != value:  # noqa: PLR0124 - not a number
        return "–"
    return value if isinstance(value, str) else form.format(value)


class Clock:
    """Seconds of a block, of the processor and on the wall."""

    cpu_seconds = 0.0
    seconds = 0.0


@contextmanager
def timed() -> Iterator[Clock]:
    """Time a block, in one thread."""
    clock = Clock()
    with threadpool_limits(1):
        cpu_start, start = time.process_time(), time.perf_counter()
        yield clock
        clock.cpu_seconds = time.process_time() - cpu_start
        clock.seconds = time.perf_counter() - start


def make_axes(n: int, height: float = 3.8) -> tuple[Figure, list[Axes]]:
    """A figure with so many axes in a row."""
    figure = Figure(figsize=(4.8 * n, height), layout="constrained")
    axes = figure.subplots(1, n, squeeze=False)[0]
    for one in axes:
        one.spines[["top", "right"]].set_visible(False)
    return figure, list(axes)


def draw_lines(
    axes: Axes, rows: list[dict[str, Any]], x: str, y: str, by: str = "method", **options: Any
) -> None:
    """A line for every method."""
    names = list(dict.fromkeys(row[by] for row in rows))
    for name, color in zip(names, COLORS * 2, strict=False):
        some = sorted(
            (row[x], row[y]) for row in rows if row[by] == name and row.get(y) is not None
        )
        axes.plot(*zip(*some, strict=True), marker="o", markersize=3, label=name, color=color)
    axes.set(xlabel=x, ylabel=y, **options)
    axes.legend(fontsize=8, frameon=False)
    axes.grid(visible=True, color="#eeeeee")
