"""What every generator requires of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_rng, check_several, is_integer
from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def integer(name: str, value: Any, least: int = 0, most: int | None = None) -> int:
    """Return an integer within its range."""
    if not is_integer(value) or value < least or (most is not None and value > most):
        wanted = f"at least {least}" if most is None else f"between {least} and {most}"
        raise InputError(f"{name} must be an integer {wanted}, got {value!r}.")
    return int(value)


def cluster_sizes(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return cluster sizes, each at least 1."""
    found = [integer("sizes", size, 1) for size in check_several("sizes", sizes, "integers")]
    if not found:
        raise InputError("sizes must have at least one cluster.")
    return np.array(found, np.int64)


def generator(rng: Any) -> np.random.Generator:
    """Return the generator of a seed."""
    check_rng(rng)
    return np.random.default_rng(rng)
