"""What commands show: progress on a terminal, notes, tables and small charts."""

from __future__ import annotations

import math
import shutil
import sys
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bidvit.engines.memory import Progress

_SHADES = " ▁▂▃▄▅▆▇█"
_CHART_WIDTH = 72
_CHART_MARGIN = 16  # for the numbers beside it
_CHART_HEIGHT = 4

_SHOWN: list[Reporter] = []


class Reporter:
    """Shows progress on a terminal, and nothing elsewhere or when asked to be quiet."""

    def __init__(self, quiet: bool, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._quiet = quiet
        self._shows = not quiet and self._stream.isatty()
        self._bar: Any = None
        self._task: Any = None

    def follow_fit(self, n_rows: int) -> Callable[[Progress], object] | None:
        """Return what `bidvit.cluster` is to call, if anything."""
        if not self._shows:
            return None
        estimate = TimeLeft(n_rows)

        before: Progress | None = None

        def show(progress: Progress) -> None:
            nonlocal before
            if progress.level == 0:
                text = f"reading and comparing {progress.n_nodes:,} rows"
                self._show(text, progress.done, 1)
                return
            if (
                before is not None
                and (before.epsilon == progress.epsilon)
                and (before.level != progress.level)
            ):
                self._show("putting the tree in order", progress.done, 1)
                return
            before = progress
            share, rate, left = estimate.update(progress)
            text = (
                f"level {progress.level}, ε = {progress.epsilon:.4g}: {progress.n_nodes:,} nodes "
                f"left, {rate:,.0f}/s, about {format_seconds(left)} left"
            )
            if progress.selection is not None:
                from bidvit.progress import describe

                text += f"; {describe(vars(progress.selection))}"
            self._show(text, share, 1)

        return show

    def count(self, what: str, n_done: int, n: int | None) -> None:
        """Say how many of a number of things are done."""
        if self._shows:
            of = "" if n is None else f" of {n:,}"
            self._show(f"{n_done:,}{of} {what}", n_done, n)

    def say(self, what: str) -> None:
        """Say what is going on, if nobody knows how long it takes."""
        if self._shows:
            self._show(what, 0, None)

    def note(self, text: str) -> None:
        """Write a line to stderr, unless asked to be quiet."""
        if not self._quiet:
            self.finish()
            click.echo(f"bidvit: {text}", err=True)

    def finish(self) -> None:
        """Clear the line."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
            _SHOWN.remove(self)

    def restore_terminal(self) -> None:
        """Show the cursor again, where the process ends without unwinding."""
        self._stream.write("\r\x1b[2K\x1b[?25h")
        self._stream.flush()

    def _show(self, text: str, done: float, total: float | None) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            self._bar = Progress(
                BarColumn(bar_width=24),
                TextColumn("{task.description}"),
                console=Console(file=self._stream, highlight=False),
                transient=True,
            )
            self._task = self._bar.add_task(text, completed=done, total=total)
            self._bar.start()
            _SHOWN.append(self)
        self._bar.update(self._task, description=text, completed=done, total=total)


def restore_terminal() -> None:
    """Leave the terminal as it was; for a process that ends without unwinding."""
    for reporter in _SHOWN:
        reporter.restore_terminal()


class TimeLeft:
    """How much of a fit is done, from the nodes its levels have had so far.

    A level takes time in proportion to its nodes, and their number falls by about the same factor
    from level to level: what is to come is a geometric series.
    """

    def __init__(self, n_rows: int) -> None:
        self._n_rows = n_rows
        self._level = 0
        self._before = 0.0
        self._n_nodes = 0
        self._ratio = 0.75

    def update(self, progress: Progress) -> tuple[float, float, float]:
        """Return the share that is done, nodes per second, and the seconds left."""
        if progress.level != self._level:
            if self._n_nodes:
                ratio = min(max(progress.n_nodes / self._n_nodes, 0.01), 0.98)
                self._ratio += (ratio - self._ratio) / 3
                self._before += self._n_nodes
            self._level, self._n_nodes = progress.level, progress.n_nodes
        done = self._before + progress.done * progress.n_nodes
        below = progress.n_nodes * self._ratio / (1 - self._ratio)
        left = progress.n_nodes * (1 - progress.done) + below
        rate = done / progress.seconds if progress.seconds > 0 else 0.0
        return done / (done + left), rate, left / rate if rate else math.inf


def format_seconds(seconds: float) -> str:
    """Return a length of time as somebody would say it."""
    if not math.isfinite(seconds):
        return "some time"
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def format_bytes(n: float) -> str:
    """Return a size in memory or on disk, in decimal units."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if n < 1000:
            return f"{n:.0f} {unit}" if unit == "bytes" or n >= 100 else f"{n:.1f} {unit}"
        n /= 1000
    return f"{n:,.1f} TB"


def format_names(names: Sequence[str], most: int = 6) -> str:
    """Return names side by side; of many, the first."""
    shown = ", ".join(name or "(no name)" for name in names[:most])
    return shown + (f" and {len(names) - most:,} more" if len(names) > most else "")


def count(n: int, what: str) -> str:
    """Return a number of things, in the plural where it is not one."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def print_table(titles: Sequence[str], rows: Sequence[Sequence[str]], left: int = 0) -> None:
    """Print a table, its first ``left`` columns aligned to the left.

    In a narrow terminal titles take several lines; values are never cut.
    """
    from rich.console import Console
    from rich.table import Table

    widths = [max(map(len, cells)) for cells in zip(titles, *rows, strict=True)]
    broken = titles
    console = Console(highlight=False)
    if console.is_terminal and sum(widths) + 2 * len(widths) > console.width:
        broken = [title.replace("-", "-\n").replace(" ", "\n") for title in titles]
    # Wide enough for all there is: what is too long, the terminal breaks.
    console = Console(highlight=False, width=max(console.width, sum(widths) + 2 * len(widths)))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for j, title in enumerate(broken):
        table.add_column(title, justify="left" if j < left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console.print(table)


def print_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Print names and what is to be said of each, one per line."""
    width = max(len(name) for name, _ in facts)
    for name, value in facts:
        click.echo(f"{click.style(name.ljust(width), bold=True)}  {value}")


def choose_chart_width() -> int:
    """Return how many columns a chart may have, fewer in a narrow terminal."""
    if not sys.stdout.isatty():
        return _CHART_WIDTH
    return min(_CHART_WIDTH, max(8, shutil.get_terminal_size().columns - _CHART_MARGIN))


def format_chart(
    title: str, values: Sequence[float], *, logarithmic: bool, width: int = _CHART_WIDTH
) -> str:
    """Return a chart of columns, a value per level; of many levels, columns stand for several.

    Values that are not finite leave a gap.
    """
    at = [round(i * (len(values) - 1) / max(1, width - 1)) for i in range(width)]
    shown = list(values) if len(values) <= width else [values[i] for i in at]
    scaled = [_scale(value, logarithmic) for value in shown]
    finite = [value for value in scaled if math.isfinite(value)]
    if not finite:
        return f"{title}: not defined"
    low, high = (min(finite) if logarithmic else 0.0), max(finite)
    steps = 8 * _CHART_HEIGHT
    heights = [
        0
        if not math.isfinite(value)
        else max(1, round(steps * (value - low) / (high - low)) if high > low else steps)
        for value in scaled
    ]
    real = [value for value in shown if math.isfinite(_scale(value, logarithmic))]
    least = min(real) if logarithmic else 0
    ends = [
        f"{value:,.0f}" if 1000 <= value < 1e9 or value == round(value) < 1e9 else f"{value:.4g}"
        for value in (max(real), least)
    ]
    margin = max(len("level"), *map(len, ends))
    lines = [f"{title}{', on a logarithmic scale' if logarithmic else ''}"]
    for line in range(_CHART_HEIGHT):
        base = 8 * (_CHART_HEIGHT - 1 - line)
        label = ends[0] if line == 0 else ends[1] if line == _CHART_HEIGHT - 1 else ""
        cells = "".join(_SHADES[min(max(height - base, 0), 8)] for height in heights)
        lines.append(f"{label.rjust(margin)} ┤{cells}".rstrip())
    last = f"{len(values) - 1}"
    lines.append(f"{'level'.rjust(margin)}  0{last.rjust(max(len(shown) - 1, len(last) + 1))}")
    return "\n".join(lines)


def _scale(value: float, logarithmic: bool) -> float:
    if not logarithmic or not math.isfinite(value):
        return value
    return math.log(value) if value > 0 else math.nan
