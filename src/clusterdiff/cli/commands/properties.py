"""properties: which properties measures have, with counterexamples."""

from typing import Annotated, Any

import typer

from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.output import Answer
from clusterdiff.display.verdicts import matrix_view, properties_view, verdict_records, verdicts_view
from clusterdiff.properties import PROPERTIES, matrix
from clusterdiff.properties import property as find


@grouped
def command(
    out: Out,
    measure: Annotated[
        str | None,
        typer.Argument(
            metavar="MEASURE", help="A measure, a family or all; without it the properties are listed.", show_default=False
        ),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="PROPERTY", help="Properties to check; all by default.", show_default=False),
    ] = None,
    n: Annotated[
        int, typer.Option("-n", metavar="N", help="Try all clusterings of up to this many elements, 1 to 8.")
    ] = 6,
    budget: Annotated[
        int, typer.Option("--budget", metavar="N", help="Number of random larger cases to try.", min=0)
    ] = 300,
) -> None:
    """Check properties of measures on all small clusterings and show counterexamples.

    Without a measure the properties are listed.

    **Examples**

    clusterdiff properties

    clusterdiff properties ari

    clusterdiff properties vi triangle_inequality local -n 6

    clusterdiff properties information --format csv -o properties.csv
    """
    out.check()
    if measure is None:
        out.emit(_listed())
        return
    chosen = [find(name) for name in names] if names else list(PROPERTIES.values())
    found = matrix(measure, n, properties=list(dict.fromkeys(chosen)), budget=budget)
    out.emit(_checked(found))


def _listed() -> Answer:
    """The list of all properties."""
    view = properties_view(PROPERTIES.values())
    records = [dict(zip((column.header for column in view.columns), row, strict=True)) for row in view.rows]
    return Answer(lambda: records, lambda: records, lambda: [view])


def _checked(found: Any) -> Answer:
    """The verdicts on one measure, or signs for several."""
    verdicts = list(found)
    several = len(found.measures) > 1
    views = [matrix_view(verdicts) if several else verdicts_view(verdicts)]
    return Answer(found.to_dict, lambda: verdict_records(verdicts), lambda: views)
