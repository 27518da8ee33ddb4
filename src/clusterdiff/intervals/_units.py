"""Intervals and tests for samples of whole units: entities, documents, images, patients.

Units are sampled, and each brings all its elements. Units that share a cluster are not independent:
those that clusters link, directly or through other units, form a group, and a group is left out or
drawn as a whole. A group with more than a few percent of the units is divided into its units again;
its clusters are then so large that one unit changes little in them.

The counts of pairs, and the sums of x·log x over clusters and overlaps, are totals over groups, and
the value is a function F of such totals T, as a ratio estimator is. Its variance is that of the
jackknife that leaves out one group at a time (Cochran 1977, ch. 6; Efron & Stein 1981). T without a
group has a closed form, so that all values are found in one pass over the cells, and groups that
change T alike are evaluated once. For measures of other summaries, groups are drawn with
replacement (Field & Welsh 2007).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import calibration
from clusterdiff.errors import InputError, OptionError
from clusterdiff.intervals._probe import is_sensitive
from clusterdiff.intervals._results import Interval
from clusterdiff.io import PATHS, column_of_file, labelings_of, pair_labelings, table_of
from clusterdiff.labels import is_frame, read, select
from clusterdiff.progress import track
from clusterdiff.sampling import Statistic
from clusterdiff.summaries import Entropies, PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from clusterdiff.labels import Labelings, Labels, Selected
    from clusterdiff.measures._record import Sensitivity
    from clusterdiff.sampling import RandomSource

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Function = Callable[[Ints], NDArray[Any]]

CLUSTERS = "clusters"
GROWS = "the value depends on the number of units"
NOT_SMOOTH = "many units share clusters, and the value is not smooth in the sizes of these"
FEW_DIFFER = f"fewer than {calibration.FEW_DIFFERING} units or groups of them have an error"
NO_EFFECT = "no unit changes the value"
BIASED = "the bias of a sample of so many units is large relative to its standard error"
_DIGITS = 9  # decimals of changes of entropies that are regarded as equal
_LEAST = 0.1  # a conditional entropy times n is either 0 or at least 2·log 2
_SHAPE = "variation_of_information"
_ROUNDING = 1e-6  # share of the largest change below which a change is 0
_STRAIGHT = 1e-6  # skewness below which Hall's transformation is the identity


# Units of clusterings in any form.


def read_pair(
    clusterings: tuple[Any, ...], units: Any, options: Mapping[str, Any]
) -> tuple[Table, UnitSample]:
    """Return the table of two clusterings, and its elements by unit."""
    if isinstance(units, str) and units == CLUSTERS:
        table = table_of(clusterings, options)
        return table, UnitSample(table.rows, (table.rows, table.cols), table.counts)
    if len(clusterings) == 1 and isinstance(clusterings[0], Table):
        raise OptionError(
            "units must be 'clusters' for a Table, which does not know its elements.",
            "pass the labels, and units= with one unit per element",
        )
    if is_column(units, clusterings):
        given, policy = labelings_of((*clusterings, units), options)
    else:
        given, policy = pair_labelings(clusterings, options)
    given, codes = without_units(given, units, clusterings, 2)
    chosen = select(given, policy).shared().expanded()
    return Table.from_selected(chosen), UnitSample.of(chosen, codes)


def is_column(units: Any, clusterings: tuple[Any, ...]) -> bool:
    """Return whether units are a column of the frame that holds the clusterings."""
    named = isinstance(units, str) and units != CLUSTERS
    return named and bool(clusterings) and is_frame(clusterings[0])


def without_units(
    given: Labelings, units: Any, clusterings: tuple[Any, ...], number: int
) -> tuple[Labelings, Ints]:
    """Return the first labelings, and the unit of each of their rows, -1 where there is none."""
    if not is_column(units, clusterings):
        return given, _matched(units, clusterings, given)
    if len(given.sides) != number + 1:
        raise OptionError(
            f"A frame needs the names of {number} label columns.",
            'pass them one by one: (frame, "truth", "pred")',
        )
    kept = {name: getattr(given, name)[:number] for name in ("sides", "titles", "names", "lacking")}
    roles = ("a", *"b" * (number - 1))
    return replace(given, **kept, roles=roles), _codes(given.sides[number])


def _matched(units: Any, clusterings: tuple[Any, ...], given: Labelings) -> Ints:
    """Return the unit of each row: by key if units and rows have keys, else by position."""
    of_file = isinstance(units, str)
    if of_file and not (clusterings and isinstance(clusterings[0], PATHS)):
        raise OptionError(
            "units must be 'clusters', a column of a frame or file, or one unit per element, "
            f"got {units!r}.",
            'units="clusters"',
        )
    side = column_of_file(clusterings[0], units) if of_file else read(units, "units")
    codes, keys = _codes(side), side.elements
    if keys is None and side.index is not None and given.index is not None:
        keys = None if side.index.equals(given.index) else side.index.tolist()
    if keys is not None and (given.elements is not None or given.index is not None):
        place = dict(zip(keys, codes.tolist(), strict=True))
        return np.array([place.get(key, -1) for key in given.keys], np.int64)
    if len(codes) != len(given) and not of_file:
        raise InputError(
            f"units must have one unit per element: {len(given)} elements, {len(codes)} units.",
            "pass a dict element → unit to match by key",
        )
    # Rows that only the second file has come last.
    return np.append(codes, np.full(max(len(given) - len(codes), 0), -1))


def _codes(side: Labels) -> Ints:
    """Return the units as integers, -1 where there is none."""
    codes = side.encoded()[0].astype(np.int64)
    for mask in (side.missing, side.absent):
        if mask is not None:
            codes[mask] = -1
    return codes


# Samples of units.


@dataclass(frozen=True, eq=False)
class UnitSample:
    """The elements of two or more clusterings by unit: `counts` elements per cell.

    A cell holds the elements of one unit that are together in all clusterings; `sides` are the
    cells' clusters.
    """

    units: Ints
    sides: tuple[Ints, ...]
    counts: Ints

    @classmethod
    def of(cls, chosen: Selected, units: Ints | None) -> UnitSample:
        """Return the sample of selected labelings; None means the clusters of the first one."""
        sides = [side.encoded()[0].astype(np.int64) for side in chosen.labels()]
        if units is None:
            units = sides[0]
        elif chosen.positions is not None:
            units = units[chosen.positions]
        if len(units) and int(units.min()) < 0:
            lone = int(np.argmin(units))
            name = lone if chosen.ids is None else chosen.ids[lone]
            raise InputError(f"units must have a unit for each element: {name!r} has none.")
        first, cell = _distinct((units, *sides))
        weights = np.ones(len(units), np.int64) if chosen.weights is None else chosen.weights
        counts = np.bincount(cell, weights, len(first)).astype(np.int64)
        named = (_distinct((codes[first],))[1] for codes in (units, *sides))
        units, *sides = named
        return cls(units, tuple(sides), counts)

    @cached_property
    def n(self) -> int:
        """The number of elements."""
        return int(self.counts.sum())

    @cached_property
    def number(self) -> int:
        """The number of units."""
        return int(self.units.max()) + 1

    @cached_property
    def _grouping(self) -> tuple[Ints, NDArray[np.bool_]]:
        """The group of each unit, and whether the units of a large group were divided again."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        starts = np.cumsum([self.number, *(int(side.max()) + 1 for side in self.sides)])
        ends = np.concatenate([s + start for s, start in zip(self.sides, starts, strict=False)])
        links = np.tile(self.units, len(self.sides)), ends
        graph = coo_array((np.ones(len(ends), np.int8), links), shape=(starts[-1], starts[-1]))
        found = connected_components(graph, directed=False)[1][: self.number].astype(np.int64)
        sizes = np.bincount(found)
        divided = sizes[found] > max(1.0, calibration.MAX_LINKED_UNITS * self.number)
        group = np.where(divided, len(sizes) + np.arange(self.number), found)
        return _distinct((group,))[1], divided

    @property
    def linked(self) -> bool:
        """Whether clusters connect so many units that each of these is a group of its own."""
        return bool(self._grouping[1].any())

    @cached_property
    def groups(self) -> Ints:
        """The group of each cell."""
        groups: Ints = self._grouping[0][self.units]
        return groups

    @cached_property
    def sizes(self) -> Ints:
        """The number of units of each group."""
        return np.bincount(self._grouping[0])

    def differing(self, side: int = 1) -> int:
        """Return the number of groups whose elements are divided otherwise in another clustering.

        A cluster with elements of two clusters of the other side has a cell whose other cluster is
        not the last one that was seen.
        """
        a, b = self.sides[0], self.sides[side]
        odd = np.zeros(len(a), bool)
        for own, other in ((a, b), (b, a)):
            seen = np.zeros(int(own.max()) + 1, np.int64)
            seen[own] = other
            odd |= seen[own] != other
        return len(np.unique(self.groups[odd]))

    def side_of_cells(self, *places: int) -> Ints:
        """Return for each cell its cluster in one clustering, or in the meet of two."""
        return _distinct([self.sides[i] for i in places])[1]

    def without(self, clusters: Ints, function: Function) -> tuple[float, Floats]:
        """Return Σ f(size) over clusters, and how much less it is without each group."""
        size = int(clusters.max()) + 1
        first, inside = _distinct((self.groups, clusters))
        x = np.bincount(inside, self.counts).astype(np.int64)
        whole = np.bincount(clusters, self.counts, size).astype(np.int64)
        there = whole[clusters[first]]
        less = np.asarray(function(there) - function(there - x), float)
        lost = np.bincount(self.groups[first], less, len(self.sizes)).astype(float)
        return float(np.sum(function(whole))), lost

    def repeated(self, times: Ints) -> UnitSample:
        """Return a sample with so many copies of each group: new units with their own clusters.

        The clusters of a divided group are shared by all its units, also by repeated ones.
        """
        shared = self._grouping[1][self.units]
        number = times[self.groups]
        copies = np.where(shared, np.minimum(number, 1), number)
        cells = np.repeat(np.arange(len(copies)), copies)
        copy = np.arange(len(cells)) - np.repeat(np.cumsum(copies) - copies, copies)
        counts = self.counts[cells] * np.where(shared[cells], number[cells], 1)
        units, *sides = (
            codes[cells] + copy * (int(codes.max()) + 1) for codes in (self.units, *self.sides)
        )
        return UnitSample(units, tuple(sides), counts)

    def table(self, side: int = 1) -> Table:
        """Return the table of the first clustering and another one."""
        return Table.from_counts(self.sides[0], self.sides[side], self.counts)


