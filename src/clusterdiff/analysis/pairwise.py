"""pairwise: every pair of several clusterings of the same elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.options import name_of, table_of, takes_selection
from clusterdiff.errors import InputError, UnknownNameError
from clusterdiff.measures import get_measure, resolve
from clusterdiff.progress import track
from clusterdiff.views import Column, Result, TableView
from clusterdiff.views.result import frame_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure
    from clusterdiff.table import Table


@dataclass(frozen=True, slots=True, repr=False)
class Pairwise(Result):
    """One or several measures for every pair of several clusterings.

    Attributes
    ----------
    measures : tuple of str
        The names of the measures.
    names : tuple of str
        The names of the clusterings.
    values : tuple
        ``values[k][i][j]`` is measure k of clustering i (as `a`) and clustering j (as `b`).
    """

    measures: tuple[str, ...]
    names: tuple[str, ...]
    values: tuple[tuple[tuple[float, ...], ...], ...]

    def to_numpy(self, measure: str | Measure | None = None) -> NDArray[np.float64]:
        """Return the values of a measure as a square array.

        Parameters
        ----------
        measure : str or Measure, optional
            By default the first of the measures.

        Returns
        -------
        numpy.ndarray of shape (len(names), len(names))
        """
        return np.array(self.values[self._place(measure)], float)

    def to_frame(self, measure: str | Measure | None = None) -> Any:
        """Return the values of a measure as a square pandas DataFrame.

        Parameters
        ----------
        measure : str or Measure, optional
            By default the first of the measures.

        Returns
        -------
        pandas.DataFrame
            With the names on both axes.
        """
        frame = frame_of(self.to_numpy(measure).tolist(), list(self.names))
        frame.index = list(self.names)
        return frame

    def _place(self, measure: str | Measure | None) -> int:
        if measure is None:
            return 0
        name = get_measure(measure).name
        if name not in self.measures:
            raise UnknownNameError.of("measure of this result", name, list(self.measures))
        return self.measures.index(name)

    def _pairs(self) -> list[tuple[Any, ...]]:
        """Names and values of every ordered pair."""
        size = range(len(self.names))
        return [
            (self.names[i], self.names[j], *(matrix[i][j] for matrix in self.values))
            for i in size
            for j in size
            if i != j
        ]

    def records(self) -> list[dict[str, Any]]:
        """A square for one measure, else one row per pair."""
        if len(self.measures) > 1:
            header = ("a", "b", *self.measures)
            return [dict(zip(header, row, strict=True)) for row in self._pairs()]
        lines = zip(self.names, self.values[0], strict=True)
        header = (self.measures[0], *self.names)
        return [dict(zip(header, (name, *line), strict=True)) for name, line in lines]

    def view(self) -> TableView:
        """Return the result as a table view."""
        if len(self.measures) > 1:
            columns = (
                Column("a", style="name"),
                Column("b", style="name"),
                *(Column(measure, "right") for measure in self.measures),
            )
            return TableView(columns, tuple(self._pairs()))
        columns = (
            Column(self.measures[0], style="name"),
            *(Column(name, "right") for name in self.names),
        )
        lines = zip(self.names, self.values[0], strict=True)
        return TableView(columns, tuple((name, *line) for name, line in lines))


@takes_selection
def pairwise(
    clusterings: Any,
    measures: str | Measure | Iterable[str | Measure] = "adjusted_rand",
    *,
    names: Sequence[str] | None = None,
    **options: Unpack[LabelsOptions],
) -> Pairwise:
    """Compare every pair of several clusterings.

    Parameters
    ----------
    clusterings : dict, data frame or list
        A dict name → labels, a frame with one clustering per column, or a list of clusterings.
    measures : str, Measure or list of them, default="adjusted_rand"
        Names of measures, measures, or families.
    names : list of str, optional
        The names of the clusterings; by default those of the dict, the columns or the Series,
        else their numbers.
    {selection}

    Returns
    -------
    Pairwise
        A square table for each measure; `to_numpy` and `to_frame` give the values.

    See Also
    --------
    rank : Several clusterings against one reference.

    Examples
    --------
    >>> pairwise({"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}, "vi")
    variation_of_information    x    y    z
    x                           0  0.5    1
    y                         0.5    0  0.5
    z                           1  0.5    0
    """
    labels = named(clusterings, names)
    found = list(labels.values())
    return pairwise_tables(
        list(labels), lambda i, j: table_of(found[i], found[j], options), resolve(measures)
    )


def pairwise_tables(
    names: Sequence[str], table: Callable[[int, int], Table], measures: Sequence[Measure]
) -> Pairwise:
    """Compare every pair of clusterings whose tables are counted when they are needed.

    Parameters
    ----------
    names : list of str
        The names of the clusterings.
    table : callable
        ``table(i, j)`` counts clustering i against clustering j.
    measures : list of Measure
        The measures.

    Returns
    -------
    Pairwise
        Each table is counted once for all measures.

    Examples
    --------
    >>> from clusterdiff import Table, variation_of_information
    >>> runs = [[0, 0, 1, 1], [0, 0, 1, 2]]
    >>> found = pairwise_tables(
    ...     ["x", "y"],
    ...     lambda i, j: Table.from_labels(runs[i], runs[j]),
    ...     [variation_of_information],
    ... )
    >>> found.to_numpy().tolist()
    [[0.0, 0.5], [0.5, 0.0]]
    """
    size = len(names)
    both_ways = not all(measure.symmetric for measure in measures)
    values = np.zeros((len(measures), size, size))
    pairs = [(i, j) for i in range(size) for j in range(0 if both_ways else i, size)]
    for i, j in track(pairs, "comparing pairs"):
        counted = table(i, j)
        for k, measure in enumerate(measures):
            values[k, i, j] = measure.on(counted)
            if not both_ways:
                values[k, j, i] = values[k, i, j]
    matrices = tuple(tuple(map(tuple, matrix)) for matrix in values.tolist())
    return Pairwise(tuple(measure.name for measure in measures), tuple(names), matrices)


def named(clusterings: Any, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Return clusterings by name: of a dict, of the columns of a frame, or of a list."""
    columns = getattr(clusterings, "column_names", None) or getattr(clusterings, "columns", None)
    if isinstance(clusterings, Mapping):
        found = {str(name): labels for name, labels in clusterings.items()}
    elif columns is not None and not callable(columns):
        found = {str(name): clusterings[name] for name in columns}
    else:
        items = list(clusterings)
        found = {name_of(item, str(i)): item for i, item in enumerate(items)}
        if len(found) < len(items):
            found = {str(i): item for i, item in enumerate(items)}
    if names is None:
        return found
    if len(names) != len(found) or len(set(names)) != len(names):
        raise InputError(f"names must be {len(found)} different names: got {len(names)}.")
    return dict(zip(map(str, names), found.values(), strict=True))
