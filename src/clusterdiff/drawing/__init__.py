"""Pictures as plain data and as SVG: order of clusters, flow diagrams, heatmaps, labels.

`plots` and `reports` share this package. It draws nothing on Axes.
"""

from clusterdiff.drawing._flow import MAX_BANDS, Band, FlowDiagram, Link, flow_diagram
from clusterdiff.drawing._labels import (
    PlacedLabel,
    distinct,
    joined_names,
    moved_apart,
    place_labels,
    shortened,
)
from clusterdiff.drawing._order import MatchedOrder, matched_order, shown_lines
from clusterdiff.drawing._palette import (
    KEPT,
    OTHER,
    PALETTE,
    Colors,
    ColorsOf,
    color_of,
    own_colors,
    palette_rules,
)
from clusterdiff.drawing._svg import (
    FLOW_STYLE,
    Picture,
    flow_svg,
    heatmap_svg,
    map_svg,
    matrix_svg,
)

__all__ = [
    "FLOW_STYLE",
    "KEPT",
    "MAX_BANDS",
    "OTHER",
    "PALETTE",
    "Band",
    "Colors",
    "ColorsOf",
    "FlowDiagram",
    "Link",
    "MatchedOrder",
    "Picture",
    "PlacedLabel",
    "color_of",
    "distinct",
    "flow_diagram",
    "flow_svg",
    "heatmap_svg",
    "joined_names",
    "map_svg",
    "matched_order",
    "matrix_svg",
    "moved_apart",
    "own_colors",
    "palette_rules",
    "place_labels",
    "shortened",
    "shown_lines",
]
