"""BiDViT, the scikit-learn estimator: a tree, and one cut of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.utils.validation import check_is_fitted, validate_data

from bidvit import inputs
from bidvit.engines.memory import cluster
from bidvit.progress import ProgressBar
from bidvit.selection.costs import check_coarsening, split_cost

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bidvit.cuts import Cut
    from bidvit.spaces import Metric
    from bidvit.tree import ClusterTree

Floats = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]


# scikit-learn has no type information.
class BiDViT(
    ClassNamePrefixFeaturesOutMixin,  # type: ignore[misc]
    ClusterMixin,  # type: ignore[misc]
    TransformerMixin,  # type: ignore[misc]
    BaseEstimator,  # type: ignore[misc]
):
    """Extreme clustering: a tree of representatives, cut where you like.

    Fits in seconds what has millions of rows and any number of clusters: the tree is built once,
    and every number of clusters, level or error bound is a cut of it.

    Parameters
    ----------
    n_clusters : int or "auto", default="auto"
        Exactly this many clusters, by the adaptive cut of the tree: different branches are cut at
        different levels. ``"auto"`` takes the number around which the inertia of these cuts bends
        most: see `ClusterTree.recommend_n_clusters`.
    level : int, optional
        Cut at a level of the tree instead: the flat clustering of the paper. Negative numbers count
        from the top.
    radius : float, optional
        Cut instead into the fewest nodes within which no row is farther than this from its center.
    criterion : {"inertia", "radius"}, default="inertia"
        What a cut at ``n_clusters`` keeps small: the squared distances from the centers, as k-means
        does, or the largest distance, as k-center does.
    refine : int, default=0
        Most steps of Lloyd's algorithm that improve the cut, as k-means would: see `Cut.refine`.
    metric : str or callable, default="euclidean"
        ``"euclidean"``, ``"manhattan"``, ``"chebyshev"``, ``"cosine"``, ``"haversine"``, or a
        function: see `bidvit.cluster`, also for the parameters down to ``radii``.
    linkage : {"ward", "distance"}, default="ward"
        Whether nodes merge by how much that adds to the inertia, or by plain distance.
    representation : {"centroid", "point"}, default="centroid"
        Whether a node stands at the centroid of what it holds or on a point of the data.
    initial_epsilon : float or "auto", default="auto"
        ε of the first level.
    initial_collapse : float, default=0.3
        With ``initial_epsilon="auto"``: the share of nodes that collapses at the first level.
    growth : float, default=1.1
        Factor on ε from level to level, > 1.
    max_chunk_size : int or "auto", default=1500
        Most nodes in a chunk; ``"auto"``: the solver's largest problem, 1000 if it states none.
    max_levels : int, optional
        Most levels above level 0.
    stop_at : int, default=1
        Stop when no more than this many nodes are left.
    weight_scaling : {None, "linear", "logarithmic"}, default=None
        Scale the weights that the selection sees at each level.
    radii : {"exact", "bound"}, default="exact"
        Measure how far the farthest row below each node is, or only bound it.
    n_jobs : int, optional
        Number of threads, 1 by default, -1 for all processors. It does not change the result.
    random_state : int, RandomState, Generator or None
        Seed of the stream that breaks ties.
    verbose : int or bool, default=0
        Show the progress of `fit` on the standard error stream.
    selection : str, Solver or dimod sampler, default="greedy"
        Who picks the nodes that represent a chunk: one of ``bidvit.selection.SOLVERS``, or an
        object.
    selection_params : mapping, optional
        Parameters of the solver.
    on_failure : {"raise", "greedy"}, default="raise"
        What to do where the solver fails on a chunk.
    coarsening : {"separated", "dense"}, default="separated"
        Whether picks are at least ε apart, or just dense, at small cost.
    cost : array-like of shape (n_rows,), str or callable, optional
        With ``coarsening="dense"``, what it costs to pick a node, 1 each by default. The name of a
        column of a data frame: that is no feature then, and may be there or not in what is
        predicted.

    Attributes
    ----------
    tree_ : ClusterTree
        All clusterings of the data. It refers to X where that could be used as it was: do not
        change X in place while the tree is in use.
    cut_ : Cut
        The clustering chosen, refined if asked for; others come from ``tree_.cut``.
    labels_ : ndarray of int32, shape (n_rows,)
        Cluster of each row, numbered in the order of the tree.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
    n_clusters_ : int
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns of X have names.

    See Also
    --------
    bidvit.cluster : The same without an estimator; returns the tree.

    Notes
    -----
    `predict` finds the nearest center. A row of X may be nearer to another center than to that of
    its own cluster, so ``predict(X)`` may differ from ``labels_`` for a few rows.

    Examples
    --------
    >>> from bidvit import BiDViT
    >>> from bidvit.datasets import make_grid
    >>> X, _ = make_grid(2, 100, random_state=0)
    >>> model = BiDViT(n_clusters=2000, random_state=0).fit(X)
    >>> model.n_clusters_, model.labels_.shape, model.cluster_centers_.shape
    (2000, (10000,), (2000, 2))
    >>> model.tree_.cut(n_clusters=50).n_clusters  # any other number, at once
    50
    >>> BiDViT(random_state=0).fit(X).n_clusters_  # as many as there are in fact
    100
    """

    def __init__(
        self,
        *,
        n_clusters: int | Literal["auto"] = "auto",
        level: int | None = None,
        radius: float | None = None,
        criterion: Literal["inertia", "radius"] = "inertia",
        refine: int = 0,
        metric: Metric = "euclidean",
        linkage: Literal["ward", "distance"] = "ward",
        representation: Literal["centroid", "point"] = "centroid",
        initial_epsilon: float | Literal["auto"] = "auto",
        initial_collapse: float = 0.3,
        growth: float = 1.1,
        max_chunk_size: int | Literal["auto"] = 1500,
        max_levels: int | None = None,
        stop_at: int = 1,
        weight_scaling: Literal["linear", "logarithmic"] | None = None,
        radii: Literal["exact", "bound"] = "exact",
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int | bool = 0,
        selection: Any = "greedy",
        selection_params: Mapping[str, Any] | None = None,
        on_failure: Literal["raise", "greedy"] = "raise",
        coarsening: Literal["separated", "dense"] = "separated",
        cost: Any = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.level = level
        self.radius = radius
        self.criterion = criterion
        self.refine = refine
        self.metric = metric
        self.linkage = linkage
        self.representation = representation
        self.initial_epsilon = initial_epsilon
        self.initial_collapse = initial_collapse
        self.growth = growth
        self.max_chunk_size = max_chunk_size
        self.max_levels = max_levels
        self.stop_at = stop_at
        self.weight_scaling = weight_scaling
        self.radii = radii
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.selection = selection
        self.selection_params = selection_params
        self.on_failure = on_failure
        self.coarsening = coarsening
        self.cost = cost

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:  # noqa: ARG002
        """Build the tree and cut it.

        Parameters
        ----------
        X : array-like or data frame of shape (n_rows, n_features)
        y : ignored
            Here because scikit-learn's conventions ask for it.
        sample_weight : array-like of shape (n_rows,), optional
            Weights >= 0. A row of weight 2 counts as two rows, one of weight 0 is only labelled.

        Returns
        -------
        BiDViT
            Itself.

        Examples
        --------
        >>> from bidvit import BiDViT
        >>> BiDViT(n_clusters=2, random_state=0).fit([[0.0], [1.0], [9.0]]).labels_
        array([1, 1, 0], dtype=int32)
        """
        self._check_what_to_cut_at()
        before = self.__dict__.copy()
        try:
            self._fit(X, sample_weight)
        except BaseException:
            # A fit that fails leaves the last one as it was.
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
        return self

    def _fit(self, X: Any, sample_weight: Any) -> None:
        check_coarsening(self.coarsening, self.cost, self.weight_scaling)
        X, cost = split_cost(X, self.cost)
        inputs.refuse_masked("X", X)
        X = validate_data(self, inputs.adopt_table(X), dtype="numeric", ensure_min_samples=1)
        bar = ProgressBar(len(X)) if self.verbose else None
        self.tree_: ClusterTree = cluster(
            X,
            sample_weight=sample_weight,
            metric=self.metric,
            linkage=self.linkage,
            representation=self.representation,
            initial_epsilon=self.initial_epsilon,
            initial_collapse=self.initial_collapse,
            growth=self.growth,
            max_chunk_size=self.max_chunk_size,
            max_levels=self.max_levels,
            stop_at=self.stop_at,
            weight_scaling=self.weight_scaling,
            radii=self.radii,
            n_jobs=self.n_jobs,
            random_state=self.random_state,
            progress=bar,
            selection=self.selection,
            selection_params=self.selection_params,
            on_failure=self.on_failure,
            coarsening=self.coarsening,
            cost=cost,
        )
        if isinstance(self.cost, str):
            self.tree_.parameters["cost"] = self.cost
        if bar is not None:
            bar.finish(self.tree_)
        self.cut_: Cut = self._cut(self.tree_)
        if self.refine:
            self.cut_ = self.cut_.refine(iterations=self.refine, n_jobs=self.n_jobs)
        self.labels_: Ids = self.cut_.labels
        # Measured now: later, X may have changed.
        self.cluster_centers_: Floats = self.cut_.centers
        self.n_clusters_: int = self.cut_.n_clusters

    def _check_what_to_cut_at(self) -> None:
        n_clusters = self.n_clusters
        if isinstance(n_clusters, str):
            inputs.check_choice("n_clusters", n_clusters, ("auto",))
        else:
            inputs.check_integer("n_clusters", n_clusters, 1)
        if self.level is not None:
            inputs.check_index("level", self.level)
        if self.radius is not None:
            inputs.check_float("radius", self.radius, 0, or_equal=True)
        inputs.check_choice("criterion", self.criterion, ("inertia", "radius"))
        refine = inputs.check_integer("refine", self.refine, 0)
        if refine and (callable(self.metric) or self.metric in ("manhattan", "chebyshev")):
            raise ValueError(
                "refine must be 0 unless metric is 'euclidean', 'cosine' or 'haversine', for which "
                f"means are the best centers, got refine={refine} and metric={self.metric!r}"
            )
        asked = {
            "n_clusters": None if isinstance(n_clusters, str) else n_clusters,
            "level": self.level,
            "radius": self.radius,
        }
        given = [f"{name}={value!r}" for name, value in asked.items() if value is not None]
        if len(given) > 1:
            raise ValueError(
                f"n_clusters, level and radius exclude each other, got {', '.join(given)}"
            )
        by_criterion = self.level is None and self.radius is None
        if callable(self.metric) and self.criterion == "inertia" and by_criterion:
            raise ValueError(
                "criterion must be 'radius' where metric is a function, since inertia needs means, "
                "got 'inertia'"
            )

    def _cut(self, tree: ClusterTree) -> Cut:
        n_jobs = self.n_jobs
        if self.level is not None:
            n_levels = len(tree.levels)
            if not -n_levels <= self.level < n_levels:
                # scikit-learn's users expect a ValueError of a parameter, not an IndexError.
                raise ValueError(
                    f"level must be from {-n_levels} to {n_levels - 1}, the levels of the tree of "
                    f"n_samples={tree.n_rows}, got {self.level}"
                )
            return tree.cut(level=self.level, n_jobs=n_jobs)
        if self.radius is not None:
            return tree.cut(radius=self.radius, n_jobs=n_jobs)
        k = self.n_clusters
        if isinstance(k, str):
            k = tree.recommend_n_clusters()
        return tree.cut(n_clusters=k, criterion=self.criterion, n_jobs=n_jobs)

    def predict(self, X: Any) -> Ids:
        """Return the cluster whose center is nearest to each row; of two, the lower number.

        Parameters
        ----------
        X : array-like or data frame of shape (n_rows, n_features)

        Returns
        -------
        ndarray of int32, shape (n_rows,)

        Examples
        --------
        >>> from bidvit import BiDViT
        >>> model = BiDViT(n_clusters=2, random_state=0).fit([[0.0], [1.0], [9.0]])
        >>> model.predict([[2.0], [7.0]])
        array([1, 0], dtype=int32)
        """
        check_is_fitted(self)
        X = self._check_points(X)
        return self.cut_.predict(X, n_jobs=self.n_jobs)

    def transform(self, X: Any) -> Floats:
        """Return the distance of each row to every center.

        Parameters
        ----------
        X : array-like or data frame of shape (n_rows, n_features)

        Returns
        -------
        ndarray of shape (n_rows, n_clusters)
            As many numbers as rows times clusters: `quantize` and `predict` need no such room.

        Examples
        --------
        >>> from bidvit import BiDViT
        >>> model = BiDViT(n_clusters=2, random_state=0).fit([[0.0], [1.0], [9.0]])
        >>> model.transform([[2.0]])
        array([[7. , 1.5]])
        """
        check_is_fitted(self)
        X = self._check_points(X)
        dtype = X.dtype if X.dtype in (np.float32, np.float64) else np.dtype(np.float64)
        # A tree of another precision measures in its own first; functions answer in float64.
        sizes = [dtype.itemsize]
        if self.tree_.nodes.space.function is not None or dtype != self.tree_.nodes.rows.dtype:
            sizes.append(8)
        needed = len(X) * self.n_clusters_ * sum(sizes)
        available = _available_memory()
        if available is not None and needed > available:
            raise MemoryError(
                f"transform would need {needed / 1e9:.1f} GB for {len(X):,} × {self.n_clusters_:,} "
                f"distances, and {available / 1e9:.1f} GB of memory are available: "
                "use predict or quantize, transform fewer rows at a time, or choose fewer clusters"
            )
        return self.cut_.distances(X, n_jobs=self.n_jobs).astype(dtype, copy=False)

    def quantize(self, X: Any) -> Floats:
        """Return each row's nearest center in its place.

        Parameters
        ----------
        X : array-like or data frame of shape (n_rows, n_features)

        Returns
        -------
        ndarray of shape (n_rows, n_features)

        Examples
        --------
        >>> from bidvit import BiDViT
        >>> model = BiDViT(n_clusters=2, random_state=0).fit([[0.0], [1.0], [9.0]])
        >>> model.quantize([[2.0], [7.0]])
        array([[0.5],
               [9. ]])
        """
        check_is_fitted(self)
        return np.asarray(self.cluster_centers_[self.predict(X)])

    def _check_points(self, X: Any) -> Floats:
        names = getattr(X, "column_names", getattr(X, "columns", ()))
        if isinstance(self.cost, str) and self.cost in list(names):
            X, _ = split_cost(X, self.cost)
        inputs.refuse_masked("X", X)
        return np.asarray(validate_data(self, inputs.adopt_table(X), dtype="numeric", reset=False))

    @property
    def _n_features_out(self) -> int:
        return self.n_clusters_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _available_memory() -> int | None:
    """Bytes of memory that can be used without swapping; None where the system does not say."""
    limits = []
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        lines = meminfo.read_text(encoding="ascii").splitlines()
        limits += [int(s.split()[1]) * 1024 for s in lines if s.startswith("MemAvailable:")]
    # What a container may use, in both versions of control groups.
    for most, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        files = [Path("/sys/fs/cgroup", name) for name in (most, used)]
        if all(file.exists() for file in files):
            texts = [file.read_text(encoding="ascii").strip() for file in files]
            if texts[0] != "max":
                limits.append(int(texts[0]) - int(texts[1]))
    if limits:
        return min(limits)
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None
