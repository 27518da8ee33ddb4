"""Results of this package: frozen data that print as one readable line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from clusterdiff.views import Column, Result, TableView, interval, number

if TYPE_CHECKING:
    from collections.abc import Iterator

Alternative = Literal["closer", "farther", "greater", "less", "two-sided"]
Closer = Literal["b1", "b2", "neither"]


class ChanceResult(Result):
    """Base of the results of this package: a table of fields in a notebook, one line in print."""

    __slots__ = ()

    def view(self) -> TableView:
        """Return the fields as a table of two columns."""
        columns = (Column("quantity"), Column("value", "right"))
        data = self.to_dict()
        title = str(data.pop("measure", ""))
        return TableView(columns, tuple(_rows(data)), title)


def _rows(data: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the name and the value of each field that has one, also of results in results."""
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _rows(value, f"{prefix}{name}.")
        elif name == "interval":
            yield prefix + name, interval(value)
        elif value is not None and value != []:
            yield prefix + name, "; ".join(map(str, value)) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True, repr=False)
class Expected(ChanceResult):
    """The mean and the standard deviation of a measure by chance.

    Attributes
    ----------
    measure : str
        Name of the measure.
    value : float
        Mean of the measure by chance.
    std : float or None
        Standard deviation of the measure by chance; None if it is not determined (see `note`).
    error : float
        Standard error of `value`; 0 only if the mean is exact.
    method : str
        How the mean and the standard deviation were found.
    null : str
        Name of the null model.
    samples : int
        Number of random tables drawn, 0 if none.
    seed : int or None
        The integer that reproduces the random tables.
    note : str or None
        Why something is not determined.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    >>> found = cd.chance.expected(a, b, "rand")
    >>> found.value, found.method
    (0.56, 'closed form')
    """

    measure: str
    value: float
    std: float | None
    error: float
    method: str
    null: str
    samples: int = 0
    seed: int | None = None
    note: str | None = None

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        error = f" ± {number(self.error, 2)}" if self.error else ""
        drawn = f", {self.samples:,} tables" if self.samples else ""
        std = "not determined" if self.std is None else number(self.std)
        note = f"; {self.note}" if self.note else ""
        head = f"{self.measure} by chance: {number(self.value)}{error}, std {std}"
        return f"{head} ({self.null}; {self.method}{drawn}{note})"


@dataclass(frozen=True, slots=True, repr=False)
class Adjusted(ChanceResult):
    """A measure on the scale where 0 is chance and 1 is the best value.

    Attributes
    ----------
    measure : str
        Name of the measure.
    value : float
        The adjusted value.
    error : float
        Standard error due to sampling; 0 only if the value is exact.
    observed : float
        The value before adjustment.
    expected : Expected
        The value by chance.
    best : float
        The best value.
    by_convention : str or None
        Why the formula is undefined here, if it is.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    >>> found = cd.chance.adjusted(a, b, "rand")
    >>> found.observed, found.best
    (0.6666666666666666, 1.0)
    >>> found.value
    0.24242424242424224
    """

    measure: str
    value: float
    error: float
    observed: float
    expected: Expected
    best: float
    by_convention: str | None = None

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        error = f" ± {number(self.error, 2)}" if self.error else ""
        why = f"; by convention: {self.by_convention}" if self.by_convention else ""
        chance, best = number(self.expected.value), number(self.best)
        seen = f"{number(self.observed)}, chance {chance}, best {best}"
        how = f"{self.expected.null}; {self.expected.method}{why}"
        return f"adjusted {self.measure}: {number(self.value)}{error} ({seen}; {how})"


@dataclass(frozen=True, slots=True, repr=False)
class Significance(ChanceResult):
    """The distance of a value from chance, and its p-value.

    Attributes
    ----------
    measure : str
        Name of the measure.
    observed, expected : float
        The value, and its mean by chance.
    std : float or None
        Standard deviation by chance; None if it is not determined.
    z : float or None
        ``(observed - expected) / std``; None if it is not determined.
    p : float
        The p-value, never 0.
    alternative : str
        The alternative hypothesis.
    null : str
        Name of the null model.
    method : str
        How the p-value was found.
    samples : int
        Number of random tables drawn, 0 if none.
    seed : int or None
        The integer that reproduces the random tables.
    p_holm : float or None
        The p-value corrected for the other comparisons made in the same call.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    >>> found = cd.chance.significance(a, b, "rand")
    >>> found.p, found.method
    (0.6, 'enumeration')
    """

    measure: str
    observed: float
    expected: float
    std: float | None
    z: float | None
    p: float
    alternative: Alternative
    null: str
    method: str
    samples: int = 0
    seed: int | None = None
    p_holm: float | None = None

    def __repr__(self) -> str:
        holm = "" if self.p_holm is None else f", Holm {number(self.p_holm, 3)}"
        z = "not determined" if self.z is None else number(self.z, 3)
        seen = f"{number(self.observed)} against {number(self.expected)} by chance"
        how = f"{self.alternative}; {self.null}; {self.method}"
        return f"{self.measure}: {seen}, z = {z}, p = {number(self.p, 3)}{holm} ({how})"


