"""Numbers: a table divided into structure and leakage, what happened to each part, and its cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

import numpy as np

from clusterdiff._kernel import group_sums
from clusterdiff.analysis._decompose import terms_of
from clusterdiff.analysis._diff._data import KINDS, Costs
from clusterdiff.labels import listed, natural_ranks
from clusterdiff.measures import MEASURES
from clusterdiff.numerics import MAX_TOTAL, entropy_terms, nats_per_unit
from clusterdiff.summaries import Components, Entropies, Overlaps
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from clusterdiff.analysis._diff._threshold import Threshold
    from clusterdiff.measures import Measure

    Ints = NDArray[np.int64]
    Codes = NDArray[np.int8]
    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

KEPT, RENAMED, MOSTLY, SPLIT, MERGED, RESHUFFLED, BORN, DISSOLVED = range(len(KINDS))


class Members(NamedTuple):
    """The members of some groups, one group after the other, and how many each group has."""

    members: Ints
    counts: Ints

    @classmethod
    def of(cls, chosen: Ints, groups: Ints, size: int, *keys: Ints) -> Self:
        """Return the members of chosen ones of `size` groups; `groups` has the group of each.

        Members of one group are sorted by the last key, then by the one before it. Most groups
        have one member, so that few members are sorted.
        """
        if not len(chosen):
            return cls(np.zeros(0, np.int64), np.zeros(0, np.int64))
        place = np.full(size, -1)
        place[chosen] = np.arange(len(chosen))
        own = place[groups]
        found = np.flatnonzero(own >= 0)
        own = own[found]
        counts = np.bincount(own, minlength=len(chosen))
        starts = np.cumsum(counts) - counts
        members = np.empty(len(found), np.int64)
        single = counts[own] == 1
        members[starts[own[single]]] = found[single]
        rest, own = found[~single], own[~single]
        order = np.lexsort((*(key[rest] for key in keys), own))
        several = np.flatnonzero(counts > 1)
        ends = np.cumsum(counts[several])
        shift = np.repeat(starts[several] - (ends - counts[several]), counts[several])
        members[shift + np.arange(len(rest))] = rest[order]
        return cls(members, counts)

    @property
    def first(self) -> Ints:
        """The first member of each group, where each has one."""
        first: Ints = self.members[np.cumsum(self.counts) - self.counts]
        return first

    @property
    def ends(self) -> Iterator[tuple[int, int]]:
        """Where the members of each group start and end."""
        return pairwise([0, *np.cumsum(self.counts).tolist()])


@dataclass(frozen=True, eq=False)
class Numbers:
    """The arrays of a diff, each computed on first access.

    A pair has an array for the clusters of a and one for those of b, numbered as in the table.
    Components are numbered by their first cluster of a; clusters without structure, which are
    dissolved or born, are components too, and come last.
    """

    table: Table
    measure: Measure
    threshold: Threshold

    # Structure and leakage

    @cached_property
    def kept(self) -> Mask:
        """Whether each cell of the table is structure."""
        return self.threshold.keeps(self.table)

    @cached_property
    def cells(self) -> Ints:
        """The cells of the table that are structure."""
        return np.flatnonzero(self.kept)

    @cached_property
    def leaked(self) -> Ints:
        """The cells of the table that are leakage."""
        return np.flatnonzero(~self.kept)

    @cached_property
    def ends(self) -> tuple[Ints, Ints]:
        """The row and the column of each cell that is structure."""
        return self.table.rows[self.cells], self.table.cols[self.cells]

    @cached_property
    def parts(self) -> tuple[Ints, Ints]:
        """How many overlaps of each cluster are structure."""
        sizes = zip(self.ends, self.table.shape, strict=True)
        a, b = (np.bincount(own, minlength=size) for own, size in sizes)
        return a, b

    @cached_property
    def clusters(self) -> tuple[Ints, Ints]:
        """The clusters with structure."""
        a, b = (np.flatnonzero(parts > 0) for parts in self.parts)
        return a, b

    @cached_property
    def lone(self) -> tuple[Ints, Ints]:
        """The clusters without structure."""
        a, b = (np.flatnonzero(parts == 0) for parts in self.parts)
        return a, b

    @cached_property
    def lost(self) -> tuple[Ints, Ints]:
        """Elements of each cluster that are leakage."""
        t, cells = self.table, self.leaked
        sides = zip((t.rows, t.cols), t.shape, strict=True)
        a, b = (group_sums(own[cells], t.counts[cells], size) for own, size in sides)
        return a, b

    @cached_property
    def kept_sizes(self) -> tuple[Ints, Ints]:
        """Elements of each cluster that are structure."""
        a, b = self.lost
        return self.table.row_sizes - a, self.table.col_sizes - b

    @cached_property
    def structure(self) -> Table:
        """The structure as a table of its own, of the clusters with structure."""
        t = self.table
        if not len(self.leaked):
            return t
        counts, (rows, cols), (sizes_a, sizes_b) = t.counts[self.cells], self.ends, self.kept_sizes
        names_a, names_b = t.row_labels, t.col_labels
        if any(map(len, self.lone)):
            a, b = self.clusters
            sizes_a, sizes_b, names_a, names_b = sizes_a[a], sizes_b[b], names_a[a], names_b[b]
            rows, cols = (
                (np.cumsum(parts > 0) - 1)[own]
                for parts, own in zip(self.parts, self.ends, strict=True)
            )
        return Table(
            n=int(counts.sum()),
            rows=rows,
            cols=cols,
            counts=counts,
            row_sizes=sizes_a,
            col_sizes=sizes_b,
            row_labels=names_a,
            col_labels=names_b,
        )

    @cached_property
    def joined(self) -> Components:
        """The components of the structure."""
        if self.structure.nnz:
            return Components.of(self.structure)
        nothing = np.zeros(0, np.int64)
        return Components(equal=True, of_rows=nothing, of_cols=nothing, of_cells=nothing,
                          sizes=nothing)  # fmt: skip

    @cached_property
    def component_of(self) -> tuple[Ints, Ints]:
        """The component of each cluster."""
        count, (rows, cols) = len(self.joined), self.lone
        if not len(rows) and not len(cols):
            return self.joined.of_rows, self.joined.of_cols
        a, b = (np.empty(size, np.int64) for size in self.table.shape)
        a[self.clusters[0]], b[self.clusters[1]] = self.joined.of_rows, self.joined.of_cols
        a[rows] = count + np.arange(len(rows))
        b[cols] = count + len(rows) + np.arange(len(cols))
        return a, b

    def members(self, side: Literal[0, 1], components: Ints) -> Members:
        """Return the clusters of some components on one side, in natural order of labels."""
        count = len(self.component_sizes)
        return Members.of(components, self.component_of[side], count, self.ranks[side])

    @cached_property
    def paired(self) -> Mask:
        """Whether each cell of the structure is part of the optimal one-to-one pairing."""
        paired = np.zeros(len(self.cells), bool)
        if len(paired):
            paired[Overlaps.of(self.structure).pairing("overlap", "optimal")] = True
        return paired

    @cached_property
    def moved(self) -> Ints:
        """The cells of the table outside the optimal pairing of the structure."""
        moved = np.ones(self.table.nnz, bool)
        moved[self.cells[self.paired]] = False
        return np.flatnonzero(moved)

    @cached_property
    def partners(self) -> tuple[Ints, Ints]:
        """The partner of each cluster in the optimal pairing, -1 without one."""
        rows, cols = (own[self.paired] for own in self.ends)
        of_rows, of_cols = (np.full(size, -1) for size in self.table.shape)
        of_rows[rows], of_cols[cols] = cols, rows
        return of_rows, of_cols

    # What happened

    @cached_property
    def ranks(self) -> tuple[Ints, Ints]:
        """The rank of each cluster in natural order of labels."""
        return _ranks(self.table.row_labels), _ranks(self.table.col_labels)

    @cached_property
    def pair_kinds(self) -> Codes:
        """What happened to two clusters whose only structure is this cell of the structure."""
        o, (parts_a, parts_b), cells = Overlaps.of(self.table), self.parts, self.cells
        shared, larger = o.shared[cells], np.maximum(o.cell_sizes_a, o.cell_sizes_b)[cells]
        out = np.full(len(cells), RESHUFFLED, np.int8)
        whole = shared == larger
        i, j = (ends[whole] for ends in self.ends)
        alike = _written_alike(self.table.row_labels[i], self.table.col_labels[j])
        out[whole] = np.where(alike, KEPT, RENAMED)
        mostly = np.flatnonzero(~whole & (shared > larger - shared))
        i, j = (ends[mostly] for ends in self.ends)
        out[mostly[(parts_a[i] == 1) & (parts_b[j] == 1)]] = MOSTLY
        return out

    @cached_property
    def cluster_kinds(self) -> tuple[Codes, Codes]:
        """What happened to each cluster."""
        (rows, cols), (parts_a, parts_b) = self.ends, self.parts
        return (
            self._kinds(rows, cols, parts_a, parts_b, (SPLIT, MERGED, DISSOLVED)),
            self._kinds(cols, rows, parts_b, parts_a, (MERGED, SPLIT, BORN)),
        )

    def _kinds(
        self, own: Ints, other: Ints, parts: Ints, other_parts: Ints, kinds: tuple[int, int, int]
    ) -> Codes:
        """Return the kinds of the clusters of one side.

        `kinds` are those of a cluster with several parts, of one of several parts of a cluster of
        the other side, and of a cluster without structure.
        """
        divided, shared, gone = kinds
        several, mixed = parts > 1, np.zeros(len(parts), bool)
        mixed[own[other_parts[other] > 1]] = True  # a neighbor is divided
        pair = np.full(len(parts), gone, np.int8)
        pair[own] = self.pair_kinds
        choices = [several & ~mixed, ~several & mixed, several & mixed]
        return np.select(choices, [divided, shared, RESHUFFLED], pair).astype(np.int8)

    @cached_property
    def component_kinds(self) -> Codes:
        """What happened to each component."""
        joined, (rows, cols) = self.joined, self.lone
        tall, wide = joined.heights > 1, joined.widths > 1
        pair = np.zeros(len(joined), np.int8)
        pair[joined.of_cells] = self.pair_kinds
        kinds = np.select([tall & wide, tall, wide], [RESHUFFLED, MERGED, SPLIT], pair)
        lone = np.repeat([DISSOLVED, BORN], [len(rows), len(cols)])
        return np.concatenate([kinds, lone]).astype(np.int8)

    @cached_property
    def component_sizes(self) -> Ints:
        """Elements of each component that are structure."""
        return self._with_lone(self.joined.sizes)

    @cached_property
    def gains_and_losses(self) -> tuple[Ints, Ints]:
        """Elements that each component gained and lost by leakage."""
        t, cells, (of_a, of_b) = self.table, self.leaked, self.component_of
        count, leaked = len(self.component_sizes), t.counts[cells]
        gains = group_sums(of_b[t.cols[cells]], leaked, count)
        losses = group_sums(of_a[t.rows[cells]], leaked, count)
        return gains, losses

    @cached_property
    def order(self) -> Ints:
        """The components, costly ones first, then by leakage, then large ones.

        Those without structure are before those that continue as one cluster, and kept clusters,
        of which there may be many, are last and sorted apart.
        """
        sizes, kinds = self.component_sizes, self.component_kinds
        costs, leaks = self.costs.astype(float), np.add(*self.gains_and_losses)
        continued = (kinds <= MOSTLY) & bool(len(self.leaked))
        last = (costs == 0) & (leaks == 0) & (continued | (not len(self.leaked)))
        rest, first = np.flatnonzero(~last), self._first_ranks
        lone = rest >= len(self.joined)
        keys: tuple[NDArray[Any], ...] = (
            first[rest], -sizes[rest], lone, -leaks[rest], continued[rest], -costs[rest]
        )  # fmt: skip
        rest = rest[np.lexsort(keys)]
        positive = int(np.count_nonzero(costs[rest] >= 0))
        kept = np.flatnonzero(last)
        kept = kept[_large_first(sizes[kept], first[kept])]
        return np.concatenate([rest[:positive], kept, rest[positive:]])

    @property
    def _first_ranks(self) -> Ints:
        """Numbers in the order of the first cluster of a of each component."""
        ranks, of_a = self.ranks[0], self.component_of[0]
        first = np.arange(len(self.component_sizes))
        if _is_sorted(ranks):  # components are numbered by their first cluster
            return first
        reverse = np.empty(len(ranks), np.int64)
        reverse[len(ranks) - 1 - ranks] = of_a
        first[reverse] = np.arange(len(ranks))[::-1]  # the first cluster is written last
        first[len(self.joined) :] = np.arange(len(self.joined), len(first))
        return first

    # What it costs

    @cached_property
    def bits(self) -> tuple[Floats, Floats]:
        """Bits that each cell of the structure adds to H(b | a), and to H(a | b)."""
        return _bits(self.structure, self.table.n)

    @cached_property
    def all_bits(self) -> tuple[Floats, Floats]:
        """Bits that each cell of the table adds to H(b | a), and to H(a | b)."""
        return _bits(self.table, self.table.n) if len(self.leaked) else self.bits

    @cached_property
    def by_distance(self) -> dict[str, NDArray[Any]]:
        """For each distance what every component of the structure adds to it."""
        joined = self.joined
        bits = [np.bincount(joined.of_cells, x, len(joined)).astype(float) for x in self.bits]
        counts = [self._exact(MEASURES[name]) for name in Costs._fields[len(bits) :]]
        return dict(zip(Costs._fields, [*bits, *counts], strict=True))

    def distances(self, components: Ints) -> dict[str, NDArray[Any]]:
        """Return for each distance what some components add to it."""
        inner = components < len(self.joined)
        out = {}
        for name, numbers in self.by_distance.items():
            out[name] = np.zeros(len(components), numbers.dtype)
            out[name][inner] = numbers[components[inner]]
        return out

    def _with_lone(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """Return numbers of all components; they are 0 for clusters without structure."""
        return np.concatenate([numbers, np.zeros(sum(map(len, self.lone)), numbers.dtype)])

    def _exact(self, measure: Measure) -> Any:
        """Return what every component adds to a distance that counts, or None."""
        rule = measure.facts.component_values
        if rule is None:
            return None
        numbers, table, joined = self._mixed
        if not len(numbers):
            return np.zeros(len(self.joined), np.int64)
        costs = rule(Overlaps.of(table), joined)
        out = np.zeros(len(self.joined), costs.dtype)
        out[numbers] = costs
        return out

    @cached_property
    def _mixed(self) -> tuple[Ints, Table, Components]:
        """The components of more than two clusters, and the structure of these alone.

        Two clusters whose structure is their overlap cost nothing.
        """
        t, joined = self.structure, self.joined
        mixed = (joined.heights > 1) | (joined.widths > 1)
        rows, cols, cells = (mixed[of] for of in (joined.of_rows, joined.of_cols, joined.of_cells))
        place = np.cumsum(mixed) - 1
        counts = t.counts[cells]
        part = Table(
            n=int(counts.sum()),
            rows=(np.cumsum(rows) - 1)[t.rows[cells]],
            cols=(np.cumsum(cols) - 1)[t.cols[cells]],
            counts=counts,
            row_sizes=t.row_sizes[rows],
            col_sizes=t.col_sizes[cols],
            row_labels=t.row_labels[rows],
            col_labels=t.col_labels[cols],
        )
        inside = Components(
            equal=False,
            of_rows=place[joined.of_rows[rows]],
            of_cols=place[joined.of_cols[cols]],
            of_cells=place[joined.of_cells[cells]],
            sizes=joined.sizes[mixed],
        )
        return np.flatnonzero(mixed), part, inside

    @cached_property
    def costs(self) -> NDArray[Any]:
        """What every component adds to the distance, or subtracts from a similarity.

        Integers for the distances that are integers.
        """
        return self._with_lone(self._structure_costs())

    def _structure_costs(self) -> NDArray[Any]:
        measure, joined = self.measure, self.joined
        if measure.facts.summed == "entropies":
            split, merge = (np.bincount(joined.of_cells, x, len(joined)) for x in self.bits)
            return np.asarray((split + merge) * self._value_per_bit, float)
        exact: NDArray[Any] | None = self._exact(measure)
        if exact is not None:
            return exact
        if not self.structure.nnz:
            return np.zeros(0)
        n = self.table.n
        chosen = measure.using(**measure.facts.component_options_on(self.table))
        terms = terms_of(self.structure, chosen, n)
        if measure.direction == "distance":
            return np.array([term.contribution for term in terms])
        best = measure.best_on(self.table) or 0.0
        return np.array([best * term.size / n - term.contribution for term in terms])

    @cached_property
    def _value_per_bit(self) -> float:
        """The factor from bits of H(b | a) + H(a | b) to a measure with summed entropies."""
        bits = Entropies.of(self.table).variation / nats_per_unit(2)
        return self.measure.distance.on(self.table) / bits if bits else 1.0

    @cached_property
    def total_cost(self) -> float:
        """The distance, or the difference from the best value of a similarity."""
        rule = self.measure.facts.component_values
        if rule is not None:
            return int(rule(Overlaps.of(self.table), Components.of(self.table)).sum())
        value = self.measure.on(self.table)
        if self.measure.direction == "distance":
            return value
        return (self.measure.best_on(self.table) or 0.0) - value

    @cached_property
    def structure_cost(self) -> float:
        """What the components cost."""
        whole = self.costs.dtype.kind in "iuO"
        return int(self.costs.sum()) if whole else float(self.costs.sum())

    @cached_property
    def leakage_cost(self) -> float:
        """The cost of the flows, and the additional cost of structure due to them."""
        if not len(self.leaked):
            return type(self.total_cost)(0)
        if self.measure.facts.summed == "entropies":
            return float(self.flow_costs.sum())
        return self.total_cost - self.structure_cost

    @cached_property
    def flow_costs(self) -> NDArray[Any]:
        """What each leaked cell costs; the sum is the leakage cost.

        If the distance is a sum over cells, the cost of a cell is its term, up to a constant
        factor. The leakage cost of any other measure is divided in proportion to the elements.
        """
        if self.measure.facts.summed == "entropies":
            return self._flow_bits() * self._value_per_bit
        is_sum = self.measure.facts.summed == "squares"
        costs = self._flow_squares() if is_sum else self.table.counts[self.leaked]
        if costs.sum() == self.leakage_cost:
            return costs
        return self.leakage_cost * (costs.astype(float) / float(costs.sum()))

    def _flow_bits(self) -> Floats:
        """Return the bits of each leaked cell.

        By the chain rule, the entropy of the parts of a cluster is the entropy of {structure,
        leaked parts}, which is leakage, plus the entropy within the structure. The term of the
        structure is divided in proportion to the leaked elements.
        """
        t, cells = self.table, self.leaked
        shared = t.counts[cells]
        out = np.zeros(len(cells))
        sides = zip(
            (t.rows[cells], t.cols[cells]), (t.row_sizes, t.col_sizes), self.kept_sizes, strict=True
        )
        for own, sizes, kept_sizes in sides:
            size, kept = sizes[own], kept_sizes[own]
            rest = np.zeros(len(cells))
            some = kept > 0
            rest[some] = entropy_terms(kept[some], size[some]) / (size - kept)[some]
            out += entropy_terms(shared, size) + shared * rest
        bits: Floats = out / (t.n * nats_per_unit(2))
        return bits

    def _flow_squares(self) -> NDArray[Any]:
        """Return the integer that each leaked cell adds to Σ a² + Σ b² - 2·Σ n².

        Since a² - a'² = (a - a')(a + a'), an element that leaks from a cluster adds a + a'.
        """
        t, cells = self.table, self.leaked
        rows, cols = t.rows[cells], t.cols[cells]
        kind = np.int64 if 2 * t.n < MAX_TOTAL else object
        shared, kept_a, kept_b = (
            x.astype(kind)
            for x in (t.counts[cells], self.kept_sizes[0][rows], self.kept_sizes[1][cols])
        )
        sizes = t.row_sizes[rows] + t.col_sizes[cols]
        out: NDArray[Any] = shared * (sizes + kept_a + kept_b - 2 * shared)
        return out

    def element_costs(self) -> Floats:
        """Return for every cell what each of its elements costs; 0 in the optimal pairing.

        The cost of a component is divided among its elements outside the optimal pairing, and the
        cost of a flow among its elements.
        """
        t, joined, leaked = self.table, self.joined, self.leaked
        out = np.zeros(t.nnz)
        out[leaked] = self.flow_costs / np.maximum(t.counts[leaked], 1)
        cells = self.cells[~self.paired]
        part = joined.of_cells[~self.paired]
        moved = group_sums(part, t.counts[cells], len(joined))
        each = np.array(self.costs[: len(joined)], float) / np.maximum(moved, 1)
        out[cells] = each[part]
        return out


def _bits(table: Table, n: int) -> tuple[Floats, Floats]:
    """Return the bits that each cell of a table adds to H(b | a), and to H(a | b)."""
    counts, bits = table.counts, n * nats_per_unit(2)
    a, b = np.zeros(len(counts)), np.zeros(len(counts))
    sizes = table.row_sizes[table.rows], table.col_sizes[table.cols]
    for out, whole in zip((a, b), sizes, strict=True):
        part = np.flatnonzero(counts < whole)
        out[part] = entropy_terms(counts[part], whole[part]) / bits
    return a, b


def _ranks(names: NDArray[Any]) -> Ints:
    """Return the natural ranks of labels, which often are sorted integers."""
    if names.dtype.kind in "iu" and _is_sorted(names):
        return np.arange(len(names))
    return natural_ranks(names)


def _is_sorted(values: NDArray[Any]) -> bool:
    return bool(np.all(values[1:] >= values[:-1]))


def _written_alike(a: NDArray[Any], b: NDArray[Any]) -> Mask:
    """Return which labels are one name: they are equal, or written alike."""
    both = {a.dtype.kind, b.dtype.kind}
    if both <= {"i", "u"} or both == {"U"}:
        return np.asarray(a == b)
    pairs = zip(listed(a), listed(b), strict=True)
    return np.array([x == y or str(x) == str(y) for x, y in pairs], bool)


def _large_first(sizes: Ints, first: Ints) -> Ints:
    """Return the order by size, the largest first; ties are in order of `first`."""
    order = np.arange(len(first))
    if not _is_sorted(first):
        order = np.argsort(first, kind="stable")
    below = int(sizes.max(initial=0)) - sizes[order]
    small = below.max(initial=0) < 1 << 16  # integers of 16 bits are sorted by radix
    return order[np.argsort(below.astype(np.uint16) if small else below, kind="stable")]
