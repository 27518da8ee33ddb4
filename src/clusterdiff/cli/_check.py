"""check: whether a measure has a property."""

from typing import Annotated, Any

import typer

from clusterdiff.cli._emit import Answer
from clusterdiff.cli._groups import Out, grouped
from clusterdiff.cli._progress import watching

_HEADER = ("measure", "property", "status", "statement", "counterexample")


@grouped
def check(
    out: Out,
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help="A measure or a family; leave it out for all of them.")] = "all",
    prop: Annotated[str, typer.Argument(metavar="PROPERTY", help="A property; leave it out for all of them.")] = "",
) -> None:
    """Check properties of measures on all small clusterings, and show a counterexample where one fails.

    **Examples**

    clusterdiff check ari triangle_inequality

    clusterdiff check vi

    clusterdiff check --format csv -o properties.csv
    """
    from clusterdiff import properties

    found = properties.check(measure, prop) if prop and measure != "all" else _matrix(measure, prop)
    verdicts = list(found) if isinstance(found, properties.PropertyMatrix) else [found]
    rows = [[v.measure, v.property_name, v.status, v.statement, str(v.counterexample or "")] for v in verdicts]
    out.emit(Answer(found.to_dict, _HEADER, lambda: rows, lambda: found if hasattr(found, "__rich__") else str(found)))


def _matrix(measure: str, prop: str) -> Any:
    from clusterdiff import properties

    names = [prop] if prop else None
    with watching("checking", len(properties.PROPERTIES), "measures") as progress:
        done = iter(range(1, 10**6))
        return properties.matrix(measure, properties=names, progress=None if progress is None else lambda _: progress(next(done)))