@dataclass(frozen=True, slots=True, repr=False)
class Interval(ChanceResult):
    """A confidence interval for one measure.

    Attributes
    ----------
    measure : str
        Name of the measure.
    value : float
        The value on these elements.
    low, high : float or None
        Limits of the interval; None if it is withheld.
    level : float
        Confidence level.
    std : float or None
        Standard error of the value; None if there is no valid estimate.
    method : str
        How the interval was found.
    reason : str or None
        Why the interval is withheld; None if it is not.
    samples : int
        Number of tables drawn, 0 if none.
    seed : int or None
        The integer that reproduces them.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.chance.interval([0, 1] * 200, [0, 1] * 150 + [0, 0] * 50, "rand")
    >>> round(found.low, 3), round(found.high, 3)
    (0.731, 0.828)
    """

    measure: str
    value: float
    low: float | None
    high: float | None
    level: float
    std: float | None
    method: str
    reason: str | None = None
    samples: int = 0
    seed: int | None = None

    @property
    def limits(self) -> tuple[float, float] | None:
        """Both limits, or None if the interval is withheld."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    def __contains__(self, value: float) -> bool:
        limits = self.limits
        return limits is not None and limits[0] <= value <= limits[1]

    def __repr__(self) -> str:
        limits = f"{100 * self.level:g} % {_limits(self.low, self.high)}"
        why = self.reason or self.method
        return f"{self.measure}: {number(self.value)}, {limits} ({why})"


@dataclass(frozen=True, slots=True, repr=False)
class ComparisonOfTwo(ChanceResult):
    """Whether one clustering is closer to a reference than another.

    Attributes
    ----------
    measure : str
        Name of the measure.
    value_1, value_2 : float
        The values of the first and of the second clustering.
    value : float
        ``value_1 - value_2``.
    low, high : float or None
        Limits of the confidence interval of `value`; None if the test is refused.
    level : float
        Confidence level.
    p : float or None
        Two-sided p-value of no difference; None if the test is refused.
    closer : {"b1", "b2", "neither"}
        Which clustering has the better value on these elements.
    method : str
        How the interval and the p-value were found.
    reason : str or None
        Why the test is refused; None if it is not.
    samples : int
        Number of tables drawn.
    seed : int or None
        The integer that reproduces them.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> truth = [0, 1, 2] * 100
    >>> near = [0, 1, 2] * 90 + [0, 0, 0] * 10
    >>> far = [0, 1, 2] * 50 + [0, 0, 0] * 50
    >>> cd.chance.compare_two(truth, near, far, "ari").closer
    'b1'
    """

    measure: str
    value_1: float
    value_2: float
    value: float
    low: float | None
    high: float | None
    level: float
    p: float | None
    closer: Closer
    method: str
    reason: str | None = None
    samples: int = 0
    seed: int | None = None

    def __repr__(self) -> str:
        first, second, both = map(number, (self.value_1, self.value_2, self.value))
        limits = f"{100 * self.level:g} % {_limits(self.low, self.high)}"
        p = "not determined" if self.p is None else number(self.p, 3)
        why = f"no test: {self.reason}" if self.reason else self.method
        head = f"{self.measure}: {first} - {second} = {both}, {limits}, p = {p}"
        return f"{head}; closer to a: {self.closer} ({why})"


@dataclass(frozen=True, slots=True, repr=False)
class ChanceSummary(ChanceResult):
    """One measure against chance, as `compare` shows it.

    Attributes
    ----------
    measure : str
        Name of the measure.
    expected : float or None
        Mean by chance; None if it is not determined.
    adjusted : float or None
        Value on the scale from chance (0) to best (1); None for a description, or if the mean is
        not determined.
    z : float or None
        Standard deviations from chance; None if not determined.
    interval : tuple of float or None
        95 % confidence interval; None if it is withheld.
    error : float or None
        Standard error of `expected`; 0 only if it is exact.
    samples : int
        Number of random tables behind `expected` or `z`; 0 if both are exact.
    notes : tuple of str
        Why something is not determined or withheld, one sentence each.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.Table.from_matrix([[50, 5], [10, 40]])
    >>> found = cd.chance.summarize(table, ["rand"])[0]
    >>> round(found.expected, 3), round(found.adjusted, 3)
    (0.5, 0.506)
    """

    measure: str
    expected: float | None
    adjusted: float | None
    z: float | None
    interval: tuple[float, float] | None
    error: float | None
    samples: int = 0
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        numbers = ", ".join(
            f"{name} {'not determined' if x is None else number(x)}"
            for name, x in (("chance", self.expected), ("adjusted", self.adjusted), ("z", self.z))
        )
        low, high = self.interval or (None, None)
        notes = f" ({'; '.join(self.notes)})" if self.notes else ""
        return f"{self.measure}: {numbers}, 95 % {_limits(low, high)}{notes}"


def _limits(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "withheld"
    return f"[{number(low)}, {number(high)}]"
