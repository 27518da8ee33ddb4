"""Record: everything the library knows about a measure besides its formula."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from inspect import Parameter, getdoc, signature
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args, get_origin

from clusterdiff.errors import RecordError
from clusterdiff.labels import CLUSTERINGS_DOC, OPTIONS_DOC
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from clusterdiff.measures._cluster_scores import ClusterScore
    from clusterdiff.measures._references import Reference

F = TypeVar("F", bound=Callable[..., Any])
Bound = float | Callable[..., float]  # a number, or a function of the summaries and options
Direction = Literal["similarity", "distance", "description"]
Correction = Literal["none", "approximate", "exact"]
Scale = Literal["invariant", "n", "n_squared", "other"]
AffineIn = Literal["pairs", "information"]
AffineGiven = Literal["both", "a", "nothing"]
Sensitivity = Literal["ties", "equal_sizes", "small_clusters", "pairs"]
_CHOICES: dict[str, tuple[str | None, ...]] = {
    "direction": get_args(Direction),
    "correction": get_args(Correction),
    "scale": get_args(Scale),
    "affine_in": (*get_args(AffineIn), None),
    "affine_given": get_args(AffineGiven),
}
_SECTION = re.compile(r"^(Formula|Meaning|Beware): (.*)$")
DERIVED = {"name", "family", "summaries", "options", "description", "latex", "meaning", "warning"}


@dataclass(frozen=True, slots=True)
class Option:
    """A keyword of a measure.

    Parameters
    ----------
    default : object
        The value if none is given.
    choices : tuple of str, default=()
        The accepted values, where they form a list.
    type : str, default="Any"
        The type as it is written.
    description : str or None, default=None
        What the option does, from ``Annotated[type, "description"]``.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.get_measure("pair_f").record.options["beta"].default
    1.0
    """

    default: Any
    choices: tuple[str, ...] = ()
    type: str = "Any"
    description: str | None = None

    @property
    def annotation(self) -> str:
        """The type that a signature shows."""
        return f"Literal{list(self.choices)}" if self.choices else self.type


@dataclass(frozen=True, slots=True)
class ByOptions:
    """A fact about a measure that depends on its options.

    Parameters
    ----------
    rule : callable
        A function of all options of the measure, by name, that returns the fact.

    Examples
    --------
    >>> ByOptions(lambda beta: beta == 1).under({"beta": 2})
    False
    """

    rule: Callable[..., Any]

    def under(self, options: Mapping[str, Any]) -> Any:
        """Return the fact for these options.

        Parameters
        ----------
        options : mapping
            All options of the measure, with their values.

        Returns
        -------
        object
            The fact.
        """
        return self.rule(**options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What is known about a measure.

    The first eight fields come from the signature and the docstring of the formula; the others are
    arguments of the `measure` decorator.

    Parameters
    ----------
    name, family : str
        The name of the formula and, for a measure of the catalogue, that of its module.
    summaries : tuple of type of Summary
        The summaries that the formula takes.
    options : mapping of str to Option
        The keyword-only arguments of the formula.
    description : str
        The first line of the docstring.
    latex, meaning, warning : str or None
        The lines ``Formula:``, ``Meaning:`` and ``Beware:`` of the docstring.
    label, symbol : str
        The name in print, and the symbol used in formulas.
    direction : {"similarity", "distance", "description"}
        Whether larger values mean better agreement, smaller values do, or neither.
    bounds : pair of float or callable
        The range of values over all data. A callable receives the summaries and the options.
    references : tuple of Reference
        Where the measure is defined.
    symmetric : bool or ByOptions
        Whether swapping a and b changes nothing.
    best : float, callable or None, default=None
        The value of equal clusterings. By default it follows from `direction` and `bounds`.
    metric : bool or ByOptions, default=False
        Whether the measure (for a similarity, its distance view) is a metric.
    aliases : tuple of str, default=()
        Other names, of two letters or more.
    unit : str, ByOptions or None
        The unit of the value, for example "elements".
    correction : {"none", "approximate", "exact"} or ByOptions, default="none"
        Whether the value is corrected for chance: "exact" means that its mean over random
        clusterings with the same cluster sizes is constant.
    scale : {"invariant", "n", "n_squared", "other"}, default="other"
        How the value changes if every element is repeated: not at all, in proportion to the number
        of repetitions, to its square, or in another way.
    order_dependent : bool, default=False
        Whether ties are resolved by the order of the labels.
    one_sided : bool, default=False
        Whether the measure describes a alone and may be called with it alone.
    affine_in : {"pairs", "information", None} or ByOptions
        The quantity of which the value is an affine function: the number of pairs together in both
        clusterings, or the mutual information.
    affine_given : {"both", "a", "nothing"} or ByOptions, default="both"
        Which cluster sizes must be fixed for that. "nothing" means that the value is affine in the
        quantity and in the same quantity of each clustering alone: the numbers of pairs together
        in a and in b, or the entropies.
    expectation : callable or None
        Closed form of the mean over random clusterings with the same cluster sizes, for a measure
        that is not affine.
    components : callable, ByOptions or None
        ``f(size, n, **options) -> (weight, offset)``. The measure is the sum over the components of
        the join of weight · score + offset.
    component_options : callable or None
        ``f(table, **options) -> dict``. Options to choose before the measure is applied to the
        components of a table, for a measure that depends on the number of clusters.
    component_values : callable or None
        ``f(overlaps, components, **options) -> array``. What each component adds to a distance
        that counts elements or pairs, for all components at once, as integers.
    cluster_score : ClusterScore, ByOptions or None
        The score of clusters on which the measure is built (Xiang et al. 2012, sec. 4.4 to 5.2).
    attainable : pair of float, callable or None, default=(None, None)
        The least and the largest value for the given cluster sizes, where a bound tighter than
        `bounds` is known.
    independent : float, callable or None
        The value for independent clusterings, whose table is n_ij = a_i·b_j/n.
    complement : callable or None
        ``bounds[1] - value`` as a separate formula without cancellation.
    complement_summaries : tuple of type of Summary, or ByOptions, default=()
        Further summaries that the complement takes after those of the formula. They are not
        computed for the value itself. The complement must also accept a call without them, as
        in a batch of random tables, where fewer digits suffice.
    approximate : callable or None
        Returns why the value is approximate for given summaries and options, or None if it is not.
    sensitive_to : tuple of str, ByOptions or None
        Where a standard error of the value is not valid. "ties": it has two slopes where the two
        largest overlaps of a cluster are equal, as a maximum has; "equal_sizes": it has two slopes
        where matched clusters have equal sizes; "small_clusters": a cluster of one element counts
        as much as a large one; "pairs": it depends on the number of pairs, however large that is.
        None, the default, means nothing of this for a measure of the catalogue, and that it is not
        known for another one.
    elementwise : bool, default=False
        Whether the formula is plain arithmetic, so that it also takes a summary whose numbers are
        arrays (`Batch.columns`) of clusterings that are not equal.
    loose : bool, default=False
        Whether no clusterings are known to reach the lower bound.
    default : bool, default=False
        Whether `compare` uses the measure when none is named.
    common : bool, default=False
        Whether it is one of the "common" measures, which a report shows too.
    choices : mapping of str to tuple of str, optional
        The accepted values of the options that accept only some.
    generalizes : str or None
        The name of the measure of partitions that it equals if both clusterings are partitions, for
        a measure of covers or of another kind.
    extends : bool, default=False
        Whether it is the same measure under the same name in the literature, so that the one that
        it generalizes also takes clusterings of its kind.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> record = cd.adjusted_rand.record
    >>> record.label, record.direction, record.symmetric
    ('Adjusted Rand index', 'similarity', True)
    """

    name: str
    family: str
    summaries: tuple[type[Summary], ...]
    options: Mapping[str, Option]
    description: str
    latex: str | None
    meaning: str | None
    warning: str | None

    label: str
    symbol: str
    direction: Direction
    bounds: tuple[Bound, Bound]
    references: tuple[Reference, ...]
    symmetric: bool | ByOptions
    best: Bound | None = None
    metric: bool | ByOptions = False
    aliases: tuple[str, ...] = ()
    unit: str | ByOptions | None = None
    correction: Correction | ByOptions = "none"
    scale: Scale | ByOptions = "other"
    order_dependent: bool = False
    one_sided: bool = False
    affine_in: AffineIn | ByOptions | None = None
    affine_given: AffineGiven | ByOptions = "both"
    expectation: Callable[..., float] | None = None
    components: Callable[..., tuple[float, float]] | ByOptions | None = None
    component_options: Callable[..., dict[str, Any]] | None = None
    component_values: Callable[..., Any] | None = None
    cluster_score: ClusterScore | ByOptions | None = None
    attainable: tuple[Bound | None, Bound | None] = (None, None)
    independent: Bound | ByOptions | None = None
    complement: Callable[..., float] | None = None
    complement_summaries: tuple[type[Summary], ...] | ByOptions = ()
    approximate: Callable[..., str | None] | None = None
    sensitive_to: tuple[Sensitivity, ...] | ByOptions | None = None
    elementwise: bool = False
    loose: bool = False
    default: bool = False
    common: bool = False
    choices: Mapping[str, tuple[str, ...]] | None = None
    generalizes: str | None = None
    extends: bool = False

    def fact(self, name: str) -> Any:
        """Return a fact; one that depends on options is that for their defaults.

        Parameters
        ----------
        name : str
            The name of the field.

        Returns
        -------
        object
            The fact.
        """
        value = getattr(self, name)
        defaults = {option: each.default for option, each in self.options.items()}
        return value.under(defaults) if isinstance(value, ByOptions) else value

    def __post_init__(self) -> None:
        for fact, choices in _CHOICES.items():
            value = getattr(self, fact)
            if not isinstance(value, ByOptions) and value not in choices:
                known = ", ".join(map(repr, choices))
                raise RecordError(f"{self.name}: {fact} must be one of {known}, got {value!r}.")
        low, high = self.bounds
        numbers = [bound for bound in (low, self.best, high) if isinstance(bound, (int, float))]
        if numbers != sorted(numbers) or low == high:
            raise RecordError(
                f"{self.name}: bounds must be the least and the largest value, with the best one "
                f"between them, got {self.bounds!r} and {self.best!r}."
            )
        if self.best is None and self.direction != "description":
            object.__setattr__(self, "best", high if self.direction == "similarity" else low)


