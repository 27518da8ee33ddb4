"""match: which cluster is which."""

from dataclasses import replace
from typing import get_args

import click

from clusterdiff import plots
from clusterdiff.analysis import match
from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._files import PICTURES, check_suffix, write_picture
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.measures._set_design import MatchingRule, Similarity


@_options.command
@_options.a
@_options.b
@_options.option(
    "--similarity",
    type=click.Choice(get_args(Similarity)),
    default="overlap",
    help="Similarity of two clusters.",
)
@_options.option(
    "--method",
    type=click.Choice(get_args(MatchingRule)),
    default="optimal",
    help="One to one, or each with its nearest.",
)
@_inputs.options
@_output.options
@_options.plot
def command(
    a: str,
    b: str | None,
    similarity: Similarity,
    method: MatchingRule,
    inputs: Inputs,
    out: Out,
    plot: str | None,
) -> None:
    """Match the clusters of two clusterings.

    \b
    Examples:
      clusterdiff match truth.csv kmeans.csv
      clusterdiff match all.csv --columns truth,kmeans --similarity jaccard --format csv
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    matched = match(found.table, similarity=similarity, method=method)
    names = first.name, second.name
    result = replace(matched, name_a=names[0], name_b=names[1])
    write_picture(plot, lambda: plots.plot_confusion(found.table, names=names))
    out.emit(Answer.of(result, _inputs.notes(found, first, second), input=found.report.to_dict()))
