"""Measure: a formula with its record, applied to labels, partitions, tables or summaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from functools import partial
from importlib import import_module
from inspect import Parameter, Signature
from math import inf, isfinite
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.covers import KindTable, table_type_of
from clusterdiff.errors import InputError, OptionError, RecordError
from clusterdiff.io import is_labels, read_in_memory, table_of
from clusterdiff.labels import POLICY_OPTIONS, Labels, option_parameters
from clusterdiff.measures._record import (
    DERIVED,
    ByOptions,
    Record,
    docstring,
    record_of,
    shows_fields,
)
from clusterdiff.summaries._from_arrays import FROM_ARRAYS, codes_read_before
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from clusterdiff.measures._cluster_scores import ClusterScore
    from clusterdiff.measures._record import (
        AffineGiven,
        AffineIn,
        Bound,
        Correction,
        Direction,
        Scale,
        Sensitivity,
    )
    from clusterdiff.measures._references import Reference
    from clusterdiff.summaries import Batch, Summary

View = Literal["distance", "similarity"]
_ROUNDING = 1e-6  # by which a formula of a user may leave its bounds
# The measures of other kinds of clusterings by the measure of partitions that they generalize.
_GENERALIZATIONS: dict[str, list[Measure]] = {}
_OF_KINDS: defaultdict[type[Any], list[Measure]] = defaultdict(
    list
)  # the default measures of each kind


class Measure:
    """A measure of the agreement of two clusterings.

    A measure is a value: it can be compared, hashed, copied and pickled. Use the `measure` decorator to
    define one, `get_measure` to look one up.

    Parameters
    ----------
    function : callable
        The formula: a function of summaries and keyword-only options.
    record : Record
        The facts about the measure.
    fixed : mapping, optional
        Options that are already chosen.
    view : {"distance", "similarity"} or None, default=None
        If given, the value is the upper bound minus the formula.

    Examples
    --------
    >>> from clusterdiff import adjusted_rand
    >>> adjusted_rand([0, 0, 1, 1], [0, 0, 1, 2])
    0.5714285714285714
    >>> adjusted_rand.distance([0, 0, 1, 1], [0, 0, 1, 2])
    0.42857142857142855
    """

    def __init__(
        self,
        function: Callable[..., float],
        record: Record,
        fixed: Mapping[str, Any] | None = None,
        view: View | None = None,
    ) -> None:
        self.function = function
        self.record = record
        self.__doc__ = docstring(record, function)
        self._choose(fixed or {}, view)

    def _choose(self, fixed: Mapping[str, Any], view: View | None) -> None:
        self.fixed = dict(fixed)
        self.view = view
        self._options = {name: o.default for name, o in self.options.items()} | self.fixed
        # A cached_property would write to __dict__, after which all attributes are read more slowly.
        kinds = [summary.table_type for summary in self.record.summaries]
        self._table_type = next((kind for kind in kinds if kind is not Table), Table)
        self._needed = Facts(self).all_summaries
        # Computes the summary, if it is the only one, from plain arrays without a table.
        self._from_arrays = FROM_ARRAYS.get(self._needed[0]) if len(self._needed) == 1 else None
        self._best: Any = self.best
        self._low: Any
        self._high: Any
        self._low, self._high = self.bounds
        self._is_bounded = not (callable(self._low) or callable(self._high))  # for all data
        self._evaluate = self._evaluation()
        self.__name__ = self.name

    def _variant(self, fixed: Mapping[str, Any], view: View | None) -> Measure:
        """Return the same measure with other options or another view; the docstring is shared."""
        other = Measure.__new__(Measure)
        other.__dict__.update(self.__dict__)
        other._choose(fixed, view)
        return other

    # Values -----------------------------------------------------------------------------------------

    def __call__(self, *clusterings: Any, **options: Any) -> float:
        """Return the value for two clusterings in any form, or for a table."""
        from_arrays = self._from_arrays
        if from_arrays is not None and len(clusterings) == 2 and not options:
            given_a, given_b = clusterings
            summary = from_arrays(given_a, given_b)
            if summary is None and (codes := codes_read_before(given_a, given_b)):
                summary = from_arrays(*codes)
            if summary is None and table_type_of(clusterings) is Table:
                clusterings = a, b = read_in_memory(clusterings)
                if isinstance(a, Labels) and isinstance(b, Labels) and a.whole and b.whole:
                    tried = a.codes is given_a and b.codes is given_b
                    summary = None if tried else from_arrays(a.codes, b.codes)
            if summary is not None:
                return self._limited(summary)
        return self._of(clusterings, options)

    def _of(self, clusterings: tuple[Any, ...], options: dict[str, Any]) -> float:
        """Return the value for clusterings in any form, by their table."""
        if self.record.one_sided and len(clusterings) == 1 and is_labels(clusterings[0]):
            clusterings = (*clusterings, *clusterings)
        kind = self.table_type
        given: dict[str, Any] = {}
        if options:
            inputs = {*POLICY_OPTIONS, *kind.inputs}
            given = {name: options.pop(name) for name in inputs & options.keys()}
            # Before the labels are read, since their errors could hide a typo in an option.
            self._check_options(options)
        missing = [name for name in kind.inputs if given.get(name) is None]
        if missing and not (clusterings and isinstance(clusterings[0], kind)):
            raise self._needs(kind)
        if kind is Table:
            seen = table_type_of(clusterings)
            if seen is not Table:
                return self.for_kind(seen)(*clusterings, **given, **options)
        return self.on(self.read(clusterings, given), **options)

    def read(self, clusterings: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
        """Return the table of the clusterings of a call, of the kind that the measure takes.

        Parameters
        ----------
        clusterings : tuple
            The positional arguments of a call.
        options : mapping
            Its options, without those of the measure.

        Returns
        -------
        Table
            Of the kind `table_type`.
        """
        kind: Any = self.table_type
        return table_of(clusterings, options) if kind is Table else kind.read(clusterings, options)

    def for_kind(self, table_type: type[Any]) -> Measure:
        """Return the measure for clusterings of a kind: itself, or the one that extends it to them.

        Parameters
        ----------
        table_type : type
            The kind of table that the clusterings have.

        Returns
        -------
        Measure
            The measure.

        Raises
        ------
        InputError
            If the measure does not take them. The hint names the measures that generalize it.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> cd.adjusted_rand.for_kind(cd.covers.CoverTable)
        Traceback (most recent call last):
        clusterdiff.errors.InputError: adjusted_rand takes partitions, not a cover.
        Hint: omega_index
        """
        if issubclass(table_type, self.table_type):
            return self
        if self.table_type is not Table or issubclass(table_type, Table):
            return self  # it reads partitions as clusterings of its kind, or says what it needs
        known = [
            m for m in _GENERALIZATIONS.get(self.record.name, ()) if m.table_type is table_type
        ]
        extending = [m for m in known if m.record.extends]
        if extending:
            shared = {name: x for name, x in self.fixed.items() if name in extending[0].options}
            return extending[0]._variant(shared, self.view)
        kind = table_type.clustering.__kind__
        raise InputError(
            f"{self.record.name} takes partitions, not a {kind}.",
            " or ".join(m.name for m in known)
            or f"the measures of a {kind} are {', '.join(m.name for m in _OF_KINDS[table_type])}; "
            f"{table_type.clustering.converted}",
        )

    def on(self, table: Table, **options: Any) -> float:
        """Return the value for a table.

        Parameters
        ----------
        table : Table
            The contingency table of a and b, of the kind `table_type`.
        **options
            Options of the measure.

        Returns
        -------
        float
            The value.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> cd.purity.on(cd.Table.from_matrix([[5, 1], [0, 4]]))
        0.9
        """
        if options:
            return self.using(**options).on(table)
        if not isinstance(table, self.table_type):
            if isinstance(table, KindTable):
                return self.for_kind(type(table)).on(table)
            if isinstance(table, Table):
                raise self._needs(self.table_type)
        return self.formula(*(summary.of(table) for summary in self._needed))

    def _needs(self, kind: type[Table]) -> InputError:
        """Return the error for clusterings without something that the measure needs."""
        written = ", ".join(["a", "b", *(f"{name}={given}" for name, given in kind.inputs.items())])
        return InputError(
            f"{self.record.name} needs {kind.needs}.", f"{self.record.name}({written})"
        )

    def formula(self, *summaries: Any, **options: Any) -> float:
        """Return the value for given summaries.

        Equal partitions get the best value. Rounding errors are kept within the bounds.

        Parameters
        ----------
        *summaries
            The summaries that the formula takes, in the order of `summaries`.
        **options
            Options of the measure.

        Returns
        -------
        float
            The value.
        """
        chosen = self.using(**options) if options else self
        return chosen._limited(*summaries)

    def _limited(self, summary: Any, *others: Any) -> float:
        """Return the best value for equal clusterings, else the formula within its bounds."""
        best, low, high = self._best, self._low, self._high
        if best is not None and summary.equal:
            value = best(summary, *others, **self.fixed) if callable(best) else best
        else:
            evaluate = self._evaluate
            value = evaluate(summary, *others) if others else evaluate(summary)
        if type(value) is not float:
            value = self._number(value)
        if not self._is_bounded:
            low = float(low(summary, *others, **self.fixed) if callable(low) else low)
            high = float(high(summary, *others, **self.fixed) if callable(high) else high)
        if low <= value <= high:
            return value
        if self.family == "user-defined":
            self._check_within(value, low, high)
        return float(min(max(value, low), high))

    def values(self, batch: Batch) -> NDArray[np.float64]:
        """Return the value for each summary of a batch.

        A formula that is plain arithmetic (`Record.elementwise`) is evaluated once, for arrays of all
        summaries; another one is evaluated once for each different summary.

        Parameters
        ----------
        batch : Batch
            Summaries of the kind that the formula takes.

        Returns
        -------
        ndarray of float64
            One value per summary, the same as `formula` returns.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> from clusterdiff.summaries import Batch, PairCounts
        >>> tables = [cd.Table.from_matrix(m) for m in ([[3, 1], [1, 3]], [[4, 0], [0, 4]])]
        >>> cd.rand.values(Batch([PairCounts.of(table) for table in tables])).tolist()
        [0.5714285714285714, 1.0]
        """
        if not (self.record.elementwise and self.view is None):
            return batch.each(self.formula)
        unequal = ~batch.equal
        out = np.empty(len(batch))
        if not unequal.all():
            out[~unequal] = batch.where(~unequal).each(self.formula)
        if unequal.any():
            columns = batch.where(unequal).columns
            value = np.asarray(self._evaluate(columns), float)
            bounds = (self._low, self._high)
            low, high = (
                np.asarray(x(columns, **self.fixed) if callable(x) else x, float) for x in bounds
            )
            out[unequal] = np.clip(value, low, high)
        return out

    def _evaluation(self) -> Callable[..., Any]:
        """Return the formula under the options, or for a view its complement."""
        function = partial(self.function, **self.fixed) if self.fixed else self.function
        if self.view is None:
            return function
        if self.record.complement is not None:
            return partial(self.record.complement, **self.fixed)
        top: Any = self.record.bounds[1]
        return lambda *summaries: top - self._number(function(*summaries))

    def _number(self, value: Any) -> float:
        """Return what a formula returned as a float, or raise if it is not a number."""
        try:
            return float(value)
        except (TypeError, ValueError):
            raise RecordError(
                f"{self.record.name}: the formula must return a number, got {value!r}.",
                "end it with return …",
            ) from None
        except OverflowError:
            raise RecordError(
                f"{self.record.name}: the formula must return a number of at most 1.8e308.",
                "divide before you multiply, or return a logarithm",
            ) from None

    def _check_within(self, value: float, low: float, high: float) -> None:
        """Raise if a value is outside of the bounds by more than a rounding error."""
        slack = _ROUNDING * max([1.0, *(abs(end) for end in (low, high) if isfinite(end))])
        if not low - slack <= value <= high + slack:
            raise RecordError(
                f"{self.record.name}: the formula gives {value!r}, outside of the bounds {low:g} and "
                f"{high:g}.",
                "write bounds=(least, largest) of the formula, and by_convention(value, reason) for 0/0",
            )

    # Options and views ------------------------------------------------------------------------------

    def using(self, **options: Any) -> Measure:
        """Return the measure with these options chosen.

        Parameters
        ----------
        **options
            Options of the measure.

        Returns
        -------
        Measure
            The measure with the options that were chosen before and these.

        Raises
        ------
        OptionError
            If an option is unknown or has a value that is not accepted.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> cd.normalized_mutual_information.using(by="max").name
        'normalized_mutual_information[by=max]'
        """
        return self._variant(self.fixed | self._check_options(options), self.view)

    def _check_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options if all are known and have accepted values, and raise otherwise."""
        for name, value in options.items():
            if name not in self.options:
                known = [*self.options, *self.table_type.inputs, *sorted(POLICY_OPTIONS)]
                raise OptionError.unknown(self.record.name, name, known)
            if self.options[name].choices:
                check_choice(name, value, self.options[name].choices)
            if not isinstance(value, Hashable):
                raise OptionError(f"{name} must be hashable, got {value!r}.", "pass a tuple")
        return options

    @property
    def distance(self) -> Measure:
        """The measure as a distance: 0 for equal partitions."""
        return self._viewed("distance")

    @property
    def similarity(self) -> Measure:
        """The measure as a similarity: its upper bound minus the distance."""
        return self._viewed("similarity")

    def _viewed(self, view: View) -> Measure:
        if self.direction == view:
            return self
        if self.record.direction == view:
            return self._variant(self.fixed, None)
        if not self.has_views:
            raise OptionError(
                f"{self.record.name} has no {view} view, because its range depends on the data."
            )
        return self._variant(self.fixed, view)

    @property
    def has_views(self) -> bool:
        """Whether the range and the best value are the same for all data, as views require."""
        low, high = self.record.bounds
        fixed = not (callable(low) or callable(high) or callable(self.record.best))
        return fixed and self.record.direction != "description" and high < inf  # type: ignore[operator]

    # Facts ------------------------------------------------------------------------------------------

    def _fact(self, value: Any) -> Any:
        """Return a fact of the record under the options."""
        return value.under(self._options) if isinstance(value, ByOptions) else value

    @property
    def name(self) -> str:
        """The name, with the view and the chosen options."""
        view = f".{self.view}" if self.view else ""
        chosen = ",".join(
            f"{name}={getattr(value, '__name__', value)}" for name, value in self.fixed.items()
        )
        return f"{self.record.name}{view}" + (f"[{chosen}]" if chosen else "")

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
    def table_type(self) -> type[Table]:
        """The kind of table that the measure takes: `Table`, or one that knows more."""
        return self._table_type

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
    def meaning(self) -> str | None:
        """What a value means, or None."""
        return self.record.meaning

    @property
    def warning(self) -> str | None:
        """What to be careful about, or None."""
        return self.record.warning

    @property
    def references(self) -> tuple[Reference, ...]:
        """Where the measure is defined."""
        return self.record.references

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
    def symmetric(self) -> bool:
        """Whether swapping a and b changes nothing."""
        return bool(self._fact(self.record.symmetric))

    @property
    def metric(self) -> bool:
        """Whether the measure, or for a similarity its distance view, is a metric."""
        return bool(self._fact(self.record.metric))

    @property
    def correction(self) -> Correction:
        """Whether the value is corrected for chance."""
        found: Correction = self._fact(self.record.correction)
        return found

    @property
    def scale(self) -> Scale:
        """How the value changes if every element is repeated."""
        scale: Scale = self._fact(self.record.scale)
        return scale

    @property
    def facts(self) -> Facts:
        """What the other packages of the library need to know about the measure."""
        return Facts(self)

    # Facts that depend on the data ------------------------------------------------------------------

    def bounds_on(self, table: Table) -> tuple[float, float]:
        """Return the range of values; where it depends on the data, the one for this table.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        tuple of float
            The lower and the upper bound.
        """
        low, high = self.bounds
        return self._on(low, table), self._on(high, table)

    def best_on(self, table: Table) -> float | None:
        """Return the value of equal clusterings; where it depends on the data, for this table.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        float or None
            The best value; None for a description.
        """
        if self.best is None:
            return None
        low, high = self.bounds_on(table)
        return min(max(self._on(self.best, table), low), high)

    def _on(self, rule: Bound, table: Table) -> float:
        """Return a number, or the value of a function of the summaries of a table."""
        if callable(rule):
            rule = rule(*self._summaries_of(table), **self.fixed)
        return float(rule)

    def _seen(self, value: float) -> float:
        """Return the value in the chosen view."""
        return value if self.view is None else self.record.bounds[1] - value  # type: ignore[operator]

    def _summaries_of(self, table: Table) -> tuple[Any, ...]:
        return tuple(summary.of(table) for summary in self.summaries)

    # Value semantics --------------------------------------------------------------------------------

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
            "table": self.table_type.__name__,
            "description": self.description,
            "bounds": [low, high],  # None: depends on the data
            "best": None if callable(self.best) else self.best,
            "direction": self.direction,
            "symmetric": self.symmetric,
            "metric": self.metric,
            "normalized": self._is_bounded and self._low >= -1 and self._high <= 1,
            "correction": self.correction,
            "scale": self.scale,
            "affine_in": self.facts.affine_in,
            "sums_over_components": self.facts.component_rule is not None,
            "default": self.record.default,
            "common": self.record.common,
            "generalizes": self.record.generalizes,
            "unit": self.unit,
            "options": {
                name: {"default": o.default, "choices": list(o.choices)}
                for name, o in self.options.items()
            },
            "references": [str(reference) for reference in self.references],
            "formula": self.latex,
            "meaning": self.meaning,
            "warning": self.warning,
        }

    def _key(self) -> tuple[Any, ...]:
        return self.function, self.view, frozenset(self.fixed.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> Any:
        """Pickle the formula, which carries the record, and what was chosen."""
        own = None if hasattr(self.function, "measure_record") else self.record
        return _restore, (self.function, own, self.fixed, self.view)

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle as `__reduce__` says, or by name for protocols without attributes of objects."""
        name = getattr(self.function, "__qualname__", "")
        if protocol >= 4 or not name.endswith(".function") or "<locals>" in name:
            return self.__reduce__()
        home = self.function.__module__, name.removesuffix(".function")
        return _restore_by_name, (*home, self.fixed, self.view)

    def __repr__(self) -> str:
        return f"<measure {self.name}: {self.label}>"


class Facts:
    """What the other packages of the library need to know about a measure.

    Its attributes are resolved for the options and the view of the measure; users read `Measure`.

    Parameters
    ----------
    measure : Measure
        The measure.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.rand.facts.affine_in, cd.rand.distance.facts.summed
    ('pairs', 'squares')
    """

    # ruff: noqa: SLF001  (the facts are a part of the measure)

    def __init__(self, measure: Measure) -> None:
        self._of = measure

    @property
    def affine_in(self) -> AffineIn | None:
        """The quantity of which the value is an affine function."""
        quantity: AffineIn | None = self._of._fact(self._of.record.affine_in)
        return quantity

    @property
    def affine_given(self) -> AffineGiven:
        """Which cluster sizes must be fixed for the value to be affine."""
        given: AffineGiven = self._of._fact(self._of.record.affine_given)
        return given

    @property
    def summed(self) -> Literal["squares", "entropies"] | None:
        """The function f of which the distance is a sum over clusters and overlaps, or None.

        For a fixed number of elements, the distance (of a similarity, its distance view) is
        proportional to Σ f(a_i) + Σ f(b_j) - 2·Σ f(n_ij), with f(x) = x² or f(x) = x·log x. A
        symmetric distance that is affine in x, x_a and x_b, and 0 for equal clusterings, where all
        three are the same, is a multiple of x_a + x_b - 2·x.
        """
        is_distance = self._of.direction == "distance" or self._of.has_views
        if not (is_distance and self._of.symmetric and self.affine_given == "nothing"):
            return None
        return "squares" if self.affine_in == "pairs" else "entropies"

    @property
    def component_rule(self) -> Callable[[int, int], tuple[float, float]] | None:
        """Weight and offset of a component of given size, or None if the measure is not such a sum.

        The measure equals the sum over the components of the join of weight · score + offset, where the
        score is the measure on the component alone.
        """
        rule = self._of._fact(self._of.record.components)
        if rule is None:
            return None
        high = self._of.record.bounds[1] if self._of.view else 0.0

        def weigh(size: int, n: int) -> tuple[float, float]:
            weight, offset = rule(size, n, **self._of._options)
            if self._of.view is None:
                return weight, offset
            # high - Σ(w·s + b) = Σ(w·(high - s) + high·(size/n - w) - b), since the sizes add up to n
            return weight, high * (size / n - weight) - offset

        return weigh

    @property
    def component_values(self) -> Callable[..., Any] | None:
        """What every component adds, as a function of overlaps and components; None if unknown."""
        rule = self._of.record.component_values
        return None if rule is None or self._of.view else partial(rule, **self._of._options)

    def component_options_on(self, table: Table) -> dict[str, Any]:
        """Return the options under which the values on the components of this table add up.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        dict
            Options of the measure; empty if none has to be chosen.
        """
        rule = self._of.record.component_options
        return {} if rule is None else rule(table, **self._of._options)

    def expectation_on(self, table: Table) -> float | None:
        """Return the closed-form mean over random clusterings of these sizes, if there is one.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        float or None
            The mean, or None if there is no closed form in the record.
        """
        rule = self._of.record.expectation
        return None if rule is None else self._of._seen(self._of._on(rule, table))

    def independent_on(self, table: Table) -> float | None:
        """Return the value for independent clusterings of these cluster sizes, if it is known.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        float or None
            The value, or None if it is not known.
        """
        rule = self._of._fact(self._of.record.independent)
        return None if rule is None else self._of._seen(self._of._on(rule, table))

    def attainable_on(self, table: Table) -> tuple[float, float]:
        """Return the tightest known range of values for the cluster sizes of this table.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        tuple of float
            The least and the largest value.
        """
        low, high = self._of.bounds_on(table)
        ends = [
            None if x is None else self._of._seen(self._of._on(x, table))
            for x in self._of.record.attainable
        ]
        least, most = ends if self._of.view is None else reversed(ends)
        least = low if least is None else min(max(least, low), high)
        most = high if most is None else min(max(most, least), high)
        return least, most

    def approximate_on(self, table: Table) -> str | None:
        """Return why the value for this table is approximate, or None if it is not.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        str or None
            The reason.
        """
        rule = self._of.record.approximate
        return None if rule is None else rule(*self._of._summaries_of(table), **self._of.fixed)

    @property
    def cluster_score(self) -> ClusterScore | None:
        """The score of clusters on which the measure is built, if there is one."""
        score: ClusterScore | None = self._of._fact(self._of.record.cluster_score)
        return score

    @property
    def sensitive_to(self) -> frozenset[Sensitivity] | None:
        """Where a standard error of the value is not valid; None if that is not known."""
        known = self._of._fact(self._of.record.sensitive_to)
        if known is None and self._of.family == "user-defined":
            return None
        return frozenset(known or ())

    @property
    def order_dependent(self) -> bool:
        """Whether ties are resolved by the order of the labels."""
        return self._of.record.order_dependent

    @property
    def one_sided(self) -> bool:
        """Whether the measure describes a alone."""
        return self._of.record.one_sided

    @property
    def all_summaries(self) -> tuple[type[Summary], ...]:
        """The summaries that the value needs to all its digits: a view may need further ones."""
        further = self._of._fact(self._of.record.complement_summaries) if self._of.view else ()
        return (*self._of.record.summaries, *further)

    def raw(self, *summaries: Any, **options: Any) -> float:
        """Return the value of the formula, or of its view, without conventions and bounds.

        Parameters
        ----------
        *summaries : Summary
            The summaries that the formula takes.
        **options
            The options of the measure.

        Returns
        -------
        float
            The value, which may lie outside the bounds by rounding.
        """
        chosen = self._of.using(**options) if options else self._of
        return chosen._number(chosen._evaluate(*summaries))


class _LazySignature:
    """The signature of a measure, made when it is asked for; the class itself has none."""

    def __get__(self, measure: Measure | None, _: type) -> Signature:
        if measure is None:
            raise AttributeError("__signature__")
        return _signature(measure)


Measure.__signature__ = _LazySignature()  # type: ignore[attr-defined]


def _signature(measure: Measure) -> Signature:
    """Return the signature of a measure: what it reads, its options, and the label options."""
    keyword = Parameter.KEYWORD_ONLY
    sides = [Parameter("clusterings", Parameter.VAR_POSITIONAL, annotation="Any")]
    inputs = [
        Parameter(name, keyword, annotation="Any", default=None)
        for name in measure.table_type.inputs
    ]
    own = [
        Parameter(name, keyword, default=option.default, annotation=option.annotation)
        for name, option in measure.options.items()
    ]
    return Signature([*sides, *inputs, *own, *option_parameters()], return_annotation="float")


def _restore(
    function: Any, record: Record | None, fixed: Mapping[str, Any], view: View | None
) -> Measure:
    """Rebuild a measure from its pickle."""
    return Measure(function, record or function.measure_record, fixed, view)


def _restore_by_name(
    module: str, name: str, fixed: Mapping[str, Any], view: View | None
) -> Measure:
    """Rebuild a measure that is an attribute of a module."""
    base: Measure = attrgetter(name)(import_module(module))
    return base._variant(fixed, view)


@shows_fields(Record, DERIVED)
def measure(**facts: Any) -> Callable[[Callable[..., float]], Measure]:
    r"""Define a measure: attach a record to a formula.

    The formula takes one or more summaries as positional-only arguments; their annotations say which.
    Its keyword-only arguments are the options of the measure. The lines ``Formula:``, ``Meaning:`` and
    ``Beware:`` of its docstring become part of the record.

    Parameters
    ----------
    {fields}

    Returns
    -------
    callable
        A decorator that turns the formula into a `Measure`.

    Raises
    ------
    TypeError
        If a field is unknown or missing.
    RecordError
        If a fact has a value that it cannot have, or the signature of the formula is not as described.

    See Also
    --------
    get_measure : Look up a measure of the catalogue.
    clusterdiff.measures.Record : All facts about a measure.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from clusterdiff.summaries import PairCounts
    >>> @cd.measure(
    ...     label="Simpson coefficient of pairs", symbol="Si", direction="similarity",
    ...     bounds=(0.0, 1.0), symmetric=True, references=(), affine_in="pairs",
    ... )
    ... def simpson(p: PairCounts, /) -> float:
    ...     "Share of the pairs of the finer clustering that both have."
    ...     return p.both / max(1, min(p.in_a, p.in_b))
    >>> simpson([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    """

    def decorate(function: Callable[..., float]) -> Measure:
        record = record_of(function, facts)
        # The decorated name is bound to the measure: pickle finds the formula as its attribute.
        function.__qualname__ += ".function"
        function.measure_record = record  # type: ignore[attr-defined]
        made = Measure(function, record)
        if record.default:
            _OF_KINDS[made.table_type].append(made)
        if record.generalizes is not None:
            known = _GENERALIZATIONS.setdefault(record.generalizes, [])
            known[:] = [*(m for m in known if m.name != made.name), made]
        return made

    return decorate
