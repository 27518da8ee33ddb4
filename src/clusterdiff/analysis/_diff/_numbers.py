"""Numbers: large and scattered overlaps of a table, what happened to each part, and its cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

import numpy as np

from clusterdiff._kernel import group_sums
from clusterdiff.analysis._decompose import terms_of
from clusterdiff.analysis._diff._data import KINDS, Costs
from clusterdiff.labels import natural_ranks
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

KEPT, SPLIT, MERGED, MIXED, NEW, GONE, SCATTERED = range(len(KINDS))
_EXACT = 2**53  # floats below this hold every integer


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
    Large overlaps connect clusters to components, which are numbered by their first cluster of a.
    After them come clusters without a large overlap, which are gone or new, and last one component
    of all scattered elements between other clusters.
    """

    table: Table
    measure: Measure
    threshold: Threshold

    # Large and scattered overlaps

    @cached_property
    def large(self) -> Mask:
        """Whether each cell of the table is a large overlap."""
        return self.threshold.keeps(self.table)

    @cached_property
    def cells(self) -> Ints:
        """The cells of the table that are large overlaps."""
        return np.flatnonzero(self.large)

    @cached_property
    def scattered(self) -> Ints:
        """The cells of the table that are scattered."""
        return np.flatnonzero(~self.large)

    @cached_property
    def ends(self) -> tuple[Ints, Ints]:
        """The row and the column of each large overlap."""
        return self.table.rows[self.cells], self.table.cols[self.cells]

    @cached_property
    def parts(self) -> tuple[Ints, Ints]:
        """How many large overlaps each cluster has."""
        sizes = zip(self.ends, self.table.shape, strict=True)
        a, b = (np.bincount(own, minlength=size) for own, size in sizes)
        return a, b

    @cached_property
    def clusters(self) -> tuple[Ints, Ints]:
        """The clusters with a large overlap."""
        a, b = (np.flatnonzero(parts > 0) for parts in self.parts)
        return a, b

    @cached_property
    def lone(self) -> tuple[Ints, Ints]:
        """The clusters that are gone or new, without a large overlap; none if all are scattered."""
        if self.threshold.unrelated:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        a, b = (np.flatnonzero(parts == 0) for parts in self.parts)
        return a, b

    @cached_property
    def lost(self) -> tuple[Ints, Ints]:
        """Elements of each cluster in scattered overlaps."""
        t, cells = self.table, self.scattered
        sides = zip((t.rows, t.cols), t.shape, strict=True)
        a, b = (group_sums(own[cells], t.counts[cells], size) for own, size in sides)
        return a, b

    @cached_property
    def large_sizes(self) -> tuple[Ints, Ints]:
        """Elements of each cluster in large overlaps."""
        a, b = self.lost
        return self.table.row_sizes - a, self.table.col_sizes - b

    @cached_property
    def large_table(self) -> Table:
        """The large overlaps as a table of their own, of the clusters that have some."""
        t = self.table
        if not len(self.scattered):
            return t
        counts, (rows, cols), (sizes_a, sizes_b) = t.counts[self.cells], self.ends, self.large_sizes
        names_a, names_b = t.row_labels, t.col_labels
        a, b = self.clusters
        if (len(a), len(b)) != t.shape:
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
        """The components of the large overlaps."""
        if self.large_table.nnz:
            return Components.of(self.large_table)
        nothing = np.zeros(0, np.int64)
        return Components(equal=True, of_rows=nothing, of_cols=nothing, of_cells=nothing,
                          sizes=nothing)  # fmt: skip

    @cached_property
    def component_of(self) -> tuple[Ints, Ints]:
        """The component of each cluster."""
        count, (rows, cols) = len(self.joined), self.lone
        if (len(self.clusters[0]), len(self.clusters[1])) == self.table.shape:
            return self.joined.of_rows, self.joined.of_cols
        a, b = (np.full(size, self.count - 1) for size in self.table.shape)
        a[self.clusters[0]], b[self.clusters[1]] = self.joined.of_rows, self.joined.of_cols
        a[rows] = count + np.arange(len(rows))
        b[cols] = count + len(rows) + np.arange(len(cols))
        return a, b

    @cached_property
    def count(self) -> int:
        """The number of components; the last is that of the scattered elements."""
        return len(self.joined) + sum(map(len, self.lone)) + 1

    @cached_property
    def of_cells(self) -> Ints:
        """The component of each cell; gone and new clusters have all of their elements."""
        t, cells, (of_a, of_b) = self.table, self.scattered, self.component_of
        out = np.empty(t.nnz, np.int64)
        out[self.cells] = self.joined.of_cells
        a, b, first = of_a[t.rows[cells]], of_b[t.cols[cells]], len(self.joined)
        out[cells] = np.where(a >= first, a, np.where(b >= first, b, self.count - 1))
        return out

    def members(self, side: Literal[0, 1], components: Ints) -> Members:
        """Return the clusters of some components on one side, in natural order of labels."""
        return Members.of(components, self.component_of[side], self.count, self.ranks[side])

    @cached_property
    def paired(self) -> Mask:
        """Whether each cell of the table is part of the optimal one-to-one pairing."""
        paired = np.zeros(self.table.nnz, bool)
        paired[Overlaps.of(self.table).pairing("overlap", "optimal")] = True
        return paired

    @cached_property
    def moved(self) -> Ints:
        """The cells of the table outside the optimal pairing."""
        return np.flatnonzero(~self.paired)

    @cached_property
    def partners(self) -> tuple[Ints, Ints]:
        """The partner of each cluster in the optimal pairing, -1 without one."""
        rows, cols = self.table.rows[self.paired], self.table.cols[self.paired]
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
        """What happened to two clusters whose only large overlap is this one."""
        o, (parts_a, parts_b), cells = Overlaps.of(self.table), self.parts, self.cells
        shared, larger = o.shared[cells], np.maximum(o.cell_sizes_a, o.cell_sizes_b)[cells]
        kept = (shared > larger - shared) & self.paired[cells]
        i, j = self.ends
        kept &= (parts_a[i] == 1) & (parts_b[j] == 1)
        return np.where(kept, KEPT, MIXED).astype(np.int8)

    @cached_property
    def cluster_kinds(self) -> tuple[Codes, Codes]:
        """What happened to each cluster."""
        (rows, cols), (parts_a, parts_b) = self.ends, self.parts
        return (
            self._kinds(rows, cols, parts_a, parts_b, (SPLIT, MERGED, GONE)),
            self._kinds(cols, rows, parts_b, parts_a, (MERGED, SPLIT, NEW)),
        )

    def _kinds(
        self, own: Ints, other: Ints, parts: Ints, other_parts: Ints, kinds: tuple[int, int, int]
    ) -> Codes:
        """Return the kinds of the clusters of one side.

        `kinds` are those of a cluster with several parts, of one of several parts of a cluster of
        the other side, and of a cluster without a large overlap.
        """
        divided, shared, lone = kinds
        several, mixed = parts > 1, np.zeros(len(parts), bool)
        mixed[own[other_parts[other] > 1]] = True  # a neighbor is divided
        pair = np.full(len(parts), SCATTERED if self.threshold.unrelated else lone, np.int8)
        pair[own] = self.pair_kinds
        choices = [several & ~mixed, ~several & mixed, several & mixed]
        return np.select(choices, [divided, shared, MIXED], pair).astype(np.int8)

    @cached_property
    def component_kinds(self) -> Codes:
        """What happened to each component."""
        joined, (rows, cols) = self.joined, self.lone
        tall, wide = joined.heights > 1, joined.widths > 1
        pair = np.zeros(len(joined), np.int8)
        pair[joined.of_cells] = self.pair_kinds
        kinds = np.select([tall & wide, tall, wide], [MIXED, MERGED, SPLIT], pair)
        lone = np.repeat([GONE, NEW, SCATTERED], [len(rows), len(cols), 1])
        return np.concatenate([kinds, lone]).astype(np.int8)

    @cached_property
    def component_sizes(self) -> Ints:
        """Elements of each component of large overlaps, of each gone or new cluster, and the rest.

        The rest are the scattered elements whose clusters both have a large overlap.
        """
        t, (rows, cols) = self.table, self.lone
        last = self.scattered[self.of_cells[self.scattered] == self.count - 1]
        rest = [int(t.counts[last].sum())]
        return np.concatenate([self.joined.sizes, t.row_sizes[rows], t.col_sizes[cols], rest])

    @cached_property
    def gains_and_losses(self) -> tuple[Ints, Ints]:
        """Scattered elements that joined and that left the clusters of each component."""
        t, cells, (of_a, of_b) = self.table, self.scattered, self.component_of
        gains = group_sums(of_b[t.cols[cells]], t.counts[cells], self.count)
        losses = group_sums(of_a[t.rows[cells]], t.counts[cells], self.count)
        gains[-1] = losses[-1] = 0
        return gains, losses

    @cached_property
    def unchanged(self) -> Mask:
        """Whether each component is a cluster of a that is the same in b and costs nothing."""
        gains, losses = self.gains_and_losses
        same: Mask = (self.component_kinds == KEPT) & (gains + losses == 0)
        same &= np.asarray(self.costs == 0)
        return same

    @cached_property
    def order(self) -> Ints:
        """The components, costly ones first, then large ones, then kept ones by what changed.

        Then come the unchanged ones, of which there may be many, and last the scattered elements.
        """
        sizes, last = self.component_sizes, self.count - 1
        rest, same = np.flatnonzero(~self.unchanged[:last]), np.flatnonzero(self.unchanged)
        first, leaks = self._first_ranks, np.add(*self.gains_and_losses)
        kept = self.component_kinds[rest] == KEPT
        keys: tuple[NDArray[Any], ...] = (
            first[rest], -sizes[rest], -leaks[rest], -self.costs[rest].astype(float), kept
        )  # fmt: skip
        rest = rest[np.lexsort(keys)]
        if not _is_sorted(first):
            same = same[np.argsort(first[same], kind="stable")]
        scattered = [last] * bool(sizes[last])
        return np.concatenate([rest, same, scattered]).astype(np.int64)

    @cached_property
    def cluster_order(self) -> tuple[Ints, Ints]:
        """The clusters of a and of b in the order of components, then in natural order of label."""
        place = np.full(self.count, self.count)
        place[self.order] = np.arange(len(self.order))
        both = zip(self.ranks, self.component_of, strict=True)
        a, b = (np.lexsort((ranks, place[of])) for ranks, of in both)
        return a, b

    @property
    def _first_ranks(self) -> Ints:
        """Numbers in the order of the first cluster of a of each component."""
        ranks, of_a = self.ranks[0], self.component_of[0]
        first = np.arange(self.count)
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
        """Bits that each large overlap adds to H(b | a), and to H(a | b), without the others."""
        return _bits(self.large_table, self.table.n)

    @cached_property
    def all_bits(self) -> tuple[Floats, Floats]:
        """Bits that each cell of the table adds to H(b | a), and to H(a | b)."""
        return _bits(self.table, self.table.n) if len(self.scattered) else self.bits

    @cached_property
    def by_distance(self) -> dict[str, NDArray[Any]]:
        """For each distance what every component adds to it."""
        bits = [
            self._with_scattered(np.bincount(self.joined.of_cells, x, len(self.joined)), flows)
            for x, flows in zip(self.bits, self._flow_bits, strict=True)
        ]
        counts = [self.costs_of(MEASURES[name]) for name in Costs._fields[len(bits) :]]
        return dict(zip(Costs._fields, [*bits, *counts], strict=True))

    @cached_property
    def costs(self) -> NDArray[Any]:
        """What every component adds to the distance, or subtracts from a similarity.

        Integers for the distances that are integers.
        """
        return self.costs_of(self.measure)

    def costs_of(self, measure: Measure) -> NDArray[Any]:
        """Return what every component adds to a measure; the sum is the total cost."""
        return self._with_scattered(self._large_costs(measure), self.flow_costs_of(measure))

    def _with_scattered(self, large: NDArray[Any], flows: NDArray[Any]) -> NDArray[Any]:
        """Return the costs of all components from those of large and of scattered overlaps."""
        out = np.zeros(self.count, np.result_type(large, flows) if len(large) else flows.dtype)
        out[: len(large)] = large
        of = self.of_cells[self.scattered]
        if out.dtype.kind == "f":
            out += np.bincount(of, flows, self.count)
        elif out.dtype.kind == "O":
            np.add.at(out, of, flows)
        else:
            out += group_sums(of, flows, self.count)
        return out

    def _exact(self, measure: Measure) -> Any:
        """Return what large overlaps of every component add to a distance that counts, or None."""
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
        """The components of more than two clusters, and the large overlaps of these alone.

        Two clusters whose only large overlap is that of the two cost nothing.
        """
        t, joined = self.large_table, self.joined
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

    def _large_costs(self, measure: Measure) -> NDArray[Any]:
        """Return what the large overlaps of every component add to a measure."""
        joined = self.joined
        if measure.facts.summed == "entropies":
            split, merge = (np.bincount(joined.of_cells, x, len(joined)) for x in self.bits)
            return np.asarray((split + merge) * self._value_per_bit(measure), float)
        exact: NDArray[Any] | None = self._exact(measure)
        if exact is not None:
            return exact
        if not self.large_table.nnz:
            return np.zeros(0)
        n = self.table.n
        chosen = measure.using(**measure.facts.component_options_on(self.table))
        terms = terms_of(self.large_table, chosen, n)
        if measure.direction == "distance":
            return np.array([term.contribution for term in terms])
        best = measure.best_on(self.table) or 0.0
        return np.array([best * term.size / n - term.contribution for term in terms])

    @property
    def cost_per_bit(self) -> float | None:
        """The factor from bits to the measure of the diff, if it is a sum of entropies."""
        summed = self.measure.facts.summed == "entropies"
        return self._value_per_bit(self.measure) if summed else None

    def _value_per_bit(self, measure: Measure) -> float:
        """Return the factor from bits of H(b | a) + H(a | b) to a measure with summed entropies."""
        bits = Entropies.of(self.table).variation / nats_per_unit(2)
        return measure.distance.on(self.table) / bits if bits else 1.0

    @cached_property
    def total_cost(self) -> float:
        """The distance, or the difference from the best value of a similarity."""
        return self._total_of(self.measure)

    def _total_of(self, measure: Measure) -> float:
        rule, value = measure.facts.component_values, measure.on(self.table)
        if rule is not None:  # a count, which a float may not hold
            if value < _EXACT:
                return int(value)
            return int(rule(Overlaps.of(self.table), Components.of(self.table)).sum())
        if measure.direction == "distance":
            return value
        return (measure.best_on(self.table) or 0.0) - value

    @cached_property
    def flow_costs(self) -> NDArray[Any]:
        """What each scattered cell adds to the measure of the diff."""
        return self.flow_costs_of(self.measure)

    def flow_costs_of(self, measure: Measure) -> NDArray[Any]:
        """Return what each scattered cell adds to a measure.

        If the distance is a sum over cells, the cost of a cell is its term, up to a constant
        factor. For any other measure, what the large overlaps do not cost is divided in proportion
        to the elements, and rounded so that integers add up to an integer.
        """
        if not len(self.scattered):
            return np.zeros(0, np.int64)
        if measure.facts.summed == "entropies":
            split, merge = self._flow_bits
            costs: NDArray[Any] = (split + merge) * self._value_per_bit(measure)
            return costs
        large = self._large_costs(measure)
        whole = large.dtype.kind in "iuO"
        rest = self._total_of(measure) - (int(large.sum()) if whole else float(large.sum()))
        is_sum = measure.facts.summed == "squares"
        costs = self._flow_squares() if is_sum else self.table.counts[self.scattered]
        if costs.sum() == rest:
            return costs
        if not whole:
            return rest * (costs.astype(float) / float(costs.sum()))
        total = int(costs.sum())
        kind = np.int64 if int(rest) * total < MAX_TOTAL else object
        up_to: NDArray[Any] = int(rest) * np.cumsum(costs.astype(kind)) // total
        return np.diff(up_to, prepend=np.zeros(1, kind))

    @cached_property
    def _flow_bits(self) -> tuple[Floats, Floats]:
        """Bits that each scattered cell adds to H(b | a), and to H(a | b).

        By the chain rule, the entropy of the parts of a cluster is the entropy of {large overlaps,
        scattered parts} plus the entropy within the large overlaps. The term of the large overlaps
        is divided in proportion to the scattered elements.
        """
        t, cells = self.table, self.scattered
        shared = t.counts[cells]
        out = []
        sides = zip(
            (t.rows[cells], t.cols[cells]),
            (t.row_sizes, t.col_sizes),
            self.large_sizes,
            strict=True,
        )
        for own, sizes, large_sizes in sides:
            size, large = sizes[own], large_sizes[own]
            rest = np.zeros(len(cells))
            some = large > 0
            rest[some] = entropy_terms(large[some], size[some]) / (size - large)[some]
            nats = entropy_terms(shared, size) + shared * rest
            out.append(nats / (t.n * nats_per_unit(2)))
        a, b = out
        return a, b

    def _flow_squares(self) -> NDArray[Any]:
        """Return the integer that each scattered cell adds to Σ a² + Σ b² - 2·Σ n².

        Since a² - a'² = (a - a')(a + a'), an element that leaves a cluster adds a + a'.
        """
        t, cells = self.table, self.scattered
        rows, cols = t.rows[cells], t.cols[cells]
        kind = np.int64 if 2 * t.n < MAX_TOTAL else object
        shared, large_a, large_b = (
            x.astype(kind)
            for x in (t.counts[cells], self.large_sizes[0][rows], self.large_sizes[1][cols])
        )
        sizes = t.row_sizes[rows] + t.col_sizes[cols]
        out: NDArray[Any] = shared * (sizes + large_a + large_b - 2 * shared)
        return out

    @cached_property
    def moved_costs(self) -> Floats:
        """What each cell costs; 0 in the optimal pairing. The sum is the total cost.

        The cost of the large overlaps of a component is divided among those of their elements that
        moved. The cost of scattered cells in the pairing is divided among all elements that moved.
        """
        moved = np.where(self.paired, 0, self.table.counts)
        out = np.zeros(self.table.nnz)
        out[self.scattered] = np.where(self.paired[self.scattered], 0, self.flow_costs)
        large, of_cells = moved[self.cells], self.joined.of_cells
        parts = np.maximum(group_sums(of_cells, large, len(self.joined)), 1)
        costs = self._large_costs(self.measure).astype(float)
        out[self.cells] = (large * costs[of_cells] / parts[of_cells]) if len(costs) else 0
        in_pairing = float(self.flow_costs[self.paired[self.scattered]].sum())
        return out + moved * (in_pairing / max(int(moved.sum()), 1))


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
