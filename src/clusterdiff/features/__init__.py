"""The table of two clusterings with the features of the elements, and what is computed from it."""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
