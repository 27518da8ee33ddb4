"""Random partitions of one side of a table: fixed sizes, fixed number of clusters, or any.

Each is exchangeable: its probabilities do not depend on which elements are which.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from math import comb, exp, expm1, factorial, log, perm, prod, sqrt
from typing import TYPE_CHECKING, Protocol

import numpy as np

from clusterdiff.partition import bell_number, integer_partitions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

EXACT = 250  # elements up to which Stirling and Bell numbers are computed as integers


class RandomPartition(Protocol):
    """A random partition of n elements."""

    n: int

    @property
    def exact(self) -> bool:
        """Whether `together` can be computed as a fraction."""

    def together(self, groups: tuple[int, ...]) -> Fraction:
        """Return the probability that each of some disjoint groups is inside one cluster."""

    def pair(self) -> float | Fraction:
        """Return the probability that two elements lie in one cluster, for any n."""

    def sizes(self, random: np.random.Generator) -> Ints:
        """Return the cluster sizes of a random partition."""

    def shapes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """Return all possible cluster sizes, with their probabilities."""


class FixedSizes:
    """All partitions with these cluster sizes, equally likely."""

    exact = True

    def __init__(self, sizes: Ints) -> None:
        self._sizes = sizes
        self.n = int(sizes.sum())
        self._powers: dict[int, int] = {}
        self._logarithms: dict[tuple[int, ...], int] = {}

    @cached_property
    def _distinct(self) -> list[tuple[int, int]]:
        values, times = np.unique(self._sizes, return_counts=True)
        return list(zip(values.tolist(), times.tolist(), strict=True))

    def _power(self, k: int) -> int:
        """Return Σ_i a_i^k."""
        if k not in self._powers:
            self._powers[k] = sum(times * size**k for size, times in self._distinct)
        return self._powers[k]

    def together(self, groups: tuple[int, ...]) -> Fraction:
        """Return the probability that each of some disjoint groups is inside one cluster.

        A cluster of size a has (a)_g places for g elements. The ways to put the groups into
        clusters are the coefficient of all groups in the product over the clusters of the set
        functions S → (a)_|S|; it is computed from the sum of their logarithms.
        """
        if sum(groups) > self.n:
            return Fraction(0)
        ways = sum(
            times * prod(self._logarithm(block) for block in blocks)
            for blocks, times in _set_partitions(groups).items()
        )
        return Fraction(ways, perm(self.n, sum(groups)))

    def _logarithm(self, groups: tuple[int, ...]) -> int:
        """Return the sum over the clusters of the logarithm of their set function."""
        if groups not in self._logarithms:
            polynomial = _logarithm_of_places(groups)
            self._logarithms[groups] = sum(c * self._power(k) for k, c in enumerate(polynomial))
        return self._logarithms[groups]

    def pair(self) -> Fraction:
        """Return the probability that two elements lie in one cluster."""
        return self.together((2,))

    def sizes(self, random: np.random.Generator) -> Ints:
        """Return the sizes, which are fixed."""
        del random
        return self._sizes

    def shapes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield the only shape."""
        yield tuple(self._sizes.tolist()), 1.0


@cache
def _set_partitions(groups: tuple[int, ...]) -> dict[tuple[tuple[int, ...], ...], int]:
    """Return the partitions of some groups into blocks, as sorted sizes, and how often each occurs.

    >>> _set_partitions((2, 2))
    {((2,), (2,)): 1, ((2, 2),): 1}
    """
    if not groups:
        return {(): 1}
    first, rest = groups[0], groups[1:]
    found: dict[tuple[tuple[int, ...], ...], int] = {}
    for number in range(1 << len(rest)):
        mates = [size for i, size in enumerate(rest) if number >> i & 1]
        others = tuple(size for i, size in enumerate(rest) if not number >> i & 1)
        block = tuple(sorted((first, *mates), reverse=True))
        for blocks, times in _set_partitions(others).items():
            key = tuple(sorted((block, *blocks), reverse=True))
            found[key] = found.get(key, 0) + times
    return found


@cache
def _logarithm_of_places(groups: tuple[int, ...]) -> tuple[int, ...]:
    """Return the polynomial in a of the logarithm of the set function S → (a)_|S|.

    It is the sum over the partitions of the groups into r blocks of (-1)^(r-1) (r-1)! times the
    product of (a)_|block|.

    >>> _logarithm_of_places((1,)), _logarithm_of_places((1, 1))  # a, and a(a - 1) - a²
    ((0, 1), (0, -1, 0))
    """
    total = [0] * (sum(groups) + 1)
    for blocks, times in _set_partitions(groups).items():
        sign = times * (-1) ** (len(blocks) - 1) * factorial(len(blocks) - 1)
        product = [1]
        for block in blocks:
            for shift in range(sum(block)):  # times (a - shift)
                product = [
                    up - shift * same for up, same in zip([0, *product], [*product, 0], strict=True)
                ]
        for k, coefficient in enumerate(product):
            total[k] += sign * coefficient
    return tuple(total)


