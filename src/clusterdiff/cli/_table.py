"""table: the sparse contingency table itself."""

from pathlib import Path
from typing import Any

import clusterdiff as cd
from clusterdiff.cli._emit import Answer, whole_file
from clusterdiff.cli._groups import Out, grouped
from clusterdiff.cli._input import Inputs
from clusterdiff.cli._options import A, B
from clusterdiff.io import write_mtx, write_parquet

_WRITERS = {".mtx": write_mtx, ".parquet": write_parquet}


@grouped
def table(a: A, inputs: Inputs, out: Out, b: B = None) -> None:
    """Count how many elements lie in each cluster of A and of B, and write the cells that are not zero.

    With -o the suffix chooses: .csv, .json, .md, .tex, .parquet or .mtx (Matrix Market).

    **Examples**

    clusterdiff table truth.csv kmeans.csv --format csv

    clusterdiff table truth.parquet kmeans.parquet -o cells.parquet
    """
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second).table
    writer = _WRITERS.get(Path(out.output).suffix.lower()) if out.style is None else None
    if writer is not None:
        with whole_file(out.output) as draft:
            writer(found, draft)
        return
    header = (first.name, second.name, "count")
    out.emit(Answer(lambda: _data(found, first.name, second.name), header, lambda: _cells(found), lambda: _face(found, header)))


def _cells(table: cd.Table) -> list[list[Any]]:
    """Label in a, label in b, count."""
    rows, cols = table.row_labels[table.rows].tolist(), table.col_labels[table.cols].tolist()
    return [list(cell) for cell in zip(rows, cols, table.counts.tolist(), strict=True)]


def _data(table: cd.Table, a: str, b: str) -> dict[str, Any]:
    names = [
        [name if isinstance(name, (int, str, type(None))) else str(name) for name in labels.tolist()]
        for labels in (table.row_labels, table.col_labels)
    ]
    numbers = {"rows": table.rows.tolist(), "cols": table.cols.tolist(), "counts": table.counts.tolist()}
    return {"n": table.n, "name_a": a, "name_b": b, "row_labels": names[0], "col_labels": names[1], **numbers}


def _face(table: cd.Table, header: tuple[str, str, str]) -> Any:
    from rich.table import Table
    from rich.text import Text

    face = Table(title=repr(table), title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="dim")
    for column in header:
        face.add_column(Text(column), justify="right" if column == "count" else "left")
    for *names, number in _cells(table):
        face.add_row(*(Text(str(name)) for name in names), f"{number:,}")
    return face
