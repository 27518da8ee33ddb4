"""diff: what changed from one clustering to the other."""

from dataclasses import replace
from typing import Any, get_args

import click

from clusterdiff import plots
from clusterdiff.analysis import diff
from clusterdiff.analysis._diff import (
    What,
    cover_columns,
    diff_data,
    moved_batches,
    record_columns,
)
from clusterdiff.cli import _colors, _gates, _inputs, _options, _output
from clusterdiff.cli._colors import colors_of_flow, say_unknown
from clusterdiff.cli._files import (
    COLUMNS,
    PICTURES,
    check_suffix,
    write_elements,
    write_picture,
)
from clusterdiff.cli._gates import Gates
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.errors import OptionError
from clusterdiff.io import Counted, Report


@_options.command
@_options.a
@_options.b
@_options.option(
    "--measure",
    "-m",
    default="vi",
    metavar="NAME",
    help="The measure of the cost of a change.",
)
@_options.min_share
@_options.option(
    "--min-size",
    type=int,
    metavar="N",
    help="Elements in overlaps of fewer elements are scattered.",
)
@_options.option(
    "--show",
    type=click.Choice([*get_args(What), "elements"]),
    default="changes",
    help="Which changes to list; elements are those of covers.",
)
@_options.everything
@_options.option(
    "--top",
    type=click.IntRange(min=1),
    default=8,
    metavar="N",
    help="Changes of each kind, or rows.",
)
@_inputs.kind
@_inputs.options
@_output.options
@_options.option(
    "--elements",
    type=_options.FILE,
    metavar="FILE",
    help="Write every element that moved to this .csv, .tsv or .parquet file.",
    group=_options.OUTPUT,
)
@_options.plot
@_options.draw("flow", "confusion", "bipartite", "contributions")
@_colors.option
@_gates.options
def command(
    a: str,
    b: str | None,
    measure: str,
    min_share: float | None,
    min_size: int | None,
    show: Any,
    everything: bool,
    top: int,
    kind: str,
    inputs: Inputs,
    out: Out,
    elements: str | None,
    plot: str | None,
    draw: str,
    colors: tuple[str, ...],
    gates: Gates,
) -> None:
    """List which clusters split, merged and moved, and what each change costs.

    A table shows the most costly changes (--top, --all); CSV and JSON have all of them,
    and with --all the kept clusters too.

    \b
    Examples:
      clusterdiff diff truth.csv kmeans.csv
      clusterdiff diff all.csv --columns truth,kmeans --measure van_dongen --format md
      clusterdiff diff old.csv new.csv --elements moved.csv --plot flow.svg
      clusterdiff diff old.clusters new.clusters --kind cover
    """
    out.check()
    check_suffix("--elements", elements, COLUMNS)
    check_suffix("--plot", plot, PICTURES)
    own = colors_of_flow(colors, plot, draw)
    checks = gates.checks()
    options: dict[str, Any] = {"measure": measure, "min_share": min_share, "min_size": min_size}
    other = inputs.table_of_kind(a, b, kind)
    if other is not None:
        if plot is not None:
            raise OptionError("--plot draws the changes of partitions only.")
        covers = diff(other, **options)
        verdicts = checks.verdicts(Counted(other, Report()))
        write_elements(elements, lambda: [covers.moved_columns()])
        out.emit(
            Answer(
                data=lambda: {**covers.to_dict(kept=everything), **_gates.data_of(verdicts)},
                records=lambda: covers.records(show, kept=everything),
                views=lambda: [covers.view(show, None if everything else top)],
                notes=covers.assumed,
                columns=cover_columns(show),
            )
        )
        checks.finish(verdicts)
        return
    first, second = inputs.pair(a, b)
    if show == "elements":
        raise OptionError("--show elements is for covers.", "--elements moved.csv")
    stream = None if elements is None else inputs.stream(first, second)
    if elements is None or stream is not None:
        found = inputs.table(first, second)
        compared = diff(found.table, **options)
    else:
        read = inputs.elements(first, second)
        found = read.counted
        compared = diff(read.selected, **options)
    result = replace(compared, name_a=first.name, name_b=second.name)
    verdicts = checks.verdicts(found)
    answer = Answer(
        data=lambda: {
            **diff_data(result, kept=everything),
            "input": found.report.to_dict(),
            **_gates.data_of(verdicts),
        },
        records=lambda: result.records(show, kept=everything),
        views=lambda: [result.view(show, None if everything else top)],
        notes=tuple(_inputs.notes(found, first, second)),
        columns=record_columns(show),
    )
    write_elements(
        elements,
        lambda: [result.moved_columns()] if stream is None else moved_batches(result, stream),
    )
    more = {} if own is None else {"colors": own}
    write_picture(plot, lambda: getattr(plots, f"plot_{draw}")(result, **more))
    say_unknown(own, result)
    out.emit(answer)
    checks.finish(verdicts)
