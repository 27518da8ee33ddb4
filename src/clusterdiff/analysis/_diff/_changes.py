"""Changes: the rows of a diff, made from its arrays when they are read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff.analysis._diff._data import (
    KINDS,
    Cluster,
    Component,
    Costs,
    Cut,
    Flow,
    Kind,
    Move,
    Part,
    Rename,
)
from clusterdiff.analysis._diff._numbers import (
    BORN,
    DISSOLVED,
    KEPT,
    MERGED,
    RENAMED,
    SPLIT,
    Groups,
)
from clusterdiff.analysis._rows import Rows
from clusterdiff.labels import listed
from clusterdiff.views import label_text, plural, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.analysis._diff._numbers import Numbers

    Ints = NDArray[np.int64]
    Side = Literal[0, 1]

_FREE = Costs(0.0, 0.0, 0, 0, 0)
_TWO = 2
_LISTED = 4  # clusters that a sentence names
_LONGEST = 80  # characters of a label in a sentence; the data have all


@dataclass(frozen=True, eq=False)
class Changes:
    """The rows of a diff. Sides are numbered: 0 is a and 1 is b."""

    numbers: Numbers
    name_a: str
    name_b: str

    def components(self, numbers: Ints) -> Rows[Component]:
        """Return components with these numbers."""
        return Rows(self._components, numbers)

    def cuts(self, side: Side) -> Rows[Cut]:
        """Return the clusters of one side with several parts, the most costly first."""
        n = self.numbers
        cut = np.flatnonzero(n.parts[side] > 1)
        order = np.lexsort((n.ranks[side][cut], -self._cut_costs[side][cut]))
        return Rows(partial(self._cuts, side), cut[order])

    def clusters(self, side: Side) -> Rows[Cluster]:
        """Return every cluster of one side in natural order of label."""
        return Rows(partial(self._clusters, side), self._in_order(side))

    def flows(self) -> Rows[Flow]:
        """Return the leakage, most elements first."""
        n = self.numbers
        return Rows(self._flows, np.argsort(-n.table.counts[n.leaked], kind="stable"))

    def moves(self) -> Rows[Move]:
        """Return what leaves its cluster under the optimal pairing, most elements first."""
        n = self.numbers
        return Rows(self._moves, n.moved[np.argsort(-n.table.counts[n.moved], kind="stable")])

    def without_partner(self, side: Side) -> Rows[Part]:
        """Return the clusters of one side without a partner, in natural order of label."""
        order = self._in_order(side)
        alone = order[self.numbers.partners[side][order] < 0]
        return Rows(partial(self._alone, side), alone)

    def renames(self) -> Rows[Rename]:
        """Return the clusters that stayed the same under another name."""
        n = self.numbers
        return Rows(self._renames, n.order[n.component_kinds[n.order] == RENAMED])

    # Arrays that several kinds of rows need

    def _in_order(self, side: Side) -> Ints:
        """Return the clusters of one side in natural order of label."""
        ranks = self.numbers.ranks[side]
        order = np.empty(len(ranks), np.int64)
        order[ranks] = np.arange(len(ranks))
        return order

    @cached_property
    def _labels(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return self.numbers.table.row_labels, self.numbers.table.col_labels

    @cached_property
    def _sizes(self) -> tuple[Ints, Ints]:
        return self.numbers.table.row_sizes, self.numbers.table.col_sizes

    @cached_property
    def _ends(self) -> tuple[Ints, Ints]:
        return self.numbers.table.rows, self.numbers.table.cols

    def _parts_in(self, cells: Ints, side: Side) -> Groups:
        """Return which of some cells each cluster of a side has, the largest first."""
        n, other = self.numbers, 1 - side
        ranks = n.ranks[other][self._ends[other][cells]]
        size = n.table.shape[side]
        found = Groups.of(self._ends[side][cells], size, ranks, -n.table.counts[cells])
        return found._replace(members=cells[found.members])

    @cached_property
    def _parts(self) -> tuple[Groups, Groups]:
        """The structure of clusters with several parts, and the leakage of those without."""
        n = self.numbers
        a, b = (
            self._parts_in(np.flatnonzero(np.where(n.kept, parts > 1, parts == 0)), side)
            for side, parts in enumerate(n.parts[s][self._ends[s]] for s in (0, 1))
        )
        return a, b

    @cached_property
    def _best_cells(self) -> tuple[Ints, Ints]:
        """The largest cell of each cluster, in the whole table."""
        cells = np.arange(self.numbers.table.nnz)
        return self._parts_in(cells, 0).first, self._parts_in(cells, 1).first

    @cached_property
    def _pairs(self) -> Groups:
        """The optimal pairing of components of two and two clusters, in natural order of label."""
        n, joined = self.numbers, self.numbers.joined
        square = (joined.heights == _TWO) & (joined.widths == _TWO)
        cells = np.flatnonzero(n.paired & square[joined.of_cells])
        ranks = n.ranks[0][n.ends[0][cells]]
        found = Groups.of(joined.of_cells[cells], len(joined), ranks)
        return found._replace(members=n.cells[cells[found.members]])

    @cached_property
    def _cut_costs(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Bits of the parts of each cluster that are structure."""
        n = self.numbers
        a, b = (np.bincount(n.ends[s], n.bits[s], n.table.shape[s]) for s in (0, 1))
        return np.asarray(a, float), np.asarray(b, float)

    @cached_property
    def _cluster_costs(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Bits of all parts of each cluster."""
        n = self.numbers
        a, b = (np.bincount(self._ends[s], n.all_bits[s], n.table.shape[s]) for s in (0, 1))
        return np.asarray(a, float), np.asarray(b, float)

    # Rows

    def _components(self, numbers: Ints) -> list[Component]:
        n, count = self.numbers, len(self.numbers.joined)
        inner = numbers < count
        rows, cols = n.lone
        dissolved = numbers[~inner & (numbers < count + len(rows))]
        born = numbers[numbers >= count + len(rows)]
        found = {
            -1: self._connected(numbers[inner]),
            DISSOLVED: self._lone(0, rows[dissolved - count]),
            BORN: self._lone(1, cols[born - count - len(rows)]),
        }
        iterators = {kind: iter(each) for kind, each in found.items()}
        kinds = np.where(inner, -1, n.component_kinds[numbers])
        return [next(iterators[kind]) for kind in kinds.tolist()]

    def _connected(self, numbers: Ints) -> list[Component]:
        """Return components of the structure."""
        n = self.numbers
        (gains, losses), distances = n.gains_and_losses, n.by_distance
        columns = (
            [KINDS[kind] for kind in n.component_kinds[numbers].tolist()],
            self._names(0, numbers),
            self._names(1, numbers),
            n.component_sizes[numbers].tolist(),
            gains[numbers].tolist(),
            losses[numbers].tolist(),
            n.costs[numbers].tolist(),
            list(map(Costs, *(distances[name][numbers].tolist() for name in Costs._fields))),
        )
        said = self._sentences(numbers, *columns[1:6], columns[7])
        return list(map(Component, *columns, said))

    def _names(self, side: Side, numbers: Ints) -> list[tuple[Any, ...]]:
        """Return the labels of the clusters of some components, in natural order."""
        members, ends = self.numbers.members[side].take(numbers)
        names = listed(self._labels[side][self.numbers.clusters[side][members]])
        return [tuple(names[start:end]) for start, end in pairwise([0, *ends])]

    def _sentences(
        self,
        numbers: Ints,
        names_a: list[Any],
        names_b: list[Any],
        sizes: list[int],
        gains: list[int],
        losses: list[int],
        costs: list[Costs],
    ) -> list[str]:
        """Return what happened to components of the structure, in words."""
        kinds = self.numbers.component_kinds[numbers]
        splits = iter(self._split_parts(0, numbers[kinds == SPLIT]))
        merges = iter(self._split_parts(1, numbers[kinds == MERGED]))
        pairs, ends = self._pairs.take(numbers)
        starts = [0, *ends]
        out = []
        for i, kind in enumerate(kinds.tolist()):
            a, b = names_a[i], names_b[i]
            if kind in {KEPT, RENAMED}:
                said = f"{self._name(0, *a)} = {self._name(1, *b)} ({plural(sizes[i], 'element')})"
            elif len(a) == len(b) == 1:
                counts = f"{sizes[i]:,} kept, {losses[i]:,} lost, {gains[i]:,} gained"
                said = f"{self._name(0, *a)} ≈ {self._name(1, *b)} ({counts})"
            elif kind == SPLIT:
                said = self._cut(0, a[0], next(splits))
            elif kind == MERGED:
                said = self._cut(1, b[0], next(merges))
            else:
                paired = pairs[starts[i] : ends[i]]
                moved = self._exchanged(a, b, paired)
                moved = moved or (
                    f"{costs[i].transfer_distance:,} of {plural(sizes[i], 'element')} moved"
                )
                said = f"{self._name(0, *a)} → {self._name(1, *b)}: {moved}"
            out.append(said)
        return out

    def _split_parts(self, side: Side, numbers: Ints) -> list[tuple[Part, ...]]:
        """Return the parts of the only cluster of a side in each of some components."""
        cluster = self.numbers.clusters[side][self.numbers.members[side].take(numbers)[0]]
        return self._part_rows(side, cluster)

    def _part_rows(self, side: Side, clusters: Ints) -> list[tuple[Part, ...]]:
        """Return the parts of clusters of a side: their structure, or their leakage."""
        other = 1 - side
        found, ends = self._parts[side].take(clusters)
        names = listed(self._labels[other][self._ends[other][found]])
        parts = list(map(Part, names, self.numbers.table.counts[found].tolist()))
        return [tuple(parts[start:end]) for start, end in pairwise([0, *ends])]

    def _exchanged(self, names_a: tuple[Any, ...], names_b: tuple[Any, ...], paired: Ints) -> str:
        """Describe two clusters that became two others: what each gave away."""
        if not len(names_a) == len(names_b) == len(paired) == _TWO:
            return ""
        n, (rows, cols) = self.numbers, self._ends
        given = (n.kept_sizes[0][rows[paired]] - n.table.counts[paired]).tolist()
        moved = plural(sum(given), "element")
        if 0 not in given:
            return f"exchanged {moved}"
        giver, taker = (0, 1) if given[1] == 0 else (1, 0)
        to = listed(self._labels[1][cols[paired]])[taker]
        return f"{moved} from {self._name(0, names_a[giver])} to {self._name(1, to)}"

    def _lone(self, side: Side, clusters: Ints) -> list[Component]:
        """Return clusters of a side without structure as components."""
        sizes = self._sizes[side][clusters].tolist()
        parts = self._part_rows(side, clusters)
        out = []
        for name, size, own in zip(listed(self._labels[side][clusters]), sizes, parts, strict=True):
            verb = f"gathered from {self.name_a}" if side else f"scattered over {self.name_b}"
            said = f"{self._name(side, name)} {verb}: {_listed(own)}"
            a, b = ((), (name,)) if side else ((name,), ())
            gain, loss = (size, 0) if side else (0, size)
            kind: Kind = "born" if side else "dissolved"
            out.append(Component(kind, a, b, 0, gain, loss, 0, _FREE, said))
        return out

    def _cuts(self, side: Side, clusters: Ints) -> list[Cut]:
        names = listed(self._labels[side][clusters])
        parts = self._part_rows(side, clusters)
        costs = self._cut_costs[side][clusters].tolist()
        kind: Literal["split", "merged"] = "merged" if side else "split"
        return [
            Cut(kind, name, own, cost, self._cut(side, name, own))
            for name, own, cost in zip(names, parts, costs, strict=True)
        ]

    def _clusters(self, side: Side, clusters: Ints) -> list[Cluster]:
        n, t, other = self.numbers, self.numbers.table, 1 - side
        sizes = self._sizes[side][clusters]
        best = self._best_cells[side][clusters]
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

    def _flows(self, places: Ints) -> list[Flow]:
        n, (rows, cols) = self.numbers, self._ends
        cells = n.leaked[places]
        columns = (
            listed(self._labels[0][rows[cells]]),
            listed(self._labels[1][cols[cells]]),
            n.table.counts[cells].tolist(),
            n.flow_costs[places].tolist(),
        )
        return list(map(Flow, *columns))

    def _moves(self, cells: Ints) -> list[Move]:
        n, (rows, cols), labels = self.numbers, self._ends, self._labels
        to = n.partners[1][cols[cells]]
        names = listed(labels[0][np.maximum(to, 0)])
        columns: tuple[Iterable[Any], ...] = (
            listed(labels[0][rows[cells]]),
            [None if i < 0 else name for i, name in zip(to.tolist(), names, strict=True)],
            listed(labels[1][cols[cells]]),
            n.table.counts[cells].tolist(),
        )
        return list(map(Move, *columns))

    def _alone(self, side: Side, clusters: Ints) -> list[Part]:
        sizes = self._sizes[side][clusters].tolist()
        return list(map(Part, listed(self._labels[side][clusters]), sizes))

    def _renames(self, numbers: Ints) -> list[Rename]:
        names_a, names_b = ([name for (name,) in self._names(s, numbers)] for s in (0, 1))
        sizes = self.numbers.component_sizes[numbers].tolist()
        return list(map(Rename, names_a, names_b, sizes))

    # Words

    def _name(self, side: int, *labels: Any) -> str:
        """Return the names of clusters of a side."""
        name = self.name_b if side else self.name_a
        names = [_written(label) for label in labels[:_LISTED]]
        if len(labels) <= _LISTED:
            return f"{name}: {_and(names)}"
        return f"{name}: {', '.join(names[:-1])} and {len(labels) - _LISTED + 1:,} more"

    def _cut(self, side: Side, cluster: Any, parts: Sequence[Part]) -> str:
        """Describe a cluster of a that is divided in b, or one of b that is assembled from a."""
        if side == 0:
            return f"{self._name(0, cluster)} → {self.name_b}: {_listed(parts)}"
        return f"{self.name_a}: {_listed(parts)} → {self._name(1, cluster)}"


def flow_sentence(flow: Flow, name_a: str, name_b: str) -> str:
    """Describe elements that leak from one cluster to another."""
    source, target = _written(flow.source), _written(flow.target)
    return f"{plural(flow.size, 'element')} from {name_a}: {source} to {name_b}: {target}"


def _listed(parts: Sequence[Part]) -> str:
    shown = [f"{_written(part.name)} ({part.size:,})" for part in parts[:_LISTED]]
    if len(parts) <= _LISTED:
        return _and(shown)
    return f"{', '.join(shown)} and {len(parts) - _LISTED:,} more"


def _written(label: Any) -> str:
    """Return a label as it is written in sentences."""
    return shortened(label_text(label), _LONGEST)


def _and(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
