"""recommend: which measure to use."""

from typing import Annotated

from clusterdiff.analysis import recommend as analyze
from clusterdiff.cli.arguments import Argument, Option
from clusterdiff.cli.inputs import Inputs
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import B
from clusterdiff.cli.output import Answer


@grouped
def command(
    inputs: Inputs,
    out: Out,
    a: Annotated[
        str | None,
        Argument(metavar="A", help="The reference, for advice that depends on the data."),
    ] = None,
    b: B = None,
    goal: Annotated[
        str | None,
        Option(
            "--goal",
            metavar="NAME",
            help="What the measure is for: rank, across, noise, metric, bits and others.",
        ),
    ] = None,
) -> None:
    """Recommend measures for a goal, or for these clusterings, with reasons.

    **Examples**

    clusterdiff recommend truth.csv kmeans.csv

    clusterdiff recommend --goal metric
    """
    out.check()
    table = None if a is None else inputs.table(*inputs.pair(a, b)).table
    out.emit(Answer.of(analyze(table, goal=goal)))
