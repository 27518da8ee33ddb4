"""Checks of the facts that a record is made from; each error says what to write."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field
from inspect import Parameter
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, get_args

from clusterdiff.checks import accepts
from clusterdiff.errors import RecordError
from clusterdiff.measures.references import Reference
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clusterdiff.measures._record import Record

Direction = Literal["similarity", "distance", "description"]
Correction = Literal["none", "approximate", "exact"]
Scale = Literal["invariant", "n", "n_squared", "other"]
AffineIn = Literal["pairs", "information"]
AffineGiven = Literal["both", "a", "nothing"]
Sensitivity = Literal["ties", "equal_sizes", "small_clusters", "pairs"]
_CLOSED: dict[str, tuple[str | None, ...]] = {
    "direction": get_args(Direction),
    "correction": get_args(Correction),
    "scale": get_args(Scale),
    "affine_in": (*get_args(AffineIn), None),
    "affine_given": get_args(AffineGiven),
}
_DEPENDING = {
    *("symmetric", "metric", "scale", "affine_in", "affine_given", "unit", "components"),
    *("complement_summaries", "independent", "cluster_score", "sensitive_to"),
}
_PAIRS = ("bounds", "attainable")
_ROUNDING = 1e-6
# Functions that receive all options, after these arguments.
_WITH_OPTIONS = {
    "components": ("size", "n"),
    "component_options": ("table",),
    "component_values": ("overlaps", "components"),
}
_TUPLES = {
    "aliases": ("a tuple of names of two letters or more", '("ari",)'),
    "references": (
        "a tuple of Reference",
        '(Reference("Rand, W. M.", 1971, "Title", "Journal"),), or () if there is none',
    ),
    "complement_summaries": ("a tuple of summaries", "(Overlaps,)"),
}


def check_fields(
    name: str, facts: Mapping[str, Any], fields: Iterable[Field[Any]], decorator: str
) -> None:
    """Raise if a fact is not a field of the record, or a field without a default is missing."""
    known = {field.name: field for field in fields}
    for fact in facts:
        if fact not in known:
            from difflib import get_close_matches  # takes a millisecond, and errors are rare

            near = get_close_matches(fact, known, n=1, cutoff=0.5)
            hint = f"write {near[0]}=" if near else f"fields are {', '.join(known)}"
            raise RecordError(f"{name}: a record has no field {fact!r}.", hint)
    required = [f.name for f in known.values() if f.default is f.default_factory is MISSING]
    missing = [field_name for field_name in required if field_name not in facts]
    if missing:
        raise RecordError(
            f"{name}: the record lacks {', '.join(missing)}.",
            f"write {decorator}({', '.join(f'{m}=…' for m in missing)})",
        )


def check_values(name: str, facts: Mapping[str, Any], depends: type | tuple[()] = ()) -> None:
    """Raise if a fact has a value that it cannot have; some may depend on options."""
    for fact, value in facts.items():
        if not (fact in _DEPENDING and isinstance(value, depends)):
            wanted = _wanted(fact, value)
            if wanted is not None:
                must, example = wanted
                raise RecordError(
                    f"{name}: {fact} must be {must}, got {value!r}.", f"write {fact}={example}"
                )


def _wanted(fact: str, value: Any) -> tuple[str, str] | None:
    """Return what a fact must be and an example of it, or None if the value is valid."""
    if fact in _CLOSED:
        choices = [repr(choice) for choice in _CLOSED[fact]]
        valid, wanted = value in _CLOSED[fact], (f"one of {', '.join(choices)}", choices[0])
    elif fact in _TUPLES:
        valid, wanted = _is_tuple(fact, value), _TUPLES[fact]
    elif fact in _PAIRS:
        valid = is_range(value, empty=fact == "attainable")
        wanted = "the least and the largest value, each a number or a function", "(0.0, 1.0)"
    elif fact in _KINDS:
        check, *rest = _KINDS[fact]
        valid, wanted = check(value), (rest[0], rest[1])
    else:
        return None
    return None if valid else wanted


def _is_number(value: Any) -> bool:
    return value is None or callable(value) or isinstance(value, (int, float))


def _is_score(value: Any) -> bool:
    return value is None or (hasattr(value, "losses") and not isinstance(value, type))


def _are_choices(value: Any) -> bool:
    is_mapping = isinstance(value, Mapping) and all(map(_is_choice, value.values()))
    return value is None or is_mapping


def _is_choice(values: Any) -> bool:
    return isinstance(values, (tuple, list)) and all(isinstance(each, str) for each in values)


def _is_tuple(fact: str, value: Any) -> bool:
    if not isinstance(value, (tuple, list)):
        return False
    if fact == "complement_summaries":
        return all(isinstance(kind, type) and issubclass(kind, Summary) for kind in value)
    if fact == "references":
        return all(isinstance(each, Reference) for each in value)
    return all(isinstance(name, str) and len(name) > 1 for name in value)


def is_range(value: Any, *, empty: bool) -> bool:
    """Return whether a value is a pair of bounds; `empty` admits None for a bound."""
    if not (isinstance(value, (tuple, list)) and len(value) == 2):
        return False
    numbers = [end for end in value if isinstance(end, (int, float))]
    others = [end for end in value if not isinstance(end, (int, float))]
    ordered = len(numbers) < 2 or numbers[0] < numbers[1]
    return ordered and all(callable(end) or (empty and end is None) for end in others)


def check_arguments(name: str, parameters: Iterable[Parameter]) -> tuple[type[Summary], ...]:
    """Return the summaries that a formula takes, or raise if its signature is not that of one."""
    found: list[type[Summary]] = []
    for p in parameters:
        if p.kind is Parameter.POSITIONAL_ONLY:
            if not (isinstance(p.annotation, type) and issubclass(p.annotation, Summary)):
                raise RecordError(
                    f"{name}: argument {p.name!r} must be annotated with a summary.",
                    f"write {p.name}: PairCounts (or Entropies, Overlaps, …)",
                )
            found.append(p.annotation)
        elif not found:
            raise RecordError(
                f"{name}: the formula must take its summaries as positional-only arguments.",
                f"write def {name}(p: PairCounts, /) -> float, with the slash",
            )
        elif p.kind is not Parameter.KEYWORD_ONLY:
            raise RecordError(
                f"{name}: argument {p.name!r} must be keyword-only to be an option.",
                f"write def {name}(…, /, *, {p.name}=…)",
            )
        elif p.default is Parameter.empty:
            raise RecordError(
                f"{name}: option {p.name!r} must have a default.", f"write {p.name}=…"
            )
    if not found:
        raise RecordError(
            f"{name}: the formula must take its summaries as positional-only arguments.",
            f"write def {name}(p: PairCounts, /) -> float, with the slash",
        )
    return tuple(found)


def check_record(record: Record, depends: type) -> None:
    """Raise if the facts contradict each other, or a function does not take what it is given."""
    name, options = record.name, {option: each.default for option, each in record.options.items()}
    check_choices(name, options, record.choices or {})
    if isinstance(record.best, (int, float)) and not _contains(record.bounds, record.best):
        raise RecordError(
            f"{name}: best must lie within the bounds, got {record.best!r}.",
            "write best=… as the value of equal clusterings, and bounds=(least, largest)",
        )
    if record.affine_in is None and record.affine_given != "both":
        raise RecordError(
            f"{name}: affine_given has no effect without affine_in.", 'write affine_in="pairs"'
        )
    for fact, function, names in _functions(record, depends):
        # Functions of the summaries are also called without the options that have their defaults.
        calls = [options] if fact in _WITH_OPTIONS or not (names and options) else [options, {}]
        if not accepts(function, names, calls):
            shown = ", ".join([*names, *(f"{key}={value!r}" for key, value in options.items())])
            raise RecordError(
                f"{name}: the function of {fact} must accept the arguments ({shown}).",
                f"write lambda {shown}: …",
            )


def check_choices(
    name: str, defaults: Mapping[str, Any], choices: Mapping[str, tuple[str, ...]]
) -> None:
    """Raise if there are choices of an unknown option, or if its default is not among them."""
    for option, known in choices.items():
        if option not in defaults:
            raise RecordError(
                f"{name}: choices names {option!r}, which is not an option of it.",
                f"write def {name}(…, *, {option}={known[0]!r})",
            )
        if defaults[option] not in known:
            raise RecordError(
                f"{name}: the default of {option} must be one of its choices, got "
                f"{defaults[option]!r}.",
                f"write {option}={known[0]!r}",
            )


def check_docstring(name: str, text: str) -> None:
    """Raise if a formula is not described, unless Python was told to remove docstrings."""
    if not text and sys.flags.optimize < 2:
        raise RecordError(
            f"{name}: the formula has no docstring.", "write one sentence on what the value is"
        )


def _functions(
    record: Record, depends: type
) -> Iterable[tuple[str, Callable[..., Any], tuple[str, ...]]]:
    """Yield the functions of a record, with the names of their positional arguments."""
    summaries = tuple(f"summary_{i}" for i, _ in enumerate(record.summaries, 1))
    for fact in record.__slots__:
        value = getattr(record, fact)
        for each in value if fact in _PAIRS else (value,):
            if isinstance(each, depends):
                yield fact, each.rule, ()  # type: ignore[attr-defined]
            elif callable(each) and fact != "cluster_score":
                yield fact, each, _WITH_OPTIONS.get(fact, summaries)


def _contains(bounds: tuple[Any, Any], value: float) -> bool:
    low, high = bounds
    return (callable(low) or low <= value) and (callable(high) or value <= high)


def number_of(name: str, value: Any) -> float:
    """Return what a formula returned as a float, or raise if it is not a number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise RecordError(
            f"{name}: the formula must return a number, got {value!r}.", "end it with return …"
        ) from None


