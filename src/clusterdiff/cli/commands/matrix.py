"""matrix: every pair of several clusterings."""

from functools import partial
from typing import Any

import click

from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._files import PICTURES, check_suffix, write_picture
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.errors import InputError
from clusterdiff.many import Pairwise, pairwise
from clusterdiff.measures import resolve

_SEVERAL = 3  # clusterings from which there is a most central one


@_options.command
@_options.files
@_options.option(
    "--measures",
    "-m",
    multiple=True,
    metavar="NAMES",
    help="Measures, for example ari,vi.  [default: ari]",
)
@_options.option(
    "--cross",
    multiple=True,
    type=_options.FILE,
    metavar="FILE",
    help="Compare the clusterings of FILE with those of this file instead; repeatable.",
)
@_options.option(
    "--tolerance",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="VALUE",
    help="Clusterings that are so close to equal under the first measure are the same.",
)
@_inputs.options
@_output.options
@_options.plot
@_options.draw("heatmap", "dendrogram", "map", "diversity")
def command(
    files: tuple[str, ...],
    measures: tuple[str, ...],
    cross: tuple[str, ...],
    tolerance: float,
    inputs: Inputs,
    out: Out,
    plot: str | None,
    draw: str,
) -> None:
    """Compare every pair of several clusterings.

    Below the matrix are the groups of clusterings that are the same, the most central one, and
    those that are unusually far from the others.

    \b
    Examples:
      clusterdiff matrix runs/*.csv -m vi
      clusterdiff matrix all.parquet --columns truth,kmeans,ward --format csv -o ari.csv
      clusterdiff matrix runs.csv -m ari,vi --plot runs.svg --draw map
      clusterdiff matrix runs.csv --tolerance 0.02
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    inputs.check_sides()
    chosen = resolve(_options.joined("--measures", measures, example="vi") or "adjusted_rand")
    found = inputs.set_of(files)
    if cross:
        others = inputs.other_set(cross)
        result = pairwise(found, measures=chosen, cross=others, align=inputs.align)
    else:
        result = pairwise(found, measures=chosen)
    write_picture(
        plot, result.diversity().plot if draw == "diversity" else partial(result.plot, draw)
    )
    notes, data = _summary(result, tolerance)
    out.emit(Answer.of(result, notes, **data))


def _summary(result: Pairwise, tolerance: float) -> tuple[list[str], dict[str, Any]]:
    """Return which clusterings are the same, central and odd: as sentences and as data."""
    if result.crossed or len(result.names) < _SEVERAL:
        return [], {}
    notes, data = [], {}
    if result.chosen[0].best is not None:
        groups = result.duplicates(tolerance)
        what = "the same" if not tolerance else f"the same within {tolerance:g}"
        notes += [f"{what}: {', '.join(group)}" for group in groups]
        data["duplicates"] = [list(group) for group in groups]
    try:
        found = result.diversity()
    except InputError:  # values that are no distances
        return notes, data
    notes.append(f"most central: {found.medoid}")
    notes += [f"unusually far from the others: {', '.join(found.outliers)}"] * bool(found.outliers)
    return notes, {**data, "medoid": found.medoid, "outliers": list(found.outliers)}
