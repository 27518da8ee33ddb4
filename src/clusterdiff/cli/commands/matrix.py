"""matrix: every pair of several clusterings."""

from typing import Annotated

from clusterdiff.analysis import pairwise_tables
from clusterdiff.cli._input import Inputs
from clusterdiff.cli.arguments import Option
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Files, joined
from clusterdiff.cli.output import Answer
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
) -> None:
    """Compare every pair of several clusterings.

    **Examples**

    clusterdiff matrix runs/*.csv --by vi

    clusterdiff matrix all.parquet --columns truth,kmeans,ward --format csv -o ari.csv
    """
    out.check()
    measures = resolve(joined("--by", by, example="vi") or "adjusted_rand")
    found = inputs.clusterings(files)
    names = [each.name for each in found]
    result = pairwise_tables(names, lambda i, j: inputs.table(found[i], found[j]).table, measures)
    out.emit(Answer.of(result))