def _distinct(columns: Sequence[NDArray[Any]]) -> tuple[Ints, Ints]:
    """Return the first place of each different row, and the number of each row in this list."""
    code: Ints = np.zeros(len(columns[0]), np.int64)
    first = code[:1]
    for column in columns:
        own = np.unique(column, return_inverse=True)[1]
        joint = code * (int(own.max(initial=0)) + 1) + own
        _, first, code = np.unique(joint, return_index=True, return_inverse=True)
    return first, code


# Values without each group.


@dataclass(frozen=True, eq=False)
class Influence:
    """The value, its change without each group (less what fewer units change), and its bias."""

    value: float
    changes: Floats
    drawn: int = 0
    bias: float = 0.0
    shape: Floats | None = None  # changes that tell the degrees of freedom, if `changes` are drawn
    with_errors: int | None = None  # groups without which the value is better; None if drawn

    @property
    def std(self) -> float:
        """The standard error: that of the jackknife, or of the values that were drawn."""
        if self.drawn:
            return float(np.std(self.changes, ddof=1))
        number = len(self.changes)
        return sqrt(float(np.sum(self.changes**2)) * number / (number - 1))

    @property
    def freedom(self) -> float:
        """The degrees of freedom of the variance: 2·E(s²)²/Var(s²) (Satterthwaite 1946)."""
        x = self.changes if self.shape is None else self.shape
        square = float(np.sum(x**2))
        if square == 0:
            return 1.0
        excess = float(np.sum((x**2 / square) ** 2)) - 1 / len(x)
        return max(1.0, 2 / max(excess, 1e-9))

    @property
    def skewness(self) -> float:
        """The skewness of the sampling distribution, from the jackknife; 0 if it was drawn."""
        if self.drawn:
            return 0.0
        return -float(np.sum(self.changes**3)) / self.std**3

    def reach(self, level: float) -> float:
        """Return the half-width in standard errors, from Student's t."""
        from scipy.special import stdtrit

        return -float(stdtrit(self.freedom, (1 - level) / 2))


