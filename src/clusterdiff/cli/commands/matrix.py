"""matrix: every pair of several clusterings."""

from typing import Annotated, Literal

from clusterdiff.cli._input import Inputs
from clusterdiff.cli.arguments import Option
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Files, Plot, joined
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.many import pairwise
from clusterdiff.measures import resolve


@grouped
def command(
    files: Files,
    inputs: Inputs,
    out: Out,
    by: Annotated[
        list[str] | None,
        Option(
            "--by",
            "--measures",
            "-m",
            metavar="NAMES",
            help="Measures, for example ari,vi.  [default: ari]",
        ),
    ] = None,
    cross: Annotated[
        list[str] | None,
        Option(
            "--cross",
            metavar="FILE",
            help="Compare the clusterings of FILE with those of this file instead; repeatable.",
        ),
    ] = None,
    plot: Plot = None,
    draw: Annotated[
        Literal["heatmap", "dendrogram", "map"], Option("--draw", help="What to draw with --plot.")
    ] = "heatmap",
) -> None:
    """Compare every pair of several clusterings.

    **Examples**

    clusterdiff matrix runs/*.csv --by vi

    clusterdiff matrix all.parquet --columns truth,kmeans,ward --format csv -o ari.csv

    clusterdiff matrix runs.csv --by ari,vi --plot runs.svg --draw map
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    inputs.check_sides()
    measures = resolve(joined("--by", by, example="vi") or "adjusted_rand")
    found = inputs.set_of(files)
    if cross:
        others = inputs.other_set(cross)
        result = pairwise(found, measures, cross=others, align=inputs.align.value)
    else:
        result = pairwise(found, measures)
    write_picture(plot, getattr(result, draw))
    out.emit(Answer.of(result))
