"""timeline: what happens to clusters over a sequence of clusterings."""

from functools import partial

from clusterdiff.cli import _colors, _inputs, _options, _output
from clusterdiff.cli._colors import colors_of_flow, say_unknown
from clusterdiff.cli._files import PICTURES, check_suffix, write_picture
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.many import timeline


@_options.command
@_options.files
@_options.option("--measure", "-m", default="vi", metavar="NAME", help="The measure of each step.")
@_options.min_share
@_inputs.options
@_output.options
@_options.plot
@_options.draw("flow", "clustree")
@_colors.option
def command(
    files: tuple[str, ...],
    measure: str,
    min_share: float | None,
    inputs: Inputs,
    out: Out,
    plot: str | None,
    draw: str,
    colors: tuple[str, ...],
) -> None:
    """List which clusters split, merge, appear and disappear in a sequence.

    The clusterings are taken in the order in which they are given.

    \b
    Examples:
      clusterdiff timeline monday.csv tuesday.csv wednesday.csv
      clusterdiff timeline cells.csv --columns leiden_0.5,leiden_1 --plot tree.svg --draw clustree
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    own = colors_of_flow(colors, plot, draw)
    inputs.check_sides()
    result = timeline(inputs.set_of(files), measure=measure, min_share=min_share)
    more = {} if own is None else {"colors": own}
    write_picture(plot, partial(result.plot, draw, **more))
    say_unknown(own, result)
    out.emit(Answer.of(result))
