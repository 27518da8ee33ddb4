"""Feather version 1, which is recognized only to raise a clear error."""

from __future__ import annotations

from typing import Never

from clusterdiff.errors import InputError
from clusterdiff.io._source import Format, Head, Source


def describe(source: Source, head: Head | None) -> Never:
    """Raise an error."""
    del head
    raise InputError(
        f"{source.name} is a Feather file of version 1, which is not supported.",
        "write it as version 2",
    )


FORMAT = Format("feather", describe, magic=(b"FEA1",))
