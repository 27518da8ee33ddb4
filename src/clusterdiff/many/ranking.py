"""Ranking: clusterings in the order of how well they agree with a reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import UnknownNameError
from clusterdiff.many._drawing import drawn
from clusterdiff.views import Column, Result, TableView
from clusterdiff.views import interval as shown_interval

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True, repr=False)
class RankedClustering(Result):
    """One clustering and its place in a ranking.

    Attributes
    ----------
    rank : int
        1 is best; equal values share a rank.
    name : str
    n, clusters : int
        Number of elements that count and of clusters.
    values : dict
        The value of each measure by name; the first one decides the rank.
    interval : tuple of float or None
        A 95 % confidence interval of the first measure, if it was asked for and is valid.
    withheld : str or None
        Why there is no interval although it was asked for.
    p_best : float or None
        Corrected p-value of the test against the best clustering; None if there is none.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> cd.rank([0, 0, 1, 1], runs, "rand")["y"].rank
    2
    """

    rank: int
    name: str
    n: int
    clusters: int
    values: Mapping[str, float]
    interval: tuple[float, float] | None = None
    withheld: str | None = None
    p_best: float | None = None

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame."""
        first, *others = self.values.items()
        bounds = self.interval or (None, None)
        return [
            {
                "rank": self.rank,
                "name": self.name,
                "n": self.n,
                "clusters": self.clusters,
                first[0]: first[1],
                "interval_low": bounds[0],
                "interval_high": bounds[1],
                "p_best": self.p_best,
                **dict(others),
            }
        ]

    def view(self) -> TableView:
        """Return the result as a table view."""
        return ranking_view((self,), None, with_interval=self.interval is not None, tested=False)


@dataclass(frozen=True, slots=True, repr=False)
class RankedGroup(Result):
    """Several runs of one method and their place in a ranking.

    Attributes
    ----------
    rank : int
        1 is the best mean; equal means share a rank.
    name : str
        The name of the group.
    runs : int
        Number of clusterings.
    mean, low, high : float
        Mean, least and largest value of the measure.
    std : float or None
        Standard deviation over the runs; None for one run.
    members : tuple of str
        The names of the clusterings.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"kmeans_0": [0, 0, 1, 1], "kmeans_1": [0, 1, 1, 1], "ward": [0, 0, 1, 1]}
    >>> found = cd.rank([0, 0, 1, 1], runs, "rand", groups=True)
    >>> [(group.name, group.mean) for group in found.groups]
    [('ward', 1.0), ('kmeans', 0.75)]
    """

    rank: int
    name: str
    runs: int
    mean: float
    std: float | None
    low: float
    high: float
    members: tuple[str, ...]

    def records(self) -> list[dict[str, Any]]:
        """Return one row without the names of the runs."""
        return [{key: value for key, value in self.to_dict().items() if key != "members"}]

    def view(self) -> TableView:
        """Return the result as a table view."""
        return groups_view((self,), "value", None)


