"""What an interrupted run on disk has left: found, compared, cleared of what is not complete."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bidvit.engines.scratch import read_json, this_boot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROGRESS = "progress.json"
_FORMAT = "bidvit unfinished tree"
_VERSION = 1


def new_state(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the state of a run that begins, with its parameters."""
    return {"format": _FORMAT, "version": _VERSION, "asked": asked, "levels": []}


@contextmanager
def removed_if_worthless(folder: Path, state: dict[str, Any]) -> Iterator[None]:
    """Remove a run that fails before there is anything to go on with."""
    try:
        yield
    except BaseException:
        if "fingerprint" not in state:
            shutil.rmtree(folder)
        raise


def find_state(folder: Path, *, resume: bool) -> dict[str, Any] | None:
    """Return what an interrupted run has got to, None if there is none or hardly any."""
    if not folder.exists():
        return None
    if not resume:
        raise FileExistsError(
            f"{folder} is an unfinished run: give resume=True to go on with it, or remove it"
        )
    if not (folder / PROGRESS).exists():
        return None
    state = read_json(folder / PROGRESS)
    if not isinstance(state, dict) or state.get("format") != _FORMAT:
        raise ValueError(f"{folder} is not an unfinished run: its {PROGRESS} is something else")
    if state["version"] != _VERSION:
        raise ValueError(
            f"{folder} was begun by another version of bidvit: go on with that, or remove it"
        )
    return state


def compare_parameters(before: dict[str, Any], now: dict[str, Any]) -> None:
    """Raise unless the parameters are those that the run was begun with."""
    for name, value in before.items():
        if now[name] != value:
            raise ValueError(
                f"resume=True needs the parameters the run was begun with: {name} was {value!r}, "
                f"got {now[name]!r}"
            )


def sweep(folder: Path, state: dict[str, Any]) -> None:
    """Remove what was being written when the run was interrupted."""
    rests = [*folder.rglob(".*"), *folder.glob(f"{PROGRESS}.*")]
    if state["boot"] != this_boot():
        # What was written on the way to the next level may not have reached the disk.
        rests += [folder / "scan", folder / f"level_{len(state['levels']) + 1:04}"]
    for rest in rests:
        if rest.is_dir():
            shutil.rmtree(rest)
        else:
            rest.unlink(missing_ok=True)
