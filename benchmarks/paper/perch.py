"""PERCH (Kobren et al., 2017), made again after its authors' description, to compare its trees.

Rows come one by one. Each becomes the sibling of the row that is nearest to it; then nodes that are
nearer to their aunt than to their sibling change places with it, and so do nodes whose move makes
the tree more balanced while it hides none from its nearest. Slow: for ten thousand rows or so.
"""

from __future__ import annotations

import numpy as np

NONE = -1
MOST_PAIRS = 100  # between two nodes that are measured; beyond, boxes bound the distances


class Perch:
    """A binary tree: nodes 0 to n - 1 are the rows, the others are numbered as they appear."""

    def __init__(self, X: np.ndarray) -> None:
        self.X = np.asarray(X, np.float64)
        n, d = self.X.shape
        self.children = np.full((2 * n - 1, 2), NONE)
        self.parent = np.full(2 * n - 1, NONE)
        self.size = np.ones(2 * n - 1, np.int64)
        self.low, self.high = np.empty((2, 2 * n - 1, d))
        self.low[:n] = self.high[:n] = self.X
        self._squares = np.einsum("ij,ij->i", self.X, self.X)
        for row in range(1, n):
            self._insert(row)

    @property
    def root(self) -> int:
        return int(np.flatnonzero(self.parent == NONE)[0])

    def measure_purity(self, y: np.ndarray) -> float:
        """Dendrogram purity, over all pairs of rows of a class."""
        numbers = np.unique(y, return_inverse=True)[1]
        counts = np.zeros((len(self.parent), numbers.max() + 1), np.int32)
        counts[np.arange(len(y)), numbers] = 1
        total = 0.0
        for node in self._from_below():
            one, other = (counts[child].astype(np.float64) for child in self.children[node])
            counts[node] = one + other
            total += float((one * other * (one + other)).sum() / self.size[node])
        of_classes = counts[self.root].astype(np.float64)
        return total / float((of_classes * (of_classes - 1) / 2).sum())

    def cut(self, k: int) -> np.ndarray:
        """Labels of k clusters: nodes collapse in the order of how far their rows may be apart."""
        inner = np.array(self._from_below())
        width = np.zeros(len(self.parent))
        for node in inner:
            one, other = self.children[node]
            width[node] = max(width[one], width[other], self._bounds(one, other)[1])
        # A node is never narrower than those below it, which come first where they tie.
        collapsed = inner[np.argsort(width[inner], kind="stable")[: len(self.X) - k]]
        cluster = np.arange(len(self.parent))
        for node in collapsed[np.argsort(-self.size[collapsed], kind="stable")]:
            cluster[self.children[node]] = cluster[node]
        return np.unique(cluster[: len(self.X)], return_inverse=True)[1]

    def _from_below(self) -> list[int]:
        """All inner nodes, children before their parents."""
        nodes, waiting = [], [self.root]
        while waiting:
            node = waiting.pop()
            if self.children[node, 0] != NONE:
                nodes.append(node)
                waiting += self.children[node].tolist()
        return nodes[::-1]

    def _insert(self, row: int) -> None:
        near = int((self._squares[:row] - 2 * (self.X[:row] @ self.X[row])).argmin())
        node = len(self.X) + row - 1
        self._replace(self.parent[near], near, node)
        self._adopt(node, near, row)
        above = self._ancestors(node)
        self.low[above] = np.minimum(self.low[above], self.X[row])
        self.high[above] = np.maximum(self.high[above], self.X[row])
        self.size[above] += 1
        self._unmask(near)
        self._balance(self._sibling(row))

    def _unmask(self, node: int) -> None:
        """Move nodes that are nearer to their aunt, from here upwards until one is not."""
        while self._has_aunt(node):
            aunt, sibling = self._sibling(self.parent[node]), self._sibling(node)
            if self._bounds(node, aunt)[1] < self._bounds(node, sibling)[0]:
                self._rotate(node)
            elif self.children[node, 0] != NONE:
                return
            node = self.parent[node]

    def _balance(self, node: int) -> None:
        """Move nodes where that evens out sizes and hides none from its nearest, up to the root."""
        while self._has_aunt(node):
            pair = sorted((node, self._sibling(node)), key=lambda v: self.size[v])
            for one in pair:
                if self._can_even_out(one):
                    self._rotate(one)
                    node = one
                    break
            node = self.parent[node]

    def _can_even_out(self, node: int) -> bool:
        parent = self.parent[node]
        aunt = self._sibling(parent)
        difference = self.size[parent] - self.size[aunt]
        if abs(difference - 2 * self.size[node]) >= abs(difference):
            return False
        return bool(self._bounds(node, self._sibling(node))[1] > self._bounds(node, aunt)[0])

    def _rotate(self, node: int) -> None:
        """Let the sibling and the aunt of a node change places."""
        parent = self.parent[node]
        above, aunt, sibling = self.parent[parent], self._sibling(parent), self._sibling(node)
        self._adopt(parent, node, aunt)
        self._adopt(above, parent, sibling)

    def _adopt(self, node: int, one: int, other: int) -> None:
        self.children[node] = one, other
        self.parent[[one, other]] = node
        self.size[node] = self.size[one] + self.size[other]
        self.low[node] = np.minimum(self.low[one], self.low[other])
        self.high[node] = np.maximum(self.high[one], self.high[other])

    def _replace(self, parent: int, child: int, by: int) -> None:
        self.parent[by] = parent
        if parent != NONE:
            self.children[parent, int(self.children[parent, 1] == child)] = by

    def _bounds(self, one: int, other: int) -> tuple[float, float]:
        """No two rows below are nearer than the first, nor farther than the second, squared."""
        if self.size[one] * self.size[other] <= MOST_PAIRS:
            rows, others = self.X[self._rows(one)], self.X[self._rows(other)]
            squares = np.square(rows[:, None] - others).sum(axis=2)
            return squares.min(), squares.max()
        up, down = self.low[one] - self.high[other], self.low[other] - self.high[one]
        gap = np.maximum(np.maximum(up, down), 0)
        width = np.maximum(-up, -down)
        return gap @ gap, width @ width

    def _rows(self, node: int) -> list[int]:
        rows, waiting = [], [node]
        while waiting:
            node = waiting.pop()
            if self.children[node, 0] == NONE:
                rows.append(node)
            else:
                waiting += self.children[node].tolist()
        return rows

    def _ancestors(self, node: int) -> list[int]:
        above = []
        while (node := self.parent[node]) != NONE:
            above.append(node)
        return above

    def _has_aunt(self, node: int) -> bool:
        parent = self.parent[node]
        return bool(parent != NONE and self.parent[parent] != NONE)

    def _sibling(self, node: int) -> int:
        one, other = self.children[self.parent[node]]
        return int(other if one == node else one)
