"""Encodings: the cost of describing one clustering given the other, by counting possibilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.summaries._summary import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table


@dataclass(frozen=True, slots=True)
class Encodings(Summary):
    """Information per element in nats, from exact numbers of clusterings and tables."""

    equal: bool
    mutual: float  # log(n! Π n_ij! / (Π a_i! Π b_j!)) / n
    entropy_a: float  # log(n! / Π a_i!) / n
    entropy_b: float
    tables: float  # log Ω(a, b) / n, Ω the number of tables with these sizes
    tables_a: float  # log Ω(a, a) / n
    tables_b: float

    @classmethod
    def _from(cls, table: Table) -> Self:
        n, a, b = table.n, table.row_sizes, table.col_sizes
        whole, in_a, in_b, cells = (_log_factorials(x) for x in (np.array([n]), a, b, table.counts))
        return cls(
            table.equal,
            (whole + cells - in_a - in_b) / n,
            (whole - in_a) / n,
            (whole - in_b) / n,
            log_tables(a, b, n) / n,
            log_tables(a, a, n) / n,
            log_tables(b, b, n) / n,
        )


def _log_factorials(counts: NDArray[np.int64]) -> float:
    from scipy.special import gammaln

    return float(gammaln(counts + 1.0).sum())


def log_tables(a: NDArray[np.int64], b: NDArray[np.int64], n: int) -> float:
    """Logarithm of the number of tables with these margins, approximately (Newman et al. 2020, eq. 29)."""
    from scipy.special import gammaln

    rows, cols = len(a), len(b)
    if rows == 1 or cols == 1:
        return 0.0
    weight = n / (n + rows * cols / 2)
    x = (1 - weight) / rows + weight * a / n
    y = (1 - weight) / cols + weight * b / n
    mu = (rows + 1) / (rows * np.sum(y * y)) - 1 / rows
    nu = (cols + 1) / (cols * np.sum(x * x)) - 1 / cols
    gammas = gammaln(mu * rows) + gammaln(nu * cols) - cols * (gammaln(nu) + gammaln(rows)) - rows * (gammaln(mu) + gammaln(cols))
    logs = (rows + nu - 2) * np.log(y).sum() + (cols + mu - 2) * np.log(x).sum()
    return float((rows - 1) * (cols - 1) * np.log(n + rows * cols / 2) + (logs + gammas) / 2)
