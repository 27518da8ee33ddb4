"""pool: the rankings of several data sets together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import ceil, inf, log2, sqrt
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from clusterdiff.checks import check_choice, check_several, check_share
from clusterdiff.errors import InputError
from clusterdiff.intervals import holm
from clusterdiff.many._rank import Ranking
from clusterdiff.views import Column, Result, TableView, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PoolMethod = Literal["nemenyi", "wilcoxon"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PooledRanking(Result):
    """Methods in the order of their mean rank over several data sets.

    Attributes
    ----------
    measure : str
        The measure that decides.
    names : tuple of str
        The methods, the best mean rank first.
    data_sets : tuple of str
        The names of the data sets.
    mean_ranks : numpy.ndarray
        Mean rank of each method; 1 is best, ties share the mean of their ranks.
    mean_values : numpy.ndarray
        Mean value of each method.
    ranks : numpy.ndarray of shape (data sets, methods)
        The rank of each method on each data set.
    statistic, pvalue : float or None
        Friedman's chi-squared and its p-value; None for fewer than three methods.
    method : {"nemenyi", "wilcoxon"}
        How pairs are tested.
    alpha : float
        The significance level of the tests.
    critical_difference : float or None
        Mean ranks that differ by at least this are different (Nemenyi); None for "wilcoxon".
    pvalues : numpy.ndarray of shape (methods, methods)
        P-values of the pairs, corrected for their number.
    smallest_pvalue : float
        The smallest p-value that a pair can have with so many data sets and methods.
    cliques : tuple of tuple of str
        Largest sets of neighbors in the order whose pairs are not different.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> truth = [0, 0, 1, 1, 2, 2]
    >>> runs = {"good": truth, "fair": [0, 0, 1, 1, 1, 2]}
    >>> pooled = cd.pool([cd.rank(truth, runs), cd.rank(truth, runs)])
    >>> pooled.names, pooled.mean_ranks.tolist()
    (('good', 'fair'), [1.0, 2.0])
    """

    _plots = ("plot_critical_difference",)

    measure: str
    names: tuple[str, ...]
    data_sets: tuple[str, ...]
    mean_ranks: Floats
    mean_values: Floats
    ranks: Floats
    statistic: float | None
    pvalue: float | None
    method: PoolMethod
    alpha: float
    critical_difference: float | None
    pvalues: Floats
    smallest_pvalue: float
    cliques: tuple[tuple[str, ...], ...]

    def records(self) -> list[dict[str, Any]]:
        """Return one row per method."""
        rows = zip(self.names, self.mean_ranks.tolist(), self.mean_values.tolist(), strict=True)
        return [
            {"name": name, "mean_rank": rank, f"mean_{self.measure}": value}
            for name, rank, value in rows
        ]

    def view(self) -> TableView:
        """Return the result as a table view."""
        columns = (
            Column("name", style="name"),
            Column("mean rank", "right", style="value"),
            Column(f"mean {self.measure}", "right"),
        )
        rows = tuple(tuple(row.values()) for row in self.records())
        notes = [
            f"Not different at the level {self.alpha:g}: {', '.join(clique)}."
            for clique in self.cliques
        ]
        if self.smallest_pvalue > self.alpha and len(self.names) > 1:
            notes.append(self._powerless())
        if self.critical_difference is not None:
            notes.append(f"Critical difference (Nemenyi): {self.critical_difference:.3f}.")
        if self.pvalue is not None:
            notes.append(
                f"Friedman test: chi² = {number(self.statistic)}, p = {number(self.pvalue, 3)}."
            )
        return TableView(columns, rows, f"{len(self.data_sets)} data sets", notes=tuple(notes))

    def _powerless(self) -> str:
        """Return the note that no difference can be significant, and what would be needed."""
        enough = _enough(self.method, len(self.names), self.alpha)
        wanted = "" if enough is None else f"; {len(self.names)} methods need {enough} data sets"
        return (
            f"No difference can be significant with {len(self.data_sets)} data sets: the smallest "
            f"possible p of a pair is {number(self.smallest_pvalue, 3)}{wanted}."
        )


def pool(
    rankings: Mapping[str, Ranking] | Sequence[Ranking],
    *,
    method: PoolMethod = "nemenyi",
    alpha: float = 0.05,
) -> PooledRanking:
    """Compare methods over several data sets by their mean ranks.

    Parameters
    ----------
    rankings : dict data set → Ranking, or list of Ranking
        The rankings of the same methods by the same measure, as `rank` returns them. A ranking
        with groups counts the mean of each group.
    method : {"nemenyi", "wilcoxon"}, default="nemenyi"
        How pairs of methods are tested: by the critical difference of mean ranks, or by Wilcoxon
        signed-rank tests of their values, corrected by Holm's method.
    alpha : float, default=0.05
        The significance level of the tests.

    Returns
    -------
    PooledRanking
        The mean ranks, the Friedman test, and which methods are not different.

    Raises
    ------
    InputError
        If there are fewer than two rankings, or if they are not of the same methods and measure.
    OptionError
        If `method` or `alpha` is not valid.

    See Also
    --------
    rank : The ranking of one data set.

    Notes
    -----
    The procedure is that of Demšar (2006), "Statistical comparisons of classifiers over multiple
    data sets", Journal of Machine Learning Research 7, 1-30. The tests regard the data sets as a
    sample, so that they need several of them. If one method is always better, its mean rank is
    smaller by at most the number of methods less 1, and the p-value of a signed-rank test of N data
    sets is at least 2/2ᴺ: with few data sets no difference can be significant, and a note says so.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> truth = [0, 0, 1, 1, 2, 2]
    >>> runs = {"good": truth, "fair": [0, 0, 1, 1, 1, 2], "bad": [0, 1, 2, 0, 1, 2]}
    >>> pooled = pool([cd.rank(truth, runs), cd.rank(truth, runs, missing="drop")])
    >>> pooled.names, pooled.mean_ranks.tolist()
    (('good', 'fair', 'bad'), [1.0, 2.0, 3.0])
    """
    check_choice("method", method, get_args(PoolMethod))
    alpha = check_share("alpha", alpha)
    named = _named(rankings)
    measure, direction, names, values = _values(named)
    from scipy.stats import rankdata

    sign = -1.0 if direction == "similarity" else 1.0
    ranks = np.stack([rankdata(sign * row) for row in values])
    order = np.argsort(ranks.mean(axis=0), kind="stable")
    names = [names[i] for i in order]
    ranks, values = ranks[:, order], values[:, order]
    statistic, p = _friedman(ranks)
    difference = (
        _critical_difference(len(ranks), len(names), alpha) if method == "nemenyi" else None
    )
    pairs = _nemenyi(ranks) if method == "nemenyi" else _wilcoxon(values)
    return PooledRanking(
        measure, tuple(names), tuple(named), ranks.mean(axis=0), values.mean(axis=0), ranks,
        statistic, p, method, alpha, difference, pairs,
        _smallest_pvalue(method, *ranks.shape), _cliques(names, pairs, alpha),
    )  # fmt: skip


def _named(rankings: Mapping[str, Ranking] | Sequence[Ranking]) -> dict[str, Ranking]:
    if isinstance(rankings, Mapping):
        named = {str(name): ranking for name, ranking in rankings.items()}
    else:
        several = check_several("rankings", rankings, "results of rank")
        named = {str(i): ranking for i, ranking in enumerate(several)}
    other = next((each for each in named.values() if not isinstance(each, Ranking)), None)
    if other is not None:
        raise InputError(
            f"rankings must be results of rank, one per data set, got {type(other).__name__}."
        )
    if len(named) < 2:
        raise InputError(f"rankings must have two or more data sets, got {len(named)}.")
    return named


def _values(named: Mapping[str, Ranking]) -> tuple[str, str, list[str], Floats]:
    """Return the value of each method on each data set."""
    first_name, first = next(iter(named.items()))
    rows = []
    names = sorted(_by_name(first))
    for name, ranking in named.items():
        if ranking.measure != first.measure:
            raise InputError(
                f"rankings must use the same measure, got {first.measure} and {ranking.measure}."
            )
        found = _by_name(ranking)
        if found.keys() != set(names):
            odd = min(found.keys() ^ set(names))
            raise InputError(
                f"rankings must have the same methods: {odd!r} is in only one of {first_name} "
                f"and {name}."
            )
        rows.append([found[each] for each in names])
    return first.measure, first.direction, names, np.array(rows)


def _by_name(ranking: Ranking) -> dict[str, float]:
    if ranking.groups is not None:
        return {group.name: group.mean for group in ranking.groups}
    return {entry.name: entry.values[ranking.measure] for entry in ranking.entries}


def _friedman(ranks: Floats) -> tuple[float | None, float | None]:
    """Return Friedman's chi-squared, corrected for ties, and its p-value; None if not defined."""
    from scipy.stats import friedmanchisquare

    if ranks.shape[1] < 3 or (ranks == ranks[:, :1]).all():
        return None, None
    found = friedmanchisquare(*ranks.T)
    return float(found.statistic), float(found.pvalue)


