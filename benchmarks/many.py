"""Workloads of many clusterings: the matrix of all pairs, beside loops over pairs of clusterings."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from benchmarks._report import Row, power, sklearn_metrics
from benchmarks._timing import peak_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

_SAMPLE = 8  # pairs on which a loop is timed
_OURS, _THEIRS = 5.0, 150.0  # required ratios
