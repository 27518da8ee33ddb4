"""Checks of the values of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from numbers import Integral, Real
from typing import Any, TypeGuard

import numpy as np

from clusterdiff.errors import InputError, OptionError


def check_choice(name: str, value: object, choices: Iterable[str]) -> None:
    """Refuse a value that is not one of the choices of an option.

    Examples
    --------
    >>> check_choice("method", "greedy", ("greedy", "optimal"))
    >>> check_choice("method", "gredy", ("greedy", "optimal"))
    Traceback (most recent call last):
    clusterdiff.errors.OptionError: method must be one of greedy, optimal, got 'gredy'.
    """
    known = tuple(choices)
    if not isinstance(value, str) or value not in known:
        raise OptionError(f"{name} must be one of {', '.join(known)}, got {value!r}.")


def is_integer(value: object) -> TypeGuard[int]:
    """Return whether a value is an integer of Python or NumPy; True and False are not.

    Examples
    --------
    >>> import numpy as np
    >>> is_integer(1), is_integer(np.int8(1)), is_integer(1.0), is_integer(True)
    (True, True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is a real number of Python or NumPy; True and False are not.

    Examples
    --------
    >>> is_number(1), is_number(0.5), is_number("0.5"), is_number(True)
    (True, True, False, False)
    """
    return isinstance(value, Real) and not isinstance(value, bool)


def check_integer(name: str, value: object, least: int) -> None:
    """Refuse a value that is not an integer, or is below the least one.

    Examples
    --------
    >>> check_integer("runs", 3, 1)
    >>> check_integer("runs", 2.5, 1)
    Traceback (most recent call last):
    clusterdiff.errors.OptionError: runs must be an integer of at least 1, got 2.5.
    """
    if not is_integer(value) or value < least:
        raise OptionError(f"{name} must be an integer of at least {least}, got {value!r}.")


def check_several(name: str, value: object, what: str) -> list[Any]:
    """Return the items of an argument that must be iterable; text is not.

    Examples
    --------
    >>> check_several("ks", range(2, 4), "integers")
    [2, 3]
    >>> check_several("ks", 2.5, "integers")
    Traceback (most recent call last):
    clusterdiff.errors.OptionError: ks must be a list of integers, got 2.5.
    """
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise OptionError(f"{name} must be a list of {what}, got {value!r}.")
    return list(value)


def as_number(name: str, value: Any) -> float:
    """Return what a function of the user returned as a float; refuse what is not a number.

    Examples
    --------
    >>> as_number("my_index", 1)
    1.0
    >>> as_number("my_index", [1])
    Traceback (most recent call last):
    clusterdiff.errors.InputError: my_index must return a number, got [1].
    """
    try:
        if not (np.ndim(value) or np.iscomplexobj(value) or isinstance(value, str)):
            return float(value)
    except (TypeError, ValueError):
        pass
    except OverflowError:
        raise InputError(f"{name} must return a number of at most 1.8e308.") from None
    raise InputError(f"{name} must return a number, got {value!r}.")


def check_share(name: str, value: object, *, ends: bool = False, hint: str | None = None) -> float:
    """Return a number between 0 and 1 as a float; refuse others. `ends` admits 0 and 1.

    Examples
    --------
    >>> check_share("level", 0.95)
    0.95
    >>> check_share("level", "0.95")
    Traceback (most recent call last):
    clusterdiff.errors.OptionError: level must be a number between 0 and 1, got '0.95'.
    """
    number = float(value) if is_number(value) else -1.0
    if not (0 < number < 1 or (ends and number in {0.0, 1.0})):
        raise OptionError(f"{name} must be a number between 0 and 1, got {value!r}.", hint)
    return number


def check_rng(rng: object) -> None:
    """Refuse a value of `rng` other than None, a seed or a Generator.

    Examples
    --------
    >>> check_rng(7)
    >>> check_rng("seven")
    Traceback (most recent call last):
    clusterdiff.errors.OptionError: rng must be None, a non-negative integer or ... got 'seven'.
    """
    if rng is None or isinstance(rng, np.random.Generator):
        return
    if not is_integer(rng) or rng < 0:
        raise OptionError(
            f"rng must be None, a non-negative integer or a numpy Generator, got {rng!r}."
        )


def accepts(
    function: Callable[..., Any],
    arguments: Sequence[str],
    options: Sequence[Mapping[str, Any]] = ({},),
) -> bool:
    """Return whether a function can be called with positional arguments and any of the options.

    Examples
    --------
    >>> accepts(lambda head, layout: True, ("head", "layout")), accepts(lambda head: True, ())
    (True, False)
    """
    try:
        declared = signature(function)
    except ValueError:  # a function in C without a signature
        return True
    try:
        for each in options:
            declared.bind(*arguments, **each)
    except TypeError:
        return False
    return True
