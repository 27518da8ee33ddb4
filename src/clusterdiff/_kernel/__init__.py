"""Picks the kernels: ``native`` where it was built, else ``numpy``; ``CLUSTERDIFF_KERNEL`` overrides."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from clusterdiff._kernel import _numpy
from clusterdiff._kernel._numpy import phi

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["KERNEL", "THREADS", "add_moments", "count_pairs", "encode", "encode_bytes", "encode_pairs", "expected_information", "group_sums", "phi"]


def _pick(wanted: str) -> tuple[str, ModuleType]:
    if wanted not in {"", "native", "numpy"}:
        raise ImportError(f"CLUSTERDIFF_KERNEL must be native or numpy: it is {wanted!r}.")
    if wanted != "numpy":
        try:
            _native = import_module("clusterdiff._kernel._native")
        except ImportError:
            if wanted == "native":
                raise ImportError("CLUSTERDIFF_KERNEL is native, but clusterdiff was installed without a compiler: unset it or reinstall.") from None
        else:
            return "native", _native
    return "numpy", _numpy


def _threads(wanted: str) -> int:
    if wanted and not (wanted.isdecimal() and int(wanted) > 0):
        raise ImportError(f"CLUSTERDIFF_THREADS must be a whole number above 0: it is {wanted!r}.")
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(wanted) if wanted else available


KERNEL, _module = _pick(os.environ.get("CLUSTERDIFF_KERNEL", ""))
THREADS = _threads(os.environ.get("CLUSTERDIFF_THREADS", ""))

add_moments = _module.add_moments
count_pairs = _module.count_pairs
encode = _module.encode
encode_bytes = _module.encode_bytes
encode_pairs = _module.encode_pairs
expected_information = _module.expected_information
group_sums = _module.group_sums