def check_within(name: str, value: float, low: float, high: float) -> None:
    """Raise if a value is outside of the bounds by more than a rounding error."""
    slack = _ROUNDING * max([1.0, *(abs(end) for end in (low, high) if isfinite(end))])
    if not low - slack <= value <= high + slack:
        raise RecordError(
            f"{name}: the formula gives {value!r}, outside of the bounds {low:g} and {high:g}.",
            "write bounds=(least, largest) of the formula, and by_convention(value, reason) for 0/0",
        )


_FLAG = (lambda value: isinstance(value, bool), "True or False", "True")
_TEXT = (lambda value: isinstance(value, str) and bool(value), "a text", '"…"')
_FUNCTION = (
    lambda value: value is None or callable(value),
    "a function or None",
    "_function_of_the_summaries",
)
_NUMBER = (_is_number, "a number, a function of the summaries or None", "1.0")
# Whether a value is valid, what it must be, and an example.
_KINDS: dict[str, tuple[Callable[[Any], bool], str, str]] = {
    **dict.fromkeys(("symmetric", "metric", "order_dependent", "one_sided"), _FLAG),
    **dict.fromkeys(("loose", "default"), _FLAG),
    **dict.fromkeys(("label", "symbol"), _TEXT),
    **dict.fromkeys(("expectation", "components", "complement", "approximate"), _FUNCTION),
    **dict.fromkeys(("component_options", "component_values"), _FUNCTION),
    **dict.fromkeys(("best", "independent"), _NUMBER),
    "unit": (lambda value: value is None or isinstance(value, str), "a text or None", '"bits"'),
    "cluster_score": (_is_score, "a cluster score or None", "EntropyScore()"),
    "choices": (_are_choices, "a dict of tuples of texts", '{"by": ("min", "max")}'),
}
