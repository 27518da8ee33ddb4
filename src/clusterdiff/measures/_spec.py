"""Measure: a record on a formula, and the one way to apply it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from inspect import Parameter, Signature, signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from clusterdiff.errors import OptionError
from clusterdiff.labels import POLICY_OPTIONS
from clusterdiff.table import Table

if TYPE_CHECKING:
    from clusterdiff.measures._references import Reference
    from clusterdiff.summaries import Summary

Direction = Literal["similarity", "distance", "description"]
Bound = float | Callable[..., float]
_UNITS: Mapping[Any, str] = MappingProxyType({2: "bits", "e": "nats", 10: "bans"})
_SECTION = re.compile(r"^(Formula|Reads as|Beware): (.*)$")


@dataclass(frozen=True, slots=True)
class Option:
    """A keyword of a measure: its default, and the values it takes where they are a list."""

    default: Any
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Measure:
    """One measure: call it on labels, on partitions or on a table."""

    name: str
    function: Callable[..., float]
    summaries: tuple[type[Summary], ...]
    label: str
    symbol: str
    family: str
    direction: Direction
    bounds: tuple[Bound, Bound]  # each a number, or a function of the summary
    best: Bound | None  # None for a description, which has no direction
    symmetric: bool
    metric: bool  # whether it, or for a similarity its distance view, is a metric
    references: tuple[Reference, ...]
    summary: str
    formula_latex: str
    reads: str
    beware: str
    aliases: tuple[str, ...] = ()
    chance_adjusted: bool = False
    n_invariant: bool = False
    order_dependent: bool = False  # ties are broken by the order of labels
    one_sided: bool = False  # describes a alone, and may be called with it alone
    unit: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)  # options already chosen

    def __post_init__(self) -> None:
        object.__setattr__(self, "__doc__", self.function.__doc__)
        object.__setattr__(self, "__name__", self.name)
        own = [Parameter(name, Parameter.KEYWORD_ONLY, default=option.default) for name, option in self.options.items()]
        sides = [Parameter("a", Parameter.POSITIONAL_ONLY), Parameter("b", Parameter.POSITIONAL_ONLY, default=None)]
        object.__setattr__(self, "__signature__", Signature([*sides, *own, Parameter("policy", Parameter.VAR_KEYWORD)]))

    def unit_under(self, options: Mapping[str, Any]) -> str:
        """The unit, which for entropies depends on the base of the logarithm."""
        base = {**self.fixed, **options}.get("base", 2)
        return _UNITS.get(base, f"units of log {base}") if self.unit == "bits" else self.unit

    @property
    def normalised(self) -> bool:
        """Whether the values lie between -1 and 1 whatever the data."""
        low, high = self.bounds
        return not callable(low) and not callable(high) and low >= -1 and high <= 1

    def __call__(self, a: Any, b: Any = None, /, **options: Any) -> float:
        """The value for a and b, or for a table alone; also takes the options of `Table.from_labels`."""
        if b is None and self.one_sided and not isinstance(a, Table):
            b = a
        policy = {name: options.pop(name) for name in POLICY_OPTIONS & options.keys()} if options else None
        if options:
            self.check_options(options)  # before the labels, whose errors might hide a misspelt option
        return self.on(Table.of(a, b, policy), **options)

    def on(self, table: Table, **options: Any) -> float:
        """The value for a table."""
        return self.formula(*(summary.of(table) for summary in self.summaries), **options)

    def formula(self, *summaries: Any, **options: Any) -> float:
        """The value for given summaries. Equal partitions get the best value, always."""
        if options or self.fixed:
            options = self.check_options({**self.fixed, **options})
        best = self.best
        if best is not None and summaries[0].equal:
            return float(best(*summaries, **options)) if callable(best) else best
        return float(self.function(*summaries, **options))

    def bounds_on(self, table: Table, **options: Any) -> tuple[float, float]:
        """The range of values, where it depends on the data the one for this table."""
        summaries = [summary.of(table) for summary in self.summaries]
        options = self.check_options({**self.fixed, **options})
        low, high = (bound(*summaries, **options) if callable(bound) else bound for bound in self.bounds)
        return float(low), float(high)

    def best_on(self, table: Table, **options: Any) -> float | None:
        """The best value, where it depends on the data the one for this table."""
        if not callable(self.best):
            return self.best
        summaries = [summary.of(table) for summary in self.summaries]
        return float(self.best(*summaries, **self.check_options({**self.fixed, **options})))

    def check_options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options, if all are known and have a value they take."""
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join([*self.options, *sorted(POLICY_OPTIONS)])
                raise OptionError(f"{self.name} has no option {name!r}: it takes {known}.")
            choices = self.options[name].choices
            if choices and value not in choices:
                raise OptionError(f"{name} must be one of {', '.join(choices)}: got {value!r}.")
        return options

    def using(self, **options: Any) -> Measure:
        """The measure with these options chosen."""
        fixed = self.check_options({**self.fixed, **options})
        shown = ",".join(f"{name}={value}" for name, value in fixed.items())
        return self._changed(name=f"{self.name.partition('[')[0]}[{shown}]", fixed=MappingProxyType(fixed), aliases=())

    def __reduce__(self) -> Any:
        """By name, where the catalogue has it: functions of formulas do not travel between processes."""
        from clusterdiff.measures import measure as find

        return find, (self.name,)

    @property
    def distance(self) -> Measure:
        """The measure as a distance: 0 for equal partitions."""
        return self._view("distance")

    @property
    def similarity(self) -> Measure:
        """The measure as a similarity: its upper bound minus the distance."""
        return self._view("similarity")

    def _view(self, direction: Direction) -> Measure:
        """best - value: for a similarity the distance to its best value, for a distance its mirror."""
        if self.direction == direction:
            return self
        low, high = self.bounds
        if self.direction == "description" or callable(low) or callable(high) or callable(self.best) or high == float("inf"):
            raise OptionError(f"{self.name} has no {direction} view: its range depends on the data.")
        best = 0.0 if direction == "distance" else high - low
        function = self.function

        def mirrored(*summaries: Any, **options: Any) -> float:
            return high - function(*summaries, **options)

        mirrored.__doc__ = function.__doc__
        return self._changed(
            name=f"{self.name}.{direction}",
            function=mirrored,
            label=f"{self.label}, as a {direction}",
            direction=direction,
            bounds=(0.0, high - low),
            best=best,
            aliases=(),
        )

    def _changed(self, **changes: Any) -> Measure:
        return Measure(**{**{f.name: getattr(self, f.name) for f in fields(Measure)}, **changes})

    def record(self) -> dict[str, Any]:
        """What is known about the measure, as plain data."""
        low, high = (None if callable(bound) else bound for bound in self.bounds)
        return {
            "name": self.name,
            "label": self.label,
            "symbol": self.symbol,
            "aliases": list(self.aliases),
            "family": self.family,
            "summary": self.summary,
            "bounds": [low, high],  # None: depends on the data
            "best": None if callable(self.best) else self.best,
            "direction": self.direction,
            "symmetric": self.symmetric,
            "metric": self.metric,
            "normalised": self.normalised,
            "chance_adjusted": self.chance_adjusted,
            "n_invariant": self.n_invariant,
            "unit": self.unit,
            "options": {name: {"default": o.default, "choices": list(o.choices)} for name, o in self.options.items()},
            "references": [str(reference) for reference in self.references],
            "formula": self.formula_latex,
            "reading": self.reads,
            "warning": self.beware,
        }

    def __repr__(self) -> str:
        return f"<measure {self.name}: {self.label}>"


