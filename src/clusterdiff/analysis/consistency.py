"""consistency: how far measures agree about which of many clusterings are better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.options import place_of
from clusterdiff.checks import check_several, is_number
from clusterdiff.errors import InputError, OptionError
from clusterdiff.measures import resolve
from clusterdiff.table import Table
from clusterdiff.views import Column, Result, TableView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]

_DIGITS = 10  # values that agree to so many digits are tied: forms of a measure differ by rounding


@dataclass(frozen=True, slots=True, repr=False)
class Consistency(Result):
    """The rank correlation of measures over a set of comparisons.

    Attributes
    ----------
    measures : tuple of str
        The names of the measures.
    kappa : tuple of tuple of float or None
        Kendall's tau-b of each two measures, 1 on the diagonal. Distances are negated, so
        that 1 means that two measures rank all comparisons alike. A measure that is constant
        over the set has no ranking: its correlations with the others are None.
    values : tuple of tuple of float
        The value of each measure for each comparison, a row per comparison.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> pairs = [([0, 0, 1, 1], b) for b in ([0, 0, 1, 1], [0, 0, 0, 1], [0, 1, 0, 1])]
    >>> found = cd.analysis.consistency(pairs, ["rand", "vi"])
    >>> found["rand", "vi"]
    1.0
    """

    _plots = ("plot_heatmap", "plot_dendrogram")

    measures: tuple[str, ...]
    kappa: tuple[tuple[float | None, ...], ...]
    values: tuple[tuple[float, ...], ...]

    def __getitem__(self, names: tuple[str | Measure, str | Measure]) -> float | None:
        """Return the rank correlation of two measures."""
        if not isinstance(names, tuple) or len(names) != 2:
            raise OptionError(f"A result is indexed by two measures, got {names!r}.")
        first, second = (place_of(name, self.measures, "measure of this result") for name in names)
        return self.kappa[first][second]

    def to_numpy(self) -> Floats:
        """Return the rank correlations as a square array.

        Returns
        -------
        numpy.ndarray of shape (len(measures), len(measures))
            NaN where a measure has no ranking.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> pairs = [([0, 0, 1, 1], b) for b in ([0, 0, 1, 1], [0, 0, 0, 1], [0, 1, 0, 1])]
        >>> cd.analysis.consistency(pairs, ["rand", "vi"]).to_numpy()
        array([[1., 1.],
               [1., 1.]])
        """
        return np.array(self.kappa, float)

    def groups(self, threshold: float = 0.9) -> list[tuple[str, ...]]:
        """Return the measures in groups whose average correlation is at least a threshold.

        Parameters
        ----------
        threshold : float, default=0.9
            The least average correlation of two groups that are merged (average linkage).

        Returns
        -------
        list of tuple of str
            The groups, in order of their first measure.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> pairs = [([0, 0, 1, 1], b) for b in ([0, 0, 1, 1], [0, 0, 0, 1], [0, 1, 0, 1])]
        >>> cd.analysis.consistency(pairs, ["rand", "vi"]).groups()
        [('rand', 'variation_of_information')]
        """
        from scipy.cluster.hierarchy import fcluster, linkage
        from scipy.spatial.distance import squareform

        if not is_number(threshold) or not -1 <= threshold <= 1:
            raise OptionError(f"threshold must be a number between -1 and 1, got {threshold!r}.")
        if len(self.measures) < 2:
            return [self.measures] if self.measures else []
        away = np.clip(1 - np.nan_to_num(self.to_numpy(), nan=-1.0), 0, None)
        np.fill_diagonal(away, 0)
        tree = linkage(squareform(away, checks=False), "average")
        numbers = fcluster(tree, 1 - threshold + 1e-12, "distance").tolist()
        found: dict[int, list[str]] = {}
        for name, group in zip(self.measures, numbers, strict=True):
            found.setdefault(group, []).append(name)
        return [tuple(names) for names in found.values()]

    def records(self) -> list[dict[str, Any]]:
        """Return one row per measure, with its correlation to every measure."""
        header = ("measure", *self.measures)
        lines = zip(self.measures, self.kappa, strict=True)
        return [dict(zip(header, (name, *line), strict=True)) for name, line in lines]

    def view(self) -> TableView:
        """Return the matrix of the correlations as a table."""
        columns = (Column("", style="name"), *(Column(name, "right") for name in self.measures))
        lines = zip(self.measures, self.kappa, strict=True)
        return TableView(columns, tuple((name, *line) for name, line in lines))


def consistency(
    comparisons: Iterable[Table | tuple[Any, Any]],
    measures: str | Measure | Iterable[str | Measure] = "default",
) -> Consistency:
    """Return how far measures rank a set of comparisons alike.

    Parameters
    ----------
    comparisons : iterable of Table or of pairs (a, b)
        The comparisons: contingency tables, or pairs of labels of the same elements. They may be
        of different data sets.
    measures : str, Measure or iterable of these, default="default"
        Which measures: names, a family, "default" or "all".

    Returns
    -------
    Consistency
        The matrix of Kendall's tau-b, the values behind it, and groups of similar measures.

    Raises
    ------
    InputError
        If there are fewer than two comparisons.

    See Also
    --------
    clusterdiff.plots.plot_heatmap : Draw the matrix.
    clusterdiff.plots.plot_dendrogram : Draw the hierarchy of the measures.
    clusterdiff.rank : Rank several clusterings by one measure.

    References
    ----------
    Wu, Xiong & Chen (2009), section 5.1: figures 4 and 5, table 9.

    Examples
    --------
    >>> pairs = [([0, 0, 1, 1], b) for b in ([0, 0, 1, 1], [0, 0, 0, 1], [0, 1, 0, 1])]
    >>> found = consistency(pairs, ["adjusted_rand", "variation_of_information"])
    >>> found["adjusted_rand", "variation_of_information"]
    1.0
    """
    chosen = resolve(measures)
    several = check_several("comparisons", comparisons, "tables or of pairs of clusterings")
    tables = [x if isinstance(x, Table) else Table.from_labels(*_pair(x)) for x in several]
    if len(tables) < 2:
        raise InputError(f"comparisons must have at least two items, got {len(tables)}.")
    values = np.array([[m.on(table) for m in chosen] for table in tables], float)
    signs = np.array([-1 if m.direction == "distance" else 1 for m in chosen])
    merits = (np.round(values, _DIGITS) * signs).T
    size = range(len(chosen))
    below = {(i, j): _tau_b(merits[i], merits[j]) for i in size for j in range(i)}
    kappa = tuple(tuple(1.0 if i == j else below[max(i, j), min(i, j)] for j in size) for i in size)
    return Consistency(tuple(m.name for m in chosen), kappa, tuple(map(tuple, values.tolist())))


def _tau_b(x: Floats, y: Floats) -> float | None:
    """Return Kendall's tau-b; None if one of the sequences is constant."""
    from scipy.stats import kendalltau

    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return float(kendalltau(x, y).statistic)


def _pair(labels: Any) -> tuple[Any, Any]:
    """Return two clusterings, or raise if there are not two."""
    if not isinstance(labels, (tuple, list)) or len(labels) != 2:
        raise InputError(f"A comparison must be a Table or a pair (a, b), got {labels!r}.")
    return labels[0], labels[1]
