"""Plots of clusterings and of results, drawn on matplotlib Axes."""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
