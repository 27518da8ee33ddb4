"""Measure: a formula with its record, applied to labels, partitions, tables or summaries."""

from __future__ import annotations

from collections.abc import Hashable
from importlib import import_module
from inspect import Parameter, Signature
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from clusterdiff.checks import check_choice
from clusterdiff.errors import OptionError
from clusterdiff.labels import POLICY_OPTIONS, option_parameters
from clusterdiff.measures._docstring import docstring
from clusterdiff.measures._record import DERIVED, Record, record_of, shows_fields
from clusterdiff.measures._record_checks import check_within, number_of
from clusterdiff.measures._table_facts import TableFacts
from clusterdiff.summaries.from_arrays import codes_of, from_arrays
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from clusterdiff.measures._facts import View


class Measure(TableFacts):
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
        self._needed = self.all_summaries
        # The summary that can be computed from arrays without a table, if it is the only one.
        self._first = self._needed[0] if len(self._needed) == 1 else None
        low, high = self.record.bounds
        self._constant_bounds = None if callable(low) or callable(high) else (low, high)
        best = self.record.best
        plain = not (self.fixed or view or callable(best) or callable(low))
        # Cached for calls without options; None if `formula` must compute it.
        self._plain: Any = (self.function, best, low, high) if plain else None
        self.__name__ = self.name

    def _variant(self, fixed: Mapping[str, Any], view: View | None) -> Measure:
        """Return the same measure with other options or another view; the docstring is shared."""
        other = Measure.__new__(Measure)
        other.__dict__.update(self.__dict__)
        other._choose(fixed, view)  # noqa: SLF001
        return other

    @property
    def base(self) -> Measure:
        """The same measure without chosen options and without a view."""
        return self._variant({}, None) if self.fixed or self.view else self

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

    def __call__(self, a: Any, b: Any = None, /, **options: Any) -> float:
        """Return the value for a and b, or for a table alone."""
        if not options:
            summary = from_arrays(self._first, a, b)
            if summary is None and b is not None:
                summary = from_arrays(self._first, *codes_of(a, b))
            if summary is not None:
                if self._plain is not None:
                    function, best, low, high = self._plain
                    if best is not None and summary.equal:
                        return float(best)
                    try:
                        value = float(function(summary))
                    except (TypeError, ValueError):
                        return self.formula(summary)  # raises an error that says what to write
                    if low <= value <= (high(summary) if callable(high) else high):
                        return value
                return self.formula(summary)
        return self._of_labels(a, b, options)

    def _of_labels(self, a: Any, b: Any, options: dict[str, Any]) -> float:
        if b is None and self.one_sided and not isinstance(a, Table):
            b = a
        policy = {name: options.pop(name) for name in POLICY_OPTIONS & options.keys()}
        # Before the labels are read, since their errors could hide a typo in an option.
        self.check_options(options)
        return self.on(Table.of(a, b, policy), **options)

    def on(self, table: Table, **options: Any) -> float:
        """Return the value for a table.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.
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
        return self.formula(*(summary.of(table) for summary in self._needed))

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
        chosen = self.check_options({**self.fixed, **options}) if options or self.fixed else {}
        if self.view is not None:
            return self._mirrored(summaries, chosen)
        if summaries[0].equal and (best := self.record.best) is not None:
            value = float(best(*summaries, **chosen)) if callable(best) else best
        else:
            value = number_of(self.record.name, self.function(*summaries, **chosen))
        low, high = self._constant_bounds or self._bounds(summaries, chosen)
        if not low <= value <= high and self.family == "user-defined":
            check_within(self.record.name, value, low, high)
        return min(max(value, low), high)

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
        chosen = {**self.fixed, **options}
        complement = self.record.complement
        if self.view is not None and complement is not None:
            return number_of(self.record.name, complement(*summaries, **chosen))
        value = number_of(self.record.name, self.function(*summaries, **chosen))
        return value if self.view is None else self.record.bounds[1] - value  # type: ignore[operator]

    def _mirrored(self, summaries: tuple[Any, ...], options: Mapping[str, Any]) -> float:
        if summaries[0].equal:
            return float(self.best)  # type: ignore[arg-type]
        low, high = self.record.bounds
        return min(max(self.raw(*summaries, **options), 0.0), high - low)  # type: ignore[operator]

    def check_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options if all are known and have accepted values, and raise otherwise.

        Parameters
        ----------
        options : dict
            The options by name.

        Returns
        -------
        dict
            The same options.

        Raises
        ------
        OptionError
            If an option is unknown or has a value that is not accepted.
        """
        for name, value in options.items():
            if name not in self.options:
                known = [*self.options, *sorted(POLICY_OPTIONS)]
                raise OptionError.unknown(self.record.name, name, known)
            choices = self.options[name].choices
            if choices:
                check_choice(name, value, choices)
            if not isinstance(value, Hashable):
                raise OptionError(f"{name} must be hashable, got {value!r}.", "pass a tuple")
        return options

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
        fixed = self.check_options({**self.fixed, **options})
        return self._variant(fixed, self.view)

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


class _LazySignature:
    """The signature of a measure, made when it is asked for; the class itself has none."""

    def __get__(self, measure: Measure | None, _: type) -> Signature:
        if measure is None:
            raise AttributeError("__signature__")
        return _signature(measure.record)


Measure.__signature__ = _LazySignature()  # type: ignore[attr-defined]


def _signature(record: Record) -> Signature:
    """Return the signature of a measure: the two sides, its options, and the label options."""
    positional, keyword = Parameter.POSITIONAL_ONLY, Parameter.KEYWORD_ONLY
    sides = [
        Parameter("a", positional, annotation="LabelsLike | Table"),
        Parameter("b", positional, annotation="LabelsLike | None", default=None),
    ]
    own = [
        Parameter(name, keyword, default=option.default, annotation=option.annotation)
        for name, option in record.options.items()
    ]
    return Signature([*sides, *own, *option_parameters()], return_annotation="float")


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
    return base._variant(fixed, view)  # noqa: SLF001


@shows_fields(Record, DERIVED)
def measure(function: None = None, /, **facts: Any) -> Callable[[Callable[..., float]], Measure]:
    r"""Define a measure: attach a record to a formula.

    The formula takes one or more summaries as positional-only arguments; their annotations say which.
    Its keyword-only arguments are the options of the measure. The lines ``Formula:``, ``Reads as:`` and
    ``Beware:`` of its docstring become part of the record.

    Parameters
    ----------
    function : None
        Not used: the decorator must be called with the facts before it gets the formula.
    {fields}

    Returns
    -------
    callable
        A decorator that turns the formula into a `Measure`.

    Raises
    ------
    RecordError
        If a field is unknown or missing, or the signature of the formula is not as described.

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
    if function is not None:
        record_of(function, facts)  # raises: `@measure` without parentheses has no facts

    def decorate(function: Callable[..., float]) -> Measure:
        record = record_of(function, facts)
        # The decorated name is bound to the measure: pickle finds the formula as its attribute.
        function.__qualname__ += ".function"
        function.measure_record = record  # type: ignore[attr-defined]
        return Measure(function, record)

    return decorate
