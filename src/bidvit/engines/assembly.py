"""The last stage on disk: from the nodes born in every leaf of every level to a stored tree.

All arrays are as `GrowingTree.finish` and `measure_radii` make them in memory, bit for bit, but no
array as long as the tree is ever held. `placing` and `by_leaf` have the steps.
"""

from __future__ import annotations

import json
import shutil
import time
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bidvit.engines.by_leaf import copy_rows, link_rows, measure_radii
from bidvit.engines.grown import Site
from bidvit.engines.placing import find_places, write_in_order
from bidvit.engines.spilling import Maps, remove_buckets
from bidvit.storage import (
    describe_tree,
    flush_folder,
    full_disk_explained,
    new_folder_name,
    put_in_force,
    read_manifest,
    remove_other_arrays,
    remove_run,
    write_atomically,
)
from bidvit.tree import ClusterTree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bidvit.engines.grown import Grown


class _Step(NamedTuple):
    """A step: what it is called, its share of the time, and which files are only for it."""

    name: str
    work: Callable[[Site], dict[str, Any]]
    share: float
    superfluous: tuple[str, ...]


_STEPS = (
    _Step("place", find_places, 0.25, ("places", "../level_*")),
    _Step("order", write_in_order, 0.15, ("nodes", "own")),
    _Step("leaves", copy_rows, 0.2, ("by_node", "by_leaf")),
    _Step("radii", measure_radii, 0.35, ("rows_by_leaf.npy", "counted.npy")),
    _Step("rows", link_rows, 0.05, ("by_node", "by_row", "leaf_of_node.npy")),
)


def assemble(
    path: Path,
    grown: Grown,
    *,
    radii: Literal["exact", "bound"],
    memory_left: int,
    n_threads: int = 1,
    progress: Callable[[float], object] | None = None,
) -> ClusterTree:
    """Store the tree in a folder, in place of the one that is there, and open it.

    Steps that are complete are not done again, so after an interruption the same call goes on. As
    soon as all born nodes have been read, their files are removed; at the end all of
    ``path/unfinished`` is.

    Parameters
    ----------
    path : Path
        The folder of the tree, which the caller has to itself by
        ``storage.own_folder(path, unfinished=True)``; in ``path/unfinished`` are the files that
        `Grown` describes.
    grown : Grown
        The same at every call.
    radii : {"exact", "bound"}
        As for `bidvit.cluster`.
    memory_left : int
        How many bytes of memory may be taken beyond what the process holds already.
    n_threads : int, default=1
        For the radii.
    progress : callable, optional
        Told the share that is done, 0 to 1.

    Returns
    -------
    ClusterTree
        Mapped into memory, as `ClusterTree.load` opens it.
    """
    site = Site(path, grown, bound_only=radii == "bound", memory=memory_left, n_threads=n_threads)
    with full_disk_explained(path):
        _Assembly(path, site, progress or (lambda _: None)).run()
    return ClusterTree.load(path)


class _Assembly:
    """One call of `assemble`: steps with results in files, and a note of each that is done."""

    def __init__(self, path: Path, site: Site, progress: Callable[[float], object]) -> None:
        self.path, self.site, self.progress = path, site, progress
        self.entries: dict[str, Any] = {}  # of the arrays that are complete
        self.seconds = dict(site.grown.seconds)

    def run(self) -> None:
        """Do all steps that are not done, then put the tree in force."""
        site = self.site
        staged = site.scratch / "staged.json"
        site.arrays.parent.mkdir(exist_ok=True)
        if not staged.exists():
            site.arrays.mkdir(exist_ok=True)
        done = 0.0
        for step in _STEPS:
            site.tell = partial(self._tell, done, step.share)
            site.tell(0)
            self._do(step)
            done += step.share
        if not staged.exists():
            flush_folder(site.arrays)
            write_atomically(staged, json.dumps({"folder": new_folder_name()}).encode())
        folder = self.path / json.loads(staged.read_bytes())["folder"]
        if not folder.exists():
            site.arrays.rename(folder)
            flush_folder(self.path)
        try:
            in_force = read_manifest(self.path)["folder"]
        except ValueError:
            in_force = None
        if in_force != folder.name:
            put_in_force(folder, self._describe(folder), self.entries)
        remove_other_arrays(self.path, folder.name)
        remove_run(self.path)
        self.progress(1)

    def _tell(self, done: float, share: float, part: float) -> None:
        self.progress(done + share * part)

    def _do(self, step: _Step) -> None:
        """Do a step, unless it is noted as done; what it made superfluous is removed."""
        scratch = self.site.scratch
        note = scratch / f"{step.name}.json"
        if note.exists():
            known = json.loads(note.read_bytes())
        else:
            started = time.perf_counter()
            known = step.work(self.site)
            known["seconds"] = time.perf_counter() - started
            flush_folder(scratch)
            write_atomically(note, json.dumps(known).encode())
        self.entries |= known.get("entries", {})
        clock = "radii" if "measured" in known else "order"
        self.seconds[clock] = self.seconds.get(clock, 0) + known["seconds"]
        if "measured" in known:
            self.seconds["measured"] = known["measured"]
        for name in step.superfluous:
            folder = scratch.parent if name.startswith("../") else scratch
            for path in folder.glob(name.removeprefix("../")):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    remove_buckets(path)

    def _describe(self, folder: Path) -> dict[str, Any]:
        maps = Maps(0)
        leaf_of_row = first_rows = None
        if "leaf_of_row" in self.entries:
            leaf_of_row = maps.open(folder / "leaf_of_row.npy")
            first_rows = maps.open(folder / "first_rows.npy")
        grown = self.site.grown
        tree = ClusterTree(
            self.site.mapped_nodes(folder, maps),
            grown.epsilons,
            grown.n_nodes,
            leaf_of_row,
            first_rows,
            grown.parameters,
            "bound" if self.site.bound_only else "exact",
            self.seconds,
            grown.selections,
            grown.origin,
        )
        return describe_tree(tree, include_rows=True)
