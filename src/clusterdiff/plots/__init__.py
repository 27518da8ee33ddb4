"""Plots of clusterings and of results, drawn on matplotlib Axes."""

from clusterdiff.plots._charts import plot_scatter, plot_series
from clusterdiff.plots._graphs import plot_bipartite, plot_derivation
from clusterdiff.plots._lattice import plot_lattice
from clusterdiff.plots._maps import plot_map
from clusterdiff.plots._matrices import plot_dendrogram, plot_heatmap
from clusterdiff.plots._posterior import plot_agreement, plot_coassignment
from clusterdiff.plots._ranks import plot_critical_difference, plot_ranking

__all__ = [
    "plot_agreement",
    "plot_bipartite",
    "plot_coassignment",
    "plot_critical_difference",
    "plot_dendrogram",
    "plot_derivation",
    "plot_heatmap",
    "plot_lattice",
    "plot_map",
    "plot_ranking",
    "plot_scatter",
    "plot_series",
]
