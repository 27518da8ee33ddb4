"""Size diagnostics (Wu, Xiong & Chen 2009): how uneven the sizes of clusters are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.io import table_of
from clusterdiff.labels import takes_clusterings
from clusterdiff.table import Table
from clusterdiff.views import Column, Result, TableView

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsOptions

_ALIKE = 0.1  # a smaller change of the coefficient of variation is not mentioned


@dataclass(frozen=True, slots=True, repr=False)
class SizeEffect(Result):
    """How uneven the cluster sizes are on both sides.

    Attributes
    ----------
    cv_a, cv_b : float or None
        Coefficient of variation (standard deviation over mean) of the sizes of `a` and of `b`;
        None for a single cluster.
    change : float or None
        ``cv_b - cv_a``: below 0 the clustering has made the sizes more even.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.analysis.size_effect([0] * 90 + [1] * 10, [0] * 55 + [1] * 45)
    >>> found.meaning
    'The clustering has made the cluster sizes more even (CV 1.13 → 0.14).'
    """

    cv_a: float | None
    cv_b: float | None
    assumed: tuple[str, ...] = ()

    @property
    def change(self) -> float | None:
        """``cv_b - cv_a``."""
        return None if self.cv_a is None or self.cv_b is None else self.cv_b - self.cv_a

    @property
    def meaning(self) -> str:
        """What happened to the sizes, in one sentence."""
        if self.change is None:
            return "One of the clusterings has a single cluster, so its sizes cannot vary."
        values = f"CV {self.cv_a:.2f} → {self.cv_b:.2f}"
        if self.change < -_ALIKE:
            return f"The clustering has made the cluster sizes more even ({values})."
        if self.change > _ALIKE:
            return f"The clustering has made the cluster sizes more uneven ({values})."
        return f"The cluster sizes are about as uneven as before ({values})."

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "cv_a": self.cv_a,
            "cv_b": self.cv_b,
            "change": self.change,
            "meaning": self.meaning,
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return the result as a table view."""
        columns = (
            Column("CV of a", "right"),
            Column("CV of b", "right"),
            Column("change", "right", style="value"),
        )
        return TableView(columns, ((self.cv_a, self.cv_b, self.change),), self.meaning)


@takes_clusterings
def size_effect(*clusterings: Any, **options: Unpack[LabelsOptions]) -> SizeEffect:
    """Compare how uneven the cluster sizes of two clusterings are.

    K-means tends to make cluster sizes even, regardless of the classes, and some measures do not
    detect this (Wu, Xiong & Chen 2009).

    Parameters
    ----------
    {clusterings}
    {selection}

    Returns
    -------
    SizeEffect
        The variation of the cluster sizes of a and of b.

    See Also
    --------
    recommend : Which measures fit the data.

    Examples
    --------
    >>> size_effect([0] * 90 + [1] * 10, [0] * 55 + [1] * 45).meaning
    'The clustering has made the cluster sizes more even (CV 1.13 → 0.14).'
    """
    table = table_of(clusterings, options)
    return SizeEffect(variation(table.row_sizes), variation(table.col_sizes), table.notes)


def size_variation(labels: Any) -> float | None:
    """Return the coefficient of variation of the cluster sizes of one clustering.

    Parameters
    ----------
    labels : array_like, dict, list of blocks, Partition or Table
        One label per element; of a table the rows count.

    Returns
    -------
    float or None
        0 if all sizes are equal, above 1 if they are very uneven, None for a single cluster.

    Examples
    --------
    >>> size_variation([0, 0, 0, 1])
    0.7071067811865476
    """
    table = labels if isinstance(labels, Table) else Table.from_labels(labels, labels)
    return variation(table.row_sizes)


def variation(sizes: NDArray[np.int64]) -> float | None:
    """Return the standard deviation (n - 1) of sizes over their mean; None for a single one."""
    return float(np.std(sizes, ddof=1) / np.mean(sizes)) if len(sizes) > 1 else None
