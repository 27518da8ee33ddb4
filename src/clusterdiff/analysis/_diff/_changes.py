"""Changes: the rows of a diff, made from its arrays when they are read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff.analysis._diff._data import (
    KINDS,
    Cluster,
    Component,
    Costs,
    Cut,
    Flow,
    Move,
    Part,
    Rename,
)
from clusterdiff.analysis._diff._numbers import (
    BORN,
    DISSOLVED,
    MERGED,
    RENAMED,
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

_DIVIDED: dict[int, Side] = {SPLIT: 0, MERGED: 1, DISSOLVED: 0, BORN: 1}  # the side of parts
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

    def _parts_in(self, cells: Ints, side: Side, clusters: Ints) -> Members:
        """Return which of some cells each of some clusters of a side has, the largest first."""
        n, other = self.numbers, 1 - side
        own, ranks = self._ends[side][cells], n.ranks[other][self._ends[other][cells]]
        found = Members.of(clusters, own, n.table.shape[side], ranks, -n.table.counts[cells])
        return found._replace(members=cells[found.members])

    @cached_property
    def _cells_of_parts(self) -> tuple[Ints, Ints]:
        """The structure of clusters with several parts, and the leakage of those without."""
        n, out = self.numbers, []
        for own, parts in zip(self._ends, n.parts, strict=True):
            cells = np.flatnonzero((parts != 1)[own])
            out.append(cells[n.kept[cells] == (parts[own[cells]] > 1)])
        return out[0], out[1]

    @cached_property
    def _paired_two(self) -> Ints:
        """The optimal pairing of the components of two and two clusters."""
        n, joined = self.numbers, self.numbers.joined
        square = (joined.heights == _TWO) & (joined.widths == _TWO)
        return np.flatnonzero(n.paired & square[joined.of_cells])

    def _pairs(self, numbers: Ints) -> Members:
        """Return the optimal pairing of components of two and two clusters, in natural order."""
        n, cells = self.numbers, self._paired_two
        of_cells, ranks = n.joined.of_cells[cells], n.ranks[0][n.ends[0][cells]]
        found = Members.of(numbers, of_cells, len(n.component_sizes), ranks)
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

    def component_columns(self, numbers: Ints) -> dict[str, Any]:
        """Return components as columns, what they add to the distances in a column each."""
        n, (gains, losses) = self.numbers, self.numbers.gains_and_losses
        distances = n.distances(numbers)
        names_a, names_b = (self._names(side, numbers) for side in (0, 1))
        moved = distances["transfer_distance"].tolist()
        return {
            "kind": np.array(KINDS, object)[n.component_kinds[numbers]],
            "clusters_a": names_a,
            "clusters_b": names_b,
            "size": n.component_sizes[numbers],
            "gain": gains[numbers],
            "loss": losses[numbers],
            "cost": n.costs[numbers],
            **distances,
            "sentence": self._sentences(numbers, names_a, names_b, moved),
        }

    def _components(self, numbers: Ints) -> list[Component]:
        columns = {
            name: column.tolist() if isinstance(column, np.ndarray) else column
            for name, column in self.component_columns(numbers).items()
        }
        costs = map(Costs, *(columns.pop(name) for name in Costs._fields))
        said = columns.pop("sentence")
        return list(map(Component, *columns.values(), costs, said))

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

    def _sentences(
        self,
        numbers: Ints,
        names_a: list[tuple[Any, ...]],
        names_b: list[tuple[Any, ...]],
        moved: list[int],
    ) -> list[str]:
        """Return what happened to components, in words; `moved` elements are not paired."""
        n, kinds = self.numbers, self.numbers.component_kinds[numbers]
        gains, losses = n.gains_and_losses
        parts = {
            kind: iter(self._split_parts(side, numbers[kinds == kind]))
            for kind, side in _DIVIDED.items()
        }
        pairs, a, b = self._pairs(numbers), self.name_a, self.name_b
        counts = (x[numbers].tolist() for x in (n.component_sizes, gains, losses))
        columns = zip(kinds.tolist(), names_a, names_b, pairs.ends, *counts, moved, strict=True)
        write = str if all(labels.dtype.kind in "iu" for labels in self._labels) else _written
        out = []
        for kind, x, y, (start, end), size, gain, loss, away in columns:
            if kind <= RENAMED:  # the first kinds are kept and renamed
                said = f"{a}: {write(x[0])} = {b}: {write(y[0])} ({plural(size, 'element')})"
            elif len(x) == len(y) == 1:
                changes = f"{size:,} kept, {loss:,} lost, {gain:,} gained"
                said = f"{a}: {write(x[0])} ≈ {b}: {write(y[0])} ({changes})"
            elif kind == SPLIT:
                said = f"{a}: {write(x[0])} → {b}: {_listed(next(parts[kind]))}"
            elif kind == MERGED:
                said = f"{a}: {_listed(next(parts[kind]))} → {b}: {write(y[0])}"
            elif kind == DISSOLVED:
                said = f"{a}: {write(x[0])} scattered over {b}: {_listed(next(parts[kind]))}"
            elif kind == BORN:
                said = f"{b}: {write(y[0])} gathered from {a}: {_listed(next(parts[kind]))}"
            else:
                some = end > start and self._exchanged(pairs.members[start:end], x)
                some = some or f"{away:,} of {plural(size, 'element')} moved"
                said = f"{a}: {_named(x, write)} → {b}: {_named(y, write)}: {some}"
            out.append(said)
        return out

    def _split_parts(self, side: Side, numbers: Ints) -> list[tuple[Part, ...]]:
        """Return the parts of the only cluster of a side in each of some components."""
        return self._part_rows(side, self.numbers.members(side, numbers).members)

    def _part_rows(self, side: Side, clusters: Ints) -> list[tuple[Part, ...]]:
        """Return the parts of clusters of a side: their structure, or their leakage."""
        other = 1 - side
        found = self._parts_in(self._cells_of_parts[side], side, clusters)
        names = listed(self._labels[other][self._ends[other][found.members]])
        parts = list(map(Part, names, self.numbers.table.counts[found.members].tolist()))
        return [tuple(parts[start:end]) for start, end in found.ends]

    def _exchanged(self, paired: Ints, names: tuple[Any, ...]) -> str:
        """Describe what two clusters that became two others gave away."""
        if len(paired) != _TWO:
            return ""
        n, (rows, cols) = self.numbers, self._ends
        given = (n.kept_sizes[0][rows[paired]] - n.table.counts[paired]).tolist()
        moved = plural(sum(given), "element")
        if 0 not in given:
            return f"exchanged {moved}"
        giver, taker = (0, 1) if given[1] == 0 else (1, 0)
        to = _written(listed(self._labels[1][cols[paired]])[taker])
        return f"{moved} from {self.name_a}: {_written(names[giver])} to {self.name_b}: {to}"

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

    def _cut(self, side: Side, cluster: Any, parts: Sequence[Part]) -> str:
        """Describe a cluster of a that is divided in b, or one of b that is assembled from a."""
        name = _written(cluster)
        if side == 0:
            return f"{self.name_a}: {name} → {self.name_b}: {_listed(parts)}"
        return f"{self.name_a}: {_listed(parts)} → {self.name_b}: {name}"


def flow_sentence(flow: Flow, name_a: str, name_b: str) -> str:
    """Describe elements that leak from one cluster to another."""
    source, target = _written(flow.source), _written(flow.target)
    return f"{plural(flow.size, 'element')} from {name_a}: {source} to {name_b}: {target}"


def _named(names: tuple[Any, ...], write: Callable[[Any], str]) -> str:
    """Return the names of some clusters, the first ones if they are many."""
    if len(names) <= _LISTED:
        return _and(list(map(write, names)))
    shown = ", ".join(map(write, names[: _LISTED - 1]))
    return f"{shown} and {len(names) - _LISTED + 1:,} more"


def _listed(parts: Sequence[Part]) -> str:
    shown = [f"{_written(part.name)} ({part.size:,})" for part in parts[:_LISTED]]
    if len(parts) <= _LISTED:
        return _and(shown)
    return f"{', '.join(shown)} and {len(parts) - _LISTED:,} more"


def _written(label: Any) -> str:
    """Return a label as it is written in sentences."""
    return shortened(label_text(label), _LONGEST)


def _and(items: list[str]) -> str:
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > _TWO else items)
