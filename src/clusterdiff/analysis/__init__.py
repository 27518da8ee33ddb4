"""analysis: what two or several clusterings have in common, as plain data.

Every result is a frozen dataclass with `to_dict`, `to_frame`, a readable repr and a table for
notebooks; `clusterdiff.display` draws them in other formats.
"""

from clusterdiff.lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
