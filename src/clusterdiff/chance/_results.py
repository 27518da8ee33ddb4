"""Results: plain frozen data that print as one readable line."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


class _Result:
    """What the results share."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return asdict(self)  # type: ignore[call-overload,no-any-return]


@dataclass(frozen=True, slots=True, repr=False)
class Expected(_Result):
    """What a measure is on average by chance."""

    measure: str
    value: float
    std: float  # of the measure by chance
    error: float  # standard error of the value; 0 where it is exact
    method: str
    null: str
    samples: int = 0
    seed: int | None = None

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        error = f" ± {self.error:.2g}" if self.error else ""
        drawn = f", {self.samples:,} tables" if self.samples else ""
        return f"{self.measure} by chance: {_number(self.value)}{error}, std {_number(self.std)} ({self.null}; {self.method}{drawn})"


@dataclass(frozen=True, slots=True, repr=False)
class Adjusted(_Result):
    """A measure on the scale where 0 is chance and 1 the best value."""

    measure: str
    value: float
    error: float  # standard error that sampling leaves; 0 where it is exact
    observed: float
    expected: Expected
    best: float
    by_convention: str = ""  # why the formula has no value here, if so

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        error = f" ± {self.error:.2g}" if self.error else ""
        why = f"; by convention: {self.by_convention}" if self.by_convention else ""
        seen = f"{_number(self.observed)}, chance {_number(self.expected.value)}, best {_number(self.best)}"
        return f"adjusted {self.measure}: {_number(self.value)}{error} ({seen}; {self.expected.null}; {self.expected.method}{why})"


@dataclass(frozen=True, slots=True, repr=False)
class Significance(_Result):
    """How far from chance a value is, and how often chance alone gets as far."""

    measure: str
    observed: float
    expected: float
    std: float
    z: float  # (observed - expected)/std
    p: float
    alternative: str
    null: str
    method: str  # where the p-value comes from
    samples: int = 0
    seed: int | None = None
    p_holm: float | None = None  # corrected for the other comparisons made with it

    def __repr__(self) -> str:
        holm = "" if self.p_holm is None else f", Holm {self.p_holm:.3g}"
        seen = f"{_number(self.observed)} against {_number(self.expected)}"
        return f"{self.measure}: {seen} by chance, z = {self.z:.3g}, p = {self.p:.3g}{holm} ({self.alternative}; {self.null}; {self.method})"


@dataclass(frozen=True, slots=True, repr=False)
class Interval(_Result):
    """Where the value would lie for other elements of the same kind."""

    measure: str
    value: float
    low: float
    high: float
    level: float
    std: float  # standard error of the value
    method: str
    samples: int = 0
    seed: int | None = None

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __repr__(self) -> str:
        return f"{self.measure}: {_number(self.value)}, {100 * self.level:g} % [{_number(self.low)}, {_number(self.high)}] ({self.method})"


@dataclass(frozen=True, slots=True, repr=False)
class Difference(_Result):
    """Whether one clustering is closer to a than another."""

    measure: str
    value_1: float
    value_2: float
    value: float  # value_1 - value_2
    low: float
    high: float
    level: float
    p: float  # two-sided: no difference
    closer: str  # "b1", "b2" or "neither"; what the values say, sure or not
    method: str
    samples: int
    seed: int

    def __repr__(self) -> str:
        values = f"{_number(self.value_1)} - {_number(self.value_2)} = {_number(self.value)}"
        interval = f"{100 * self.level:g} % [{_number(self.low)}, {_number(self.high)}]"
        return f"{self.measure}: {values}, {interval}, p = {self.p:.3g}; closer to a: {self.closer} ({self.method})"


def _number(value: float) -> str:
    return f"{value:.4g}"
