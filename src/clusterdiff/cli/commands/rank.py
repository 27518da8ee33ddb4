"""rank: several clusterings against one reference."""

from typing import Annotated

from clusterdiff.cli.arguments import Argument, Option
from clusterdiff.cli.inputs import Inputs
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Measures, Plot, Seed, joined
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.errors import InputError
from clusterdiff.many import rank
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


Test = Annotated[
    bool,
    Option("--test", help="Test all pairs for a difference; p-values are corrected (Holm)."),
]
Groups = Annotated[
    str | None,
    Option(
        "--groups",
        metavar="PATTERN",
        help="Average over runs: the pattern matches what to cut off names, as '_[0-9]+$'.",
    ),
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
    test: Test = False,
    groups: Groups = None,
    plot: Plot = None,
    seed: Seed = 0,
) -> None:
    """Rank predictions by their agreement with a reference; ties share a rank.

    **Examples**

    clusterdiff rank truth.csv kmeans.csv ward.csv gmm.csv --by ami

    clusterdiff rank all.parquet --columns truth,kmeans,ward -m vi,nmi --interval --test

    clusterdiff rank runs.csv --groups '_[0-9]+$' --plot ranking.svg
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    measure = get_measure(by)
    also = resolve(joined("--measures", measures, example="vi,nmi") or ())
    found = inputs.clusterings([truth, *(predictions or ())])
    if len(found) < 2:
        raise InputError(
            f"There is no prediction to rank against {truth}.",
            "clusterdiff rank TRUTH PREDICTION...",
        )
    result = rank(
        found[0].name,
        inputs.set_of_columns(found),
        measures=[measure, *also],
        interval=interval,
        test=test,
        groups=groups,
        rng=seed,
    )
    write_picture(plot, result.plot)
    out.emit(Answer.of(result))
