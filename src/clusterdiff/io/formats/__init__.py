"""File formats.

Every module here that does not begin with an underscore holds one record, FORMAT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from clusterdiff.checks import accepts
from clusterdiff.io._discovery import objects_named
from clusterdiff.io._source import Format

if TYPE_CHECKING:
    from clusterdiff.io._source import Head, Layout

_FUNCTIONS = {
    "describe": ("source", "head"),
    "read": ("source", "places"),
    "scan": ("source", "direct"),
    "recognizes": ("head", "layout"),
}


def advice(found: Any) -> str | None:
    """Return what to write if an object is not a complete format, otherwise None."""
    if not isinstance(found, Format):
        return "FORMAT = Format(kind, describe, read, …)"
    if not (found.magic or found.recognizes):
        return "magic=(b'…',) for a binary format, recognizes=function for a text format"
    if not (found.describe and (found.read or found.scan)):
        return "describe, and read or scan"
    for name, arguments in _FUNCTIONS.items():
        function = getattr(found, name)
        if function is not None and not accepts(function, arguments):
            return f"def {name}({', '.join(arguments)})"
    return None


FORMATS: Final[tuple[Format, ...]] = tuple(
    sorted(
        objects_named("FORMAT", __name__, __path__, advice),
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
