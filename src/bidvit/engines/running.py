"""Who does the work of a run on disk, piece by piece: the threads of this process.

`dask` has another who does the same pieces in other processes, on any machine.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bidvit.engines.scratch import resident_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bidvit.parallel import Workers

    Told = Callable[..., object]


class Work(NamedTuple):
    """Pieces of work that do not wait for each other.

    Attributes
    ----------
    name : str
        What is done, in a word or two joined by hyphens.
    task : callable
        Called with the arguments of a piece, and the keyword ``workers``. It can be sent elsewhere
        and done again: what it makes is in files, what it returns is small.
    pieces : sequence of tuple
        The arguments of each.
    describe : callable
        Called with the arguments of a piece; returns what is done there, for a message.
    """

    name: str
    task: Callable[..., Any]
    pieces: Sequence[tuple[Any, ...]]
    describe: Callable[..., str]


class Runner(Protocol):
    """Does work; results are in the order of the pieces.

    Attributes
    ----------
    workers : Workers
        For what is done in this process.
    bytes_per_block : int
        What a small piece takes in memory at most, be there more of it or not. Pieces are few where
        each costs something of its own.
    """

    workers: Workers
    bytes_per_block: int

    def run(self, work: Work, on_done: Told | None = None) -> list[Any]:
        """Do small pieces; ``on_done`` is called with the number of those done."""

    def run_large(self, work: Work, on_done: Told | None = None) -> list[Any]:
        """Do pieces one of which may fill the memory.

        ``on_done`` is called with the number of a piece, the share of it that is done and a
        `LevelSelection` or None.
        """

    def held(self) -> int:
        """Return how much memory is taken before the work begins."""


class ThreadRunner:
    """Small pieces side by side in threads; large ones in turn, with threads within each."""

    bytes_per_block = 1 << 26

    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    def run(self, work: Work, on_done: Told | None = None) -> list[Any]:
        """Do small pieces."""
        return self.workers.run(partial(work.task, workers=self.workers), work.pieces, on_done)

    def run_large(self, work: Work, on_done: Told | None = None) -> list[Any]:
        """Do pieces one of which may fill the memory."""
        results = []
        for number, piece in enumerate(work.pieces):
            told = {} if on_done is None else {"on_done": partial(on_done, number)}
            results.append(work.task(*piece, workers=self.workers, **told))
        return results

    def held(self) -> int:
        """Return how much memory this process holds."""
        return resident_bytes()
