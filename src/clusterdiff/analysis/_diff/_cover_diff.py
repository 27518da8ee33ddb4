"""The diff of covers: which clusters split, merged, gained and lost elements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from clusterdiff._kernel import group_sums
from clusterdiff.analysis._diff._changes import listed_parts, more_names, written
from clusterdiff.analysis._diff._data import KINDS, Kind, Part
from clusterdiff.analysis._diff._view import (
    NAMES,
    TOP,
    kept_names,
    named_changes,
    share_of,
    short_name,
)
from clusterdiff.analysis._rows import Rows
from clusterdiff.assignment import connected, optimal_pairs
from clusterdiff.checks import check_choice, check_integer, check_share
from clusterdiff.covers._cover_table import cross, is_member
from clusterdiff.measures import get_measure
from clusterdiff.views import Column, Result, TableView, frame_of, number, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.covers import CoverTable

    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]

What = Literal["changes", "clusters_a", "clusters_b", "elements"]
_WHAT: tuple[What, ...] = get_args(What)
_LEVEL = 0.05  # of the test whether two clusters share more elements than by chance
_KEPT, _SPLIT, _MERGED, _MIXED, _NEW, _GONE = range(6)
_MEASURE = "omega_index"
_LISTED = 4  # clusters of an element that are named
_CHANGED = (
    ("merged", _MERGED),
    ("split", _SPLIT),
    ("mixed", _MIXED),
    ("new", _NEW),
    ("gone", _GONE),
)


class CoverChange(NamedTuple):
    """What happened to some clusters of two covers.

    Attributes
    ----------
    kind : {"kept", "split", "merged", "mixed", "new", "gone"}
        What happened to the clusters.
    clusters_a, clusters_b : tuple
        Labels of the clusters of a and of b, those that are matched first. A new cluster has none
        of a, and a cluster that is gone none of b.
    stay : int
        Number of memberships that stay: elements that are in both clusters of a matched pair.
    gain, loss : int
        Number of memberships in clusters of b that are new, and in clusters of a that are gone.
    cost : int
        Their sum; the costs of all changes add up to that of the diff.
    sentence : str
        What happened, in words.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> change = cd.diff(cd.Cover([{1, 2, 3}, {3, 4}]), cd.Cover([{1, 2}, {3, 4}])).changes[0]
    >>> change.kind, change.cost, change.sentence
    ('kept', 1, '0 → 0: 2 stay, 1 leave, 0 join')
    """

    kind: Kind
    clusters_a: tuple[Any, ...]
    clusters_b: tuple[Any, ...]
    stay: int
    gain: int
    loss: int
    cost: int
    sentence: str


class CoverCluster(NamedTuple):
    """One cluster of a cover, and what happened to it.

    Attributes
    ----------
    side : {"a", "b"}
        The cover that the cluster belongs to.
    name : object
        Label of the cluster.
    kind : {"kept", "split", "merged", "mixed", "new", "gone"}
        What happened to it.
    size, parts : int
        Number of elements, and of clusters of the other side that share some of them.
    best_match : object or None
        Label of the cluster of the other side with the largest Jaccard index.
    jaccard : float
        That index: the share of the elements of both that both have.
    partner : object or None
        Label of the cluster that it is matched with.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.diff([{1, 2, 3}, {3, 4}], cd.Cover([{1, 2}, {3, 4}])).clusters_a[0].jaccard
    0.6666666666666666
    """

    side: Literal["a", "b"]
    name: Any
    kind: Kind
    size: int
    parts: int
    best_match: Any
    jaccard: float
    partner: Any


class CoverElement(NamedTuple):
    """An element that moved: its clusters of a that it left, and of b that it joined.

    Attributes
    ----------
    id : object
        Key of the element, or its position.
    left, joined : tuple
        Labels of clusters of a and of b.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.diff([{1, 2, 3}, {3, 4}], cd.Cover([{1, 2}, {3, 4}])).elements
    (CoverElement(id=3, left=(0,), joined=()),)
    """

    id: Any
    left: tuple[Any, ...]
    joined: tuple[Any, ...]


@dataclass(frozen=True, eq=False, repr=False)
class CoverDiff(Result):
    """Where two covers differ; every attribute is computed on first access.

    Clusters are matched one to one with the largest sum of Jaccard indices. A cluster of a and one
    of b belong to one change if they are matched, or if enough elements moved from the first to the
    second. A cluster that is alone is gone or new.

    Attributes
    ----------
    table : CoverTable
        The two covers.
    min_share : float or None
        Share of the smaller of two clusters that they must have in common to be matched, or that
        must move between them to belong to one change. None is more than one half; clusters are
        then also matched that are the best match of each other and share more than by chance.
    min_size : int
        The same as a number of elements; equal clusters are always matched.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.diff([{1, 2, 3, 4}, {4, 5}], cd.Cover([{1, 2}, {3, 4}, {4, 5}]))
    >>> found.counts, found.moved()
    ({'kept': 1, 'split': 1}, [3, 4])
    """

    table: CoverTable
    min_share: float | None = None
    min_size: int = 1

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that a partition is read as a cover."""
        return self.table.notes

    @property
    def name_a(self) -> str:
        """The name of the first cover."""
        return self.table.names[0]

    @property
    def name_b(self) -> str:
        """The name of the second cover."""
        return self.table.names[1]

    # Arrays: pairs of clusters are cells of the table, and what is not matched is attached to them

    @cached_property
    def _pairs(self) -> Ints:
        """The cells of the matched pairs."""
        (rows, cols, counts), (in_a, in_b) = self.table.cells, self._sizes
        large = self._enough(counts, np.minimum(in_a[rows], in_b[cols]))
        if self.min_share is None:
            large[self._closest()] = True
        larger = np.maximum(in_a[rows], in_b[cols])
        large &= counts >= np.minimum(self.min_size, larger)  # equal clusters are always matched
        cells = np.flatnonzero(large)
        if not len(cells):
            return cells
        return cells[optimal_pairs(rows[cells], cols[cells], self._jaccard[cells])]

    def _enough(self, counts: Ints, sizes: Ints) -> Flags:
        """Return which numbers of elements are enough of clusters of these sizes."""
        if self.min_share is None:
            return np.asarray(2 * counts > sizes)
        return np.asarray((counts >= self.min_share * sizes) & (counts > 0))

    def _closest(self) -> Ints:
        """Return the cells of clusters that are the best match of each other, beyond chance.

        By chance, the number of elements that two clusters share is hypergeometric; its tail is
        below that of a Poisson variable. It is tested for all pairs of clusters (Bonferroni).
        """
        from scipy.special import gammainc

        (rows, cols, counts), (in_a, in_b) = self.table.cells, self._sizes
        best_a, best_b = self._best
        cells = best_a[best_a >= 0]
        cells = cells[best_b[cols[cells]] == cells]
        mean = in_a[rows[cells]] * in_b[cols[cells]] / self.table.n
        tail = np.asarray(gammainc(counts[cells], mean))
        out: Ints = cells[tail * float(len(in_a)) * len(in_b) < _LEVEL]
        return out

    @cached_property
    def _sizes(self) -> tuple[Ints, Ints]:
        return self.table.a.sizes, self.table.b.sizes

    @cached_property
    def _jaccard(self) -> NDArray[np.float64]:
        rows, cols, counts = self.table.cells
        return np.asarray(counts / (self._sizes[0][rows] + self._sizes[1][cols] - counts))

    @cached_property
    def _ends(self) -> tuple[Ints, Ints]:
        return self.table.cells.rows, self.table.cells.cols

    @cached_property
    def _pair_of(self) -> tuple[Ints, Ints]:
        """The number of the matched pair of each cluster of a and of b, -1 if it has none."""
        out = []
        for ends, sizes in zip(self._ends, self._sizes, strict=True):
            number = np.full(len(sizes), -1)
            number[ends[self._pairs]] = np.arange(len(self._pairs))
            out.append(number)
        return out[0], out[1]

    @cached_property
    def _change_of(self) -> tuple[Ints, Ints]:
        """The number of the change of each cluster: what is connected, then gone and new clusters.

        Matched clusters are connected, and clusters between which many elements moved.
        """
        cells = np.concatenate([self._pairs, self._moves])
        out = [np.full(len(sizes), -1) for sizes in self._sizes]
        place = 0
        if len(cells):
            ends = [end[cells] for end in self._ends]
            found, _ = connected(ends[0], ends[1], self.table.shape)
            used, numbers = np.unique(found[ends[0]], return_inverse=True)
            for number, end in zip(out, ends, strict=True):
                number[end] = numbers
            place = len(used)
        for number in out:
            alone = np.flatnonzero(number < 0)
            number[alone] = place + np.arange(len(alone))
            place += len(alone)
        return out[0], out[1]

    @cached_property
    def _moves(self) -> Ints:
        """The cells between whose clusters many elements moved.

        An element moved from a cluster of a to one of b if it is in both, but neither in the
        partner of the first nor in the partner of the second.
        """
        rows, cols, counts = self.table.cells
        stay = counts[self._pairs]
        at_most = counts.copy()
        at_most[self._pairs] = 0
        for end, sizes, pair in zip(self._ends, self._sizes, self._pair_of, strict=True):
            left = sizes - np.where(pair >= 0, stay[pair], 0) if len(stay) else sizes
            np.minimum(at_most, left[end], out=at_most)
        smaller = np.minimum(self._sizes[0][rows], self._sizes[1][cols])
        cells = np.flatnonzero(self._enough(at_most, smaller) & (at_most >= self.min_size))
        from_a = self._sizes[0][rows[cells]] <= self._sizes[1][cols[cells]]
        moved = np.zeros(len(cells), np.int64)
        for side, own in ((0, from_a), (1, ~from_a)):
            moved[own] = self._moved_between(cells[own], side)
        return cells[self._enough(moved, smaller[cells]) & (moved >= self.min_size)]

    def _moved_between(self, cells: Ints, side: int) -> Ints:
        """Return how many elements moved in each of some cells, from the members of one side."""
        near, away = (self.table.a, self.table.b)[:: 1 - 2 * side]
        clusters = self._ends[side][cells]
        order = np.argsort(near.clusters, kind="stable")
        sizes = near.sizes[clusters]
        starts = np.cumsum(near.sizes)[clusters] - sizes
        elements = near.rows[order[cross(starts, sizes, np.ones(len(cells), np.int64))]]
        of = np.repeat(np.arange(len(cells)), sizes)
        moved = is_member(away, elements, self._ends[1 - side][cells][of])
        for own, cover in ((side, away), (1 - side, near)):
            partner = self._partners[own][self._ends[own][cells]][of]
            moved &= ~((partner >= 0) & is_member(cover, elements, partner))
        return np.bincount(of[moved], minlength=len(cells))

    @cached_property
    def _partners(self) -> tuple[Ints, Ints]:
        """The cluster of the other side that each cluster is matched with, -1 if there is none."""
        out = []
        for side, pair in enumerate(self._pair_of):
            ends = np.append(self._ends[1 - side][self._pairs], -1)
            out.append(ends[pair])
        return out[0], out[1]

    @cached_property
    def _stay(self) -> Ints:
        """Number of elements of each change that stay: those that a matched pair shares."""
        of = self._change_of[0][self._ends[0][self._pairs]]
        return group_sums(of, self.table.cells.counts[self._pairs], self._count)

    @cached_property
    def _count(self) -> int:
        return 1 + max(int(of.max(initial=-1)) for of in self._change_of)

    @cached_property
    def _numbers_of_clusters(self) -> tuple[Ints, Ints]:
        a, b = (np.bincount(of, minlength=self._count) for of in self._change_of)
        return a, b

    @cached_property
    def _kinds(self) -> Ints:
        a, b = self._numbers_of_clusters
        cases = [a == 0, b == 0, (a > 1) & (b > 1), a > 1, b > 1]
        return np.select(cases, [_NEW, _GONE, _MIXED, _MERGED, _SPLIT], _KEPT)

    @cached_property
    def _gains_and_losses(self) -> tuple[Ints, Ints]:
        """Memberships of each change that are new in b, and that are gone from a."""
        loss, gain = (
            group_sums(of, sizes, self._count) - self._stay
            for of, sizes in zip(self._change_of, self._sizes, strict=True)
        )
        return gain, loss

    @cached_property
    def _order(self) -> Ints:
        """All changes: the most costly first, kept clusters last."""
        return np.lexsort((np.arange(self._count), -self._costs, self._kinds == _KEPT))

    @cached_property
    def _costs(self) -> Ints:
        return np.add(*self._gains_and_losses)

    @cached_property
    def _unchanged(self) -> Flags:
        return np.asarray(self._costs == 0)

    @cached_property
    def _names(self) -> tuple[Sequence[Any], Sequence[Any]]:
        a, b = (
            range(side.k) if side.labels is None else side.labels
            for side in (self.table.a, self.table.b)
        )
        return a, b

    @cached_property
    def _moved_memberships(self) -> tuple[Flags, Flags]:
        """Which memberships of a are gone, and which of b are new."""
        a, b = self.table.a, self.table.b
        out = []
        for side, own, far in ((0, a, b), (1, b, a)):
            partner = self._partners[side][own.clusters]
            out.append(~((partner >= 0) & is_member(far, own.rows, partner)))
        return out[0], out[1]

    @cached_property
    def _moved(self) -> Ints:
        """The positions of the elements that moved."""
        moved = np.zeros(self.table.n, bool)
        for side, gone in zip((self.table.a, self.table.b), self._moved_memberships, strict=True):
            moved[side.rows[gone]] = True
        return np.flatnonzero(moved)

    # Numbers

    @cached_property
    def value(self) -> float:
        """The Omega index."""
        table: Any = self.table
        return get_measure(_MEASURE).on(table)

    @property
    def moved_count(self) -> int:
        """Number of elements that moved: they left or joined a cluster."""
        return len(self._moved)

    @property
    def moved_share(self) -> float:
        """Share of the elements that moved."""
        return self.moved_count / self.table.n

    @property
    def gained(self) -> int:
        """Number of memberships in clusters of b that are not in the matched clusters of a."""
        return int(self.table.b.nnz - self._stay.sum())

    @property
    def lost(self) -> int:
        """Number of memberships in clusters of a that are not in the matched clusters of b."""
        return int(self.table.a.nnz - self._stay.sum())

    @property
    def total_cost(self) -> int:
        """Number of memberships that are gained or lost."""
        return self.gained + self.lost

    @cached_property
    def counts(self) -> dict[Kind, int]:
        """How many changes there are of each kind; clusters that are kept count too."""
        counts = np.bincount(self._kinds, minlength=len(KINDS)).tolist()
        return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}

    # Rows

    @cached_property
    def changes(self) -> Rows[CoverChange]:
        """What happened to clusters, the most costly first, without those that stayed the same."""
        return Rows(self._change_rows, self._order).where(~self._unchanged)

    def of_kind(self, *kinds: Kind) -> Rows[CoverChange]:
        """Return the changes of some kinds, in the order of `changes`.

        Parameters
        ----------
        *kinds : str
            Any of "kept", "split", "merged", "mixed", "new" and "gone".

        Returns
        -------
        sequence of CoverChange
            The changes; those of kind "kept" include the clusters that stayed the same.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> found = cd.diff([{1, 2, 3}, {3, 4}], cd.Cover([{1, 2}, {3, 4}]))
        >>> [change.sentence for change in found.of_kind("kept")]
        ['0 → 0: 2 stay, 1 leave, 0 join', '1 → 1: all stay']
        """
        for kind in kinds:
            check_choice("kind", kind, KINDS)
        chosen = np.isin(self._kinds, [KINDS.index(kind) for kind in kinds])
        return Rows(self._change_rows, self._order).where(chosen)

    @cached_property
    def clusters_a(self) -> Rows[CoverCluster]:
        """Every cluster of a, in the order of `changes`: most changed first, the same ones last."""
        return self._clusters(0)

    @cached_property
    def clusters_b(self) -> Rows[CoverCluster]:
        """Every cluster of b, in the order of `changes`."""
        return self._clusters(1)

    @cached_property
    def elements(self) -> Rows[CoverElement]:
        """Every element that moved, in the order of the elements."""
        return Rows(self._element_rows, self._moved)

    def moved(self) -> list[Any]:
        """Return which elements moved: those that left or joined a cluster.

        Returns
        -------
        list
            Keys of elements, or positions if they have none.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> cd.diff([{1, 2, 3}, {3, 4}], cd.Cover([{1, 2}, {3, 4}])).moved()
        [3]
        """
        return self._keys(self._moved)

    def _keys(self, places: Ints) -> list[Any]:
        keys = self.table.elements
        return places.tolist() if keys is None else [keys[i] for i in places.tolist()]

    def _clusters_of(self, side: int, numbers: Ints) -> list[tuple[int, ...]]:
        """Return the clusters of changes: first the one that is matched, then the largest."""
        of = self._change_of[side]
        wanted = np.full(self._count, -1)
        wanted[numbers] = np.arange(len(numbers))
        chosen = np.flatnonzero(wanted[of] >= 0)
        keys = (
            chosen,
            -self._sizes[side][chosen],
            self._pair_of[side][chosen] < 0,
            wanted[of[chosen]],
        )
        chosen = chosen[np.lexsort(keys)]
        ends = np.cumsum(np.bincount(wanted[of[chosen]], minlength=len(numbers)))
        return [tuple(part.tolist()) for part in np.split(chosen, ends[:-1])] if len(ends) else []

    def _change_rows(self, numbers: Ints) -> list[CoverChange]:
        sides = [self._clusters_of(side, numbers) for side in (0, 1)]
        columns = (self._kinds, self._stay, *self._gains_and_losses)
        out = []
        for a, b, kind, stay, gain, loss in zip(
            *sides, *(column[numbers].tolist() for column in columns), strict=True
        ):
            x, y = (tuple(self._names[s][i] for i in each) for s, each in ((0, a), (1, b)))
            said = self._sentence(kind, (a, b), (stay, gain, loss))
            out.append(CoverChange(KINDS[kind], x, y, stay, gain, loss, gain + loss, said))
        return out

    def _sentence(
        self, kind: int, clusters: tuple[tuple[int, ...], ...], numbers: tuple[int, int, int]
    ) -> str:
        """Return what happened to the clusters of a change, in words."""
        a, b = (
            [Part(self._names[s][i], int(self._sizes[s][i])) for i in each]
            for s, each in enumerate(clusters)
        )
        stay, gain, loss = numbers
        if kind == _KEPT:
            same = gain == loss == 0
            said = "all stay" if same else f"{stay:,} stay, {loss:,} leave, {gain:,} join"
            return f"{written(a[0].name)} → {written(b[0].name)}: {said}"
        if kind == _NEW:
            return f"→ {listed_parts(b, '')}"
        if kind == _GONE:
            return f"{listed_parts(a, '')} →"
        return f"{listed_parts(a, ' + ')} → {listed_parts(b, ', ')}"

    def _clusters(self, side: int) -> Rows[CoverCluster]:
        place = np.empty(self._count, np.int64)
        place[self._order] = np.arange(self._count)
        of = self._change_of[side]
        keys = np.arange(len(of)), -self._sizes[side], self._unchanged[of], place[of]
        return Rows(lambda numbers: self._cluster_rows(side, numbers), np.lexsort(keys))

    @cached_property
    def _best(self) -> tuple[Ints, Ints]:
        """The cell with the largest Jaccard index of each cluster, -1 if it has none."""
        out = []
        for ends, sizes in zip(self._ends, self._sizes, strict=True):
            best = np.full(len(sizes), -1)
            order = np.lexsort((-np.arange(len(ends)), self._jaccard))
            best[ends[order]] = order  # the last one remains
            out.append(best)
        return out[0], out[1]

    def _cluster_rows(self, side: int, clusters: Ints) -> list[CoverCluster]:
        other = 1 - side
        parts = np.bincount(self._ends[side], minlength=len(self._sizes[side]))
        out = []
        for i, best, matched in zip(
            clusters.tolist(),
            self._best[side][clusters].tolist(),
            self._partners[side][clusters].tolist(),
            strict=True,
        ):
            partner = None if matched < 0 else self._names[other][matched]
            match = None if best < 0 else self._names[other][self._ends[other][best]]
            out.append(
                CoverCluster(
                    "ab"[side],  # type: ignore[arg-type]
                    self._names[side][i],
                    KINDS[self._kinds[self._change_of[side][i]]],
                    int(self._sizes[side][i]),
                    int(parts[i]),
                    match,
                    0.0 if best < 0 else float(self._jaccard[best]),
                    partner,
                )
            )
        return out

    def _element_rows(self, places: Ints) -> list[CoverElement]:
        sides = []
        for side, cover in enumerate((self.table.a, self.table.b)):
            gone, names = self._moved_memberships[side], self._names[side]
            counts = cover.counts[places]
            at = cross(cover.starts[places], counts, np.ones(len(places), np.int64))
            of = np.repeat(np.arange(len(places)), counts)[gone[at]]
            found: list[list[Any]] = [[] for _ in range(len(places))]
            for i, cluster in zip(of.tolist(), cover.clusters[at[gone[at]]].tolist(), strict=True):
                found[i].append(names[cluster])
            sides.append(map(tuple, found))
        return list(map(CoverElement, self._keys(places), *sides))

    # Output

    def to_dict(self, *, kept: bool = False) -> dict[str, Any]:
        """Return everything as plain data.

        Parameters
        ----------
        kept : bool, default=False
            Whether to list the clusters that stayed the same too.

        Returns
        -------
        dict
            Numbers, and a list each of changes, clusters and elements that moved.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> cd.diff([{1, 2, 3}, {3, 4}], cd.Cover([{1, 2}, {3, 4}])).to_dict()["moved"]
        1
        """
        return {
            "kind": "cover",
            "n": self.table.n,
            "name_a": self.name_a,
            "name_b": self.name_b,
            "measure": _MEASURE,
            "value": self.value,
            "total_cost": self.total_cost,
            "gained": self.gained,
            "lost": self.lost,
            "min_share": self.min_share,
            "min_size": self.min_size,
            "moved": self.moved_count,
            "moved_share": self.moved_share,
            "counts": dict(self.counts),
            **self._assumed_data(),
            **{what: [_plain(row) for row in self._rows(what, kept=kept)] for what in _WHAT},
        }

    def _rows(self, what: str, *, kept: bool) -> Rows[Any]:
        """Return rows of one kind; those about clusters that stayed the same only if asked for."""
        check_choice("what", what, _WHAT)
        if what == "changes" and kept:
            return Rows(self._change_rows, self._order)
        found: Rows[Any] = getattr(self, what)
        if what in {"clusters_a", "clusters_b"} and not kept:
            return found.where(~self._unchanged[self._change_of[int(what == "clusters_b")]])
        return found

    def records(self, what: What = "changes", *, kept: bool = False) -> list[dict[str, Any]]:
        """Return changes, clusters or elements as flat rows of plain values.

        Parameters
        ----------
        what : {"changes", "clusters_a", "clusters_b", "elements"}, default="changes"
            What the rows are; clusters are all of a side.
        kept : bool, default=False
            Whether to list the clusters that stayed the same too.

        Returns
        -------
        list of dict
            The rows, each with the same keys.
        """
        rows = self._rows(what, kept=kept or what != "changes")
        return [
            {
                key: "; ".join(map(str, value)) if isinstance(value, tuple) else value
                for key, value in row._asdict().items()
            }
            for row in rows
        ]

    def to_frame(self, what: What = "changes", *, kept: bool = False) -> Any:
        """Return changes, clusters or elements as a pandas DataFrame.

        Parameters
        ----------
        what : {"changes", "clusters_a", "clusters_b", "elements"}, default="changes"
            What the rows are; clusters are all of a side.
        kept : bool, default=False
            Whether to list the clusters that stayed the same too.

        Returns
        -------
        pandas.DataFrame
            One row each.
        """
        rows = self._rows(what, kept=kept or what != "changes")
        return frame_of([row._asdict() for row in rows], list(cover_columns(what)))

    def moved_columns(self) -> dict[str, NDArray[Any]]:
        """Return every element that moved as columns of text: id, left and joined.

        Returns
        -------
        dict of numpy.ndarray
            Names of several clusters are separated by "; ".
        """
        rows = self.records("elements")
        return {
            name: np.array([row[name] for row in rows], object) for name in CoverElement._fields
        }

    def view(self, what: What = "changes", top: int | None = TOP) -> TableView:
        """Return the diff, or the clusters or elements, as a table of at most `top` rows."""
        if what == "changes":
            return self._overview(top)
        every = self._rows(what, kept=True)
        found = every[:top]
        rest = len(every) - len(found)
        notes = (f"… and {rest:,} more",) if rest else ()
        if what == "elements":
            rows = tuple((e.id, _some(e.left), _some(e.joined)) for e in found)
            return TableView(_ELEMENTS, rows, self.title, notes=notes)
        return TableView(_CLUSTERS, tuple(tuple(row)[1:] for row in found), self.title, notes=notes)

    @property
    def title(self) -> str:
        """The whole difference in one line."""
        height, width = self.table.shape
        moved = f"{self.moved_count:,} of {plural(self.table.n, 'element')} moved"
        share = f" ({share_of(self.moved_share)})" if self.moved_count else ""
        value = f"{get_measure(_MEASURE).symbol} {number(self.value)}"
        return f"{moved}{share}   {height:,} → {plural(width, 'cluster')}   {value}"

    def _explained(self) -> tuple[str, ...]:
        """Return in a sentence how many memberships are gained and lost."""
        if self.table.equal:
            return ("The two covers are the same.",)
        both = f"{plural(self.gained, 'membership')} gained and {self.lost:,} lost"
        return (f"{both}, of {self.table.a.nnz:,} in {short_name(self.name_a)}.",)

    def _overview(self, top: int | None) -> TableView:
        rows: list[tuple[Any, str, str]] = []
        cost = self._costs
        for kind, code in _CHANGED:
            found = self._order[self._kinds[self._order] == code]
            shown, rest = named_changes(found, self._stay[found] + cost[found], top)
            rows += [(c.cost, kind, c.sentence) for c in Rows(self._change_rows, shown)]
            if len(rest):
                rows.append((int(cost[rest].sum()), kind, f"+ {len(rest):,} smaller"))
        kept = self._order[self._kinds[self._order] == _KEPT]
        grown = kept[~self._unchanged[kept]]
        shown = grown[:top]
        rows += [(c.cost, "kept", c.sentence) for c in Rows(self._change_rows, shown)]
        if len(grown) > len(shown):
            rest = grown[len(shown) :]
            rows.append((int(cost[rest].sum()), "kept", f"+ {len(rest):,} with smaller changes"))
        same = kept[self._unchanged[kept]]
        if len(same):
            shown = same[: None if top is None else NAMES]
            names = [(c.clusters_a[0], c.clusters_b[0]) for c in Rows(self._change_rows, shown)]
            rows.append((None, "kept", kept_names(names, len(same))))
        columns = (
            Column("memberships", "right", style="value"),
            Column("change", style="kind"),
            Column(f"{short_name(self.name_a)} → {short_name(self.name_b)}", format=str, wrap=True),
        )
        return TableView(columns, tuple(rows), self.title, notes=self._explained())


