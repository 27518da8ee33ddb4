"""Loss: the cost of reporting a partition if the true clustering is another one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import frexp, fsum, inf, log
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import OptionError
from clusterdiff.labels import Labels
from clusterdiff.measures import Measure, get_measure
from clusterdiff.summaries import Entropies, PairCounts
from clusterdiff.summaries._from_arrays import FROM_ARRAYS
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from clusterdiff.many._clusterings import Clusterings

    Reals = NDArray[np.float64]
    Codes = NDArray[Any]

LOSSES = {"vi": "variation_of_information", "binder": "mirkin_invariant"}
_NAMES = {measure: loss for loss, measure in LOSSES.items()}


@dataclass(frozen=True, slots=True)
class Loss:
    """A distance, and what it costs to separate and to join elements.

    ``squares`` gives the terms of the sum over the cells of a table: x² (True), x·log x
    (False), or neither (None).

    ``scale`` is what the costs that were given were divided by.
    """

    name: str
    measure: Measure
    costs: tuple[float, float]
    squares: bool | None
    scale: float = 1.0

    @classmethod
    def of(cls, loss: str | Measure, costs: Any = (1, 1)) -> Loss:
        """Read the options `loss` and `costs`."""
        chosen = get_measure(loss)
        if not (chosen.metric and _is_distance(chosen)):
            raise OptionError(
                f"loss must be a metric: {chosen.name} is not.",
                "pass vi, binder, van_dongen, classification_error or another measure whose "
                "distance is a metric",
            )
        distance = chosen.distance
        name = _NAMES.get(distance.name, distance.name)  # without options and without a view
        squares = distance.facts.summed == "squares" if name in LOSSES else None
        pair = _read_costs(costs)
        if squares is None and pair != (1.0, 1.0):
            raise OptionError(
                f"costs must be (1, 1) for {chosen.name}: only vi and binder accept other costs."
            )
        return cls(name, distance, pair, squares)

    def scaled(self) -> Loss:
        """Return the loss with costs of usual size, so that tolerances mean the same for all.

        Equal costs become (1, 1). Others are divided by a power of 2, so that they are not rounded;
        the larger one is then at least 1 and less than 2.
        """
        separate, join = self.costs
        scale = join if separate == join else 2.0 ** (frexp(max(separate, join))[1] - 1)
        return replace(self, costs=(separate / scale, join / scale), scale=scale)

    @property
    def equal_costs(self) -> bool:
        """Whether separating costs as much as joining."""
        return self.costs == (1.0, 1.0)

    def values(self, runs: Clusterings, codes: Codes) -> Reals:
        """Return the loss of a partition for every clustering, on the elements they share.

        `codes` has one cluster number per element, -1 for an element that is left out.
        """
        return np.array([self._of(side, weights) for side, weights in _sides(runs, codes)])

    def expected(self, runs: Clusterings, codes: Codes, weights: Reals) -> float:
        """Return the weighted mean of the loss over the clusterings."""
        return fsum((self.values(runs, codes) * weights).tolist())

    def _of(self, sides: tuple[Codes, Codes], weights: Any) -> float:
        """Return the loss of an estimate (b) for a clustering (a)."""
        a, b = sides
        if not len(a):
            return 0.0
        if weights is None and self.equal_costs:
            return self.measure(a, b)
        kind = PairCounts if self.squares else Entropies
        summary: Any = None if weights is not None else FROM_ARRAYS[kind](a, b)
        if summary is None:
            table = Table.from_labels(Labels(a), Labels(b), weights=weights)
            if self.equal_costs:
                return self.measure.on(table)
            summary = kind.of(table)
        separate, join = self.costs
        if self.squares:
            return float(2 * (separate * summary.only_a + join * summary.only_b) / summary.n**2)
        return float(separate * summary.b_given_a + join * summary.a_given_b) / log(2)


def _is_distance(measure: Measure) -> bool:
    """Return whether a measure is a distance, or has a distance view."""
    return measure.direction == "distance" or measure.has_views


def _read_costs(costs: Any) -> tuple[float, float]:
    """Read two positive numbers."""
    try:
        separate, join = (float(cost) for cost in costs)
    except (TypeError, ValueError):
        raise OptionError(f"costs must be two positive numbers, got {costs!r}.") from None
    if not (0 < separate < inf and 0 < join < inf):
        raise OptionError(f"costs must be two positive numbers, got {costs!r}.")
    return separate, join


def _sides(runs: Clusterings, codes: Codes) -> Iterator[tuple[tuple[Codes, Codes], Any]]:
    """Yield codes and weights of the elements that each clustering and a partition share."""
    estimate = np.ascontiguousarray(codes, np.int64)
    everywhere = bool((estimate >= 0).all())
    for codes_of_run, size, absent in zip(runs.codes, runs.sizes, runs.absent, strict=True):
        if everywhere and not absent:
            yield (codes_of_run, estimate), runs.weights
            continue
        shared = (codes_of_run != size) & (estimate >= 0)
        weights = None if runs.weights is None else runs.weights[shared]
        yield (codes_of_run[shared], estimate[shared]), weights


def read_draw_weights(weights: Any, count: int) -> Reals:
    """Read one non-negative weight per clustering; return them with sum 1."""
    if weights is None:
        return np.full(count, 1 / count)
    try:
        numbers = np.asarray(weights, float)
    except (TypeError, ValueError):
        raise OptionError("draw_weights must be numbers, one per clustering.") from None
    if numbers.shape != (count,):
        raise OptionError(
            f"draw_weights must be one number per clustering, got shape {numbers.shape} for "
            f"{count} clusterings."
        )
    if not np.isfinite(numbers).all() or (numbers < 0).any() or not numbers.any():
        raise OptionError("draw_weights must be non-negative, finite and not all 0.")
    scaled = numbers / numbers.max()
    return np.asarray(scaled / scaled.sum())
