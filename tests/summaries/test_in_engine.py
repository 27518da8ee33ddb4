"""Pair counts and entropies that DuckDB sums are those of the fetched cells."""

import duckdb
import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError, OptionError
from clusterdiff.summaries import Entropies, PairCounts
from clusterdiff.summaries.in_engine import read_summaries

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
]


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
    big = "SELECT a, b FROM (VALUES (1, 1), (2, 2)) t(a, b)"
    with duckdb.connect() as db:
        from clusterdiff.io.aggregates import sums_of, sums_sql

        rows = "(SELECT a, b FROM cells_given)"
        sql = sums_sql(rows, "HUGEINT").replace(
            "count(*) AS n FROM (SELECT", "sum(w) AS n FROM (SELECT w,", 1
        )
        db.execute(f"CREATE TABLE cells_given AS SELECT *, {2**40} AS w FROM ({big})")  # noqa: S608
        found = sums_of(db.execute(sql).fetchone())
    assert (found.n, found.squares, found.squares_a) == (2**41, 2 * 2**80, 2 * 2**80)


def test_what_needs_cells_is_refused():
    with duckdb.connect() as db:
        rows = db.sql(QUERIES["noisy"])
        table = read_summaries(rows, "a", "b")
        for use in (
            lambda: cd.purity(table), lambda: cd.diff(table), lambda: cd.match(table), lambda: table.T,
            lambda: cd.compare(table, measures="ami"), lambda: table + table, table.to_frame,
        ):  # fmt: skip
            with pytest.raises(InputError, match="stayed in the engine"):
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
    import polars as pl

    with pytest.raises(InputError, match="must be a DuckDB relation"):
        read_summaries(pl.LazyFrame({"a": [1], "b": [np.int64(1)]}), "a", "b")
