"""rank: several clusterings against one reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from clusterdiff.analysis.options import name_of, table_of, takes_selection
from clusterdiff.chance import interval as confidence_interval
from clusterdiff.errors import InputError, OptionError
from clusterdiff.measures import get_measure, resolve
from clusterdiff.progress import track
from clusterdiff.views import Column, Result, TableView
from clusterdiff.views import interval as shown_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Unpack

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure
    from clusterdiff.table import Table


@dataclass(frozen=True, slots=True, repr=False)
class RankedClustering(Result):
    """One clustering and its place in a ranking.

    Attributes
    ----------
    rank : int
        1 is best; equal values share a rank.
    name : str
    n, clusters : int
        Number of elements and of clusters.
    values : dict
        The value of each measure by name; the first one decides the rank.
    interval : tuple of float or None
        A 95 % confidence interval of the first measure, if it was asked for and is valid.
    """

    rank: int
    name: str
    n: int
    clusters: int
    values: Mapping[str, float]
    interval: tuple[float, float] | None = None

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
                **dict(others),
            }
        ]

    def view(self) -> TableView:
        """Return the result as a table view."""
        return _ranking_view((self,), None, with_interval=self.interval is not None)


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
    """

    reference: str
    measure: str
    direction: str
    entries: tuple[RankedClustering, ...]
    intervals: bool = False

    def __iter__(self) -> Iterator[RankedClustering]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, name: str) -> RankedClustering:
        """Return the entry of a clustering by name."""
        return next(entry for entry in self.entries if entry.name == name)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame."""
        rows = [row for entry in self.entries for row in entry.records()]
        if not self.intervals:
            for row in rows:
                del row["interval_low"], row["interval_high"]
        return rows

    def view(self) -> TableView:
        """Return the result as a table view."""
        return _ranking_view(
            self.entries, f"against {self.reference}", with_interval=self.intervals
        )


@takes_selection
def rank(
    reference: Any,
    clusterings: Any,
    measure: str | Measure = "adjusted_rand",
    *,
    also: str | Measure | Iterable[str | Measure] = (),
    interval: bool = False,
    names: Sequence[str] | None = None,
    rng: Any = None,
    **options: Unpack[LabelsOptions],
) -> Ranking:
    """Rank several clusterings by how well they agree with a reference.

    Parameters
    ----------
    reference : array-like, dict, list of blocks, Partition or str
        The reference: one label per element; or the name of one of the clusterings.
    clusterings : dict, data frame or list
        A dict name → labels, a frame with one clustering per column, or a list of clusterings.
    measure : str or Measure, default="adjusted_rand"
        The measure that decides.
    also : str, Measure or list of them, default=()
        Further measures to show.
    interval : bool, default=False
        Whether to add a 95 % confidence interval of the measure: how much it would vary over
        other elements, not over other runs.
    names : list of str, optional
        The names of the clusterings.
    rng : int, numpy.random.Generator or None, default=None
        Source of random numbers of intervals.
    {selection}

    Returns
    -------
    Ranking
        The best first; equal values share a rank.

    See Also
    --------
    pairwise : Every pair of several clusterings.
    compare : One clustering, several measures.

    Examples
    --------
    >>> rank([0, 0, 1, 1], {"x": [0, 1, 1, 1], "y": [5, 5, 6, 6], "z": [1, 1, 0, 0]}, "ari")
    against the reference
    rank  name  n  clusters  adjusted_rand
       1  y     4         2              1
       1  z     4         2              1
       3  x     4         2              0
    """
    labels = named(clusterings, names)
    if isinstance(reference, str):
        if reference not in labels:
            raise InputError(
                f"No clustering is named {reference!r}.", f"the names are {', '.join(labels)}"
            )
        title, target = reference, labels.pop(reference)
    else:
        title, target = name_of(reference, "the reference"), reference
    found = list(labels.values())
    return rank_tables(
        title, list(labels), lambda i: table_of(target, found[i], options), get_measure(measure),
        resolve(also), interval=interval, rng=rng,
    )  # fmt: skip


def rank_tables(
    reference: str,
    names: Sequence[str],
    table: Callable[[int], Table],
    measure: Measure,
    also: Sequence[Measure] = (),
    *,
    interval: bool = False,
    rng: Any = None,
) -> Ranking:
    """Rank clusterings whose tables against the reference are counted when they are needed.

    Parameters
    ----------
    reference : str
        The name of the reference.
    names : list of str
        The names of the clusterings.
    table : callable
        ``table(i)`` counts the reference against clustering i.
    measure : Measure
        The measure that decides.
    also : list of Measure, default=()
        Further measures to show.
    interval : bool, default=False
        Whether to add confidence intervals of the measure.
    rng : int, numpy.random.Generator or None, default=None
        Source of random numbers of the intervals.

    Returns
    -------
    Ranking
        The clusterings, the best first.

    Examples
    --------
    >>> from clusterdiff import Table, adjusted_rand
    >>> runs = [[0, 0, 1, 1], [0, 0, 1, 2]]
    >>> found = rank_tables(
    ...     "truth",
    ...     ["x", "y"],
    ...     lambda i: Table.from_labels([0, 0, 1, 2], runs[i]),
    ...     adjusted_rand,
    ... )
    >>> [entry.name for entry in found]
    ['y', 'x']
    """
    if measure.direction == "description":
        raise OptionError(f"{measure.name} has no best value, so it cannot rank clusterings.")
    if not names:
        raise InputError("There is no clustering to rank.")
    shown = [measure, *(m for m in also if m.name != measure.name)]
    lines = []
    for i in track(range(len(names)), "ranking"):
        counted = table(i)
        values = {m.name: m.on(counted) for m in shown}
        bounds = _interval(counted, measure, rng) if interval else None
        lines.append(RankedClustering(0, names[i], counted.n, counted.shape[1], values, bounds))
    return Ranking(reference, measure.name, measure.direction, _ranked(lines, measure), interval)


def _interval(table: Table, measure: Measure, rng: Any) -> tuple[float, float] | None:
    """A 95 % confidence interval, or None where none is valid."""
    found = confidence_interval(table, None, measure, rng=rng)
    return None if found.low is None or found.high is None else (found.low, found.high)


def _ranked(lines: list[RankedClustering], measure: Measure) -> tuple[RankedClustering, ...]:
    """Best first; equal values share the rank of the first of them."""
    sign = -1.0 if measure.direction == "similarity" else 1.0
    ordered = sorted(lines, key=lambda line: sign * line.values[measure.name])
    out: list[RankedClustering] = []
    for _, ties in groupby(ordered, key=lambda line: line.values[measure.name]):
        place = len(out) + 1
        out += [replace(tie, rank=place) for tie in ties]
    return tuple(out)


def _ranking_view(
    entries: tuple[RankedClustering, ...], title: str | None, *, with_interval: bool
) -> TableView:
    first, *others = entries[0].values
    columns = (
        Column("rank", "right"),
        Column("name", style="name"),
        Column("n", "right", priority=1),
        Column("clusters", "right", priority=1),
        Column(first, "right", style="value"),
        *((Column("95 %", "right", shown_interval),) if with_interval else ()),
        *(Column(name, "right") for name in others),
    )
    rows = tuple(
        (
            e.rank, e.name, e.n, e.clusters, e.values[first],
            *((e.interval,) if with_interval else ()), *(e.values[name] for name in others),
        )
        for e in entries
    )  # fmt: skip
    return TableView(columns, rows, title)


def named(clusterings: Any, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Return clusterings by name: of a dict, of the columns of a frame, or of a list."""
    columns = getattr(clusterings, "column_names", None) or getattr(clusterings, "columns", None)
    if isinstance(clusterings, Mapping):
        found = {str(name): labels for name, labels in clusterings.items()}
    elif columns is not None and not callable(columns):
        found = {str(name): clusterings[name] for name in columns}
    else:
        items = list(clusterings)
        found = {name_of(item, str(i)): item for i, item in enumerate(items)}
        if len(found) < len(items):
            found = {str(i): item for i, item in enumerate(items)}
    if names is None:
        return found
    if len(names) != len(found) or len(set(names)) != len(names):
        raise InputError(f"names must be {len(found)} different names: got {len(names)}.")
    return dict(zip(map(str, names), found.values(), strict=True))
