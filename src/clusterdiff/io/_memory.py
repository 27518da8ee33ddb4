"""Columns in memory, and two of them matched by key or by order."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.io._cells import BOTH, ONLY_A, ONLY_B, Cells
from clusterdiff.io._names import labels_of, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._choose import Clustering
    from clusterdiff.io._source import Source
    from clusterdiff.labels import Labels


def forget() -> None:
    """Drop the columns that were kept: their files may have changed."""
    _keyed.cache_clear()


def load(source: Source, places: list[int]) -> list[Any]:
    """The columns at these places, as lists of text or arrays."""
    if source.kind == "csv":
        from clusterdiff.io._plain import read_csv as reader
    elif source.kind == "clusters":
        from clusterdiff.io._plain import read_clusters as reader
    elif source.kind == "jsonl":
        from clusterdiff.io._json import read_json as reader
    elif source.kind == "graphml":
        from clusterdiff.io._graphml import read_graphml as reader
    elif source.kind == "parquet":
        from clusterdiff.engines.duck import read_columns as reader
    else:
        from clusterdiff.io._binary import read_arrays as reader
    return reader(source, places)


def labelled(clustering: Clustering) -> Any:
    """A dict key → label, or an array of labels; None where there is none."""
    side, keys = _keyed(clustering)
    codes, names = side.encoded()
    if side.missing is None:
        labels: Any = names[codes]
    else:
        labels = np.full(len(side), None, object)
        labels[~side.missing] = names.astype(object)[codes[~side.missing]]
    return labels if keys is None else dict(zip(keys, labels.tolist(), strict=True))


@lru_cache(maxsize=64)
def _keyed(clustering: Clustering) -> tuple[Labels, list[Any] | None]:
    """The labels of a clustering and its keys, each key once."""
    source = clustering.source
    places = [clustering.place] + ([] if clustering.key is None else [clustering.key])
    values, *keys = load(source, places)
    labels = labels_of(values, clustering.name, text=source.is_text or source.kind in {"clusters", "graphml"})
    if not keys:
        return labels, None
    listed = _listed(keys[0])
    if len(listed) != len(labels):
        raise InputError(f"{source.name} must have one key for each label: it has {len(listed):,} keys and {len(labels):,} labels.")
    _check_keys(clustering, listed)
    return labels, listed


def _listed(keys: Any) -> list[Any]:
    if isinstance(keys, list):
        return [None if key == "" else key for key in keys]
    out: list[Any] = keys.to_pylist() if hasattr(keys, "to_pylist") else keys.tolist()
    return out


def _check_keys(clustering: Clustering, keys: Sequence[Any]) -> None:
    assert clustering.key is not None  # noqa: S101  (keys come from it)
    column = clustering.source.columns[clustering.key]
    bare = sum(key is None for key in keys)
    if bare:
        raise keyless(clustering, column, bare)
    if len(set(keys)) < len(keys):
        twice = [(key, times) for key, times in Counter(keys).items() if times > 1]
        raise duplicated(clustering, column, len(twice), twice[0][0])


def keyless(clustering: Clustering, column: str, number: int) -> InputError:
    """Rows without a key."""
    name = clustering.source.name
    return InputError(f"{name} must name every element in column {column}: {number:,} row{'s have' if number > 1 else ' has'} no key.")


def duplicated(clustering: Clustering, column: str, number: int, example: Any) -> InputError:
    """Keys that stand twice."""
    return InputError(
        f"{clustering.source.name} must name every element once in column {column}: "
        f"{number:,} key{'s stand' if number > 1 else ' stands'} twice, the first is {example!r}.",
        'on="COLUMN" names another key, by_order=True matches rows by their order',
    )


def lengths_differ(a: Clustering, b: Clustering, rows_a: int, rows_b: int) -> InputError:
    """Files in row order that are not of one length."""
    return InputError(
        f"{a.source.name} and {b.source.name} must have the same number of rows to be matched by order: they have {rows_a:,} and {rows_b:,}.",
        'on="COLUMN" matches them by a key',
    )


def matched(a: Clustering, b: Clustering) -> Cells:
    """The elements of both, one cell each."""
    (side_a, keys_a), (side_b, keys_b) = _keyed(a), _keyed(b)
    if keys_a is None or keys_b is None or a.source == b.source:
        if len(side_a) != len(side_b):
            raise lengths_differ(a, b, len(side_a), len(side_b))
        return Cells(side_a, side_b)
    if {type(key) for key in keys_a[:1]} != {type(key) for key in keys_b[:1]}:
        keys_a, keys_b = list(map(str, keys_a)), list(map(str, keys_b))
    if keys_a == keys_b:
        return Cells(side_a, side_b)
    place = {key: i for i, key in enumerate(keys_b)}
    order = np.fromiter((place.pop(key, -1) for key in keys_a), np.int64, len(keys_a))
    rest = np.fromiter(place.values(), np.int64, len(place))
    lone = order < 0
    if not lone.any() and not len(rest):
        return Cells(side_a, spread(side_b, order))
    codes_a = np.concatenate([np.arange(len(keys_a)), np.full(len(rest), -1)])
    codes_b = np.concatenate([order, rest])
    side = np.concatenate([np.where(lone, ONLY_A, BOTH), np.full(len(rest), ONLY_B)]).astype(np.int8)
    examples = (keys_a[int(lone.argmax())] if lone.any() else None, keys_b[int(rest[0])] if len(rest) else None)
    return Cells(spread(side_a, codes_a), spread(side_b, codes_b), None, side, examples)
