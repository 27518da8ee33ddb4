"""GraphML: the nodes of a graph with their attributes."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.io._files import read_bytes
from clusterdiff.io._source import Format, Head, Layout, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

_SAMPLE = 1000


def recognizes(head: Head, layout: Layout) -> bool:
    """Return whether a file is XML whose root element is graphml."""
    del layout
    return head.text.lstrip().startswith("<") and (
        "<graphml" in head.text or head.suffix == ".graphml"
    )


def describe(source: Source, head: Head | None) -> Source:
    """Return the node's id and its attributes."""
    del head
    names, rows = _nodes(source)
    return replace(source, columns=names, sample=tuple(tuple(row[:]) for row in rows[:_SAMPLE]))


def read(source: Source, places: Sequence[int]) -> list[list[str | None]]:
    """Return the columns at these places."""
    _, rows = _nodes(source)
    return [[row[place] for row in rows] for place in places]


def _nodes(source: Source) -> tuple[tuple[str, ...], list[list[str | None]]]:
    from xml.etree import ElementTree as ET

    titles: dict[str, str] = {}
    nodes: list[tuple[str, dict[str, str]]] = []
    try:
        for file in source.files:
            for _, item in ET.iterparse(BytesIO(read_bytes(source, file))):  # noqa: S314  (expat refuses entities that blow up)
                tag = item.tag.rpartition("}")[2]
                if tag == "key" and item.get("for") in {"node", "all", None}:
                    titles[item.get("id") or ""] = item.get("attr.name") or item.get("id") or ""
                elif tag == "node":
                    data = {
                        each.get("key", ""): each.text or ""
                        for each in item
                        if each.tag.rpartition("}")[2] == "data"
                    }
                    nodes.append((item.get("id", ""), data))
                    item.clear()
    except (
        ET.ParseError,
        ValueError,
        LookupError,
    ) as error:  # the last two for encodings that expat does not know
        raise InputError(f"{source.name} is not a readable GraphML file: {error}.") from None
    if not nodes:
        raise InputError(f"{source.name} is a GraphML file without nodes.")
    keys = list(dict.fromkeys([*titles, *(key for _, data in nodes for key in data)]))
    names = ("node", *(titles.get(key, key) for key in keys))
    return names, [[node, *(data.get(key) for key in keys)] for node, data in nodes]


FORMAT = Format("graphml", describe, read, recognizes=recognizes, priority=10, text=True)
