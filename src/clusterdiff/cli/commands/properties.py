"""properties: which properties measures have, with counterexamples."""

from typing import Annotated

import typer

from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.output import Answer
from clusterdiff.display.progress import progress_bar
from clusterdiff.display.properties import (
    matrix_view,
    properties_view,
    property_records,
    verdict_records,
    verdicts_view,
)
from clusterdiff.properties import PROPERTIES, PropertyMatrix, matrix
from clusterdiff.properties import property as find

MeasureOrFamily = Annotated[
    str | None,
    typer.Argument(
        metavar="MEASURE",
        help="A measure, a family, or all. Without it, the properties are listed.",
        show_default=False,
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PROPERTY", help="Properties to check.  [default: all]", show_default=False
    ),
]
Size = Annotated[
    int,
    typer.Option(
        "-n", metavar="N", help="Try all clusterings of up to this many elements, 1 to 8."
    ),
]
Budget = Annotated[
    int,
    typer.Option("--budget", metavar="N", help="Number of random larger cases to try.", min=0),
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
        known = list(PROPERTIES.values())
        out.emit(
            Answer(
                data=lambda: property_records(known),
                records=lambda: property_records(known),
                views=lambda: [properties_view(known)],
            )
        )
        return
    chosen = list(dict.fromkeys(find(name) for name in names)) if names else None
    with progress_bar():
        found = matrix(measure, n, properties=chosen, budget=budget)
    out.emit(_answer(found))


def _answer(found: PropertyMatrix) -> Answer:
    verdicts = list(found)
    one = len(found.measures) == 1
    return Answer(
        data=found.to_dict,
        records=lambda: verdict_records(verdicts),
        views=lambda: [verdicts_view(verdicts) if one else matrix_view(found)],
    )
