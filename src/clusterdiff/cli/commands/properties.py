"""properties: which properties measures have, with counterexamples."""

from typing import Annotated

from clusterdiff.cli.arguments import Argument, Option
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.output import Answer
from clusterdiff.properties import Profile, PropertyMatrix, Verdict, listing, matrix
from clusterdiff.properties import property as find

MeasureOrFamily = Annotated[
    str | None,
    Argument(
        metavar="MEASURE",
        help="A measure, a family, or all. Without it, the properties are listed.",
    ),
]
Names = Annotated[
    list[str] | None,
    Argument(metavar="PROPERTY", help="Properties to check.  [default: all]"),
]
Size = Annotated[
    int,
    Option("-n", metavar="N", help="Try all clusterings of up to this many elements, 1 to 8."),
]
Budget = Annotated[
    int,
    Option("--budget", metavar="N", help="Number of random larger cases to try.", min=0),
]


@grouped
def command(
    out: Out,
    measure: MeasureOrFamily = None,
    names: Names = None,
    n: Size = 6,
    budget: Budget = 300,
) -> None:
    """Check properties of measures on all small clusterings and show counterexamples.

    Every property cites the paper that states it.

    **Examples**

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
    found = matrix(measure, n, properties=chosen, budget=budget)
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
