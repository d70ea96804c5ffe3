"""A bar that shows how far a fit is; what `cluster` calls back."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from bidvit.engines.memory import Progress
    from bidvit.tree import ClusterTree

_WIDTH = 24


class ProgressBar:
    """Draws a line of the level, the nodes left and the time, over and over.

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
        self._write(
            f"{'█' * filled}{'·' * (_WIDTH - filled)} level {progress.level}, "
            f"ε = {progress.epsilon:.4g}, {progress.n_nodes:,} nodes, {progress.seconds:.1f} s"
        )

    def finish(self, tree: ClusterTree) -> None:
        """Say what the fit came to; the last line."""
        seconds = sum(s for step, s in tree.seconds.items() if step not in ("edges", "measured"))
        self._write(f"{tree!r} in {seconds:.1f} s")
        if self._overwrites:
            self._stream.write("\n")

    def _write(self, text: str) -> None:
        self._stream.write(f"\r\x1b[2K{text}" if self._overwrites else f"{text}\n")
        self._stream.flush()
