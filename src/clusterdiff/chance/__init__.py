"""Chance: null models, expectations, adjusted measures, p-values and confidence intervals.

The arguments are the two clusterings, then the measure: ``chance.expected(a, b, "adjusted_rand")``.
"""

from clusterdiff.lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
