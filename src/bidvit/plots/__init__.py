"""Pictures of a tree, drawn with matplotlib, which is loaded when the first one is asked for."""

from bidvit.plots.chunks import plot_coarsening, plot_partition
from bidvit.plots.clusters import plot_clusters
from bidvit.plots.levels import plot_levels
from bidvit.plots.top import plot_dendrogram, plot_icicle

__all__ = [
    "plot_clusters",
    "plot_coarsening",
    "plot_dendrogram",
    "plot_icicle",
    "plot_levels",
    "plot_partition",
]
