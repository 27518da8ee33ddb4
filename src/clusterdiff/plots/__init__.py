"""Plots of clusterings and of results, drawn on matplotlib Axes."""

from typing import TYPE_CHECKING

from clusterdiff.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from clusterdiff.plots._chance import plot_chance
    from clusterdiff.plots._charts import plot_scatter, plot_series
    from clusterdiff.plots._confusion import plot_confusion
    from clusterdiff.plots._contributions import plot_contributions
    from clusterdiff.plots._flow import plot_flow
    from clusterdiff.plots._graphs import plot_bipartite, plot_derivation
    from clusterdiff.plots._lattice import plot_lattice
    from clusterdiff.plots._matrices import plot_dendrogram, plot_heatmap

__all__ = [
    "plot_bipartite",
    "plot_chance",
    "plot_confusion",
    "plot_contributions",
    "plot_dendrogram",
    "plot_derivation",
    "plot_flow",
    "plot_heatmap",
    "plot_lattice",
    "plot_scatter",
    "plot_series",
]

lazy_exports(
    __name__,
    {
        "_chance": "plot_chance",
        "_charts": "plot_scatter plot_series",
        "_confusion": "plot_confusion",
        "_contributions": "plot_contributions",
        "_flow": "plot_flow",
        "_graphs": "plot_bipartite plot_derivation",
        "_lattice": "plot_lattice",
        "_matrices": "plot_dendrogram plot_heatmap",
    },
)
