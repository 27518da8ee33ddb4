"""Label files of every format give the table of their labels with both readers."""

import os
import signal
import threading
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import clusterdiff as cd
from clusterdiff import io
from clusterdiff.errors import InputError, MissingDependencyError, OptionError
from clusterdiff.io.engines import arrow
from clusterdiff.io.engines import duckdb as duck
from clusterdiff.io.engines import duckdb as engine
from tests.helpers.label_files import (
    EXPECTED,
    FOUND,
    KEYS,
    TRUTH,
    WRITERS,
    cells,
    lines,
    pair,
    write_text,
)

pytest.importorskip("duckdb")


@pytest.mark.parametrize("suffix", WRITERS)
def test_two_files_joined_on_a_key(suffix, reader, tmp_path):
    table = io.read_table(*pair(tmp_path, WRITERS[suffix], suffix))
    assert table == EXPECTED, reader
    assert table.row_labels.tolist() == ["cat", "cow", "dog"]
    assert table.col_labels.tolist() == [-1, 0, 1, 2, 3]


def test_many_rows_joined_on_a_key(tmp_path):
    """More rows than DuckDB hands out at a time.

    A result that is not read to its end would block the next query.
    """
    n = 300_000
    labels, order = np.arange(n) % 97, np.random.default_rng(2).permutation(n)
    pq.write_table(pa.table({"id": np.arange(n), "truth": labels}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"id": order, "found": order % 89}), tmp_path / "b.parquet")
    assert io.read_table(tmp_path / "a.parquet", tmp_path / "b.parquet") == cd.Table.from_labels(
        labels, np.arange(n) % 89
    )


@pytest.mark.parametrize("one", [".csv", ".jsonl", ".parquet"])
@pytest.mark.parametrize("other", [".parquet", ".npz", "-wide.txt"])
def test_files_of_two_kinds(one, other, reader, tmp_path):
    a, _ = pair(tmp_path, WRITERS[one], one)
    _, b = pair(tmp_path, WRITERS[other], other)
    assert io.read_table(a, b) == EXPECTED, reader


def test_utf_16(tmp_path):
    (tmp_path / "a.csv").write_text(
        lines(("id", "a", "b"), zip(KEYS, TRUTH, FOUND, strict=True)), encoding="utf-16"
    )
    assert io.read_table(tmp_path / "a.csv") == EXPECTED


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_two_columns_of_one_file(suffix, reader, tmp_path):
    file = tmp_path / f"all{suffix}"
    if suffix == ".csv":
        file.write_text(
            lines(("id", "truth", "found", "other"), zip(KEYS, TRUTH, FOUND, FOUND, strict=True))
        )
    else:
        pq.write_table(pa.table({"id": KEYS, "truth": TRUTH, "found": FOUND, "other": FOUND}), file)
    assert io.read_table(file, columns="truth,found") == EXPECTED, reader
    assert io.read_table(file, columns=["truth", "found"], on="id") == EXPECTED
    with pytest.raises(InputError, match="id, truth, found, other"):
        io.read_table(file)


INT32, INT64 = 2**31 - 1, 2**63 - 1
EXTREMES = [
    ("int8", "int8", [-128, 127, 0], [127, -128, -1]),
    ("uint8", "int16", [0, 255, 7], [-32768, 32767, 0]),
    ("int32", "uint32", [-INT32 - 1, -INT32, -INT32 + 5], [2**32 - 1, 2**32 - 2, 2**32 - 9]),
    ("int32", "int32", [0, INT32, 5], [3, 3, 3]),
    ("int64", "int64", [-INT64 - 1, -INT64, -INT64], [INT64, INT64 - 1, INT64]),
    ("int64", "int64", [-INT64 - 1, INT64, 0], [INT64, -INT64, 1]),
    ("uint64", "int8", [2**64 - 1, 2**64 - 2, 2**64 - 1], [1, 2, 1]),
    ("int64", "int64", [None, 3, 3], [5, None, 4]),
    ("int64", "int64", [None, None, None], [5, 6, 4]),
]