def _critical_difference(data_sets: int, methods: int, alpha: float) -> float:
    """Return Nemenyi's critical difference (Demšar 2006, section 3.2.2)."""
    from scipy.stats import studentized_range

    if methods < 2:
        return 0.0
    q = float(studentized_range.ppf(1 - alpha, methods, np.inf)) / sqrt(2)
    return q * sqrt(methods * (methods + 1) / (6 * data_sets))


def _nemenyi(ranks: Floats) -> Floats:
    """Return p-values of all pairs by the studentized range of their mean ranks."""
    data_sets, methods = ranks.shape
    means = ranks.mean(axis=0)
    out: Floats = np.ones((methods, methods))
    for i, j in combinations(range(methods), 2):
        out[i, j] = out[j, i] = _range_tail(abs(means[i] - means[j]), data_sets, methods)
    return out


def _range_tail(gap: float, data_sets: int, methods: int) -> float:
    """Return the p-value of a difference of mean ranks (Demšar 2006, section 3.2.2)."""
    from scipy.stats import studentized_range

    scale = sqrt(methods * (methods + 1) / (12 * data_sets))
    return float(studentized_range.sf(gap / scale, methods, np.inf))


def _smallest_pvalue(method: PoolMethod, data_sets: int, methods: int) -> float:
    """Return the p-value of a method that is always best against one that is always worst.

    Of the 2ᴺ signs of N differences, two are the most extreme; Holm's method multiplies the
    smallest p-value by the number of pairs.
    """
    if methods < 2:
        return 1.0
    if method == "nemenyi":
        return _range_tail(methods - 1, data_sets, methods)
    return min(1.0, methods * (methods - 1) / 2 * 2.0 ** (1 - data_sets))


