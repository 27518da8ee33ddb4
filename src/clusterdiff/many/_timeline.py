"""timeline: what happens to clusters over a sequence of clusterings."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.analysis._diff import KINDS, diff
from clusterdiff.errors import InputError
from clusterdiff.labels import listed, takes_clusterings
from clusterdiff.many._draws import runs_of
from clusterdiff.progress import track
from clusterdiff.views import Column, Listing, Result, TableView

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from clusterdiff.analysis import Diff
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.many._clusterings import Clusterings
    from clusterdiff.measures import Measure

_LISTED = 20  # events that are printed


class Event(NamedTuple):
    """Something that happens to clusters between one clustering and the next.

    Attributes
    ----------
    step : int
        Number of the step, from 0.
    before, after : str
        Names of the two clusterings.
    kind : str
        "split", "merged", "mixed", "new" or "gone".
    clusters_before, clusters_after : tuple
        Labels of the clusters.
    size : int
        Number of elements.
    sentence : str
        What happened, in words.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> event = cd.timeline(runs).events[0]
    >>> event.kind, event.clusters_before, event.clusters_after
    ('split', (1,), (1, 2))
    """

    step: int
    before: str
    after: str
    kind: str
    clusters_before: tuple[Any, ...]
    clusters_after: tuple[Any, ...]
    size: int
    sentence: str


class Lineage(NamedTuple):
    """A cluster that is followed from its first to its last clustering.

    Attributes
    ----------
    start, end : int
        Numbers of the first and of the last clustering that have it.
    clusters : tuple
        Its label in each of them.
    origin, fate : str
        How it began ("start" or the kind of a change) and how it ended ("end" or the kind of a
        change); "absent" if the previous or next clustering has none of its elements.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> cd.timeline(runs).lineages()[0]
    Lineage(start=0, end=0, clusters=(1,), origin='start', fate='split')
    """

    start: int
    end: int
    clusters: tuple[Any, ...]
    origin: str
    fate: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Timeline(Result):
    """What happens to clusters from each clustering to the next.

    Attributes
    ----------
    clusterings : Clusterings
        The clusterings in order.
    steps : tuple of Diff
        The difference of each clustering and the next.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> [(event.before, event.kind) for event in cd.timeline(runs).events]
    [('x', 'split'), ('y', 'split')]
    """

    _plots = ("plot_flow", "plot_clustree")

    clusterings: Clusterings
    steps: tuple[Diff, ...] = field(default=())

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that -1 is a cluster."""
        return self.clusterings.notes

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the clusterings."""
        return self.clusterings.names

    @property
    def events(self) -> tuple[Event, ...]:
        """Every change of every step, without kept clusters and scattered elements."""
        return tuple(
            Event(
                k, step.name_a, step.name_b, c.kind, c.clusters_a, c.clusters_b, c.size, c.sentence
            )
            for k, step in enumerate(self.steps)
            for c in step.changes
            if c.kind not in {"kept", "scattered"}
        )

    def lineages(self) -> tuple[Lineage, ...]:
        """Follow every cluster for as long as it is kept.

        Returns
        -------
        tuple of Lineage
            In order of their first clustering.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
        >>> [lineage.fate for lineage in cd.timeline(runs).lineages()]
        ['split', 'split', 'end', 'end', 'end', 'end']
        """
        alive: dict[Any, tuple[int, list[Any], str]] = {
            label: (0, [label], "start") for label in self._labels(0)
        }
        done: list[Lineage] = []
        for k, step in enumerate(self.steps):
            following: dict[Any, tuple[int, list[Any], str]] = {}
            for change in step.of_kind(*KINDS):
                before = [alive.pop(a, (k, [a], "absent")) for a in change.clusters_a]
                if change.kind == "kept":
                    start, labels, origin = before[0]
                    after = change.clusters_b[0]
                    following[after] = (start, [*labels, after], origin)
                    continue
                done += [_ended(entry, k, change.kind) for entry in before]
                following |= {b: (k + 1, [b], change.kind) for b in change.clusters_b}
            done += [_ended(entry, k, "absent") for entry in alive.values()]
            unseen = [label for label in self._labels(k + 1) if label not in following]
            alive = following | {label: (k + 1, [label], "absent") for label in unseen}
        done += [_ended(entry, len(self.steps), "end") for entry in alive.values()]
        return tuple(sorted(done, key=lambda lineage: (lineage.start, lineage.end)))

    def _labels(self, which: int) -> list[Any]:
        """Return the labels of all clusters of one clustering."""
        return listed(self.clusterings.labels_of(which))

    def records(self) -> list[dict[str, Any]]:
        """Return one row for each event."""
        return [
            {
                **event._asdict(),
                "clusters_before": "; ".join(map(str, event.clusters_before)),
                "clusters_after": "; ".join(map(str, event.clusters_after)),
            }
            for event in self.events
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return steps, events and lineages as plain data."""
        return {
            "names": list(self.names),
            "steps": [_counts(step) for step in self.steps],
            "events": [event._asdict() for event in self.events],
            "lineages": [lineage._asdict() for lineage in self.lineages()],
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return one row for each step, and the events."""
        rows = [_counts(step) for step in self.steps]
        kinds = [kind for kind in KINDS if any(row.get(kind) for row in rows)]
        heads = ("from", "to", "elements", self.steps[0].measure.name, *kinds)
        columns = tuple(Column(head, "left" if k < 2 else "right") for k, head in enumerate(heads))
        body = tuple(
            (row["before"], row["after"], row["n"], row["value"], *(row[kind] for kind in kinds))
            for row in rows
        )
        shown = self.events
        lines = [f"{e.before} → {e.after}: {e.kind} {e.sentence}" for e in shown[:_LISTED]]
        lines += [f"… and {len(shown) - _LISTED:,} more"] if len(shown) > _LISTED else []
        listing = (Listing("events", tuple(lines)),) if lines else ()
        title = f"{len(self.names)} clusterings of {self.clusterings.n:,} elements"
        return TableView(columns, body, title, listings=listing)


@takes_clusterings
def timeline(
    *clusterings: Any,
    measure: str | Measure = "variation_of_information",
    names: Sequence[str] | None = None,
    min_share: float | None = None,
    min_size: int | None = None,
    **options: Unpack[LabelsOptions],
) -> Timeline:
    """Say what happens to clusters over a sequence of clusterings.

    The sequence may be in time, or over resolutions or numbers of clusters. Each clustering is
    compared with the next by `diff`.

    Parameters
    ----------
    {set}
    measure : str or Measure, default="variation_of_information"
        The measure that each step reports.
    names : sequence of str, optional
        The names of the clusterings of a list or an array.
    min_share : float or None, default=None
        Overlaps with a smaller share of both of their clusters are scattered; chosen from the data
        by default, as in `diff`.
    min_size : int or None, default=None
        Overlaps of fewer elements are scattered too; chosen as in `diff` by default.
    {selection}

    Returns
    -------
    Timeline
        The steps, the events and the lineages of clusters.

    Raises
    ------
    InputError
        If there are fewer than two clusterings.

    See Also
    --------
    clusterdiff.diff : Two clusterings.
    clusterdiff.pairwise : Every pair of several clusterings.

    Examples
    --------
    >>> runs = {"k=1": [0, 0, 0, 0], "k=2": [0, 0, 1, 1], "k=3": [0, 0, 1, 2]}
    >>> found = timeline(runs)
    >>> [(event.before, event.kind) for event in found.events]
    [('k=1', 'split'), ('k=2', 'split')]
    >>> [(lineage.clusters, lineage.fate) for lineage in found.lineages()]
    [((0,), 'split'), ((1,), 'split'), ((0, 0), 'end'), ((1,), 'end'), ((2,), 'end')]
    """
    found = runs_of(clusterings, options, names=names)
    if len(found) < 2:
        raise InputError(f"A timeline needs two or more clusterings, got {len(found)}.")
    pairs = list(pairwise(range(len(found))))
    steps = []
    for i, j in track(pairs, "comparing clusterings"):
        table = found.table(i, j)
        steps.append(diff(table, measure=measure, min_share=min_share, min_size=min_size))
    return Timeline(found, tuple(steps))


def _ended(entry: tuple[int, list[Any], str], end: int, fate: str) -> Lineage:
    start, labels, origin = entry
    return Lineage(start, end, tuple(labels), origin, fate)


def _counts(step: Diff) -> dict[str, Any]:
    """Return the numbers of a step."""
    kinds: dict[str, int] = {
        kind: step.counts.get(kind, 0) for kind in KINDS if kind != "scattered"
    }
    head = {"before": step.name_a, "after": step.name_b, "n": step.table.n, "value": step.value}
    return {**head, **kinds}
