"""Wu, Xiong & Chen 2009, Tables 10 and 11: two results that the van Dongen criterion cannot tell apart."""

from __future__ import annotations

import numpy as np

import clusterdiff as cd
from reproductions._report import Section, addition, claim, missing
from reproductions.wu_2009.tables import TABLE_10, normalised


def table_11() -> Section:
    """The normalised measures of both results."""
    first, second = (cd.Table.from_matrix(matrix) for matrix in TABLE_10.values())
    same_sizes = np.array_equal(first.row_sizes, second.row_sizes) and np.array_equal(first.col_sizes, second.col_sizes)
    vd, vi, vd_2, vi_2 = (cd.measure(name).on(t) for t in (first, second) for name in ("VD_n", "VI_n"))
    return Section(
        "Table 10 → Table 11: sensitivity",
        (
            addition("both results have the same class and cluster sizes", same_sizes, f"{first.row_sizes.tolist()} and {first.col_sizes.tolist()}"),
            claim("the van Dongen criterion gives both the same value", vd == vd_2, f"VD_n = {vd:.3f} and {vd_2:.3f}"),
            claim("VI_n tells them apart: it is more sensitive", abs(vi - vi_2) > 0.01, f"VI_n = {vi:.3f} and {vi_2:.3f}"),  # noqa: PLR2004
            missing("the printed values of Table 11", "they are not legible in our copy; ours are below"),
        ),
        note="Result I of Table 10 is among the golden values. Result II is recalled, not looked up; that its class and cluster sizes are those of I "
        "supports it. Rows are taken as the classes, which matters to F_n only.",
        numbers=normalised(dict(zip(TABLE_10, (first, second), strict=True))),
    )
