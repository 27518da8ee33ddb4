"""One self-contained page about two clusterings, as HTML, JSON and Markdown."""

from clusterdiff.reports._report import Report, report

__all__ = ["Report", "report"]
