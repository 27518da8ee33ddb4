"""Pajek's CLU: the line ``*Vertices n``, and then the cluster of each vertex in a line."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import IO, TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.io._files import binary_data, open_text
from clusterdiff.io._source import Format, Head, Layout, Source
from clusterdiff.io.formats._header import TABULAR

if TYPE_CHECKING:
    from collections.abc import Sequence

_VERTICES = re.compile(r"\*vertices\s+([0-9]+)\s*", re.IGNORECASE)
_COMMENT = re.compile(r"%|#(\s|#|$)")


def recognizes(head: Head, layout: Layout) -> bool:
    """Return whether the first line that is no comment gives the number of vertices."""
    lines = (line for line in head.text.splitlines() if line.strip() and not _COMMENT.match(line))
    first = next(lines, "")
    return layout == "auto" and head.suffix not in TABULAR and bool(_VERTICES.fullmatch(first))


def describe(source: Source, head: Head | None) -> Source:
    """Return one column, which has no name."""
    del head
    return replace(source, columns=("1",))


def read(source: Source, places: Sequence[int]) -> list[list[str | None]]:
    """Return the clusters, once for each place."""
    labels: list[str | None] = []
    for file in source.files:
        with open_text(source, file, in_memory=True) as stream:
            labels += _labels(source, stream)
    return [labels for _ in places]


def _labels(source: Source, stream: IO[str]) -> list[str]:
    lines = (line.strip() for line in stream)
    lines = (line for line in lines if line and not _COMMENT.match(line))
    first = _VERTICES.fullmatch(next(lines, ""))
    if first is None:
        raise InputError(f"Every file of {source.name} must begin with *Vertices and their number.")
    labels = list(lines)
    wrong = next((label for label in labels if len(label.split()) > 1 or "\0" in label), None)
    if wrong is not None and "\0" in wrong:
        raise binary_data(source.name)
    if wrong is not None:
        raise InputError(
            f"Every line of {source.name} must be the cluster of one vertex, got {wrong[:40]!r}."
        )
    if len(labels) != int(first[1]):
        raise InputError(
            f"{source.name} must have the clusters of {first[1]} vertices: it has {len(labels):,}."
        )
    return labels


FORMAT = Format("pajek", describe, read, recognizes=recognizes, priority=25, text=True)
