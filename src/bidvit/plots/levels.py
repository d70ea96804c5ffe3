"""All levels of a tree at a glance: how many nodes, how far from their points, how good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit.plots.frame import INK, PALETTE, count, make_figure, unit_of, write_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bidvit.tree import ClusterTree

Doubles = npt.NDArray[np.float64]


def plot_levels(tree: ClusterTree, *, figure: Figure | None = None) -> npt.NDArray[np.object_]:
    """Draw the number of nodes, ε, radii and the Calinski-Harabasz score of every level.

    Marked is the level whose score stands out most from those around it.

    Parameters
    ----------
    tree : ClusterTree
    figure : matplotlib Figure, optional
        Where to draw; a new one, apart from pyplot, by default.

    Returns
    -------
    ndarray of matplotlib Axes
        Of nodes, of distances and, unless the metric is a function, of the score.

    Examples
    --------
    >>> import bidvit
    >>> from bidvit.datasets import make_grid
    >>> from bidvit.plots import plot_levels
    >>> tree = bidvit.cluster(make_grid(2, 100, random_state=0)[0], random_state=0)
    >>> nodes, distances, score = plot_levels(tree)
    >>> nodes.get_ylabel(), score.get_ylabel()
    ('nodes', 'Calinski–Harabasz score')
    """
    figures = tree.scores(davies_bouldin=0)
    has_score = bool(np.isfinite(figures.calinski_harabasz).any())
    n_panels = 3 if has_score else 2
    if figure is None:
        figure = make_figure(7.0, 1.0 + 2.2 * n_panels)
    panels: npt.NDArray[np.object_] = figure.subplots(n_panels, 1, sharex=True)
    levels = np.arange(len(tree.levels))

    _draw(panels[0], levels, figures.n_nodes.astype(np.float64), 0, None)
    panels[0].set_ylabel("nodes")
    panels[0].set_yscale("log")
    write_title(
        panels[0],
        f"{count(tree.n_rows, 'row')}; {count(len(tree.levels), 'level')}, from "
        f"{count(tree.levels[0].n_nodes, 'node')} to {tree.levels[-1].n_nodes:,}",
    )

    size, unit = unit_of(tree.nodes.space)
    largest, total = tree.nodes.level_figures[:2] / size
    is_ward = tree.parameters["linkage"] == "ward"
    is_bound = " (bound)" if tree.radii_kind == "bound" else ""
    for k, (values, name) in enumerate(
        (
            (figures.epsilon / size, "ε of Ward linkage" if is_ward else "ε"),
            (largest, f"largest radius{is_bound}"),
            (total / figures.n_nodes, f"mean radius{is_bound}"),
        )
    ):
        _draw(panels[1], levels, values, k, name)
    panels[1].set_ylabel("distance" + (f" /{unit}" if unit else ""))
    # Where all distances are 0 there is nothing that a logarithmic axis could show.
    panels[1].set_yscale("log" if figures.epsilon.max() > 0 or largest.max() > 0 else "linear")
    panels[1].legend(frameon=False, fontsize="small", loc="best")

    if has_score:
        scores = figures.calinski_harabasz
        _draw(panels[2], levels, scores, 0, None)
        panels[2].set_ylabel("Calinski–Harabasz score")
        peak = _find_peak(scores)
        if peak is not None:
            panels[2].plot(peak, scores[peak], "o", ms=6, color=PALETTE[3], zorder=3)
            panels[2].annotate(
                f"level {peak}, {count(int(figures.n_nodes[peak]), 'node')}",
                (peak, scores[peak]),
                xytext=(0, 7),
                textcoords="offset points",
                ha="center",
                va="bottom",
                color=INK,
                fontsize="small",
            )
        panels[2].yaxis.set_major_formatter("{x:,.6g}")
        panels[2].margins(y=0.12)
    panels[-1].set_xlabel("level")
    panels[-1].xaxis.get_major_locator().set_params(integer=True)
    for panel in panels:
        _tidy(panel)
    return panels


def _draw(ax: Axes, levels: Any, values: Doubles, colour: int, name: str | None) -> None:
    # A logarithmic axis has no place for 0: the radii and ε of the distinct rows.
    shown = np.where(values > 0, values, np.nan)
    marker = ("o", "s", "^")[colour % 3]
    few = len(levels) <= 80
    ax.plot(
        levels,
        shown,
        color=PALETTE[(0, 3, 4)[colour % 3]],
        marker=marker,
        ms=3.5 if few else 0,
        lw=1.4,
        label=name,
    )


def _find_peak(scores: Doubles) -> int | None:
    """Return the level whose score stands out most from those before and after it, if any does.

    The score of the finest levels is often the highest of all, and says nothing.
    """
    from scipy.signal import find_peaks

    logarithms = np.full(len(scores), -np.inf)
    np.log(scores, out=logarithms, where=scores > 0)
    finite = np.flatnonzero(np.isfinite(logarithms))
    places, properties = find_peaks(logarithms[finite], prominence=0.02)
    if not len(places):
        return None
    return int(finite[places[properties["prominences"].argmax()]])


def _tidy(ax: Axes) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis="y", color="#e6e6e6", lw=0.8)
    ax.set_axisbelow(True)
