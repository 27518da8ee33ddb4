"""compare: two clusterings under several measures."""

from dataclasses import replace
from typing import Annotated, Any

from clusterdiff import plots
from clusterdiff.analysis import Comparison
from clusterdiff.analysis import compare as analyze
from clusterdiff.cli import gates, session
from clusterdiff.cli.arguments import Option
from clusterdiff.cli.inputs import Inputs, notes
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import (
    A,
    B,
    Everything,
    FailOver,
    FailUnder,
    Family,
    Measures,
    Plot,
    Seed,
    selected,
)
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.table import Table


@grouped
def command(
    a: A,
    inputs: Inputs,
    out: Out,
    b: B = None,
    measures: Measures = None,
    everything: Everything = False,
    family: Family = None,
    chance: Annotated[
        bool,
        Option("--chance", help="Add the value expected by chance, and a 95 % interval."),
    ] = False,
    null_model: Annotated[
        str | None,
        Option("--null-model", metavar="NAME", help="Null model of --chance, for example fixed_k."),
    ] = None,
    seed: Seed = 0,
    plot: Plot = None,
    fail_under: FailUnder = None,
    fail_over: FailOver = None,
) -> None:
    """Compare two clusterings of the same elements.

    Exit code: 0, 1 if a gate fails, 2 on bad input.

    **Examples**

    clusterdiff compare truth.csv kmeans.csv

    clusterdiff compare all.parquet --columns truth,kmeans -m ari,vi

    clusterdiff compare truth.csv cells.tsv --on id=cell_id --align intersect

    clusterdiff compare truth.npy kmeans.npy --fail-under ari=0.9

    clusterdiff compare truth.csv kmeans.csv --chance --plot chance.svg
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    wanted = gates.gates(fail_under, fail_over)
    chosen = "all" if everything else selected(measures, family)
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    compared = analyze(found.table, None, chosen, chance=null_model or chance, rng=seed)
    result = replace(compared, name_a=first.name, name_b=second.name)
    against_chance = chance or null_model is not None
    write_picture(plot, lambda: _picture(result, found.table, against_chance=against_chance))
    said = notes(found, first, second)
    if session.current().has("--seed") and not against_chance:
        said.append("--seed has no effect without --chance.")
    out.emit(Answer.of(result, said, input=found.report.to_dict()))
    gates.check(wanted, found.table)


def _picture(result: Comparison, table: Table, *, against_chance: bool) -> Any:
    """Return the values against chance, or the confusion matrix."""
    if against_chance:
        return plots.plot_chance(result)
    return plots.plot_confusion(table, names=(result.name_a, result.name_b))
