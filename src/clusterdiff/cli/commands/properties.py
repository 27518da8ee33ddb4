"""properties: which properties measures have, with counterexamples."""

import click

from clusterdiff.cli import _options, _output
from clusterdiff.cli._output import Answer, Out
from clusterdiff.properties import Profile, PropertyMatrix, Verdict, listing, matrix
from clusterdiff.properties import property as find


@_options.command
@_options.argument(
    "measure",
    metavar="[MEASURE]",
    required=False,
    help="A measure, a family, or all. Without it, the properties are listed.",
)
@_options.argument(
    "names",
    metavar="[PROPERTY]...",
    nargs=-1,
    help="Properties to check.  [default: all]",
)
@_options.option(
    "-n",
    type=int,
    default=6,
    metavar="N",
    help="Try all clusterings of up to this many elements, 1 to 8.",
)
@_options.option(
    "--samples",
    type=click.IntRange(min=0),
    default=300,
    metavar="N",
    help="Number of random larger cases to try.",
)
@_output.options
def command(measure: str | None, names: tuple[str, ...], n: int, samples: int, out: Out) -> None:
    """Check properties of measures on all small clusterings and show counterexamples.

    Every property cites the paper that states it.

    \b
    Examples:
      clusterdiff properties
      clusterdiff properties ari
      clusterdiff properties vi triangle_inequality local -n 6
      clusterdiff properties information --format csv -o properties.csv
    """
    out.check()
    if measure is None:
        listed = listing()
        out.emit(Answer(listed.records, listed.records, listed.views))
        return
    chosen = None if not names else list(dict.fromkeys(find(name) for name in names))
    found = matrix(measure, chosen, n=n, n_samples=samples)
    out.emit(_answer(_simplest(found)))


def _simplest(found: PropertyMatrix) -> Verdict | Profile | PropertyMatrix:
    """Return the only verdict, the profile of the only measure, or the matrix."""
    verdicts = tuple(found)
    if len(verdicts) == 1:
        return verdicts[0]
    return Profile(found.measures[0], verdicts) if len(found.measures) == 1 else found


def _answer(result: Verdict | Profile | PropertyMatrix) -> Answer:
    """Return the answer with one table per paper."""
    if isinstance(result, Verdict):
        return Answer.of(result)
    return Answer(result.to_dict, result.records, result.views)
