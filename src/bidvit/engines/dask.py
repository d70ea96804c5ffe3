"""The work of a run on disk as tasks of Dask, on workers that share the storage.

A task is a few names: which file says what to do, and to which piece. Its output is in files, and
whoever is to do it again, after a worker has died, finds it there. So it does not matter where a
task runs or how often, and nothing large goes through Dask.
"""

from __future__ import annotations

import uuid
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bidvit
from bidvit.engines.lease import Lease, RevokedError, leased, read_token
from bidvit.engines.scratch import all_durable, resident_bytes
from bidvit.parallel import Workers
from bidvit.selection.extras import import_extra
from bidvit.unfinished import make_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bidvit.engines.running import Told, Work

_CALLS = "calls"  # the folder of files that say what to do
_RETRIES = 2  # of a task that raises; how many workers may die of one is Dask's to say
_BYTES_PER_BLOCK = 1 << 29
_PATIENCE = 30.0  # seconds to wait for a first worker, and for tasks that are to end


class LostError(RuntimeError):
    """The cluster could not do a task."""


def find_client(client: Any) -> Any:
    """Return a client of Dask, the current one by default; a cluster is never started."""
    distributed = import_extra("distributed")
    if client is None:
        try:
            client = distributed.get_client()
        except ValueError:
            raise ValueError(
                "backend='dask' needs a client and there is none: make one first, with "
                "dask.distributed.Client('tcp://HOST:PORT') for a cluster that is running"
            ) from None
    if not isinstance(client, distributed.Client):
        raise TypeError(f"client must be a dask.distributed.Client or None, got {client!r}")
    if client.asynchronous:
        raise TypeError("client must not be asynchronous: make it with asynchronous=False")
    if client.status != "running":
        raise ValueError(f"client must be connected, got one that is {client.status}")
    return client


@contextmanager
def on_cluster(client: Any, folder: Path) -> Iterator[DaskRunner]:
    """Yield who does the work of a run; after an error, nobody does any more.

    Parameters
    ----------
    client : distributed.Client
    folder : Path
        ``unfinished``.
    """
    with Lease(folder) as lease, Workers(1) as workers:
        try:
            calls = folder / _CALLS
            calls.mkdir(exist_ok=True)
            for rest in calls.iterdir():
                rest.unlink()
            yield DaskRunner(client, folder, lease.token, workers)
        except BaseException:
            lease.give_up(_PATIENCE)
            raise


