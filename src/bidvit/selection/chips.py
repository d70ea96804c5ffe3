"""Chip: the working graph of a quantum annealer, and embeddings of problems in its blocks.

The qubits fall into a grid of cells, as the lattice has them. A problem gets a square block of
cells, so that problems in blocks that do not overlap share no qubit and are sampled in one call.
What was found for a block holds wherever the lattice looks the same, and is found once.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from bidvit.selection.extras import import_extra

Ids = npt.NDArray[np.int64]
Chains = list[tuple[int, ...]]

# How many embeddings that serve one problem only are kept.
_KEPT = 1000


@dataclass(frozen=True, eq=False)
class Block:
    """A square of cells.

    Attributes
    ----------
    row, column, size : int
    qubits : ndarray of int64
    couplers : ndarray of int64, shape (k, 2)
        Those with both ends in the block.
    """

    row: int
    column: int
    size: int
    qubits: Ids
    couplers: Ids


@dataclass(frozen=True, eq=False)
class Template:
    """What a block is when it is moved to the corner: equal for all blocks that look the same.

    Attributes
    ----------
    size : int
        Of the lattice that it is a part of, 0 where the lattice is not known.
    qubits : tuple of int
        Their numbers in that lattice, in the order of those of the block.
    couplers : tuple of pairs
    cliques : dict
        Embeddings of complete graphs by their number of vertices, None where there is none.
    """

    size: int
    qubits: tuple[int, ...]
    couplers: tuple[tuple[int, int], ...]
    cliques: dict[int, Chains | None] = field(default_factory=dict)


class Chip:
    """The working graph of a sampler with a structure.

    Chimera, Pegasus and Zephyr lattices are known, and what is missing of them is left out. Any
    other graph is one cell, on which one problem at a time has room.

    Parameters
    ----------
    sampler : dimod.Structured
        Says by ``properties["topology"]`` which lattice it is.

    Attributes
    ----------
    n_qubits, n_couplers : int
    grid : int
        How many cells there are in a row and in a column.

    Examples
    --------
    >>> from dwave.system.testing import MockDWaveSampler
    >>> from bidvit.selection.chips import Chip
    >>> chip = Chip(MockDWaveSampler(topology_type="pegasus", topology_shape=[4]))
    >>> chip.n_qubits, chip.grid, chip.largest_clique
    (264, 4, 36)
    """

    def __init__(self, sampler: Any) -> None:
        nodes, edges = list(sampler.nodelist), list(sampler.edgelist)
        topology = sampler.properties.get("topology") or {}
        self.family = str(topology.get("type", ""))
        shape = [int(one) for one in topology.get("shape", ())]
        known = self.family in ("pegasus", "zephyr", "chimera") and len(shape) > 0
        square = self.family != "chimera" or len(shape) < 2 or shape[0] == shape[1]
        self.n_qubits, self.n_couplers = len(nodes), len(edges)
        self._labels: dict[int, Any] | None = None
        if known and square:
            self.size = shape[0]
            sides = 2 if self.family == "chimera" else 1
            self._tile = shape[sides] if len(shape) > sides else 4
            self._qubits = np.sort(np.array(nodes, np.int64))
            ends = np.array(edges, np.int64).reshape(-1, 2)
            self._couplers = np.sort(ends, axis=1)
            self._axes = np.unravel_index(self._qubits, self._shape_of(self.size))
            rows, columns = self._cells()
            self.grid = self.size + (self.family == "zephyr")
        else:
            self.family, self.size, self._tile, self.grid = "", 0, 0, 1
            self._labels = dict(enumerate(nodes))
            place = {label: i for i, label in self._labels.items()}
            self._qubits = np.arange(len(nodes), dtype=np.int64)
            pairs = [(place[u], place[v]) for u, v in edges]
            self._couplers = np.array(pairs, np.int64).reshape(-1, 2)
            rows = columns = np.zeros(len(nodes), np.int64)
        self._rows, self._columns = rows, columns
        self._ends = np.searchsorted(self._qubits, self._couplers)
        self._blocks: dict[tuple[int, int, int], Block] = {}
        self._templates: dict[tuple[int, bytes, bytes], Template] = {}
        self._fullest: dict[int, Block] = {}
        self._found: OrderedDict[tuple[int, bytes], Chains | None] = OrderedDict()
        self._largest_clique: int | None = None

    def _shape_of(self, size: int) -> tuple[int, ...]:
        """Return the lengths of a lattice's coordinates, from which qubits are numbered."""
        return {
            "pegasus": (2, size, 12, size - 1),
            "zephyr": (2, 2 * size + 1, self._tile, 2, size),
            "chimera": (size, size, 2, self._tile),
        }[self.family]

    def _cells(self) -> tuple[Ids, Ids]:
        """Return row and column of the cell of each qubit."""
        if self.family == "chimera":
            return self._axes[0], self._axes[1]
        across, along = self._axes[1] // (2 if self.family == "zephyr" else 1), self._axes[-1]
        upright = self._axes[0] == 0
        return np.where(upright, along, across), np.where(upright, across, along)

    @property
    def largest_clique(self) -> int | None:
        """Most vertices a complete graph may have; None where the lattice is not known."""
        if self._largest_clique is None and self.family:
            whole = self.block(0, 0, self.grid)
            # That of a lattice without a flaw, in which nothing larger fits.
            high = {
                "pegasus": 12 * (self.size - 1),
                "zephyr": 2 * self._tile * (2 * self.size - 1),
                "chimera": self._tile * self.size + 1,
            }[self.family]
            low = 1
            if self.embed_clique(whole, high) is not None:
                low = high
            while high - low > 1:
                middle = (low + high) // 2
                if self.embed_clique(whole, middle) is None:
                    high = middle
                else:
                    low = middle
            self._largest_clique = low
        return self._largest_clique

    def block(self, row: int, column: int, size: int) -> Block:
        """Return a square of cells."""
        key = row, column, size
        if key not in self._blocks:
            inside = self._is_inside(*key)
            both = inside[self._ends].all(axis=1)
            couplers = self._couplers[both]
            self._blocks[key] = Block(row, column, size, self._qubits[inside], couplers)
        return self._blocks[key]

    def _is_inside(self, row: int, column: int, size: int) -> npt.NDArray[np.bool_]:
        """Return which qubits are in a square of cells."""
        inside = (self._rows >= row) & (self._rows < row + size)
        inside &= (self._columns >= column) & (self._columns < column + size)
        return inside

    def fullest(self, size: int) -> Block:
        """Return the block of a size that has most couplers: what does not fit there fits nowhere.

        Of equal ones the first.
        """
        if size not in self._fullest:
            places = range(self.grid - size + 1)
            keys = [(row, column, size) for row in places for column in places]
            counts = [self._is_inside(*key)[self._ends].all(axis=1).sum() for key in keys]
            self._fullest[size] = self.block(*keys[int(np.argmax(counts))])
        return self._fullest[size]

    def template(self, block: Block) -> Template:
        """Return the block moved to the corner of the smallest lattice that holds it."""
        qubits, couplers, size = block.qubits, block.couplers, self.size
        if block.size < self.grid:
            size = block.size + (self.family == "pegasus")
            qubits = self._move_to_corner(block, size)
            couplers = qubits[np.searchsorted(block.qubits, couplers)]
        key = size, qubits.tobytes(), couplers.tobytes()
        if key not in self._templates:
            pairs = tuple((u, v) for u, v in couplers.tolist())
            self._templates[key] = Template(size, tuple(qubits.tolist()), pairs)
        return self._templates[key]

    def _move_to_corner(self, block: Block, size: int) -> Ids:
        """Return the numbers that the qubits of a block have in a smaller lattice."""
        axes = [axis[np.searchsorted(self._qubits, block.qubits)] for axis in self._axes]
        if self.family == "chimera":
            axes[0], axes[1] = axes[0] - block.row, axes[1] - block.column
        else:
            upright = axes[0] == 0
            step = 2 if self.family == "zephyr" else 1
            axes[1] = axes[1] - step * np.where(upright, block.column, block.row)
            axes[-1] = axes[-1] - np.where(upright, block.row, block.column)
        return np.ravel_multi_index(tuple(axes), self._shape_of(size)).astype(np.int64)

    def embed_clique(self, block: Block, n: int) -> Chains | None:
        """Return n chains of qubits, any two of them coupled, or None."""
        if not self.family:
            return None
        asked, n = n, max(n, self._least_clique())
        if n > len(block.qubits):
            return None
        template = self.template(block)
        if n not in template.cliques:
            found: Any = {}
            if template.couplers:
                shape = [template.size, *([] if self.family == "pegasus" else [self._tile])]
                if self.family == "chimera":
                    shape = [template.size, template.size, self._tile]
                graph = import_extra("dwave.system").qpu_graph(
                    self.family, shape, list(template.qubits), list(template.couplers)
                )
                # Its own cache would be files in the home directory.
                search = import_extra("minorminer.busclique").find_clique_embedding
                found = search(n, graph, seed=0, use_cache=False)
            chains = sorted((tuple(found[v]) for v in range(n)), key=len) if found else None
            template.cliques[n] = chains
        chains = self._move_back(block, template, template.cliques[n])
        return None if chains is None else chains[:asked]

    def _least_clique(self) -> int:
        """Return the least number of vertices that busclique is asked for.

        Where chains in a single cell might do, on Chimera and Zephyr, it has been seen to end the
        process (minorminer 0.2.22); more vertices always went well.
        """
        return {"chimera": self._tile + 1, "zephyr": 2 * self._tile + 1}.get(self.family, 1)

    def embed_graph(self, block: Block, n: int, edges: Ids) -> Chains | None:
        """Return n chains of qubits, those joined by an edge coupled, by a heuristic search.

        The search is seeded: the same graph, the same chains.
        """
        template = self.template(block)
        if len(template.couplers) < len(edges):
            return None
        key = id(template), edges.tobytes()
        if key not in self._found:
            found = import_extra("minorminer").find_embedding(
                edges.tolist(), list(template.couplers), random_seed=0, tries=2, threads=1
            )
            self._found[key] = [tuple(found[v]) for v in range(n)] if len(found) == n else None
            if len(self._found) > _KEPT:
                self._found.popitem(last=False)
        return self._move_back(block, template, self._found[key])

    def _move_back(self, block: Block, template: Template, chains: Chains | None) -> Chains | None:
        if chains is None:
            return None
        of = dict(zip(template.qubits, block.qubits.tolist(), strict=True))
        return [tuple(of[q] for q in chain) for chain in chains]

    def label(self, qubit: int) -> Any:
        """Return what the sampler calls a qubit."""
        return qubit if self._labels is None else self._labels[qubit]
