"""File formats.

Every module here that does not begin with an underscore holds one record, FORMAT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clusterdiff.io.discovery import objects_named

if TYPE_CHECKING:
    from clusterdiff.io.source import Format, Head, Layout

FORMATS: Final[tuple[Format, ...]] = tuple(
    sorted(
        objects_named("FORMAT", __name__, __path__),
        key=lambda found: (found.priority, found.kind),
    )
)
MAGIC_LENGTH: Final = max(len(magic) for each in FORMATS for magic in each.magic)


def by_magic(first: bytes) -> Format | None:
    """Return the binary format that begins with these bytes."""
    return next((each for each in FORMATS if each.magic and first.startswith(each.magic)), None)


def by_text(head: Head, layout: Layout) -> Format:
    """Return the first text format that recognizes the head of a file."""
    return next(
        each for each in FORMATS if each.recognizes is not None and each.recognizes(head, layout)
    )
