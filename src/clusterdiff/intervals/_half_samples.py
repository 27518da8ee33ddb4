"""Standard errors over the elements from half-samples of them (McCarthy 1969; Shao and Wu 1989).

Elements are never drawn twice: a copy of an element would agree with itself in both clusterings,
which invents agreeing pairs where clusters are small.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.progress import track
from clusterdiff.sampling import LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.sampling import RandomSource, Statistic

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Values = Callable[[Ints], Floats]

_CELLS = 1 << 22  # held at once
_ROUNDS = 3  # of colors; two cells of usual tables differ after one
_POWERS = {"n": 1, "n_squared": 2}


@dataclass(frozen=True)
class Spread:
    """Standard error of a value, and what tells whether an interval from it is valid.

    `curvature` is the departure of the bias from the form c/n. `evenness` is the share of the
    standard error that two complementary halves have in common, 0 for a smooth function of many
    elements.
    """

    std: float
    bias: float = 0.0
    curvature: float = 0.0
    evenness: float = 0.0
    n_samples: int = 0


def scale_power(statistic: Statistic) -> int:
    """Return the power of n with which the value grows when every element is repeated."""
    return _POWERS.get(statistic.measure.scale, 0) if statistic.measure else 0


def canonical_order(counts: Ints, sides: Sequence[Ints]) -> Ints:
    """Return an order of the cells that does not depend on names or on the order of the sides.

    Cells have colors that depend on their counts, and in each round on the colors of the cells with
    which they share a cluster. Sums of 64 bits do not depend on the order of their terms.
    """
    colors = _mixed(counts.astype(np.uint64))
    for _ in range(_ROUNDS):
        shared = np.zeros_like(colors)
        for side in sides:
            sums = np.zeros(int(side.max()) + 1, np.uint64)
            np.add.at(sums, side, colors)
            shared += _mixed(sums)[side]
        colors = _mixed(colors ^ _mixed(shared))
    return np.argsort(colors, kind="stable")


def _mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scatter integers over 64 bits, one to one (the finalizer of SplitMix64)."""
    x = (x + np.uint64(0x9E3779B97F4A7C15)).astype(np.uint64)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def half_samples(
    counts: Ints,
    sides: Sequence[Ints],
    values: Values,
    powers: Sequence[int],
    splits: int,
    source: RandomSource,
) -> tuple[Floats, Floats]:
    """Return values of complementary halves (splits × 2 × statistics) and quarters (… × 4 × …).

    `sides` are the clusters of each cell in each clustering. A value that grows with a power of n
    is scaled to the size of the whole.
    """
    order = canonical_order(counts, sides)
    counts, back = counts[order], np.argsort(order)

    def ordered(drawn: Ints) -> Floats:
        return values(drawn[:, back])

    halves, quarters = [], []
    n = int(counts.sum())
    step = max(1, _CELLS // (4 * len(counts)))
    starts = range(0, splits, step)
    for i, start in enumerate(track(starts, "drawing half-samples")):
        random = source.block(i, 1)
        size = min(step, splits - start)
        first = _halved(np.repeat(counts[None, :], size, axis=0), random)
        both = np.stack([first, counts - first], axis=1)
        halves.append(_scaled(ordered, both, n, powers))
        kept = both[: (size + 1) // 2]
        parts = _halved(kept.reshape(-1, len(counts)), random).reshape(kept.shape)
        four = np.stack([parts, kept - parts], axis=2).reshape(len(kept), 4, len(counts))
        quarters.append(_scaled(ordered, four, n, powers))
    return np.concatenate(halves), np.concatenate(quarters)


def _halved(counts: Ints, random: np.random.Generator) -> Ints:
    """Return half of the elements of each row, drawn without replacement."""
    totals = counts.sum(axis=1)
    if totals.max() >= LIMIT:  # so many that the size of the half may vary a little
        return random.binomial(counts, 0.5)
    if (counts == counts[0]).all():
        half = int(totals[0]) // 2
        return random.multivariate_hypergeometric(
            counts[0], half, size=len(counts), method="marginals"
        )
    rows = zip(counts, totals.tolist(), strict=True)
    return np.stack(
        [random.multivariate_hypergeometric(x, t // 2, method="marginals") for x, t in rows]
    )


def _scaled(values: Values, counts: Ints, n: int, powers: Sequence[int]) -> Floats:
    """Return the values of an array of tables (… × cells), each batch of equal size at once."""
    flat = counts.reshape(-1, counts.shape[-1])
    sizes = flat.sum(axis=1)
    out = np.empty((len(flat), len(powers)))
    for size in np.unique(sizes).tolist():
        chosen = np.flatnonzero(sizes == size)
        out[chosen] = values(flat[chosen]) * (n / size) ** np.array(powers, float)
    return out.reshape(*counts.shape[:-1], len(powers))


def spread_of(value: float, halves: Floats, quarters: Floats, slack: float) -> Spread:
    """Return standard error and bias from halves and quarters; `slack` is due to rounding.

    A half-sample varies about the mean of the half-samples as the whole does about its own mean.
    A bias c/n is doubled in the halves and doubled again in the quarters, so that both
    estimate it; where they disagree, it is not of the form c/n.
    """
    if not (isfinite(value) and np.isfinite(halves).all() and np.isfinite(quarters).all()):
        return Spread(inf, n_samples=halves.size)
    varies = np.ptp(halves) > slack
    std = float(np.sqrt(np.mean((halves - halves.mean()) ** 2))) if varies else 0.0
    bias = float(halves.mean()) - value
    again = float(quarters.mean() - halves[: len(quarters)].mean()) / 2
    common = float(np.std(halves.mean(axis=1)))
    return Spread(std, bias, bias - again, common / std if std > 0 else 0.0, halves.size)


def quantile(level: float, n_samples: int) -> float:
    """Return the half-width in standard errors: Student's t if the standard error is sampled."""
    if n_samples == 0:
        return -NormalDist().inv_cdf((1 - level) / 2)
    from scipy.special import stdtrit

    return -float(stdtrit(max(2, n_samples // 2), (1 - level) / 2))