class DaskRunner:
    """Does work on a cluster; see `running.Runner`."""

    bytes_per_block = _BYTES_PER_BLOCK

    def __init__(self, client: Any, folder: Path, token: str, workers: Workers) -> None:
        self.client, self.folder, self.token, self.workers = client, folder, token, workers
        self._held = self._look_around()

    def _look_around(self) -> int:
        """Make sure that all workers see the folder; returns how much memory one holds at most."""
        try:
            self.client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise TimeoutError(
                f"the cluster has had no workers for {_PATIENCE:g} s: start some, and wait for "
                "them with client.wait_for_workers"
            ) from None
        seen: dict[str, tuple[str, str | None, int]] = self.client.run(
            _look_around, str(self.folder)
        )
        for address, (version, token, _) in seen.items():
            if version != bidvit.__version__:
                raise ValueError(
                    f"the worker {address} has bidvit {version}, this is {bidvit.__version__}: "
                    "install the same version everywhere"
                )
            if token != self.token:
                raise _refuse_folder(address, self.folder)
        return max(resident_bytes(), *(held for _, _, held in seen.values()))

    def held(self) -> int:
        """Return how much memory a process holds, of the driver and the workers."""
        return self._held

    def run(self, work: Work, on_done: Told | None = None) -> list[Any]:
        """Do pieces, each as a task."""
        n_done = 0

        def tell(_: int) -> None:
            nonlocal n_done
            n_done += 1
            if on_done is not None:
                on_done(n_done)

        return self._do(work, tell)

    def run_large(self, work: Work, on_done: Told | None = None) -> list[Any]:
        """Do pieces, each as a task: as many side by side as there are workers."""

        def tell(piece: int) -> None:
            if on_done is not None:
                on_done(piece, 1.0, None)

        return self._do(work, tell)

    def _do(self, work: Work, tell: Callable[[int], object]) -> list[Any]:
        name = f"{work.name}-{uuid.uuid4().hex[:8]}"
        path = self.folder / _CALLS / name
        with make_file(path, durable=False) as file:  # of no use once this process has ended
            file.write(import_extra("distributed.protocol.pickle").dumps(work.task))
        results = self.collect(
            self.client.map(
                partial(_do_piece, str(self.folder), self.token, name),
                work.pieces,
                key=name_tasks(work.name, len(work.pieces)),
                pure=False,
                retries=_RETRIES,
            ),
            lambda i: work.describe(*work.pieces[i]),
            tell,
        )
        path.unlink()
        return results

    def collect(
        self,
        futures: Sequence[Any],
        describe: Callable[[int], str],
        tell: Callable[[int], object] = lambda _: None,
    ) -> list[Any]:
        """Return the results of tasks; if one of them fails, the others are not done either."""
        numbers = {future.key: number for number, future in enumerate(futures)}
        left = dict(zip(numbers, futures, strict=True))
        results: list[Any] = [None] * len(left)
        done = import_extra("distributed").as_completed(
            futures, loop=self.client.loop, with_results=True, raise_errors=False
        )
        del futures  # Dask forgets a task as soon as its result is here
        try:
            for future, result in done:
                number = numbers[future.key]
                if future.status != "finished":
                    raise self._explain(result, describe(number))
                left.pop(future.key).release()
                results[number] = result
                tell(number)
        except BaseException:
            self.client.cancel(list(left.values()))
            raise
        return results

    def _explain(self, found: Any, what: str) -> BaseException:
        """Return the error of a task, with what it was about and how to go on."""
        distributed = import_extra("distributed")
        go_on = f"resume=True (bidvit fit: --resume) goes on with what is done in {self.folder}"
        error = found[1] if isinstance(found, tuple) else found
        if isinstance(error, distributed.KilledWorker):
            lost = LostError(
                f"{what} failed, since one worker after the other died of it; their logs may tell "
                f"why, often it is too little memory; {go_on}"
            )
            lost.__cause__ = error
            return lost
        if isinstance(found, BaseException):
            lost = LostError(f"{what} was cancelled on the cluster; {go_on}")
            lost.__cause__ = error
            return lost
        if isinstance(error, RevokedError):
            return LostError(f"another driver goes on with the run in {self.folder}")
        assert isinstance(error, BaseException)
        error.add_note(f"{what} failed; {go_on}")
        return error.with_traceback(found[2])


def name_tasks(name: str, n: int) -> list[str]:
    """Return names for tasks that no others have, and that the dashboard groups by what they do."""
    unique = uuid.uuid4().hex[:8]
    return [f"bidvit-{name}-{number:05}-{unique}" for number in range(n)]


def _refuse_folder(where: str, folder: Path) -> FileNotFoundError:
    return FileNotFoundError(
        f"out must be a folder that all workers see: {where} does not see {folder}"
    )


# On the workers.


def _look_around(folder: str) -> tuple[str, str | None, int]:
    return bidvit.__version__, read_token(Path(folder)), resident_bytes()


@contextmanager
def on_worker(folder: str, token: str) -> Iterator[Workers]:
    """Be a task on a worker: alone with the driver's other tasks, and in one thread."""
    path = Path(folder)
    if not path.exists():
        raise _refuse_folder(import_extra("distributed").get_worker().address, path)
    with leased(path, token) as check, Workers(1, check) as workers, all_durable():
        yield workers


def _do_piece(folder: str, token: str, name: str, piece: tuple[Any, ...]) -> Any:
    with on_worker(folder, token) as workers:
        return _load(f"{folder}/{_CALLS}/{name}")(*piece, workers=workers)


@lru_cache(maxsize=4)
def _load(path: str) -> Callable[..., Any]:
    task: Callable[..., Any] = import_extra("distributed.protocol.pickle").loads(
        Path(path).read_bytes()
    )
    return task
