"""Values by convention, where a formula is 0/0."""

from __future__ import annotations

import math
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from clusterdiff.errors import Undefined

if TYPE_CHECKING:
    from collections.abc import Iterator

_strict: ContextVar[bool] = ContextVar("strict", default=False)
_reasons: ContextVar[list[str] | None] = ContextVar("reasons", default=None)


@contextmanager
def strict() -> Iterator[None]:
    """Raise `Undefined` where a measure would return a value by convention.

    Yields
    ------
    None
        Inside the block the error is raised.

    See Also
    --------
    Undefined : The error.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> with cd.strict():
    ...     cd.fowlkes_mallows([0, 0], [0, 1])
    Traceback (most recent call last):
    clusterdiff.errors.Undefined: no pair is together in b
    """
    token = _strict.set(True)
    try:
        yield
    finally:
        _strict.reset(token)


@contextmanager
def noting() -> Iterator[list[str]]:
    """Collect the reasons why measures returned a value by convention.

    Yields
    ------
    list of str
        The reasons, each once, in the order in which they occurred.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> with noting() as reasons:
    ...     value = cd.fowlkes_mallows([0, 0], [0, 1])
    >>> value, reasons
    (0.0, ['no pair is together in b'])
    """
    reasons: list[str] = []
    token = _reasons.set(reasons)
    try:
        yield reasons
    finally:
        _reasons.reset(token)


def by_convention(value: float, reason: str) -> float:
    """Return the agreed value of 0/0, for a formula that is not defined for some clusterings.

    Parameters
    ----------
    value : float
        The value that means no agreement.
    reason : str
        Why the formula is not defined; `compare` shows it.

    Returns
    -------
    float
        The value.

    Raises
    ------
    Undefined
        Inside a block ``with clusterdiff.strict():``.

    Examples
    --------
    >>> by_convention(0.0, "no pair is together in b")
    0.0
    """
    if _strict.get():
        raise Undefined(reason)
    reasons = _reasons.get()
    if reasons is not None and reason not in reasons:
        reasons.append(reason)
    return value


def ratio(top: float, bottom: float, reason: str, otherwise: float = 0.0) -> float:
    """Return top / bottom, or the agreed value where both are 0.

    Parameters
    ----------
    top, bottom : float
        The numerator and the denominator.
    reason : str
        Why the denominator is 0; `compare` shows it.
    otherwise : float, default=0.0
        The agreed value.

    Returns
    -------
    float
        The quotient; infinity, with the sign of the numerator, where only the denominator is 0.

    Examples
    --------
    >>> ratio(1, 4, "no pair is together in b"), ratio(0, 0, "no pair is together in b")
    (0.25, 0.0)
    """
    if bottom == 0:
        return by_convention(otherwise, reason) if top == 0 else math.copysign(math.inf, top)
    return top / bottom
