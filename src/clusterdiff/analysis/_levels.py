"""levels: a measure of two trees at each number of clusters, and by chance."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, ClassVar

from clusterdiff.covers import LevelPairs, TreeTable
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import takes_options
from clusterdiff.measures import get_measure
from clusterdiff.progress import track
from clusterdiff.summaries import PairCounts
from clusterdiff.views import Column, Result, TableView

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Unpack

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure

_SHOWN = 20  # levels that are printed


@dataclass(frozen=True, slots=True)
class Level:
    """A measure of two trees that are cut into k clusters.

    Attributes
    ----------
    k : int
        Number of clusters.
    value : float
        The value of the measure for the two partitions.
    expected, std : float or None
        Mean and standard deviation if the elements of one tree are permuted; None if they are not
        known in closed form.
    tied : bool
        Whether one of the cuts is between merges of the same height, so that their order decides.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x:1,y:1):2,(z:2,w:2):1);"), cd.Tree("(((x:1,y:1):1,z:2):1,w:3);")
    >>> cd.levels(a, b)[3]
    Level(k=3, value=1.0, expected=0.16666666666666666, std=0.37267799624996495, tied=False)
    """

    k: int
    value: float
    expected: float | None
    std: float | None
    tied: bool


@dataclass(frozen=True, slots=True, repr=False)
class Levels(Result):
    """A measure of two trees at each number of clusters: the result of `levels`.

    Attributes
    ----------
    measure : str
        The name of the measure.
    n : int
        Number of elements.
    results : tuple of Level
        The levels that both trees have, in ascending order of the number of clusters.
    name_a, name_b : str
        What the trees are called.
    assumed : tuple of str
        What was assumed about the input.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Tree("((x:1,y:1):2,(z:2,w:2):1);"), cd.Tree("(((x:1,y:1):1,z:2):1,w:3);")
    >>> cd.levels(a, b)
    fowlkes_mallows of 4 elements in a and b, cut into k clusters
    k   value  expected     std
    2  0.4082    0.4082       0
    3       1    0.1667  0.3727
    """

    _plots: ClassVar[tuple[str, ...]] = ("plot_levels",)

    measure: str
    n: int
    results: tuple[Level, ...]
    name_a: str = "a"
    name_b: str = "b"
    assumed: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Level]:
        return iter(self.results)

    def __getitem__(self, k: int) -> Level:
        """Return the level of k clusters."""
        found = next((each for each in self.results if each.k == k), None)
        if found is None:
            raise InputError(f"The trees have no common level of {k} clusters.")
        return found

    def records(self) -> list[dict[str, Any]]:
        """Return one row per level."""
        return [
            {
                "k": each.k,
                "value": each.value,
                "expected": each.expected,
                "std": each.std,
                "tied": each.tied,
            }
            for each in self.results
        ]

    def view(self) -> TableView:
        """Return the result as a table view."""
        columns = (
            Column("k", "right"),
            Column("value", "right", style="value"),
            Column("expected", "right"),
            Column("std", "right"),
        )
        shown = self.results[:_SHOWN]
        notes = []
        if len(self) > _SHOWN:
            notes.append(f"{len(self) - _SHOWN:,} further levels: to_frame() has all.")
        tied = sum(each.tied for each in self.results)
        if tied:
            notes.append(f"{tied:,} levels are between merges of the same height.")
        rows = tuple((each.k, each.value, each.expected, each.std) for each in shown)
        title = (
            f"{self.measure} of {self.n:,} elements in {self.name_a} and {self.name_b}, cut into k "
            "clusters"
        )
        return TableView(columns, rows, title, notes=tuple(notes))


@takes_options
def levels(
    *trees: Any,
    measure: str | Measure = "fowlkes_mallows",
    **options: Unpack[LabelsOptions],
) -> Levels:
    """Compare two trees at each number of clusters, by a measure of pairs.

    With the Fowlkes–Mallows index, this is the curve of B_k with its mean and standard deviation
    by chance (Fowlkes & Mallows 1983).

    Parameters
    ----------
    *trees : Tree
        Two trees of the same elements: `Tree` objects, or anything that `Tree` reads.
    measure : str or Measure, default="fowlkes_mallows"
        A measure that is computed from the pairs of elements that are together.
    {selection}

    Returns
    -------
    Levels
        One value per number of clusters above 1 and below n that both trees can be cut into. It
        prints as a table, and has `to_frame` and `plot`.

    Raises
    ------
    ClusterdiffError
        If the clusterings are not trees with heights, or the measure needs more than pairs.

    See Also
    --------
    Tree.cut : The partition of one level.
    compare : Measures of trees as a whole.

    Notes
    -----
    Mean and variance are those of random permutations of the elements of one tree; they are exact
    for measures that are an affine function of the number of pairs together in both. The time is
    O(n log n), since a merge of two clusters moves the cells of the smaller one.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from scipy.cluster.hierarchy import linkage
    >>> points = [[0.0], [1.0], [3.0], [3.5], [7.0]]
    >>> a, b = (cd.Tree.from_linkage(linkage(points, m)) for m in ("single", "complete"))
    >>> [each.value for each in cd.levels(a, b, measure="rand")]
    [1.0, 1.0, 1.0]
    """
    chosen = get_measure(measure)
    if chosen.summaries != (PairCounts,):
        raise OptionError(
            f"levels needs a measure that is computed from pairs, and {chosen.name} is not.",
            'levels(a, b, measure="adjusted_rand")',
        )
    table = TreeTable.read(trees, options)
    found = LevelPairs.of(table)
    if found.n < 3 or not any(1 < k < found.n for k in found.ks):
        raise InputError("The trees must have a common level between one cluster and n clusters.")
    results = [
        _level(chosen, found, i)
        for i in track(range(len(found.ks)), "comparing levels")
        if 1 < found.ks[i] < found.n
    ]
    return Levels(chosen.name, found.n, tuple(results), table.names[0], table.names[1], table.notes)


def _level(m: Measure, found: LevelPairs, i: int) -> Level:
    total = found.n * (found.n - 1) // 2
    in_a, in_b = found.in_a[i], found.in_b[i]

    def counts(both: int) -> PairCounts:
        return PairCounts(both, in_a - both, in_b - both, total - in_a - in_b + both)

    value = m.formula(counts(found.both[i]))
    mean = std = None
    if m.facts.affine_in == "pairs":
        low, high = max(0, in_a + in_b - total), min(in_a, in_b)
        at_low, at_high = m.facts.raw(counts(low)), m.facts.raw(counts(high))
        slope = (at_high - at_low) / (high - low) if high > low else 0.0
        mean = at_low + slope * ((in_a * in_b - low * total) / total)
        mean = 0.0 if m.correction == "exact" and m.view is None else mean
        std = abs(slope) * sqrt(_variance(found, i))
    return Level(found.ks[i], value, mean, std, found.tied[i])


def _variance(found: LevelPairs, i: int) -> float:
    """Return the variance of the pairs together in both, of Fowlkes & Mallows (1983, section 2).

    With P, Q twice the pairs and P', Q' six times the triples of a and b, T = 2m has the variance
    2PQ/n₍₂₎ + 4P'Q'/n₍₃₎ + (P² - 2P - 4P')(Q² - 2Q - 4Q')/n₍₄₎ - P²Q²/n₍₂₎², in integers.
    """
    n = found.n
    p, q = 2 * found.in_a[i], 2 * found.in_b[i]
    p3, q3 = 6 * found.triples_a[i], 6 * found.triples_b[i]
    apart_p, apart_q = p * p - 2 * p - 4 * p3, q * q - 2 * q - 4 * q3
    two, three, four = n - 1, n - 2, max(1, n - 3)  # apart_p and apart_q are 0 if n = 3
    first = n * two
    top = (
        2 * p * q * first * three * four
        + 4 * p3 * q3 * first * four
        + apart_p * apart_q * first
        - p * p * q * q * three * four
    )
    return top / (4 * first * first * three * four)
