"""display: results drawn as text, in color, as HTML, Markdown, LaTeX, CSV and JSON.

Every result returns a `TableView`, and each format has one renderer for all table views.
"""

from clusterdiff.lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
