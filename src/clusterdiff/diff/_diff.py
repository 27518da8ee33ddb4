"""Diff: two clusterings side by side, component by component and cluster by cluster."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.diff import _show, _words
from clusterdiff.diff._data import Cluster, Component, Costs, Cut, Move, Part, Rename
from clusterdiff.diff._decompose import decompose, rule_of
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import Labels, align, listed, read
from clusterdiff.measures import get_measure as find
from clusterdiff.partition import Partition
from clusterdiff.summaries import Components, Overlaps
from clusterdiff.table import Table, locate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.measures import Measure

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_BUILT_IN = ("variation_of_information", "van_dongen", "mirkin", "transfer_distance")


@dataclass(frozen=True, eq=False, repr=False)
class Diff:
    """Where two clusterings differ; everything is worked out when first asked for."""

    table: Table
    cost: Measure
    sides: tuple[Labels, Labels] | None = field(default=None)

    @cached_property
    def _overlaps(self) -> Overlaps:
        return Overlaps.of(self.table)

    @cached_property
    def joined(self) -> Components:
        """The components of the join."""
        return Components.of(self.table)

    @cached_property
    def _paired(self) -> NDArray[np.bool_]:
        paired = np.zeros(self.table.nnz, bool)
        paired[self._overlaps.pairing("overlap", "optimal")] = True
        return paired

    @cached_property
    def cell_costs(self) -> tuple[Floats, Floats]:
        """Bits of the variation of information that each cell costs: its share of H(b | a), and of H(a | b)."""
        o, n = self._overlaps, self.table.n
        share = o.shared / (n * np.log(2))
        split = share * np.log1p((o.cell_sizes_a - o.shared) / o.shared)
        return split, share * np.log1p((o.cell_sizes_b - o.shared) / o.shared)

    @property
    def value(self) -> float:
        """The distance whose costs the components are sorted by."""
        return self.cost.on(self.table)

    @cached_property
    def costs(self) -> dict[str, NDArray[Any]]:
        """For each component what it adds to each distance."""
        o, parts = self._overlaps, self.joined
        split, merge = self.cell_costs
        count = len(parts)

        def total(groups: Ints, values: NDArray[Any]) -> Ints:
            out = np.zeros(count, np.int64)
            np.add.at(out, groups, values)
            return out

        lost = total(parts.of_rows, o.sizes_a - o.row_max(o.shared)) + total(parts.of_cols, o.sizes_b - o.col_max(o.shared))
        return {
            "vi_split": np.bincount(parts.of_cells, split, count),
            "vi_merge": np.bincount(parts.of_cells, merge, count),
            "van_dongen": lost,
            "mirkin": self._mirkin(),
            "transfer_distance": parts.sizes - total(parts.of_cells, np.where(self._paired, o.shared, 0)),
        }

    def _mirkin(self) -> NDArray[Any]:
        """Σ a² + Σ b² - 2·Σ n² of each component; Python's integers where 64 bits could overflow."""
        o, parts = self._overlaps, self.joined
        kind = np.int64 if self.table.n < 2**31 else object
        out = np.zeros(len(parts), kind)
        for groups, counts, sign in ((parts.of_rows, o.sizes_a, 1), (parts.of_cols, o.sizes_b, 1), (parts.of_cells, o.shared, -2)):
            np.add.at(out, groups, sign * counts.astype(kind) ** 2)
        return out

    @cached_property
    def component_costs(self) -> Floats:
        """What each component adds to the distance asked for, in order of component."""
        name = self.cost.name
        if name == "variation_of_information":
            return np.asarray(self.costs["vi_split"] + self.costs["vi_merge"], float)
        if name in _BUILT_IN:
            return self.costs[name].astype(float)
        terms = decompose(self.cost, self.table).terms
        if self.cost.direction == "distance":
            return np.array([term.contribution for term in terms])
        best = self.cost.best_on(self.table) or 0.0
        return np.array([best * term.size / self.table.n - term.contribution for term in terms])

    @cached_property
    def order(self) -> Ints:
        """The components, costly ones first, then large ones."""
        return np.lexsort((-self.joined.sizes, -self.component_costs))

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The components of the join, the most costly first."""
        return tuple(self.component(part) for part in self.order.tolist())

    def component(self, part: int) -> Component:
        """One component, by its number."""
        joined, costs = self.joined, self.costs
        names_a = listed(self.table.row_labels[joined.rows[part]])
        names_b = listed(self.table.col_labels[joined.cols[part]])
        size, moved = int(joined.sizes[part]), int(costs["transfer_distance"][part])
        own = Costs(float(costs["vi_split"][part]), float(costs["vi_merge"][part]), int(costs["van_dongen"][part]), int(costs["mirkin"][part]), moved)
        kind, sentence = self._describe(part, names_a, names_b, size, moved)
        return Component(kind, tuple(names_a), tuple(names_b), size, float(self.component_costs[part]), own, sentence)

    def _describe(self, part: int, names_a: list[Any], names_b: list[Any], size: int, moved: int) -> tuple[str, str]:
        if len(names_a) == len(names_b) == 1:
            return "same", _words.same(names_a[0], names_b[0], size)
        cells = self.joined.cells[part]
        if len(names_a) == 1:
            return "split", _words.split(names_a[0], self._parts(cells, self.table.col_labels, self.table.cols))
        if len(names_b) == 1:
            return "merge", _words.merge(names_b[0], self._parts(cells, self.table.row_labels, self.table.rows))
        if len(names_a) == len(names_b) == 2:  # noqa: PLR2004
            return "mixed", self._exchange(part, names_a)
        return "mixed", _words.mixed(names_a, names_b, size, moved)

    def _exchange(self, part: int, names_a: list[Any]) -> str:
        """Two clusters that became two: who gave how many elements to whom."""
        t, cells = self.table, self.joined.cells[part]
        paired = cells[self._paired[cells]]
        if len(paired) < 2:  # noqa: PLR2004
            return _words.mixed(
                names_a, listed(t.col_labels[self.joined.cols[part]]), int(self.joined.sizes[part]), int(self.costs["transfer_distance"][part])
            )
        partners = listed(t.col_labels[t.cols[paired]])
        given = [int(t.row_sizes[i] - t.counts[cell]) for i, cell in zip(t.rows[paired], paired, strict=True)]
        return _words.exchange(names_a, partners, given)

    def _parts(self, cells: Ints, names: NDArray[Any], places: Ints) -> list[Part]:
        cells = cells[np.argsort(-self.table.counts[cells], kind="stable")]
        return [Part(*pair) for pair in zip(listed(names[places[cells]]), self.table.counts[cells].tolist(), strict=True)]

    @cached_property
    def splits(self) -> tuple[Cut, ...]:
        """The clusters of a that b cuts, the most costly first."""
        return self.costliest_splits(None)

    def costliest_splits(self, top: int | None) -> tuple[Cut, ...]:
        """The first of the splits."""
        t = self.table
        return self._cuts(t.rows, t.row_labels, t.cols, t.col_labels, self.cell_costs[0], top)

    @cached_property
    def merges(self) -> tuple[Cut, ...]:
        """The clusters of b that are pieced together from several of a, the most costly first."""
        t = self.table
        return self._cuts(t.cols, t.col_labels, t.rows, t.row_labels, self.cell_costs[1], None)

    def _cuts(self, own: Ints, own_names: NDArray[Any], other: Ints, other_names: NDArray[Any], costs: Floats, top: int | None) -> tuple[Cut, ...]:
        pieces = np.bincount(own, minlength=len(own_names))
        price = np.bincount(own, costs, len(own_names))
        order = np.argsort(own, kind="stable")
        ends = np.cumsum(pieces)
        cut = np.flatnonzero(pieces > 1)
        cut = cut[np.argsort(-price[cut], kind="stable")][:top]
        groups = ((k, order[ends[k] - pieces[k] : ends[k]]) for k in cut.tolist())
        names = listed(own_names)
        return tuple(Cut(names[k], tuple(self._parts(cells, other_names, other)), float(price[k])) for k, cells in groups)

    @cached_property
    def move_cells(self) -> Ints:
        """The cells outside the best pairing, most elements first."""
        cells = np.flatnonzero(~self._paired)
        return cells[np.argsort(-self.table.counts[cells], kind="stable")]

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What leaves its cluster after the best pairing, most elements first; the counts add up to the transfer distance."""
        return self.largest_moves(None)

    def largest_moves(self, top: int | None) -> tuple[Move, ...]:
        """The first of the moves."""
        t, cells = self.table, self.move_cells[:top]
        partner = np.full(t.shape[1], -1)
        partner[t.cols[self._paired]] = t.rows[self._paired]
        to = partner[t.cols[cells]].tolist()
        source, to_b = listed(t.row_labels[t.rows[cells]]), listed(t.col_labels[t.cols[cells]])
        names = listed(t.row_labels) if len(cells) else []
        rows = zip(source, to, to_b, t.counts[cells].tolist(), strict=True)
        return tuple(Move(a, None if i < 0 else names[i], b, count) for a, i, b, count in rows)

    @cached_property
    def births(self) -> tuple[Part, ...]:
        """Clusters of b that the best pairing leaves alone."""
        return self._alone(self.table.cols, self.table.col_labels, self.table.col_sizes)

    @cached_property
    def deaths(self) -> tuple[Part, ...]:
        """Clusters of a that the best pairing leaves alone."""
        return self._alone(self.table.rows, self.table.row_labels, self.table.row_sizes)

    def _alone(self, places: Ints, names: NDArray[Any], sizes: Ints) -> tuple[Part, ...]:
        alone = np.setdiff1d(np.arange(len(names)), places[self._paired])
        return tuple(Part(*pair) for pair in zip(listed(names[alone]), sizes[alone].tolist(), strict=True))

    @cached_property
    def renames(self) -> tuple[Rename, ...]:
        """Clusters that stayed the same under another name."""
        whole = (c for c in self.components if c.kind == "same")
        return tuple(Rename(c.clusters_a[0], c.clusters_b[0], c.size) for c in whole if c.clusters_a != c.clusters_b)

    @cached_property
    def clusters_a(self) -> tuple[Cluster, ...]:
        """Every cluster of a, in order of label."""
        t = self.table
        return self._clusters(t.rows, t.row_labels, t.row_sizes, t.cols, t.col_labels, self.cell_costs[0])

    @cached_property
    def clusters_b(self) -> tuple[Cluster, ...]:
        """Every cluster of b, in order of label."""
        t = self.table
        return self._clusters(t.cols, t.col_labels, t.col_sizes, t.rows, t.row_labels, self.cell_costs[1])

    def _clusters(self, own: Ints, names: NDArray[Any], sizes: Ints, other: Ints, other_names: NDArray[Any], costs: Floats) -> tuple[Cluster, ...]:
        price = np.bincount(own, costs, len(names))
        largest_first = np.lexsort((-self.table.counts, own))
        best = largest_first[np.unique(own[largest_first], return_index=True)[1]]
        columns = (
            listed(names),
            sizes.tolist(),
            np.bincount(own, minlength=len(names)).tolist(),
            listed(other_names[other[best]]),
            (self.table.counts[best] / sizes).tolist(),
            (price * self.table.n / sizes).tolist(),
            price.tolist(),
        )
        return tuple(Cluster(*row) for row in zip(*columns, strict=True))

    def element_costs(self) -> Floats:
        """For each element its share of the variation of information, in bits; the sum is the distance."""
        per_element = sum(self.cell_costs) / self._overlaps.shared
        out: Floats = per_element[locate(*self._labels()).cells]
        return out

    def script(self) -> list[Any]:
        """The splits and merges that turn a into their meet and then into b; `Partition.apply` carries them out."""
        from clusterdiff.partition import path

        side_a, side_b = self._labels()
        return path(Partition(side_a), Partition(side_b))

    @property
    def derivation(self) -> dict[str, list[tuple[Any, Any]]]:
        """The graph a → meet → b as two lists of edges; clusters of the meet are numbered by cell."""
        t = self.table
        return {
            "splits": list(zip(listed(t.row_labels[t.rows]), range(t.nnz), strict=True)),
            "merges": list(zip(range(t.nnz), listed(t.col_labels[t.cols]), strict=True)),
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything but the elements, as plain data."""
        return _show.to_dict(self)

    def to_frame(self, what: str = "components") -> Any:
        """Components, clusters_a, clusters_b, splits, merges or moves as a pandas DataFrame."""
        return _show.to_frame(self, what)

    def to_networkx(self) -> Any:
        """The graph a → meet → b for networkx."""
        return _show.to_networkx(self)

    def lines(self, top: int | None = _show.TOP) -> list[str]:
        """The diff as plain text: the `top` most costly components, the largest moves, and a count of the rest."""
        return _show.lines(self, top)

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def rich(self, top: int | None = _show.TOP) -> Any:
        """The same for rich, in colour."""
        return _show.rich(self, top)

    __rich__ = rich

    def _repr_html_(self) -> str:
        return _show.html(self)

    def _labels(self) -> tuple[Labels, Labels]:
        if self.sides is None:
            raise InputError("this needs the labels of every element: the diff was made from a table.", "diff(a, b) with labels")
        return self.sides


def diff(a: Any, b: Any = None, *, cost: str | Measure = "variation_of_information", **policy: Any) -> Diff:
    """Say where two clusterings differ.

    `cost` is the distance (or similarity) that components are charged under: any measure that `decompose` takes.

    >>> d = diff(["x", "x", "y", "y", "z"], [0, 0, 1, 2, 2])
    >>> [c.sentence for c in d.components]
    ['y gave 1 element to z, becoming 1 and 2', 'x kept whole as 0 (2 elements)']
    """
    chosen = find(cost)
    if chosen.name not in _BUILT_IN:
        rule_of(chosen)
        if chosen.direction == "description" or callable(chosen.best):
            raise OptionError(f"cost must be a measure with a fixed best value: {chosen.name} has none.", "decompose() splits it up all the same")
    if b is None and isinstance(a, Table):
        return Diff(Table.of(a, None, policy), chosen)
    sides = align(read(a, "a"), read(b, "b"))
    table = Table.of(*sides, policy)
    return Diff(table, chosen, None if policy else sides)  # under a policy elements may be left out, or stand for several
