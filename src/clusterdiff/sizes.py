"""Size diagnostics (Wu, Xiong & Chen 2009): how uneven the cluster sizes are, and what the clustering did to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ALIKE = 0.1  # a change of CV below this is no effect worth a word


@dataclass(frozen=True, slots=True)
class UniformEffect:
    """The coefficients of variation of the cluster sizes before (CV₀, of a) and after (CV₁, of b), and DCV = CV₁ - CV₀."""

    cv0: float | None
    cv1: float | None
    dcv: float | None

    @property
    def reading(self) -> str:
        """What happened to the sizes, in one sentence."""
        if self.dcv is None or self.cv0 is None or self.cv1 is None:
            return "a clustering has one cluster, so its sizes cannot vary"
        change = f"CV {self.cv0:.2f} → {self.cv1:.2f}"
        if self.dcv < -_ALIKE:
            return f"the clustering has evened out the cluster sizes: {change}"
        if self.dcv > _ALIKE:
            return f"the clustering has made the cluster sizes more uneven: {change}"
        return f"the clusters are about as uneven as the classes: {change}"

    def __str__(self) -> str:
        return self.reading


def variation(sizes: NDArray[np.int64]) -> float | None:
    """Standard deviation (with n - 1) of the sizes over their mean; None for one cluster."""
    return float(np.std(sizes, ddof=1) / np.mean(sizes)) if len(sizes) > 1 else None


def size_variation(x: Any) -> float | None:
    """CV of the cluster sizes: 0 all equal, above 1 very uneven; None for one cluster.

    >>> size_variation([0, 0, 0, 1])
    0.7071067811865476
    """
    table = x if isinstance(x, Table) else Table.from_labels(x, x)
    return variation(table.row_sizes)


def uniform_effect(a: Any, b: Any = None, **policy: Any) -> UniformEffect:
    """What a clustering b did to the sizes of the classes a: K-means tends to even them out.

    >>> print(uniform_effect([0] * 90 + [1] * 10, [0] * 55 + [1] * 45))
    the clustering has evened out the cluster sizes: CV 1.13 → 0.14
    """
    table = Table.of(a, b, policy)
    cv0, cv1 = variation(table.row_sizes), variation(table.col_sizes)
    return UniformEffect(cv0, cv1, None if cv0 is None or cv1 is None else cv1 - cv0)
