"""Random tables: drawn from their margins, not by shuffling labels, wherever that is less work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterdiff import _kernel
from clusterdiff.chance._nulls import FixedSizes
from clusterdiff.chance._stack import Stack
from clusterdiff.errors import InputError
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance._nulls import Side
    from clusterdiff.chance._subject import Subject

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_CELLS = 1 << 22  # of tables that are drawn and held at once
_LOGARITHMS = 20_000_000  # elements up to which Patefield's list of log k! is made
_NUMPY_LIMIT = 10**9  # numpy draws no hypergeometric numbers beyond


def drawn(subjects: Sequence[Subject], sides: tuple[Side, Side], count: int, random: np.random.Generator) -> Floats:
    """Values (tables × subjects) of so many random tables."""
    out = np.empty((count, len(subjects)))
    at = 0
    for part in _stacks(sides, count, random):
        size = len(part) if isinstance(part, Stack) else 1
        for i, subject in enumerate(subjects):
            out[at : at + size, i] = part.values(subject) if isinstance(part, Stack) else subject.on(part)
        at += size
    return out


def _stacks(sides: tuple[Side, Side], count: int, random: np.random.Generator) -> Iterator[Stack | Table]:
    a, b = sides
    if a.n >= _NUMPY_LIMIT:
        raise InputError(f"random tables must have fewer than 10⁹ elements: got {a.n:,}.", 'closed forms, null="permutation", have no limit')
    if not (isinstance(a, FixedSizes) and isinstance(b, FixedSizes)):
        for _ in range(count):
            rows, cols = a.sizes(random), b.sizes(random)
            yield Stack.of_dense(_dense(rows, cols, 1, random)) if _is_dense(rows, cols, a.n) else _shuffled(rows, cols, random)
        return
    rows, cols = a.sizes(random), b.sizes(random)
    if not _is_dense(rows, cols, a.n):
        for _ in range(count):
            yield _shuffled(rows, cols, random)
        return
    step = max(1, _CELLS // (len(rows) * len(cols)))
    for start in range(0, count, step):
        yield Stack.of_dense(_dense(rows, cols, min(step, count - start), random))


def _is_dense(rows: Ints, cols: Ints, n: int) -> bool:
    """Whether cells are fewer than elements; otherwise placing the elements is the quicker way to a table."""
    return len(rows) * len(cols) <= min(_CELLS, max(n, 256))


def _dense(rows: Ints, cols: Ints, count: int, random: np.random.Generator) -> Ints:
    """Tables with these margins, written out: by Patefield's algorithm, or row by row."""
    if len(rows) == 1 or len(cols) == 1:  # the only table there is (scipy 1.17 returns none of it)
        return np.repeat((rows[:, None] * cols[None, :] // rows.sum())[None], count, axis=0)
    if int(rows.sum()) <= _LOGARITHMS:
        from scipy.stats import random_table

        tables = random_table.rvs(rows, cols, size=count, method="patefield", random_state=random)
        return np.asarray(tables, np.int64).reshape(count, len(rows), len(cols))
    out = np.empty((count, len(rows), len(cols)), np.int64)
    for table in out:
        left = cols
        for i, size in enumerate(rows[:-1].tolist()):
            table[i] = random.multivariate_hypergeometric(left, size, method="marginals")
            left = left - table[i]
        table[-1] = left
    return out


def _shuffled(rows: Ints, cols: Ints, random: np.random.Generator) -> Table:
    """A sparse table with these margins: the elements of b's clusters dealt out to a's."""
    a = np.repeat(np.arange(len(rows), dtype=np.int64), rows)
    b = random.permutation(np.repeat(np.arange(len(cols), dtype=np.int64), cols))
    names_a, names_b, i, j, counts = _kernel.count_pairs(a, b, None, _kernel.THREADS)
    return Table(len(a), i, j, counts, rows, cols, names_a, names_b)
