"""Random numbers for numbered blocks of work, and checks of the options of sampling.

Each block of work has its own random stream, so that a result depends on `rng` only, not on threads
or time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from clusterdiff.checks import check_integer, check_rng, is_number
from clusterdiff.errors import OptionError

LIMIT = 10**9  # the hypergeometric sampler of numpy requires fewer elements
_SEEDS = 1 << 53  # seeds that other languages read from JSON as they are
TOO_LARGE = "random tables are drawn for fewer than 10⁹ elements"


@dataclass(frozen=True)
class RandomSource:
    """Independent random numbers for numbered blocks of work."""

    seed: int  # the value of `rng` that reproduces the numbers

    @classmethod
    def of(cls, rng: Any) -> RandomSource:
        """Read the `rng` option (SPEC 7): None for fresh entropy, an integer, or a Generator.

        A Generator is advanced by one number, which is the seed.
        """
        check_rng(rng)
        if rng is None:
            return cls(fresh_seed())
        return cls(int(rng.integers(_SEEDS) if isinstance(rng, np.random.Generator) else rng))

    def block(self, *place: int) -> np.random.Generator:
        """Return the random numbers of one block."""
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=place))


def fresh_seed() -> int:
    """Return a seed from the entropy of the operating system."""
    return int(np.random.default_rng().integers(_SEEDS))


def check_sampling(n_samples: int, tolerance: float = 0.0) -> None:
    """Raise for invalid numbers of samples and tolerances."""
    check_integer("n_samples", n_samples, 2)
    if not is_number(tolerance) or not tolerance >= 0:
        raise OptionError(f"tolerance must be a number of at least 0, got {tolerance!r}.")
