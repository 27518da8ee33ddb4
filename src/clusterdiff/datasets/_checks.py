"""What every generator requires of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError, OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def integer(name: str, value: Any, least: int = 0, most: int | None = None) -> int:
    """Return an integer within its range."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_integer or value < least or (most is not None and value > most):
        wanted = f"at least {least}" if most is None else f"between {least} and {most}"
        raise InputError(f"{name} must be an integer {wanted}, got {value!r}.")
    return int(value)


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    """Return one of several words."""
    if value not in choices:
        raise OptionError(f"{name} must be one of {', '.join(choices)}: got {value!r}.")
    return str(value)


def cluster_sizes(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return cluster sizes, each at least 1."""
    found = [integer("sizes", size, 1) for size in sizes]
    if not found:
        raise InputError("sizes must have at least one cluster.")
    return np.array(found, np.int64)


def generator(rng: Any) -> np.random.Generator:
    """Return the generator that a seed stands for."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise OptionError(
            f"rng must be None, a non-negative integer or a numpy Generator, got {rng!r}."
        ) from None
