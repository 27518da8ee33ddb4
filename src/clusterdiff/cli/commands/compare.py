"""compare: two clusterings under several measures."""

from dataclasses import replace

from clusterdiff import plots
from clusterdiff.analysis import compare
from clusterdiff.cli import _gates, _inputs, _options, _output
from clusterdiff.cli._files import PICTURES, check_suffix, write_picture
from clusterdiff.cli._gates import Gates
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.errors import OptionError
from clusterdiff.io import Counted, Report
from clusterdiff.segmentation import ObjectTable


@_options.command
@_options.a
@_options.b
@_options.measures
@_options.everything
@_options.family
@_options.option(
    "--chance/--no-chance",
    default=False,
    help="Add the value expected by chance, and a 95 % interval.",
)
@_options.option(
    "--null-model", metavar="NAME", help="Null model of --chance, for example fixed_k."
)
@_options.seed
@_options.option(
    "--background",
    multiple=True,
    metavar="LABEL",
    help="Compare the objects of label images; this label is no object.",
)
@_inputs.kind
@_inputs.options
@_output.options
@_options.plot
@_gates.options
def command(
    a: str,
    b: str | None,
    measures: tuple[str, ...],
    everything: bool,
    family: tuple[str, ...],
    chance: bool,
    null_model: str | None,
    seed: int,
    background: tuple[str, ...],
    kind: str,
    inputs: Inputs,
    out: Out,
    plot: str | None,
    gates: Gates,
) -> None:
    """Compare two clusterings of the same elements.

    Exit code: 0, 1 if a gate fails, 2 on bad input.

    \b
    Examples:
      clusterdiff compare truth.csv kmeans.csv
      clusterdiff compare all.parquet --columns truth,kmeans -m ari,vi
      clusterdiff compare truth.csv cells.tsv --on id=cell_id --align intersect
      clusterdiff compare truth.npy kmeans.npy --fail-under ari=0.9
      clusterdiff compare truth.csv kmeans.csv --chance --plot chance.svg
      clusterdiff compare truth.clusters found.clusters --kind cover
      clusterdiff compare genes.nwk species.nwk
      clusterdiff compare truth.npz found.npz --background 0
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    checks = gates.checks()
    chosen = "all" if everything else _options.selected(measures, family)
    if null_model is not None and _options.given("chance") and not chance:
        raise OptionError("--null-model has no effect with --no-chance.")
    against_chance = null_model or chance
    if background and kind not in {"auto", "partition"}:
        raise OptionError(f"--background has no effect with --kind {kind}.")
    other = None if background else inputs.table_of_kind(a, b, kind)
    if other is not None:
        if plot is not None and not against_chance:
            raise OptionError("--plot draws a cover or a soft clustering with --chance only.")
        result = compare(other, measures=chosen, chance=against_chance, rng=seed)
        write_picture(plot, lambda: plots.plot_chance(result))
        verdicts = checks.verdicts(Counted(other, Report()))
        out.emit(Answer.of(result, [], **_gates.data_of(verdicts)))
        checks.finish(verdicts)
        return
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    if background:
        found = found._replace(table=ObjectTable.from_labels(found.table, background=background))
    compared = compare(found.table, measures=chosen, chance=against_chance, rng=seed)
    result = replace(compared, name_a=first.name, name_b=second.name)
    names = first.name, second.name
    write_picture(
        plot,
        lambda: (
            plots.plot_chance(result)
            if against_chance
            else plots.plot_confusion(found.table, names=names)
        ),
    )
    said = _inputs.notes(found, first, second)
    if _options.given("seed") and not against_chance:
        said.append("--seed has no effect without --chance.")
    verdicts = checks.verdicts(found)
    more = {"input": found.report.to_dict(), **_gates.data_of(verdicts)}
    out.emit(Answer.of(result, said, **more))
    checks.finish(verdicts)
