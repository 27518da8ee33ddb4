"""Subject: what is asked about, a measure of the catalogue, a user's own, or a plain function of two label arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import OptionError
from clusterdiff.measures import FAMILIES, Measure, resolve

if TYPE_CHECKING:
    from clusterdiff.table import Table

Asked = str | Measure | Callable[[Any, Any], float]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One measure in the shape that this room uses; `measure` is None for a plain function."""

    name: str
    on: Callable[[Table], float]
    best: Callable[[Table], float | None]
    direction: str  # "" where only chance can tell
    measure: Measure | None = None

    @classmethod
    def of(cls, asked: Any) -> Subject:
        """The subject of a name, a measure or a function."""
        if isinstance(asked, (str, Measure)):
            found = resolve(asked)
            if len(found) != 1:
                raise OptionError(f"measure must be one measure: got {len(found)}.", "give several as a list")
            m = found[0]
            return cls(m.name, m.on, m.best_on, m.direction, m)
        if not callable(asked):
            raise OptionError(f"measure must be a name, a measure or a function of two arrays of labels: got {type(asked).__name__}.")
        return _plain(asked)

    def pull(self, best: float | None, chance: float) -> int:
        """1 if more is closer, -1 if less is, 0 if there is no closer."""
        if self.direction == "description" or best is None:
            return 0
        if self.direction:
            return 1 if self.direction == "similarity" else -1
        return int(np.sign(best - chance))


def _plain(function: Callable[[Any, Any], float]) -> Subject:
    """A function of labels, applied to labels written out from the table: their order must not matter to it."""

    def on(table: Table) -> float:
        return float(function(np.repeat(table.rows, table.counts), np.repeat(table.cols, table.counts)))

    def best(table: Table) -> float:
        labels = np.repeat(table.rows, table.counts)
        return float(function(labels, labels))

    return Subject(getattr(function, "__name__", "function"), on, best, "")


def subjects(asked: Any) -> tuple[list[Subject], bool]:
    """What is asked about, and whether it is a list."""
    if isinstance(asked, str):
        several = asked == "all" or asked in FAMILIES or len(resolve(asked)) > 1
        return [Subject.of(m) for m in resolve(asked)], several
    if isinstance(asked, Iterable) and not isinstance(asked, Measure):
        return [one for item in asked for one in subjects(item)[0]], True
    return [Subject.of(asked)], False
