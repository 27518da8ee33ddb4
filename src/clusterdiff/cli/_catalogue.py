"""measures and version: what there is."""

from typing import Annotated, Any

import typer

import clusterdiff as cd
from clusterdiff.cli._emit import Answer
from clusterdiff.cli._groups import Out, grouped

_KEYS = ("name", "label", "family", "direction", "symmetric", "metric", "correction", "reading")


@grouped
def measures(out: Out, name: Annotated[str, typer.Argument(help="A family, or a measure to see its whole card.")] = "") -> None:
    """List the measures, or show the card of one.

    **Examples**

    clusterdiff measures

    clusterdiff measures information --format csv

    clusterdiff measures ari
    """
    family = cd.FAMILIES.get(name)
    if name and family is None:
        record = cd.get_measure(name).to_dict()
        out.emit(
            Answer(
                lambda: record, ("field", "value"), lambda: [[key, _readable(value)] for key, value in record.items()], lambda: _card(dict(record))
            )
        )
        return
    records = [m.to_dict() for m in family or cd.MEASURES.values()]
    out.emit(Answer(lambda: records, _KEYS, lambda: [[record[key] for key in _KEYS] for record in records], lambda: _list(records)))


def version() -> None:
    """Print the version and the kernel."""
    typer.echo(f"clusterdiff {cd.__version__} ({cd.KERNEL} kernel)")


def _list(records: list[dict[str, Any]]) -> Any:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("measure", "aliases", "family", "", "metric", "reads as"):
        table.add_column(column, overflow="fold", no_wrap=column == "measure", style="cyan" if column == "measure" else "")
    for record in records:
        arrow = {"similarity": "↑", "distance": "↓"}.get(record["direction"], "")
        table.add_row(record["name"], ", ".join(record["aliases"]), record["family"], arrow, "yes" if record["metric"] else "", record["reading"])
    return table


def _card(record: dict[str, Any]) -> Any:
    from rich.table import Table
    from rich.text import Text

    card = Table(box=None, show_header=False, pad_edge=False, title=record.pop("label"), title_justify="left", title_style="bold")
    card.add_column(style="cyan")
    card.add_column(overflow="fold")
    low, high = (_readable(bound) for bound in record.pop("bounds"))
    record = {"range": f"{low} … {high} {record.pop('unit')}".strip(), **record}
    for key, value in record.items():
        card.add_row(key.replace("_", " "), Text(_readable(value)))
    return card


def _readable(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "\n".join("depends on the data" if item is None else str(item) for item in value) or "none"
    if isinstance(value, dict):
        return "\n".join(f"{name}={option['default']}  {' | '.join(option['choices'])}" for name, option in value.items()) or "none"
    return "depends on the data" if value is None else str(value)