def record_of(function: Callable[..., float], facts: Mapping[str, Any]) -> Record:
    """Build the record of a formula from its signature, its docstring and the given facts."""
    name = function.__name__
    parameters = _parameters(name, function)
    choices = facts.get("choices") or {}
    return Record(
        name=name,
        family=_family(function),
        summaries=tuple(p.annotation for p in parameters if p.kind is Parameter.POSITIONAL_ONLY),
        options={
            p.name: _option(p, tuple(choices.get(p.name, ())))
            for p in parameters
            if p.kind is Parameter.KEYWORD_ONLY
        },
        **_sections(name, function),
        **facts,
    )


def _parameters(name: str, function: Callable[..., float]) -> list[Parameter]:
    """Return the parameters of a formula, or raise if they are not summaries and options."""
    try:
        found = list(signature(function, eval_str=True).parameters.values())
    except NameError as error:
        raise RecordError(
            f"{name}: its annotations name {error.name}, which is not defined.",
            "import it at the top of the file, from clusterdiff.summaries for a summary",
        ) from None
    summaries = [p for p in found if p.kind is Parameter.POSITIONAL_ONLY]
    options = [p for p in found if p.kind is Parameter.KEYWORD_ONLY]
    if (
        not summaries
        or len(summaries) + len(options) < len(found)
        or not all(
            isinstance(p.annotation, type) and issubclass(p.annotation, Summary) for p in summaries
        )
        or any(p.default is Parameter.empty for p in options)
    ):
        raise RecordError(
            f"{name}: the formula must take annotated summaries before a slash, and options by "
            f"keyword, with defaults, got {name}{signature(function)}.",
            f"write def {name}(p: PairCounts, /, *, option=…) -> float",
        )
    return found


