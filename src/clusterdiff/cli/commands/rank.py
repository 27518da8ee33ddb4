"""rank: several clusterings against one reference."""

from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._files import PICTURES, check_suffix, write_picture
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.errors import InputError, UnknownNameError
from clusterdiff.many import rank
from clusterdiff.measures import resolve


@_options.command
@_options.argument(
    "truth",
    metavar="TRUTH",
    type=_options.FILE,
    help="The reference; or one file with all columns, the reference first.",
)
@_options.argument(
    "predictions",
    metavar="[PREDICTION]...",
    type=_options.FILE,
    nargs=-1,
    help="The predictions.",
)
@_options.option(
    "--measures",
    "-m",
    multiple=True,
    metavar="NAMES",
    help="Measures, for example ari,vi; the first one decides.  [default: ari]",
)
@_options.option(
    "--reference", metavar="NAME", help="The clustering that is the reference, if not the first."
)
@_options.option("--interval", is_flag=True, help="Add a 95 % interval of the measure.")
@_options.option(
    "--test",
    is_flag=True,
    help="Test all pairs for a difference; p-values are corrected (Holm).",
)
@_options.option(
    "--units",
    metavar="COLUMN",
    help="What was sampled, for --interval and --test: clusters (of the reference), or a column "
    "of the first file such as document.  [default: elements]",
)
@_options.groups
@_options.seed
@_inputs.options
@_output.options
@_options.plot
def command(
    truth: str,
    predictions: tuple[str, ...],
    measures: tuple[str, ...],
    reference: str | None,
    interval: bool,
    test: bool,
    units: str | None,
    groups: str | None,
    seed: int,
    inputs: Inputs,
    out: Out,
    plot: str | None,
) -> None:
    """Rank predictions by their agreement with a reference; ties share a rank.

    \b
    Examples:
      clusterdiff rank truth.csv kmeans.csv ward.csv gmm.csv -m ami
      clusterdiff rank all.parquet --columns truth,kmeans,ward -m ari,vi --interval --test
      clusterdiff rank all.csv --reference truth
      clusterdiff rank truth.csv linked.csv --interval --units clusters
      clusterdiff rank runs.csv --groups '_[0-9]+$' --plot ranking.svg
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    chosen = resolve(_options.joined("--measures", measures, example="ari,vi") or "adjusted_rand")
    found = inputs.clusterings([truth, *predictions])
    sampled = units if units in {None, "clusters"} else inputs.column(found[0], str(units))
    if not inputs.columns:
        found = [each for each in found if each.column != units]
    if len(found) < 2:
        raise InputError(
            f"There is no prediction to rank against {truth}.",
            "clusterdiff rank TRUTH PREDICTION...",
        )
    names = [each.name for each in found]
    if reference is not None and reference not in names:
        raise UnknownNameError.of("clustering", reference, names)
    result = rank(
        names[0] if reference is None else reference,
        inputs.set_of_columns(found),
        measures=chosen,
        interval=interval,
        test=test,
        units=sampled,
        groups=groups,
        rng=seed,
    )
    write_picture(plot, result.plot)
    out.emit(Answer.of(result))