@pytest.mark.parametrize(("kind_a", "kind_b", "a", "b"), EXTREMES)
def test_integers_of_every_width_and_place(kind_a, kind_b, a, b, tmp_path):
    file = tmp_path / "both.parquet"
    pq.write_table(
        pa.table({"truth": pa.array(a * 4, kind_a), "found": pa.array(b * 3 + b[::-1], kind_b)}),
        file,
    )
    assert cd.read_table(file, columns="truth,found", missing="block") == cd.Table.from_labels(
        a * 4, b * 3 + b[::-1], missing="block"
    )


@pytest.mark.parametrize("suffix", [".txt", ".csv", ".npy", ".parquet"])
def test_by_order(suffix, reader, tmp_path):
    for name, labels in (("a", TRUTH), ("b", FOUND), ("short", FOUND[:-1])):
        file = tmp_path / (name + suffix)
        if suffix == ".npy":
            np.save(file, np.array(labels))
        elif suffix == ".parquet":
            pq.write_table(pa.table({"label": labels}), file)
        else:
            file.write_text(
                lines(("label",) if suffix == ".csv" else None, ((label,) for label in labels))
            )
    assert io.read_table(tmp_path / f"a{suffix}", tmp_path / f"b{suffix}") == EXPECTED, reader
    with pytest.raises(InputError, match="they have 200 and 199"):
        io.read_table(tmp_path / f"a{suffix}", tmp_path / f"short{suffix}")


def test_globs(reader, tmp_path):
    for part in range(4):
        rows = list(zip(KEYS, TRUTH, FOUND, strict=True))[part * 50 : part * 50 + 50]
        (tmp_path / f"part-{part}.csv").write_text(lines(("id", "a", "b"), rows))
    assert io.read_table(tmp_path / "part-*.csv") == EXPECTED, reader
    (tmp_path / "part-9.csv").write_text(lines(("id", "a", "c"), [("x", 1, 2)]))
    if reader == "small":
        with pytest.raises(InputError, match="same columns"):
            io.read_table(tmp_path / "part-*.csv")
    with pytest.raises(InputError, match="No such file"):
        io.read_table(tmp_path / "nothing-*.csv")


@pytest.mark.parametrize("layout", ["auto", "clusters"])
def test_lists_of_clusters(layout, tmp_path):
    a, b = tmp_path / "a.txt", tmp_path / "b.txt"
    for file, labels in ((a, TRUTH), (b, [*FOUND[:-1], 0])):
        file.write_text(
            "".join(
                " ".join(key for key, label in zip(KEYS, labels, strict=True) if label == name)
                + "\n"
                for name in sorted(set(labels))
            )
        )
    table = io.read_table(a, b, layout=layout)
    assert (table.n, table.shape) == (200, (3, 5))
    assert cd.adjusted_rand(table) == cd.adjusted_rand(TRUTH, [*FOUND[:-1], 0])
    a.write_text("x y\ny z w\n")
    with pytest.raises(InputError, match="1 duplicate key"):
        io.read_table(a, b, layout=layout)


def test_graphml_and_membership_lists(tmp_path):
    nodes = "".join(
        f'<node id="n{i}"><data key="d0">{label}</data><data key="d1">{i % 2}</data></node>'
        for i, label in enumerate(["x", "x", "y", "z"])
    )
    keys = (
        '<key id="d0" for="node" attr.name="truth"/><key id="d1" for="node" attr.name="louvain"/>'
    )
    graph = tmp_path / "graph.graphml"
    graph.write_text(
        '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        f"{keys}<graph>{nodes}</graph></graphml>"
    )
    assert io.read_table(graph) == cd.Table.from_labels(["x", "x", "y", "z"], [0, 1, 0, 1])
    pajek = tmp_path / "found.clu"
    pajek.write_text("*Vertices 4\n1\n1\n2\n3\n")
    assert io.read_table(graph, pajek, columns="truth,1", by_order=True) == cd.Table.from_labels(
        ["x", "x", "y", "z"], [1, 1, 2, 3]
    )
    for text, wrong in (
        ("*Vertices 3\n1\n2\n", "must have the clusters of 3 vertices: it has 2"),
        ("% made\n*vertices 1\n1 2\n", "must be the cluster of one vertex, got '1 2'"),
        ("*Vertices 1\n\0\n", "not a text file"),
    ):
        pajek.write_text(text)
        with pytest.raises(InputError, match=wrong):
            io.read_table(graph, pajek, columns="truth,1", by_order=True)


