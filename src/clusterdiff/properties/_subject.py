"""Subject: a measure, or any function of two label arrays, under test."""

from __future__ import annotations

from math import inf, isclose, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import OptionError
from clusterdiff.measures import Measure, get_measure
from clusterdiff.properties._cases import canonical, classes, everything, shapes, table
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.properties._cases import Labels

TOLERANCE = 1e-9
_SMALL = 4  # a function's direction and best value show in clusterings of up to this many elements


class Subject:
    """What is tested: its value, and its distance from the best value, each computed once per table.

    A measure is taken by name or as it is. Of a function of two label arrays the direction is found from its
    values on equal clusterings, or said: ``Subject(f, direction="similarity")``.

    >>> Subject("ari").distance((0, 0, 1), (0, 1, 1))
    1.5
    >>> Subject(lambda a, b: float((a != b).any())).direction
    'distance'
    """

    def __init__(self, what: str | Measure | Callable[[Any, Any], float], direction: str | None = None) -> None:
        known: Measure | None = get_measure(what) if isinstance(what, str | Measure) else None
        if known is None and not callable(what):
            raise OptionError(f"measure must be a measure, its name, or a function of two label arrays: got {what!r}.")
        self.what: Any = what if known is None else known
        self.measure = known
        self.name = known.name if known else getattr(what, "__name__", repr(what))
        self.memo: dict[Any, Any] = {}  # what a property remembers of this subject
        self._values: dict[Any, float] = {}
        self._distances: dict[Any, float] = {}
        self.by_table = not known.order_dependent if known else self._sees_only_the_table()
        self._best: float | None = None
        self.direction = known.direction if known else self._found(direction)

    def raw(self, a: Labels, b: Labels) -> float:
        """The value for these very labels."""
        if self.measure is not None:
            return self.measure.on(Table.from_labels(a, b))
        try:
            return float(self.what(np.array(a), np.array(b)))
        except ArithmeticError:
            return nan

    def value(self, a: Labels, b: Labels) -> float:
        """The value, one computation for all pairs with the same table."""
        key: Any = canonical(a, b) if self.by_table else (a, b)
        if key not in self._values:
            self._values[key] = self.measure.on(table(key)) if self.measure and self.by_table else self.raw(a, b)
        return self._values[key]

    def distance(self, a: Labels, b: Labels) -> float:
        """How far the value is from the best for this pair."""
        key: Any = canonical(a, b) if self.by_table else (a, b)
        if key not in self._distances:
            value, best = self.value(a, b), self._best_for(a, b)
            self._distances[key] = best - value if self.direction == "similarity" else value - best
        return self._distances[key]

    def similarity(self, a: Labels, b: Labels) -> float:
        """The value of a similarity; of a distance, 1 less it."""
        return self.value(a, b) if self.direction == "similarity" else 1 - self.distance(a, b)

    def square(self, n: int, of: Callable[[Labels, Labels], float]) -> NDArray[np.float64]:
        """The value, distance or similarity of each two of all clusterings of n elements."""
        every = everything(n)
        if not self.by_table:
            return np.array([[of(a, b) for b in every] for a in every])
        number, _ = classes(n)
        reps = shapes(n)
        known = {k: (reps[i], every[j]) for i, row in enumerate(number[self.firsts(n)].tolist()) for j, k in enumerate(row)}
        out: NDArray[np.float64] = np.array([of(*known[k]) for k in sorted(known)])[number]
        return out

    @staticmethod
    def firsts(n: int) -> list[int]:
        """Where the shapes stand among all clusterings."""
        place = {labels: i for i, labels in enumerate(everything(n))}
        return [place[shape] for shape in shapes(n)]

    def _best_for(self, a: Labels, b: Labels) -> float:
        """The value of equal clusterings; where it is not one for all, the less good of v(a, a) and v(b, b)."""
        best = self._best if self.measure is None else self.measure.best
        if best is None or callable(best):
            worse = min if self.direction == "similarity" else max
            return worse(self.value(a, a), self.value(b, b))
        return best

    def _found(self, said: str | None) -> str:
        """The direction of a function, and its best value if equal clusterings always have the same."""
        if said not in {None, "similarity", "distance"}:
            raise OptionError(f"direction must be similarity or distance: got {said!r}.")
        equal = [self.value(a, a) for n in range(1, _SMALL + 1) for a in shapes(n)]
        others = [self.value(a, b) for n in range(2, _SMALL + 1) for a in shapes(n) for b in everything(n) if a != b]
        if all(isclose(value, equal[0], abs_tol=TOLERANCE) for value in equal):
            self._best = equal[0]
        return said or ("similarity" if np.mean(equal) > np.mean([x for x in others if abs(x) < inf]) else "distance")

    def _sees_only_the_table(self) -> bool:
        """Whether the value of a function is the same for other names and another order of elements."""
        every = everything(3)
        pairs = [(a, b, tuple(7 - 2 * i for i in reversed(a)), tuple(3 * j + 1 for j in reversed(b))) for a in every for b in every]
        return all(_same(self.raw(a, b), self.raw(x, y)) for a, b, x, y in pairs)

    def __repr__(self) -> str:
        return f"<subject {self.name}>"


def _same(x: float, y: float) -> bool:
    return isclose(x, y, rel_tol=TOLERANCE, abs_tol=TOLERANCE) or (x != x and y != y)  # noqa: PLR0124
