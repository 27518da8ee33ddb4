"""holm: correct p-values for the number of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.checks import check_several, is_number
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable


def holm(p_values: Iterable[float]) -> list[float]:
    """Correct p-values for the number of tests by Holm's method.

    Parameters
    ----------
    p_values : iterable of float
        P-values of several tests.

    Returns
    -------
    list of float
        The corrected p-values, in the same order (Holm 1979).

    Raises
    ------
    OptionError
        If a p-value is not between 0 and 1.

    See Also
    --------
    significance : Corrects the p-values of several measures or clusterings.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    several = check_several("p_values", p_values, "numbers between 0 and 1")
    if not all(is_number(p) and 0 <= p <= 1 for p in several):
        raise OptionError("p_values must be numbers between 0 and 1.")
    p = np.asarray(several, float)
    order = np.argsort(p, kind="stable")
    steps = np.minimum(1.0, p[order] * np.arange(len(p), 0, -1))
    out = np.empty(len(p))
    out[order] = np.maximum.accumulate(steps)
    return [float(x) for x in out]
