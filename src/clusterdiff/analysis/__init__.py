"""analysis: what two or several clusterings have in common, as plain data.

Every result is a frozen dataclass with a readable repr, a table for notebooks, and methods that
write it in other formats: `to_dict`, `to_frame`, `to_json`, `to_csv`, `to_markdown`, `to_latex` and
`to_html`.
"""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
