"""report: one page about two clusterings."""

import webbrowser
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from clusterdiff.analysis import compare, diff
from clusterdiff.cli import streams
from clusterdiff.cli._input import Inputs, notes
from clusterdiff.cli.arguments import Option
from clusterdiff.cli.files import check_output, whole_file
from clusterdiff.cli.option_groups import grouped
from clusterdiff.cli.options import A, B, Family, Measures, Output, Seed, selected
from clusterdiff.errors import OptionError
from clusterdiff.reports import MAX_ELEMENTS, Report


class Elements(StrEnum):
    """Which elements the page holds."""

    auto = "auto"
    none = "none"
    sample = "sample"
    all = "all"


@grouped
def command(
    a: A,
    inputs: Inputs,
    b: B = None,
    output: Output = None,
    measures: Measures = None,
    family: Family = None,
    title: Annotated[
        str | None, Option("--title", metavar="TEXT", help="Title of the page.")
    ] = None,
    elements: Annotated[
        Elements, Option("--elements", help="Which elements the page holds.")
    ] = Elements.auto,
    min_share: Annotated[
        float | None,
        Option("--min-share", metavar="SHARE", help="Smaller overlaps are leakage, as in diff."),
    ] = None,
    open_page: Annotated[bool, Option("--open", help="Open the page in the browser.")] = False,
    seed: Seed = 0,
) -> None:
    """Write one HTML page about two clusterings that can be sent to others.

    It needs no network. The suffix chooses the format (.html, .json, .md); without an output
    Markdown is printed.

    **Examples**

    clusterdiff report truth.csv kmeans.csv -o report.html

    clusterdiff report all.csv --columns truth,kmeans -o report.html --open
    """
    suffix = _checked(output, open_page=open_page)
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    if elements is Elements.none or found.table.n > MAX_ELEMENTS:
        changes = diff(found.table, min_share=min_share)
    else:
        labels_a, labels_b, options = inputs.elements(first, second)
        changes = diff(labels_a, labels_b, min_share=min_share, **options)
    compared = compare(found.table, None, selected(measures, family), chance=True, rng=seed)
    made = Report(
        replace(compared, name_a=first.name, name_b=second.name),
        replace(changes, name_a=first.name, name_b=second.name),
        title,
        tuple(notes(found, first, second)),
        elements.value,
    )
    _write(made.text(suffix), output, open_page=open_page)


def _write(text: str, output: str | None, *, open_page: bool) -> None:
    """Print the report, or write it to a file and open it."""
    if output is None or output == "-":
        streams.write(text)
        return
    with whole_file(output) as draft:
        Path(draft).write_text(text, encoding="utf-8", newline="")
    streams.say(f"wrote {output}")
    if open_page:
        webbrowser.open(Path(output).resolve().as_uri())


def _checked(output: str | None, *, open_page: bool) -> str:
    """Return the suffix that chooses the format, or refuse the output before any work is done."""
    if output is None or output == "-":
        if open_page:
            raise OptionError("--open needs a file.", "pass {output=report.html}")
        return ".md"
    suffix = Path(output).suffix
    Report.check_suffix(suffix)
    check_output(output)
    return suffix
