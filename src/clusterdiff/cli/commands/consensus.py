"""consensus: one partition for many clusterings."""

from enum import StrEnum
from typing import Annotated, Literal

from clusterdiff.cli._input import Inputs
from clusterdiff.cli.arguments import Option
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Files, Plot, Seed
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.errors import OptionError
from clusterdiff.many import consensus


class Method(StrEnum):
    """How the consensus is found."""

    auto = "auto"
    search = "search"
    medoid = "medoid"
    exact = "exact"


Loss = Annotated[str, Option("--loss", metavar="NAME", help="vi, binder, or another metric.")]
Costs = Annotated[
    str | None,
    Option(
        "--costs",
        metavar="A,B",
        help="What separating and joining cost, for example 1,2.  [default: 1,1]",
    ),
]
MostClusters = Annotated[
    int | None,
    Option("--max-clusters", metavar="K", help="Largest number of clusters of the result.", min=1),
]
Runs = Annotated[
    int, Option("--runs", metavar="N", help="How many times the search starts.", min=1)
]
How = Annotated[
    Method, Option("--method", metavar="|".join(Method), help="How the partition is found.")
]
TimeLimit = Annotated[
    float | None,
    Option(
        "--time-limit",
        metavar="SECONDS",
        help="Time for the proof of --loss binder.  [default: 60 with --method exact, else 2]",
    ),
]
Drawing = Annotated[
    Literal["agreement", "coassignment"], Option("--draw", help="What to draw with --plot.")
]


@grouped
def command(
    files: Files,
    inputs: Inputs,
    out: Out,
    loss: Loss = "vi",
    costs: Costs = None,
    max_clusters: MostClusters = None,
    runs: Runs = 16,
    method: How = Method.auto,
    time_limit: TimeLimit = None,
    seed: Seed = 0,
    plot: Plot = None,
    draw: Drawing = "coassignment",
) -> None:
    """Find the partition that agrees best with many clusterings.

    A table shows the clusters and how far the clusterings agree with them; CSV has one row per
    element: its cluster in the consensus, and the agreement about it. --on names the elements.

    **Examples**

    clusterdiff consensus runs/*.csv

    clusterdiff consensus draws.parquet --loss vi --on id -o labels.csv

    clusterdiff consensus runs.csv --loss binder --method exact --plot runs.svg
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    found = consensus(
        inputs.set_of(files),
        loss,
        costs=_costs(costs),
        max_clusters=max_clusters,
        runs=runs,
        rng=seed,
        method=method.value,
        time_limit=time_limit,
    )
    write_picture(plot, getattr(found, draw))
    out.emit(Answer.of(found))


def _costs(text: str | None) -> tuple[float, float]:
    """Read two numbers."""
    if text is None:
        return 1.0, 1.0
    try:
        separate, join = (float(word) for word in text.split(","))
    except ValueError:
        raise OptionError(f"costs must be two numbers, got {text!r}.", "pass {costs=1,2}") from None
    return separate, join
