"""measures: the catalogue, or the record of one measure."""

from typing import Annotated

from clusterdiff.cli.arguments import Argument
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.output import Answer
from clusterdiff.measures import FAMILIES, MEASURES, get_measure
from clusterdiff.measures._views import measure_view, measures_view

_COLUMNS = (
    "name",
    "label",
    "family",
    "direction",
    "symmetric",
    "metric",
    "chance_adjusted",
    "reading",
)


@grouped
def command(
    out: Out,
    name: Annotated[
        str | None,
        Argument(metavar="NAME", help="A family, or a measure."),
    ] = None,
) -> None:
    """List the measures, or show everything about one of them.

    **Examples**

    clusterdiff measures

    clusterdiff measures information --format csv

    clusterdiff measures ari
    """
    out.check()
    if name is not None and name not in FAMILIES:
        record = get_measure(name).to_dict()
        answer = Answer(lambda: record, lambda: [record], lambda: [measure_view(record)])
    else:
        chosen = MEASURES.values() if name is None else FAMILIES[name]
        records = [measure.to_dict() for measure in chosen]
        answer = Answer(
            data=lambda: records,
            records=lambda: [{key: record.get(key) for key in _COLUMNS} for record in records],
            views=lambda: [measures_view(records)],
        )
    out.emit(answer)
