"""Lists of clusters: one cluster per line, its elements between blanks, commas or semicolons."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.io._files import binary_data, open_text
from clusterdiff.io._source import Format, Head, Layout, Source
from clusterdiff.io.formats._header import TABULAR
from clusterdiff.io.formats.delimited import COMMENT, is_uneven

if TYPE_CHECKING:
    from collections.abc import Sequence

_SUFFIXES = {".clusters", ".communities", ".cmty", ".cover"}
_GML = re.compile(r"\s*(Creator\b.*\s+)?graph\s*\[")


def recognizes(head: Head, layout: Layout) -> bool:
    """Return whether the suffix or lines of several lengths show a list of clusters."""
    if layout != "auto":
        return layout == "clusters"
    return head.suffix in _SUFFIXES or (head.suffix not in TABULAR and is_uneven(head))


def describe(source: Source, head: Head | None) -> Source:
    """Return an element and the number of its cluster in each row."""
    graph = head is not None and (head.suffix == ".gml" or _GML.match(head.text))
    if graph and source.reading.layout == "auto":
        raise InputError(
            f"{source.name} is a GML graph, which is not supported.", "save the graph as GraphML"
        )
    return replace(source, columns=("element", "cluster"))


def read(source: Source, places: Sequence[int]) -> list[list[str | None]]:
    """Return the columns at these places.

    Comments (`# …`) before the first cluster are skipped, and noted.
    """
    elements: list[str | None] = []
    clusters: list[str | None] = []
    cluster = skipped = 0
    for file in source.files:
        top = True
        with open_text(source, file, in_memory=True) as stream:
            for line in stream:
                if "\0" in line:
                    raise binary_data(source.name)
                if top and COMMENT.match(line):
                    skipped += 1
                    continue
                members = line.replace(",", " ").replace(";", " ").split()
                top = top and not members
                cluster += bool(members)
                elements += members
                clusters += [str(cluster)] * len(members)
    if not elements:
        raise InputError(
            f"{source.name} lists no elements; each line must list the elements of one cluster."
        )
    if skipped:
        source.note(
            f"{skipped:,} comment line{'s' * (skipped > 1)} at the top of {source.name} skipped"
        )
    return [(elements, clusters)[place] for place in places]


FORMAT = Format("clusters", describe, read, recognizes=recognizes, priority=30, text=True)
