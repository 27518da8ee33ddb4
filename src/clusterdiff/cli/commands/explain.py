"""explain: what a value means for these clusterings."""

from clusterdiff.analysis import explain
from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.measures import resolve


@_options.command
@_options.a
@_options.b
@_options.measures
@_options.chance
@_options.seed
@_inputs.options
@_output.options
def command(
    a: str,
    b: str | None,
    measures: tuple[str, ...],
    chance: bool,
    seed: int,
    inputs: Inputs,
    out: Out,
) -> None:
    """Explain values: their range, and those of independent and of random clusterings.

    \b
    Examples:
      clusterdiff explain truth.csv kmeans.csv -m rand
      clusterdiff explain all.csv --columns truth,kmeans -m ari,vi
    """
    out.check()
    chosen = resolve(_options.joined("--measures", measures, example="ari,vi") or "adjusted_rand")
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    results = [explain(found.table, measure=m, chance=chance, rng=seed) for m in chosen]
    answer = Answer(
        data=lambda: [result.to_dict() for result in results],
        records=lambda: [row for result in results for row in result.records()],
        views=lambda: [result.view() for result in results],
        notes=tuple(_inputs.notes(found, first, second)),
    )
    out.emit(answer)
