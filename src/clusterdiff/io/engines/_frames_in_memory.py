"""Frames in memory that their library cannot join: matched by order, or of two libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError
from clusterdiff.io.join import match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source
    from clusterdiff.io.cells import Cells


def by_order(a: Clustering, b: Clustering) -> Cells:
    """Return rows of two frames in memory, matched by position; lazy frames have no order."""
    for side in (a, b):
        if side.source.details.lazy:
            raise InputError(
                f"{side.source.name} is lazy: its rows have no order to be matched by.",
                "pass {on=COLUMN} to match them by a key",
            )
    return match(a, b, _in_memory)


def of_two_libraries(a: Clustering, b: Clustering) -> Cells:
    """Return frames of two libraries, joined here if both are in memory."""
    for side, other in ((a, b), (b, a)):
        if side.source.details.lazy:
            raise InputError(
                f"{a.source.name} and {b.source.name} must be frames of one library to be joined, "
                f"got {a.source.details.library} and {b.source.details.library}.",
                f"load the other one into {side.source.details.library}, "
                f"or collect both ({other.source.name} is "
                f"{'lazy' if other.source.details.lazy else 'in memory'})",
            )
    return match(a, b, _in_memory)


def _in_memory(source: Source, places: Sequence[int]) -> list[Any]:
    assert source.format.read is not None  # noqa: S101  (frames in memory have it)
    return source.format.read(source, places)
