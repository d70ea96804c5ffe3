"""The paper's clusterings of points in the plane: grid-2D, and MNIST flattened by t-SNE."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.metrics import adjusted_rand_score

import bidvit
from benchmarks import datasets
from benchmarks.paper.results import LeftOut, Result, Task, make_axes

if TYPE_CHECKING:
    from bidvit.tree import ClusterTree

QUICK_ROWS = 2000
MOST_DRAWN = 20_000
PAPER = {"linkage": "distance", "representation": "centroid", "max_chunk_size": 1000, "growth": 1.3}
COLUMNS = {
    "clustering": "{}",
    "clusters": "{:,}",
    "ε": "{:.3g}",
    "adjusted Rand": "{:.3f}",
    "in the paper": "{}",
}


def draw_grid(task: Task) -> Result:
    """grid-2D: κ = 1,000, α = 1.3, ε₀ = 1, level 10."""
    X, y = datasets.GRID_2D.load_with_labels(None, QUICK_ROWS if task.quick else None)
    assert y is not None
    return draw(
        Result(
            "grid-2d",
            "Figure 3, top: grid-2D at low k",
            f"{len(X):,} points in 100 Gaussian clusters; κ = 1,000, α = 1.3, ε₀ = 1, and level 10 "
            "as in the paper. The best possible adjusted Rand index, of the nearest true mean, is "
            "0.955. The paper calls its clustering correct by its picture, without a figure.",
            [],
            COLUMNS,
        ),
        X,
        y,
        level=10,
        initial_epsilon=1.0,
        quoted="“every cluster is identified correctly”",
    )


def draw_mnist(task: Task) -> Result:
    """MNIST-2D: κ = 1,000, α = 1.3, ε₀ = 2, level 18."""
    X, y = datasets.MNIST.load_with_labels(task.data, QUICK_ROWS if task.quick else task.tsne_rows)
    assert y is not None
    X = flatten(X, task)
    return draw(
        Result(
            "mnist-2d",
            "Figure 3, bottom: MNIST-2D at low k",
            f"{len(X):,} digits, flattened by t-SNE (openTSNE, perplexity 30, 50 principal "
            "components); κ = 1,000, α = 1.3, ε₀ = 2, and level 18 as in the paper. Its embedding "
            "is another one, on another scale, so the level that gives about ten clusters differs.",
            [],
            COLUMNS,
        ),
        X,
        y,
        level=18,
        initial_epsilon=2.0,
        quoted="“all clusters are recognized, except one”",
    )


def flatten(X: np.ndarray, task: Task) -> np.ndarray:
    """t-SNE in two dimensions, kept for the next time."""
    path = task.output / f"mnist-2d-{len(X)}.npy"
    if path.exists():
        flat: np.ndarray = np.load(path)
        return flat
    if find_spec("openTSNE") is None:
        raise LeftOut("it needs the package openTSNE: pip install openTSNE")
    from openTSNE import TSNE
    from sklearn.decomposition import PCA

    reduced = PCA(50, random_state=0).fit_transform(X)
    flat = np.asarray(TSNE(random_state=0, n_jobs=1).fit(reduced), np.float32)
    np.save(path, flat)
    return flat


def draw(
    result: Result,
    X: np.ndarray,
    y: np.ndarray,
    *,
    level: int,
    initial_epsilon: float,
    quoted: str,
) -> Result:
    tree = bidvit.cluster(X, **PAPER, initial_epsilon=initial_epsilon, random_state=0)
    n_classes = len(np.unique(y))
    counts = np.array([one.n_nodes for one in tree.levels])
    nearest = int(np.abs(np.log(counts / n_classes)).argmin())
    if level < len(counts):
        result.rows.append(tell_level(tree, level, y, f"level {level}, the paper's", quoted))
    else:
        result.notes.append(f"The tree has {len(counts)} levels: none with the paper's number.")
    title = f"level {nearest}, nearest to {n_classes} clusters"
    result.rows.append(tell_level(tree, nearest, y, title, None))
    ours = bidvit.cluster(X, random_state=0)
    for title, k in (
        ("default tree, recommended cut", ours.recommend_n_clusters()),
        (f"default tree, cut at {n_classes}", n_classes),
    ):
        labels = ours.cut(n_clusters=k).labels
        score = adjusted_rand_score(y, labels)
        result.rows.append({"clustering": title, "clusters": k, "adjusted Rand": score})
    result.figure = draw_points(X, tree, nearest)
    return result


def tell_level(
    tree: ClusterTree, level: int, y: np.ndarray, title: str, quoted: str | None
) -> dict[str, Any]:
    one = tree.levels[level]
    return {
        "clustering": title,
        "clusters": one.n_nodes,
        "ε": one.epsilon,
        "adjusted Rand": adjusted_rand_score(y, tree.labels(level)),
        "in the paper": quoted,
    }


def draw_points(X: np.ndarray, tree: ClusterTree, level: int) -> Any:
    figure, (left, right) = make_axes(2, 4.6)
    drawn = np.random.default_rng(0).permutation(len(X))[:MOST_DRAWN]
    points, labels = tree.levels[level].points, tree.labels(level)
    left.scatter(*X[drawn].T, s=0.5, color="#2e6f95", linewidths=0)
    left.scatter(*points.T, s=14, color="#f28e2b", linewidths=0)
    # Neighbours in the tree have near numbers: shuffled, their colours differ.
    shuffled = np.random.default_rng(0).permutation(len(points))[labels[drawn]]
    colors = {"c": shuffled % 20, "cmap": "tab20", "vmin": 0, "vmax": 19}
    right.scatter(*X[drawn].T, s=0.5, linewidths=0, **colors)
    left.set_title("points and centroids", fontsize=10)
    right.set_title(f"{len(points)} clusters", fontsize=10)
    for axes in (left, right):
        axes.set(xticks=[], yticks=[], aspect="equal")
        axes.spines[:].set_visible(False)
    return figure
