"""The kernels: ``native`` where they were built, else ``numpy``.

The environment variables ``CLUSTERDIFF_KERNEL`` (``native`` or ``numpy``) and
``CLUSTERDIFF_THREADS`` override the choice. They are read at the first use of a kernel, so that an
invalid value raises an error in that call and not at import.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from clusterdiff._kernel import _numpy
from clusterdiff._kernel._numpy import phi
from clusterdiff._kernel._threads import thread_count
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from types import ModuleType

    KERNEL: str
    THREADS: int
    from clusterdiff._kernel._numpy import (
        add_moments,
        consensus_search,
        count_pairs,
        encode,
        encode_bytes,
        encode_pairs,
        entropies,
        entropies_of_cells,
        expected_information,
        group_sums,
        loss_matrix,
        pair_counts,
        pair_sets,
        pair_summaries,
        size_counts,
        triple_summaries,
    )
    from clusterdiff._kernel._numpy_assign import assign

__all__ = [
    "KERNEL",
    "THREADS",
    "add_moments",
    "assign",
    "consensus_search",
    "count_pairs",
    "encode",
    "encode_bytes",
    "encode_pairs",
    "entropies",
    "entropies_of_cells",
    "expected_information",
    "group_sums",
    "loss_matrix",
    "pair_counts",
    "pair_sets",
    "pair_summaries",
    "phi",
    "size_counts",
    "triple_summaries",
]


def __getattr__(name: str) -> Any:
    """Read the environment at the first use of a name that depends on it, and cache the result."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "THREADS":
        globals()["THREADS"] = thread_count(os.environ.get("CLUSTERDIFF_THREADS"))
    else:
        kernel, module = _pick(os.environ.get("CLUSTERDIFF_KERNEL"))
        globals()["KERNEL"] = kernel
        for function in set(__all__) - {"KERNEL", "THREADS", "phi"}:
            globals()[function] = getattr(module, function)
    return globals()[name]


def _pick(wanted: str | None) -> tuple[str, ModuleType]:
    if wanted not in {None, "", "native", "numpy"}:
        raise OptionError(f"CLUSTERDIFF_KERNEL must be native or numpy, got {wanted!r}.")
    if wanted != "numpy":
        try:
            native = import_module("clusterdiff._kernel._native")
        except ImportError:
            if wanted == "native":
                raise OptionError(
                    "CLUSTERDIFF_KERNEL is native, but clusterdiff was built without a compiler.",
                    "unset CLUSTERDIFF_KERNEL, or install a C++ compiler and reinstall clusterdiff",
                ) from None
        else:
            return "native", native
    return "numpy", _numpy
