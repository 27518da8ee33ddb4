"""reproduce: the papers' tables and figures, recomputed."""

from pathlib import Path
from typing import Annotated, Any

import typer

from clusterdiff.cli._emit import Answer, emit
from clusterdiff.cli._options import Format
from clusterdiff.cli._progress import watching
from clusterdiff.errors import OptionError

_HEADER = ("paper", "section", "what", "printed", "ours", "verdict", "reason")
_COLOURS = {"agrees": "green", "holds": "green", "differs, with reason": "yellow", "not reproducible": "dim", "differs": "bold red"}


def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="meila-2007, xiang-2012, rezaei-2016, wu-2009, sparse-vi, or all.")] = "all",
    folder: Annotated[str, typer.Option("--output", "-o", metavar="DIR", help="Also write pages and figures (SVG and PNG) there.")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what is simulated: seconds instead of a minute.")] = False,  # noqa: FBT002
    style: Annotated[Format | None, typer.Option("--format", "-f", help="How to print; table on a terminal, json in a pipe.")] = None,
) -> None:
    """Recompute the tables and figures of the source papers, and say number by number whether we agree.

    **Examples**

    clusterdiff reproduce wu-2009

    clusterdiff reproduce all --quick

    clusterdiff reproduce all -o papers
    """
    from clusterdiff.papers import UNEXPLAINED, merged_verdicts, write_index
    from clusterdiff.papers import reproduce as recompute

    if folder:
        _make(folder)
    with watching("recomputing") as progress:
        found = recompute(paper, quick=quick, progress=progress)
    if folder:
        for one in found:
            one.write(folder)
        if len(found) > 1:
            write_index(found, folder)
    rows = [[p.name, s.title, c.what, c.paper, c.ours, c.verdict, c.reason] for p in found for s in p.sections for c in s.checks]
    emit(Answer(lambda: [one.to_dict() for one in found], _HEADER, lambda: rows, lambda: _face(found)), style)
    if merged_verdicts(found)[UNEXPLAINED]:
        raise typer.Exit(1)


def _make(folder: str) -> None:
    """The folder, before minutes are spent on what goes into it."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"--output must be a folder that can be made: {folder}: {error.strerror}.", "-o papers") from None


def _face(papers: list[Any]) -> Any:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from clusterdiff.papers import merged_verdicts, summary

    parts: list[Any] = []
    for paper in papers:
        for section in paper.sections:
            table = Table(
                title=f"{paper.title}. {section.title}", title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="dim"
            )
            for column in ("", "paper", "ours", "verdict"):
                table.add_column(column, overflow="fold")
            for check in section.checks:
                table.add_row(Text(check.what), Text(check.paper), Text(check.ours), Text(check.said, style=_COLOURS[check.verdict]))
            parts += [table, *([Text(section.note, style="dim")] if section.note else []), *_numbers(section), Text()]
    return Group(*parts, Text(summary(merged_verdicts(papers)), style="bold"))


def _numbers(section: Any) -> list[Any]:
    if section.numbers is None:
        return []
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("", *section.numbers.columns):
        table.add_column(column, justify="right" if column else "left")
    for row in section.numbers.cells():
        table.add_row(*row)
    return [table]
