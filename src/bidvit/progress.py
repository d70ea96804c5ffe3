"""A bar that shows how far a fit is; what `cluster` calls back."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bidvit.engines.memory import Progress
    from bidvit.tree import ClusterTree

_WIDTH = 24
_COUNTS = ("n_chunks", "n_proved", "repairs", "n_failed")


def describe(selection: Mapping[str, Any]) -> str:
    """Return what a solver made of some chunks in a few words."""
    n_chunks, n_proved, repairs, n_failed = (selection[name] for name in _COUNTS)
    text = f"{n_chunks:,} chunk{'s' * (n_chunks != 1)}, {n_proved:,} proved optimal"
    if repairs:
        text += f", {repairs:,} repair{'s' * (repairs != 1)}"
    if n_failed:
        text += f", {n_failed:,} failed"
    return text


class ProgressBar:
    """Draws a line of the level, the nodes left and the time, over and over.

    Where a solver makes the selection, also of the chunks it has solved at this level, how many of
    them are proved optimal, and how many of its picks had to be repaired.

    How many levels there will be is not known, but the number of nodes falls by about the same
    factor from level to level: the share done is that of its logarithm.

    Parameters
    ----------
    n_rows : int
    stream : file, optional
        The standard error stream by default. Where it is not a terminal, there is one line per
        level.

    Examples
    --------
    >>> import io, bidvit
    >>> X = [[0.0], [1.0], [9.0]]
    >>> told = io.StringIO()
    >>> bar = bidvit.ProgressBar(len(X), told)
    >>> bar.finish(bidvit.cluster(X, initial_epsilon=2, random_state=0, progress=bar))
    >>> print(told.getvalue().splitlines()[0].split(", ")[1:3])
    ['ε = 2', '3 nodes']
    """

    def __init__(self, n_rows: int, stream: TextIO | None = None) -> None:
        self._n_rows = n_rows
        self._stream = sys.stderr if stream is None else stream
        self._overwrites = self._stream.isatty()
        self._level = 0

    def __call__(self, progress: Progress) -> None:
        """Draw the bar."""
        if not self._overwrites and progress.level == self._level:
            return
        self._level = progress.level
        log_n = math.log(max(self._n_rows, 2))
        share = 1 - math.log(max(progress.n_nodes, 1)) / log_n
        filled = round(_WIDTH * share)
        solved = "" if progress.selection is None else f", {describe(vars(progress.selection))}"
        self._write(
            f"{'█' * filled}{'·' * (_WIDTH - filled)} level {progress.level}, "
            f"ε = {progress.epsilon:.4g}, {progress.n_nodes:,} nodes, {progress.seconds:.1f} s"
            f"{solved}"
        )

    def finish(self, tree: ClusterTree) -> None:
        """Say what the fit came to; the last line."""
        seconds = sum(s for step, s in tree.seconds.items() if step not in ("edges", "measured"))
        text = f"{tree!r} in {seconds:.1f} s"
        if tree.selections:
            total: dict[str, int] = {
                name: sum(level[name] for level in tree.selections) for name in _COUNTS
            }
            text += f"; {tree.parameters['selection']}: {describe(total)}"
        self._write(text)
        if self._overwrites:
            self._stream.write("\n")

    def _write(self, text: str) -> None:
        self._stream.write(f"\r\x1b[2K{text}" if self._overwrites else f"{text}\n")
        self._stream.flush()
