"""table: the sparse contingency table itself."""

from pathlib import Path

from clusterdiff.cli.files import whole_file
from clusterdiff.cli.inputs import Inputs, notes
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import A, B
from clusterdiff.cli.output import Answer
from clusterdiff.io import write_mtx, write_parquet
from clusterdiff.table import cell_records, table_data, table_view

_WRITERS = {".mtx": write_mtx, ".parquet": write_parquet}


@grouped
def command(a: A, inputs: Inputs, out: Out, b: B = None) -> None:
    """Count the elements in each pair of a cluster of A and a cluster of B; omit zeros.

    The suffix of -o may also be .parquet or .mtx (Matrix Market).

    **Examples**

    clusterdiff table truth.csv kmeans.csv --format csv

    clusterdiff table truth.parquet kmeans.parquet -o cells.parquet
    """
    out.check(tuple(_WRITERS))
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    names = first.name, second.name
    writer = None
    if out.style is None and out.output is not None:
        writer = _WRITERS.get(Path(out.output).suffix.lower())
    if writer is not None and out.output is not None:
        with whole_file(out.output) as draft:
            writer(found.table, draft)
        return
    answer = Answer(
        data=lambda: table_data(found.table, *names),
        records=lambda: cell_records(found.table, *names),
        views=lambda: [table_view(found.table, *names)],
        notes=tuple(notes(found, first, second)),
    )
    out.emit(answer)