_CLUSTERS = (
    Column("cluster", format=str, style="name"),
    Column("kind", style="kind"),
    Column("size", "right"),
    Column("parts", "right"),
    Column("best match", format=str, style="name"),
    Column("Jaccard", "right", style="value"),
    Column("matched with", format=str, style="name"),
)
_ELEMENTS = (
    Column("element", format=str, style="name"),
    Column("left", format=str, wrap=True),
    Column("joined", format=str, wrap=True),
)


def cover_columns(what: str = "changes") -> tuple[str, ...]:
    """Return the names of the columns of `CoverDiff.records`, also where there is no row."""
    check_choice("what", what, _WHAT)
    kinds: dict[str, Any] = {"changes": CoverChange, "elements": CoverElement}
    fields: tuple[str, ...] = kinds.get(what, CoverCluster)._fields
    return fields


def cover_diff(table: CoverTable, min_share: float | None, min_size: int | None) -> CoverDiff:
    """Return the diff of two covers; see `clusterdiff.diff`."""
    if min_share is not None:
        min_share = check_share("min_share", min_share, ends=True)
    if min_size is not None:
        check_integer("min_size", min_size, 1)
    return CoverDiff(table, min_share, min_size or 1)


def _plain(row: Any) -> dict[str, Any]:
    data = row._asdict().items()
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data}


def _some(names: tuple[Any, ...]) -> str:
    shown = ", ".join(short_name(name) for name in names[:_LISTED])
    return f"{shown}{more_names(len(names))}"
