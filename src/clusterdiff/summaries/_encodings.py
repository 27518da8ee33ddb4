"""Encodings: the information needed to transmit a clustering, by counting clusterings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.summaries._entropies import Entropies
from clusterdiff.summaries._summary import Summary
from clusterdiff.summaries._table_counts import beyond_powers, log_arrangements, log_tables

if TYPE_CHECKING:
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
        these cluster sizes.
    exact, exact_alone : bool
        Whether the number of tables is exact for a and b, and also for a and a and for b and b.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.Table.from_labels([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    >>> round(cd.summaries.Encodings.of(table).mutual, 4)
    0.2682
    """

    equal: bool
    mutual: float
    entropy_a: float
    entropy_b: float
    tables: float
    tables_a: float
    tables_b: float
    exact: bool
    exact_alone: bool

    @classmethod
    def _from(cls, table: Table) -> Self:
        n, a, b = table.n, table.row_sizes, table.col_sizes
        entropy_a, entropy_b = (log_arrangements(sizes, n) / n for sizes in (a, b))
        both, alone_a, alone_b = log_tables(a, b), log_tables(a, a), log_tables(b, b)
        return cls(
            table.equal,
            _mutual(table, entropy_a, entropy_b),
            entropy_a,
            entropy_b,
            both.value / n,
            alone_a.value / n,
            alone_b.value / n,
            both.exact,
            both.exact and alone_a.exact and alone_b.exact,
        )


def _mutual(table: Table, entropy_a: float, entropy_b: float) -> float:
    """Return the information; with singletons it is the entropy of the other clustering."""
    n, a, b = table.n, table.row_sizes, table.col_sizes
    if a.max() == 1 or b.max() == 1:
        return entropy_b if a.max() == 1 else entropy_a
    counts = (np.array([n]), table.counts, a, b)
    whole, cells, in_a, in_b = (beyond_powers(each) for each in counts)
    return Entropies.of(table).mutual + (whole + cells - (in_a + in_b)) / n
