"""The tables of a page: rows as data for the script, the first of them as HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from clusterdiff.views import interval, number, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    Picked = int | list[int] | None

_LONGEST_TEXT = 300  # characters of a sentence that is in the page as HTML
_LONGEST_NAME = 60  # the script shows more of a name
_FIRST = 50  # clusters that are in the page as HTML
_FIRST_OTHERS = 20  # changes and overlaps that are in the page as HTML
_NUMERIC = {"int", "share", "float"}


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table that the script can sort, search and extend.

    Attributes
    ----------
    heads, kinds : tuple of str
        Title and kind of each column: "name", "text", "kind", "int", "share" or "float".
    rows : list of list
    picks : list or None
        For each row the clusters of a and of b that it stands for: a number, a list of numbers,
        or None or an empty list for all; None where a row stands for none.
    filters : tuple of str
        Values by which the rows can be filtered.
    first : int
        Rows that are in the page as HTML.
    """

    heads: tuple[str, ...]
    kinds: tuple[str, ...]
    rows: list[list[Any]]
    picks: Sequence[Sequence[Picked] | None] | None = None
    filters: tuple[str, ...] = field(default=())
    first: int = _FIRST

    def payload(self) -> dict[str, Any]:
        """Return the table as the script reads it."""
        rows = [[_rounded(value) for value in row] for row in self.rows]
        return {"kinds": self.kinds, "rows": rows, "picks": self.picks}

    def html(self, key: str, label: str) -> str:
        """Return the controls and the table with its first rows."""
        heads = "".join(
            f'<th scope="col"{_class(kind, head=True)}>{escape(head)}</th>'
            for head, kind in zip(self.heads, self.kinds, strict=True)
        )
        body = "".join(self._line(row) for row in self.rows[: self.first])
        more = len(self.rows) - self.first
        note = (
            f"<noscript><p>{more:,} more rows need JavaScript; the JSON form of the report has all."
            "</p></noscript>"
            if more > 0
            else ""
        )
        return (
            f'{self._controls(key, label)}<div class="scroll" tabindex="0" role="region" '
            f'aria-label="Table: {escape(label)}"><table data-rows="{key}"><thead><tr>{heads}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>{note}"
        )

    def _controls(self, key: str, label: str) -> str:
        chosen = ""
        if self.filters:
            options = "".join(f"<option>{escape(value)}</option>" for value in self.filters)
            chosen = f' <label>Kind <select><option value="">all</option>{options}</select></label>'
        return (
            f'<div class="controls script" data-for="{key}"><label>Search <input type="search" '
            f'aria-label="Search in {escape(label)}"></label>{chosen} <output></output> '
            '<button type="button" class="more" hidden>Show more</button></div>'
        )

    def _line(self, row: list[Any]) -> str:
        cells = zip(row, self.kinds, strict=True)
        # HTML needs no end tags of rows and cells.
        return "<tr>" + "".join(f"<td{_class(k)}>{_cell(v, k)}" for v, k in cells)


def _rounded(value: Any) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _class(kind: str, *, head: bool = False) -> str:
    name = "num" if kind in _NUMERIC else "" if head else kind
    return f" class={name}" if name else ""


def _cell(value: Any, kind: str) -> str:
    if value is None:
        return ""
    if kind == "share":
        return escape(share_text(value))
    most = _LONGEST_TEXT if kind == "text" else _LONGEST_NAME
    text = escape(number(value) if kind in _NUMERIC else shortened(value, most))
    return f"<span class=kind>{text}</span>" if kind == "kind" and text else text


def share_text(value: float) -> str:
    """Write a share with one digit; only exact values are written as 0 % and 100 %.

    Examples
    --------
    >>> share_text(0.5), share_text(0.0002), share_text(0.9999), share_text(1.0)
    ('50 %', '<0.1 %', '>99.9 %', '100 %')
    """
    tenths = round(1000 * value)
    if tenths == 0 and value > 0:
        return "<0.1 %"
    return ">99.9 %" if tenths == 1000 and value < 1 else f"{tenths / 10:g} %"


def change_table(data: dict[str, Any]) -> PageTable:
    """Return the table of changes."""
    rows = [
        [change["kind"], change["sentence"], change["size"], change["cost"]]
        for change in data["changes"]
    ]
    kinds = tuple(dict.fromkeys(change["kind"] for change in data["changes"]))
    picks = [change["pick"] for change in data["changes"]]
    heads = ("Kind", "What happened", "Elements", "Cost")
    cells = ("kind", "text", "int", "float")
    return PageTable(heads, cells, rows, picks, kinds, _FIRST_OTHERS)


