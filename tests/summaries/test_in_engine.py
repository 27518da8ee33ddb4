"""Pair counts and entropies from sizes counted by an engine equal those of the fetched cells."""

import sqlite3

import duckdb
import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import aggregates
from clusterdiff.io.aggregates import CellSizes
from clusterdiff.io.engines import ENGINES, _plain_tables, _sql_dialects
from clusterdiff.summaries import Entropies, PairCounts
from clusterdiff.summaries.from_sizes import entropies_of_sizes
from clusterdiff.summaries.in_engine import SummarizedTable, read_summaries

ENGINES_BY_NAME = {engine.name: engine for engine in ENGINES}
QUERIES = {
    "noisy": "SELECT range * 7919 % 31 AS a, CASE WHEN range % 5 = 0 THEN range % 17 ELSE range * 7919 % 31 END AS b FROM range(5000)",
    "independent": "SELECT range % 7 AS a, range // 7 % 11 AS b FROM range(7700)",
    "nearly independent": "SELECT range % 7 AS a, range // 7 % 11 AS b FROM range(7703)",
    "equal": "SELECT range % 13 AS a, 'x' || (range % 13) AS b FROM range(500)",
    "singletons": "SELECT range AS a, range // 2 AS b FROM range(300)",
    "one": "SELECT 1 AS a, range % 3 AS b FROM range(10)",
    "text": "SELECT CASE WHEN range % 2 = 0 THEN 'A' ELSE 'a' END COLLATE NOCASE AS a, 1 AS b FROM range(9)",
}
MEASURES = [
    "ari",
    "rand",
    "jaccard",
    "vi",
    "nmi",
    "mi",
    "homogeneity",
    "mirkin",
    "conditional_entropy",
    "ami",
]


@pytest.fixture(params=[-1, 1 << 29], ids=["grouped there", "rows fetched"], autouse=True)
def grouped(request, monkeypatch):
    """Group the rows in the engine, or in this process if they fit in so many bytes."""
    monkeypatch.setattr(aggregates, "_MOST_BYTES", request.param)
    monkeypatch.setattr(_plain_tables, "_MOST_ROWS", request.param)
    return request.param < 0


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_sums_are_those_of_the_cells(query):
    with duckdb.connect() as db:
        summed, fetched = (f(db.sql(query), "a", "b") for f in (read_summaries, cd.read_table))
        assert PairCounts.of(summed) == PairCounts.of(fetched)
        found, expected = Entropies.of(summed), Entropies.of(fetched)
        for name in Entropies.__slots__:
            assert getattr(found, name) == pytest.approx(
                getattr(expected, name), rel=1e-12, abs=1e-15
            )
        assert (summed.n, summed.shape, summed.nnz, summed.equal) == (
            fetched.n, fetched.shape, fetched.nnz, fetched.equal,
        )  # fmt: skip
        values = [score.value for score in cd.compare(summed, measures=MEASURES)]
        assert values == pytest.approx(
            [cd.get_measure(m)(fetched) for m in MEASURES], rel=1e-12, abs=1e-14
        )
        assert cd.adjusted_rand(summed) == cd.adjusted_rand(fetched)


def test_squares_beyond_64_bits():
    """n = 2⁴¹: two clusters of 2⁴⁰, of which one element is exchanged; logs by mpmath."""
    from mpmath import log, mp, mpf

    half = 2**40
    found = SummarizedTable(CellSizes({half - 1: 2, 1: 2}, {half: 2}, {half: 2}, 3))
    pairs = PairCounts.of(found)
    squares, n = 2 * (half - 1) ** 2 + 2, 2 * half
    assert (found.n, found.nnz, found.shape, found.dropped.missing) == (n, 4, (2, 2), 3)
    assert pairs.both == (squares - n) // 2
    assert pairs.only_a == pairs.only_b == (2 * half**2 - squares) // 2
    with mp.workdps(60):
        parts = [mpf(half - 1), mpf(1)]
        left = sum(2 * x * log(half / x) for x in parts) / n
        mutual = sum(2 * x * log(n * x / half**2) for x in parts) / n
    e = Entropies.of(found)
    assert (e.a_given_b, e.b_given_a, e.mutual) == (float(left), float(left), float(mutual))


def test_information_that_is_tiny_keeps_its_digits():
    """Nearly independent clusterings of 2⁴² elements: I is about 10⁻²⁴."""
    from mpmath import log, mp, mpf

    quarter = 2**40
    cells = {quarter + 1: 2, quarter - 1: 2}
    e = entropies_of_sizes(CellSizes(cells, {2 * quarter: 2}, {2 * quarter: 2}))
    with mp.workdps(80):
        mutual = sum(t * mpf(s) * log(mpf(s) / quarter) for s, t in cells.items()) / (4 * quarter)
    assert e.mutual == float(mutual) > 0
    e = entropies_of_sizes(CellSizes({quarter: 4}, {2 * quarter: 2}, {2 * quarter: 2}))
    assert e.mutual == 0


