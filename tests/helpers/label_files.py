"""Two clusterings of 200 elements, and functions that write them in every format."""

import gzip
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import feather

import clusterdiff as cd

KEYS = [f"e{i:03}" for i in range(200)]
TRUTH = [("cat", "dog", "cow")[i % 3] for i in range(200)]
FOUND = [i * 7 % 5 - 1 for i in range(200)]
ORDER = np.random.default_rng(1).permutation(200).tolist()
EXPECTED = cd.Table.from_labels(TRUTH, FOUND)


def lines(header, rows, delimiter=",", end="\n"):
    return (
        end.join(delimiter.join(map(str, row)) for row in ([header] if header else []) + list(rows))
        + end
    )


def pair(folder, write, suffix):
    """Return the truth in order, and the other clustering in another order."""
    a, b = folder / f"truth{suffix}", folder / f"found{suffix}"
    write(a, "truth", KEYS, TRUTH)
    write(b, "found", [KEYS[i] for i in ORDER], [FOUND[i] for i in ORDER])
    return a, b


def write_text(delimiter=",", end="\n", pack=lambda raw: raw, quote='"'):
    def write(path, name, keys, labels):
        rows = [(f"{quote}{key}{quote}", label) for key, label in zip(keys, labels, strict=True)]
        path.write_bytes(pack(lines(("id", name), rows, delimiter, end).encode()))

    return write


def write_json(path, name, keys, labels):
    path.write_text(
        "\n".join(
            json.dumps({"id": key, name: label}) for key, label in zip(keys, labels, strict=True)
        )
    )


def arrow(name, keys, labels):
    return pa.table({"id": keys, name: labels})


def write_stream(path, table):
    with pa.ipc.new_stream(path, table.schema) as stream:
        stream.write_table(table)


def zstd(raw):
    return pa.compress(raw, codec="zstd", asbytes=True)


WRITERS = {
    ".csv": write_text(),
    ".tsv": write_text("\t"),
    "-semicolon.csv": write_text(";"),
    "-bars.txt": write_text("|", quote=""),
    "-blanks.txt": write_text(" ", quote=""),
    "-wide.txt": write_text("   ", quote=""),
    "-windows.csv": write_text(end="\r\n"),
    ".csv.gz": write_text(pack=gzip.compress),
    ".csv.zst": write_text(pack=zstd),
    "-bom.csv": write_text(pack=lambda raw: b"\xef\xbb\xbf" + raw),
    ".jsonl": write_json,
    ".parquet": lambda path, *columns: pq.write_table(arrow(*columns), path),
    ".feather": lambda path, *columns: feather.write_feather(arrow(*columns), str(path)),
    ".arrows": lambda path, *columns: write_stream(path, arrow(*columns)),
    ".npz": lambda path, name, keys, labels: np.savez(
        path, id=np.array(keys), **{name: np.array(labels)}
    ),
}


def cells(table):
    """Return the cells; clusters without a name have no order."""
    names = table.row_labels[table.rows].tolist(), table.col_labels[table.cols].tolist()
    sizes = table.row_sizes[table.rows].tolist(), table.col_sizes[table.cols].tolist()
    return sorted(map(str, zip(*names, *sizes, table.counts.tolist(), strict=True)))
