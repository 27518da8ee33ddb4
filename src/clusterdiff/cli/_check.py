"""check: whether measures have properties, with a counterexample where they have not."""

from typing import Annotated

import typer

from clusterdiff.cli._emit import Answer
from clusterdiff.cli._groups import Out, grouped
from clusterdiff.cli._progress import watching
from clusterdiff.measures import resolve

_HEADER = ("measure", "property", "status", "statement", "counterexample")


@grouped
def check(
    out: Out,
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help="A measure or a family; leave it out for all of them.")] = "all",
    names: Annotated[list[str] | None, typer.Argument(metavar="[PROPERTY]...", help="Properties; leave them out for all of them.")] = None,
    as_matrix: Annotated[bool, typer.Option("--matrix", help="A table of signs, measures by properties; so it is for several measures.")] = False,  # noqa: FBT002
    n: Annotated[int, typer.Option("-n", help="Try all clusterings of up to so many elements, 1 to 8.")] = 6,
    budget: Annotated[int, typer.Option("--budget", help="Then so many random larger ones.", min=0)] = 300,
) -> None:
    """Check properties of measures on all small clusterings, and show a counterexample where one fails.

    **Examples**

    clusterdiff check ari

    clusterdiff check vi triangle_inequality local -n 6

    clusterdiff check --matrix

    clusterdiff check information --matrix --format csv -o properties.csv
    """
    from clusterdiff import properties

    chosen = dict.fromkeys(properties.property(name) for name in names or properties.PROPERTIES)
    with watching("checking", len(resolve(measure)), "measures") as progress:
        found = properties.matrix(measure, n, properties=chosen, budget=budget, progress=progress)
    verdicts = list(found)
    rows = [[v.measure, v.property_name, v.status, v.statement, str(v.counterexample or "")] for v in verdicts]
    if as_matrix or len(found.measures) > 1:
        answer = Answer(found.to_dict, _HEADER, lambda: rows, lambda: found)
    elif len(verdicts) == 1:
        answer = Answer(verdicts[0].to_dict, _HEADER, lambda: rows, lambda: str(verdicts[0]))
    else:
        card = properties.Card(found.measures[0], tuple(verdicts))
        answer = Answer(card.to_dict, _HEADER, lambda: rows, lambda: card)
    out.emit(answer)
