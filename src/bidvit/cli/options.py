"""Options that several commands have in common, by the library's names, and their progress."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from bidvit.engines.memory import Progress


class NumberOrWord(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on only
    """A number, whole if need be, or one of a few words."""

    def __init__(self, *words: str, whole: bool = False) -> None:
        self.words = words
        self.whole = whole
        self.name = "|".join(("whole number" if whole else "number", *words))

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | str:
        """Return the number or the word."""
        if isinstance(value, (int, float)):
            return value
        if value in self.words:
            return str(value)
        try:
            return int(value) if self.whole else float(value)
        except ValueError:
            kind = "a whole number" if self.whole else "a number"
            self.fail(f"{value!r} is neither {kind} nor {' or '.join(self.words)}", param, ctx)


class Levels(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on only
    """Levels such as 1,2,5-8."""

    name = "levels"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[int]:
        """Return the levels, ascending."""
        if isinstance(value, list):
            return value
        levels: set[int] = set()
        for part in value.split(","):
            first, dash, last = part.partition("-")
            try:
                begin = int(first)
                end = int(last) if dash else begin
            except ValueError:
                self.fail(f"{part!r} is not a level or a range such as 5-8", param, ctx)
            if not 1 <= begin <= end:
                self.fail(f"{part!r} must be levels from 1 on, the lower one first", param, ctx)
            if end > 100_000:
                self.fail(f"{part!r} is more levels than there can be", param, ctx)
            levels.update(range(begin, end + 1))
        return sorted(levels)


_CLUSTER_OPTIONS = (
    click.option(
        "--metric",
        type=click.Choice(["euclidean", "manhattan", "chebyshev", "cosine", "haversine"]),
        default="euclidean",
        show_default=True,
        help="Distance between rows.",
    ),
    click.option(
        "--linkage",
        type=click.Choice(["ward", "distance"]),
        default="ward",
        show_default=True,
        help="What closer than epsilon means.",
    ),
    click.option(
        "--representation",
        type=click.Choice(["centroid", "point"]),
        default="centroid",
        show_default=True,
        help="Whether nodes stand on points of the data; needs --linkage distance.",
    ),
    click.option(
        "--initial-epsilon",
        type=NumberOrWord("auto"),
        default="auto",
        show_default=True,
        help="Radius of interest at the first level.",
    ),
    click.option(
        "--initial-collapse",
        type=float,
        default=0.3,
        show_default=True,
        help="With an automatic one: share of the nodes to collapse at the first level.",
    ),
    click.option(
        "--growth",
        type=float,
        default=1.1,
        show_default=True,
        help="Factor on epsilon from level to level.",
    ),
    click.option(
        "--max-chunk-size",
        type=NumberOrWord("auto", whole=True),
        default=1000,
        show_default=True,
        help="Most nodes in a chunk; auto: the solver's largest problem, or 1000.",
    ),
    click.option(
        "--weight-scaling",
        type=click.Choice(["linear", "logarithmic"]),
        help="Scale the weights that the selection sees.",
    ),
)
CLUSTER_PARAMETERS = (
    "metric",
    "linkage",
    "representation",
    "initial_epsilon",
    "initial_collapse",
    "growth",
    "max_chunk_size",
    "weight_scaling",
)


def cluster_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the parameters of `bidvit.cluster` to a command; it gets them as one dict."""

    @functools.wraps(command)
    def collected(**values: Any) -> Any:
        parameters = {name: values.pop(name) for name in CLUSTER_PARAMETERS}
        return command(**values, cluster_parameters=parameters)

    made: Callable[..., Any] = collected
    for option in reversed(_CLUSTER_OPTIONS):
        made = option(made)
    return made


class Reporter:
    """Shows progress on a terminal, and nothing elsewhere or when asked to be quiet."""

    def __init__(self, quiet: bool, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._shows = not quiet and self._stream.isatty()
        self._drawn = False

    def follow_fit(self, n_rows: int) -> Callable[[Progress], object] | None:
        """Return what `bidvit.cluster` is to call, if anything."""
        if not self._shows:
            return None
        from bidvit.progress import ProgressBar

        self._drawn = True
        return ProgressBar(n_rows, self._stream)

    def count(self, what: str, n_done: int, n: int) -> None:
        """Say how many of a number of things are done."""
        if self._shows:
            self._drawn = True
            self._stream.write(f"\r\x1b[2K{n_done:,} of {n:,} {what}")
            self._stream.flush()

    def finish(self) -> None:
        """Clear the line."""
        if self._drawn:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()
