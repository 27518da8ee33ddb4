"""Tables to files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import MissingDependencyError

if TYPE_CHECKING:
    from clusterdiff.table import Table


def write_mtx(table: Table, path: str) -> None:
    """Matrix Market; the labels of rows and columns are comments."""
    from scipy.io import mmwrite

    names = (table.row_labels.tolist(), table.col_labels.tolist())
    comment = "\n".join(
        f"{what}: {json.dumps(labels, default=str)}"
        for what, labels in zip(("rows", "columns"), names, strict=True)
    )
    with Path(path).open("wb") as file:
        mmwrite(file, table.to_scipy(), comment=comment, field="integer")


def write_parquet(table: Table, path: str) -> None:
    """Columns a, b, count."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingDependencyError.of("pyarrow", "files") from None
    columns = {
        "a": _column(table.row_labels[table.rows]),
        "b": _column(table.col_labels[table.cols]),
        "count": table.counts,
    }
    pq.write_table(pa.table(columns), path)


def _column(labels: Any) -> Any:
    """Labels of a kind that Parquet has.

    Integers beyond 64 bits, and the block of missing labels, as text.
    """
    if labels.dtype != object:
        return labels
    values = labels.tolist()
    small = all(
        value is None or (isinstance(value, int) and abs(value) < 2**63) for value in values
    )
    return values if small else [None if value is None else str(value) for value in values]