def _option(parameter: Parameter, choices: tuple[str, ...]) -> Option:
    """Return an option with its type and description from the annotation."""
    kind, description = parameter.annotation, None
    if get_origin(kind) is Annotated:
        kind, *further = get_args(kind)
        description = next((each for each in further if isinstance(each, str)), None)
    if kind is Parameter.empty:
        kind = Any
    written = kind.__name__ if isinstance(kind, type) else str(kind).removeprefix("typing.")
    return Option(parameter.default, choices, written, description)


def _family(function: Callable[..., float]) -> str:
    package, _, module = (function.__module__ or "").rpartition(".")
    if package != "clusterdiff.measures":
        return "user-defined"
    return str(getattr(function, "__globals__", {}).get("FAMILY", module))


def _sections(name: str, function: Callable[..., float]) -> dict[str, Any]:
    lines = (getdoc(function) or "").strip().splitlines()
    if not lines and sys.flags.optimize < 2:  # Python removes docstrings if it is told to
        raise RecordError(
            f"{name}: the formula has no docstring.", "write one sentence on what the value is"
        )
    found = {match[1]: match[2] for line in lines if (match := _SECTION.match(line.strip()))}
    return {
        "description": lines[0] if lines else "",
        "latex": found.get("Formula"),
        "meaning": found.get("Meaning"),
        "warning": found.get("Beware"),
    }