@dataclass(frozen=True, slots=True, repr=False)
class PairedTest(Result):
    """Whether one clustering agrees better with the reference than another.

    Attributes
    ----------
    a, b : str
        The names of the two clusterings; a is ranked first.
    difference : float
        The value of a minus that of b.
    interval : tuple of float or None
        A 95 % confidence interval of the difference, without correction for several tests.
    p : float or None
        Two-sided p-value; None if the test is not valid.
    p_holm : float or None
        The p-value corrected by Holm's method for all pairs that were tested.
    reason : str or None
        Why the test is not valid, if so.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> truth = [0, 1, 2] * 100
    >>> runs = {"near": [0, 1, 2] * 90 + [0] * 30, "far": [0, 1, 2] * 50 + [0] * 150}
    >>> test = cd.rank(truth, runs, test=True).tests[0]
    >>> test.a, test.b, test.p < 0.001
    ('near', 'far', True)
    """

    a: str
    b: str
    difference: float
    interval: tuple[float, float] | None
    p: float | None
    p_holm: float | None
    reason: str | None = None

    def view(self) -> TableView:
        """Return the result as a table view."""
        return tests_view((self,))


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(Result):
    """Several clusterings in the order of how well they agree with a reference.

    Attributes
    ----------
    reference : str
        The name of the reference.
    measure, direction : str
        The measure that decides, and whether more or less of it is better.
    entries : tuple of RankedClustering
        The best first.
    intervals : bool
        Whether confidence intervals were asked for.
    tests : tuple of PairedTest or None
        The paired tests of all pairs, if they were asked for.
    groups : tuple of RankedGroup or None
        The groups, the best mean first, if they were asked for.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> found = cd.rank([0, 0, 1, 1], runs, "rand")
    >>> [(each.name, each.rank) for each in found]
    [('x', 1), ('y', 2), ('z', 3)]
    """

    reference: str
    measure: str
    direction: str
    entries: tuple[RankedClustering, ...]
    intervals: bool = False
    tests: tuple[PairedTest, ...] | None = None
    groups: tuple[RankedGroup, ...] | None = None

    def __iter__(self) -> Iterator[RankedClustering]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, name: str) -> RankedClustering:
        """Return the entry of a clustering by name."""
        for entry in self.entries:
            if entry.name == name:
                return entry
        raise UnknownNameError.of("clustering", name, [entry.name for entry in self.entries])

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame: the groups if there are some, else the clusterings."""
        if self.groups is not None:
            return [row for group in self.groups for row in group.records()]
        rows = [row for entry in self.entries for row in entry.records()]
        for row in rows:
            if not self.intervals:
                del row["interval_low"], row["interval_high"]
            if self.tests is None:
                del row["p_best"]
        return rows

    @property
    def notes(self) -> tuple[str, ...]:
        """What was withheld and why, and what the tests say."""
        reasons: dict[str, list[str]] = {}
        for entry in self.entries:
            if entry.withheld is not None:
                reasons.setdefault(entry.withheld, []).append(entry.name)
        notes = [f"No interval for {', '.join(names)}: {why}." for why, names in reasons.items()]
        if self.tests:
            notes.append(
                "p is corrected for all pairs by Holm's method; it compares with the best."
            )
        refused: dict[str, int] = {}
        for test in self.tests or ():
            if test.reason is not None:
                refused[test.reason] = refused.get(test.reason, 0) + 1
        notes += [f"No test for {number} pairs: {why}." for why, number in refused.items()]
        return tuple(notes)

    def view(self) -> TableView:
        """Return the result as a table view."""
        title = f"against {self.reference}"
        if self.groups is not None:
            return groups_view(self.groups, self.measure, title)
        return ranking_view(
            self.entries, title, with_interval=self.intervals, tested=self.tests is not None,
            notes=self.notes,
        )  # fmt: skip

    def plot(self, *, ax: Any = None, title: str | None = None) -> Any:
        """Draw the values of the clusterings or groups, the best at the top.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None
            The axes to draw on; None makes a new figure.
        title : str or None
            The title; by default it is made from the result.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        return drawn("plot_ranking", self, ax=ax, title=title)


def ranking_view(
    entries: tuple[RankedClustering, ...],
    title: str | None,
    *,
    with_interval: bool,
    tested: bool,
    notes: tuple[str, ...] = (),
) -> TableView:
    """Return one row per clustering."""
    first, *others = entries[0].values
    columns = (
        Column("rank", "right"),
        Column("name", style="name"),
        Column("n", "right", priority=1),
        Column("clusters", "right", priority=1),
        Column(first, "right", style="value"),
        *((Column("95 %", "right", shown_interval),) if with_interval else ()),
        *((Column("p", "right"),) if tested else ()),
        *(Column(name, "right") for name in others),
    )
    rows = tuple(
        (
            e.rank, e.name, e.n, e.clusters, e.values[first],
            *((e.interval,) if with_interval else ()),
            *((e.p_best,) if tested else ()),
            *(e.values[name] for name in others),
        )
        for e in entries
    )  # fmt: skip
    return TableView(columns, rows, title, notes=notes)


def groups_view(groups: tuple[RankedGroup, ...], measure: str, title: str | None) -> TableView:
    """Return one row per group."""
    columns = (
        Column("rank", "right"),
        Column("group", style="name"),
        Column("runs", "right", priority=1),
        Column(f"mean {measure}", "right", style="value"),
        Column("± sd", "right"),
        Column("range", "right", shown_interval, priority=1),
    )
    rows = tuple((g.rank, g.name, g.runs, g.mean, g.std, (g.low, g.high)) for g in groups)
    return TableView(columns, rows, title)


def tests_view(tests: tuple[PairedTest, ...]) -> TableView:
    """Return one row per test."""
    columns = (
        Column("a", style="name"),
        Column("b", style="name"),
        Column("difference", "right"),
        Column("95 %", "right", shown_interval),
        Column("p", "right"),
        Column("p (Holm)", "right"),
    )
    rows = tuple((t.a, t.b, t.difference, t.interval, t.p, t.p_holm) for t in tests)
    return TableView(columns, rows)
