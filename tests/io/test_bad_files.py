"""Files that cannot be read end in one clear sentence, exit code 2.

They are never reported as a bug of clusterdiff.
"""

import gzip
import io as bytes_io
import sys
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

from clusterdiff import Clusterings, io, read_labels, read_table
from clusterdiff.cli._app import run
from clusterdiff.errors import InputError, OptionError


def zipped(**members):
    out = bytes_io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/"), content)
    return out.getvalue()


def npy(array):
    out = bytes_io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def beyond_unicode(order="<"):
    raw = npy(np.array(["abc", "xyz"], order + "U3"))
    return raw[:-4] + (0x110000).to_bytes(4, "little" if order == "<" else "big")


def arrow(table):
    out = bytes_io.BytesIO()
    feather.write_feather(table, out, compression="uncompressed")
    return out.getvalue()


def parquet(table):
    out = bytes_io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()


def graphml(encoding):
    return f'<?xml version="1.0" encoding="{encoding}"?><graphml><node id="x"/></graphml>'.encode()


FILES = {
    "sheet.xlsx": (
        zipped(xl__workbook="<xml/>"),
        "is a ZIP archive that does not hold NumPy arrays",
    ),
    "a.zip": (zipped(a="id,b\n1,2\n"), "is a ZIP archive that does not hold NumPy arrays"),
    "empty.npz": (zipped(a=b""), "is not a readable NumPy file|is a ZIP archive"),
    "nothing.npz": (b"PK\x05\x06" + b"\0" * 18, "is not a text file"),
    "beyond.npy": (beyond_unicode(), "holds strings that are not valid Unicode"),
    "beyond_big.npy": (beyond_unicode(">"), "holds strings that are not valid Unicode"),
    "objects.npy": (
        b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"
        + b" " * 60
        + b"\n\x80\x04",
        "not a readable NumPy",
    ),
    "japanese.graphml": (graphml("shift_jis"), "is not a readable GraphML file"),
    "unknown.graphml": (graphml("klingon"), "is not a readable GraphML file"),
    "utf7.graphml": (graphml("utf-7"), "is not a readable GraphML file"),
    "lists.arrow": (
        arrow(pa.table({"id": [[1], [2]], "a": [1, 2], "b": [1, 2]})),
        "keys of .* cannot be compared",
    ),
    "structs.arrow": (
        arrow(pa.table({"id": [{"x": 1}, {"x": 2}], "a": [1, 2], "b": [1, 2]})),
        "keys of .* cannot be compared",
    ),
    "maps.arrow": (
        arrow(
            pa.table(
                {
                    "id": pa.array([[("x", 1)], []], pa.map_(pa.string(), pa.int64())),
                    "a": [1, 2],
                    "b": [1, 2],
                }
            )
        ),
        "keys of .* cannot be compared",
    ),
    "no_columns.arrow": (arrow(pa.table({})), "holds no columns"),
    "late.arrow": (
        arrow(pa.table({"id": pa.array([2**62, 1], pa.timestamp("s")), "a": [1, 2], "b": [1, 2]})),
        "Python has no type for",
    ),
    "later.arrow": (
        arrow(
            pa.table(
                {
                    "id": pa.array([*range(1500), 2**62], pa.timestamp("s")),
                    "a": [1] * 1501,
                    "b": [1] * 1501,
                }
            )
        ),
        "keys of .* cannot be compared",
    ),
    "no_columns.parquet": (parquet(pa.table({})), "holds no columns|not a readable Parquet"),
    "cut.parquet": (parquet(pa.table({"a": [1], "b": [2]}))[:-20], "not a readable Parquet file"),
    "utf_32.csv": ("id,a,b\n1,2,3\n".encode("utf-32-be"), "is not a text file|is not valid UTF"),
    "utf_16_cut.csv": (
        "id,a,b\n1,2,3\n".encode("utf-16")[:-1],
        "is not valid UTF-8|is not a text file",
    ),
    "old.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 50, "is an Excel workbook"),
    "cells.h5ad": (b"\x89HDF\r\n\x1a\n" + b"\0" * 50, "is an HDF5 file"),
    "a.bz2": (b"BZh91AY", "is a bzip2 file"),
    "a.pickle": (b"\x80\x04\x95\x01", "is a pickle"),
    "bomb.json": (b'{"a":' * 100_000, "must be a JSON object"),
    "karate.gml": (b"graph [\n  node [ id 1 ]\n node [ id 2 label 3 ]\n]\n", "is a GML graph"),
    "cut.csv.gz": (gzip.compress(b"id,a,b\n" + b"x,1,2\n" * 9999)[:-30], "Cannot read"),
    "surrogate.jsonl": (b'{"id": 1, "a": "\\ud800", "b": 2}\n', ""),
}