def cluster_table(data: dict[str, Any], side: str) -> PageTable:
    """Return the table of the clusters of a side."""
    clusters = data[f"clusters_{side}"]
    rows = [
        [c["name"], c["size"], c["kind"], c["best_match"], c["kept"], c["parts"]] for c in clusters
    ]
    numbers = [c["number"] for c in clusters]
    picks = [(k, None) if side == "a" else (None, k) for k in numbers]
    kinds = tuple(dict.fromkeys(cluster["kind"] for cluster in clusters))
    heads = ("Cluster", "Elements", "Kind", "Best match", "Shared", "Parts")
    return PageTable(heads, ("name", "int", "kind", "name", "share", "int"), rows, picks, kinds)


def overlap_table(data: dict[str, Any]) -> PageTable:
    """Return the table of overlaps, the largest first."""
    cells = data["overlaps"]
    names = data["a"]["names"], data["b"]["names"]
    sizes = data["a"]["sizes"], data["b"]["sizes"]
    picks = list(zip(cells["row"], cells["col"], strict=True))
    rows = []
    for count, (i, j) in zip(cells["count"], picks, strict=True):
        rows.append([names[0][i], names[1][j], count, count / sizes[0][i], count / sizes[1][j]])
    heads = (data["a"]["title"], data["b"]["title"], "Elements", "Of the first", "Of the second")
    cells = ("name", "name", "int", "share", "share")
    return PageTable(heads, cells, rows, picks, first=_FIRST_OTHERS)


def measures_table(data: dict[str, Any]) -> str:
    """Return the table of measures as HTML."""
    heads = ("Measure", "Value", "Range", "Chance", "95 % interval", "How to read it")
    numeric = {"Value", "Chance", "95 % interval"}
    head = "".join(f'<th scope="col"{" class=num" if h in numeric else ""}>{h}</th>' for h in heads)
    body = "".join(_measure_line(measure) for measure in data["measures"])
    return (
        '<div class="scroll" tabindex="0" role="region" aria-label="Table: measures"><table><thead><tr>'
        f'{head}</tr></thead><tbody>{body}</tbody></table></div><p class="note">In the range, the '
        "circle is the value, the wide bar its interval, and the vertical line the value by chance. ↑ "
        "more is better, ↓ less is better.</p>"
    )


def _measure_line(m: dict[str, Any]) -> str:
    arrow = {"similarity": "↑", "distance": "↓"}.get(m["direction"], "")
    unit = f" {m['unit']}" if m["unit"] else ""
    sampled = "≈" if m["error"] else ""
    chance = "" if m["expected"] is None else sampled + number(m["expected"])
    limits = interval(m["interval"]) if m["interval"] else "withheld"
    return (
        f"<tr><th scope=row>{escape(m['label'])}</th>"
        f'<td class="num value">{escape(number(m["value"]) + unit)} {arrow}</td>'
        f"<td>{_range_svg(m)}</td><td class=num>{escape(chance)}</td>"
        f"<td class=num>{escape(limits)}</td><td class=text>{escape(m['reading'] or '')}</td></tr>"
    )


def _range_svg(m: dict[str, Any]) -> str:
    """Draw value, interval and chance on the range of a measure."""
    low, high = m["bounds"]
    if low is None or high is None or not low < high < float("inf") or low == -float("inf"):
        return ""

    def x(value: float) -> float:
        share = float((value - low) / (high - low))
        return round(6 + 132 * min(1.0, max(0.0, share)), 1)

    span = ""
    if m["interval"]:
        span = f'<line class="span" x1="{x(m["interval"][0])}" x2="{x(m["interval"][1])}" y1="10" y2="10"/>'
    chance = ""
    if m["expected"] is not None:
        chance = (
            f'<line class="chance" x1="{x(m["expected"])}" x2="{x(m["expected"])}" y1="3" y2="17"/>'
        )
    label = f"{number(m['value'])} in {interval((low, high))}"
    return (
        f'<svg class="range" viewBox="0 0 144 20" role="img" aria-label="{escape(label)}">'
        f'<line class="axis" x1="6" x2="138" y1="10" y2="10"/>{span}{chance}'
        f'<circle class="dot" cx="{x(m["value"])}" cy="10" r="4.5"/></svg>'
    )
