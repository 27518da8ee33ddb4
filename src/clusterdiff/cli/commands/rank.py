"""rank: several clusterings against one reference."""

from typing import Annotated

from clusterdiff.analysis import rank_tables
from clusterdiff.cli._input import Inputs
from clusterdiff.cli.arguments import Argument, Option
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Measures, Seed, joined
from clusterdiff.cli.output import Answer
from clusterdiff.errors import InputError
from clusterdiff.measures import get_measure, resolve

Truth = Annotated[
    str,
    Argument(
        metavar="TRUTH",
        help="The reference; or one file with all columns, the reference first.",
    ),
]
Predictions = Annotated[
    list[str] | None,
    Argument(metavar="PREDICTION", help="The predictions."),
]
By = Annotated[str, Option("--by", metavar="NAME", help="The measure that decides.")]
Interval = Annotated[
    bool,
    Option("--interval", help="Add a 95 % interval of the measure."),
]


@grouped
def command(
    truth: Truth,
    inputs: Inputs,
    out: Out,
    predictions: Predictions = None,
    by: By = "ari",
    measures: Measures = None,
    interval: Interval = False,
    seed: Seed = 0,
) -> None:
    """Rank predictions by how well they agree with a reference; ties share a rank.

    **Examples**

    clusterdiff rank truth.csv kmeans.csv ward.csv gmm.csv --by ami

    clusterdiff rank all.parquet --columns truth,kmeans,ward -m vi,nmi
    """
    out.check()
    measure = get_measure(by)
    also = resolve(joined("--measures", measures, example="vi,nmi") or ())
    reference, *others = inputs.clusterings([truth, *(predictions or ())])
    if not others:
        raise InputError(
            f"There is no prediction to rank against {truth}.",
            "clusterdiff rank TRUTH PREDICTION...",
        )
    result = rank_tables(
        reference.name,
        [other.name for other in others],
        lambda i: inputs.table(reference, others[i]).table,
        measure,
        also,
        interval=interval,
        rng=seed,
    )
    out.emit(Answer.of(result))
