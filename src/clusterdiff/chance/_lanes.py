"""Lanes: a formula for one table, applied to many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class LanesDifferError(ValueError):
    """Some tables take one branch of the formula and some the other."""


class Lanes(np.ndarray[Any, Any]):
    """Numbers of many tables, one each, with which a formula reckons as with one number.

    A formula may ask ``if bottom == 0``; where the answer is the same for all tables, that is the answer.
    """

    def __bool__(self) -> bool:
        answers = np.asarray(self, bool)
        if answers.all():
            return True
        if answers.any():
            raise LanesDifferError
        return False


def lanes(values: Any) -> Any:
    """An array as lanes."""
    return np.asarray(values, float).view(Lanes)


def across(formula: Callable[..., Any], summary: Any, options: Any, count: int) -> Floats | None:
    """The formula on all lanes at once, or None where it takes only one table at a time."""
    try:
        with np.errstate(all="ignore"):
            values = np.asarray(formula(summary, **options), float)
    except (TypeError, ValueError, AttributeError, ZeroDivisionError):
        return None
    return np.broadcast_to(values, (count,)).copy() if np.isfinite(values).all() else None
