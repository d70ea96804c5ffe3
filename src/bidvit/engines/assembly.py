"""The last stage on disk: from the nodes born in every leaf of every level to a stored tree.

All arrays are as `GrowingTree.finish` and `measure_radii` make them in memory, bit for bit, but no
array as long as the tree is ever held.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from bidvit.origin import Origin
    from bidvit.spaces import Space
    from bidvit.tree import ClusterTree

UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Grown:
    """What the level loop knows when it ends; arrays are in files.

    In the folder ``unfinished`` lie, as .npy files of version 1.0:

    - ``rows.npy``, the embedded distinct rows in the order of their numbers, with the header that
      `storage.make_header` makes; ``weights.npy``, float64, only where not all weigh 1;
    - only where rows merged or weigh zero: ``node_of_row.npy`` (int32, -1 for weight zero) and
      ``first_row.npy`` (int32); ``unweighted.npy``, the embedded rows of weight zero in row order,
      only where there are any;
    - in `born_folder` of every level and leaf in which nodes were born: ``points.npy``,
      ``weights.npy``, ``child_counts.npy``, ``children.npy``, ``child_sizes.npy``.

    Attributes
    ----------
    space : Space
    epsilons, n_nodes : sequence
        Of all levels, from level 0 on.
    n_born : sequence of sequence of int
        How many nodes were born at each level from 1 on, leaf by leaf.
    parameters, seconds, selections, origin
        As `ClusterTree` takes them; ``seconds`` is added to.
    """

    space: Space
    epsilons: Sequence[float]
    n_nodes: Sequence[int]
    n_born: Sequence[Sequence[int]]
    parameters: Mapping[str, Any]
    seconds: Mapping[str, float]
    selections: Sequence[Mapping[str, Any]] | None = None
    origin: Origin | None = None


def born_folder(unfinished: Path, level: int, leaf: int) -> Path:
    """Where the files of the nodes lie that were born at a level in one leaf of the partition."""
    return unfinished / f"level_{level:04}" / f"leaf_{leaf:05}"


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
        ``storage.own_folder(path, unfinished=True)``; in ``path/unfinished`` lies what `Grown` says.
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
    raise NotImplementedError
