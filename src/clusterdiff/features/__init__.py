"""Measures that use the features of the elements, for example the centroids of clusters."""

from clusterdiff.lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
