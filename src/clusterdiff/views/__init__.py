"""Results as tables: plain data, and renderers to text and HTML that need no third-party library.

Every result of the library can be seen as one `TableView`. The packages above draw it: `display`
adds colors, Markdown, LaTeX and CSV; the command line and notebooks use all of them.
"""

from clusterdiff.views.html import to_html
from clusterdiff.views.numbers import (
    bar,
    estimate,
    interval,
    label_text,
    number,
    percent,
    plural,
    printable,
    shortened,
    significant,
)
from clusterdiff.views.result import Result, plain_data
from clusterdiff.views.table_view import Column, Listing, TableView, fitted
from clusterdiff.views.text import to_text

__all__ = [
    "Column",
    "Listing",
    "Result",
    "TableView",
    "bar",
    "estimate",
    "fitted",
    "interval",
    "label_text",
    "number",
    "percent",
    "plain_data",
    "plural",
    "printable",
    "shortened",
    "significant",
    "to_html",
    "to_text",
]
