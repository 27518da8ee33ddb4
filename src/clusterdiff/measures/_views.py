"""The catalogue of measures, and the record of one, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.views import Column, TableView, interval, number

if TYPE_CHECKING:
    from collections.abc import Sequence

_ARROWS = {"similarity": "↑", "distance": "↓"}


def measures_view(records: Sequence[dict[str, Any]]) -> TableView:
    """Return a list of measures.

    Parameters
    ----------
    records : list of dict
        As `Measure.to_dict` returns them.

    Returns
    -------
    TableView
    """
    columns = (
        Column("measure", style="name"),
        Column("aliases", wrap=True, priority=1),
        Column("family", priority=2),
        Column(""),
        Column("metric", priority=2),
        Column("reads as", wrap=True, priority=1),
    )
    rows = tuple(
        (
            r["name"],
            ", ".join(r["aliases"]),
            r["family"],
            _ARROWS.get(r["direction"], ""),
            "yes" if r["metric"] else "",
            r["reading"],
        )
        for r in records
    )
    return TableView(columns, rows)


def measure_view(record: dict[str, Any]) -> TableView:
    """Return everything about one measure.

    Parameters
    ----------
    record : dict
        As `Measure.to_dict` returns it.

    Returns
    -------
    TableView
    """
    shown = dict(record)
    title = shown.pop("label")
    low, high = shown.pop("bounds")
    unit = shown.pop("unit", None)
    bounds = "depends on the data" if low is None and high is None else _range(low, high)
    shown = {"range": " ".join(filter(None, (bounds, unit))), **shown}
    rows = tuple(row for key, value in shown.items() for row in _rows(key.replace("_", " "), value))
    return TableView(
        (Column("", style="name"), Column("", format=str, wrap=True)), rows, title, header=False
    )


def _rows(name: str, value: Any) -> list[tuple[str, str]]:
    """Return one row, or one for each item of a list."""
    if isinstance(value, (list, tuple)) and value:
        return [(name if i == 0 else "", str(item)) for i, item in enumerate(value)]
    return [(name, _readable(value))]


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return interval((low, high))
    return " … ".join(
        "(depends on the data)" if bound is None else number(bound) for bound in (low, high)
    )


def _readable(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return "none"
    if isinstance(value, dict):
        return "; ".join(f"{name}={_option(option)}" for name, option in value.items()) or "none"
    return number(value)


def _option(option: Any) -> str:
    if not isinstance(option, dict):
        return str(option)
    choices = option.get("choices") or ()
    return str(option.get("default")) + (f" ({', '.join(map(str, choices))})" if choices else "")
