"""Pictures as plain data and as SVG: order of clusters, flow diagrams, heatmaps, labels.

`plots` and `reports` share this package. It draws nothing on Axes.
"""

from clusterdiff.drawing._flow import Band, FlowDiagram, Link, flow_diagram
from clusterdiff.drawing._labels import PlacedLabel, joined_names, moved_apart, place_labels
from clusterdiff.drawing._order import MatchedOrder, matched_order, shown_lines
from clusterdiff.drawing._svg import Picture, flow_svg, heatmap_svg, map_svg, matrix_svg, shortened

__all__ = [
    "Band",
    "FlowDiagram",
    "Link",
    "MatchedOrder",
    "Picture",
    "PlacedLabel",
    "flow_diagram",
    "flow_svg",
    "heatmap_svg",
    "joined_names",
    "map_svg",
    "matched_order",
    "matrix_svg",
    "moved_apart",
    "place_labels",
    "shortened",
    "shown_lines",
]
