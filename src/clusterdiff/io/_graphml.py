"""GraphML: the nodes of a graph with their attributes."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from clusterdiff.errors import InputError
from clusterdiff.io._source import Source, read_bytes

if TYPE_CHECKING:
    from clusterdiff.io._plain import Texts


def columns_of(source: Source) -> Source:
    """The node's id and its attributes."""
    names, rows = _nodes(source)
    sample = tuple(tuple(row.get(name) for name in names) for row in rows[:1000])
    return Source(source.name, source.files, source.kind, names, source.packing, None, sample)


def read_graphml(source: Source, places: list[int]) -> list[Texts]:
    """The columns at these places."""
    names, rows = _nodes(source)
    return [[row.get(names[place]) for row in rows] for place in places]


def _nodes(source: Source) -> tuple[tuple[str, ...], list[dict[str, str]]]:
    titles: dict[str, str] = {}
    rows = []
    try:
        for file in source.files:
            for _, item in ET.iterparse(BytesIO(read_bytes(source, file))):  # noqa: S314  (expat refuses entities that blow up)
                tag = item.tag.rpartition("}")[2]
                if tag == "key" and item.get("for") in {"node", "all", None}:
                    titles[item.get("id") or ""] = item.get("attr.name") or item.get("id") or ""
                elif tag == "node":
                    found = {titles.get(data.get("key", ""), data.get("key", "")): data.text or "" for data in item}
                    rows.append({"node": item.get("id", ""), **found})
                    item.clear()
    except ET.ParseError as error:
        raise InputError(f"{source.name} must be a readable GraphML file: {error}.") from None
    if not rows:
        raise InputError(f"{source.name} must be a GraphML file with nodes: it has none.")
    return tuple(dict.fromkeys(["node", *(name for name in titles.values() if name != "node"), *(name for row in rows for name in row)])), rows
