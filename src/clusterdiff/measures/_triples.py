"""Precision, recall and F: one mechanism for every family that has them."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from clusterdiff.errors import OptionError
from clusterdiff.measures._limits import by_convention

PARTS = ("f", "precision", "recall")
_NOTHING = "precision or recall is a share of nothing"


class Triple(NamedTuple):
    """What is right of b out of what b says (precision), and of a out of what a says (recall)."""

    right_b: float
    total_b: float
    right_a: float
    total_a: float

    def part(self, name: str, beta: float = 1.0) -> float:
        """Precision, recall, or F_β; a share of nothing is 0."""
        if name == "precision":
            return _share(self.right_b, self.total_b)
        if name == "recall":
            return _share(self.right_a, self.total_a)
        return f_beta(*self, beta)


def f_beta(right_b: float, total_b: float, right_a: float, total_a: float, beta: float) -> float:
    """(1+β²)·P·R / (β²·P + R) of precision P = right_b/total_b and recall R = right_a/total_a."""
    if not isinstance(beta, (int, float)) or not 0 <= beta < inf:
        raise OptionError(f"beta must be at least 0: got {beta!r}.")
    if total_a == 0 or total_b == 0:
        return by_convention(0.0, _NOTHING)
    if right_a == 0 or right_b == 0:
        return 0.0
    weight = beta * beta
    return (1 + weight) / (total_b / right_b + weight * total_a / right_a)


def _share(right: float, total: float) -> float:
    return right / total if total else by_convention(0.0, _NOTHING)
