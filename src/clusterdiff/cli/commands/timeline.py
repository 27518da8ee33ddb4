"""timeline: what happens to clusters over a sequence of clusterings."""

from functools import partial
from typing import Annotated, Literal

from clusterdiff.cli.arguments import Option
from clusterdiff.cli.inputs import Inputs
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Files, Plot
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.many import timeline


@grouped
def command(
    files: Files,
    inputs: Inputs,
    out: Out,
    measure: Annotated[
        str, Option("--measure", "-m", metavar="NAME", help="The measure of each step.")
    ] = "vi",
    min_share: Annotated[
        float | None,
        Option("--min-share", metavar="SHARE", help="Smaller overlaps are leakage, as in diff."),
    ] = None,
    plot: Plot = None,
    draw: Annotated[
        Literal["flow", "clustree"], Option("--draw", help="What to draw with --plot.")
    ] = ("flow"),
) -> None:
    """List which clusters are born, split, merge and dissolve over a sequence of clusterings.

    The clusterings are taken in the order in which they are given.

    **Examples**

    clusterdiff timeline monday.csv tuesday.csv wednesday.csv

    clusterdiff timeline cells.csv --columns leiden_0.5,leiden_1 --plot tree.svg --draw clustree
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    inputs.check_sides()
    result = timeline(inputs.set_of(files), measure=measure, min_share=min_share)
    write_picture(plot, partial(result.plot, draw))
    out.emit(Answer.of(result))
