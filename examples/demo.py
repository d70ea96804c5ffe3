"""The main job on generated data: points in, a tree of clusterings and a picture out."""

import argparse
import math
import sys
import textwrap
import time
from pathlib import Path

from matplotlib.figure import Figure
from sklearn.metrics import adjusted_rand_score

import bidvit
from bidvit.datasets import make_grid
from bidvit.plots import plot_clusters

PAPER = {
    "linkage": "distance",
    "max_chunk_size": 1000,
    "growth": 1.3,
    "initial_epsilon": 1.0,
}


def grow(X, title, parameters):
    """Cluster and say so."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
    call = f"tree = bidvit.cluster(X, random_state=0{arguments and ', '}{arguments})"
    print(f"\n{title}\n")
    print("\n".join(textwrap.wrap(call, 78, initial_indent=">>> ", subsequent_indent="...     ")))
    start = time.perf_counter()
    tree = bidvit.cluster(X, random_state=0, **parameters)
    print(f"{tree}, in {time.perf_counter() - start:.2f} s\n")
    return tree


def print_levels(tree, chosen, step):
    """Print every few rows of the table of levels, the chosen one among them."""
    titles, *rows = repr(tree.levels).splitlines()
    print("  ", titles)
    for m, row in enumerate(rows):
        if m % step == 0 or m in (chosen, len(rows) - 1):
            print("->" if m == chosen else "  ", row)
    if step > 1:
        print(f"\n(Every {step}th level is shown; print(tree.levels) shows all.)")


def find_level(tree, n_clusters):
    """Return the level whose number of nodes is nearest to the one wanted."""
    distance = [abs(level.n_nodes - n_clusters) for level in tree.levels]
    return distance.index(min(distance))


def report(tree, chosen, truth):
    """Say how good the chosen level is."""
    level = tree.levels[chosen]
    radius = math.ceil(100 * level.max_radius) / 100
    score = adjusted_rand_score(truth, tree.labels(chosen))
    print(
        f"\nLevel {chosen} comes nearest to the 100 blobs: {level.n_nodes} clusters, no point "
        f"farther\nthan {radius:.2f} from its node, adjusted Rand index {score:.3f} "
        "(1 would be full agreement)."
    )


def show_cuts(tree, X, truth):
    """Take clusterings with any number of clusters from one tree."""
    print("\nANY NUMBER OF CLUSTERS FROM THE SAME TREE\n")
    print(">>> cut = tree.cut(n_clusters=k)\n")
    print("       k   inertia   largest radius   heaviest   time")
    for k in (10, 100, 1000, 10_000):
        start = time.perf_counter()
        cut = tree.cut(n_clusters=k)
        labels, elapsed = cut.labels, time.perf_counter() - start
        inertia = ((X - cut.centers[labels]) ** 2).sum()
        print(
            f"  {cut.n_clusters:6,} {inertia:9,.0f}   {cut.max_radius:14.3f}   "
            f"{cut.weights.max():8,.0f}   {1000 * elapsed:.0f} ms"
        )
    n_clusters = tree.recommend_n_clusters()
    score = adjusted_rand_score(truth, tree.cut(n_clusters=n_clusters).labels)
    print(
        f"\nThe tree itself recommends {n_clusters} clusters: adjusted Rand index {score:.3f}.\n"
        "BiDViT().fit(X), the scikit-learn estimator, does all this in one call."
    )


def draw(X, panels, path):
    """Draw one level of each tree, side by side."""
    figure = Figure(figsize=(13, 7.2), dpi=150, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.12)
    for ax, (title, tree, level) in zip(figure.subplots(1, len(panels)), panels, strict=True):
        plot_clusters(tree, X, level, ax=ax)
        ax.set_title(f"{title}. {ax.get_title(loc='left')}", loc="left")
        ax.spines[["top", "right"]].set_visible(False)
    figure.savefig(path)


def hand_over(tree, output):
    """Leave the tree and a page to look at it, and say how to see more."""
    stored, page = output.with_suffix(".tree"), output.with_suffix(".html")
    tree.save(stored)
    made = tree.to_html(page, title="100 blobs")
    print(
        f"The explorer as one file, {made.n_bytes / 1e6:.1f} MB, opens in any browser: "
        f"{page.resolve()}\n\n"
        "To look at the tree itself, at every level of detail:\n\n"
        f"  {Path(sys.executable).with_name('bidvit')} explore {stored.resolve()}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("demo.png"),
        help="where to write the picture (default: %(default)s)",
    )
    output = parser.parse_args().output

    X, truth = make_grid(2, 1000, random_state=0)
    print(
        f"{len(X):,} points in the plane, drawn from 100 blobs that overlap a little.\n"
        "Level 0 of a tree has a node for every point. Each further level merges what is closer\n"
        "than epsilon, which grows, and knows how far any point is from its node: the radius."
    )
    panels = []
    for title, parameters, step in (
        ("With the defaults: Ward linkage", {}, 6),
        ("With the paper's parameters: plain distance", PAPER, 1),
    ):
        tree = grow(X, title.upper(), parameters)
        chosen = find_level(tree, 100)
        print_levels(tree, chosen, step)
        report(tree, chosen, truth)
        panels.append((title.split(": ")[1].capitalize(), tree, chosen))
    show_cuts(panels[0][1], X, truth)
    draw(X, panels, output)
    print(f"\nBoth levels, with the points coloured by cluster, are drawn in {output.resolve()}")
    hand_over(panels[0][1], output)


if __name__ == "__main__":
    main()
