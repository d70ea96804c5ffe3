"""Chip: the working graph of a quantum annealer, and where on it connected problems find room.

The qubits fall into a grid of cells, as the lattice has them. A problem gets a square block of
cells, so that problems in blocks that do not overlap share no qubit and are sampled in one call.
What was found for a block holds wherever the lattice looks the same, and is found once.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Sequence

    import dimod

Ids = npt.NDArray[np.int64]
Chains = list[tuple[int, ...]]

EMBEDDINGS = ("auto", "clique", "minorminer")
# Up to this many variables, or from this share of all pairs that interact on, the embedding of a
# complete graph is used: it is at hand. Larger and sparser problems get much shorter chains by the
# heuristic search.
_SMALL = 24
_DENSE = 0.3
# How often the heuristic search starts anew, and the least room it is tried in.
_TRIES = 3
_QUBITS_PER_VARIABLE = 2
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
            self._couplers = np.array([(place[u], place[v]) for u, v in edges], np.int64)
            rows = columns = np.zeros(len(nodes), np.int64)
        self._rows, self._columns = rows, columns
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
            inside = (self._rows >= row) & (self._rows < row + size)
            inside &= (self._columns >= column) & (self._columns < column + size)
            qubits = self._qubits[inside]
            both = np.isin(self._couplers, qubits).all(axis=1)
            self._blocks[key] = Block(row, column, size, qubits, self._couplers[both])
        return self._blocks[key]

    def fullest(self, size: int) -> Block:
        """Return the block of a size that has most couplers: what does not fit there fits nowhere.

        Of equal ones the first.
        """
        if size not in self._fullest:
            places = range(self.grid - size + 1)
            blocks = [self.block(row, column, size) for row in places for column in places]
            self._fullest[size] = max(blocks, key=lambda block: len(block.couplers))
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
        key = id(template), edges.tobytes()
        if key not in self._found:
            found = import_extra("minorminer").find_embedding(
                edges.tolist(), list(template.couplers), random_seed=0, tries=_TRIES, threads=1
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


@dataclass(frozen=True, eq=False)
class Placed:
    """A model and its chains.

    Attributes
    ----------
    index : int
        Which of the models it is.
    structure : mapping
        The chain of each variable, a tuple of qubits. On a chip a
        ``dwave.embedding.EmbeddedStructure``, which embeds no interaction without a coupler and has
        no chain that does not hold together.
    """

    index: int
    structure: Any


class _Sheet:
    """What of the chip is taken in one call."""

    def __init__(self, grid: int) -> None:
        self.taken = np.zeros((grid, grid), bool)
        self.placed: list[Placed] = []
        # Blocks of this size had no room, so larger ones have none either.
        self.full_from = grid + 1

    def free_places(self, size: int) -> list[tuple[int, int]]:
        windows = np.lib.stride_tricks.sliding_window_view(self.taken, (size, size))
        rows, columns = np.nonzero(~windows.any(axis=(2, 3)))
        return list(zip(rows.tolist(), columns.tolist(), strict=True))


class Placer:
    """Places models on a chip, as many as have room side by side in each call.

    Parameters
    ----------
    chip : Chip
    embedding : {"auto", "clique", "minorminer"}
        Whether a model gets the chains of a complete graph, or those that a heuristic search finds
        for it. ``"auto"``: the first up to 24 variables, or where 30% of all pairs or more
        interact; the second for others; and the other one if there is no room.
    """

    def __init__(self, chip: Chip, embedding: str = "auto") -> None:
        self.chip, self.embedding = chip, embedding

    def place(
        self, models: Sequence[dimod.BinaryQuadraticModel]
    ) -> tuple[list[list[Placed]], list[int]]:
        """Return the models of each call, and those that have no room on the empty chip.

        The largest first, each in the first call that has room for it.
        """
        sheets: list[_Sheet] = []
        homeless = []
        order = sorted(range(len(models)), key=lambda i: -models[i].num_variables)
        for index in order:
            graph = _Graph(models[index])
            for sheet in sheets:
                if self._put(sheet, index, graph):
                    break
            else:
                sheet = _Sheet(self.chip.grid)
                if self._put(sheet, index, graph):
                    sheets.append(sheet)
                else:
                    homeless.append(index)
        return [sheet.placed for sheet in sheets], sorted(homeless)

    def _put(self, sheet: _Sheet, index: int, graph: _Graph) -> bool:
        """Find room for a model; returns whether there is."""
        dense = graph.n <= _SMALL or graph.density >= _DENSE
        ways = [self.embedding]
        if self.embedding == "auto":
            ways = ["clique", "minorminer"] if dense else ["minorminer", "clique"]
        for way in ways:
            smallest = self._smallest_block(graph, way)
            if smallest is None:
                continue
            for size in range(smallest, min(self.chip.grid + 1, sheet.full_from)):
                places = sheet.free_places(size)
                if not places:
                    sheet.full_from = size
                for row, column in places:
                    block = self.chip.block(row, column, size)
                    chains = self._embed(block, graph, way)
                    if chains is not None:
                        sheet.taken[row : row + size, column : column + size] = True
                        sheet.placed.append(Placed(index, self._structure(block, graph, chains)))
                        return True
        return False

    def _smallest_block(self, graph: _Graph, way: str) -> int | None:
        """Return the size of the smallest block that holds a model where nothing is missing."""
        chip = self.chip
        if way == "clique" and not chip.family:
            return None
        # No lattice can do with less.
        per_cell = {"pegasus": 12, "zephyr": 4 * chip._tile, "chimera": chip._tile}
        size = max(1, -(-graph.n // per_cell[chip.family]) - 1) if way == "clique" else 1
        for size in range(size, chip.grid + 1):
            block = chip.fullest(size)
            if len(block.qubits) < _QUBITS_PER_VARIABLE * graph.n and way != "clique":
                if size < chip.grid:
                    continue
            if self._embed(block, graph, way) is not None:
                return size
        return None

    def _embed(self, block: Block, graph: _Graph, way: str) -> Chains | None:
        if way == "clique":
            return self.chip.embed_clique(block, graph.n)
        return self.chip.embed_graph(block, graph.n, graph.edges)

    def _structure(self, block: Block, graph: _Graph, chains: Chains) -> Any:
        label = self.chip.label
        couplers = [(label(u), label(v)) for u, v in block.couplers.tolist()]
        named = {
            v: tuple(label(q) for q in chain)
            for v, chain in zip(graph.variables, chains, strict=True)
        }
        return import_extra("dwave.embedding").EmbeddedStructure(couplers, named)


class _Graph:
    """Who interacts with whom in a model, its variables numbered."""

    def __init__(self, model: dimod.BinaryQuadraticModel) -> None:
        self.variables = list(model.variables)
        self.n = len(self.variables)
        of = {v: i for i, v in enumerate(self.variables)}
        pairs = sorted((min(of[u], of[v]), max(of[u], of[v])) for u, v in model.quadratic)
        self.edges = np.array(pairs, np.int64).reshape(-1, 2)

    @property
    def density(self) -> float:
        """Share of all pairs that interact."""
        return 2 * len(self.edges) / max(1, self.n * (self.n - 1))
