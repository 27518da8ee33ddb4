"""Results as tables: one table view, and a renderer of it for each format.

Every result of the library can be seen as one `TableView`. It is written as plain text, in the
colors of a terminal, as HTML, Markdown and LaTeX; records are written as CSV and data as JSON.
"""

from clusterdiff.views._data import csv_parts, json_parts, to_csv, to_json
from clusterdiff.views._html import to_html
from clusterdiff.views._markup import markdown_text, to_latex, to_markdown
from clusterdiff.views._numbers import (
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
from clusterdiff.views._result import Result, assumed_lines, frame_of, plain_data, shown_views
from clusterdiff.views._table_view import Column, Listing, TableView, display_width, fitted
from clusterdiff.views._terminal import print_view, to_rich
from clusterdiff.views._text import to_text

__all__ = [
    "Column",
    "Listing",
    "Result",
    "TableView",
    "assumed_lines",
    "bar",
    "csv_parts",
    "display_width",
    "estimate",
    "fitted",
    "frame_of",
    "interval",
    "json_parts",
    "label_text",
    "markdown_text",
    "number",
    "percent",
    "plain_data",
    "plural",
    "print_view",
    "printable",
    "shortened",
    "shown_views",
    "significant",
    "to_csv",
    "to_html",
    "to_json",
    "to_latex",
    "to_markdown",
    "to_rich",
    "to_text",
]
