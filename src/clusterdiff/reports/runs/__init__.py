"""One page about many clusterings of the same elements."""

from clusterdiff.reports.runs.report import RunsReport, runs_report

__all__ = ["RunsReport", "runs_report"]