@pytest.mark.parametrize(
    ("name", "content", "words"), [(name, *both) for name, both in FILES.items()], ids=FILES
)
def test_bad_files_are_named(name, content, words, tmp_path, capsys):
    (tmp_path / name).write_bytes(content)
    (tmp_path / "other.csv").write_text("id,found\n1,1\n2,1\n")
    if words:
        with pytest.raises(InputError, match=rf"{words}"):
            read_table(tmp_path / name, tmp_path / "other.csv", columns="a,found", on="id")
    assert run(["compare", str(tmp_path / name)]) in {0, 2}
    joined = run(
        [
            "compare",
            str(tmp_path / name),
            str(tmp_path / "other.csv"),
            "-c",
            "a,found",
            "--on",
            "id",
        ]
    )
    assert joined == 2 or not words
    assert "this is a bug" not in capsys.readouterr().err


def test_standard_input_that_is_closed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="Standard input is closed"):
        read_labels("-")


def test_copies_of_standard_input_go_with_their_source(monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    for _ in range(3):
        monkeypatch.setattr(
            sys, "stdin", bytes_io.TextIOWrapper(bytes_io.BytesIO(b"id,label\nx,1\ny,2\n"))
        )
        assert read_labels("-") == {"x": 1, "y": 2}
    assert list(tmp_path.iterdir()) == []


def test_decompression_is_bounded_by_the_memory_limit(tmp_path):
    (tmp_path / "a.clusters.gz").write_bytes(gzip.compress(b"a b c\n" * 10**6))
    with pytest.raises(InputError, match="does not fit the memory limit of 1,000,000 bytes"):
        io.count(
            *io.choose(
                [io.open_source(tmp_path / "a.clusters.gz", memory="1MB")],
                io.Wishes(("element", "cluster")),
            )
        )


@pytest.mark.parametrize("size", ["lots", "-1GB", "", "4 GBs", "GB"])
def test_a_memory_limit_that_is_not_a_size_is_refused_for_every_file(size, tmp_path):
    (tmp_path / "a.csv").write_text("id,truth,pred\nx,1,2\n")
    with pytest.raises(OptionError, match="memory must be a size"):
        read_table(tmp_path / "a.csv", memory=size)
    for fine in ("4GB", "512 MiB", "1.5g", "1000000"):
        assert read_table(tmp_path / "a.csv", memory=fine).n == 1


def test_a_bad_environment_variable_is_named(tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_text("id,truth,pred\nx,1,2\n")
    monkeypatch.setenv("CLUSTERDIFF_MEMORY", "lots")
    with pytest.raises(
        OptionError, match="CLUSTERDIFF_MEMORY must be a size such as 4GB, got 'lots'"
    ):
        read_table(tmp_path / "a.csv")


@pytest.mark.parametrize(
    "call",
    [
        lambda file: read_labels(file, "truth", on=["id", "truth"]),
        lambda file: read_labels(file, ["truth"]),
        lambda file: read_table(file, file, columns="truth,pred", on=["id", 3]),
        lambda file: Clusterings.from_files(file, on=3),
    ],
)
def test_several_columns_where_one_is_wanted_are_refused(call, tmp_path):
    (tmp_path / "a.csv").write_text("id,truth,pred\nx,1,2\n")
    with pytest.raises(OptionError, match="must be the name of one column, got"):
        call(tmp_path / "a.csv")


def test_an_arrow_file_that_changes_while_it_is_read_is_an_error(tmp_path, monkeypatch):
    """It is not mapped: a mapped file that is cut off ends the interpreter with a bus error."""
    path = tmp_path / "x.arrow"
    table = pa.table({"a": [0, 0, 1], "b": [0, 1, 1]})
    with pa.ipc.new_file(str(path), table.schema) as writer:
        writer.write_table(table)
    monkeypatch.setattr(pa, "memory_map", lambda *_: pytest.fail("mapped"))
    assert read_table(path, columns="a,b").n == 3
    stamps = iter([(1, 1, 1), (1, 1, 2)] * 4)
    monkeypatch.setattr("clusterdiff.io.formats.arrow._stamp", lambda _: next(stamps))
    with pytest.raises(InputError, match="changed while it was read"):
        read_table(path, columns="a,b")
