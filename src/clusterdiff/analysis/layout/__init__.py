"""Layouts of pictures as plain data: order of clusters, flow diagrams. Nothing is drawn here."""

from clusterdiff.analysis.layout.data import Band, Flow, Link
from clusterdiff.analysis.layout.flow import flow
from clusterdiff.analysis.layout.labels import PlacedLabel, joined_names, place_labels
from clusterdiff.analysis.layout.lines import moved_apart, shown_lines
from clusterdiff.analysis.layout.matched import MatchedOrder, matched_order, paired_weights

__all__ = [
    "Band",
    "Flow",
    "Link",
    "MatchedOrder",
    "PlacedLabel",
    "flow",
    "joined_names",
    "matched_order",
    "moved_apart",
    "paired_weights",
    "place_labels",
    "shown_lines",
]
