"""Printing: a table on a terminal, JSON in a pipe."""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clusterdiff import Comparison, Diff, Measure


class Format(StrEnum):
    """How to print."""

    table = "table"
    json = "json"
    csv = "csv"
    md = "md"


TOP = 20


def _is_table(style: Format | None) -> bool:
    return sys.stdout.isatty() if style is None else style is Format.table


def _print_json(data: object) -> None:
    print(json.dumps(_finite(data), indent=2, ensure_ascii=False))


def _finite(data: Any) -> Any:
    """JSON has no infinity: null stands for an open bound."""
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and data in {float("inf"), -float("inf")} else data


def _print_rich(item: object) -> None:
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else 120).print(item)


def _print_rows(header: list[str], rows: list[list[Any]], style: Format) -> None:
    """A plain table, full precision: CSV, or Markdown."""
    if style is Format.csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerows([header, *rows])
        return
    for line in (header, ["---"] * len(header), *rows):
        print("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |")


def show_diff(diff: Diff, style: Format | None, top: int | None) -> None:
    """Print a diff."""
    if style in {Format.csv, Format.md}:
        rows = [[c.cost, c.kind, c.size, c.sentence] for c in diff.components[:top]]
        _print_rows(["cost", "kind", "size", "what happened"], rows, style)
    elif _is_table(style):
        _print_rich(diff.rich(top))
    else:
        _print_json(diff.to_dict())


def show_comparison(comparison: Comparison, name_a: str, name_b: str, style: Format | None) -> None:
    """Print a comparison."""
    named = replace(comparison, name_a=name_a, name_b=name_b)
    if style in {Format.csv, Format.md}:
        rows = [[s.name, s.value, *s.bounds, s.direction, s.reading] for s in named]
        _print_rows(["measure", "value", "low", "high", "direction", "reads as"], rows, style)
    elif _is_table(style):
        _print_rich(named)
    else:
        _print_json(named.to_dict())


def show_measures(records: list[dict[str, Any]], style: Format | None) -> None:
    """Print the catalogue."""
    if style in {Format.csv, Format.md}:
        keys = ["name", "label", "family", "direction", "symmetric", "metric", "chance_adjusted", "reading"]
        _print_rows(keys, [[record[key] for key in keys] for record in records], style)
        return
    if not _is_table(style):
        _print_json(records)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("measure", "aliases", "family", "", "metric", "reads as"):
        table.add_column(column, overflow="fold", style="cyan" if column == "measure" else "")
    for record in records:
        arrow = {"similarity": "↑", "distance": "↓"}.get(record["direction"], "")
        table.add_row(record["name"], ", ".join(record["aliases"]), record["family"], arrow, "yes" if record["metric"] else "", record["reading"])
    _print_rich(table)


def show_measure(measure: Measure, style: Format | None) -> None:
    """Print one measure's card."""
    record = measure.record()
    if not _is_table(style):
        _print_json(record)
        return
    from rich.table import Table
    from rich.text import Text

    card = Table(box=None, show_header=False, pad_edge=False, title=record.pop("label"), title_justify="left", title_style="bold")
    card.add_column(style="cyan")
    card.add_column(overflow="fold")
    low, high = (_readable(bound) for bound in record.pop("bounds"))
    record = {"range": f"{low} … {high} {record.pop('unit')}".strip(), **record}
    for key, value in record.items():
        card.add_row(key.replace("_", " "), Text(_readable(value)))
    _print_rich(card)


def _readable(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "\n".join("depends on the data" if item is None else str(item) for item in value) or "none"
    if isinstance(value, dict):
        return "\n".join(f"{name}={option['default']}  {' | '.join(option['choices'])}" for name, option in value.items()) or "none"
    return "depends on the data" if value is None else str(value)
