"""Measured: the measure, function or scoring rule that is checked."""

from __future__ import annotations

from math import inf, isclose, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import as_number
from clusterdiff.errors import OptionError
from clusterdiff.measures import Measure, SplitMerge, get_measure
from clusterdiff.properties._cases import everything, shapes
from clusterdiff.properties._tables import canonical, labeled_table, table, table_numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.measures._record import Direction
    from clusterdiff.properties._cases import Labels

TOLERANCE = 1e-9
_SMALL = 4  # clusterings of up to this many elements show the direction of a function


class Measured:
    """A measure as the properties use it: its value, distance and similarity.

    Values are computed once per canonical table (see `clusterdiff.properties.tables`).

    Parameters
    ----------
    what : str, Measure, scoring rule or callable
        The name of a measure; a measure, built-in or made with ``SplitMerge`` or ``SetMatching``; a
        scoring rule such as ``EntropyScore()``, which stands for ``SplitMerge(rule)``; or a
        function of two label arrays.
    direction : {"similarity", "distance"} or None, default=None
        Of a function: whether larger values are better. By default it is found by comparing the
        values of equal clusterings with those of different ones.

    Attributes
    ----------
    name : str
        Name of the measure or function.
    direction : {"similarity", "distance", "description"}
        A description, such as an entropy, has no best value.
    rule : ClusterScore or None
        The scoring rule of a split–merge measure, or the one that Xiang et al. name for it.

    Examples
    --------
    >>> Measured("ari").distance((0, 0, 1), (0, 1, 1))
    1.5
    >>> Measured(lambda a, b: float((a != b).any())).direction
    'distance'
    """

    def __init__(self, what: Any, direction: str | None = None) -> None:
        known = _known(what)
        if known is None and (isinstance(what, type) or not callable(what)):
            raise OptionError(
                "measure must be a measure, its name, a scoring rule or a function of two label "
                f"arrays, got {what!r}."
            )
        self.what: Any = what if known is None else known
        self.measure = known
        self.name: str = known.name if known else getattr(what, "__name__", repr(what))
        self.rule = known.facts.cluster_score if known else None
        self.memo: dict[Any, Any] = {}  # what properties remember about this measure
        self._values: dict[Any, float] = {}
        self._distances: dict[Any, float] = {}
        self.by_table = not known.facts.order_dependent if known else self._depends_on_table_only()
        self.direction: Direction = known.direction if known else self._found(direction)

    @classmethod
    def of(cls, what: Any) -> Measured:
        """Return `what` itself if it is already a `Measured`, and a new one otherwise.

        Parameters
        ----------
        what : str, Measure, scoring rule, callable or Measured
            What is measured.

        Returns
        -------
        Measured
            The measure as the properties use it.
        """
        return what if isinstance(what, cls) else cls(what)

    def fresh(self) -> Measured:
        """Return the same without any remembered value.

        Returns
        -------
        Measured
            A new object for the same measure.
        """
        return type(self)(self.what, None if self.measure else self.direction)

    def raw(self, a: Labels, b: Labels) -> float:
        """Return the value for exactly these labels.

        Parameters
        ----------
        a, b : tuple of int
            The clusterings, a cluster number for each element.

        Returns
        -------
        float
            The value.
        """
        if self.measure is not None:
            return self.measure.on(labeled_table(a, b))
        try:
            value = self.what(np.array(a), np.array(b))
        except ArithmeticError:
            return nan
        return as_number(self.name, value)

    def value(self, a: Labels, b: Labels) -> float:
        """Return the value, computed once for all pairs with the same table.

        Parameters
        ----------
        a, b : tuple of int
            The clusterings, a cluster number for each element.

        Returns
        -------
        float
            The value.
        """
        key: Any = canonical(a, b) if self.by_table else (a, b)
        if key not in self._values:
            known = self.measure if self.by_table else None
            self._values[key] = known.on(table(key)) if known else self.raw(a, b)
        return self._values[key]

    def distance(self, a: Labels, b: Labels) -> float:
        """Return how far the value is from the best value.

        The best value is that of equal clusterings. Where it depends on the clusterings, it is the
        less good one of v(a, a) and v(b, b).

        Parameters
        ----------
        a, b : tuple of int
            The clusterings, a cluster number for each element.

        Returns
        -------
        float
            The distance, which is 0 for the best value.
        """
        key: Any = canonical(a, b) if self.by_table else (a, b)
        if key not in self._distances:
            value, equal = self.value(a, b), (self.value(a, a), self.value(b, b))
            similar = self.direction == "similarity"
            self._distances[key] = min(equal) - value if similar else value - max(equal)
        return self._distances[key]

    def similarity(self, a: Labels, b: Labels) -> float:
        """Return the value of a similarity, or 1 minus the distance.

        Parameters
        ----------
        a, b : tuple of int
            The clusterings, a cluster number for each element.

        Returns
        -------
        float
            The similarity.
        """
        return self.value(a, b) if self.direction == "similarity" else 1 - self.distance(a, b)

    def square(self, n: int, of: Callable[[Labels, Labels], float]) -> NDArray[np.float64]:
        """Return the value, distance or similarity of each two clusterings of n elements.

        Parameters
        ----------
        n : int
            The number of elements.
        of : callable
            A method of this object: `value`, `distance` or `similarity`.

        Returns
        -------
        ndarray of float64
            A square matrix in the order of `everything(n)`.
        """
        every = everything(n)
        if not self.by_table:
            return np.array([[of(a, b) for b in every] for a in every])
        number, _ = table_numbers(n)
        first_rows = number[self.shape_indices(n)].tolist()
        known = {
            k: (shape, every[j])
            for shape, row in zip(shapes(n), first_rows, strict=True)
            for j, k in enumerate(row)
        }
        out: NDArray[np.float64] = np.array([of(*known[k]) for k in sorted(known)])[number]
        return out

    @staticmethod
    def shape_indices(n: int) -> list[int]:
        """Return the positions of `shapes(n)` in `everything(n)`.

        Parameters
        ----------
        n : int
            The number of elements.

        Returns
        -------
        list of int
            The positions.
        """
        place = {labels: i for i, labels in enumerate(everything(n))}
        return [place[shape] for shape in shapes(n)]

    def score(self, cut: Labels) -> float:
        """Return the score that the rule gives to one cluster cut in this way.

        Parameters
        ----------
        cut : tuple of int
            The part to which each element of the cluster belongs.

        Returns
        -------
        float
            The score.
        """
        if self.rule is None:
            raise OptionError(f"{self.name} has no scoring rule.", "SplitMerge(rule)")
        parts = np.bincount(cut)
        sizes = np.array([len(cut)])
        return 1 - float(self.rule.losses(sizes, np.zeros(len(parts), np.int64), parts)[0])

    def _found(self, given: str | None) -> Direction:
        """Return the direction of a function."""
        if given not in {None, "similarity", "distance"}:
            raise OptionError(f"direction must be similarity or distance, got {given!r}.")
        if given is not None:
            return "similarity" if given == "similarity" else "distance"
        sizes = range(2, _SMALL + 1)
        same = [self.value(a, a) for n in sizes for a in shapes(n)]
        others = [
            self.value(a, b) for n in sizes for a in shapes(n) for b in everything(n) if a != b
        ]
        mean = np.mean([x for x in others if abs(x) < inf])
        return "similarity" if np.mean(same) > mean else "distance"

    def _depends_on_table_only(self) -> bool:
        """Return whether a function ignores the names of clusters and the order of elements."""
        return all(
            _same(
                self.raw(a, b),
                self.raw(
                    tuple(7 - 2 * i for i in reversed(a)), tuple(3 * j + 1 for j in reversed(b))
                ),
            )
            for a in everything(3)
            for b in everything(3)
        )

    def __repr__(self) -> str:
        return f"Measured({self.name})"


def _known(what: Any) -> Measure | None:
    """Return the measure that a name, a measure or a scoring rule stands for."""
    if hasattr(what, "losses") and not isinstance(what, type):
        return SplitMerge(what)
    return get_measure(what) if isinstance(what, str | Measure) else None


def _same(x: float, y: float) -> bool:
    both_nan = x != x and y != y  # noqa: PLR0124
    return both_nan or isclose(x, y, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
