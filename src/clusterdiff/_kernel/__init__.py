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
from clusterdiff._kernel._numpy import phi as phi
from clusterdiff._kernel._threads import thread_count
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from types import ModuleType

    KERNEL: str
    THREADS: int
    from clusterdiff._kernel._numpy import add_moments as add_moments
    from clusterdiff._kernel._numpy import consensus_search as consensus_search
    from clusterdiff._kernel._numpy import count_pairs as count_pairs
    from clusterdiff._kernel._numpy import encode as encode
    from clusterdiff._kernel._numpy import encode_bytes as encode_bytes
    from clusterdiff._kernel._numpy import encode_pairs as encode_pairs
    from clusterdiff._kernel._numpy import encode_strings as encode_strings
    from clusterdiff._kernel._numpy import entropies as entropies
    from clusterdiff._kernel._numpy import entropies_of_cells as entropies_of_cells
    from clusterdiff._kernel._numpy import expected_information as expected_information
    from clusterdiff._kernel._numpy import group_sums as group_sums
    from clusterdiff._kernel._numpy import loss_matrix as loss_matrix
    from clusterdiff._kernel._numpy import match_strings as match_strings
    from clusterdiff._kernel._numpy import pair_counts as pair_counts
    from clusterdiff._kernel._numpy import pair_sets as pair_sets
    from clusterdiff._kernel._numpy import pair_summaries as pair_summaries
    from clusterdiff._kernel._numpy import random_tables as random_tables
    from clusterdiff._kernel._numpy import strings_at as strings_at
    from clusterdiff._kernel._numpy import triple_summaries as triple_summaries
    from clusterdiff._kernel._numpy_assign import assign as assign
    from clusterdiff._kernel._numpy_assign import pair_cells as pair_cells
    from clusterdiff._kernel._numpy_assign import pair_sums as pair_sums


def __getattr__(name: str) -> Any:
    """Read the environment at the first use of a name that depends on it, and cache the result."""
    if name not in {"KERNEL", "THREADS"} and (name[0] == "_" or not hasattr(_numpy, name)):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "THREADS":
        value: Any = thread_count(os.environ.get("CLUSTERDIFF_THREADS"))
    else:
        kernel, module = _pick(os.environ.get("CLUSTERDIFF_KERNEL"))
        value = kernel if name == "KERNEL" else getattr(module, name)
    globals()[name] = value
    return value


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
