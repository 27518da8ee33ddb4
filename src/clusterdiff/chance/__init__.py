"""Chance: null models, expectations, adjusted measures and p-values.

The arguments are the clusterings; the rest is given by keyword:
``chance.expected(a, b, measure="adjusted_rand")``.
"""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