class FixedCount:
    """All partitions of n elements in k clusters, equally likely."""

    def __init__(self, n: int, k: int) -> None:
        self.n, self.k = n, k
        self.exact = n <= EXACT

    def together(self, groups: tuple[int, ...]) -> Fraction:
        """Return S(n - Σ(g-1), k)/S(n, k): a group that stays together counts as one element."""
        column = _stirling_column(self.n, self.k)
        left = self.n - sum(g - 1 for g in groups)
        return Fraction(column[left] if sum(groups) <= self.n else 0, column[self.n])

    def pair(self) -> float | Fraction:
        """Return S(n-1, k)/S(n, k), for large n by the saddle point integral below."""
        if self.exact:
            return self.together((2,))
        if self.k in {1, self.n}:
            return float(self.k == 1)
        return (
            self._rate
            / self.n
            * self._probability_of_sum(self.n - 1)
            / self._probability_of_sum(self.n)
        )

    @cached_property
    def _rate(self) -> float:
        """λ for which k Poisson numbers above 0 have the mean sum n: k·λ/(1 - e^-λ) = n."""
        low, high = 0.0, self.n / self.k
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (
                (middle, high) if middle / -expm1(-middle) < self.n / self.k else (low, middle)
            )
        return (low + high) / 2

    def _probability_of_sum(self, total: int) -> float:
        """Return the probability that k zero-truncated Poisson variables add up to `total`.

        It is S(n, k)·k!/n!·λⁿ/(e^λ - 1)^k, computed as the integral of φ(t)^k·e^(-it·total) over
        the circle. The trapezoidal rule with more points than twenty standard deviations is exact
        to rounding.
        """
        rate, mean = self._rate, self.n / self.k
        spread = sqrt(max(self.k * mean * (1 + rate - mean), 1.0))
        points = 2 * int(12 * spread) + 65
        t = 2 * np.pi / points * (np.arange(points) - points // 2)
        turn = 2j * np.sin(t / 2) * np.exp(0.5j * t)  # e^it - 1
        with np.errstate(all="ignore"):  # φ may be 0 far from t = 0
            log_phi = np.log1p(np.expm1(rate * turn) / -expm1(-rate))
            terms = np.where(np.isfinite(log_phi), np.exp(self.k * log_phi - 1j * t * total), 0)
        return float(np.sum(terms).real / points)

    def sizes(self, random: np.random.Generator) -> Ints:
        """Return sizes of n balls in k urns, given that no urn is empty.

        If empty urns are rare, balls are thrown again until no urn is empty. Otherwise the sizes
        are zero-truncated Poisson variables given their sum: the number of urns of each size is
        drawn again until the sum is n.
        """
        n, k = self.n, self.k
        if k == n:
            return np.ones(n, np.int64)
        if k * exp(-n / k) < 3:
            while True:
                sizes = random.multinomial(n, np.full(k, 1 / k))
                if sizes.min() > 0:
                    return sizes
        values = np.arange(1, min(n - k + 1, int(self._rate + 12 * sqrt(self._rate)) + 40) + 1)
        logs = values * log(self._rate) - np.cumsum(np.log(values))
        weights = np.exp(logs - logs.max())
        while True:
            times = random.multinomial(k, weights / weights.sum(), size=64)
            fitting = np.flatnonzero(times @ values == n)
            if len(fitting):
                return np.repeat(values, times[fitting[0]])

    def shapes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """Return all shapes with k clusters, by how many partitions have them."""
        whole = _stirling_column(self.n, self.k)[self.n]
        return (
            (shape, _partitions_of(shape) / whole)
            for shape in integer_partitions(self.n)
            if len(shape) == self.k
        )


class AnyCount:
    """All partitions of n elements, equally likely."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.exact = n <= EXACT

    def together(self, groups: tuple[int, ...]) -> Fraction:
        """Return B(n - Σ(g-1))/B(n)."""
        left = self.n - sum(g - 1 for g in groups)
        return Fraction(_bell(left) if sum(groups) <= self.n else 0, _bell(self.n))

    def pair(self) -> float | Fraction:
        """Return B(n-1)/B(n), which is the mean of 1/urns by Dobiński's formula."""
        if self.exact:
            return self.together((2,))
        urns, chances = self._urns
        return float(np.sum(chances / urns))

    @cached_property
    def _urns(self) -> tuple[Ints, Floats]:
        """Numbers m of urns and their chances, in proportion to mⁿ/m! (Stam 1983)."""
        n = self.n
        top = 2.0
        for _ in range(100):  # the mode has m·log m = n
            top = (n + top) / (log(top) + 1)
        spread = 1 / sqrt(n / top**2 + 1 / top)
        urns = np.arange(max(1, int(top - 12 * spread)), int(top + 12 * spread) + 60)
        logs = n * np.log(urns / top) - np.cumsum(np.log(urns))
        weights = np.exp(logs - logs.max())
        return urns, weights / weights.sum()

    def sizes(self, random: np.random.Generator) -> Ints:
        """Return the numbers of balls in the non-empty ones of a random number of urns."""
        urns, chances = self._urns
        m = int(random.choice(urns, p=chances))
        sizes = random.multinomial(self.n, np.full(m, 1 / m))
        return sizes[sizes > 0]

    def shapes(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """Return all shapes, by how many partitions have them."""
        whole = _bell(self.n)
        return ((shape, _partitions_of(shape) / whole) for shape in integer_partitions(self.n))


@cache
def _bell(n: int) -> int:
    return bell_number(n) if n else 1


@cache
def _stirling_column(n: int, k: int) -> tuple[int, ...]:
    """Return S(0, k), …, S(n, k): numbers of partitions into k clusters.

    >>> _stirling_column(5, 2)
    (0, 0, 1, 3, 7, 15)
    """
    column = [1] + [0] * n
    for j in range(1, k + 1):
        new = [0] * (n + 1)
        for m in range(1, n + 1):
            new[m] = j * new[m - 1] + column[m - 1]
        column = new
    return tuple(column)


def _partitions_of(shape: tuple[int, ...]) -> int:
    """Return how many partitions have these cluster sizes.

    >>> _partitions_of((2, 2)), _partitions_of((2, 1, 1))
    (3, 6)
    """
    ways, left = 1, sum(shape)
    for size in shape:
        ways *= comb(left, size)
        left -= size
    return ways // prod(factorial(shape.count(size)) for size in set(shape))
