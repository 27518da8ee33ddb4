"""Precision, recall and the F-measure, for every family that has them."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated

from clusterdiff.errors import OptionError
from clusterdiff.measures._conventions import by_convention

PARTS = ("f", "precision", "recall")
Beta = Annotated[float, "Weight of recall relative to precision."]
Part = Annotated[str, "Whether to return the F-measure, precision or recall."]
_NO_DENOMINATOR = "precision or recall has denominator 0"


@dataclass(frozen=True, slots=True)
class Share:
    """A share right/(right + wrong); both parts are given so that neither is a difference."""

    right: float
    wrong: float

    @property
    def total(self) -> float:
        """The denominator."""
        return self.right + self.wrong

    @property
    def value(self) -> float:
        """The share; 0 by convention if the denominator is 0."""
        return self.right / self.total if self.total else by_convention(0.0, _NO_DENOMINATOR)

    @property
    def complement(self) -> float:
        """One minus the share."""
        return self.wrong / self.total if self.total else by_convention(1.0, _NO_DENOMINATOR)


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """Precision, the share of b that is right, and recall, the share of a that is found."""

    precision: Share
    recall: Share

    def part(self, name: str, beta: float = 1.0) -> float:
        """Return precision, recall or the F-measure."""
        if name == "f":
            return f_beta(self.precision, self.recall, beta)
        share: Share = getattr(self, name)
        return share.value

    def complement(self, name: str, beta: float = 1.0) -> float:
        """Return one minus `part`, without cancellation."""
        if name == "f":
            return f_beta_complement(self.precision, self.recall, beta)
        share: Share = getattr(self, name)
        return share.complement


def check_beta(beta: float) -> None:
    """Raise if beta is not a finite number of at least 0."""
    if not isinstance(beta, (int, float)) or not 0 <= beta < inf:
        raise OptionError(f"beta must be at least 0, got {beta!r}.")


def f_beta(precision: Share, recall: Share, beta: float) -> float:
    """Return (1+β²)·P·R / (β²·P + R) of precision P and recall R."""
    check_beta(beta)
    if precision.total == 0 or recall.total == 0:
        return by_convention(0.0, _NO_DENOMINATOR)
    if precision.right == 0 or recall.right == 0:
        return 0.0
    weight = beta * beta
    inverse_precision = precision.total / precision.right
    return (1 + weight) / (inverse_precision + weight * (recall.total / recall.right))


def f_beta_complement(precision: Share, recall: Share, beta: float) -> float:
    """Return 1 - F = (β²·P·(1-R) + R·(1-P)) / (β²·P + R)."""
    check_beta(beta)
    p, r, weight = precision.value, recall.value, beta * beta  # 0 by convention if nothing counts
    if p == 0 or r == 0:
        return 1.0
    return (weight * p * recall.complement + r * precision.complement) / (weight * p + r)
