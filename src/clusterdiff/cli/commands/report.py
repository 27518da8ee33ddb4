"""report: one page about two or many clusterings."""

import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from clusterdiff.analysis import compare, diff
from clusterdiff.cli import streams
from clusterdiff.cli.arguments import Option
from clusterdiff.cli.files import check_output, whole_file
from clusterdiff.cli.inputs import Inputs, notes
from clusterdiff.cli.option_groups import grouped
from clusterdiff.cli.options import Family, Files, Measures, Output, Seed, selected
from clusterdiff.errors import OptionError
from clusterdiff.io import Clustering
from clusterdiff.reports import MAX_ELEMENTS, Report, RunsReport, runs_report
from clusterdiff.reports.elements import Which

Title = Annotated[str | None, Option("--title", metavar="TEXT", help="Title of the page.")]
Held = Annotated[Which, Option("--elements", help="Which elements the page holds.")]
MinShare = Annotated[
    float | None,
    Option("--min-share", metavar="SHARE", help="Smaller overlaps are leakage, as in diff."),
]
Reference = Annotated[
    str | None,
    Option("--reference", metavar="NAME", help="Rank many clusterings against this one."),
]
Sequence = Annotated[
    bool, Option("--sequence", help="Many clusterings are a sequence: show the changes.")
]
Open = Annotated[bool, Option("--open", help="Open the page in the browser.")]


@grouped
def command(
    files: Files,
    inputs: Inputs,
    output: Output = None,
    measures: Measures = None,
    family: Family = None,
    title: Title = None,
    elements: Held = "auto",
    min_share: MinShare = None,
    reference: Reference = None,
    sequence: Sequence = False,
    open_page: Open = False,
    seed: Seed = 0,
) -> None:
    """Write one self-contained HTML page about two or more clusterings.

    It needs no network. The suffix chooses the format (.html, .json, .md); without an output
    Markdown is printed.

    **Examples**

    clusterdiff report truth.csv kmeans.csv -o report.html

    clusterdiff report all.csv --columns truth,kmeans -o report.html --open

    clusterdiff report runs.csv --reference truth -o runs.html
    """
    suffix = _checked(output, open_page=open_page)
    found = inputs.clusterings(files, 2 if len(files) == 2 else None)
    chosen = selected(measures, family)
    if len(found) == 2 and not sequence and reference is None:
        made: Report | RunsReport = _of_two(
            inputs, found, chosen, (elements, min_share, title, seed)
        )
    else:
        if elements not in {"auto", "none"}:
            raise OptionError("--elements has no effect on a report of many clusterings.")
        inputs.check_sides()
        made = runs_report(
            inputs.set_of_columns(found),
            reference,
            chosen,
            title=title,
            sequence=sequence,
            min_share=min_share,
            rng=seed,
        )
    _write(made.text(suffix), output, open_page=open_page)


def _of_two(
    inputs: Inputs,
    found: list[Clustering],
    measures: Any,
    asked: tuple[Which, float | None, str | None, int],
) -> Report:
    """Return the report of two clusterings."""
    elements, min_share, title, seed = asked
    first, second = found
    counted = inputs.table(first, second)
    if elements == "none" or counted.table.n > MAX_ELEMENTS:
        changes = diff(counted.table, min_share=min_share)
    else:
        labels_a, labels_b, options = inputs.elements(first, second)
        changes = diff(labels_a, labels_b, min_share=min_share, **options)
    compared = compare(counted.table, None, measures, chance=True, rng=seed)
    return Report(
        replace(compared, name_a=first.name, name_b=second.name),
        replace(changes, name_a=first.name, name_b=second.name),
        title,
        tuple(notes(counted, first, second)),
        elements,
    )


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
