"""pool: methods over several data sets."""

from pathlib import Path
from typing import Annotated

from clusterdiff.cli.arguments import Argument, Option
from clusterdiff.cli.commands.rank import By, Groups
from clusterdiff.cli.inputs import Inputs
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Plot
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.errors import InputError
from clusterdiff.many import Ranking, pool, rank
from clusterdiff.many._pool import PoolMethod
from clusterdiff.measures import get_measure
from clusterdiff.progress import track

DataSets = Annotated[
    list[str],
    Argument(
        metavar="FILE",
        help="One file per data set: the reference first, then the same methods in each.",
    ),
]
Method = Annotated[PoolMethod, Option("--method", help="How pairs of methods are tested.")]
Alpha = Annotated[
    float, Option("--alpha", metavar="SHARE", help="The significance level of the tests.")
]


@grouped
def command(
    files: DataSets,
    inputs: Inputs,
    out: Out,
    by: By = "ari",
    groups: Groups = None,
    method: Method = "nemenyi",
    alpha: Alpha = 0.05,
    plot: Plot = None,
) -> None:
    """Compare methods over several data sets: mean ranks, Friedman test, critical difference.

    Each file is ranked as by the command rank. The picture is a critical-difference diagram.

    **Examples**

    clusterdiff pool digits.csv iris.csv wine.csv --columns truth,kmeans,ward,gmm

    clusterdiff pool results/*.csv --by ami --groups '_[0-9]+$' --plot ranks.svg
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    if len(files) < 2:
        raise InputError(
            f"There must be two or more data sets, got {len(files)}.",
            "clusterdiff rank ranks the methods of one",
        )
    measure = get_measure(by)
    titles = _titles(files)
    rankings: dict[str, Ranking] = {}
    for title, file in track(list(zip(titles, files, strict=True)), "ranking"):
        found = inputs.clusterings([file])
        if len(found) < 2:
            raise InputError(f"There is no method to rank in {file}.")
        runs = inputs.set_of_columns(found)
        rankings[title] = rank(found[0].name, runs, measures=measure, groups=groups)
    result = pool(rankings, method=method, alpha=alpha)
    write_picture(plot, result.plot)
    out.emit(Answer.of(result))


def _titles(files: list[str]) -> list[str]:
    """Name each data set after its file, or its path where two files have one name."""
    stems = [Path(file).stem for file in files]
    if len(set(files)) < len(files):
        twice = next(file for file in files if files.count(file) > 1)
        raise InputError(f"Data sets must be different files: {twice} is given twice.")
    return stems if len(set(stems)) == len(stems) else files
