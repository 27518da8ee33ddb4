"""The form of the results of `chance` and `intervals`."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from clusterdiff.views import Column, Result, TableView, assumed_lines, interval, number

if TYPE_CHECKING:
    from collections.abc import Iterator


class FieldsResult(Result):
    """A result that is a table of its fields in a notebook, and one line in print."""

    __slots__ = ()

    def view(self) -> TableView:
        """Return the fields as a table of two columns."""
        columns = (Column("quantity"), Column("value", "right"))
        (data,) = self.records()
        title = str(data.pop("measure", ""))
        return TableView(columns, tuple(_rows(data)), title)

    @abstractmethod
    def line(self) -> str:
        """Return the result in one line.

        Returns
        -------
        str
            As it is printed, without what was assumed about the input.
        """

    def __repr__(self) -> str:
        return "\n".join([self.line(), *assumed_lines(self.assumed)])


def _rows(data: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the name and the value of each field that has one, also of results in results."""
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _rows(value, f"{prefix}{name}.")
        elif name == "interval":
            yield prefix + name, interval(value)
        elif value is not None and value != []:
            yield prefix + name, "; ".join(map(str, value)) if isinstance(value, list) else value


def limits_text(low: float | None, high: float | None) -> str:
    """Return both limits of an interval, or a dash without one."""
    if low is None or high is None:
        return "–"
    return f"[{number(low)}, {number(high)}]"
