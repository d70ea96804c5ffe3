"""Whose the files of a run are: tasks of a driver that has gone must not write into them.

The driver of a run puts a token of its own into the file ``lease`` of the run's folder. A task has
the token of the driver that sent it, holds the file's lock (shared) while it works, and gives up
when the token has changed. So who changes the token and then waits for the lock is alone.
"""

from __future__ import annotations

import fcntl
import os
import time
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_NAME = "lease"
_DRIVER = "driver"
_LENGTH = 32
_NOBODY = "0" * _LENGTH
_PATIENCE = 600.0  # seconds that a driver waits for tasks of the one before
_INTERVAL = 1.0  # seconds between two looks of a task at the token


class RevokedError(RuntimeError):
    """The task's driver has gone or given up."""


class Lease:
    """The driver's side: within its block, only tasks with its token are at work.

    Parameters
    ----------
    folder : Path
        ``unfinished``, which is there.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / _NAME
        self.token = uuid.uuid4().hex

    def __enter__(self) -> Self:
        # The lock on the tree's folder does not reach to other machines, that of a file does.
        self._driver = os.open(self._path.with_name(_DRIVER), os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(self._driver, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._write(self.token)
            if not self._wait(_PATIENCE):
                raise TimeoutError(
                    f"tasks of an earlier run have been at work in {self._path.parent} for "
                    f"{_PATIENCE:g} s: end their workers"
                )
        except BlockingIOError:
            os.close(self._driver)
            raise BlockingIOError(
                f"another process is building a tree in {self._path.parent}"
            ) from None
        except BaseException:
            os.close(self._driver)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._driver)

    def give_up(self, patience: float) -> None:
        """End the tasks that are still at work, and wait for them for so many seconds at most."""
        self._write(_NOBODY)
        self._wait(patience)

    def _write(self, token: str) -> None:
        # In place: a file that takes the place of another may be seen late on other machines.
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o666)
        try:
            os.pwrite(file, token.encode(), 0)
            os.fsync(file)
        finally:
            os.close(file)

    def _wait(self, patience: float) -> bool:
        end = time.monotonic() + patience
        with self._path.open("rb+") as file:
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    if time.monotonic() > end:
                        return False
                    time.sleep(0.02)
                else:
                    return True


def end_tasks(folder: Path) -> None:
    """Wait until no tasks are at work in a folder any more; none are begun."""
    if (folder / _NAME).exists():
        with Lease(folder):
            pass


def read_token(folder: Path) -> str | None:
    """Return the token in a folder, None if there is none to be seen."""
    try:
        return (folder / _NAME).read_text(encoding="ascii")
    except FileNotFoundError:
        return None


@contextmanager
def leased(folder: Path, token: str) -> Iterator[Callable[[], None]]:
    """Be a task of a driver; yields what raises once the driver has gone.

    Raises `FileNotFoundError` where the folder cannot be seen.
    """
    with (folder / _NAME).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        next_look = 0.0

        def check() -> None:
            nonlocal next_look
            now = time.monotonic()
            if now < next_look:
                return
            next_look = now + _INTERVAL
            if read_token(folder) != token:
                raise RevokedError(f"the driver of the run in {folder} has gone or given up")

        check()
        yield check
