"""Changes: the rows of a diff, made from its arrays when they are read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff._kernel import group_sums
from clusterdiff.analysis._diff._data import (
    KINDS,
    Change,
    Cluster,
    Costs,
    Cut,
    Flow,
    Part,
    Rename,
)
from clusterdiff.analysis._diff._numbers import (
    GONE,
    KEPT,
    MERGED,
    NEW,
    SCATTERED,
    SPLIT,
    Members,
)
from clusterdiff.analysis._rows import Rows
from clusterdiff.labels import listed
from clusterdiff.views import label_text, plural, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.analysis._diff._numbers import Numbers

    Ints = NDArray[np.int64]
    Side = Literal[0, 1]

_DIVIDED: dict[int, Side] = {SPLIT: 0, MERGED: 1, GONE: 0, NEW: 1}  # the side of parts
_LISTED = 4  # clusters that a sentence names
_LONGEST = 80  # characters of a label in a sentence; the data have all


@dataclass(frozen=True, eq=False)
class Changes:
    """The rows of a diff. Sides are numbered: 0 is a and 1 is b."""

    numbers: Numbers

    def changes(self, numbers: Ints) -> Rows[Change]:
        """Return the changes of components with these numbers."""
        return Rows(self._changes, numbers)

    def cuts(self, side: Side) -> Rows[Cut]:
        """Return the clusters of one side with several parts, the most costly first."""
        n = self.numbers
        cut = np.flatnonzero(n.parts[side] > 1)
        order = np.lexsort((n.ranks[side][cut], -self.cut_costs[side][cut]))
        return Rows(partial(self._cuts, side), cut[order])

    def clusters(self, side: Side) -> Rows[Cluster]:
        """Return every cluster of one side."""
        return Rows(partial(self._clusters, side), self.numbers.cluster_order[side])

    def flows(self) -> Rows[Flow]:
        """Return what is outside the optimal pairing, most elements first."""
        n = self.numbers
        return Rows(self._flows, n.moved[np.argsort(-n.table.counts[n.moved], kind="stable")])

    def renames(self) -> Rows[Rename]:
        """Return the clusters that stayed the same under another name."""
        n, (gains, losses) = self.numbers, self.numbers.gains_and_losses
        order = n.order[n.component_kinds[n.order] == KEPT]
        same = order[(gains + losses)[order] == 0]
        a, b = (self._labels[s][n.members(s, same).members] for s in (0, 1))
        return Rows(self._renames, same[~_written_alike(a, b)])

    # Arrays that several kinds of rows need

    @cached_property
    def _labels(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return self.numbers.table.row_labels, self.numbers.table.col_labels

    @cached_property
    def _sizes(self) -> tuple[Ints, Ints]:
        return self.numbers.table.row_sizes, self.numbers.table.col_sizes

    @cached_property
    def _ends(self) -> tuple[Ints, Ints]:
        return self.numbers.table.rows, self.numbers.table.cols

    def _parts_in(self, cells: Ints, side: Side, clusters: Ints) -> Members:
        """Return which of some cells each of some clusters of a side has, the largest first."""
        n, other = self.numbers, 1 - side
        own, ranks = self._ends[side][cells], n.ranks[other][self._ends[other][cells]]
        found = Members.of(clusters, own, n.table.shape[side], ranks, -n.table.counts[cells])
        return found._replace(members=cells[found.members])

    @cached_property
    def _cells_of_parts(self) -> tuple[Ints, Ints]:
        """The large overlaps of clusters with several, and all overlaps of clusters without."""
        n, out = self.numbers, []
        for own, parts in zip(self._ends, n.parts, strict=True):
            cells = np.flatnonzero((parts != 1)[own])
            out.append(cells[n.large[cells] == (parts[own[cells]] > 1)])
        return out[0], out[1]

    @cached_property
    def cut_costs(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What the large overlaps of each cluster cost: bits, or a share of another measure."""
        n, of = self.numbers, self.numbers.joined.of_cells
        per_bit: Any = n.cost_per_bit
        if per_bit is None:
            bits = np.bincount(of, np.add(*n.bits), len(n.joined))
            costs = n.costs[: len(n.joined)].astype(float)
            per_bit = np.divide(costs, bits, out=np.zeros(len(bits)), where=bits > 0)[of]
        a, b = (np.bincount(n.ends[s], n.bits[s] * per_bit, n.table.shape[s]) for s in (0, 1))
        return np.asarray(a, float), np.asarray(b, float)

    @cached_property
    def _cluster_costs(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Bits of all parts of each cluster."""
        n = self.numbers
        a, b = (np.bincount(self._ends[s], n.all_bits[s], n.table.shape[s]) for s in (0, 1))
        return np.asarray(a, float), np.asarray(b, float)

    # Rows

    def columns(self, numbers: Ints) -> dict[str, Any]:
        """Return changes as columns, what they add to the distances in a column each."""
        n, (gains, losses) = self.numbers, self.numbers.gains_and_losses
        names_a, names_b = (self._names(side, numbers) for side in (0, 1))
        return {
            "kind": np.array(KINDS, object)[n.component_kinds[numbers]],
            "clusters_a": names_a,
            "clusters_b": names_b,
            "size": n.component_sizes[numbers],
            "gain": gains[numbers],
            "loss": losses[numbers],
            "cost": n.costs[numbers],
            **{name: costs[numbers] for name, costs in n.by_distance.items()},
            "sentence": self._sentences(numbers, names_a, names_b),
        }

    def _changes(self, numbers: Ints) -> list[Change]:
        columns = {
            name: column.tolist() if isinstance(column, np.ndarray) else column
            for name, column in self.columns(numbers).items()
        }
        costs = map(Costs, *(columns.pop(name) for name in Costs._fields))
        said = columns.pop("sentence")
        return list(map(Change, *columns.values(), costs, said))

    def _names(self, side: Side, numbers: Ints) -> list[tuple[Any, ...]]:
        """Return the labels of the clusters of some components, in natural order."""
        found = self.numbers.members(side, numbers)
        names = listed(self._labels[side][found.members])
        if bool(np.all(found.counts == 1)):
            return list(zip(names, strict=True))
        return [
            (names[start],) if end - start == 1 else tuple(names[start:end])
            for start, end in found.ends
        ]

    def pairs(self, numbers: Ints) -> list[tuple[Any, Any]]:
        """Return the labels of the two clusters of components of one cluster of each side."""
        a, b = (listed(self._labels[s][self.numbers.members(s, numbers).members]) for s in (0, 1))
        return list(zip(a, b, strict=True))

    def cells(self, cells: Ints) -> list[tuple[Any, Any, int]]:
        """Return the cluster of a, the cluster of b and the number of elements of some cells."""
        a, b = (listed(self._labels[s][self._ends[s][cells]]) for s in (0, 1))
        return list(zip(a, b, self.numbers.table.counts[cells].tolist(), strict=True))

    def sentences(self, numbers: Ints) -> list[str]:
        """Return what happened to components, in words."""
        return self._sentences(numbers, self._names(0, numbers), self._names(1, numbers))

    def _sentences(
        self, numbers: Ints, names_a: list[tuple[Any, ...]], names_b: list[tuple[Any, ...]]
    ) -> list[str]:
        """Return what happened to components, in words."""
        n, kinds = self.numbers, self.numbers.component_kinds[numbers]
        parts = {
            kind: iter(self._split_parts(side, numbers[kinds == kind]))
            for kind, side in _DIVIDED.items()
        }
        columns = (n.component_sizes, *n.gains_and_losses, self._moved_counts)
        counts = (column[numbers].tolist() for column in columns)
        write = str if all(labels.dtype.kind in "iu" for labels in self._labels) else written
        pair, several = cache(_said_of_pair), cache(_said_of_several)  # many have the same numbers
        out = []
        for kind, x, y, size, gain, loss, away in zip(
            kinds.tolist(), names_a, names_b, *counts, strict=True
        ):
            if kind == SCATTERED:
                said = f"{plural(size, 'element')} in overlaps too small to be named"
            elif len(x) == len(y) == 1:
                said = f"{write(x[0])} → {write(y[0])}: {pair(size, gain, loss)}"
            elif kind == SPLIT:
                said = f"{write(x[0])} → {listed_parts(next(parts[kind]), ', ')}"
            elif kind == MERGED:
                said = f"{listed_parts(next(parts[kind]), ' + ')} → {write(y[0])}"
            elif kind == GONE:
                said = f"{write(x[0])} ({size:,}) → {listed_parts(next(parts[kind]), ', ')}"
            elif kind == NEW:
                said = f"{listed_parts(next(parts[kind]), ' + ')} → {write(y[0])} ({size:,})"
            else:
                said = f"{_named(x, write)} → {_named(y, write)}: {several(size, away)}"
            out.append(said)
        return out

    @cached_property
    def _moved_counts(self) -> Ints:
        """Elements of each component outside the optimal pairing."""
        n = self.numbers
        return group_sums(n.of_cells[n.moved], n.table.counts[n.moved], n.count)

    def _split_parts(self, side: Side, numbers: Ints) -> list[tuple[Part, ...]]:
        """Return the parts of the only cluster of a side in each of some components."""
        return self._part_rows(side, self.numbers.members(side, numbers).members)

    def _part_rows(self, side: Side, clusters: Ints) -> list[tuple[Part, ...]]:
        """Return the parts of clusters of a side: large overlaps, or all if none is large."""
        other = 1 - side
        found = self._parts_in(self._cells_of_parts[side], side, clusters)
        names = listed(self._labels[other][self._ends[other][found.members]])
        parts = list(map(Part, names, self.numbers.table.counts[found.members].tolist()))
        return [tuple(parts[start:end]) for start, end in found.ends]

    def _cuts(self, side: Side, clusters: Ints) -> list[Cut]:
        names = listed(self._labels[side][clusters])
        parts = self._part_rows(side, clusters)
        costs = self.cut_costs[side][clusters].tolist()
        kind: Literal["split", "merged"] = "merged" if side else "split"
        return [
            Cut(kind, name, own, cost, self._cut(side, name, own))
            for name, own, cost in zip(names, parts, costs, strict=True)
        ]

    def _clusters(self, side: Side, clusters: Ints) -> list[Cluster]:
        n, t, other = self.numbers, self.numbers.table, 1 - side
        sizes = self._sizes[side][clusters]
        best = self._parts_in(np.arange(t.nnz), side, clusters).first
        price = self._cluster_costs[side][clusters]
        own, partner = n.lost[side][clusters], n.partners[side][clusters]
        of_partner = np.where(partner >= 0, n.lost[other][np.maximum(partner, 0)], 0)
        gain, loss = (own, of_partner) if side else (of_partner, own)
        columns: tuple[Iterable[Any], ...] = (
            ["ab"[side]] * len(clusters),
            listed(self._labels[side][clusters]),
            [KINDS[kind] for kind in n.cluster_kinds[side][clusters].tolist()],
            sizes.tolist(),
            self._part_counts[side][clusters].tolist(),
            listed(self._labels[other][self._ends[other][best]]),
            (t.counts[best] / sizes).tolist(),
            gain.tolist(),
            loss.tolist(),
            (price * t.n / sizes).tolist(),
            price.tolist(),
        )
        return list(map(Cluster, *columns))

    @cached_property
    def _part_counts(self) -> tuple[Ints, Ints]:
        """How many clusters of the other side share elements with each cluster."""
        shape = self.numbers.table.shape
        a, b = (np.bincount(self._ends[s], minlength=shape[s]) for s in (0, 1))
        return a, b

    def _flows(self, cells: Ints) -> list[Flow]:
        n, (rows, cols), labels = self.numbers, self._ends, self._labels
        to = n.partners[1][cols[cells]]
        names = listed(labels[0][np.maximum(to, 0)])
        columns: tuple[Iterable[Any], ...] = (
            listed(labels[0][rows[cells]]),
            listed(labels[1][cols[cells]]),
            n.table.counts[cells].tolist(),
            [KINDS[kind] for kind in n.component_kinds[n.of_cells[cells]].tolist()],
            [None if i < 0 else name for i, name in zip(to.tolist(), names, strict=True)],
            n.moved_costs[cells].tolist(),
        )
        return list(map(Flow, *columns))

    def _renames(self, numbers: Ints) -> list[Rename]:
        sizes = self.numbers.component_sizes[numbers].tolist()
        return [Rename(*pair, size) for pair, size in zip(self.pairs(numbers), sizes, strict=True)]

    def _cut(self, side: Side, cluster: Any, parts: Sequence[Part]) -> str:
        """Describe a cluster of a that is divided in b, or one of b that is assembled from a."""
        name = written(cluster)
        if side == 0:
            return f"{name} → {listed_parts(parts, ', ')}"
        return f"{listed_parts(parts, ' + ')} → {name}"


def _written_alike(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which labels are one name: they are equal, or written alike."""
    both = {a.dtype.kind, b.dtype.kind}
    if both <= {"i", "u"} or both == {"U"}:
        return np.asarray(a == b)
    pairs = zip(listed(a), listed(b), strict=True)
    return np.array([x == y or str(x) == str(y) for x, y in pairs], bool)


def _said_of_pair(size: int, gain: int, loss: int) -> str:
    """Return what happened to a cluster that one cluster corresponds to."""
    same = gain == loss == 0
    return "all stay" if same else f"{size:,} stay, {loss:,} leave, {gain:,} join"


def _said_of_several(size: int, away: int) -> str:
    """Return what happened to clusters that several correspond to."""
    return f"{away:,} of {plural(size, 'element')} moved"


def _named(names: tuple[Any, ...], write: Callable[[Any], str]) -> str:
    """Return the names of some clusters, the first ones if they are many."""
    if len(names) <= _LISTED:
        return ", ".join(map(write, names))
    return f"{', '.join(map(write, names[:_LISTED]))}{more_names(len(names))}"


def listed_parts(parts: Sequence[Part], between: str) -> str:
    """Return the names and the sizes of the largest parts."""
    shown = between.join(f"{written(part.name)} ({part.size:,})" for part in parts[:_LISTED])
    return f"{shown}{more_names(len(parts))}"


def more_names(count: int) -> str:
    """Return how many of some names are not written."""
    return f" + {count - _LISTED:,} more" if count > _LISTED else ""


def written(label: Any) -> str:
    """Return a label as it is written in sentences."""
    return shortened(label_text(label), _LONGEST)
