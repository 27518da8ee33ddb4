"""One self-contained page about two clusterings, as HTML, JSON and Markdown."""

from clusterdiff.reports._report import Report, report
from clusterdiff.reports.elements import MAX_ELEMENTS

__all__ = ["MAX_ELEMENTS", "Report", "report"]
