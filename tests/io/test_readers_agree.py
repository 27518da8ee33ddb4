"""Python, Arrow and DuckDB give the same labels and counts for every text file, or all refuse it.

They must agree on the whole way from a file to a table: header, quotes, blank lines, keys, types of
labels.
"""
# ruff: noqa: S608  (queries on files of our own)

import json
from collections import Counter
from contextlib import contextmanager

import numpy as np
import pytest

from clusterdiff import io
from clusterdiff.errors import ClusterdiffError
from clusterdiff.io import _counting as counting
from clusterdiff.io.engines import arrow, memory
from clusterdiff.io.engines import duckdb as duck
from clusterdiff.io.engines import duckdb as engine
from clusterdiff.labels import Policy

TABLES = ("side_0", "side_1", "cells", "names_a", "names_b")
duckdb = pytest.importorskip("duckdb")

CELLS = [
    "A",
    "B",
    "1",
    "2",
    "01",
    "1.0",
    "-0",
    "1e3",
    " A",
    "A ",
    "é",
    "日本",
    "NA",
    "",
    "nan",
    "a b",
    "'",
    "#x",
    "*",
    "\\",
    "\u2028",
]
QUOTED = ['"A"', '"a,b"', '"a;b"', '"say ""A"""', '""', '"1"', '" A"', '"a\nb"', '"a\r\nb"']
BAD = ['"A" ', ' "A"', '"A"x', '"A', 'A"', '5" pipe', '"a\\"b"', "\x0b", "\x1c", "\x85"]
ENDS = ["\n", "\r\n", "\n\n", "\r", "\n\r\n"]
HEADERS = [
    "id,truth,pred",
    '"id",truth,"pred"',
    "\ufeffid,truth,pred",
    "\nid,truth,pred",
    "# made\nid,truth,pred",
    "id,0.4,0.8",
    "id, truth ,pred",
]


def some_text(rng, suffix):
    """Return a header and rows, most of them ordinary; each file has its own share of oddities."""
    delimiter = "\t" if suffix.endswith(".tsv") else rng.choice([",", ",", ",", "\t", ";", "|"])
    odd, bad = rng.choice([0, 0.1, 0.4]), rng.choice([0, 0, 0, 0.03])
    end = rng.choice(ENDS[:2])
    lines = [str(rng.choice(HEADERS)) if rng.random() < 0.5 else HEADERS[0]]
    for i in range(rng.integers(1, 12)):
        cells = [
            f"e{i}" if rng.random() > 0.02 else "e0",
            *(str(pick(rng, odd, bad)) for _ in range(2)),
        ]
        if rng.random() < bad:
            cells.append("more")
        lines.append(",".join(cells))
    text = "".join(
        line.replace(",", delimiter) + (str(rng.choice(ENDS)) if rng.random() < bad else end)
        for line in lines
    )
    if rng.random() < 0.2:
        text = text.rstrip("\r\n")
    return text.encode()


def pick(rng, odd, bad):
    group = BAD if rng.random() < bad else QUOTED if rng.random() < odd else CELLS
    return group[rng.integers(len(group))]


def some_json(rng, suffix):
    del suffix
    values = [
        "A",
        1,
        1.5,
        True,
        None,
        "1",
        [1, 2],
        {"x": 1},
        "é",
        "\u2028",
        float("nan"),
        10**25,
        -0.0,
        "",
        "NA",
    ]
    raw = [
        "1.0",
        "1.00",
        "1e0",
        "-0",
        "0",
        "0.30000000000000004",
        "0.3000000000000000400",
        "1E400",
        '"\\u00e9"',
        '"\\ud83d\\ude00"',
    ]
    lines = []
    for i in range(rng.integers(1, 9)):
        cells = [
            json.dumps(values[rng.integers(len(values))])
            if rng.random() < 0.7
            else str(rng.choice(raw))
            for _ in range(2)
        ]
        extra = (
            ', "pred": 1' if rng.random() < 0.03 else ', "Truth": 3' if rng.random() < 0.2 else ""
        )
        lines.append(f'{{"id": "e{i}", "truth": {cells[0]}, "pred": {cells[1]}{extra}}}')
    return "\n".join(lines).encode()


@pytest.fixture
def one_connection(monkeypatch):
    """Starting DuckDB takes ten times as long as reading such a file."""
    with duckdb.connect(":memory:") as raw:
        raw.execute("SET threads = 1; SET enable_progress_bar = false")

        @contextmanager
        def connection(name, memory=None, progress=None):
            del memory
            try:
                yield duck.Connection(raw, progress)
            except duckdb.Error as error:
                raise duck._sentence(name, error, duckdb) from None

        monkeypatch.setattr(engine, "connection", connection)
        yield lambda: [raw.execute(f"DROP TABLE IF EXISTS {table}") for table in TABLES]


def outcome(count, first, second, **options):
    """Return the labels and counts of all cells before any selection, or the error."""
    try:
        cells = count(first, second, **options)
    except ClusterdiffError as error:
        return type(error).__mro__[-6:]
    found = Counter()
    weights = [1] * len(cells.a) if cells.counts is None else cells.counts.tolist()
    for x, y, number in zip(shown(cells.a), shown(cells.b), weights, strict=True):
        found[x, y] += number
    return found


def shown(side):
    codes, names = side.encoded()
    out = [
        (type(name).__name__ if len(names) else "", name)
        for name in (names[codes].tolist() if len(names) else codes)
    ]
    for mask, word in ((side.missing, "missing"), (side.absent, "absent")):
        if mask is not None:
            out = [word if gone else name for name, gone in zip(out, mask.tolist(), strict=True)]
    return out


