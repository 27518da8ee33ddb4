"""A report as Markdown."""

from __future__ import annotations

from typing import Any

from clusterdiff.views import Column, TableView, estimate, interval, plural, to_markdown

_FIRST = 50  # rows of a table


def markdown(data: dict[str, Any]) -> str:
    """Return a report as Markdown.

    Parameters
    ----------
    data : dict
        The data of the report.

    Returns
    -------
    str
    """
    lines = ["## Measures", "", to_markdown(_measures(data)), "## What happened", ""]
    lines += [to_markdown(_changes(data)) if data["changes"] else "No cluster changed.\n"]
    for side in "ab":
        lines += [
            f"## Clusters of {plain(data[side]['title'])}",
            "",
            to_markdown(_clusters(data, side)),
        ]
    return page(data, lines)


def page(data: dict[str, Any], sections: list[str]) -> str:
    """Return a page: title and verdict, these sections, notes and method."""
    lines = [f"# {plain(data['title'])}", ""]
    lines += [f"{plain(sentence)}\n" for sentence in data["verdict"]["sentences"]]
    lines += sections
    lines += ["## Data quality", ""]
    lines += [f"- {plain(note)}" for note in data["notes"]] or ["Every element counts."]
    lines += ["", "## How it was computed", ""]
    lines += [f"- {key}: {plain(text)}" for key, text in data["method"].items()]
    return "\n".join(lines) + "\n"


def plain(text: str) -> str:
    """Return a text whose characters Markdown does not interpret."""
    for character in "\\`*_[]<>|#":
        text = text.replace(character, "\\" + character)
    return text


def _measures(data: dict[str, Any]) -> TableView:
    columns = (
        Column("measure"),
        Column("value", "right"),
        Column("unit"),
        Column("chance", "right", estimate),
        Column("95 %", "right", interval),
        Column("reads as"),
    )
    rows = tuple(
        (
            m["label"],
            m["value"],
            m["unit"],
            (m["expected"], bool(m["error"])),
            m["interval"],
            m["reading"],
        )
        for m in data["measures"]
    )
    return TableView(columns, rows)


def _changes(data: dict[str, Any]) -> TableView:
    columns = (
        Column("kind"),
        Column("what happened"),
        Column("elements", "right"),
        Column("cost", "right"),
    )
    rows = tuple((c["kind"], c["sentence"], c["size"], c["cost"]) for c in data["changes"][:_FIRST])
    return TableView(columns, rows, notes=_more(len(data["changes"]), "change"))


def _clusters(data: dict[str, Any], side: str) -> TableView:
    found = data[f"clusters_{side}"]
    columns = (
        Column("cluster"),
        Column("elements", "right"),
        Column("kind"),
        Column("best match"),
        Column("shared", "right"),
        Column("parts", "right"),
    )
    rows = tuple(
        (c["name"], c["size"], c["kind"], c["best_match"], c["kept"], c["parts"])
        for c in found[:_FIRST]
    )
    return TableView(columns, rows, notes=_more(len(found), "cluster"))


def _more(total: int, noun: str) -> tuple[str, ...]:
    """Say what is not listed."""
    rest = total - _FIRST
    return (f"{plural(rest, f'more {noun}')}: the JSON form has all.",) if rest > 0 else ()
