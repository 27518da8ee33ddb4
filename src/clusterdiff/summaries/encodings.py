"""Encodings: the information needed to transmit a clustering, by counting clusterings."""

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
    """Information per element in nats, from numbers of clusterings and of tables.

    Attributes
    ----------
    equal : bool
        Whether the two clusterings are the same partition.
    mutual : float
        log(n! Π n_ij! / (Π a_i! Π b_j!)) / n.
    entropy_a, entropy_b : float
        log(n! / Π a_i!) / n, and the same for b.
    tables, tables_a, tables_b : float
        log Ω(a, b) / n, log Ω(a, a) / n and log Ω(b, b) / n, where Ω is the number of tables with
        these cluster sizes (approximately).
    """

    equal: bool
    mutual: float
    entropy_a: float
    entropy_b: float
    tables: float
    tables_a: float
    tables_b: float

    @classmethod
    def _from(cls, table: Table) -> Self:
        n, a, b = table.n, table.row_sizes, table.col_sizes
        sizes = (np.array([n]), a, b, table.counts)
        total, in_a, in_b, cells = (_log_factorials(x) for x in sizes)
        return cls(
            table.equal,
            (total + cells - in_a - in_b) / n,
            (total - in_a) / n,
            (total - in_b) / n,
            log_tables(a, b).value / n,
            log_tables(a, a).value / n,
            log_tables(b, b).value / n,
        )


def _log_factorials(counts: NDArray[np.int64]) -> float:
    """Return Σ log c!."""
    from scipy.special import gammaln

    return float(gammaln(counts + 1.0).sum())
