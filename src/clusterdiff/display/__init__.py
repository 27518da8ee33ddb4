"""display: results drawn as text, in color, as HTML, Markdown, LaTeX, CSV and JSON.

Every result returns a `TableView`, and each format has one renderer for all table views.
"""

from typing import TYPE_CHECKING

from clusterdiff.lazy_exports import lazy_exports
from clusterdiff.views import Column, Listing, TableView, fitted, to_html, to_text

if TYPE_CHECKING:
    from clusterdiff.display.catalogue import measure_view, measures_view
    from clusterdiff.display.csv_text import csv_parts, to_csv
    from clusterdiff.display.json_text import json_parts, to_json
    from clusterdiff.display.latex import to_latex
    from clusterdiff.display.markdown import to_markdown
    from clusterdiff.display.progress import progress_bar
    from clusterdiff.display.terminal import print_view, to_rich

__all__ = [
    "Column",
    "Listing",
    "TableView",
    "csv_parts",
    "fitted",
    "json_parts",
    "measure_view",
    "measures_view",
    "print_view",
    "progress_bar",
    "to_csv",
    "to_html",
    "to_json",
    "to_latex",
    "to_markdown",
    "to_rich",
    "to_text",
]

lazy_exports(
    __name__,
    {
        "catalogue": "measure_view measures_view",
        "csv_text": "csv_parts to_csv",
        "json_text": "json_parts to_json",
        "latex": "to_latex",
        "markdown": "to_markdown",
        "progress": "progress_bar",
        "terminal": "print_view to_rich",
    },
)
