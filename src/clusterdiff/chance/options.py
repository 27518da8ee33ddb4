"""The keyword options that `expected` and `adjusted` share, as types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from clusterdiff.chance.statistic import MeasureLike
from clusterdiff.labels import LabelsLike, LabelsOptions
from clusterdiff.table import Table

if TYPE_CHECKING:
    import numpy as np

    from clusterdiff.chance.null_models import NullModel

Method = Literal["auto", "closed", "enumeration", "sampled"]
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
