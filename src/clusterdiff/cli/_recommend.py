"""recommend: which measure to use."""

from typing import Annotated

import typer

import clusterdiff as cd
from clusterdiff.cli._emit import Answer
from clusterdiff.cli._groups import Out, grouped
from clusterdiff.cli._input import Inputs
from clusterdiff.cli._options import B

_HEADER = ("advice", "measure", "why", "traps", "source")


@grouped
def recommend(
    inputs: Inputs,
    out: Out,
    a: Annotated[str | None, typer.Argument(metavar="A", help="The reference, if the advice is to fit data.", show_default=False)] = None,
    b: B = None,
    goal: Annotated[str, typer.Option("--goal", metavar="NAME", help="What the measure is for, as rank, across, noise, metric or bits.")] = "",
) -> None:
    """Say which measures suit a goal, or these clusterings, and why.

    **Examples**

    clusterdiff recommend truth.csv kmeans.csv

    clusterdiff recommend --goal metric
    """
    table = None if a is None else inputs.table(*inputs.pair(a, b)).table
    found = cd.recommend(table, goal=goal or None)
    rows = [[word, *choice] for word, choices in (("use", found.choices), ("avoid", found.avoid)) for choice in choices]
    out.emit(Answer(found.to_dict, _HEADER, lambda: rows, lambda: found))
