"""Workloads of partitions and of the diff: meet, join, refinement and diff of 10⁷ labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import clusterdiff as cd
from benchmarks import _data
from benchmarks._report import Row, power, race

if TYPE_CHECKING:
    from collections.abc import Iterator


def lattice(shrink: int) -> Iterator[Row]:
    """Ten million elements in 10⁵ clusters."""
    n, k = 10**7 // shrink, 10**5 // shrink
    a, b = map(cd.Partition, _data.redrawn(n, k))
    fine = a & b
    title = f"n = {power(n)}, K = {power(k)}"
    yield from race(f"meet, {title}", lambda: a & b, limit=1)
    yield from race(f"join, {title}", lambda: a | b, limit=1)
    yield from race(f"refinement, {title}", lambda: fine <= a, limit=1)


def differences(shrink: int) -> Iterator[Row]:
    """Ten million elements in 10⁴ clusters: the diff and its text."""
    n, k = 10**7 // shrink, 10**4 // shrink
    a, b = _data.redrawn(n, k)
    yield from race(f"diff, n = {power(n)}, K = {power(k)}", lambda: repr(cd.diff(a, b)), limit=2)


WORKLOADS = (lattice, differences)
