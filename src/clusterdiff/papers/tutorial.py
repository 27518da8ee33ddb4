"""The tutorial on sparse variation of information (Elegant SciPy, chapter 5): its examples, right where its code is wrong."""

from __future__ import annotations

from math import log2

import clusterdiff as cd
from clusterdiff.papers._report import Paper, Section, number


def _examples() -> Section:
    first, third = [0, 0, 0, 1, 1, 1], [0, 1, 2, 0, 1, 2]
    checks = (
        number("VI(c1, c3)", 1.459, cd.variation_of_information(first, third), 3, f"misprint: independent, so log₂ 6 = {log2(6):.3f} bits"),
        number("VI of equal clusterings", 0.0, cd.variation_of_information(first, first), 12),
        number("VI is H(a|b) + H(b|a)", cd.variation_of_information(first, third),
               cd.conditional_entropy(first, third) + cd.conditional_entropy(third, first), 12),
    )  # fmt: skip
    return Section("The examples", checks)


PAPER = Paper("sparse-vi", "Sparse variation of information", (_examples,))
