"""explain: what a value means for these clusterings."""

from clusterdiff.analysis import explain as analyze
from clusterdiff.cli.inputs import Inputs, notes
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import A, B, Measures, Seed, joined
from clusterdiff.cli.output import Answer
from clusterdiff.measures import resolve


@grouped
def command(
    a: A, inputs: Inputs, out: Out, b: B = None, measures: Measures = None, seed: Seed = 0
) -> None:
    """Explain values: their range, and the values of independent and of random clusterings.

    **Examples**

    clusterdiff explain truth.csv kmeans.csv -m rand

    clusterdiff explain all.csv --columns truth,kmeans -m ari,vi
    """
    out.check()
    chosen = resolve(joined("--measures", measures, example="ari,vi") or "adjusted_rand")
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    results = [analyze(found.table, measure=measure, rng=seed) for measure in chosen]
    answer = Answer(
        data=lambda: [result.to_dict() for result in results],
        records=lambda: [row for result in results for row in result.records()],
        views=lambda: [result.view() for result in results],
        notes=tuple(notes(found, first, second)),
    )
    out.emit(answer)
