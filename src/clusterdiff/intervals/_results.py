"""Results of this package: frozen data that print as one readable line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from clusterdiff.sampling import FieldsResult, limits_text
from clusterdiff.views import number

Closer = Literal["b1", "b2", "neither"]


@dataclass(frozen=True, slots=True, repr=False)
class Interval(FieldsResult):
    """A confidence interval for one measure.

    Attributes
    ----------
    measure : str
        Name of the measure.
    value : float
        The value on these elements.
    low, high : float or None
        Limits of the interval; None if there is no valid one.
    level : float
        Confidence level.
    std : float or None
        Standard error of the value; None if there is no valid estimate.
    method : str
        How the interval was found.
    reason : str or None
        Why there is no interval; None if there is one.
    conservative : str or None
        Why the interval may contain the value of the population more often than the level says;
        None if it is not known to do so.
    n_samples : int
        Number of tables drawn, 0 if none.
    seed : int or None
        The integer that reproduces them.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.intervals.interval([0, 1] * 200, [0, 1] * 150 + [0, 0] * 50, measure="rand")
    >>> round(found.low, 1), round(found.high, 1)
    (0.7, 0.8)
    """

    measure: str
    value: float
    low: float | None
    high: float | None
    level: float
    std: float | None
    method: str
    reason: str | None = None
    conservative: str | None = None
    n_samples: int = 0
    seed: int | None = None
    assumed: tuple[str, ...] = ()

    @property
    def limits(self) -> tuple[float, float] | None:
        """Both limits, or None without a valid interval."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    def __contains__(self, value: float) -> bool:
        limits = self.limits
        return limits is not None and limits[0] <= value <= limits[1]

    def line(self) -> str:
        """Return the result in one line."""
        limits = f"{100 * self.level:g} % {limits_text(self.low, self.high)}"
        why = self.reason or self.method
        why += f"; conservative: {self.conservative}" if self.conservative else ""
        return f"{self.measure}: {number(self.value)}, {limits} ({why})"


@dataclass(frozen=True, slots=True, repr=False)
class ComparisonOfTwo(FieldsResult):
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
    pvalue : float or None
        Two-sided p-value of no difference; None if the test is refused.
    closer : {"b1", "b2", "neither"}
        Which clustering has the better value on these elements.
    method : str
        How the interval and the p-value were found.
    reason : str or None
        Why the test is refused; None if it is not.
    n_samples : int
        Number of tables drawn.
    seed : int or None
        The integer that reproduces them.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> truth = [0, 1, 2] * 100
    >>> near = [0, 1, 2] * 90 + [0, 0, 0] * 10
    >>> far = [0, 1, 2] * 50 + [0, 0, 0] * 50
    >>> cd.intervals.compare_two(truth, near, far, measure="ari").closer
    'b1'
    """

    measure: str
    value_1: float
    value_2: float
    value: float
    low: float | None
    high: float | None
    level: float
    pvalue: float | None
    closer: Closer
    method: str
    reason: str | None = None
    n_samples: int = 0
    seed: int | None = None
    assumed: tuple[str, ...] = ()

    def line(self) -> str:
        """Return the result in one line."""
        first, second, both = map(number, (self.value_1, self.value_2, self.value))
        limits = f"{100 * self.level:g} % {limits_text(self.low, self.high)}"
        p = "not determined" if self.pvalue is None else number(self.pvalue, 3)
        why = f"no test: {self.reason}" if self.reason else self.method
        head = f"{self.measure}: {first} - {second} = {both}, {limits}, p = {p}"
        return f"{head}; closer to a: {self.closer} ({why})"
