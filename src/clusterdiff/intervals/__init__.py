"""Intervals: how a measure varies over samples of elements, and tests of two clusterings.

The arguments are the clusterings; the rest is given by keyword:
``intervals.interval(a, b, measure="adjusted_rand")``.
"""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
