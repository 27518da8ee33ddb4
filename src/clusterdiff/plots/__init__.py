"""Plots of clusterings and of results, drawn on matplotlib Axes."""

from clusterdiff.lazy_exports import lazy_exports

lazy_exports(__name__)
