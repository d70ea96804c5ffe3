"""`bidvit demo`: the main job on generated data, from points to a tree of clusterings."""

from __future__ import annotations

import math
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.options import FILE

if TYPE_CHECKING:
    import numpy.typing as npt

    from bidvit.tree import ClusterTree

_PAPER = {
    "linkage": "distance",
    "max_chunk_size": 1000,
    "growth": 1.3,
    "initial_epsilon": 1.0,
}


@click.command(
    short_help="Cluster generated points and draw them.",
    epilog="\b\nExample:\n  bidvit demo -o demo.png",
)
@click.option(
    "-o",
    "--output",
    type=FILE,
    default=Path("demo.png"),
    show_default=True,
    help="Where to draw the picture: .png, .svg or .pdf.",
)
@click.option("--force/--no-force", default=True, help="Whether to replace a picture.")
def demo(output: Path, force: bool) -> None:
    """Cluster generated points, print what came of it and draw a picture.

    100,000 points of the paper's grid become two trees: one with the defaults, one with the
    parameters of the paper.
    """
    from bidvit.datasets import make_grid
    from bidvit.io import check_output

    check_output(output, force=force, endings=(".png", ".svg", ".pdf"))
    figure_class = _import_figure()
    X, truth = make_grid(2, 1000, random_state=0)
    click.echo(
        f"{len(X):,} points in the plane, drawn from 100 blobs that overlap a little.\n"
        "Level 0 of a tree has a node for every point. Each further level merges what is closer\n"
        "than epsilon, which grows, and knows how far any point is from its node: the radius."
    )
    panels = []
    for title, parameters, step in (
        ("With the defaults: Ward linkage", {}, 6),
        ("With the paper's parameters: plain distance", _PAPER, 1),
    ):
        tree = _grow(X, title.upper(), parameters)
        chosen = _find_level(tree, 100)
        _print_levels(tree, chosen, step)
        _report(tree, chosen, truth)
        panels.append((title.split(": ")[1].capitalize(), tree, chosen))
    _show_cuts(panels[0][1], X, truth)
    _draw(figure_class, X, panels, output)
    click.echo(
        f"\nBoth levels, with the points coloured by cluster, are drawn in {output.resolve()}"
    )
    _hand_over(panels[0][1], output)


def _hand_over(tree: ClusterTree, output: Path) -> None:
    """Leave the tree and a page to look at it, and say how to see more."""
    stored, page = output.with_suffix(".tree"), output.with_suffix(".html")
    tree.save(stored)
    made = tree.to_html(page, title="100 blobs")
    # In a clone the command is not on the path.
    command = Path(sys.executable).with_name("bidvit")
    click.echo(
        f"The explorer as one file, {made.n_bytes / 1e6:.1f} MB, opens in any browser: "
        f"{page.resolve()}\n\n"
        "To look at the tree itself, at every level of detail:\n\n"
        f"  {command if command.exists() else 'bidvit'} explore {stored.resolve()}"
    )


def _import_figure() -> Any:
    from bidvit.selection.extras import import_extra

    return import_extra("matplotlib.figure").Figure


def _grow(X: npt.NDArray[Any], title: str, parameters: dict[str, Any]) -> ClusterTree:
    """Cluster and say so."""
    from bidvit.engines.memory import cluster

    arguments = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
    call = f"tree = bidvit.cluster(X, random_state=0{arguments and ', '}{arguments})"
    wrapped = textwrap.wrap(call, 78, initial_indent=">>> ", subsequent_indent="...     ")
    click.echo(f"\n{title}\n\n" + "\n".join(wrapped))
    start = time.perf_counter()
    tree = cluster(X, random_state=0, **parameters)
    click.echo(f"{tree}, in {time.perf_counter() - start:.2f} s\n")
    return tree


def _print_levels(tree: ClusterTree, chosen: int, step: int) -> None:
    """Print every few rows of the table of levels, the chosen one among them."""
    titles, *rows = repr(tree.levels).splitlines()
    click.echo(f"   {titles}")
    for m, row in enumerate(rows):
        if m % step == 0 or m in (chosen, len(rows) - 1):
            click.echo(f"{'->' if m == chosen else '  '} {row}")
    if step > 1:
        click.echo(f"\n(Every {step}th level is shown; print(tree.levels) shows all.)")


def _find_level(tree: ClusterTree, n_clusters: int) -> int:
    """Return the level whose number of nodes is nearest to the one wanted."""
    distance = [abs(level.n_nodes - n_clusters) for level in tree.levels]
    return distance.index(min(distance))


def _report(tree: ClusterTree, chosen: int, truth: npt.NDArray[Any]) -> None:
    """Say how good the chosen level is."""
    from sklearn.metrics import adjusted_rand_score

    level = tree.levels[chosen]
    radius = math.ceil(100 * level.max_radius) / 100
    score = adjusted_rand_score(truth, tree.labels(chosen))
    click.echo(
        f"\nLevel {chosen} comes nearest to the 100 blobs: {level.n_nodes} clusters, no point "
        f"farther\nthan {radius:.2f} from its node, adjusted Rand index {score:.3f} "
        "(1 would be full agreement)."
    )


def _show_cuts(tree: ClusterTree, X: npt.NDArray[Any], truth: npt.NDArray[Any]) -> None:
    """Take clusterings with any number of clusters from one tree."""
    from sklearn.metrics import adjusted_rand_score

    click.echo(
        "\nANY NUMBER OF CLUSTERS FROM THE SAME TREE\n\n>>> cut = tree.cut(n_clusters=k)\n\n"
        "       k   inertia   largest radius   heaviest   time"
    )
    for k in (10, 100, 1000, 10_000):
        start = time.perf_counter()
        cut = tree.cut(n_clusters=k)
        labels, elapsed = cut.labels, time.perf_counter() - start
        inertia = ((X - cut.centers[labels]) ** 2).sum()
        click.echo(
            f"  {cut.n_clusters:6,} {inertia:9,.0f}   {cut.max_radius:14.3f}   "
            f"{cut.weights.max():8,.0f}   {1000 * elapsed:.0f} ms"
        )
    n_clusters = tree.recommend_n_clusters()
    score = adjusted_rand_score(truth, tree.cut(n_clusters=n_clusters).labels)
    click.echo(
        f"\nThe tree itself recommends {n_clusters} clusters: adjusted Rand index {score:.3f}.\n"
        "BiDViT().fit(X), the scikit-learn estimator, does all this in one call."
    )


def _draw(
    figure_class: Any,
    X: npt.NDArray[Any],
    panels: list[tuple[str, ClusterTree, int]],
    path: Path,
) -> None:
    """Draw one level of each tree, side by side."""
    from bidvit.plots import plot_clusters
    from bidvit.unfinished import make_file

    figure = figure_class(figsize=(13, 7.2), dpi=150, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.12)
    for ax, (title, tree, level) in zip(figure.subplots(1, len(panels)), panels, strict=True):
        plot_clusters(tree, X, level, ax=ax)
        ax.set_title(f"{title}. {ax.get_title(loc='left')}", loc="left")
        ax.spines[["top", "right"]].set_visible(False)
    with make_file(path) as file:
        figure.savefig(file, format=path.suffix[1:].lower())
