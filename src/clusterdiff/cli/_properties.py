"""The command `properties`: which properties measures have, with counterexamples."""

from typing import Annotated

import typer

from clusterdiff.cli._emit import Answer
from clusterdiff.cli._groups import Out, grouped
from clusterdiff.cli._progress import watching
from clusterdiff.measures import resolve
from clusterdiff.properties import PROPERTIES, Profile, Property, PropertyMatrix, listing, matrix
from clusterdiff.properties import property as find

_LIST_HEADER = ("property", "source", "statement")
_HEADER = ("measure", "property", "source", "status", "counterexample", "statement")


@grouped
def properties(
    out: Out,
    measure: Annotated[
        str | None,
        typer.Argument(
            metavar="[MEASURE]",
            help="A measure, a family, or all; without it the properties are listed.",
        ),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PROPERTY]...", help="Properties to check; all by default."),
    ] = None,
    n: Annotated[
        int, typer.Option("-n", help="Try all clusterings of up to this many elements, 1 to 8.")
    ] = 6,
    budget: Annotated[
        int, typer.Option("--budget", help="Number of random larger cases to try.", min=0)
    ] = 300,
) -> None:
    """Check properties of measures on all small clusterings and show counterexamples.

    Every property cites the paper that states it.

    **Examples**

    clusterdiff properties

    clusterdiff properties ari

    clusterdiff properties vi triangle_inequality local -n 6

    clusterdiff properties information --format csv -o properties.csv
    """
    if measure is None:
        out.emit(_listed())
        return
    chosen = None if not names else list(dict.fromkeys(find(name) for name in names))
    with watching("checking", len(resolve(measure)), "measures") as progress:
        found = matrix(measure, n, properties=chosen, budget=budget, progress=progress)
    out.emit(_checked(found))


def _listed() -> Answer:
    """Return the list of all properties."""
    chosen = list(PROPERTIES.values())
    rows = [[p.name, p.source or p.paper, p.statement] for p in chosen]
    return Answer(lambda: [_fields(p) for p in chosen], _LIST_HEADER, lambda: rows, listing)


def _fields(p: Property) -> dict[str, str | None]:
    return {"name": p.name, "source": p.source, "statement": p.statement, "note": p.note}


def _checked(found: PropertyMatrix) -> Answer:
    """Return the verdicts: one, all of one measure, or a matrix."""
    verdicts = list(found)
    rows = [
        [v.measure, v.property_name, v.source, v.status, str(v.counterexample or ""), v.statement]
        for v in verdicts
    ]
    if len(found.measures) > 1:
        return Answer(found.to_dict, _HEADER, lambda: rows, lambda: str(found))
    if len(verdicts) == 1:
        return Answer(verdicts[0].to_dict, _HEADER, lambda: rows, lambda: str(verdicts[0]))
    profile = Profile(found.measures[0], tuple(verdicts))
    return Answer(profile.to_dict, _HEADER, lambda: rows, lambda: str(profile))
