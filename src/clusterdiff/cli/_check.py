"""check: whether measures have properties, with a counterexample where they have not."""

from typing import Annotated

import typer

from clusterdiff.cli._emit import Answer
from clusterdiff.cli._groups import Out, grouped
from clusterdiff.cli._progress import counted

_HEADER = ("measure", "property", "status", "statement", "counterexample")


@grouped
def check(
    out: Out,
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help="A measure or a family; leave it out for all of them.")] = "all",
    names: Annotated[list[str] | None, typer.Argument(metavar="[PROPERTY]...", help="Properties; leave them out for all of them.")] = None,
    as_matrix: Annotated[bool, typer.Option("--matrix", help="Signs only, measures by properties; so it is for several measures.")] = False,  # noqa: FBT002
    n: Annotated[int, typer.Option("-n", help="Try all clusterings of up to so many elements, 1 to 8.")] = 5,
    budget: Annotated[int, typer.Option("--budget", help="Then so many random larger ones.", min=0)] = 100,
) -> None:
    """Check properties of measures on all small clusterings, and show a counterexample where one fails.

    **Examples**

    clusterdiff check ari

    clusterdiff check vi triangle_inequality local -n 6

    clusterdiff check --matrix

    clusterdiff check information --matrix --format csv -o properties.csv
    """
    from clusterdiff import properties
    from clusterdiff.measures import resolve

    chosen = [properties.property(name) for name in names or properties.PROPERTIES]
    subjects = resolve(measure)
    cards = [properties.card(one, chosen, n, budget) for one in counted(subjects, "checking", "measures")]
    verdicts = [verdict for one in cards for verdict in one]
    rows = [[v.measure, v.property_name, v.status, v.statement, str(v.counterexample or "")] for v in verdicts]
    if as_matrix or len(cards) > 1:
        found = properties.PropertyMatrix.of(n, cards)
        answer = Answer(found.to_dict, _HEADER, lambda: rows, lambda: found)
    elif len(verdicts) == 1:
        answer = Answer(verdicts[0].to_dict, _HEADER, lambda: rows, lambda: str(verdicts[0]))
    else:
        answer = Answer(cards[0].to_dict, _HEADER, lambda: rows, lambda: cards[0])
    out.emit(answer)
