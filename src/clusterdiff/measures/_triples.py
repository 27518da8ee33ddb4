"""Precision, recall and F: one mechanism for every family that has them."""

from __future__ import annotations

from clusterdiff.measures._limits import by_convention


def f_beta(correct_b: float, total_b: float, correct_a: float, total_a: float, beta: float) -> float:
    """F_β of precision = correct_b/total_b and recall = correct_a/total_a.

    Written so that counts stay exact where both sides count the same things; a share of nothing is 0.
    """
    if total_a == 0 or total_b == 0:
        return by_convention(0.0, "precision or recall is a share of nothing")
    if correct_a == 0 or correct_b == 0:
        return 0.0
    weight = beta * beta
    return (1 + weight) / (total_b / correct_b + weight * total_a / correct_a)
