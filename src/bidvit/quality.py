"""How good the levels of a tree are, from what each merge adds to the inertia."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bidvit.tables import format_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bidvit.pruning import Gains

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Quality:
    """Figures of all levels, one entry per level; prints as a table.

    Attributes
    ----------
    n_nodes : ndarray of int64
    epsilon : ndarray of float64
    inertia : ndarray of float64
        Sum of the weighted squared Euclidean distances of the rows from the mean of their node. On
        the sphere distances are chords. NaN if the metric is a function.
    calinski_harabasz : ndarray of float64
        As scikit-learn defines it, a row of weight 2 counting as two rows: inertia between the
        nodes over that within, each by its degrees of freedom. NaN where it is undefined: one
        node, no more weight than nodes, or no inertia within.

    Examples
    --------
    >>> import bidvit
    >>> quality = bidvit.cluster([[0.0], [1.0], [9.0]], initial_epsilon=2, random_state=0).quality()
    >>> quality.n_nodes.tolist(), quality.inertia.round(2).tolist()
    ([3, 2, 1], [0.0, 0.5, 48.67])
    """

    n_nodes: npt.NDArray[np.int64]
    epsilon: Doubles
    inertia: Doubles
    calinski_harabasz: Doubles

    def __repr__(self) -> str:
        return format_table(
            ("level", "epsilon", "nodes", "inertia", "Calinski-Harabasz"),
            [
                (f"{m}", f"{epsilon:.5g}", f"{n_nodes:,}", f"{inertia:.5g}", f"{score:.5g}")
                for m, (epsilon, n_nodes, inertia, score) in enumerate(
                    zip(
                        self.epsilon,
                        self.n_nodes,
                        self.inertia,
                        self.calinski_harabasz,
                        strict=True,
                    )
                )
            ],
        )


def measure_quality(
    gains: Gains | None,
    births: npt.NDArray[Any],
    n_nodes: Sequence[int],
    epsilons: Sequence[float],
    unit: float,
    exponent: int,
) -> Quality:
    """Return the figures of all levels in one pass over the inner nodes.

    Parameters
    ----------
    gains : Gains, or None
        What each inner node adds to the inertia; None where there are no means.
    births : ndarray of int32
        The level each inner node first appears at.
    n_nodes, epsilons : sequence
        By level.
    unit, exponent : float, int
        One unit of the kernels in the user's unit is ``unit * 2**exponent``.

    Returns
    -------
    Quality
    """
    n_levels = len(n_nodes)
    k = np.array(n_nodes, np.int64)
    within, score = np.full(n_levels, np.nan), np.full(n_levels, np.nan)
    if gains is not None:
        added = np.bincount(births, gains.of_inner, minlength=n_levels)
        within = np.cumsum(added)
        # Sums from above: no difference of large numbers where little is between the nodes.
        between = np.append(np.cumsum(added[:0:-1])[::-1], 0) + gains.of_roots
        weight = np.ldexp(gains.total_weight, gains.exponent)
        defined = (k > 1) & (weight > k) & (within > 0)
        score[defined] = (between[defined] / within[defined]) * (
            (weight - k[defined]) / (k[defined] - 1)
        )
        with np.errstate(over="ignore", under="ignore"):
            within = np.ldexp(within * unit**2, gains.exponent + 2 * exponent)
    return Quality(k, np.array(epsilons, np.float64), within, score)


def find_bend(n_clusters: Doubles, spread: Doubles) -> int:
    """Return the number of clusters at which a falling curve bends most.

    Between half of that number and the number itself the curve falls much faster than from there to
    twice the number, both on logarithmic scales. In a power of the number, which is how it falls
    where there are no clusters, whatever the dimension, there is no bend.

    Parameters
    ----------
    n_clusters, spread : ndarray of float64
        Points of the curve by ascending numbers of clusters; between them it is straight.

    Returns
    -------
    int
        From 2 to a fifth of the largest number, or the least number if there is nothing between.
    """
    k = n_clusters[(n_clusters >= 2) & (n_clusters > n_clusters[0])]
    k = k[k <= n_clusters[-1] / 5]
    half, here, twice = (np.interp(f * k, n_clusters, spread) for f in (0.5, 1, 2))
    is_visible = twice > np.finfo(np.float64).eps * spread[0]
    if not is_visible.any():
        return int(n_clusters[0])
    k, half, here, twice = (values[is_visible] for values in (k, half, here, twice))
    return int(k[np.argmax(np.log(half / here) - np.log(here / twice))])
