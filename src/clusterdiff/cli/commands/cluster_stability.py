"""cluster-stability: how often each cluster is found in the other clusterings."""

from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._files import PICTURES, check_suffix, write_picture
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.many import cluster_stability


@_options.command
@_options.files
@_inputs.options
@_output.options
@_options.plot
def command(files: tuple[str, ...], inputs: Inputs, out: Out, plot: str | None) -> None:
    """List how often each cluster is found in the other clusterings.

    \b
    Examples:
      clusterdiff cluster-stability run1.csv run2.csv run3.csv
      clusterdiff cluster-stability cells.csv --columns leiden_0.5,leiden_1 --plot clusters.svg
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    inputs.check_sides()
    result = cluster_stability(inputs.set_of(files))
    write_picture(plot, result.plot)
    out.emit(Answer.of(result))
