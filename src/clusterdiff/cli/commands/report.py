"""report: one page about two or many clusterings."""

import os
import re
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import click

from clusterdiff.analysis import compare, diff
from clusterdiff.cli import _colors, _inputs, _options, _streams
from clusterdiff.cli._files import check_output, whole_file
from clusterdiff.cli._inputs import Inputs
from clusterdiff.errors import OptionError
from clusterdiff.io import Clustering, are_named
from clusterdiff.progress import step
from clusterdiff.reports import (
    MAX_ELEMENTS,
    CoverReport,
    Report,
    RunsReport,
    Which,
    check_suffix,
    report,
    runs_report,
)

_NOT_IN_NAMES = re.compile(r"[^\w.+-]+")  # of files
_LONGEST = 100  # characters of such a name


@_options.command
@_options.files
@_options.measures
@_options.family
@_options.option("--title", metavar="TEXT", help="Title of the page.")
@_options.option(
    "--elements",
    type=click.Choice(get_args(Which)),
    default="auto",
    help="Which elements the page holds.",
)
@_options.min_share
@_options.option("--reference", metavar="NAME", help="Rank many clusterings against this one.")
@_options.option(
    "--sequence", is_flag=True, help="Many clusterings are a sequence: show the changes."
)
@_options.option(
    "--card",
    metavar="FILE",
    help="Write a picture of 1200 × 630 pixels too (.png or .svg): verdict, flow, one number.",
)
@_colors.option
@_options.option("open_page", "--open", is_flag=True, help="Open the page in the browser.")
@_options.chance
@_options.seed
@_inputs.kind
@_inputs.options
@_options.output
def command(
    files: tuple[str, ...],
    measures: tuple[str, ...],
    family: tuple[str, ...],
    title: str | None,
    elements: Which,
    min_share: float | None,
    reference: str | None,
    sequence: bool,
    card: str | None,
    colors: tuple[str, ...],
    open_page: bool,
    chance: bool,
    seed: int,
    kind: str,
    inputs: Inputs,
    output: str | None,
) -> None:
    """Write one self-contained HTML page about two or more clusterings.

    It needs no network. Without an output, it is named after the clusterings: truth-kmeans.html.
    The suffix chooses the format (.html, .json, .md); -o - prints Markdown.

    \b
    Examples:
      clusterdiff report truth.csv kmeans.csv --open
      clusterdiff report all.csv --columns truth,kmeans -o report.html
      clusterdiff report truth.csv kmeans.csv -o summary.md --card card.png
      clusterdiff report runs.csv --reference truth -o runs.html
      clusterdiff report old.clusters new.clusters --kind cover
    """
    suffix = _checked(output, open_page=open_page)
    if card is not None:
        check_suffix(Path(card).suffix)
        check_output(card)
    with step("comparing"):
        two = len(files) == 2 and not sequence and reference is None
        other = inputs.table_of_kind(files[0], files[1] if two else None, kind)
        found = (
            [] if other is not None else inputs.clusterings(files, 2 if len(files) == 2 else None)
        )
        if output is None:
            output = _named_after(
                [each.name for each in found] if other is None else other.names, files
            )
            check_output(output)
        chosen = _options.selected(measures, family)
        own = _colors.read_colors(colors)
        made: Report | CoverReport | RunsReport
        if other is not None:
            made = report(
                other, measures=chosen, elements=elements, min_share=min_share, title=title,
                chance=chance, rng=seed, colors=own,
            )  # fmt: skip
        elif len(found) == 2 and not sequence and reference is None:
            made = _of_two(inputs, found, chosen, own, (elements, min_share, title, chance, seed))
        else:
            if elements not in {"auto", "none"}:
                raise OptionError("--elements has no effect on a report of many clusterings.")
            if own is not None and not sequence:
                raise OptionError("--colors has no effect on a report of many clusterings.")
            inputs.check_sides()
            runs = inputs.set_of_columns(found)
            made = runs_report(
                runs,
                reference,
                chosen,
                title=title,
                sequence=sequence,
                min_share=min_share,
                colors=None if own is None else [own] * len(runs),
                rng=seed,
            )
    _colors.say_unknown(own, made.timeline if isinstance(made, RunsReport) else made.changes)
    if card is not None:
        with whole_file(card) as draft:
            Path(draft).write_bytes(made.card(Path(card).suffix))
        _streams.say(f"wrote {card}")
    text = made.to_markdown(_beside(card, output)) if suffix == ".md" else made.text(suffix)
    _write(text, output, open_page=open_page)


def _beside(card: str | None, output: str | None) -> str | None:
    """Return the address of the card as the summary refers to it."""
    if card is None:
        return None
    folder = Path.cwd() if output in {None, "-"} else Path(str(output)).resolve().parent
    return Path(os.path.relpath(card, folder)).as_posix()


def _of_two(
    inputs: Inputs,
    found: list[Clustering],
    measures: Any,
    colors: dict[str, str] | None,
    asked: tuple[Which, float | None, str | None, bool, int],
) -> Report:
    """Return the report of two clusterings."""
    elements, min_share, title, chance, seed = asked
    first, second = found
    counted = inputs.table(first, second)
    if elements == "none" or counted.table.n > MAX_ELEMENTS or not are_named(first, second):
        changes = diff(counted.table, min_share=min_share)
    else:
        read = inputs.elements(first, second)
        changes = diff(read.selected, min_share=min_share)
    chosen = "common" if measures is None else measures
    compared = compare(counted.table, measures=chosen, chance=chance, rng=seed)
    return Report(
        replace(compared, name_a=first.name, name_b=second.name),
        replace(changes, name_a=first.name, name_b=second.name),
        title,
        tuple(_inputs.notes(counted, first, second)),
        elements,
        colors=None if colors is None else (colors, colors),
    )


def _named_after(found: Sequence[str], files: tuple[str, ...]) -> str:
    """Return the name of the page: that of two clusterings, or of the first file of many."""
    names = found if len(found) == 2 else [Path(files[0]).stem]
    plain = [_NOT_IN_NAMES.sub("_", name).strip("._") for name in names]
    return f"{'-'.join(filter(None, plain))[:_LONGEST] or 'report'}.html"


def _write(text: str, output: str | None, *, open_page: bool) -> None:
    """Print the report, or write it to a file and open it."""
    if output is None or output == "-":
        _streams.write(text)
        return
    with whole_file(output) as draft:
        Path(draft).write_text(text, encoding="utf-8", newline="")
    _streams.say(f"wrote {output}")
    if open_page:
        webbrowser.open(Path(output).resolve().as_uri())


def _checked(output: str | None, *, open_page: bool) -> str:
    """Return the suffix that chooses the format, or refuse the output before any work is done."""
    if output is None:
        return ".html"
    if output == "-":
        if open_page:
            raise OptionError("--open needs a file.", "pass {output=report.html}")
        return ".md"
    suffix = Path(output).suffix
    Report.check_suffix(suffix)
    check_output(output)
    return suffix
