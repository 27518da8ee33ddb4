"""estimate: how good a clustering is, from a labeled sample of true clusters."""

from typing import Any

import click

from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.errors import OptionError
from clusterdiff.intervals import estimate
from clusterdiff.io import labels_of_columns
from clusterdiff.labels import in_kind_of


@_options.command
@_options.argument(
    "sample",
    metavar="SAMPLE",
    type=_options.FILE,
    help="Some of the true clusters, each with all its elements; or one file with both columns.",
)
@_options.argument(
    "prediction",
    metavar="[PREDICTION]",
    type=_options.FILE,
    required=False,
    help="The clustering of all elements.",
)
@_options.option(
    "--measures",
    "-m",
    multiple=True,
    metavar="NAMES",
    help="Measures, for example pair_precision,pair_recall.  [default: all nine]",
)
@_options.option(
    "--sampling",
    type=click.Choice(("uniform", "size")),
    default="uniform",
    help="Each true cluster with the same probability, or in proportion to its size.",
)
@_options.option(
    "--population",
    type=click.IntRange(min=1),
    help="Number of true clusters, if the sample is a large part of them.",
)
@_options.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    help="Confidence level.",
)
@_inputs.options
@_output.options
def command(
    sample: str,
    prediction: str | None,
    measures: tuple[str, ...],
    sampling: str,
    population: int | None,
    level: float,
    inputs: Inputs,
    out: Out,
) -> None:
    """Estimate how good a clustering is from a labeled sample of true clusters.

    \b
    Examples:
      clusterdiff estimate labeled.csv predicted.csv --on id
      clusterdiff estimate all.parquet --columns truth,cluster -m pair_precision,pair_recall
    """
    out.check()
    if inputs.align != "raise":
        raise OptionError("estimate counts elements outside of the sample: --align has no effect.")
    sides = list(labels_of_columns(inputs.pair(sample, prediction)).values())
    named: dict[str, Any] = {
        f"{what}_{role}": in_kind_of(
            side, [*getattr(inputs, what), *getattr(inputs, f"{what}_{role}")]
        )
        for what in ("ignore", "noise")
        for role, side in zip("ab", sides, strict=True)
    }
    result = estimate(
        *sides,
        measures=_options.joined("--measures", measures, example="pair_f") or None,
        sampling=sampling,
        population=population,
        level=level,
        missing=inputs.missing,
        **named,
    )
    out.emit(Answer.of(result))
