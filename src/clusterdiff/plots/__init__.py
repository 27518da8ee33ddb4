"""Plots of clusterings and of results, drawn on matplotlib Axes."""

from typing import TYPE_CHECKING

from clusterdiff.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from clusterdiff.plots._chance import plot_chance
    from clusterdiff.plots._charts import plot_scatter, plot_series
    from clusterdiff.plots._clustree import plot_clustree
    from clusterdiff.plots._confusion import plot_confusion
    from clusterdiff.plots._consensus import plot_agreement, plot_coassignment
    from clusterdiff.plots._contributions import plot_contributions
    from clusterdiff.plots._flow import plot_flow
    from clusterdiff.plots._graphs import plot_bipartite, plot_derivation
    from clusterdiff.plots._lattice import plot_lattice
    from clusterdiff.plots._maps import plot_map
    from clusterdiff.plots._matrices import plot_dendrogram, plot_heatmap
    from clusterdiff.plots._posterior import plot_credible_ball, plot_modes
    from clusterdiff.plots._ranks import plot_critical_difference, plot_diversity, plot_ranking
    from clusterdiff.plots._stability import plot_cluster_stability, plot_stability

__all__ = [
    "plot_agreement",
    "plot_bipartite",
    "plot_chance",
    "plot_cluster_stability",
    "plot_clustree",
    "plot_coassignment",
    "plot_confusion",
    "plot_contributions",
    "plot_credible_ball",
    "plot_critical_difference",
    "plot_dendrogram",
    "plot_derivation",
    "plot_diversity",
    "plot_flow",
    "plot_heatmap",
    "plot_lattice",
    "plot_map",
    "plot_modes",
    "plot_ranking",
    "plot_scatter",
    "plot_series",
    "plot_stability",
]

lazy_exports(
    __name__,
    {
        "_chance": "plot_chance",
        "_charts": "plot_scatter plot_series",
        "_clustree": "plot_clustree",
        "_confusion": "plot_confusion",
        "_consensus": "plot_agreement plot_coassignment",
        "_contributions": "plot_contributions",
        "_flow": "plot_flow",
        "_graphs": "plot_bipartite plot_derivation",
        "_lattice": "plot_lattice",
        "_maps": "plot_map",
        "_matrices": "plot_dendrogram plot_heatmap",
        "_posterior": "plot_credible_ball plot_modes",
        "_ranks": "plot_critical_difference plot_diversity plot_ranking",
        "_stability": "plot_cluster_stability plot_stability",
    },
)
