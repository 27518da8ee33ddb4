"""Plots for your own data: matplotlib Axes in, Axes out; readable in print and for the colour-blind."""

from clusterdiff.plots._graphs import plot_bipartite, plot_derivation, plot_lattice
from clusterdiff.plots._series import plot_dendrogram, plot_heatmap, plot_scatter, plot_series

__all__ = ["plot_bipartite", "plot_dendrogram", "plot_derivation", "plot_heatmap", "plot_lattice", "plot_scatter", "plot_series"]
