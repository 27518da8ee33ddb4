"""Results of this package: frozen data that print as one readable line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from clusterdiff.sampling import FieldsResult, limits_text
from clusterdiff.views import number

Alternative = Literal["closer", "farther", "greater", "less", "two-sided"]
Kind = Literal["exact", "Monte Carlo", "bound"]


@dataclass(frozen=True, slots=True, repr=False)
class Expected(FieldsResult):
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
    n_samples : int
        Number of random tables drawn, 0 if none.
    seed : int or None
        The integer that reproduces the random tables.
    note : str or None
        Why something is not determined.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    >>> found = cd.chance.expected(a, b, measure="rand")
    >>> found.value, found.method
    (0.56, 'closed form')
    """

    measure: str
    value: float
    std: float | None
    error: float
    method: str
    null: str
    n_samples: int = 0
    seed: int | None = None
    note: str | None = None
    assumed: tuple[str, ...] = ()

    def __float__(self) -> float:
        return self.value

    def line(self) -> str:
        """Return the result in one line."""
        error = f" ± {number(self.error, 2)}" if self.error else ""
        drawn = f", {self.n_samples:,} tables" if self.n_samples else ""
        std = "not determined" if self.std is None else number(self.std)
        note = f"; {self.note}" if self.note else ""
        head = f"{self.measure} by chance: {number(self.value)}{error}, std {std}"
        return f"{head} ({self.null}; {self.method}{drawn}{note})"


@dataclass(frozen=True, slots=True, repr=False)
class Adjusted(FieldsResult):
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
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    >>> found = cd.chance.adjusted(a, b, measure="rand")
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
    assumed: tuple[str, ...] = ()

    def __float__(self) -> float:
        return self.value

    def line(self) -> str:
        """Return the result in one line."""
        error = f" ± {number(self.error, 2)}" if self.error else ""
        why = f"; by convention: {self.by_convention}" if self.by_convention else ""
        chance, best = number(self.expected.value), number(self.best)
        seen = f"{number(self.observed)}, chance {chance}, best {best}"
        how = f"{self.expected.null}; {self.expected.method}{why}"
        return f"adjusted {self.measure}: {number(self.value)}{error} ({seen}; {how})"


@dataclass(frozen=True, slots=True, repr=False)
class Significance(FieldsResult):
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
    pvalue : float
        The p-value, never 0.
    alternative : str
        The alternative hypothesis.
    null : str
        Name of the null model.
    kind : {"exact", "Monte Carlo", "bound"}
        What the p-value is: the exact tail probability; (r + 1)/(N + 1) from N random tables, of
        which r are at least as extreme as the observed one; or a proved upper limit of the exact
        tail probability.
    method : str
        How the p-value was found.
    n_samples : int
        The number N of random tables behind the p-value, 0 if none.
    seed : int or None
        The integer that reproduces the random tables.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    >>> found = cd.chance.significance(a, b, measure="rand")
    >>> found.pvalue, found.method
    (0.6, 'enumeration')
    """

    measure: str
    observed: float
    expected: float
    std: float | None
    z: float | None
    pvalue: float
    alternative: Alternative
    null: str
    kind: Kind
    method: str
    n_samples: int = 0
    seed: int | None = None
    assumed: tuple[str, ...] = ()

    def line(self) -> str:
        """Return the result in one line."""
        z = "not determined" if self.z is None else number(self.z, 3)
        seen = f"{number(self.observed)} against {number(self.expected)} by chance"
        how = f"{self.alternative}; {self.null}; {self.method}"
        return f"{self.measure}: {seen}, z = {z}, p = {number(self.pvalue, 3)} ({how})"


@dataclass(frozen=True, slots=True, repr=False)
class ChanceSummary(FieldsResult):
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
        95 % confidence interval; None if there is no valid one.
    conservative : str or None
        Why the interval may contain the value of the population in more than 95 % of samples.
    error : float or None
        Standard error of `expected`; 0 only if it is exact.
    n_samples : int
        Number of random tables behind `expected` or `z`; 0 if both are exact.
    seed : int or None
        The integer that, as `rng`, gives the same random tables; None if none were drawn.
    notes : tuple of str
        Why something is not determined or not valid, one sentence each.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.Table.from_matrix([[50, 5], [10, 40]])
    >>> found = cd.chance.summarize(table, measures=["rand"])[0]
    >>> round(found.expected, 3), round(found.adjusted, 3)
    (0.5, 0.506)
    """

    measure: str
    expected: float | None
    adjusted: float | None
    z: float | None
    interval: tuple[float, float] | None
    error: float | None
    n_samples: int = 0
    seed: int | None = None
    notes: tuple[str, ...] = ()
    conservative: str | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """The notes, and whether the interval is conservative."""
        why = self.conservative
        return (*self.notes, f"conservative interval: {why}") if why else self.notes

    def line(self) -> str:
        """Return the result in one line."""
        numbers = ", ".join(
            f"{name} {'not determined' if x is None else number(x)}"
            for name, x in (("chance", self.expected), ("adjusted", self.adjusted), ("z", self.z))
        )
        low, high = self.interval or (None, None)
        notes = f" ({'; '.join(self.said)})" if self.said else ""
        return f"{self.measure}: {numbers}, 95 % {limits_text(low, high)}{notes}"
