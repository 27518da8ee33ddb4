"""How many cells and clusters have each size, as one query of (what, size, times).

What is 0 for cells, 1 for clusters of a, 2 for clusters of b, 3 for elements without a label.
Clusters are counted from the rows, because there may be nearly as many cells as rows, and engines
would compute the cells twice.
"""
# ruff: noqa: S608  (the queries are the engines' own)

from __future__ import annotations

from typing import Any

_UNLABELED = 3


def sizes_sql(rows: str) -> str:
    """Return the query in SQL; `rows` has the labels a and b."""
    whole = "a IS NOT NULL AND b IS NOT NULL"
    parts = [
        f"SELECT {what} AS what, n, count(*) AS times FROM "
        f"(SELECT count(*) AS n FROM {rows} WHERE {whole} GROUP BY {by}) sizes_{what} GROUP BY n"
        for what, by in enumerate(("a, b", "a", "b"))
    ]
    parts.append(f"SELECT {_UNLABELED}, 1, count(*) FROM {rows} WHERE NOT ({whole})")
    return " UNION ALL ".join(parts)


def sizes_frame(rows: Any, counted: Any) -> Any:
    """Return the query as a lazy frame; `counted` groups rows and counts them as n."""
    import narwhals as nw

    whole = ~(nw.col("a").is_null() | nw.col("b").is_null())
    parts = []
    for what, by in enumerate((["a", "b"], ["a"], ["b"])):
        sizes = counted(rows.filter(whole).select(*by), by).group_by("n").agg(nw.len().alias("t"))
        parts.append(_named(sizes, what, nw.col("n"), nw.col("t")))
    lost = rows.filter(~whole).select(nw.len().alias("t"))
    return nw.concat([*parts, _named(lost, _UNLABELED, nw.lit(1), nw.col("t"))], how="vertical")


def _named(sizes: Any, what: int, size: Any, times: Any) -> Any:
    import narwhals as nw

    return sizes.select(
        times.cast(nw.Int64).alias("times"),
        size.cast(nw.Int64).alias("size"),
        nw.lit(what, nw.Int64).alias("what"),
    )
