"""compare_two: whether one clustering is closer to a reference than another; and holm."""

from __future__ import annotations

import sys
from dataclasses import replace
from math import inf, isfinite, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import calibration
from clusterdiff.checks import check_several, is_number
from clusterdiff.errors import OptionError
from clusterdiff.intervals._half_samples import (
    Spread,
    half_samples,
    quantile,
    scale_power,
    spread_of,
)
from clusterdiff.intervals._information import (
    InformationSpread,
    information_spread,
    is_of_entropies,
)
from clusterdiff.intervals._interval import LEVEL, check_level
from clusterdiff.intervals._pairs import PairShares, pair_gradient
from clusterdiff.intervals._results import Closer, ComparisonOfTwo
from clusterdiff.intervals._units import (
    CLUSTERS,
    UnitSample,
    is_column,
    method_of_units,
    unit_difference,
    without_units,
)
from clusterdiff.intervals._validity import (
    BIASED,
    TIED,
    UNSEEN,
    at_kink,
    few_outside,
    grows,
    grows_with_pairs,
    information_unreliable,
    is_unseen,
    no_spread,
    of_pairs,
    small_cluster,
    tie_error,
    too_few,
    unreliable,
)
from clusterdiff.io import PATHS, labelings_of
from clusterdiff.labels import is_frame, noise_cluster, noise_note, select, takes_options
from clusterdiff.partition import Partition
from clusterdiff.sampling import MeasureLike, RandomSource, Statistic, TableBatch, check_sampling
from clusterdiff.summaries import PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import Labels, LabelsOptions, Selected
    from clusterdiff.measures import Measure

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


