"""Distances in the lattice by variation of information (Meilă 2007)."""

from __future__ import annotations

from math import log, log1p
from typing import TYPE_CHECKING, Literal, NamedTuple

from clusterdiff.checks import is_integer
from clusterdiff.errors import InputError
from clusterdiff.numerics import nats_per_unit

if TYPE_CHECKING:
    from typing import TypeAlias

    Base: TypeAlias = float | Literal["e"]


class VIBounds(NamedTuple):
    """Bounds of the variation of information of two different clusterings.

    Attributes
    ----------
    lower, upper : float
        The smallest and the largest possible value.

    Examples
    --------
    >>> vi_bounds(100, 5).lower
    0.02
    """

    lower: float
    upper: float


def vi_bounds(n: int, k_max: int | None = None, *, base: Base = 2) -> VIBounds:
    """Return bounds of the variation of information of two different clusterings.

    Parameters
    ----------
    n : int
        Number of elements, at least 1.
    k_max : int, optional
        Largest number of clusters of either clustering; by default `n`.
    base : float or "e", default=2
        Base of the logarithm: 2 for bits, "e" for nats.

    Returns
    -------
    VIBounds
        The lower bound is 2/n bits. The upper bound is the smaller of log n and 2 log `k_max`
        (Meilă 2007). Both are 0 if there is only one clustering.

    Raises
    ------
    InputError
        If `n` or `k_max` is not a positive integer.
    OptionError
        If `base` is not valid.

    See Also
    --------
    clusterdiff.variation_of_information : The measure.

    Examples
    --------
    >>> vi_bounds(100)
    VIBounds(lower=0.02, upper=6.643856189774725)
    >>> vi_bounds(100, k_max=4)
    VIBounds(lower=0.02, upper=4.0)
    """
    n = positive_integer(n, "n")
    k_max = n if k_max is None else positive_integer(k_max, "k_max")
    if n == 1 or k_max == 1:
        return VIBounds(0.0, 0.0)
    unit = nats_per_unit(base)
    return VIBounds(2 * log(2) / unit / n, min(log(n), 2 * log(k_max)) / unit)


def split_distance(x: int, y: int, n: int) -> float:
    """Return the VI, in nats, of splitting a cluster of x+y of the n elements into x and y.

    It is (x+y)/n · H(x/(x+y), y/(x+y)).

    >>> split_distance(1, 1, 2)
    0.6931471805599453
    """
    return (x * log1p(y / x) + y * log1p(x / y)) / n


def positive_integer(number: int, what: str) -> int:
    """Return a positive integer, or raise an error.

    >>> positive_integer(3, "n")
    3
    """
    if not is_integer(number) or number < 1:
        raise InputError(f"{what} must be a positive integer, got {number!r}.")
    return int(number)
