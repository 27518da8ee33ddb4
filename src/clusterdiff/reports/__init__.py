"""One self-contained page about two or many clusterings, as HTML, JSON and Markdown."""

from clusterdiff.reports._report import Report, report
from clusterdiff.reports.elements import MAX_ELEMENTS
from clusterdiff.reports.runs import RunsReport, runs_report

__all__ = ["MAX_ELEMENTS", "Report", "RunsReport", "report", "runs_report"]
