"""Standard errors over the elements: closed for pair counts, by half-samples for all else.

Elements are never drawn twice: a copy of an element would agree with itself in both clusterings,
which invents agreeing pairs where clusters are small.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.chance.sampling import LIMIT
from clusterdiff.progress import track
from clusterdiff.summaries import PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance.sampling import RandomSource
    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.measures import Measure

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Values = Callable[[Ints], Floats]  # counts (tables × cells) to values (tables × statistics)

_CELLS = 1 << 22  # held at once
_POWERS = {"n": 1, "n_squared": 2}
_SCALED = 10**15  # pairs to which pair counts are scaled for derivatives


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
    samples: int = 0


def scale_power(statistic: Statistic) -> int:
    """The power of n with which the value grows when every element is repeated."""
    return _POWERS.get(statistic.measure.scale, 0) if statistic.measure else 0


def pair_spread(m: Measure, table: Table) -> tuple[Spread, float]:
    """Standard error of a measure of pair counts, and its value for many more elements."""
    (g, g_a, g_b), far = pair_gradient(m, PairCounts.of(table))
    sizes = {"a": table.row_sizes[table.rows], "b": table.col_sizes[table.cols], "ab": table.counts}
    return Spread(u_std(table.counts, sizes, {"ab": g, "a": g_a, "b": g_b})), far


@dataclass(frozen=True)
class AtChance:
    """A measure of pair counts for independent clusterings of a population.

    Near them, the value is about a weighted sum of noncentral χ² variables; `weight` is the mean of
    their weights, each taken as often as its part of the variance.
    """

    value: float
    std: float
    weight: float


def at_chance(m: Measure, table: Table) -> AtChance:
    """Value and standard error of a measure of pair counts for independent clusterings."""
    p, n = PairCounts.of(table), table.n
    both = p.in_a * p.in_b // p.total
    pairs = PairCounts(both, p.in_a - both, p.in_b - both, p.total - p.in_a - p.in_b + both)
    (g, g_a, g_b), _ = pair_gradient(m, pairs)
    x, y = table.row_sizes / n, table.col_sizes / n
    (x2, x3), (y2, y3) = ((float(np.sum(z**2)), float(np.sum(z**3))) for z in (x, y))
    mean = g * x2 * y2 + g_a * x2 + g_b * y2
    # Squares of g·xy + g_a·x + g_b·y over elements, and of the weight of a pair over pairs.
    mixed = 2 * (g * g_a * x3 * y2 + g * g_b * x2 * y3 + g_a * g_b * x2 * y2)
    by_element = g * g * x3 * y3 + g_a * g_a * x3 + g_b * g_b * y3 + mixed
    crossed = g * g + 2 * (g * g_a + g * g_b + g_a * g_b)
    by_pair = crossed * x2 * y2 + g_a * g_a * x2 + g_b * g_b * y2
    variance = 4 * max(by_element - mean**2, 0.0) / n + 2 * max(by_pair - mean**2, 0.0) / n**2
    weight = abs(g) * _mean_eigenvalue(table.row_sizes, n) * _mean_eigenvalue(table.col_sizes, n)
    return AtChance(m.formula(pairs), sqrt(variance), weight / n)


def _mean_eigenvalue(sizes: Ints, n: int) -> float:
    """The sum of the squares of the eigenvalues of diag(x) - xxᵀ over their sum, x = sizes/n."""
    x, rest = sizes / n, (n - sizes) / n
    squares = float(np.sum(x**2))
    others = float(np.sum(x**2 * np.maximum(squares - x**2, 0.0)))
    return (float(np.sum((x * rest) ** 2)) + others) / float(np.sum(x * rest))


def u_std(counts: Ints, sizes: dict[str, Ints], weights: dict[str, float]) -> float:
    """Standard error of a weighted sum of shares of pairs: those together in a, in b, in both.

    `sizes` has for each cell the number of elements together with its own under each condition; a
    key names the clusterings that must agree, so that the union of two keys is their conjunction.
    With h the weight of a pair, the sum is a U-statistic, whose variance has the unbiased estimate
    (4 Σ_x (Σ_y h)² - 2 Σ_xy h²)/(n)_4 for centred h. The second term matters where few pairs
    are together: without it, as in the jackknife, the variance is up to twice too large.
    """
    n = int(counts.sum())
    others = {key: (size - 1) / (n - 1) for key, size in sizes.items()}
    shares = {key: float(np.sum(counts / n * x)) for key, x in others.items()}
    mean = sum(weight * shares[key] for key, weight in weights.items())
    by_element = np.sum([weight * others[key] for key, weight in weights.items()], axis=0) - mean
    square = sum(
        x * y * shares["".join(sorted({*first, *second}))]
        for first, x in weights.items()
        for second, y in weights.items()
    )
    first = 4 * (n - 1) * float(np.sum(counts / n * by_element**2))
    second = 2 * max(
        0.0, square - mean**2
    )  # at least this, since Var = (4(n-2) ζ1 + 2 ζ2)/(n(n-1))
    return sqrt(max(first - second, second) * n / ((n - 2) * (n - 3) ** 2))


def pair_gradient(m: Measure, p: PairCounts) -> tuple[tuple[float, float, float], float]:
    """Derivatives by the shares of pairs together in both, in a and in b, and the value there.

    The counts are scaled up first, so that differences can be small beside every count.
    """
    factor = max(1, _SCALED // p.total)
    power = {"n": 0.5, "n_squared": 1.0}.get(m.scale, 0.0)
    both, only_a, only_b, rest = (factor * x for x in (p.both, p.only_a, p.only_b, p.neither))

    def value(d: int, d_a: int, d_b: int) -> float:
        counts = both + d, only_a + d_a - d, only_b + d_b - d, rest + d - d_a - d_b
        return m.raw(PairCounts(*counts)) / math.pow(factor, power)

    # How far the pairs together in both, in a and in b can go down and up by themselves.
    limits = ((min(both, rest), min(only_a, only_b)), (only_a, rest), (only_b, rest))
    centre = value(0, 0, 0)
    out = []
    for axis, (below, above) in enumerate(limits):
        down, up = _steps(below, above)
        if down == up == 0:
            out.append(0.0)
            continue
        ends = [value(*(step if i == axis else 0 for i in range(3))) for step in (-down, up)]
        out.append((ends[1] - ends[0]) / (down + up) * factor * p.total)
    return (out[0], out[1], out[2]), centre


def _steps(below: int, above: int) -> tuple[int, int]:
    """Steps of a difference: central where both sides allow it, else to the wider side."""
    small, large = min(below, above), max(below, above)
    if 1000 * small >= large:
        step = max(small // 10_000, min(small, 1))
        return step, step
    step = max(large // 10_000, 1)
    return (step, 0) if below > above else (0, step)


def half_samples(
    counts: Ints, values: Values, powers: Sequence[int], splits: int, source: RandomSource
) -> tuple[Floats, Floats]:
    """Values of complementary halves (splits × 2 × statistics) and of their quarters (… × 4 × …).

    A value that grows with a power of n is scaled to the size of the whole.
    """
    halves, quarters = [], []
    n = int(counts.sum())
    step = max(1, _CELLS // (4 * len(counts)))
    starts = range(0, splits, step)
    for i, start in enumerate(track(starts, "drawing half-samples")):
        random = source.block(i, 1)
        size = min(step, splits - start)
        first = _halved(np.repeat(counts[None, :], size, axis=0), random)
        both = np.stack([first, counts - first], axis=1)
        halves.append(_scaled(values, both, n, powers))
        kept = both[: (size + 1) // 2]
        parts = _halved(kept.reshape(-1, len(counts)), random).reshape(kept.shape)
        four = np.stack([parts, kept - parts], axis=2).reshape(len(kept), 4, len(counts))
        quarters.append(_scaled(values, four, n, powers))
    return np.concatenate(halves), np.concatenate(quarters)


def _halved(counts: Ints, random: np.random.Generator) -> Ints:
    """Half of the elements of each row, drawn without replacement."""
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
    """Values of an array of tables (… × cells), each batch of equal size at once."""
    flat = counts.reshape(-1, counts.shape[-1])
    sizes = flat.sum(axis=1)
    out = np.empty((len(flat), len(powers)))
    for size in np.unique(sizes).tolist():
        chosen = np.flatnonzero(sizes == size)
        out[chosen] = values(flat[chosen]) * (n / size) ** np.array(powers, float)
    return out.reshape(*counts.shape[:-1], len(powers))


def spread_of(value: float, halves: Floats, quarters: Floats) -> Spread:
    """Standard error and bias from halves and quarters.

    A half-sample varies about the mean of the half-samples as the whole does about its own mean.
    A bias c/n is doubled in the halves and doubled again in the quarters, so that both
    estimate it; where they disagree, it is not of the form c/n.
    """
    std = float(np.sqrt(np.mean((halves - halves.mean()) ** 2)))
    bias = float(halves.mean()) - value
    again = float(quarters.mean() - halves[: len(quarters)].mean()) / 2
    common = float(np.std(halves.mean(axis=1)))
    return Spread(std, bias, bias - again, common / std if std > 0 else 0.0, halves.size)


def one_error(statistic: Statistic, table: Table, source: RandomSource) -> float:
    """Mean distance from the best value if one element of equal clusterings were moved.

    The element and the cluster it is moved to are random.
    """
    random = source.block(0, 2)
    best, shares = statistic.on(table), table.row_sizes / table.n
    drawn = (random.choice(len(shares), 2, replace=False, p=shares) for _ in range(24))
    moves = Counter((int(i), int(j)) for i, j in drawn)
    distances = [
        times * abs(statistic.on(_moved(table, *move)) - best) for move, times in moves.items()
    ]
    return sum(distances) / moves.total()


def few_errors(table: Table) -> Table:
    """Equal clusterings with one element of the largest cluster moved to the next."""
    first, second = np.argsort(-table.row_sizes, kind="stable")[:2].tolist()
    return _moved(table, first, second)


def _moved(table: Table, i: int, j: int) -> Table:
    """Equal clusterings with one element of cluster i moved to cluster j in b alone."""
    cols = np.empty(table.shape[0], np.int64)
    cols[table.rows] = table.cols
    rows = np.append(table.rows, i)
    columns = np.append(table.cols, cols[j])
    counts = np.append(table.counts - (table.rows == i), 1)
    kept = counts > 0
    return Table.from_counts(rows[kept], columns[kept], counts[kept])
