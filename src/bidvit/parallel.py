"""Threads: the only file that starts any. Kernels are serial; batches run side by side."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from contextvars import ContextVar
from itertools import pairwise
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self, TypeVar

from bidvit import _core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import TracebackType

R = TypeVar("R")

_INTERVAL = 0.02  # seconds between two calls of what is to be done meanwhile

# In a thread of workers, the flag that ends what they run.
_stop_of_thread: ContextVar[_core.Stop | None] = ContextVar("stop", default=None)


def count_threads(n_jobs: int | None) -> int:
    """Turn scikit-learn's ``n_jobs`` into a number of threads.

    ``None`` means 1, -1 all processors this process may use, -2 all but one, and so on.
    """
    if n_jobs is None:
        return 1
    if isinstance(n_jobs, bool) or not hasattr(n_jobs, "__index__"):
        raise TypeError(f"n_jobs must be an integer or None, got {n_jobs!r}")
    n_jobs = int(n_jobs)
    if n_jobs == 0:
        raise ValueError("n_jobs must not be 0: use 1 for one thread, -1 for all processors")
    if n_jobs > 0:
        return n_jobs
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, (available or 1) + 1 + n_jobs)


class Workers:
    """A few threads for the length of one fit, and the flag that ends what they run.

    The caller's thread only waits, so Ctrl-C reaches it at once; the kernels look at ``stop``
    several times per chunk.

    Parameters
    ----------
    n_threads : int
    meanwhile : callable, optional
        Called again and again in the caller's thread while it waits.
    """

    def __init__(self, n_threads: int, meanwhile: Callable[[], object] | None = None) -> None:
        self.n_threads = n_threads
        self._meanwhile = meanwhile
        self.stop = _core.Stop()
        self._executor = ThreadPoolExecutor(
            n_threads,
            thread_name_prefix="bidvit",
            initializer=_stop_of_thread.set,
            initargs=(self.stop,),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self.stop.set()
        self._executor.shutdown(wait=True, cancel_futures=True)

    def split(self, n: int) -> list[tuple[int, int]]:
        """Ranges that cover 0 to n, a few per thread."""
        n_parts = min(n, 8 * self.n_threads)
        return list(pairwise(n * i // n_parts for i in range(n_parts + 1))) if n_parts else []

    def run(
        self,
        task: Callable[..., R],
        batches: Sequence[tuple[Any, ...]],
        on_done: Callable[[int], object] | None = None,
    ) -> list[R]:
        """Call ``task(*batch)`` for every batch; results in the order of the batches.

        ``on_done`` is called in the caller's thread with the number of batches finished.
        """
        # The threads help themselves: handing over every batch would cost more than a small one.
        waiting = deque(enumerate(batches))
        results: dict[int, R] = {}
        errors: list[BaseException] = []
        news: SimpleQueue[bool] = SimpleQueue()  # a batch is through; False: a thread is

        def work() -> None:
            try:
                while not errors:
                    try:
                        number, batch = waiting.popleft()
                    except IndexError:
                        break
                    results[number] = task(*batch)
                    if on_done is not None:
                        news.put(True)
            except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
                errors.append(error)
            finally:
                news.put(False)

        n_working = min(self.n_threads, len(batches))
        futures = [self._executor.submit(work) for _ in range(n_working)]
        n_done = 0
        try:
            while n_working:
                if self._wait_for(news):
                    n_done += 1
                    assert on_done is not None
                    on_done(n_done)
                else:
                    n_working -= 1
                if errors:
                    raise errors[0]
        except BaseException:
            self.stop.set()
            waiting.clear()
            wait(futures)
            raise
        return [results[number] for number in range(len(batches))]

    def _wait_for(self, news: SimpleQueue[bool]) -> bool:
        if self._meanwhile is None:
            return news.get()
        while True:
            self._meanwhile()
            try:
                return news.get(timeout=_INTERVAL)
            except Empty:
                pass

    def run_all(self, *groups: Iterable[tuple[Any, ...]]) -> None:
        """Call functions that do not wait for each other, each with the arguments behind it."""
        calls = [call for group in groups for call in group]
        self.run(lambda function, *arguments: function(*arguments), calls)


def run_stoppable(kernel: Callable[[_core.Stop], R]) -> R:
    """Run a kernel so that Ctrl-C ends it, whoever calls.

    Within a thread of `Workers` it gets their flag; elsewhere, a thread of its own.
    """
    stop = _stop_of_thread.get()
    if stop is not None:
        return kernel(stop)
    with Workers(1) as workers:
        return workers.run(kernel, [(workers.stop,)])[0]


def is_stopping() -> bool:
    """Whether this is a thread of workers that have been told to stop."""
    stop = _stop_of_thread.get()
    return stop is not None and stop.is_set()