def _enough(method: PoolMethod, methods: int, alpha: float) -> int | None:
    """Return how many data sets make a difference possible; None if alpha is too small for that."""
    from scipy.stats import studentized_range

    if method == "wilcoxon":
        return 1 + ceil(log2(methods * (methods - 1) / 2 / alpha))
    q = float(studentized_range.ppf(1 - alpha, methods, np.inf))
    return ceil(q * q * methods * (methods + 1) / (12 * (methods - 1) ** 2)) if q < inf else None


def _wilcoxon(values: Floats) -> Floats:
    """Return p-values of all pairs by signed-rank tests, corrected by Holm's method."""
    from scipy.stats import wilcoxon

    methods = values.shape[1]
    pairs = list(combinations(range(methods), 2))
    p = []
    for i, j in pairs:
        gaps = values[:, i] - values[:, j]
        # SciPy may use a normal curve where differences are tied or 0: it does not know the bound.
        least = 2.0 ** (1 - np.count_nonzero(gaps))
        p.append(max(float(wilcoxon(gaps).pvalue), least) if gaps.any() else 1.0)
    out: Floats = np.ones((methods, methods))
    for (i, j), corrected in zip(pairs, holm(p), strict=True):
        out[i, j] = out[j, i] = corrected
    return out


def _cliques(names: Sequence[str], p: Floats, alpha: float) -> tuple[tuple[str, ...], ...]:
    """Return the largest runs of neighbors without a significantly different pair."""
    found: list[tuple[int, int]] = []
    for start in range(len(names)):
        end = start
        while end + 1 < len(names) and (p[start : end + 1, end + 1] > alpha).all():
            end += 1
        if end > start and all(end > b for _, b in found):
            found.append((start, end))
    return tuple(tuple(names[a : b + 1]) for a, b in found)
