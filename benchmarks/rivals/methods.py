"""What is compared: bidvit, the least one could do, and other libraries.

A method has two parts: `prepare`, which is done once, whatever the number of clusters, and
`cluster`, which is done for every number. Most others have nothing to prepare. A single thread, the
defaults of the library unless said here, float32, seed 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

Array = np.ndarray
SEED = 0
N_NEIGHBORS = 10  # of the graph for Ward
MOST_AXES_FOR_TREE = 8  # with more, a k-d tree is slower than products of matrices


def keep(X: Array) -> Array:
    return X


@dataclass(frozen=True)
class Method:
    """A way to cluster: labels of the rows, for a number of clusters."""

    name: str
    title: str
    cluster: Callable[[Any, int], Array]
    prepare: Callable[[Array], Any] = keep
    package: str = "scikit-learn"  # on PyPI

    @property
    def version(self) -> str:
        return f"{self.package} {version(self.package)}"


# bidvit


def grow_tree(X: Array) -> Any:
    import bidvit

    return bidvit.cluster(X, random_state=SEED, n_jobs=1)


def grow_flat_tree(X: Array) -> Any:
    import bidvit

    return bidvit.cluster(X, linkage="distance", random_state=SEED, n_jobs=1)


def cut_by(criterion: str, n_steps: int = 0) -> Callable[[Any, int], Array]:
    def cut(tree: Any, k: int) -> Array:
        made = tree.cut(n_clusters=k, criterion=criterion)
        if n_steps:
            made = made.refine(iterations=n_steps, n_jobs=1)
        return np.asarray(made.labels)

    return cut


def take_level(tree: Any, k: int) -> Array:
    """Labels of the level whose number of nodes is nearest to k, by ratio."""
    ratios = [abs(np.log(level.n_nodes / k)) for level in tree.levels]
    return np.asarray(tree.labels(int(np.argmin(ratios))))


# The floor: k points, and every row to the nearest of them


def assign_to_nearest(X: Array, centers: Array) -> Array:
    if X.shape[1] <= MOST_AXES_FOR_TREE:
        from scipy.spatial import KDTree

        return np.asarray(KDTree(centers).query(X)[1])
    faiss = load_faiss()
    return np.asarray(faiss.knn(X, np.ascontiguousarray(centers), 1)[1][:, 0])


def draw_points(X: Array, k: int) -> Array:
    rows = np.random.default_rng(SEED).choice(len(X), k, replace=False)
    return assign_to_nearest(X, X[rows])


def draw_farthest(X: Array, k: int) -> Array:
    import fpsample

    if X.shape[1] <= MOST_AXES_FOR_TREE:  # the same points, faster; refuses more axes
        rows = fpsample.bucket_fps_kdline_sampling(X, k, h=FARTHEST_HEIGHT, start_idx=0)
    else:
        rows = fpsample.fps_sampling(X, k, start_idx=0)
    return assign_to_nearest(X, X[rows])


FARTHEST_HEIGHT = 7  # of its k-d tree, which changes the time alone


# k-means


def load_faiss() -> Any:
    import faiss

    faiss.omp_set_num_threads(1)
    # By default few queries take a path that is many times slower.
    faiss.cvar.distance_compute_blas_threshold = 1
    return faiss


def run_faiss(init: str) -> Callable[[Array, int], Array]:
    def run(X: Array, k: int) -> Array:
        faiss = load_faiss()
        options: dict[str, Any] = {"seed": SEED + 1234, "min_points_per_centroid": 1}
        options["max_points_per_centroid"] = len(X)  # no sampling
        if init == "k-means++":
            options["init_method"] = faiss.ClusteringInitMethod_KMEANS_PLUS_PLUS
        kmeans = faiss.Kmeans(X.shape[1], k, **options)
        kmeans.train(X)
        return np.asarray(kmeans.index.search(X, 1)[1][:, 0])

    return run


def run_superkmeans(is_hierarchical: bool) -> Callable[[Array, int], Array]:
    def run(X: Array, k: int) -> Array:
        import superkmeans

        kmeans = superkmeans.SuperKMeans(
            n_clusters=k,
            dimensionality=X.shape[1],
            hierarchical=is_hierarchical,
            sampling_fraction=1.0,
            max_points_per_cluster=len(X),  # no sampling
            n_threads=1,
            seed=SEED,
        )
        centers = kmeans.train(X)
        return np.asarray(kmeans.assign_training_points(X, centers), np.int64)

    return run


def run_kmeans(X: Array, k: int) -> Array:
    from sklearn.cluster import KMeans

    return np.asarray(KMeans(k, n_init=1, random_state=SEED).fit(X).labels_)


def run_minibatch(X: Array, k: int) -> Array:
    from sklearn.cluster import MiniBatchKMeans

    # A batch that holds fewer rows than there are clusters would make the start poor.
    model = MiniBatchKMeans(k, n_init=1, batch_size=max(1024, k), random_state=SEED)
    return np.asarray(model.fit(X).labels_)


def run_bisecting(X: Array, k: int) -> Array:
    from sklearn.cluster import BisectingKMeans

    return np.asarray(BisectingKMeans(k, random_state=SEED).fit(X).labels_)


# Trees


def run_birch(X: Array, k: int) -> Array:
    """Birch on a threshold that leaves a few times k subclusters, then k by Ward.

    The threshold is found on a sample, by how far apart 4 k drawn rows are.
    """
    from sklearn.cluster import Birch

    rng = np.random.default_rng(SEED)
    rows = X[rng.choice(len(X), min(len(X), 4 * k), replace=False)]
    some = rng.choice(len(rows), min(len(rows), 500), replace=False)
    distances = np.sqrt(
        np.maximum(
            (rows[some] ** 2).sum(1)[:, None] + (rows**2).sum(1) - 2 * rows[some] @ rows.T, 0
        )
    )
    threshold = float(np.median(np.partition(distances, 1, axis=1)[:, 1])) / 2
    model = Birch(threshold=max(threshold, 1e-6), n_clusters=None).fit(X)
    if len(model.subcluster_centers_) <= k:
        return np.asarray(model.labels_)
    return np.asarray(model.set_params(n_clusters=k).partial_fit().predict(X))


def merge_on_graph(X: Array) -> tuple[Array, int]:
    from sklearn.cluster import ward_tree
    from sklearn.neighbors import kneighbors_graph

    graph = kneighbors_graph(X, N_NEIGHBORS, include_self=False)
    return ward_tree(X, connectivity=graph)[0], len(X)


def merge_all(X: Array) -> tuple[Array, int]:
    import fastcluster

    return fastcluster.linkage_vector(X, method="ward")[:, :2].astype(np.int64), len(X)


def undo_merges(merges: tuple[Array, int], k: int) -> Array:
    """The clusters after all mergers but the last k - 1."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    children, n = merges
    done = n - k
    parents = np.repeat(np.arange(n, n + done), 2)
    below = np.asarray(children[:done]).ravel()
    shape = n + done, n + done
    graph = coo_array((np.ones(len(below), np.int8), (below, parents)), shape=shape)
    return np.asarray(connected_components(graph, directed=False)[1][:n])


