"""One self-contained page about two clusterings, as HTML, JSON and Markdown."""

from clusterdiff.report._report import Report, report

__all__ = ["Report", "report"]