@takes_options
def compare_two(
    *clusterings: Any,
    measure: MeasureLike,
    units: Any = None,
    level: float = LEVEL,
    n_samples: int = calibration.HALF_SAMPLES_OF_TWO,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> ComparisonOfTwo:
    """Test whether b1 or b2 is closer to the reference a.

    Parameters
    ----------
    *clusterings : labels, frame and names of columns, or paths
        The reference a, and two clusterings b1 and b2 of the same elements: labels in any form; a
        frame or an AnnData and the names of three columns; or three paths.
    measure : str, Measure or callable
        The measure of closeness.
    units : "clusters", array_like, dict element → unit, str or None, default=None
        What was sampled, if not the elements one by one, as in `interval`. "clusters" means the
        clusters of the reference.
    level : float, default=0.95
        Confidence level of the interval of the difference.
    n_samples : int, default=400
        Number of half-samples, or of bootstrap samples of units.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is fresh entropy; `seed` of the result repeats it.
    {selection}

    Returns
    -------
    ComparisonOfTwo
        The difference, its confidence interval and a two-sided p-value, which is never 0; or the
        reason why the test is not valid for these data.

    Raises
    ------
    OptionError
        If an option is invalid, or `measure` is not a single measure.
    InputError
        If the clusterings do not label the same elements.

    See Also
    --------
    interval : A confidence interval for one value.
    clusterdiff.rank : Rank any number of clusterings, with ``test=True``.

    Notes
    -----
    For measures of pair counts, which are functions of U-statistics (Hoeffding 1948), the standard
    error of the difference has a closed form; for those of entropies it is that of the jackknife,
    and the biases are corrected (Grassberger 2003, eq. 35). For other measures, both comparisons
    use the same random halves of the elements (McCarthy 1969; Shao and Wu 1989), so that the
    variation that the two comparisons share cancels. The difference of the two biases is corrected;
    if it is large relative to the standard error, the test is refused. It is also refused if the
    clusterings have different numbers of clusters and a table has fewer than 20 elements per cell
    (for measures of pair counts, 40 elements per cluster of both sides together are enough); the
    reason says how many elements are needed. The p-value is that of Student's t, with half as many
    degrees of freedom as half-samples, or that of a normal curve if there are none. With `units`,
    none of this applies: see `interval`.

    Examples
    --------
    >>> a, b1, b2 = [0] * 20 + [1] * 20, [0] * 19 + [1] * 21, [0, 1] * 20
    >>> found = compare_two(a, b1, b2, measure="ari")
    >>> found.closer, found.pvalue < 0.01, found.low < found.value < found.high
    ('b1', True, True)
    """
    check_sampling(n_samples)
    level = check_level(level)
    statistic, source = Statistic.of(measure), RandomSource.of(rng)
    chosen, codes = _three(clusterings, units, options)
    a, b1, b2 = chosen.labels()
    cells = _ThreeWay(a, b1, b2, chosen.weights)
    value_1, value_2 = (statistic.on(table) for table in cells.tables)
    value = 0.0 if value_1 == value_2 else value_1 - value_2  # also if both are infinite
    method, drawn = _method(statistic), 0
    limits: tuple[float, float, float] | None = (value, value, 1.0)
    if units is not None:
        sample, reason = UnitSample.of(chosen, codes), None
        method = method_of_units(statistic, sample)
        if not cells.same:
            limits, reason, drawn = unit_difference(statistic, sample, level, n_samples, source)
    else:
        reason = cells.too_few(statistic)
        known = reason or cells.same
        spread = Spread(0.0) if known else cells.spread(statistic, value, n_samples, source)
        reason, drawn = reason or _why_not(statistic, cells, value, spread), spread.n_samples
        limits = None if reason else _judge(value, spread, level)
    low, high, p = limits or (None, None, None)
    best = statistic.best(cells.tables[0])
    sign = statistic.orientation(best, (value_1 + value_2) / 2) * np.sign(value)
    closer: Closer = "b1" if sign > 0 else "b2" if sign < 0 else "neither"
    return ComparisonOfTwo(
        measure=statistic.name,
        value_1=value_1,
        value_2=value_2,
        value=value,
        low=low,
        high=high,
        level=level,
        pvalue=p,
        closer=closer,
        method=method,
        reason=reason,
        n_samples=drawn,
        seed=source.seed,
        assumed=_notes(chosen),
    )


def _method(s: Statistic) -> str:
    """Return the name of the method that gives the standard error."""
    if of_pairs(s):
        return "U-statistics"
    return "jackknife" if is_of_entropies(s) else "paired half-samples"


def _three(
    clusterings: tuple[Any, ...], units: Any, options: LabelsOptions
) -> tuple[Selected, Ints | None]:
    """Return the elements that a reference and two clusterings share, and the units of all rows."""
    in_memory = len(clusterings) == 3 and not any(
        isinstance(each, PATHS) or is_frame(each) for each in clusterings
    )
    names = ("a", "b1", "b2") if in_memory else None
    further = (units,) if is_column(units, clusterings) else ()
    given, policy = labelings_of((*clusterings, *further), options, names)
    if len(given.sides) != 3 + len(further):
        number = len(given.sides) - len(further)
        raise OptionError(
            f"A reference and two clusterings are compared, got {number} clusterings.",
            "pass (a, b1, b2), or a frame and the names of three columns",
        )
    codes = None
    if units is not None and not (isinstance(units, str) and units == CLUSTERS):
        given, codes = without_units(given, units, clusterings, 3)
    sides = tuple(replace(side, elements=None, index=None, shape=None) for side in given.sides)
    roles = ("a", "b", "b")
    chosen = select(replace(given, sides=sides, roles=roles), policy).shared().expanded()
    return chosen, codes


def _notes(chosen: Selected) -> tuple[str, ...]:
    """Return what was assumed about the labels."""
    notes = list(chosen.notes)
    for name, side in zip(chosen.given.names, chosen.labels(), strict=True):
        codes, labels = side.encoded()
        place = noise_cluster(labels)
        inside = codes == (-1 if place is None else place)
        number = inside.sum() if chosen.weights is None else chosen.weights[inside].sum()
        if place is not None and number:
            notes.append(noise_note(name, int(number)))
    return tuple(notes)


def _judge(value: float, spread: Spread, level: float) -> tuple[float, float, float]:
    """Return limits and p-value from Student's t with one degree of freedom per split."""
    from scipy.special import stdtr

    if spread.std == 0:  # b1 and b2 are the same
        return value, value, 1.0
    freedom = max(2, spread.n_samples // 2) if spread.n_samples else inf
    # The bias of maxima lies between none and one of the form c/√n, as in `interval`.
    factors = (0.0, 1 + sqrt(2)) if spread.n_samples else (1.0,)
    centers = [value - factor * spread.bias for factor in factors]
    reach = quantile(level, spread.n_samples) * spread.std
    least = min(abs(x) for x in centers) if min(centers) * max(centers) > 0 else 0.0
    p = max(float(2 * stdtr(freedom, -least / spread.std)), sys.float_info.min)
    return min(*centers, value + reach) - reach, max(*centers, value - reach) + reach, p


def _why_not(statistic: Statistic, cells: _ThreeWay, value: float, spread: Spread) -> str | None:
    """Return why the test would not hold its level, or None if it does."""
    if not (isfinite(value) and isfinite(statistic.on(cells.tables[0]))):
        return "a value is infinite"
    if cells.same:
        return None
    if is_of_entropies(statistic):
        return cells.information_reason(spread)
    if of_pairs(statistic):
        return no_spread(spread) or grows_with_pairs(statistic)
    return cells.sampled_reason(statistic, spread)


class _ThreeWay:
    """The cells of a, b1 and b2 together, and how they add up to the tables of a with each."""

    def __init__(self, a: Labels, b1: Labels, b2: Labels, weights: Ints | None) -> None:
        first, second = Partition(b1), Partition(b2)
        both = first & second
        self.same = both.k == first.k == second.k
        table = Table.from_labels(a, both, weights=weights)
        self.counts, self.n = table.counts, table.n
        clusters = [_clusters(part, both) for part in (first, second)]
        self._rows, self._cols = table.rows, [each[table.cols] for each in clusters]
        self._sides = [_merged(table, each) for each in clusters]
        self.tables = (
            Table.from_labels(a, first, weights=weights),
            Table.from_labels(a, second, weights=weights),
        )
        self._information: list[InformationSpread] = []

    def too_few(self, statistic: Statistic) -> str | None:
        """Return why there are too few elements, or None if there are enough."""
        first, second = (
            too_few(statistic, table) or few_outside(statistic, table) for table in self.tables
        )
        return first or second or self._unlike(statistic)

    def _unlike(self, statistic: Statistic) -> str | None:
        """Return why predictions with different numbers of clusters cannot be compared here.

        Simulated tests err in up to 11 % of cases where the tables are sparse
        (docs/chance-tables.md). The shape counts, and not the number of cells with elements: it is
        smaller in samples with few errors, and a test of these alone rejects too often.
        """
        if self.tables[0].shape[1] == self.tables[1].shape[1]:
            return None
        needed, rule = max(_needed(statistic, table) for table in self.tables)
        if self.n >= needed:
            return None
        return f"different numbers of clusters need {needed:,} elements, {rule}"

    def pair_spread(self, m: Measure) -> Spread:
        """Return the standard error of the difference of two functions of pair counts."""
        (g, g_a, g_1), (h, h_a, h_2) = (
            pair_gradient(m, PairCounts.of(table))[0] for table in self.tables
        )
        weights = {"1a": g, "1": g_1, "2a": -h, "2": -h_2, "a": g_a - h_a}
        shares = PairShares.from_sizes(self.n, self.counts, self._together())
        return Spread(shares.std(weights))

    def _together(self) -> dict[str, Ints]:
        """Return for each cell the numbers of elements that share its clusters in a, b1 and b2."""
        codes = {"a": self._rows, "1": self._cols[0], "2": self._cols[1]}
        out = {}
        for key in ("1", "2", "a", "12", "1a", "2a", "12a"):
            _, group = np.unique(np.stack([codes[x] for x in key]), axis=1, return_inverse=True)
            sizes = np.zeros(int(group.max()) + 1, np.int64)
            np.add.at(sizes, group, self.counts)
            out[key] = sizes[group]
        return out

    def spread(
        self, statistic: Statistic, value: float, n_samples: int, source: RandomSource
    ) -> Spread:
        """Return standard error and bias of the difference, in closed form or from half-samples."""
        if of_pairs(statistic) and statistic.measure is not None:
            return self.pair_spread(statistic.measure)
        if is_of_entropies(statistic):
            return self.information_spread(statistic)

        def values(counts: Ints) -> Floats:
            first, second = (_added(counts, *side) for side in self._sides)
            with np.errstate(invalid="ignore"):  # infinite values have no finite difference
                return (first.values(statistic) - second.values(statistic))[:, None]

        powers, splits = [scale_power(statistic)], (n_samples + 1) // 2
        sides = self._rows, *self._cols
        halves, quarters = half_samples(self.counts, sides, values, powers, splits, source)
        slack = max(statistic.rounding(x, halves[:, :, 0]) for x in self.tables)
        return spread_of(value, halves[:, :, 0], quarters[:, :, 0], slack)

    def information_spread(self, statistic: Statistic) -> Spread:
        """Return standard error and bias of the difference of two functions of entropies."""
        influences = []
        for side in self._sides:
            order, starts, rows, cols, _ = side
            table = Table.from_counts(rows, cols, np.add.reduceat(self.counts[order], starts))
            found = information_spread(statistic, table)
            self._information.append(found)
            lengths = np.diff(np.append(starts, len(order)))
            influence = np.empty(len(order))
            influence[order] = np.repeat(found.by_cell, lengths)
            influences.append(influence)
        first, second = self._information
        weights, (x, y) = self.counts / self.n, influences
        squares = float(np.sum(weights * x * x)), float(np.sum(weights * y * y))
        common = float(np.sum(weights * x * y)) ** 2 / max(squares[0] * squares[1], 1e-300)
        roots = sqrt(first.quadratic * second.quadratic)
        # The quadratic parts have the square of the correlation of the linear ones.
        quadratic = max(first.quadratic + second.quadratic - 2 * min(common, 1.0) * roots, 0.0)
        variance = float(np.sum(weights * (x - y) ** 2)) / self.n
        bias = first.spread.bias - second.spread.bias
        return Spread(sqrt(variance + quadratic) if variance > 0 else 0.0, bias)

    def information_reason(self, spread: Spread) -> str | None:
        """Return why the difference of two functions of entropies has no valid test, or None."""
        if reason := no_spread(spread):
            return reason
        for found in self._information:
            if is_unseen(found, spread):
                return UNSEEN
            if reason := information_unreliable(found):
                return reason
        return None

    def sampled_reason(self, statistic: Statistic, spread: Spread) -> str | None:
        """Return why a difference found from half-samples has no valid test, or None."""
        for table in self.tables:
            if reason := small_cluster(statistic, table) or at_kink(statistic, table):
                return reason
        if reason := unreliable(spread):
            return reason
        if abs(spread.bias) > calibration.MAX_BIAS_OF_TWO * spread.std:
            return BIASED
        ties = (tie_error(statistic, table, calibration.NEAR_TIE_OF_TWO) for table in self.tables)
        if max(ties) > calibration.MAX_TIE_ERROR_OF_TWO * spread.std:
            return TIED
        return self._grows(statistic, spread)

    def _grows(self, statistic: Statistic, spread: Spread) -> str | None:
        """Return why the difference would change if every element were repeated, or None."""
        first, second = (statistic.on(table) for table in self.tables)
        for table, own in zip(self.tables, (first, second), strict=True):
            if reason := grows(statistic, table, own, spread):
                return reason
        return None


def _clusters(part: Partition, both: Partition) -> Ints:
    """Return the cluster of `part` that contains each cluster of the meet."""
    table = Table.from_labels(part, both)
    out = np.empty(table.shape[1], np.int64)
    out[table.cols] = table.rows
    return out


def _needed(statistic: Statistic, table: Table) -> tuple[int, str]:
    """Return how many elements a table of different numbers of clusters needs, and the rule."""
    (height, width), per_cell = table.shape, calibration.MIN_PER_CELL_OF_TWO
    needed, rule = per_cell * height * width, f"{per_cell} per cell of a {height} × {width} table"
    per_cluster = per_cell * calibration.CELLS_PER_CLUSTER_OF_TWO
    if of_pairs(statistic) and per_cluster * (height + width) < needed:
        needed = per_cluster * (height + width)
        rule = f"{per_cluster} per cluster of both sides together ({height} + {width})"
    return needed, rule


def _merged(table: Table, clusters: Ints) -> tuple[Ints, Ints, Ints, Ints, tuple[int, int]]:
    """Merge the cells of a table of pairs of clusters into those of a two-way table.

    Returns an order of the cells, where each merged cell starts in it, the rows and columns of the
    merged cells, and the shape of the two-way table.
    """
    cols = clusters[table.cols]
    order = np.lexsort((cols, table.rows))
    rows, cols = table.rows[order], cols[order]
    starts = np.flatnonzero(np.r_[True, (np.diff(rows) != 0) | (np.diff(cols) != 0)])
    shape = table.shape[0], int(clusters.max()) + 1
    return order, starts, rows[starts], cols[starts], shape


def _added(
    counts: Ints, order: Ints, starts: Ints, rows: Ints, cols: Ints, shape: tuple[int, int]
) -> TableBatch:
    return TableBatch(np.add.reduceat(counts[:, order], starts, axis=1), rows, cols, shape)


def holm(pvalues: Iterable[float]) -> list[float]:
    """Correct p-values for the number of tests by Holm's method.

    Parameters
    ----------
    pvalues : iterable of float
        P-values of several tests.

    Returns
    -------
    list of float
        The corrected p-values, in the same order (Holm 1979).

    Raises
    ------
    OptionError
        If a p-value is not between 0 and 1.

    See Also
    --------
    compare_two : A test of two clusterings.
    clusterdiff.chance.significance : A test against chance.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    several = check_several("pvalues", pvalues, "numbers between 0 and 1")
    if not all(is_number(p) and 0 <= p <= 1 for p in several):
        raise OptionError("pvalues must be numbers between 0 and 1.")
    p = np.asarray(several, float)
    order = np.argsort(p, kind="stable")
    steps = np.minimum(1.0, p[order] * np.arange(len(p), 0, -1))
    out = np.empty(len(p))
    out[order] = np.maximum.accumulate(steps)
    return [float(x) for x in out]
