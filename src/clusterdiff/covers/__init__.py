"""Clusterings that are not partitions: covers, whose clusters overlap, soft ones, and trees."""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
