"""Two clusterings in memory, matched by key or by order."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError
from clusterdiff.io._cells import Cells
from clusterdiff.io._text_labels import labels_of
from clusterdiff.labels import Labels, match_elements, object_array

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source

    Columns = Callable[[Source, Sequence[int]], list[Any]]

_NUMBERS = {int, float, Decimal}


def read_once(found: Sequence[Clustering], columns: Columns) -> Columns:
    """Return a reader of columns that reads each lazy source only once, so that its rows match.

    Files are read on request, since the order of their rows is fixed.
    """
    read: dict[tuple[int, int], Any] = {}

    def known(source: Source, places: Sequence[int]) -> list[Any]:
        if not source.lazy:
            return columns(source, places)
        if any((id(source), place) not in read for place in places):
            own = [each for each in found if each.source is source]
            wanted = dict.fromkeys(
                place for each in own for place in (each.place, each.key) if place is not None
            )
            values = columns(source, list(wanted))
            read.update(
                ((id(source), place), each) for place, each in zip(wanted, values, strict=True)
            )
        return [read[id(source), place] for place in places]

    return known


def load(clustering: Clustering, columns: Columns) -> Labels:
    """Return the labels of a clustering, with its keys as elements.

    The files are read again if they have changed.
    """
    source = clustering.source
    if source.lazy:
        return _checked(clustering, columns)
    wanted = (clustering.place, clustering.key, source.stamp)
    kept = source.kept.columns
    if wanted not in kept:
        kept[wanted] = _checked(clustering, columns)
    out: Labels = kept[wanted]
    return out


def _checked(clustering: Clustering, columns: Columns) -> Labels:
    loaded = unchecked(clustering, columns)
    if loaded.elements is not None:
        _check_keys(clustering, loaded.elements)
    return loaded


def unchecked(clustering: Clustering, columns: Columns) -> Labels:
    """Return the labels of a clustering with its keys, which may be missing or duplicated."""
    source = clustering.source
    places = [clustering.place] + ([] if clustering.key is None else [clustering.key])
    values, *keys = columns(source, places)
    labels = labels_of(values, clustering.name, text=source.format.text)
    if not keys:
        return labels
    listed = listed_keys(source, keys[0])
    if len(listed) != len(labels):
        raise InputError(
            f"{source.name} must have one key for each label: it has {len(listed):,} keys and "
            f"{len(labels):,} labels."
        )
    return replace(labels, elements=listed, shape=None, index=None)


def listed_keys(source: Source, keys: Any) -> list[Any]:
    """Return keys as Python objects, with None for missing keys."""
    if isinstance(keys, Labels):  # as databases give them
        codes, names = keys.encoded()
        named = names[codes].astype(object) if len(names) else object_array([None] * len(keys))
        if keys.missing is not None:
            named[keys.missing] = None
        keys = named
    try:
        out: list[Any] = (
            keys
            if isinstance(keys, list)
            else keys.to_pylist()
            if hasattr(keys, "to_pylist")
            else keys.to_list()
            if hasattr(keys, "to_list")
            else keys.tolist()
        )
        if not source.format.text:
            set(out)
    except (TypeError, OverflowError, ValueError) as error:
        raise InputError(
            f"The keys of {source.name} cannot be compared: {error}.",
            "{on=COLUMN} names another key",
        ) from None
    if source.format.text:
        return [key or None for key in out]
    return [None if key != key else key for key in out]  # noqa: PLR0124  (NaN)


def _check_keys(clustering: Clustering, keys: Sequence[Any]) -> None:
    bare = keys.count(None)
    if bare:
        raise keyless(clustering, bare)
    if len(set(keys)) < len(keys):
        twice = [(key, times) for key, times in Counter(keys).items() if times > 1]
        raise duplicated(clustering, len(twice), twice[0][0])


def _key_name(clustering: Clustering) -> str:
    return "" if clustering.key is None else clustering.source.columns[clustering.key]


def keyless(clustering: Clustering, number: int) -> InputError:
    """Return the error for rows without a key."""
    rows = f"{number:,} row{'s have' if number > 1 else ' has'} no key"
    return InputError(
        f"{clustering.source.name} must name every element in column {_key_name(clustering)}: "
        f"{rows}."
    )


def duplicated(clustering: Clustering, number: int, example: Any) -> InputError:
    """Return the error for keys that occur more than once."""
    return InputError(
        f"{clustering.source.name} must name every element once in column {_key_name(clustering)}: "
        f"{number:,} duplicate key{'s' * (number > 1)}, the first is {example!r}.",
        "{on=COLUMN} names another key, {by_order=True} matches rows by their order",
    )


def different_keys(a: Any, b: Any) -> InputError:
    """Return the error for keys whose types cannot be compared."""
    return InputError(
        f"The keys of a and b must have one type: they have {a} and {b}.", "cast one of them"
    )


def lengths_differ(a: Clustering, b: Clustering, rows_a: int, rows_b: int) -> InputError:
    """Return the error for files of different lengths that are matched by order."""
    return InputError(
        f"{a.source.name} and {b.source.name} must have the same number of rows to be matched by "
        "order: "
        f"they have {rows_a:,} and {rows_b:,}.",
        "{on=COLUMN} matches them by a key",
    )


def match(a: Clustering, b: Clustering, columns: Columns) -> Cells:
    """Return the matched elements of both sides, one cell each."""
    columns = read_once((a, b), columns)
    side_a, side_b = load(a, columns), load(b, columns)
    keys_a, keys_b = side_a.elements, side_b.elements
    if keys_a is None or keys_b is None or a.source is b.source:
        if len(side_a) != len(side_b):
            raise lengths_differ(a, b, len(side_a), len(side_b))
        return Cells(replace(side_a, shape=None), replace(side_b, shape=None))
    kinds = {type(key) for key in (*keys_a[:1], *keys_b[:1])}
    if len(kinds) > 1 and not kinds <= _NUMBERS:  # numbers are equal by value
        side_a, side_b = (
            replace(side, elements=list(map(str, side.elements or ()))) for side in (side_a, side_b)
        )
    matched = match_elements({"a": side_a, "b": side_b}, "singletons")
    return Cells(*matched.pair)
