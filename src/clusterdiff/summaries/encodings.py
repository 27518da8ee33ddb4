"""Encodings: the cost of describing one clustering given the other, by counting possibilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.summaries._summary import Summary
from clusterdiff.summaries.table_counts import log_tables

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
            log_tables(a, b, n).value / n,
            log_tables(a, a, n).value / n,
            log_tables(b, b, n).value / n,
        )


def _log_factorials(counts: NDArray[np.int64]) -> float:
    from scipy.special import gammaln

    return float(gammaln(counts + 1.0).sum())
