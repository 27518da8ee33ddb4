"""One self-contained page about two or many clusterings, as HTML, JSON and Markdown."""

from clusterdiff.reports._card import check_suffix
from clusterdiff.reports._elements import MAX_ELEMENTS, Which
from clusterdiff.reports._report import CoverReport, Report, RunsReport, report, runs_report

__all__ = [
    "MAX_ELEMENTS",
    "CoverReport",
    "Report",
    "RunsReport",
    "Which",
    "check_suffix",
    "report",
    "runs_report",
]
