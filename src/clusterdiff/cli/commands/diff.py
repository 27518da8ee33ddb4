"""diff: what changed from one clustering to the other."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from clusterdiff import plots
from clusterdiff.analysis import diff as analyze
from clusterdiff.analysis.diff.exports import What
from clusterdiff.cli import gates
from clusterdiff.cli.arguments import Option
from clusterdiff.cli.inputs import Inputs, notes
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import A, B, Everything, FailOver, FailUnder, Plot
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import (
    COLUMNS,
    PICTURES,
    check_suffix,
    write_elements,
    write_picture,
)

_TOP = 20


@dataclass(frozen=True, slots=True)
class Changes:
    """What counts as a change, and what it costs."""

    measure: Annotated[
        str,
        Option("--measure", "-m", metavar="NAME", help="The measure of the cost of a change."),
    ] = "vi"
    min_share: Annotated[
        float | None,
        Option(
            "--min-share",
            metavar="SHARE",
            help="Overlaps below this share of both clusters are leakage; with 0, none is. "
            "By default chosen from the data.",
        ),
    ] = None
    min_size: Annotated[
        int,
        Option("--min-size", metavar="N", help="Overlaps of fewer elements are leakage."),
    ] = 1


class Picture(StrEnum):
    """What --plot draws."""

    flow = "flow"
    confusion = "confusion"
    bipartite = "bipartite"
    contributions = "contributions"


@dataclass(frozen=True, slots=True)
class Files:
    """Additional output files."""

    elements: Annotated[
        str | None,
        Option(
            "--elements",
            metavar="FILE",
            help="Write every element that moved to this .csv, .tsv or .parquet file.",
            group="Output",
        ),
    ] = None
    plot: Plot = None
    picture: Annotated[
        Picture, Option("--draw", help="What to draw with --plot.", group="Output")
    ] = Picture.flow


@grouped
def command(
    a: A,
    changes: Changes,
    inputs: Inputs,
    out: Out,
    files: Files,
    b: B = None,
    show: Annotated[What, Option("--show", help="Which changes to list.")] = "components",
    everything: Everything = False,
    top: Annotated[int, Option("--top", metavar="N", help="Rows of a table.", min=1)] = _TOP,
    fail_under: FailUnder = None,
    fail_over: FailOver = None,
) -> None:
    """List which clusters split, merged and moved, and what each change costs.

    A table shows the most costly changes (--top, --all); CSV and JSON have all of them.

    **Examples**

    clusterdiff diff truth.csv kmeans.csv

    clusterdiff diff all.csv --columns truth,kmeans --measure van_dongen --format md

    clusterdiff diff old.csv new.csv --elements moved.csv --plot flow.svg
    """
    out.check()
    check_suffix("--elements", files.elements, COLUMNS)
    check_suffix("--plot", files.plot, PICTURES)
    wanted = gates.gates(fail_under, fail_over)
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    options = changes.measure, changes.min_share, changes.min_size
    if files.elements is None:
        compared = analyze(found.table, None, *options)
    else:
        labels_a, labels_b, policy = inputs.elements(first, second)
        compared = analyze(labels_a, labels_b, *options, **policy)
    result = replace(compared, name_a=first.name, name_b=second.name)
    answer = Answer(
        data=lambda: {**result.iter_dict(), "input": found.report.to_dict()},
        records=lambda: result.records(show, everything=everything),
        views=lambda: [result.view(show, None if everything else top)],
        notes=tuple(notes(found, first, second)),
        columns=result.columns(show),
    )
    write_elements(files.elements, result.moved_columns)
    write_picture(files.plot, lambda: getattr(plots, f"plot_{files.picture}")(result))
    out.emit(answer)
    gates.check(wanted, found.table)
