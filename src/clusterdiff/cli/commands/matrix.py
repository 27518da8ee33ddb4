"""matrix: every pair of several clusterings."""

from functools import partial
from typing import Annotated, Any, Literal

from clusterdiff.cli.arguments import Option
from clusterdiff.cli.inputs import Inputs
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Files, Plot, joined
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.errors import InputError
from clusterdiff.many import Pairwise, pairwise
from clusterdiff.measures import resolve

_SEVERAL = 3  # clusterings from which there is a most central one


By = Annotated[
    list[str] | None,
    Option(
        "--by",
        "--measures",
        "-m",
        metavar="NAMES",
        help="Measures, for example ari,vi.  [default: ari]",
    ),
]
Cross = Annotated[
    list[str] | None,
    Option(
        "--cross",
        metavar="FILE",
        help="Compare the clusterings of FILE with those of this file instead; repeatable.",
    ),
]
Tolerance = Annotated[
    float,
    Option(
        "--tolerance",
        metavar="VALUE",
        help="Clusterings that are so close to equal under the first measure are the same.",
        min=0,
    ),
]
Drawing = Annotated[
    Literal["heatmap", "dendrogram", "map", "diversity"],
    Option("--draw", help="What to draw with --plot."),
]


@grouped
def command(
    files: Files,
    inputs: Inputs,
    out: Out,
    by: By = None,
    cross: Cross = None,
    tolerance: Tolerance = 0.0,
    plot: Plot = None,
    draw: Drawing = "heatmap",
) -> None:
    """Compare every pair of several clusterings.

    Below the matrix are the groups of clusterings that are the same, the most central one, and
    those that are unusually far from the others.

    **Examples**

    clusterdiff matrix runs/*.csv --by vi

    clusterdiff matrix all.parquet --columns truth,kmeans,ward --format csv -o ari.csv

    clusterdiff matrix runs.csv --by ari,vi --plot runs.svg --draw map

    clusterdiff matrix runs.csv --tolerance 0.02
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    inputs.check_sides()
    measures = resolve(joined("--by", by, example="vi") or "adjusted_rand")
    found = inputs.set_of(files)
    if cross:
        others = inputs.other_set(cross)
        result = pairwise(found, measures=measures, cross=others, align=inputs.align)
    else:
        result = pairwise(found, measures=measures)
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
