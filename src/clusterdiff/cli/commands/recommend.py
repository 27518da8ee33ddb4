"""recommend: which measure to use."""

from clusterdiff.analysis import recommend
from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out


@_options.command
@_options.argument(
    "a",
    metavar="[A]",
    type=_options.FILE,
    required=False,
    help="The reference, for advice that depends on the data.",
)
@_options.b
@_options.option(
    "--goal",
    metavar="NAME",
    help="What the measure is for: rank, across, noise, metric, bits and others.",
)
@_inputs.options
@_output.options
def command(a: str | None, b: str | None, goal: str | None, inputs: Inputs, out: Out) -> None:
    """Recommend measures for a goal, or for these clusterings, with reasons.

    \b
    Examples:
      clusterdiff recommend truth.csv kmeans.csv
      clusterdiff recommend --goal metric
    """
    out.check()
    table = None if a is None else inputs.table(*inputs.pair(a, b)).table
    given = () if table is None else (table,)
    out.emit(Answer.of(recommend(*given, goal=goal)))
