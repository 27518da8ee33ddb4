"""How many cells and clusters have each size, as one query of (what, size, times).

What is 0 for cells, 1 for clusters of a, 2 for clusters of b, 3 for cells without a label.
"""
# ruff: noqa: S608  (the queries are the engines' own)

from __future__ import annotations

from typing import Any

_UNLABELED = 3


def sizes_sql(rows: str, materialized: str = "") -> str:
    """The query in SQL; `rows` has the labels a and b, of which cells are made once."""
    whole = "a IS NOT NULL AND b IS NOT NULL"
    what = f"CASE WHEN {whole} THEN 0 ELSE {_UNLABELED} END"
    cells = (
        f"SELECT what, n, count(*) AS times FROM (SELECT {what} AS what, n FROM cells) sizes "
        "GROUP BY what, n"
    )
    sides = (
        f"SELECT {i}, s, count(*) FROM (SELECT sum(n) AS s FROM cells WHERE {whole} GROUP BY {x}) "
        f"side_{x} GROUP BY s"
        for i, x in ((1, "a"), (2, "b"))
    )
    return (
        f"WITH cells AS {materialized} (SELECT a, b, count(*) AS n FROM {rows} GROUP BY a, b) "
        + " UNION ALL ".join((cells, *sides))
    )


def sizes_frame(cells: Any) -> Any:
    """The query as a lazy frame; `cells` has the labels a and b and the number n."""
    import narwhals as nw

    whole = ~(nw.col("a").is_null() | nw.col("b").is_null())
    what = nw.when(whole).then(nw.lit(0)).otherwise(nw.lit(_UNLABELED))
    parts = [_counted(cells.select(what.cast(nw.Int64).alias("what"), nw.col("n").alias("size")))]
    for i, x in ((1, "a"), (2, "b")):
        sizes = cells.filter(whole).group_by(x).agg(nw.col("n").sum().alias("size"))
        parts.append(_counted(sizes.select(nw.lit(i, nw.Int64).alias("what"), nw.col("size"))))
    return nw.concat(parts, how="vertical")


def _counted(sizes: Any) -> Any:
    import narwhals as nw

    times = sizes.group_by("what", "size").agg(nw.len().alias("times"))
    return times.select("what", *(nw.col(x).cast(nw.Int64) for x in ("size", "times")))
