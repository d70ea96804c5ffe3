"""The top of a tree, with everything above some level: as a dendrogram, and as an icicle."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit import inputs
from bidvit.plots.frame import PALETTE, count, make_figure, unit_of, write_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bidvit.tree import ClusterTree

Floats = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]

_MOST_LABELS = 60


def plot_dendrogram(tree: ClusterTree, max_nodes: int = 40, *, ax: Axes | None = None) -> Axes:
    """Draw the mergers above a level, each at the ε at which it happened.

    Several nodes may merge at once. The heavier a node, the thicker its line; the weight of those
    at the bottom is written below them.

    Parameters
    ----------
    tree : ClusterTree
    max_nodes : int, default=40
        The lowest level shown is the finest one with no more nodes than this.
    ax : matplotlib Axes, optional
        Where to draw. Without it the picture gets a figure of its own, apart from pyplot.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import bidvit
    >>> from bidvit.datasets import make_grid
    >>> from bidvit.plots import plot_dendrogram
    >>> tree = bidvit.cluster(make_grid(2, 100, random_state=0)[0], random_state=0)
    >>> ax = plot_dendrogram(tree, max_nodes=20)
    >>> ax.get_ylabel()
    'ε'
    """
    top = _Top(tree, max_nodes)
    if ax is None:
        ax = make_figure(7.0, 4.6).add_subplot()
    from matplotlib.collections import LineCollection

    size, unit = unit_of(tree.nodes.space)
    epsilons = np.array([level.epsilon for level in tree.levels]) / size
    # The bottom is at the ε of the lowest level; that of the distinct rows, 0, is on no
    # logarithmic axis, and stands one step below the first.
    bottom, highest = epsilons[top.level], epsilons[-1]
    if bottom <= 0:
        bottom = epsilons[1] / 1.5 if len(epsilons) > 1 else 0.5
        highest = max(highest, bottom)
    heights = np.where(top.is_lowest, bottom, np.maximum(epsilons[top.births], bottom))
    stub = highest * max(highest / bottom, 1.5) ** 0.04
    x = top.middles
    above = top.parents
    ends = np.where(above >= 0, heights[above], stub)
    widths = 0.8 + 4 * np.sqrt(top.weights / top.weights.sum(where=top.is_lowest))
    verticals = np.stack([np.stack([x, heights], 1), np.stack([x, ends], 1)], axis=1)
    ax.add_collection(
        LineCollection(
            list(verticals), linewidths=widths, colors=[PALETTE[0]], capstyle="butt", zorder=2
        )
    )
    inner = np.flatnonzero(~top.is_lowest)
    left, right = top.spans
    bars = np.stack(
        [np.stack([left, heights], 1)[inner], np.stack([right, heights], 1)[inner]], axis=1
    )
    ax.add_collection(
        LineCollection(
            list(bars), linewidths=widths[inner], colors=[PALETTE[0]], capstyle="round", zorder=2
        )
    )
    n = int(top.is_lowest.sum())
    ax.set_xlim(-0.7, n - 0.3)
    ax.set_yscale("log")
    ax.set_ylim(bottom, stub * 1.02)
    ax.set_ylabel(f"ε /{unit}" if unit else "ε")
    _keep_few_ticks(ax)
    lowest = np.flatnonzero(top.is_lowest)
    if n <= _MOST_LABELS:
        labels = [_shorten(weight) for weight in top.weights[lowest]]
        ax.set_xticks(x[lowest], labels, rotation=90 if n > 14 else 0, fontsize="small")
    else:
        ax.set_xticks([])
    ax.tick_params(axis="x", length=0)
    what = "weights of the " if n <= _MOST_LABELS else ""
    ax.set_xlabel(f"{what}{count(n, 'node')} of level {top.level}")
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    write_title(ax, f"Mergers above level {top.level}")
    return ax


def plot_icicle(tree: ClusterTree, max_nodes: int = 200, *, ax: Axes | None = None) -> Axes:
    """Draw the nodes above a level as boxes: what one stands on is what it is made of.

    A box is as wide as its node is heavy, and spans the levels at which the node is there. The
    darker, the smaller its radius.

    Parameters
    ----------
    tree : ClusterTree
    max_nodes : int, default=200
        The lowest level shown is the finest one with no more nodes than this.
    ax : matplotlib Axes, optional
        Where to draw. Without it the picture gets a figure of its own, apart from pyplot.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import bidvit
    >>> from bidvit.datasets import make_grid
    >>> from bidvit.plots import plot_icicle
    >>> tree = bidvit.cluster(make_grid(2, 100, random_state=0)[0], random_state=0)
    >>> ax = plot_icicle(tree, max_nodes=50)
    >>> ax.get_ylabel()
    'level'
    """
    top = _Top(tree, max_nodes)
    if ax is None:
        ax = make_figure(7.0, 5.0).add_subplot()
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import LogNorm, Normalize

    size, unit = unit_of(tree.nodes.space)
    begin, end = top.shares
    low = np.where(top.is_lowest, top.level, top.births)
    high = np.where(top.parents >= 0, top.births[top.parents], len(tree.levels))
    corners = [[begin, low], [end, low], [end, high], [begin, high]]
    boxes = np.stack([np.stack(corner, axis=1) for corner in corners], axis=1)
    radii = tree.nodes.radii_of(top.nodes).astype(np.float64) / size
    positive = radii[radii > 0]
    norm: Normalize = Normalize(0, 1)
    if len(positive):
        norm = LogNorm(positive.min(), max(positive.max(), positive.min() * 1.001))
    drawn = PolyCollection(
        list(boxes),
        array=np.maximum(radii, norm.vmin or 0),
        cmap="cividis",
        norm=norm,
        edgecolors="white",
        linewidths=0.5 if len(top.nodes) < 400 else 0.2,
    )
    ax.add_collection(drawn)
    ax.set_xlim(0, 1)
    ax.set_ylim(top.level, len(tree.levels))
    # The labels of levels stand in the middle of them.
    step = max(1, -(-(len(tree.levels) - top.level) // 14))
    shown = np.arange(len(tree.levels) - 1, top.level - 1, -step)
    ax.set_yticks(shown + 0.5, [str(level) for level in shown])
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25%", "50%", "75%", "100%"])
    ax.set_xlabel("share of the weight")
    ax.set_ylabel("level")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    if len(positive):
        bar = ax.figure.colorbar(drawn, ax=ax, pad=0.02, aspect=30)
        kind = " (bound)" if tree.radii_kind == "bound" else ""
        bar.set_label(f"radius{kind}" + (f" /{unit}" if unit else ""))
        bar.outline.set_visible(False)
        _keep_few_ticks(bar.ax)
    n = int(top.is_lowest.sum())
    write_title(
        ax,
        f"{count(n, 'node')} of level {top.level} up to "
        f"{count(tree.levels[-1].n_nodes, 'node')} of level {len(tree.levels) - 1}",
    )
    return ax


class _Top:
    """The nodes of a level, lowest first in tree order, and all those above it."""

    def __init__(self, tree: ClusterTree, max_nodes: Any) -> None:
        max_nodes = inputs.check_integer("max_nodes", max_nodes, 1)
        fewest = tree.levels[-1].n_nodes
        if fewest > max_nodes:
            raise ValueError(
                f"max_nodes must be at least {fewest:,}, the nodes of the top level, "
                f"got {max_nodes:,}"
            )
        self._tree = tree
        self.level = next(m for m, at in enumerate(tree.levels) if at.n_nodes <= max_nodes)
        lowest = tree.levels[self.level].nodes
        above: list[Ids] = []
        frontier = lowest
        while len(frontier):
            parents = tree.nodes.parent_of(frontier)
            frontier = np.unique(parents[parents >= 0])
            above.append(frontier)
        inner = np.setdiff1d(np.concatenate(above), lowest)
        self.nodes = np.concatenate([lowest, inner]).astype(np.int32)
        self.is_lowest = np.arange(len(self.nodes)) < len(lowest)
        place_of = {node: place for place, node in enumerate(self.nodes.tolist())}
        self.parents = np.array(
            [place_of.get(parent, -1) for parent in tree.nodes.parent_of(self.nodes).tolist()]
        )
        self.births = np.zeros(len(self.nodes), np.intp)
        is_inner = self.nodes >= tree.nodes.n_leaves
        self.births[is_inner] = tree.nodes.births[self.nodes[is_inner] - tree.nodes.n_leaves]
        self.weights = tree.nodes.weights_of(self.nodes)

    @cached_property
    def _by_birth(self) -> list[int]:
        """All but the lowest nodes, children before their parents."""
        inner = np.flatnonzero(~self.is_lowest)
        return [int(place) for place in inner[np.argsort(self.births[inner], kind="stable")]]

    @cached_property
    def spans(self) -> tuple[Floats, Floats]:
        """The middles of the first and the last child of each node, in places of the lowest."""
        left = np.full(len(self.nodes), np.inf)
        right = np.full(len(self.nodes), -np.inf)
        n = int(self.is_lowest.sum())
        left[:n] = right[:n] = np.arange(n)
        for place in [*range(n), *self._by_birth]:
            middle, parent = (left[place] + right[place]) / 2, self.parents[place]
            if parent >= 0:
                left[parent] = min(left[parent], middle)
                right[parent] = max(right[parent], middle)
        return left, right

    @property
    def middles(self) -> Floats:
        """Where each node stands."""
        left, right = self.spans
        return (left + right) / 2

    @cached_property
    def shares(self) -> tuple[Floats, Floats]:
        """Begin and end of each node, as shares of the weight of all."""
        nodes = self._tree.nodes
        begin, end = nodes.leaf_range(self.nodes)
        if nodes.leaf_weights is None:
            return begin / nodes.n_leaves, end / nodes.n_leaves
        sums = np.concatenate([[0.0], np.cumsum(nodes.leaf_weights)])
        return sums[begin] / sums[-1], sums[end] / sums[-1]


def _shorten(weight: float) -> str:
    """Three digits of a weight, with k, M or G for thousands, millions and milliards."""
    for power, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if weight >= 0.9995 * power:
            return f"{weight / power:.3g}{letter}"
    return f"{weight:.3g}"


def _keep_few_ticks(ax: Axes) -> None:
    """Plain numbers on a logarithmic axis, also where it spans less than a power of ten."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = ax.get_ylim()
    subs: tuple[float, ...] = (1.0,) if high / low > 100 else (1.0, 2.0, 5.0)
    if high / low < 4:
        subs = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
    ax.yaxis.set_major_locator(LogLocator(subs=subs))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    ax.yaxis.set_minor_formatter(NullFormatter())
