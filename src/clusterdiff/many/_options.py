"""The options of a set of clusterings, as keyword arguments of the functions that make one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from clusterdiff.labels import Alignment, MissingPolicy


class SetOptions(TypedDict, total=False):
    """Which elements of a set are counted, and as what."""

    weights: Any
    missing: MissingPolicy
    ignore: Any
    noise: Any
    align: Alignment
