"""pool: methods over several data sets."""

from pathlib import Path
from typing import get_args

import click

from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._files import PICTURES, check_suffix, write_picture
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.errors import InputError
from clusterdiff.many import Ranking, pool, rank
from clusterdiff.many._pool import PoolMethod
from clusterdiff.measures import get_measure
from clusterdiff.progress import track


@_options.command
@_options.argument(
    "files",
    metavar="FILE...",
    type=_options.FILE,
    nargs=-1,
    required=True,
    help="One file per data set: the reference first, then the same methods in each.",
)
@_options.option("--measure", "-m", default="ari", metavar="NAME", help="The measure that decides.")
@_options.groups
@_options.option(
    "--method",
    type=click.Choice(get_args(PoolMethod)),
    default="nemenyi",
    help="How pairs of methods are tested.",
)
@_options.option(
    "--alpha",
    type=float,
    default=0.05,
    metavar="SHARE",
    help="The significance level of the tests.",
)
@_inputs.options
@_output.options
@_options.plot
def command(
    files: tuple[str, ...],
    measure: str,
    groups: str | None,
    method: PoolMethod,
    alpha: float,
    inputs: Inputs,
    out: Out,
    plot: str | None,
) -> None:
    """Compare methods over data sets: mean ranks, Friedman test, critical difference.

    Each file is ranked as by the command rank. The picture is a critical-difference diagram.

    \b
    Examples:
      clusterdiff pool digits.csv iris.csv wine.csv --columns truth,kmeans,ward,gmm
      clusterdiff pool results/*.csv -m ami --groups '_[0-9]+$' --plot ranks.svg
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    if len(files) < 2:
        raise InputError(
            f"There must be two or more data sets, got {len(files)}.",
            "clusterdiff rank ranks the methods of one",
        )
    chosen = get_measure(measure)
    titles = _titles(files)
    rankings: dict[str, Ranking] = {}
    for title, file in track(list(zip(titles, files, strict=True)), "ranking"):
        found = inputs.clusterings([file])
        if len(found) < 2:
            raise InputError(f"There is no method to rank in {file}.")
        runs = inputs.set_of_columns(found)
        rankings[title] = rank(found[0].name, runs, measures=chosen, groups=groups)
    result = pool(rankings, method=method, alpha=alpha)
    write_picture(plot, result.plot)
    out.emit(Answer.of(result))


def _titles(files: tuple[str, ...]) -> list[str]:
    """Name each data set after its file, or its path where two files have one name."""
    stems = [Path(file).stem for file in files]
    if len(set(files)) < len(files):
        twice = next(file for file in files if files.count(file) > 1)
        raise InputError(f"Data sets must be different files: {twice} is given twice.")
    return stems if len(set(stems)) == len(stems) else list(files)
