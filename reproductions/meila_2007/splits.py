"""Meilă 2007: what a split or a merge costs."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Section, addition, claim
from clusterdiff.properties import shapes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LARGE = 12_000  # elements, of which a quarter, a half or all are split


def entropy_of(parts: Sequence[int]) -> float:
    """Entropy of some sizes, in bits."""
    return -sum(x / sum(parts) * log2(x / sum(parts)) for x in parts)


def vi_of_split(parts: Sequence[int], n: int) -> float:
    """A cluster split into these parts, n_k their sum: n_k/n · H(parts)."""
    return sum(parts) / n * entropy_of(parts)


def mirkin_of_split(parts: Sequence[int], n: int) -> float:
    """(n_k/n)² · (1 - Σ shares²), as A3.M and A4.M ask."""
    return (sum(parts) / n) ** 2 * (1 - sum((x / sum(parts)) ** 2 for x in parts))


def van_dongen_of_split(parts: Sequence[int], n: int) -> float:
    """n_k/n · (1 - largest share)/2."""
    return sum(parts) / n * (1 - max(parts) / sum(parts)) / 2


FORMS = {
    "VI: n_k/n · H(parts)": (cd.variation_of_information, vi_of_split),
    "invariant Mirkin: (n_k/n)²·(1 - Σ shares²)": (cd.mirkin_invariant, mirkin_of_split),
    "invariant van Dongen: n_k/2n · (1 - largest share)": (cd.invariant_van_dongen, van_dongen_of_split),
}


def small_splits(n: int) -> Iterator[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], list[int]]]:
    """Every way to split one cluster in two or more, up to the order of elements: before, after, and the sizes of the parts."""
    for labels in shapes(n):
        before = np.array(labels)
        for k in range(before.max() + 1):
            inside = before == k
            for parts in cd.Partition.all(int(inside.sum())):
                if parts.K > 1:
                    after = before.copy()
                    after[inside] = n + parts.codes.astype(int)
                    yield before, after, parts.sizes.tolist()


def splits_and_merges() -> Section:
    """The formulas, on all small partitions and on large ones."""
    small = [case for n in range(2, 7) for case in small_splits(n)]
    checks = []
    for name, (measure, form) in FORMS.items():
        costs = [(form(parts, len(before)), measure(before, after), measure(after, before)) for before, after, parts in small]
        error = max(max(abs(there - cost), abs(back - cost)) for cost, there, back in costs)
        said = claim if name.startswith("VI") else addition
        what = f"a split, and the merge back, costs, {name}"
        checks.append(said(what, error < EXACT, f"all {len(small):,} splits of up to 6 elements, error at most {error:.0e}"))
    errors = []
    for share in (4, 2, 1):
        size = LARGE // share
        for divided in ((1, 1), (2, 1), (9, 1), (1, 1, 1, 1)):
            parts = [size * x // sum(divided) for x in divided]
            table = cd.Table.from_matrix([[LARGE - size] + [0] * len(parts), [0, *parts]])  # an empty row is no cluster
            errors.append(abs(cd.variation_of_information(table) - vi_of_split(parts, LARGE)))
    what = f"so for VI if {LARGE // 4:,}, {LARGE // 2:,} or all of {LARGE:,} elements are split 1 : 1, 2 : 1, 9 : 1 or in four"
    checks.append(addition(what, max(errors) < EXACT, f"{len(errors)} splits, error at most {max(errors):.0e}"))
    note = (
        "A merge of clusters k and l is a split of their union, so it costs (n_k+n_l)/n · H(n_k/(n_k+n_l), n_l/(n_k+n_l)). "
        "The forms for Mirkin and van Dongen follow from convex additivity (A3.M and A3)."
    )
    return Section("Splits and merges", tuple(checks), note=note)
