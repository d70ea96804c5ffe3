"""What the selection does to whole clusterings, and what it costs: a part of the selection
benchmark, see `benchmarks.selection`.
"""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.metrics import calinski_harabasz_score, davies_bouldin_score

import bidvit
from benchmarks.cases import Case, print_table
from bidvit.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bidvit.selection.problem import IndependentSetProblem

SEEDS = (0, 1, 2)
N_CLUSTERS = (30, 300)
LINKAGES = ("ward", "distance")
# Rows on which the scores are computed, and of the fits that are scored.
N_SCORED, N_FITTED = 5_000, 20_000

LEGEND = """\
Trees of whole fits with three seeds, cut at the same number of clusters. Scores are scikit-learn's,
on some of the rows, chosen at random: Calinski-Harabasz, the higher the better, and Davies-Bouldin,
the lower the better; behind ± half the range over the seeds. weight: what the first level selects,
in percent of what greedy does. "any" takes nodes in random order, each unless a neighbour is in: a
selection that does not look at the weights.
"""


class AnyMaximalSet:
    """Vertices in random order, each unless a neighbour is in."""

    name = "any"

    def solve(self, problem: IndependentSetProblem, rng: np.random.Generator) -> Selection:
        free, picked = np.ones(problem.n_vertices, bool), []
        for v in rng.permutation(problem.n_vertices).tolist():
            if free[v]:
                picked.append(v)
                free[problem.neighbours[problem.starts[v] : problem.starts[v + 1]]] = False
        return Selection(np.sort(np.array(picked, np.int32)))


class GreedyOutside:
    """The greedy heuristic as a solver of problems, so that it tells what it selects."""

    name = "greedy"

    def solve(self, problem: IndependentSetProblem, rng: np.random.Generator) -> Selection:
        return Selection(problem.select_greedily(int(rng.integers(2**63))))


def make_selections(time_limit: float) -> dict[str, tuple[Any, dict[str, Any]]]:
    return {
        "any": (AnyMaximalSet(), {}),
        "greedy": (GreedyOutside(), {}),
        "local-search": ("local-search", {}),
        "exact": ("exact", {"time_limit": time_limit}),
    }


def fit(case: Case, X: np.ndarray, selection: Any, params: dict[str, Any], **more: Any) -> Any:
    return bidvit.cluster(
        X, **case.parameters, selection=selection, selection_params=params, n_jobs=1, **more
    )


def compare_clusterings(case: Case, X: np.ndarray, time_limit: float) -> dict[str, Any]:
    """Print scores and nodes per level of the trees that different selections make."""
    rows_of_fit = np.random.default_rng(0).permutation(len(X))[:N_FITTED]
    X = np.ascontiguousarray(X[np.sort(rows_of_fit)])
    scored = np.random.default_rng(1).permutation(len(X))[:N_SCORED]
    found: dict[str, Any] = {}
    for linkage in LINKAGES:
        trees = {
            name: [
                fit(case, X, solver, params, linkage=linkage, random_state=seed) for seed in SEEDS
            ]
            for name, (solver, params) in make_selections(time_limit).items()
        }
        weights = {
            name: statistics.fmean(tree.selections[0]["weight"] for tree in some)
            for name, some in trees.items()
        }
        titles = ["selection", "weight"]
        for k in N_CLUSTERS:
            titles += [f"Calinski-Harabasz, {k}", f"Davies-Bouldin, {k}"]
        table = [[*titles, "levels", "nodes of the levels"]]
        for name, some in trees.items():
            cells = [name, f"{100 * weights[name] / weights['greedy']:.2f}%"]
            scores = {k: score(X, scored, some, k) for k in N_CLUSTERS}
            for calinski, davies in scores.values():
                cells += [spread(calinski, 1), spread(davies, 3)]
            counts = [level.n_nodes for level in some[0].levels]
            cells += [str(len(counts)), " ".join(map(str, counts[1:6]))]
            table.append(cells)
            found[f"{linkage}, {name}"] = {
                "weight": weights[name],
                "scores": {str(k): value for k, value in scores.items()},
                "nodes per level": counts,
            }
        print(f"{linkage} linkage, {len(X):,} rows, {len(scored):,} of them scored\n")
        print_table(table)
    return found


def score(
    X: np.ndarray, scored: np.ndarray, trees: Sequence[Any], k: int
) -> tuple[list[float], list[float]]:
    """Return both scores of the cuts of all trees."""
    points = X[scored].astype(np.float64)
    labels = [tree.cut(n_clusters=k).labels[scored] for tree in trees]
    return (
        [float(calinski_harabasz_score(points, some)) for some in labels],
        [float(davies_bouldin_score(points, some)) for some in labels],
    )


def spread(values: list[float], digits: int) -> str:
    half = (max(values) - min(values)) / 2
    return f"{statistics.fmean(values):,.{digits}f} ± {half:,.{digits}f}"


def time_fits(case: Case, X: np.ndarray, n_runs: int) -> dict[str, Any]:
    """Print the processor seconds of whole fits in one thread; selections take turns."""
    seconds: dict[tuple[str, str], list[float]] = {}
    proved = {}
    for _ in range(n_runs):
        for linkage in LINKAGES:
            for name in ("greedy", "local-search"):
                start = time.process_time()
                tree = fit(case, X, name, {}, linkage=linkage, radii="bound", random_state=0)
                seconds.setdefault((linkage, name), []).append(time.process_time() - start)
                if tree.selections is not None:
                    total = [
                        sum(s[key] for s in tree.selections) for key in ("n_proved", "n_chunks")
                    ]
                    proved[linkage] = f"{total[0]:,} of {total[1]:,}"
    table = [["linkage", "greedy, s", "local-search, s", "ratio", "chunks proved optimal"]]
    for linkage in LINKAGES:
        greedy, search = (
            statistics.median(seconds[linkage, n]) for n in ("greedy", "local-search")
        )
        cells = [linkage, f"{greedy:.3f}", f"{search:.3f}", f"{search / greedy:.2f}"]
        table.append([*cells, proved[linkage]])
    print_table(table)
    return {f"{linkage}, {name}": times for (linkage, name), times in seconds.items()}