def test_every_frame_and_file(tmp_path):
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    rng = np.random.default_rng(5)
    given = {"a": rng.integers(0, 9, 500).tolist(), "b": rng.integers(0, 7, 500).tolist()}
    given["a"][3] = given["b"][5] = None
    expected = cd.read_table(pl.DataFrame(given), "a", "b", missing="drop")
    frame = pl.LazyFrame(given)
    frame.collect().write_parquet(tmp_path / "x.parquet")
    frame.collect().write_csv(tmp_path / "x.csv")
    for each in (
        (frame, "a", "b"), (pa.table(given), "a", "b"), (pd.DataFrame(given, dtype="Int64"), "a", "b"),
        (tmp_path / "x.parquet",), (tmp_path / "x.csv",),
    ):  # fmt: skip
        found = read_summaries(*each, missing="drop")
        assert PairCounts.of(found) == PairCounts.of(expected)
        assert found.dropped.missing == 2
        assert found.shape == expected.shape
        with pytest.raises(InputError, match="2 are missing"):
            read_summaries(*each)
    with sqlite3.connect(":memory:") as db:
        db.execute("CREATE TABLE t (a, b)")
        db.executemany("INSERT INTO t VALUES (?, ?)", list(zip(*given.values(), strict=True)))
        found = read_summaries(sql="SELECT * FROM t", connection=db, missing="drop")
    assert PairCounts.of(found) == PairCounts.of(expected)
    for empty in (frame.limit(0), frame.select(a=pl.lit(None, pl.Int64), b=1)):
        with pytest.raises(InputError, match="at least one element"):
            read_summaries(empty, "a", "b", missing="drop")


def test_what_needs_cells_is_refused():
    with duckdb.connect() as db:
        rows = db.sql(QUERIES["noisy"])
        table = read_summaries(rows, "a", "b")
        for use in (
            lambda: cd.purity(table), lambda: cd.diff(table), lambda: cd.match(table), lambda: table.T,
            lambda: table + table, table.to_frame,
        ):  # fmt: skip
            with pytest.raises(InputError, match="were not read from the engine"):
                use()
        with pytest.raises(OptionError, match="needs the cells"):
            read_summaries(rows, "a", "b", missing="block")
        holes = db.sql(
            "SELECT CASE WHEN range % 4 > 0 THEN range % 3 END AS a, 1 AS b FROM range(20)"
        )
        with pytest.raises(InputError, match="5 are missing"):
            read_summaries(holes, "a", "b")
        assert read_summaries(holes, "a", "b", missing="drop").dropped.missing == 5
        floats = db.sql(
            "SELECT CASE WHEN range = 3 THEN 'nan'::DOUBLE ELSE 1 END AS a, 1 AS b FROM range(5)"
        )
        assert read_summaries(floats, "a", "b", missing="drop").n == 4


@pytest.mark.parametrize(
    ("repeats", "rows_fetched"), [(1, True), (40, False)], ids=["many cells", "few cells"]
)
def test_rows_are_fetched_if_cells_are_as_many(repeats, rows_fetched, grouped, monkeypatch):
    monkeypatch.setattr(aggregates, "_SAMPLE", 1000)
    asked = []
    monkeypatch.setattr(
        type(ENGINES_BY_NAME["frames"]),
        "sizes",
        lambda *_: asked.append("sizes") or [(0, 1, 1), (1, 1, 1), (2, 1, 1)],
    )
    query = f"SELECT range // {repeats} AS a, range // {repeats} % 977 AS b FROM range(40000)"  # noqa: S608
    with duckdb.connect() as db:
        found = read_summaries(db.sql(query), "a", "b")
    assert (found.n == 40_000) == (rows_fetched and not grouped)
    assert bool(asked) == (found.n == 1)


def test_a_sample_without_labels(monkeypatch):
    monkeypatch.setattr(aggregates, "_SAMPLE", 10)
    query = "SELECT CASE WHEN range >= 50 THEN range END AS a, range % 7 AS b FROM range(100)"
    with duckdb.connect() as db:
        found = read_summaries(db.sql(query), "a", "b", missing="drop")
        assert (found.n, found.dropped.missing, found.shape) == (50, 50, (50, 7))
        none = db.sql("SELECT CAST(NULL AS INT) AS a, range AS b FROM range(30)")
        with pytest.raises(InputError, match="30 are missing"):
            read_summaries(none, "a", "b")


def test_databases_that_may_not_know_limit_group_themselves(monkeypatch):
    monkeypatch.setitem(_sql_dialects._BY_DRIVER, "sqlite3", _sql_dialects._OTHER)
    with sqlite3.connect(":memory:") as db:
        seen = []
        db.set_trace_callback(seen.append)
        found = read_summaries(sql="SELECT 1 AS a, 2 AS b", connection=db)
    assert found.n == 1
    assert not any("LIMIT" in each for each in seen)
    assert any("GROUP BY" in each for each in seen)
