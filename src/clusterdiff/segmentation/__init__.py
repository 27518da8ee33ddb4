"""The objects of two label images: their table, and what is computed from it."""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
