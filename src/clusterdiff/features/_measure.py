"""FeatureMeasure: a measure of two clusterings that needs the features of the elements."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from inspect import Parameter, Signature, getdoc
from typing import TYPE_CHECKING, Any

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, OptionError
from clusterdiff.features._data import FeatureData
from clusterdiff.features._record import DERIVED, FeatureRecord, feature_record_of
from clusterdiff.labels import POLICY_OPTIONS, option_parameters
from clusterdiff.measures._record import shows_fields
from clusterdiff.measures._record_checks import check_within, number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from clusterdiff.features._record import Bound, Direction
    from clusterdiff.measures.references import Reference


class FeatureMeasure:
    """A measure of the agreement of two clusterings that needs the features of the elements.

    It is not a `Measure`: it cannot be applied to a contingency table, and has no chance model.
    Like a `Measure` it is a value: it can be compared, hashed, copied and pickled.

    Parameters
    ----------
    function : callable
        The formula: a function of a `FeatureData` and keyword-only options.
    record : FeatureRecord
        The facts about the measure.
    fixed : mapping, optional
        Options that are already chosen.

    See Also
    --------
    feature_measure : Define a feature measure.
    get_feature_measure : Look one up by name.

    Examples
    --------
    >>> from clusterdiff.features import centroid_index
    >>> centroid_index
    <feature measure centroid_index: Centroid index>
    >>> centroid_index([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], [0, 1, 10, 12, 100, 103])
    1.0
    """

    family = "features"
    metric = False

    def __init__(
        self,
        function: Callable[..., float],
        record: FeatureRecord,
        fixed: Mapping[str, Any] | None = None,
    ) -> None:
        self.function = function
        self.record = record
        self.fixed = self._checked(dict(fixed or {}))
        self.__doc__ = getdoc(function) or record.description
        self.__name__ = self.name
        self.__signature__ = _signature(record)

    def __call__(self, a: Any, b: Any, X: Any, /, **options: Any) -> float:  # noqa: N803
        """Return the value for two clusterings and the features of their elements.

        Parameters
        ----------
        a, b : labels
            Two clusterings of the same elements, in any form that `Table.from_labels` accepts.
        X : array, sparse matrix or data frame of shape (n, n_features)
            One row per element, as in `FeatureData.of`.
        **options
            Options of the measure, and those of `Table.from_labels` (`missing`, `ignore`, `noise`,
            `weights` and so on).

        Returns
        -------
        float
            The value.
        """
        own = self._checked(
            {name: value for name, value in options.items() if name not in POLICY_OPTIONS}
        )
        policy = {name: value for name, value in options.items() if name in POLICY_OPTIONS}
        return self.on(FeatureData.of(a, b, X, **policy), **own)

    def on(self, data: FeatureData, **options: Any) -> float:
        """Return the value for data that are already read. Equal clusterings get the best value.

        Parameters
        ----------
        data : FeatureData
            The two clusterings and the features.
        **options
            Options of the measure.

        Returns
        -------
        float
            The value.
        """
        if not isinstance(data, FeatureData):
            given = type(data).__name__
            raise InputError(f"data must be a FeatureData, got {given}.", "FeatureData.of(a, b, X)")
        chosen = self._checked({**self.fixed, **options})
        # The formula is also computed for equal clusterings: bad features are an error.
        value = number_of(self.record.name, self.function(data, **chosen))
        check_within(self.record.name, value, *self.bounds_on(data))
        return self.best if data.equal else value

    def bounds_on(self, data: FeatureData) -> tuple[float, float]:
        """Return the least and the largest possible value for these data.

        Parameters
        ----------
        data : FeatureData
            The table of a and b, and the features of the elements.

        Returns
        -------
        tuple of float
            The lower and the upper bound.
        """
        low, high = (bound(data) if callable(bound) else bound for bound in self.record.bounds)
        return float(low), float(high)

    def best_on(self, data: FeatureData) -> float:  # noqa: ARG002  (same signature as Measure.best_on)
        """Return the best value, which does not depend on the data.

        Parameters
        ----------
        data : FeatureData
            The table of a and b, and the features of the elements.

        Returns
        -------
        float
            The best value.
        """
        return self.best

    def using(self, **options: Any) -> FeatureMeasure:
        """Return the measure with these options chosen.

        Parameters
        ----------
        **options
            Options of the measure.

        Returns
        -------
        FeatureMeasure
            The measure with the options that were chosen before and these.

        Examples
        --------
        >>> from clusterdiff.features import split_merge_distance
        >>> split_merge_distance.using(metric="cosine").name
        'split_merge_distance[metric=cosine]'
        """
        return FeatureMeasure(self.function, self.record, {**self.fixed, **options})

    def _checked(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options if all of them exist and have an accepted value."""
        for name, value in options.items():
            if name not in self.record.options:
                known = [*self.record.options, *sorted(POLICY_OPTIONS)]
                raise OptionError.unknown(self.record.name, name, known)
            choices = (self.record.choices or {}).get(name, ())
            if choices:
                check_choice(name, value, choices)
        return options

    # Facts ----------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name, with the chosen options."""
        chosen = ",".join(
            f"{name}={getattr(value, '__name__', value)}" for name, value in self.fixed.items()
        )
        return f"{self.record.name}[{chosen}]" if chosen else self.record.name

    @property
    def base(self) -> FeatureMeasure:
        """The same measure without chosen options."""
        return FeatureMeasure(self.function, self.record) if self.fixed else self

    @property
    def label(self) -> str:
        """The name in print."""
        return self.record.label

    @property
    def symbol(self) -> str:
        """The symbol used in formulas."""
        return self.record.symbol

    @property
    def direction(self) -> Direction:
        """Whether larger ("similarity") or smaller values ("distance") mean agreement."""
        return self.record.direction

    @property
    def bounds(self) -> tuple[Bound, Bound]:
        """The least and the largest value; a function of the data where they depend on them."""
        return self.record.bounds

    @property
    def best(self) -> float:
        """The value of equal clusterings."""
        return self.record.best

    @property
    def symmetric(self) -> bool:
        """Whether swapping a and b changes nothing."""
        return self.record.symmetric

    @property
    def order_dependent(self) -> bool:
        """Whether ties of distances are resolved by the order of the labels."""
        return self.record.order_dependent

    @property
    def references(self) -> tuple[Reference, ...]:
        """Where the measure is defined."""
        return self.record.references

    @property
    def description(self) -> str:
        """What the measure is, in one sentence."""
        return self.record.description

    @property
    def reading(self) -> str:
        """What the extreme values mean."""
        return self.record.reading

    @property
    def warning(self) -> str | None:
        """What to be careful about."""
        return self.record.warning

    @property
    def latex(self) -> str | None:
        """The formula in LaTeX."""
        return self.record.latex

    @property
    def unit(self) -> str | None:
        """The unit of the value."""
        return self.record.unit

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names."""
        return () if self.fixed else self.record.aliases

    @property
    def options(self) -> dict[str, Any]:
        """The options with their values: the chosen ones and the defaults of the others."""
        return {**self.record.options, **self.fixed}

    def to_dict(self) -> dict[str, Any]:
        """Return what is known about the measure as plain data.

        Returns
        -------
        dict
            A bound that depends on the data is None.
        """
        facts = (
            *("name", "label", "symbol", "family", "direction", "best", "symmetric", "metric"),
            *("order_dependent", "description", "reading", "warning", "latex", "unit"),
        )
        return {
            **{name: getattr(self, name) for name in facts},
            "aliases": list(self.aliases),
            "bounds": [None if callable(bound) else bound for bound in self.bounds],
            "references": [str(reference) for reference in self.references],
            "options": {
                name: {
                    "default": default,
                    "choices": list((self.record.choices or {}).get(name, ())),
                }
                for name, default in self.record.options.items()
            },
        }

    # Value semantics ------------------------------------------------------------------------------

    def _key(self) -> tuple[Any, ...]:
        return self.record.name, self.function, frozenset(self.fixed.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FeatureMeasure) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> FeatureMeasure:
        return self

    def __deepcopy__(self, memo: Any) -> FeatureMeasure:
        return self

    def __reduce__(self) -> Any:
        """Pickle by place of definition if a module has the measure, otherwise by content."""
        module, name = (
            getattr(self.function, "__module__", None),
            getattr(self.function, "__qualname__", None),
        )
        try:
            defined = _at(module, name)
        except (ImportError, AttributeError, TypeError):
            defined = None
        if isinstance(defined, FeatureMeasure) and defined.function is self.function:
            return _restore, (module, name, self.fixed)
        return FeatureMeasure, (self.function, self.record, self.fixed)

    def __repr__(self) -> str:
        return f"<feature measure {self.name}: {self.label}>"


def _at(module: Any, name: Any) -> Any:
    return reduce(getattr, name.split("."), import_module(module))


def _restore(module: str, name: str, fixed: dict[str, Any]) -> FeatureMeasure:
    found: FeatureMeasure = _at(module, name)
    return found.using(**fixed) if fixed else found


def _signature(record: FeatureRecord) -> Signature:
    types = {"a": "LabelsLike", "b": "LabelsLike", "X": "Any"}
    sides = [Parameter(name, Parameter.POSITIONAL_ONLY, annotation=t) for name, t in types.items()]
    own = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=value)
        for name, value in record.options.items()
    ]
    return Signature([*sides, *own, *option_parameters()], return_annotation="float")


@shows_fields(FeatureRecord, DERIVED)
def feature_measure(**facts: Any) -> Callable[[Callable[..., float]], FeatureMeasure]:
    """Define a feature measure: a decorator for a function of a `FeatureData`.

    The name is that of the function, the description is the first line of its docstring, and the
    options are its keyword-only arguments.

    Parameters
    ----------
    {fields}

    Returns
    -------
    callable
        A decorator that returns a `FeatureMeasure`.

    Raises
    ------
    RecordError
        If a field is unknown, missing or has a value that it cannot have.

    Examples
    --------
    >>> @feature_measure(
    ...     label="Number of features", symbol="d", direction="distance", bounds=(0.0, 1e9),
    ...     best=0.0, symmetric=True, references=(), reading="0 = none",
    ... )
    ... def number_of_features(data):
    ...     "The number of features."
    ...     return data.width
    >>> number_of_features([0, 0, 1], [0, 1, 1], [[1, 2], [3, 4], [5, 6]])
    2.0
    """

    def decorate(function: Callable[..., float]) -> FeatureMeasure:
        return FeatureMeasure(function, feature_record_of(function, facts))

    return decorate
