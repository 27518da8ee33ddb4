"""Two clusterings to compare, as a table of exact counts."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import mpmath

mpmath.mp.dps = 60
TINY = mpmath.mpf(10) ** -45  # rounding error of 0 at 60 digits
ENUMERATED = 60  # up to so many elements, pairs are counted one by one


class UndefinedError(ArithmeticError):
    """The formula is 0/0."""


def over(top, bottom):
    """Return the quotient; 0/0 is undefined, and x/0 is infinite."""
    if abs(real(bottom)) < TINY:
        if abs(real(top)) < TINY:
            raise UndefinedError
        return mpmath.inf
    return (
        Fraction(top) / Fraction(bottom)
        if all(isinstance(x, (int, Fraction)) for x in (top, bottom))
        else real(top) / real(bottom)
    )


def real(x):
    """Return a number with 60 digits."""
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpmath.mpf(x)


def sqrt(x):
    return mpmath.sqrt(real(x))


def f_score(precision, recall, weight):
    """Return the weighted harmonic mean of two shares (top, bottom); 0/0 is undefined."""
    p, r = over(*precision), over(*recall)
    return over((1 + weight) * p * r, weight * p + r) if p and r else Fraction(0)


class Case:
    """Counts n_ij of non-empty cells by (row, column); a is on the rows."""

    def __init__(self, cells, labels=None):
        self.cells = {cell: count for cell, count in sorted(cells.items()) if count}
        self.a, self.b = Counter(), Counter()
        for (i, j), count in self.cells.items():
            self.a[i] += count
            self.b[j] += count
        self.n = sum(self.cells.values())
        self.labels = labels
        self.equal = len(self.cells) == len(self.a) == len(self.b)
        self.kept = {}  # what was found before: pair counts, expected information

    @classmethod
    def of(cls, record):
        """Read labels "a" and "b", a "table", or "counts" of [row, column, count]."""
        if "table" in record:
            return cls(
                {
                    (i, j): count
                    for i, row in enumerate(record["table"])
                    for j, count in enumerate(row)
                }
            )
        if "counts" in record:
            return cls({(i, j): count for i, j, count in record["counts"]})
        labels = list(zip(record["a"], record["b"], strict=True))
        numbers_a, numbers_b = (
            {label: k for k, label in enumerate(dict.fromkeys(record[side]))} for side in "ab"
        )
        return cls(Counter((numbers_a[x], numbers_b[y]) for x, y in labels), labels)

    @property
    def pairs(self):
        """Pairs together in both, in a only, in b only, in neither."""
        if "pairs" not in self.kept:
            self.kept["pairs"] = self._binomials()
            if self.labels is not None and self.n <= ENUMERATED:
                assert self._one_by_one() == self.kept["pairs"]
        return self.kept["pairs"]

    def _binomials(self):
        both, in_a, in_b = (
            sum(comb(count, 2) for count in counts.values())
            for counts in (self.cells, self.a, self.b)
        )
        return both, in_a - both, in_b - both, comb(self.n, 2) - in_a - in_b + both

    def _one_by_one(self):
        kinds = Counter((x[0] == y[0], x[1] == y[1]) for x, y in combinations(self.labels, 2))
        return kinds[True, True], kinds[True, False], kinds[False, True], kinds[False, False]

    def joins(self):
        """Return the sizes of the connected parts of the table, largest first."""
        parts = []
        for i, j in self.cells:
            met = [part for part in parts if ("a", i) in part or ("b", j) in part]
            parts = [part for part in parts if part not in met] + [{("a", i), ("b", j)}.union(*met)]
        return sorted(
            (sum(self.a[name] for side, name in part if side == "a") for part in parts),
            reverse=True,
        )
