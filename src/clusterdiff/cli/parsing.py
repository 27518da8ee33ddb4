"""From words to the values of the parameters of a command.

The conventions are GNU's: options and files in any order, ``--name value`` and ``--name=value``,
``-n value`` and ``-nvalue``, ``--`` before files whose names begin with a minus sign. The word
after an option that takes a value is its value, also if it begins with a minus sign (the label -1);
`argparse` refuses such values, and files between options where a list is expected. Repeated options
add up where they take a list.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.cli.arguments import Argument, Option, Parameter
from clusterdiff.errors import OptionError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

HELP = ("--help", "-h")


class Token(NamedTuple):
    """An option with its value, or an argument; `flag` is None for an argument."""

    flag: str | None
    value: str | None

    @property
    def words(self) -> list[str]:
        """The words to type."""
        return [word for word in self if word is not None]


def flags_of(parameters: Iterable[Parameter]) -> dict[str, Parameter]:
    """Return the parameter of each flag."""
    return {
        flag: parameter
        for parameter in parameters
        if isinstance(parameter.spec, Option)
        for flag in (*parameter.spec.flags, *parameter.spec.off)
    }


def tokens_of(words: Sequence[str], flags: dict[str, Parameter]) -> list[Token]:
    """Separate words into options with their values and arguments."""
    found: list[Token] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "--":
            found += [Token(None, each) for each in left]
            break
        if word.startswith("--"):
            found.append(_long(word, left, flags))
        elif word.startswith("-") and word != "-":
            found += _short(word, left, flags)
        else:
            found.append(Token(None, word))
    return found


def _long(word: str, left: list[str], flags: dict[str, Parameter]) -> Token:
    name, equals, value = word.partition("=")
    if name in HELP:
        return Token(name, None)
    parameter = _known(name, flags)
    if parameter.is_flag:
        if equals:
            raise OptionError(f"Option {name} takes no value, got {value!r}.")
        return Token(name, None)
    return Token(name, value if equals else _next(name, left, flags))


def _short(word: str, left: list[str], flags: dict[str, Parameter]) -> Iterator[Token]:
    """Yield the options of a word such as -m, -mari or -hm."""
    letters = word[1:]
    while letters:
        name, letters = f"-{letters[0]}", letters[1:]
        if name in HELP or _known(name, flags, word).is_flag:
            yield Token(name, None)
        else:
            yield Token(name, letters.removeprefix("=") if letters else _next(name, left, flags))
            return


def _known(name: str, flags: dict[str, Parameter], word: str | None = None) -> Parameter:
    if name in flags:
        return flags[name]
    alike = [flag for flag in (*flags, *HELP) if flag.startswith("--") == name.startswith("--")]
    raise UnknownNameError.of("option", word or name, alike)


def _next(name: str, left: list[str], flags: dict[str, Parameter]) -> str:
    """Return the value after an option."""
    metavar = flags[name].metavar
    if not left:
        raise OptionError(f"Option {name} needs a value: {metavar}.")
    if left[0] in flags:
        raise OptionError(
            f"Option {name} needs a value: {metavar}; the next word is the option {left[0]}.",
            f"{name}={left[0]} if this is the value",
        )
    return left.pop(0)


def values_of(tokens: Sequence[Token], parameters: Sequence[Parameter]) -> dict[str, Any]:
    """Return the value of every parameter."""
    flags = flags_of(parameters)
    given: dict[str, list[Any]] = defaultdict(list)
    for flag, value in tokens:
        if flag is None:
            continue
        parameter = flags[flag]
        if parameter.is_flag:
            given[parameter.name].append(flag not in getattr(parameter.spec, "off", ()))
        else:
            given[parameter.name].append(_converted(flag, value or "", parameter))
    places = [p for p in parameters if isinstance(p.spec, Argument)]
    for parameter, value in _placed([token.value for token in tokens if not token.flag], places):
        given[parameter.name].append(_converted(parameter.metavar, value, parameter))
    return {p.name: _final(p, given[p.name]) for p in parameters}


def _placed(
    words: Sequence[str | None], places: Sequence[Parameter]
) -> Iterator[tuple[Parameter, str]]:
    """Give each argument to a parameter, in order; one that is repeated takes all that is left."""
    at = 0
    for word in words:
        if at == len(places):
            raise OptionError(f"Unexpected argument {word!r}.")
        yield places[at], str(word)
        at += not places[at].repeated


def _converted(name: str, text: str, parameter: Parameter) -> Any:
    """Return one value, converted to the type of its parameter."""
    kind, choices = parameter.kind, parameter.choices
    if choices:
        if text not in choices:
            known = ", ".join(map(repr, map(str, choices)))
            raise OptionError(f"Invalid value for {name}: {text!r} is not one of {known}.")
        return kind(text)
    if kind in {int, float}:
        return _number(name, text, parameter)
    return text


def _number(name: str, text: str, parameter: Parameter) -> float:
    least = getattr(parameter.spec, "min", None)
    what = "an integer" if parameter.kind is int else "a number"
    bound = "" if least is None else f" of at least {least}"
    try:
        value = parameter.kind(text)
    except ValueError:
        value = float("nan")
    if not (value == value and (least is None or value >= least)):  # noqa: PLR0124  (nan)
        raise OptionError(f"{name} must be {what}{bound}, got {text!r}.")
    return value  # type: ignore[no-any-return]


def _final(parameter: Parameter, given: list[Any]) -> Any:
    """Return the value of a parameter: what was given, or its default."""
    if not given:
        if not parameter.required:
            return parameter.default
        if isinstance(parameter.spec, Argument):
            raise OptionError(f"Missing argument '{parameter.metavar}'.")
        raise OptionError(f"Missing option {parameter.spec.flags[0]}.")
    if parameter.repeated:
        return given
    if any(value != given[0] for value in given) and isinstance(parameter.spec, Option):
        flags = *parameter.spec.flags, *parameter.spec.off
        if parameter.is_flag:
            raise OptionError(f"{' and '.join(flags)} exclude each other.")
        said = " and ".join(str(value) for value in dict.fromkeys(given))
        raise OptionError(f"Option {flags[0]} accepts one value, got {said}.")
    return given[0]