def test_labels_keep_their_names(reader, tmp_path):
    file = tmp_path / "a.csv"
    big = 2**70
    file.write_text(f"id,a,b,c\n1,01,{big},1.0\n2,1,{big + 1},2.0\n3,1,-{big},1.0\n")
    table = io.read_table(file, columns="a,b")
    assert (table.row_labels.tolist(), table.col_labels.tolist()) == (
        ["01", "1"],
        [-big, big, big + 1],
    ), reader
    assert io.read_table(file, columns="a,c").col_labels.tolist() == [1, 2]


def test_typed_columns_of_parquet(tmp_path):
    columns = {
        "id": [1, 2, 3, 4],
        "text": ["1", "01", "NA", "nan"],
        "floats": [1.0, 2.0, 1.0, 2.0],
        "bad": [0.5, 1.0, 2.0, 3.0],
        "bools": [True, False, True, True],
        "wide": pa.array([2**63, 1, 2**63, 1], pa.uint64()),
        "decimals": pa.array([10**30, 1, 10**30, 2], pa.decimal128(38, 0)),
        "holes": [1, None, 2, 2],
    }
    file = tmp_path / "a.parquet"
    pq.write_table(pa.table(columns), file)
    assert io.read_table(file, columns="text,floats") == cd.Table.from_labels(
        columns["text"], [1, 2, 1, 2]
    )
    decimals = [str(10**30), "1", str(10**30), "2"]
    assert cells(io.read_table(file, columns="wide,decimals")) == cells(
        cd.Table.from_labels([2**63, 1, 2**63, 1], decimals)
    )
    assert io.read_table(file, columns="bools,holes", missing="drop") == cd.Table.from_labels(
        ["true", "true", "true"], [1, 2, 2]
    )
    assert io.read_labels(file, "holes") == {1: 1, 2: None, 3: 2, 4: 2}
    with pytest.raises(InputError, match=r"must be an integer, got 0.5"):
        io.read_table(file, columns="text,bad")


def test_read_gives_labels(tmp_path):
    a, b = pair(tmp_path, write_text(), ".csv")
    assert io.read_labels(a)["e001"] == "dog"
    assert cd.adjusted_rand(io.read_labels(a), io.read_labels(b)) == cd.adjusted_rand(TRUTH, FOUND)
    np.save(tmp_path / "a.npy", np.array(FOUND))
    assert io.read_labels(tmp_path / "a.npy").tolist() == FOUND
    for labels, kind in (
        ([3, 1, 2], "int64"),
        ([3, None, 2], "int8"),
        (["x", None, "y"], "string"),
        ([None, None], "int64"),
        ([None], "string"),
    ):
        pq.write_table(pa.table({"found": pa.array(labels, kind)}), tmp_path / "a.parquet")
        assert io.read_labels(tmp_path / "a.parquet").tolist() == labels
    (tmp_path / "c.csv").write_text("id,a,b\nx,1,2\n")
    with pytest.raises(InputError, match="one label column: its columns are id, a, b"):
        io.read_labels(tmp_path / "c.csv")
    assert io.read_labels(tmp_path / "c.csv", column="b") == {"x": 2}


