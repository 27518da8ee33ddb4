"""Sampling until the mean is known well enough, in blocks that have a seed each."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.chance._draws import drawn
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance._nulls import Side
    from clusterdiff.chance._subject import Subject
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

BLOCK = 100
_LEAST = 200
_PATIENCE = 2.0  # seconds before a progress bar appears


def generator(seed: int, *place: int) -> np.random.Generator:
    """The random numbers of one block: they depend on the seed and on the block's place alone."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=place))


def check_sampling(samples: int, seed: int, tolerance: float | None = None) -> None:
    """Refuse what cannot be sampled."""
    if not _whole(samples) or samples < 2:  # noqa: PLR2004
        raise OptionError(f"samples must be a whole number above 1: got {samples!r}.")
    if not _whole(seed) or seed < 0:
        raise OptionError(f"seed must be a whole number, 0 or more: got {seed!r}.")
    if tolerance is not None and not tolerance >= 0:
        raise OptionError(f"tolerance must be 0 or more: got {tolerance!r}.")


def _whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def sampled(subjects: Sequence[Subject], sides: tuple[Side, Side], samples: int, seed: int, enough: Callable[[Floats], bool] | None = None) -> Floats:
    """Values (tables × subjects), at most `samples` of them, fewer once there are enough."""
    blocks: list[Floats] = []
    sizes = [min(BLOCK, samples - start) for start in range(0, samples, BLOCK)]
    for i, size in enumerate(watched(sizes, "drawing tables")):
        blocks.append(drawn(subjects, sides, size, generator(seed, i)))
        if enough is not None and BLOCK * (i + 1) >= _LEAST and enough(np.concatenate(blocks)):
            break
    return np.concatenate(blocks)


def tolerably(subjects: Sequence[Subject], table: Table, tolerance: float) -> Callable[[Floats], bool]:
    """Enough when every standard error is below `tolerance` times the way from chance to the best value."""
    best = [s.best(table) for s in subjects]

    def enough(values: Floats) -> bool:
        for column, top in zip(values.T, best, strict=True):
            mean, std = moments(column)
            scale = abs(mean if top is None else top - mean)
            if std / len(column) ** 0.5 > tolerance * scale:
                return False
        return True

    return enough


def moments(values: Floats, chances: Floats | None = None) -> tuple[float, float]:
    """Mean and standard deviation; exact where all values are the same, infinite where one is."""
    if (values == values[0]).all():
        return float(values[0]), 0.0
    if not np.isfinite(values).all():
        return float(values.max()), float("inf")
    if chances is None:
        return float(values.mean()), float(values.std(ddof=1))
    mean = float(np.sum(chances * values))
    return mean, float(np.sum(chances * (values - mean) ** 2)) ** 0.5


def watched(items: Sequence[int], what: str) -> Iterator[int]:
    """The items one by one; on a terminal, with a progress bar once it takes long."""
    if not sys.stderr.isatty():
        yield from items
        return
    start = monotonic()
    done = 0
    for done, item in enumerate(items):  # noqa: B007
        if monotonic() - start > _PATIENCE:
            break
        yield item
    else:
        return
    yield from _with_bar(items[done:], what, done, len(items))


def _with_bar(items: Iterable[int], what: str, done: int, total: int) -> Iterator[int]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, completed=done)
        for item in items:
            yield item
            bar.advance(task)
