"""GraphML: the nodes of a graph with their attributes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.io._files import read_bytes
from clusterdiff.io._source import Format, Head, Layout, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from xml.etree.ElementTree import Element

    Column = tuple[str, int]  # the name of an attribute, and which of the keys with this name

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
    """Return the names of the columns, and one row per node, of all files.

    The ids of keys belong to one file, so the files are joined by the names of the attributes.
    """
    graphs = [_Graph(source, file) for file in source.files]
    if not any(graph.nodes for graph in graphs):
        raise InputError(f"{source.name} is a GraphML file without nodes.")
    columns = list(dict.fromkeys(column for graph in graphs for column in graph.columns))
    rows = [row for graph in graphs for row in graph.rows(columns)]
    return ("node", *(name for name, _ in columns)), rows


class _Graph:
    """The nodes of one file, and its keys."""

    def __init__(self, source: Source, file: str) -> None:
        from xml.etree import ElementTree as ET

        self.nodes: list[tuple[str, dict[str, str]]] = []
        self._titles: dict[str, str] = {}
        self._defaults: dict[str, str] = {}
        try:
            for _, item in ET.iterparse(BytesIO(read_bytes(source, file))):  # noqa: S314  (expat refuses entities that blow up)
                tag = _tag(item)
                if tag == "key" and item.get("for") in {"node", "all", None}:
                    self._add_key(item)
                elif tag == "node":
                    data = {
                        each.get("key", ""): each.text or ""
                        for each in item
                        if _tag(each) == "data"
                    }
                    self.nodes.append((item.get("id", ""), data))
                    item.clear()
        except (
            ET.ParseError,
            ValueError,
            LookupError,
        ) as error:  # the last two for encodings that expat does not know
            raise InputError(f"{source.name} is not a readable GraphML file: {error}.") from None
        used = dict.fromkeys([*self._titles, *(key for _, data in self.nodes for key in data)])
        times: Counter[str] = Counter()
        self.columns: dict[Column, str] = {}
        for key in used:
            name = self._titles.get(key, key)
            self.columns[name, times[name]] = key
            times[name] += 1

    def _add_key(self, item: Element) -> None:
        key = item.get("id") or ""
        self._titles[key] = item.get("attr.name") or key
        for each in item:
            if _tag(each) == "default":
                self._defaults[key] = each.text or ""

    def rows(self, columns: Sequence[Column]) -> Iterator[list[str | None]]:
        """Yield the id and the attributes of every node; a default stands for no value."""
        keys = [self.columns.get(column) for column in columns]
        for node, data in self.nodes:
            values = {**self._defaults, **data}
            yield [node, *(None if key is None else values.get(key) for key in keys)]


def _tag(item: Element) -> str:
    return str(item.tag).rpartition("}")[2]


FORMAT = Format("graphml", describe, read, recognizes=recognizes, priority=10, text=True)