def test_tables_of_files_and_frames(tmp_path):
    a, b = pair(tmp_path, write_text(), ".csv")
    assert cd.read_table(a, b) == EXPECTED
    assert cd.read_table(pa.table({"a": TRUTH, "b": FOUND}), "a", "b") == EXPECTED
    with pytest.raises(InputError, match=r"has no column 'aa'.*\nHint: did you mean a"):
        cd.read_table({"a": TRUTH, "b": FOUND}, "aa", "b")


def test_memory_limit_is_a_size(tmp_path):
    a, b = pair(tmp_path, WRITERS[".parquet"], ".parquet")
    assert io.read_table(a, b, memory="1GB") == EXPECTED
    with pytest.raises(OptionError, match="memory must be a size"):
        io.read_table(a, b, memory="much")


@pytest.mark.parametrize("absent", ["duckdb", "pyarrow"])
def test_without_duckdb_or_arrow_text_still_works(absent, tmp_path, monkeypatch):
    csv, parquet = (
        pair(tmp_path, write_text(), ".csv"),
        pair(tmp_path, WRITERS[".parquet"], ".parquet"),
    )
    floats = tmp_path / "floats.parquet"
    pq.write_table(pa.table({"a": [1.0, 2.0], "b": [1.0, 1.0]}), floats)
    monkeypatch.setitem(__import__("sys").modules, absent, None)
    for module in (duck, arrow):
        monkeypatch.setattr(module, "find_spec", lambda name: None if name == absent else True)
    for module in (engine, arrow):
        monkeypatch.setattr(module, "SMALL", 0)
    assert io.read_table(*csv) == EXPECTED
    if absent == "duckdb":  # which reads floats, and files that do not fit in memory
        assert io.read_table(*parquet) == EXPECTED
        parquet = (floats,)
    with pytest.raises(
        MissingDependencyError, match=rf"{absent}[\s\S]*pip install 'clusterdiff\[files\]'"
    ):
        io.read_table(*parquet)


def test_tables_are_written(tmp_path):
    from scipy.io import mmread
    from scipy.sparse import coo_array

    io.write_mtx(EXPECTED, str(tmp_path / "t.mtx"))
    assert (
        cd.Table.from_matrix(coo_array(mmread(tmp_path / "t.mtx"))).counts.tolist()
        == EXPECTED.counts.tolist()
    )
    io.write_parquet(EXPECTED, str(tmp_path / "t.parquet"))
    cells = pq.read_table(tmp_path / "t.parquet").to_pydict()
    assert cd.Table.from_counts(cells["a"], cells["b"], cells["count"]) == EXPECTED


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_ctrl_c_interrupts_a_query():
    long = "SELECT sum(i * j) FROM range(1000000) t(i), range(10000000) u(j)"
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    with engine.connection("a.parquet") as db:
        timer.start()
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            db.number(long)
        assert db.number("SELECT 7") == 7  # the query has ended, and the connection is free
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("change", ["append", "truncate", "delete"])
def test_a_file_that_changes_while_it_is_read(change, tmp_path, monkeypatch):
    from clusterdiff.io import _counting, _from_sources

    file = tmp_path / "x.csv"
    file.write_text("id,a,b\n" + "".join(f"{i},{i % 3},{i % 2}\n" for i in range(50)))

    def changed(*_):
        if change == "delete":
            file.unlink()
        else:
            file.write_text(file.read_text() * 2 if change == "append" else "id,a,b\n")

    source = io.open_source(file)
    pair = io.choose([source], io.Wishes(("a", "b")), count=2)
    for module, name, read in (
        (_counting, "_cells", lambda: cd.read_table(file, columns="a,b")),
        (_counting, "_with_keys", lambda: io.read_elements(*pair)),
        (_from_sources, "load", lambda: cd.pairwise(str(file), columns="a,b", measures="vi")),
    ):
        original, found = getattr(module, name), file.read_text()
        with monkeypatch.context() as patched:
            patched.setattr(module, name, lambda *args, f=original: (f(*args), changed())[0])
            with pytest.raises(InputError, match="changed while it was read"):
                read()
        file.write_text(found)