def measure(*, choices: Mapping[str, tuple[str, ...]] | None = None, **record: Any) -> Callable[[Callable[..., float]], Measure]:
    """Put a record on a formula.

    The annotations of the formula's positional arguments say which summaries it eats; its keyword-only
    arguments are the measure's options; its docstring holds the sections Formula, Reads as and Beware.
    """

    def decorate(function: Callable[..., float]) -> Measure:
        parameters = signature(function, eval_str=True).parameters.values()
        eaten = tuple(p.annotation for p in parameters if p.kind is Parameter.POSITIONAL_ONLY)
        options = {
            p.name: Option(p.default, (choices or {}).get(p.name, ())) for p in parameters if p.kind is Parameter.KEYWORD_ONLY
        }
        return Measure(
            name=function.__name__,
            function=function,
            summaries=eaten,
            family=function.__module__.rpartition(".")[2],
            options=MappingProxyType(options),
            **_sections(function),
            **record,
        )

    return decorate


def _sections(function: Callable[..., float]) -> dict[str, Any]:
    lines = (function.__doc__ or "").strip().splitlines()
    found = {match[1]: match[2] for line in lines if (match := _SECTION.match(line.strip()))}
    return {
        "summary": lines[0] if lines else "",
        "formula_latex": found.get("Formula", ""),
        "reads": found.get("Reads as", ""),
        "beware": found.get("Beware", ""),
    }
