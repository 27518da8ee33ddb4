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
TOO_LARGE = "random tables are drawn for fewer than 10⁹ elements"


@dataclass(frozen=True)
class RandomSource:
    """Independent random numbers for numbered blocks of work."""

    root: np.random.SeedSequence
    seed: int | None  # the value of `rng` that reproduces the numbers; None for a Generator

    @classmethod
    def of(cls, rng: Any) -> RandomSource:
        """Read the `rng` option: None (seed 0), an integer, or a Generator, which is advanced."""
        check_rng(rng)
        if isinstance(rng, np.random.Generator):
            return cls(np.random.SeedSequence(int(rng.integers(1 << 62))), None)
        seed = 0 if rng is None else rng
        return cls(np.random.SeedSequence(int(seed)), int(seed))

    def block(self, *place: int) -> np.random.Generator:
        """Return the random numbers of one block."""
        own = np.random.SeedSequence(self.root.entropy, spawn_key=place)
        return np.random.default_rng(own)


def check_sampling(n_samples: int, tolerance: float = 0.0) -> None:
    """Raise for invalid numbers of samples and tolerances."""
    check_integer("n_samples", n_samples, 2)
    if not is_number(tolerance) or not tolerance >= 0:
        raise OptionError(f"tolerance must be a number of at least 0, got {tolerance!r}.")