def is_closed(s: Statistic) -> bool:
    """Return whether the value without a group has a closed form."""
    return s.measure is not None and s.summaries in ((PairCounts,), (Entropies,))


def influence(s: Statistic, sample: UnitSample, side: int = 1) -> Influence:
    """Return the influence of each group on a function of pair counts or entropies."""
    value, changes = _left_out(s, sample, side)
    slope = float(changes.sum()) / sample.number
    better = -changes if s.direction == "distance" else changes
    rounding = _ROUNDING * float(np.abs(changes).max(initial=0.0))
    with_errors = int(np.sum(better > rounding))
    return Influence(value, changes - slope * sample.sizes, with_errors=with_errors)


def _left_out(s: Statistic, sample: UnitSample, side: int) -> tuple[float, Floats]:
    """Return the value, and its change without each group."""
    assert s.measure is not None  # noqa: S101
    clusterings = sample.side_of_cells(0, side), sample.sides[0], sample.sides[side]
    elements = np.bincount(sample.groups, sample.counts, len(sample.sizes)).astype(float)
    if s.summaries == (PairCounts,):
        columns = [sample.without(clusters, _pairs) for clusters in clusterings]
        summary: Callable[..., Any] = _pair_counts
    else:
        columns = [sample.without(clusters, _log_terms) for clusters in clusterings]
        columns += [sample.without(clusters, np.sign) for clusters in clusterings[1:]]
        summary = _entropies
    totals = [total for total, _ in columns]
    lost: list[Floats] = [np.round(each, _DIGITS) for _, each in columns]
    first, kind = _distinct([elements, *lost])
    formula = s.measure.formula
    value = formula(summary(sample.n, *totals))
    rows = np.stack([elements, *lost], axis=1)[first].tolist()
    start = [sample.n, *totals]
    values = [formula(summary(*(x - y for x, y in zip(start, row, strict=True)))) for row in rows]
    return value, (np.array(values) - value)[kind]


