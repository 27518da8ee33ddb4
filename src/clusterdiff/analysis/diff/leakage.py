"""Leakage: what the overlaps below the threshold cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.diff.costs import value_per_bit
from clusterdiff.analysis.diff.data import Flow
from clusterdiff.checks import check_integer
from clusterdiff.labels import listed
from clusterdiff.numerics import entropy_terms, nats_per_unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.analysis.diff.threshold import Parted
    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]


def flow_costs(parted: Parted, measure: Measure, leakage: float) -> NDArray[Any]:
    """Return what each leaked cell costs; the sum is the leakage cost.

    If the distance is a sum over cells, the cost of a cell is its term, up to a constant factor.
    The leakage cost of any other measure is divided in proportion to the elements.
    """
    if measure.summed == "entropies":
        return _entropies(parted) * value_per_bit(measure, parted.table)
    is_sum = measure.summed == "squares"
    costs = _squares(parted) if is_sum else parted.table.counts[parted.leaked]
    if costs.sum() == leakage:
        return costs
    return leakage * (costs.astype(float) / float(costs.sum()))


def _entropies(parted: Parted) -> Floats:
    """Return the bits of each leaked cell.

    By the chain rule, the entropy of the parts of a cluster is the entropy of {structure, leaked
    parts}, which is leakage, plus the entropy within the structure. The term of the structure is
    divided in proportion to the leaked elements.
    """
    t, cells = parted.table, parted.leaked
    shared = t.counts[cells]
    out = np.zeros(len(cells))
    sides = (
        (t.row_sizes[t.rows[cells]], parted.kept_sizes_a[t.rows[cells]]),
        (t.col_sizes[t.cols[cells]], parted.kept_sizes_b[t.cols[cells]]),
    )
    for size, kept in sides:
        lost = size - kept
        rest = np.zeros(len(cells))
        some = kept > 0
        rest[some] = entropy_terms(kept[some], size[some]) / lost[some]
        out += entropy_terms(shared, size) + shared * rest
    bits: Floats = out / (t.n * nats_per_unit(2))
    return bits


def _squares(parted: Parted) -> NDArray[Any]:
    """Return the integer that each leaked cell adds to Σ a² + Σ b² - 2·Σ n².

    Since a² - a'² = (a - a')(a + a'), an element that leaks from a cluster adds a + a'.
    """
    t, cells = parted.table, parted.leaked
    kind = np.int64 if t.n < 2**30 else object
    shared, kept_a, kept_b = (
        x.astype(kind)
        for x in (
            t.counts[cells],
            parted.kept_sizes_a[t.rows[cells]],
            parted.kept_sizes_b[t.cols[cells]],
        )
    )
    sizes = t.row_sizes[t.rows[cells]] + t.col_sizes[t.cols[cells]]
    out: NDArray[Any] = shared * (sizes + kept_a + kept_b - 2 * shared)
    return out


def flows(parted: Parted, costs: NDArray[Any], top: int | None = None) -> tuple[Flow, ...]:
    """Return the leakage, most elements first."""
    if top is not None:
        check_integer("top", top, 0)
    t = parted.table
    order = np.argsort(-t.counts[parted.leaked], kind="stable")[:top]
    cells = parted.leaked[order]
    columns = (
        listed(t.row_labels[t.rows[cells]]),
        listed(t.col_labels[t.cols[cells]]),
        t.counts[cells].tolist(),
        costs[order].tolist(),
    )
    return tuple(Flow(*row) for row in zip(*columns, strict=True))
