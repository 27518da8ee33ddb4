"""What null models and intervals share: statistics of tables, batches of tables, random numbers."""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