def _pairs(sizes: Ints) -> Ints:
    return sizes * (sizes - 1) // 2


def _log_terms(sizes: Ints) -> Floats:
    return np.asarray(sizes * np.log(np.maximum(sizes, 1)), np.float64)


def _pair_counts(n: float, both: float, in_a: float, in_b: float) -> PairCounts:
    number, m, m_a, m_b = round(n), round(both), round(in_a), round(in_b)
    return PairCounts(m, m_a - m, m_b - m, number * (number - 1) // 2 - m_a - m_b + m)


def _entropies(
    n: float, both: float, in_a: float, in_b: float, clusters_a: float, clusters_b: float
) -> Entropies:
    a, b = log(n) - in_a / n, log(n) - in_b / n
    a_given_b, b_given_a = (0.0 if x < _LEAST else x / n for x in (in_b - both, in_a - both))
    mutual = max(0.0, a - a_given_b if a < b else b - b_given_a)
    return Entropies(
        round(n), round(clusters_a), round(clusters_b), a, b, a_given_b, b_given_a, mutual
    )


def _influence(
    s: Statistic, sample: UnitSample, sides: Sequence[int], n_samples: int, source: RandomSource
) -> Influence:
    """Return the influence on a value, or on the difference of two, by the jackknife or drawn."""
    if not is_closed(s):
        return _bootstrap(s, sample, sides, n_samples, source)
    first, *second = (influence(s, sample, side) for side in sides)
    if not second:
        return first
    return Influence(first.value - second[0].value, first.changes - second[0].changes)


def _bootstrap(
    s: Statistic, sample: UnitSample, sides: Sequence[int], n_samples: int, source: RandomSource
) -> Influence:
    """Return the values of groups that are drawn with replacement (Field & Welsh 2007)."""

    def value(drawn: UnitSample) -> float:
        first, *second = (s.on(drawn.table(side)) for side in sides)
        return first - second[0] if second else first

    affordable = calibration.MAX_CELLS_OF_BOOTSTRAP // len(sample.counts)
    n_samples = min(n_samples, max(affordable, calibration.MIN_BOOTSTRAP_SAMPLES))
    number = len(sample.sizes)
    counts_elements = s.measure is not None and s.measure.scale == "n"
    known, values = value(sample), np.empty(n_samples)
    for i in track(range(n_samples), "drawing units"):
        times = source.block(i).multinomial(number, np.full(number, 1 / number))
        values[i] = value(sample.repeated(times))
        if counts_elements:  # the number of units is fixed
            values[i] *= sample.number / float(times @ sample.sizes)
    # The errors that move the value also move the variation of information.
    shapes = [influence(Statistic.of(_SHAPE), sample, side).changes for side in sides]
    shape = shapes[0] if len(shapes) == 1 else shapes[0] - shapes[1]
    mean = float(values.mean())
    return Influence(known, values - mean, n_samples, mean - known, shape)


# Intervals and tests.


def unit_interval(
    s: Statistic,
    table: Table,
    sample: UnitSample,
    level: float,
    n_samples: int,
    source: RandomSource,
) -> Interval:
    """Return the interval of a statistic over units, or the reason why there is none."""
    value = s.on(table)
    reason, limits, found = _too_few(sample) or _no_value(value), None, None
    if reason is None and s.has_fixed_best() and value == s.best(table):
        limits = _no_errors(s, table, sample, level)
        reason = None if limits else "the value is the best one"
    elif reason is None:
        reason = _rough(s, sample)
    if reason is None and limits is None:
        found = _influence(s, sample, (1,), n_samples, source)
        reason = _unreliable(found) or _grows(s, table, sample)
        best = s.best(table) if s.has_fixed_best() else None
        limits = None if reason else limits_of(found, level, best, s.fixed_bounds())
    low, high = limits or (None, None)
    drawn = 0 if found is None else found.drawn
    known = 0 if found is None else found.with_errors
    number = sample.differing() if known is None else known
    few = limits is not None and number < calibration.FEW_DIFFERING
    return Interval(
        measure=s.name,
        value=value,
        low=low,
        high=high,
        level=level,
        std=found.std if found and limits else None,
        method=method_of_units(s, sample),
        reason=reason,
        conservative=FEW_DIFFER if few else None,
        n_samples=drawn,
        seed=source.seed if drawn else None,
    )


def method_of_units(s: Statistic, sample: UnitSample) -> str:
    """Return the name of the method, with the number of units."""
    name = "ratio estimator" if is_closed(s) else "bootstrap"
    return f"{name}, {sample.number:,} units"


def _too_few(sample: UnitSample) -> str | None:
    least = calibration.MIN_UNITS
    return f"fewer than {least} units" if sample.number < least else None


def _no_value(value: float) -> str | None:
    return None if isfinite(value) else "the value is infinite"


def _rough(s: Statistic, sample: UnitSample) -> str | None:
    """Return why a value that is not smooth in the sizes of clusters has no interval, or None.

    Within small groups, maxima and pairings are totals over groups like any other.
    """
    if is_closed(s) or not sample.linked:
        return None
    kinds: tuple[Sensitivity, ...] = ("ties", "equal_sizes", "small_clusters")
    return NOT_SMOOTH if any(is_sensitive(s, kind) for kind in kinds) else None


def _unreliable(found: Influence) -> str | None:
    """Return why the spread does not give a valid interval or test, or None if it does."""
    if not isfinite(found.std):
        return "the standard error is infinite"
    if found.std == 0:
        return NO_EFFECT
    return BIASED if abs(found.bias) > calibration.MAX_BIAS * found.std else None


def _grows(s: Statistic, table: Table, sample: UnitSample) -> str | None:
    """Return a reason if the value would change with twice as many units, or None."""
    if s.measure is not None and s.measure.scale in {"n", "n_squared"}:
        return None
    best = s.best(table) if s.has_fixed_best() else None
    distance = abs(s.on(table) - (best or 0.0))
    twice = s.on(sample.repeated(np.full(len(sample.sizes), 2)).table())
    kept = abs(twice - (best or 0.0))
    return GROWS if abs(kept - distance) > (1 - calibration.MIN_KEPT) * distance else None


def limits_of(
    found: Influence, level: float, best: float | None, bounds: tuple[float, float]
) -> tuple[float, float]:
    """Return score limits; the one that is farther from the best value is corrected for skewness.

    Score limits: near the best value, the variance is in proportion to the distance from it, as
    that of a count of rare errors is (Wilson 1927, for a small share). Skewness: the inverse of
    the cubic transformation of Hall (1992), g(t) = t + κt²/3 + κ²t³/27 + κ/6.
    """
    value, std, t = found.value, found.std, found.reach(level)
    skewed = [value - std * _hall(x, found.skewness) for x in (t, -t)]
    lowest, highest = bounds
    if best is None:
        ends = [*skewed, value - t * std, value + t * std]
        return max(lowest, min(ends)), min(highest, max(ends))
    away = 1.0 if value > best else -1.0
    distances = [abs(value - best), max(0.0, away * (value - found.bias - best))]
    near, far = zip(*(_score(each, abs(value - best), t * std) for each in distances), strict=True)
    ends = [best + away * min(near), best + away * max(far), skewed[1 if away > 0 else 0]]
    return max(lowest, min(ends)), min(highest, max(ends))


def _score(distance: float, observed: float, reach: float) -> tuple[float, float]:
    """Return the distances μ with (distance - μ)² = reach²·μ/observed."""
    half = reach**2 / (2 * observed)
    spread = sqrt(half * (2 * distance + half))
    return distance + half - spread, distance + half + spread


def _hall(t: float, skewness: float) -> float:
    """Return the inverse of Hall's transformation (1992, eq. 3.1), monotone for any skewness."""
    if abs(skewness) < _STRAIGHT:
        return t
    return 3 / skewness * (float(np.cbrt(1 + skewness * (t - skewness / 6))) - 1)


def _no_errors(
    s: Statistic, table: Table, sample: UnitSample, level: float
) -> tuple[float, float] | None:
    """Return limits for a sample without an error, or None if there are none.

    One error in a unit would cost the weight of the unit: its pairs, or its elements.
    """
    best, bounds = s.best(table), s.bounds(table)
    far = bounds[0] if s.direction != "distance" else bounds[1]
    if best is None or not isfinite(far):
        return None
    if s.summaries == (PairCounts,):
        weights = np.sum([sample.without(side, _pairs)[1] for side in sample.sides], axis=0)
    else:
        weights = np.bincount(sample.groups, sample.counts)
    return limits_without_errors(weights, level, best, far)


def limits_without_errors(
    weights: Floats, level: float, best: float, far: float
) -> tuple[float, float] | None:
    """Return score limits for units without an error, or None if the units have no weight.

    If an error costs the weight w of its unit, errors have the variance e·distance, with
    e = Σw²/(Σw)² (Kish 1965).
    """
    total = float(np.sum(weights))
    if total == 0:
        return None
    z = -NormalDist().inv_cdf((1 - level) / 2)
    reach = abs(best - far)
    error = z * z * reach * float(np.sum((weights / total) ** 2))
    end = best + (far - best) / (1 + reach / error)
    return min(best, end), max(best, end)


def unit_difference(
    s: Statistic, sample: UnitSample, level: float, n_samples: int, source: RandomSource
) -> tuple[tuple[float, float, float] | None, str | None, int]:
    """Return limits and p-value of the difference of two values, or the reason why there are none.

    The sample has three clusterings. The number of samples that were drawn is returned too.
    """
    from scipy.special import stdtr

    reason = _too_few(sample) or _rough(s, sample)
    if reason:
        return None, reason, 0
    found = _influence(s, sample, (1, 2), n_samples, source)
    reason = _no_value(found.value) or _unreliable(found)
    if reason:
        return None, reason, found.drawn
    value, std, reach = found.value, found.std, found.reach(level)
    centers = value, value - found.bias
    least = min(map(abs, centers)) if min(centers) * max(centers) > 0 else 0.0
    p = max(float(2 * stdtr(found.freedom, -least / std)), sys.float_info.min)
    return (min(centers) - reach * std, max(centers) + reach * std, p), None, found.drawn
