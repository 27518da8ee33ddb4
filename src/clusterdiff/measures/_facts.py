"""MeasureFacts: what the record says about a measure with its chosen options and view."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from clusterdiff.measures._record import ByOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from clusterdiff.measures._record import Bound, Record
    from clusterdiff.measures._record_checks import (
        AffineGiven,
        AffineIn,
        Correction,
        Direction,
        Scale,
        Sensitivity,
    )
    from clusterdiff.measures.cluster_scores import ClusterScore
    from clusterdiff.measures.references import Reference
    from clusterdiff.summaries import Summary

View = Literal["distance", "similarity"]


class MeasureFacts:
    """The facts of a record, resolved for the options and the view of a measure."""

    record: Record
    fixed: dict[str, Any]
    view: View | None
    _options: dict[str, Any]

    @property
    def name(self) -> str:
        """The name, with the view and the chosen options."""
        view = f".{self.view}" if self.view else ""
        chosen = ",".join(f"{name}={value}" for name, value in self.fixed.items())
        return f"{self.record.name}{view}" + (f"[{chosen}]" if chosen else "")

    def _fact(self, value: Any) -> Any:
        return value.under(self._options) if isinstance(value, ByOptions) else value

    @property
    def label(self) -> str:
        """The name in print."""
        return f"{self.record.label}, as a {self.view}" if self.view else self.record.label

    @property
    def symbol(self) -> str:
        """The symbol used in formulas."""
        return self.record.symbol

    @property
    def family(self) -> str:
        """The family, which is the module that defines the measure."""
        return self.record.family

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names of the measure."""
        return () if self.fixed or self.view else self.record.aliases

    @property
    def summaries(self) -> tuple[type[Summary], ...]:
        """The summaries that the formula takes."""
        return self.record.summaries

    @property
    def all_summaries(self) -> tuple[type[Summary], ...]:
        """The summaries that the value needs to all its digits: a view may need further ones."""
        further = self._fact(self.record.complement_summaries) if self.view else ()
        return (*self.record.summaries, *further)

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the measure, with their defaults and choices."""
        return self.record.options

    @property
    def description(self) -> str:
        """One sentence on what the measure is."""
        return self.record.description

    @property
    def latex(self) -> str | None:
        """The formula in LaTeX, or None."""
        return self.record.latex

    @property
    def reading(self) -> str | None:
        """How to read a value, or None."""
        return self.record.reading

    @property
    def warning(self) -> str | None:
        """What to be careful about, or None."""
        return self.record.warning

    @property
    def references(self) -> tuple[Reference, ...]:
        """Where the measure is defined."""
        return self.record.references

    @property
    def default(self) -> bool:
        """Whether `compare` uses the measure when none is named."""
        return self.record.default

    @property
    def direction(self) -> Direction:
        """Whether larger values are better ("similarity"), smaller ones ("distance"), or neither."""
        return self.view or self.record.direction

    @property
    def unit(self) -> str | None:
        """The unit of the value, or None."""
        unit: str | None = self._fact(self.record.unit)
        return unit

    @property
    def bounds(self) -> tuple[Bound, Bound]:
        """The range of values; a callable depends on the data."""
        low, high = self.record.bounds
        return (0.0, high - low) if self.view else (low, high)  # type: ignore[operator]

    @property
    def best(self) -> Bound | None:
        """The value of equal clusterings; None for a description."""
        if self.view is None:
            return self.record.best
        return 0.0 if self.view == "distance" else self.bounds[1]

    @property
    def normalized(self) -> bool:
        """Whether the values lie between -1 and 1 for all data."""
        low, high = self.bounds
        return not callable(low) and not callable(high) and low >= -1 and high <= 1

    @property
    def symmetric(self) -> bool:
        """Whether swapping a and b changes nothing."""
        return bool(self._fact(self.record.symmetric))

    @property
    def metric(self) -> bool:
        """Whether the measure, or for a similarity its distance view, is a metric."""
        return bool(self._fact(self.record.metric))

    @property
    def order_dependent(self) -> bool:
        """Whether ties are resolved by the order of the labels."""
        return self.record.order_dependent

    @property
    def one_sided(self) -> bool:
        """Whether the measure describes a alone."""
        return self.record.one_sided

    @property
    def correction(self) -> Correction:
        """Whether the value is corrected for chance."""
        return self.record.correction

    @property
    def chance_adjusted(self) -> bool:
        """Whether the mean over random clusterings of the same sizes is constant."""
        return self.record.correction == "exact"

    @property
    def scale(self) -> Scale:
        """How the value changes if every element is repeated."""
        scale: Scale = self._fact(self.record.scale)
        return scale

    @property
    def n_invariant(self) -> bool:
        """Whether repeating every element changes nothing."""
        return self.scale == "invariant"

    @property
    def affine_in(self) -> AffineIn | None:
        """The quantity of which the value is an affine function."""
        quantity: AffineIn | None = self._fact(self.record.affine_in)
        return quantity

    @property
    def affine_given(self) -> AffineGiven:
        """Which cluster sizes must be fixed for the value to be affine."""
        given: AffineGiven = self._fact(self.record.affine_given)
        return given

    @property
    def summed(self) -> Literal["squares", "entropies"] | None:
        """The function f of which the distance is a sum over clusters and overlaps, or None.

        For a fixed number of elements, the distance (of a similarity, its distance view) is
        proportional to Σ f(a_i) + Σ f(b_j) - 2·Σ f(n_ij), with f(x) = x² or f(x) = x·log x. A
        symmetric distance that is affine in x, x_a and x_b, and 0 for equal clusterings, where all
        three are the same, is a multiple of x_a + x_b - 2·x.
        """
        is_distance = self.direction == "distance" or self.has_views
        if not (is_distance and self.symmetric and self.affine_given == "nothing"):
            return None
        return "squares" if self.affine_in == "pairs" else "entropies"

    @property
    def component_rule(self) -> Callable[[int, int], tuple[float, float]] | None:
        """Weight and offset of a component of given size, or None if the measure is not such a sum.

        The measure equals the sum over the components of the join of weight · score + offset, where the
        score is the measure on the component alone.
        """
        rule = self._fact(self.record.components)
        if rule is None:
            return None
        high = self.record.bounds[1] if self.view else 0.0

        def weigh(size: int, n: int) -> tuple[float, float]:
            weight, offset = rule(size, n, **self._options)
            if self.view is None:
                return weight, offset
            # high - Σ(w·s + b) = Σ(w·(high - s) + high·(size/n - w) - b), since the sizes add up to n
            return weight, high * (size / n - weight) - offset

        return weigh

    @property
    def component_values(self) -> Callable[..., Any] | None:
        """What every component adds, as a function of overlaps and components; None if unknown."""
        rule = self.record.component_values
        return None if rule is None or self.view else partial(rule, **self._options)

    @property
    def cluster_score(self) -> ClusterScore | None:
        """The score of clusters on which the measure is built, if there is one."""
        score: ClusterScore | None = self._fact(self.record.cluster_score)
        return score

    @property
    def sensitive_to(self) -> frozenset[Sensitivity] | None:
        """Where a standard error of the value is not valid; None if that is not known."""
        known = self._fact(self.record.sensitive_to)
        if known is None and self.family == "user-defined":
            return None
        return frozenset(known or ())

    @property
    def has_views(self) -> bool:
        """Whether the range and the best value are the same for all data, as views require."""
        low, high = self.record.bounds
        fixed = not (callable(low) or callable(high) or callable(self.record.best))
        return fixed and self.record.direction != "description" and high < inf  # type: ignore[operator]

    def to_dict(self) -> dict[str, Any]:
        """Return what is known about the measure as plain data.

        Returns
        -------
        dict
            Facts by name: text, numbers, lists and None.
        """
        low, high = (None if callable(bound) else bound for bound in self.bounds)
        return {
            "name": self.name,
            "label": self.label,
            "symbol": self.symbol,
            "aliases": list(self.aliases),
            "family": self.family,
            "description": self.description,
            "bounds": [low, high],  # None: depends on the data
            "best": None if callable(self.best) else self.best,
            "direction": self.direction,
            "symmetric": self.symmetric,
            "metric": self.metric,
            "normalized": self.normalized,
            "correction": self.correction,
            "scale": self.scale,
            "affine_in": self.affine_in,
            "sums_over_components": self.component_rule is not None,
            "default": self.default,
            "unit": self.unit,
            "options": {
                name: {"default": o.default, "choices": list(o.choices)}
                for name, o in self.options.items()
            },
            "references": [str(reference) for reference in self.references],
            "formula": self.latex,
            "reading": self.reading,
            "warning": self.warning,
        }