def start_genie(X: Array) -> tuple[Any, Array]:
    import genieclust

    return genieclust.Genie(), X


def run_genie(state: tuple[Any, Array], k: int) -> Array:
    # Its spanning tree is kept for further numbers of clusters.
    model, X = state
    return np.asarray(model.set_params(n_clusters=k).fit_predict(X))


def run_betula(X: Array, k: int) -> Array:
    """Its k-means over at most 8 k microclusters."""
    import betula_cluster

    model = betula_cluster.Betula(
        n_clusters=k, method="kmeans", max_leaves=min(len(X), 8 * k), seed=SEED
    )
    return np.asarray(model.fit_predict(X.astype(np.float64)))


def run_hdbscan(X: Array, k: int) -> Array:
    """Leaves of half the mean size or more; noise goes to the nearest mean."""
    import fast_hdbscan

    model = fast_hdbscan.HDBSCAN(
        min_cluster_size=max(2, len(X) // (2 * k)),
        min_samples=2,
        cluster_selection_method="leaf",
    )
    labels = np.asarray(model.fit_predict(X))
    noise = labels < 0
    if not noise.any() or noise.all():
        return labels - labels.min()
    n_found = int(labels.max()) + 1
    counts = np.bincount(labels[~noise], minlength=n_found)
    sums = [np.bincount(labels[~noise], column, n_found) for column in X[~noise].T]
    means = (np.stack(sums, axis=1) / counts[:, None]).astype(np.float32)
    labels[noise] = assign_to_nearest(X[noise], means)
    return labels


METHODS = (
    Method("bidvit", "bidvit, cut", cut_by("inertia"), grow_tree, "bidvit"),
    Method("bidvit+1", "bidvit, cut + 1 step", cut_by("inertia", 1), grow_tree, "bidvit"),
    Method("bidvit+2", "bidvit, cut + 2 steps", cut_by("inertia", 2), grow_tree, "bidvit"),
    Method("bidvit+3", "bidvit, cut + 3 steps", cut_by("inertia", 3), grow_tree, "bidvit"),
    Method("bidvit-radius", "bidvit, cut by radius", cut_by("radius"), grow_tree, "bidvit"),
    Method("bidvit-paper", "bidvit, as in the paper", take_level, grow_flat_tree, "bidvit"),
    Method("random", "random points", draw_points, package="numpy"),
    Method("farthest", "farthest points", draw_farthest, package="fpsample"),
    Method("faiss", "FAISS k-means", run_faiss("random"), package="faiss-cpu"),
    Method("faiss++", "FAISS k-means++", run_faiss("k-means++"), package="faiss-cpu"),
    Method("superkmeans", "superkmeans", run_superkmeans(False), package="superkmeans"),
    Method(
        "superkmeans-h", "superkmeans, hierarchical", run_superkmeans(True), package="superkmeans"
    ),
    Method("minibatch", "MiniBatchKMeans", run_minibatch),
    Method("kmeans", "KMeans (k-means++)", run_kmeans),
    Method("bisecting", "BisectingKMeans", run_bisecting),
    Method("birch", "Birch", run_birch),
    Method("ward-graph", "Ward on 10 neighbours", undo_merges, merge_on_graph),
    Method("ward", "fastcluster Ward", undo_merges, merge_all, "fastcluster"),
    Method("genie", "genieclust", run_genie, start_genie, "genieclust"),
    Method("betula", "betula-cluster", run_betula, package="betula-cluster"),
    Method("hdbscan", "fast_hdbscan", run_hdbscan, package="fast_hdbscan"),
)
METHOD_OF = {method.name: method for method in METHODS}
