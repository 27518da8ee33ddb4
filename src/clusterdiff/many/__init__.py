"""many: sets of clusterings of the same elements, compared with each other and summarized."""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
