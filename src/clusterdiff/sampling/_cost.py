"""The cost of a random table in operations, from its size and from the statistics of it.

Numbers of tables follow from the cost, so that they depend on the data alone, not on the machine.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from clusterdiff import calibration
from clusterdiff.covers import KindTable
from clusterdiff.summaries import Entropies, Overlaps, PairCounts, PairSets
from clusterdiff.table import Table

if TYPE_CHECKING:
    from clusterdiff.measures import Measure
    from clusterdiff.sampling._statistic import Statistic


def is_dense(rows: int, cols: int, n: int) -> bool:
    """Return whether random tables have all cells, so that many are held in one array."""
    few = max(calibration.FEW_CELLS, 4 * min(n, calibration.PERMUTED))
    return rows * cols <= min(calibration.DENSE_CELLS, max(n, few))


def is_permuted(rows: int, cols: int, n: int) -> bool:
    """Return whether dense tables are drawn by permuting labels, not cell by cell."""
    cheaper = calibration.COST_OF_PERMUTED * n < calibration.COST_OF_CELL * rows * cols
    return n < calibration.PERMUTED and cheaper


def cost_of_drawing(table: Table | KindTable) -> float:
    """Return the operations that a random table like this one takes."""
    if isinstance(table, KindTable):
        return calibration.COST_OF_OBJECT + calibration.COST_OF_ELEMENT * table.cost
    shape, n = table.shape, table.n
    cells = shape[0] * shape[1]
    if is_permuted(*shape, n) and is_dense(*shape, n):
        fixed = calibration.COST_OF_TABLE + calibration.COST_OF_SUMMED * cells
        return fixed + calibration.COST_OF_PERMUTED * n
    if is_dense(*shape, n):
        return calibration.COST_OF_TABLE + calibration.COST_OF_CELL * cells
    return calibration.COST_OF_OBJECT + calibration.COST_OF_ELEMENT * n


def cost_of_value(s: Statistic, table: Table | KindTable, n: int | None = None) -> float:
    """Return the operations that a statistic of a random table with n elements takes.

    Pair counts, entropies and the largest overlaps are computed for many dense tables at once. A
    one-to-one pairing is found table by table, and most other measures need an object per table.
    """
    shape, n = table.shape, table.n if n is None else n
    if isinstance(table, KindTable):
        return calibration.COST_OF_OBJECT + calibration.COST_OF_ELEMENT * table.cost
    if s.measure is None:
        return calibration.COST_OF_FUNCTION + calibration.COST_OF_LABEL * n
    dense = is_dense(*shape, n)
    size = shape[0] * shape[1] if dense else n
    if _needs_pairing(s.measure):
        return calibration.COST_OF_PAIRING + calibration.COST_OF_PAIRED[dense] * size
    batches = {(PairCounts,), (Entropies,)} | ({(Overlaps,)} if _is_plain(s.measure) else set())
    if dense and s.summaries in batches:
        formula = calibration.COST_OF_TABLE if _is_plain(s.measure) else calibration.COST_OF_FORMULA
        return formula + calibration.COST_OF_SUMMED * size
    light = s.summaries == (PairCounts,) or (s.summaries == (Overlaps,) and _is_plain(s.measure))
    each = calibration.COST_OF_SUMMED if light else calibration.COST_OF_ELEMENT
    return calibration.COST_OF_OBJECT + each * size


def _is_plain(m: Measure) -> bool:
    """Return whether a formula is evaluated for many tables at once."""
    return m.record.elementwise and m.view is None


@cache
def _needs_pairing(m: Measure) -> bool:
    """Return whether a formula uses a one-to-one pairing of clusters."""
    if PairSets in m.summaries:
        return True
    if m.summaries != (Overlaps,):
        return False
    overlaps = Overlaps.of(Table.from_matrix([[3, 2], [1, 4]]))
    m.formula(overlaps)
    return bool(overlaps._pairings)  # noqa: SLF001
