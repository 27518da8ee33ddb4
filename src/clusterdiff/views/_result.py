"""Result: what all results of the library have in common."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from clusterdiff.errors import InputError, MissingDependencyError, UnknownNameError
from clusterdiff.views._data import to_csv, to_json
from clusterdiff.views._html import to_html
from clusterdiff.views._markup import to_latex, to_markdown
from clusterdiff.views._text import to_text

if TYPE_CHECKING:
    from clusterdiff.views._table_view import TableView

_WIDTH = 80  # characters of a line of a repr


class Result:
    """Mixin of results: plain data that can be printed, shown in a notebook and exported.

    A result is a frozen dataclass declared with ``repr=False``. It says how it looks in `view`,
    and may say in `records` what the rows of its frame are, and in `_plots` which functions of
    `clusterdiff.plots` draw it.
    """

    __slots__ = ()

    _plots: ClassVar[tuple[str, ...]] = ()

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that -1 is a cluster."""
        return ()

    @abstractmethod
    def view(self) -> TableView:
        """Return the result as a table.

        Returns
        -------
        TableView
            The table.
        """

    def views(self) -> list[TableView]:
        """Return the tables of the result.

        Returns
        -------
        list of TableView
            The one table of `view`, unless a class has several.
        """
        return [self.view()]

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame; one row with every field unless a class says otherwise.

        Returns
        -------
        list of dict
            The rows, each with the same keys.
        """
        return [{name: value for name, value in self.to_dict().items() if name != "assumed"}]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data.

        Returns
        -------
        dict
            Dicts, lists, strings, numbers and None, and the labels as they are; `assumed` only if
            something was.
        """
        return {**plain_data(self), **self._assumed_data()}

    def _assumed_data(self) -> dict[str, Any]:
        return {"assumed": list(self.assumed)} if self.assumed else {}

    def to_frame(self) -> Any:
        """Return the rows of the result as a pandas DataFrame.

        Returns
        -------
        pandas.DataFrame
            One row for each record.

        Raises
        ------
        MissingDependencyError
            If pandas is not installed.
        """
        return frame_of(self.records())

    def to_json(self) -> str:
        """Return everything as JSON.

        Returns
        -------
        str
            The data of `to_dict`; infinite numbers are null, and labels that are neither text nor
            numbers are text.
        """
        return to_json(self.to_dict())

    def to_csv(self) -> str:
        """Return the rows of the result as comma-separated values, with every digit.

        Returns
        -------
        str
            A header and one line for each record; None is an empty cell.
        """
        return to_csv(self.records())

    def to_markdown(self) -> str:
        """Return the result as a table in Markdown.

        Returns
        -------
        str
            The table that is printed, without explanations, with its title and notes.
        """
        return "\n".join(map(to_markdown, shown_views(self)))

    def to_latex(self) -> str:
        """Return the result as a LaTeX tabular.

        Returns
        -------
        str
            The table that is printed, without explanations; its title and notes are comments.
        """
        return "\n".join(map(to_latex, shown_views(self)))

    def to_html(self) -> str:
        """Return the result as HTML, as notebooks show it.

        Returns
        -------
        str
            One ``<div>`` per table; every text is escaped.
        """
        return "\n".join(map(to_html, shown_views(self)))

    def plot(self, picture: str | None = None, /, **options: Any) -> Any:
        """Draw the result.

        Parameters
        ----------
        picture : str or None, default=None
            The name of a function of `clusterdiff.plots` without ``plot_``, where several draw this
            result; by default the first of them.
        **options
            The options of that function; all have `ax` and `title`.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.

        Raises
        ------
        InputError
            If no function draws results of this class.
        UnknownNameError
            If `picture` is not one of the functions that do.
        """
        known = [name.removeprefix("plot_") for name in self._plots]
        if not known:
            raise InputError(f"No function of clusterdiff.plots draws a {type(self).__name__}.")
        chosen = known[0] if picture is None else picture
        if chosen not in known:
            raise UnknownNameError.of("picture", str(chosen), known)
        # `plots` is in a higher layer than this package, and is imported on first use.
        return getattr(import_module("clusterdiff.plots"), f"plot_{chosen}")(self, **options)

    def __repr__(self) -> str:
        return "\n\n".join(to_text(view, _WIDTH, wrap=False) for view in shown_views(self))

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        return self.to_html()


def shown_views(result: Result) -> list[TableView]:
    """Return the tables of a result as they are shown: the last has a note on what was assumed."""
    views = result.views()
    said = assumed_lines(result.assumed)
    return [*views[:-1], replace(views[-1], notes=(*views[-1].notes, *said))]


def assumed_lines(assumed: tuple[str, ...]) -> tuple[str, ...]:
    """Return a line that says what was assumed about the input, or none."""
    return (f"input: {'; '.join(assumed)}",) if assumed else ()


def frame_of(
    records: list[dict[str, Any]] | dict[str, Any], columns: list[str] | None = None
) -> Any:
    """Return records, or a dict of columns, as a pandas DataFrame."""
    try:
        import pandas as pd
    except ImportError:
        raise MissingDependencyError.of("pandas", "frames") from None
    return pd.DataFrame(records, columns=columns)


def plain_data(value: Any) -> Any:
    """Return dataclasses and named tuples as dicts, sequences as lists, NumPy scalars as Python."""
    if is_dataclass(value) and not isinstance(value, type):
        data = {field.name: plain_data(getattr(value, field.name)) for field in fields(value)}
        return {name: item for name, item in data.items() if item or name != "assumed"}
    if isinstance(value, dict):
        return {key: plain_data(item) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: plain_data(item) for key, item in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [plain_data(item) for item in value]
    if isinstance(value, np.ndarray):
        return value.tolist()
    return value.item() if isinstance(value, (np.integer, np.floating, np.bool_)) else value