def docstring(record: Record, function: Callable[..., Any]) -> str:
    """Return the docstring of a measure in numpydoc form."""
    own = [
        f"{name} : {_kind(option)}, default={option.default!r}\n"
        f"    {option.description or 'An option of the formula.'}"
        for name, option in record.options.items()
    ]
    notes = [
        text
        for text in (
            f".. math:: {record.latex}" if record.latex else "",
            f"Meaning: {record.meaning}." if record.meaning else "",
            f"Caution: {record.warning}." if record.warning else "",
        )
        if text
    ]
    inputs = [
        f"{name} : array\n    {kind.needs.capitalize()}, as in `{kind.__name__}.from_labels`."
        for kind in dict.fromkeys(summary.table_type for summary in record.summaries)
        for name in kind.inputs
    ]
    sections = [
        f"{record.label}: {record.description[:1].lower()}{record.description[1:]}",
        "\n".join(["Parameters\n----------", CLUSTERINGS_DOC, *inputs, *own, OPTIONS_DOC]),
        f"Returns\n-------\nfloat\n    The value, {_range(record)}.",
    ]
    if notes:
        sections.append("Notes\n-----\n" + "\n\n".join(notes))
    if record.references:
        listed = "\n".join(f".. [{i}] {r}" for i, r in enumerate(record.references, 1))
        sections.append(f"References\n----------\n{listed}")
    example = (getdoc(function) or "").partition(">>>")[2]
    if example:
        sections.append(f"Examples\n--------\n>>>{example.rstrip()}")
    return "\n\n".join(sections) + "\n"


def _kind(option: Any) -> str:
    if option.choices:
        return "{" + ", ".join(f'"{choice}"' for choice in option.choices) + "}"
    return str(option.type).replace(" | ", " or ")


def _range(record: Record) -> str:
    low, high = record.bounds
    shown = [("depends on the data" if callable(bound) else f"{bound:g}") for bound in (low, high)]
    unit = record.fact("unit")
    best = (
        ""
        if callable(record.best) or record.best is None
        else f"; equal clusterings get {record.best:g}"
    )
    if callable(low) or callable(high):
        return f"from {shown[0]} to an upper bound that depends on the data{f', in {unit}' if unit else ''}{best}"
    return f"between {shown[0]} and {shown[1]}{best}"


def shows_fields(record: type, derived: Collection[str]) -> Callable[[F], F]:
    """Show the fields of a record as the keywords of a function, without the derived ones.

    They are added to the signature, and to the docstring in the place of ``{fields}``.
    """
    own = [each for each in fields(record) if each.name not in derived]
    keywords = [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if each.default is MISSING else each.default,
            annotation=each.type,
        )
        for each in own
    ]
    text = "\n".join(_entries(record.__doc__ or "", {each.name for each in own}))

    def decorate(function: F) -> F:
        declared = signature(function)
        others = [p for p in declared.parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
        shown = declared.replace(parameters=[*others, *keywords])
        function.__signature__ = shown  # type: ignore[attr-defined]
        if function.__doc__:
            function.__doc__ = function.__doc__.replace("    {fields}", text)
        return function

    return decorate


def _entries(doc: str, names: Collection[str]) -> Iterator[str]:
    """Yield the lines of a section Parameters that describe some names."""
    wanted = False
    section = doc.partition("----------\n")[2].partition("\n\n")[0]
    for line in section.splitlines():
        entry = re.match(r"    ([\w, ]+) : (.*)", line)
        kept = [name for name in entry[1].split(", ") if name in names] if entry else []
        wanted = bool(kept) if entry else wanted
        if wanted:
            yield f"    {', '.join(kept)} : {entry[2]}" if entry else line
