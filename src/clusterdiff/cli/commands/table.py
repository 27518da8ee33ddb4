"""table: the sparse contingency table itself."""

from pathlib import Path

from clusterdiff.cli import _inputs, _options, _output
from clusterdiff.cli._files import whole_file
from clusterdiff.cli._inputs import Inputs
from clusterdiff.cli._output import Answer, Out
from clusterdiff.io import write_mtx, write_parquet

_WRITERS = {".mtx": write_mtx, ".parquet": write_parquet}


@_options.command
@_options.a
@_options.b
@_inputs.options
@_output.options
def command(a: str, b: str | None, inputs: Inputs, out: Out) -> None:
    """Count the elements in each pair of a cluster of A and a cluster of B; omit zeros.

    The suffix of -o may also be .parquet or .mtx (Matrix Market).

    \b
    Examples:
      clusterdiff table truth.csv kmeans.csv --format csv
      clusterdiff table truth.parquet kmeans.parquet -o cells.parquet
    """
    out.check(tuple(_WRITERS))
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    writer = _WRITERS.get(Path(out.path or "").suffix.lower()) if out.style is None else None
    if writer is not None and out.path is not None:
        with whole_file(out.path) as draft:
            writer(found.table, draft)
        return
    out.emit(Answer.of(found.table, _inputs.notes(found, first, second)))
