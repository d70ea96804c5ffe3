"""Placer: many models side by side on a chip, in as few calls as it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Sequence

    import dimod

    from bidvit.selection.chips import Block, Chains, Chip

EMBEDDINGS = ("auto", "clique", "minorminer")
# Up to this many variables, or from this share of all pairs that interact on, the embedding of a
# complete graph is used: it is at hand. Larger and sparser problems get much shorter chains by the
# heuristic search.
_SMALL = 24
_DENSE = 0.3
# The least room the heuristic search is tried in, and in how many places of each size: every one
# that looks different costs another search.
_QUBITS_PER_VARIABLE = 2
_QUBITS_PER_INTERACTION = 0.5
_PLACES = 2


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
                for row, column in places if way == "clique" else places[:_PLACES]:
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
        least = max(1, -(-graph.n // per_cell[chip.family]) - 1) if way == "clique" else 1
        for size in range(least, chip.grid + 1):
            block = chip.fullest(size)
            if way == "minorminer" and size < chip.grid and len(block.qubits) < graph.least_room:
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
    def least_room(self) -> float:
        """How many qubits a block should have for a heuristic search."""
        by_edges = _QUBITS_PER_INTERACTION * len(self.edges)
        return max(_QUBITS_PER_VARIABLE * self.n, by_edges)

    @property
    def density(self) -> float:
        """Share of all pairs that interact."""
        return 2 * len(self.edges) / max(1, self.n * (self.n - 1))
