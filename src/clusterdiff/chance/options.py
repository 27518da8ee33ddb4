"""The types of the arguments of `expected`, `adjusted` and `interval`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from clusterdiff.chance.statistic import MeasureLike
from clusterdiff.labels import LabelsLike, LabelsOptions
from clusterdiff.table import Table

if TYPE_CHECKING:
    import numpy as np

    from clusterdiff.chance.null_models import NullModel

Method = Literal["auto", "closed", "enumeration", "sampled"]
METHODS: tuple[Method, ...] = get_args(Method)
Sides: TypeAlias = LabelsLike | Table
Other: TypeAlias = LabelsLike | None
Several: TypeAlias = list[MeasureLike] | tuple[MeasureLike, ...]


class ChanceOptions(LabelsOptions, total=False):
    """The null model, and how the mean under it is computed."""

    null: str | NullModel
    method: Method
    samples: int
    tolerance: float
    rng: int | np.random.Generator | None


class IntervalOptions(LabelsOptions, total=False):
    """The confidence level, and how the standard error is computed."""

    level: float
    samples: int
    rng: int | np.random.Generator | None