def fields(source):
    """Return all fields as Python reads them, and as DuckDB does.

    An empty field is NULL there; None for a file that is refused.
    """
    try:
        python = zip(*memory.ENGINE.columns(source, range(len(source.columns))), strict=True)
        python = [tuple(cell or None for cell in row) for row in python]
    except ClusterdiffError:
        python = None
    try:
        with engine.connection(source.name) as db:
            try:
                found = db.rows(f"SELECT * FROM {engine.scan_sql(engine._scan(source))}")
            except duckdb.Error:
                found = db.rows(
                    f"SELECT * FROM {engine.scan_sql(engine._scan(source, direct=False))}"
                )
    except ClusterdiffError:
        found = None
    return python, None if found is None else [tuple(cell or None for cell in row) for row in found]


@pytest.mark.parametrize(
    ("name", "write", "files"),
    [
        ("a.csv", some_text, 120),
        pytest.param("a.csv", some_text, 1500, marks=pytest.mark.slow),
        ("a.txt", some_text, 120),
        ("a.tsv", some_text, 120),
        ("a.jsonl", some_json, 300),
        pytest.param("b.txt", some_text, 2000, marks=pytest.mark.slow),
        pytest.param("b.tsv", some_text, 2000, marks=pytest.mark.slow),
        pytest.param("b.jsonl", some_json, 2000, marks=pytest.mark.slow),
    ],
)
def test_readers_agree(name, write, files, tmp_path, one_connection):
    rng = np.random.default_rng(list(name.encode()))
    file, other = tmp_path / name, tmp_path / "other.csv"
    other.write_text("id,found\n" + "".join(f"e{i},{i % 3}\n" for i in range(6)))
    ways = Counter()
    for turn in range(files):
        raw = write(rng, name)
        file.write_bytes(raw)
        try:
            source = io.open_source(file)
        except ClusterdiffError:
            ways["refused at once"] += 1
            continue
        python, found = fields(source)
        assert python == found, raw
        direct = any(
            value is not None for key, value in source.kept.columns.items() if key[0] == "plain"
        )
        ways["direct" if direct else "converted", python is not None] += 1
        if turn % 20 < 2 and python is not None and len(source.columns) == 3:
            sources = [source] if turn % 2 else [source, io.open_source(other)]
            wishes = io.Wishes(() if turn % 2 else (source.columns[-1], "found"), on="id")
            first, second = io.choose(sources, wishes, count=2)
            one_connection()
            python = outcome(memory.ENGINE.count, first, second)
            for each in (engine, arrow):
                assert python == outcome(each.ENGINE.count, first, second), raw
            one_connection()
            python = elements(memory, first, second)
            for each in (engine, arrow):
                assert python == elements(each, first, second), raw
            ways["counted"] += 1
    assert ways["counted"] > files / 50
    assert ways["converted", True] > files / 25
    assert name.endswith(".jsonl") or ways["direct", True] > files / 25


@pytest.mark.parametrize("files", [15, pytest.param(600, marks=pytest.mark.slow)])
def test_readers_agree_on_two_files(files, tmp_path, one_connection):
    """Keys that are missing, repeated or on one side only, labels that are missing."""
    rng = np.random.default_rng(5)
    paths = [tmp_path / "a.csv", tmp_path / "b.txt"]
    ways = Counter()
    for turn in range(files):
        for path in paths:
            keys = [f"e{i}" for i in rng.permutation(12)[: rng.integers(6, 12)]]
            if rng.random() < 0.2:
                keys[rng.integers(len(keys))] = str(rng.choice(["e1", "", '""', " e1", "E1"]))
            lines = [f"{key},{pick(rng, 0.2, 0)}" for key in keys]
            path.write_text("id,label\n" + "\n".join(lines) + "\n")
        sources = [io.open_source(path) for path in paths]
        first, second = io.choose(sources, io.Wishes(on="id"), count=2)
        if turn % 5 == 0:
            first, second = (side._replace(key=None) for side in (first, second))
        one_connection()
        python = outcome(memory.ENGINE.count, first, second)
        raw = [path.read_text() for path in paths]
        for each in (engine, arrow):
            assert python == outcome(each.ENGINE.count, first, second), raw
        ways[isinstance(python, Counter)] += 1
        if not isinstance(python, Counter):
            continue
        for align in ("raise", "intersect", "singletons"):
            for missing in ("raise", "drop", "block"):
                options = {"align": align, "missing": missing}
                expected = tried(memory, first, second, options)
                for each in (engine, arrow):
                    one_connection()
                    assert expected == tried(each, first, second, options), raw
    assert min(ways[True], ways[False]) > files / 20


def elements(module, first, second):
    """Return the keys and labels of every element as one engine reads them, or the error."""
    for side in (first, second):
        side.source.kept.columns.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "engine_for_all", lambda _: module.ENGINE)
        try:
            policy = Policy(align="singletons", missing="singletons")
            chosen = counting.read_elements(first, second, policy).selected
            a, b = chosen.given.sides
        except ClusterdiffError as error:
            return type(error), error.message
    return list(a.elements), list(b.elements), shown(a), shown(b)


def tried(module, first, second, options):
    """Return the table and the dropped elements, or the error, of one engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "engine_for_all", lambda _: module.ENGINE)
        try:
            table, report = counting.count(first, second, Policy.of(dict(options)))
        except ClusterdiffError as error:
            return type(error), error.message.partition("first")[0]
    names = [list(map(str, labels)) for labels in (table.row_labels, table.col_labels)]
    cells = Counter()
    for i, j, number in zip(
        *(x.tolist() for x in (table.rows, table.cols, table.counts)), strict=True
    ):
        cells[names[0][i], names[1][j]] += number
    return table.n, sorted(cells.items()), table.dropped, report
