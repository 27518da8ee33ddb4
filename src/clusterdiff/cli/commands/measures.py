"""measures: the catalogue, or the record of one measure."""

from clusterdiff.cli import _options, _output
from clusterdiff.cli._output import Answer, Out
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
    "meaning",
)


@_options.command
@_options.argument("name", metavar="[NAME]", required=False, help="A family, or a measure.")
@_output.options
def command(name: str | None, out: Out) -> None:
    """List the measures, or show everything about one of them.

    \b
    Examples:
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
