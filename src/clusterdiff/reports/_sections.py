"""What a report says, as data: sections of sentences, lists, tables and pictures.

`_html` and `_markdown` write them. Both kinds of reports consist of these parts only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.drawing import Picture
    from clusterdiff.reports._elements import Elements

    Picked = int | list[int] | None
    Pick = list[list[int]]  # clusters of a and of b

NUMERIC = {"int", "share", "float", "number", "value"}


class Sentence(NamedTuple):
    """A sentence, and the clusters of a and of b that it is about, if the page can select them."""

    text: str
    pick: Pick | None = None


class Verdict(NamedTuple):
    """The sentences at the beginning."""

    sentences: Sequence[Sentence]


class Paragraph(NamedTuple):
    """A paragraph; `small` if it explains a table."""

    text: str
    small: bool = False


class Bullets(NamedTuple):
    """A list of sentences."""

    lines: Sequence[str]


class Facts(NamedTuple):
    """A list of names, each with one or several sentences about it."""

    rows: Sequence[tuple[str, Sequence[Sentence]]]


class Figure(NamedTuple):
    """A picture with its caption; the script finds it by its key."""

    key: str
    picture: Picture
    caption: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table that the script can sort, search and extend.

    Attributes
    ----------
    key : str
        By which the script finds it; without a key, the table is only shown.
    label : str
    heads, kinds : tuple of str
        Title and kind of each column: "name", "text", "kind", "int", "share", "float"; in tables
        without a key also "head" (of a row), "number" and "value" (written numbers), and "range".
    rows : list of list
    picks : list or None
        For each row the clusters of a and of b that it stands for: a number, a list of numbers,
        or None or an empty list for all; None where a row stands for none.
    filters : tuple of str
        Values by which the rows can be filtered.
    first : int
        Rows that are in the page as HTML; those of a table without a key are all there, and can be
        unfolded.
    total : int or None
        Number of rows, if the script makes the others.
    note : str
        How to read what only the page shows.
    foot : list or None
        The last row, with totals.
    """

    key: str
    label: str
    heads: tuple[str, ...]
    kinds: tuple[str, ...]
    rows: list[list[Any]]
    picks: Sequence[Sequence[Picked] | None] | None = None
    filters: tuple[str, ...] = field(default=())
    first: int = 10
    total: int | None = None
    note: str = ""
    foot: list[Any] | None = None

    def payload(self) -> dict[str, Any]:
        """Return the table as the script reads it."""
        rows = [[_rounded(value) for value in row] for row in self.rows]
        return {"kinds": self.kinds, "rows": rows, "picks": self.picks}


class Columns(NamedTuple):
    """Tables side by side, each below its label."""

    tables: Sequence[Table]


Part = Verdict | Paragraph | Bullets | Facts | Figure | Table | Columns


class Section(NamedTuple):
    """A section of a page: its identifier, its title and its parts."""

    key: str
    title: str
    parts: Sequence[Part]


class Page(NamedTuple):
    """A report as a page.

    Attributes
    ----------
    title : str
    facts : str
        The line below the title.
    sections : list of Section
    payload : dict
        What the script needs.
    script : str
        The file of the script of this kind of page.
    elements : callable or None
        Returns the elements that the page holds from the number of characters that they may take.
    """

    title: str
    facts: str
    sections: list[Section]
    payload: dict[str, Any]
    script: str
    elements: Callable[[int], Elements] | None = None


def last_sections(notes: Sequence[str], method: dict[str, str]) -> list[Section]:
    """Return the sections that end every page: notes on the data, and how it was computed."""
    facts = Facts([(name, [Sentence(text)]) for name, text in method.items()])
    told = [Section("notes", "Notes on the data", [Bullets(notes)])] if notes else []
    return [*told, Section("method", "How it was computed", [facts])]


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


def _rounded(value: Any) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value
