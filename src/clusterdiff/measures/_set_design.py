"""Set matching in general: a similarity of clusters, a matching, and an overall score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import OptionError
from clusterdiff.numerics import difference_of_sums, nearly_equal, ordered_sum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.numerics import Quotients
    from clusterdiff.summaries import Overlaps

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Similarity = Literal["overlap", "jaccard", "dice", "braun_banquet"]
MatchingRule = Literal["optimal", "greedy", "nearest", "nearest_a", "nearest_b"]
Overall = Literal["shared", "mean", "weighted"]
SIMILARITIES: tuple[Similarity, ...] = get_args(Similarity)
MATCHINGS: tuple[MatchingRule, ...] = get_args(MatchingRule)
OVERALLS: tuple[Overall, ...] = get_args(Overall)
_ONE = ([1], [1])
_DISTINCT = 1 << 26  # different quotients of integers below it are different doubles
_ROUNDING = 1e-15


@dataclass(frozen=True, slots=True)
class SetDesign:
    """The three design choices of set matching (Rezaei & Fränti 2016, sec. 4)."""

    similarity: Similarity = "overlap"
    matching: MatchingRule = "optimal"
    overall: Overall = "shared"
    adjusted: bool = False

    def __post_init__(self) -> None:
        known = {"similarity": SIMILARITIES, "matching": MATCHINGS, "overall": OVERALLS}
        for name, choices in known.items():
            check_choice(name, getattr(self, name), choices)
        if self.adjusted and self.matching not in {"greedy", "optimal"}:
            raise OptionError(
                f"adjusted=True requires a one-to-one matching, got matching={self.matching!r}.",
                'pass matching="greedy" or matching="optimal"',
            )
        if self.adjusted and self.similarity == "overlap" and self.overall != "shared":
            raise OptionError(
                "adjusted=True requires a similarity between 0 and 1, got similarity='overlap'.",
                "pass {overall=shared}",
            )

    def __call__(self, o: Overlaps, /) -> float:
        """Return the overall similarity of the matched clusters."""
        if self.matching == "nearest":
            sides = (replace(self, matching=side) for side in ("nearest_a", "nearest_b"))
            return sum(side(o) for side in sides) / 2
        cells = self.cells(o)
        value = self._overall(o, cells)
        if not self.adjusted:
            return value
        chance = self._chance_terms(o)
        above = difference_of_sums(self._terms(o, cells), chance)
        near = self.matching == "optimal" and nearly_equal(value, value - above)
        if near and self.similarity != "overlap":  # whose optimal matching is exact
            cells = o.exact_pairing(self.similarity)
            above = difference_of_sums(self._terms(o, cells), chance)
        return max(0.0, above / difference_of_sums(_ONE, chance))

    def distance(self, o: Overlaps, /) -> float:
        """Return one minus the score, without cancellation."""
        if self.matching == "nearest":
            sides = (replace(self, matching=side) for side in ("nearest_a", "nearest_b"))
            return sum(side.distance(o) for side in sides) / 2
        lost = self._lost(o, self.cells(o))
        if not self.adjusted:
            return lost
        return min(1.0, lost / difference_of_sums(_ONE, self._chance_terms(o)))

    def cells(self, o: Overlaps) -> Ints:
        """Return the cells of the matched clusters."""
        if self.matching in {"greedy", "optimal"}:
            return o.pairing(self.similarity, self.matching)
        if self.matching == "nearest_a":
            return self._nearest(o, o.rows)
        if self.matching == "nearest_b":
            return self._nearest(o, o.cols)
        return np.union1d(*(self._nearest(o, side) for side in (o.rows, o.cols)))

    def _nearest(self, o: Overlaps, groups: Ints) -> Ints:
        """Return the heaviest cell of each group; ties go to the larger overlap, then the first."""
        weights = o.similarity(self.similarity)
        cells = np.arange(len(groups))
        if self.similarity != "overlap" and o.n >= _DISTINCT:
            close = weights >= (1 - _ROUNDING) * _largest(groups, weights)[groups]
            several = np.bincount(groups[close])[groups] > 1
            wide = np.bincount(groups, np.maximum(o.cell_sizes_a, o.cell_sizes_b))[groups]
            unclear = np.flatnonzero(close & several & (wide >= _DISTINCT))
            weights = weights.astype(object) if len(unclear) else weights
            weights[unclear] = _fractions(*o.quotients(self.similarity, unclear))
        for values in (weights, o.shared):
            best = _largest(groups[cells], values[cells])
            cells = cells[values[cells] == best[groups[cells]]]
        return cells[np.unique(groups[cells], return_index=True)[1]]

    def _clusters(self, o: Overlaps) -> int:
        """Return the number of clusters that a mean is taken over."""
        counts = {"nearest_a": len(o.sizes_a), "nearest_b": len(o.sizes_b)}
        return counts.get(self.matching, max(len(o.sizes_a), len(o.sizes_b)))

    def _weights(self, o: Overlaps, cells: Ints) -> Floats:
        """Return the sizes by which the similarities are weighted."""
        # Floats, because a size times an overlap can exceed 64 bits.
        a, b = (sizes[cells].astype(float) for sizes in (o.cell_sizes_a, o.cell_sizes_b))
        return {"nearest_a": a, "nearest_b": b}.get(self.matching, a / 2 + b / 2)

    def _overall(self, o: Overlaps, cells: Ints) -> float:
        if self.overall == "shared":
            return int(o.shared[cells].sum()) / o.n
        likeness = o.similarity(self.similarity)[cells]
        if self.overall == "mean":
            return ordered_sum(likeness) / self._clusters(o)
        return ordered_sum(self._weights(o, cells) * likeness) / o.n

    def _lost(self, o: Overlaps, cells: Ints) -> float:
        """Return 1 - `_overall` as a sum of non-negative terms."""
        if self.overall == "shared":
            return (o.n - int(o.shared[cells].sum())) / o.n
        lost = o.dissimilarity(self.similarity)[cells]
        if self.overall == "mean":
            unmatched = self._clusters(o) - len(cells)
            return (ordered_sum(lost) + unmatched) / self._clusters(o)
        # The clusters without a partner lose all their weight.
        unmatched = 0 if self.matching in {"nearest_a", "nearest_b"} else self._unmatched(o, cells)
        return (ordered_sum(self._weights(o, cells) * lost) + unmatched / 2) / o.n

    def _unmatched(self, o: Overlaps, cells: Ints) -> int:
        """Return the number of elements of the clusters without a partner, on both sides."""
        return 2 * o.n - int(o.cell_sizes_a[cells].sum()) - int(o.cell_sizes_b[cells].sum())

    def _terms(self, o: Overlaps, cells: Ints) -> Quotients:
        """Return quotients whose sum is the score of a one-to-one matching."""
        if self.overall == "shared":
            return [int(o.shared[cells].sum())], [o.n]
        a, b = (sizes[cells].astype(object) for sizes in (o.cell_sizes_a, o.cell_sizes_b))
        return self._weighted(o, o.quotients(self.similarity, cells), a + b)

    def _chance_terms(self, o: Overlaps) -> Quotients:
        """Return the terms for the expected table a_i·b_j/n, sizes matched in order (eq. 16)."""
        paired = min(len(o.sizes_a), len(o.sizes_b))
        a, b = (np.sort(sizes)[::-1][:paired].astype(object) for sizes in (o.sizes_a, o.sizes_b))
        if self.overall == "shared":
            return [int((a * b).sum())], [o.n**2]
        likeness = {
            "jaccard": (a * b, o.n * (a + b) - a * b),
            "dice": (2 * a * b, o.n * (a + b)),
            "braun_banquet": (a * b, o.n * np.maximum(a, b)),
        }
        return self._weighted(o, likeness[self.similarity], a + b)

    def _weighted(self, o: Overlaps, likeness: Quotients, sizes: NDArray[np.object_]) -> Quotients:
        """Return similarities of pairs of clusters as the terms of their mean."""
        tops, bottoms = likeness
        if self.overall == "mean":
            return tops, bottoms * max(len(o.sizes_a), len(o.sizes_b))
        return tops * sizes, bottoms * (2 * o.n)


def _largest(groups: Ints, values: NDArray[Any]) -> NDArray[Any]:
    """Return the largest value of each group."""
    best = np.zeros(int(groups.max()) + 1, values.dtype)
    np.maximum.at(best, groups, values)
    return best


def _fractions(tops: NDArray[np.object_], bottoms: NDArray[np.object_]) -> list[Fraction]:
    return [Fraction(top, bottom) for top, bottom in zip(tops, bottoms, strict=True)]
