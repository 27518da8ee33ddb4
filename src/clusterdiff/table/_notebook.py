"""How a contingency table looks in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.labels import listed
from clusterdiff.views import Column, TableView, label_text, to_html

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SHOWN = 20  # clusters of each side


class NotebookTable:
    """The method of a table that notebooks call."""

    __slots__ = ()

    if TYPE_CHECKING:
        rows: NDArray[np.int64]
        cols: NDArray[np.int64]
        counts: NDArray[np.int64]
        row_labels: NDArray[Any]
        col_labels: NDArray[Any]

        @property
        def shape(self) -> tuple[int, int]: ...

    def _repr_html_(self) -> str:
        """Return the counts of the first clusters of both sides; an empty cell is zero."""
        height, width = (min(size, _SHOWN) for size in self.shape)
        cells: list[list[Any]] = [[""] * width for _ in range(height)]
        for row, col, count in zip(self.rows, self.cols, self.counts.tolist(), strict=True):
            if row >= height:
                break  # cells are ordered by row
            if col < width:
                cells[row][col] = count
        names_a, names_b = listed(self.row_labels[:height]), listed(self.col_labels[:width])
        columns = (
            Column("a \\ b", format=label_text, style="name"),
            *(Column(label_text(name), "right") for name in names_b),
        )
        rows = tuple((name, *line) for name, line in zip(names_a, cells, strict=True))
        cut = (height, width) != self.shape
        note = f"Only the first {height} and {width} clusters are shown."
        return to_html(TableView(columns, rows, repr(self), notes=(note,) if cut else ()))
