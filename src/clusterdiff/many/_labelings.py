"""The labelings of a set and their names, read from any container."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Number
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_several
from clusterdiff.errors import InputError, UnknownNameError
from clusterdiff.io import choose, open_sources
from clusterdiff.io._text_labels import in_kind_of
from clusterdiff.io.engines import engine_for
from clusterdiff.io.join import load, read_once
from clusterdiff.labels import Labels, as_names, columns_of, is_frame, observations, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io import Clustering, Wishes

_KINDS = (
    "pass a frame with one column per clustering, a dict name → labels, a list of labelings, or an "
    "array with one row per clustering"
)
_FEW = 5  # elements up to which texts that are all different may be labels
_SCALARS = (str, bytes, Number, np.generic, PathLike)


def named_labels(labelings: Any, names: Sequence[Any] | None) -> dict[str, Labels]:
    """Return the labels of each clustering by its name."""
    found = _named(labelings, names)
    if not found:
        raise InputError("labelings must hold at least one clustering, got none.", _KINDS)
    sides = {name: read(labels, name) for name, labels in found.items()}
    if names is None and is_frame(labelings):
        _refuse_keys(sides)
    return sides


def _refuse_keys(sides: Mapping[str, Labels]) -> None:
    """Refuse a column of texts that are all different: it names the elements."""
    for name, side in sides.items():
        if side.names is not None and len(side.names) == len(side) > _FEW and len(sides) > 1:
            others = ", ".join(repr(other) for other in sides if other != name)
            raise InputError(
                f"Each column must be a clustering: the texts of {name!r} are all different, as "
                "those of a key.",
                f"pass names=[{others}], or make {name!r} the index of the frame",
            )


def columns_of_files(
    paths: Sequence[Any], wishes: Wishes, *, header: bool | None
) -> list[Clustering]:
    """Return the columns of files that are clusterings."""
    return choose(open_sources(paths, names=wishes.names, header=header), wishes)


def labels_of_columns(found: Sequence[Clustering]) -> dict[str, Labels]:
    """Return the labels of columns of files by name."""
    columns = read_once(found, lambda source, places: engine_for(source).columns(source, places))
    return {each.name: load(each, columns) for each in found}


def in_kinds(sides: Mapping[str, Labels], names: Any) -> list[Any]:
    """Return labels in the kind of those of files: "-1" means -1 where they are numbers.

    Labels that fit none are passed on, so that an error is raised later.
    """
    wanted = as_names(names)
    fitting = {name for side in sides.values() for name in in_kind_of(side, wanted)}
    return [*fitting] or wanted


def _named(labelings: Any, names: Sequence[Any] | None) -> dict[str, Any]:
    """Return labelings by name; `names` selects columns of a frame or items of a dict."""
    wanted = None if names is None else _checked(names)
    if isinstance(labelings, Mapping):
        return _of_mapping(labelings, wanted)
    if is_frame(labelings):
        if wanted is None and observations(labelings) is not labelings:
            raise InputError(
                "names must list the columns of labels of an AnnData.",
                'pass Clusterings(adata, ["leiden_0.5", "leiden_1.0"])',
            )
        return {str(name): labels for name, labels in columns_of(labelings, wanted).items()}
    items = _items(labelings)
    if wanted is None:
        return dict(zip(_names_of(items), items, strict=True))
    if len(wanted) != len(items):
        raise InputError(
            f"names must have one name per clustering, got {len(wanted)} for {len(items)}.",
            _transposed(labelings, len(wanted)),
        )
    return dict(zip(map(str, wanted), items, strict=True))


def _of_mapping(labelings: Mapping[Any, Any], wanted: list[Any] | None) -> dict[str, Any]:
    for name in labelings if wanted is None else wanted:
        if name not in labelings:
            raise UnknownNameError.of("clustering", str(name), list(map(str, labelings)))
        if isinstance(labelings[name], _SCALARS) or labelings[name] is None:
            raise InputError(
                f"labelings must map each name to labels: {name!r} is mapped to "
                f"{labelings[name]!r}.",
                _KINDS,
            )
    chosen = _checked(list(labelings) if wanted is None else wanted)
    return {str(name): labelings[name] for name in chosen}


def _checked(names: Sequence[Any]) -> list[Any]:
    """Return names, which must be different as text."""
    listed = [names] if isinstance(names, str) else check_several("names", names, "names")
    texts = [str(name) for name in listed]
    if len(set(texts)) < len(texts):
        twice = next(text for i, text in enumerate(texts) if text in texts[:i])
        raise InputError(f"names must be different: {twice!r} occurs twice.")
    return listed


def _items(labelings: Any) -> list[Any]:
    """Return the labelings of a list, or the rows of an array."""
    if isinstance(labelings, (str, bytes, PathLike)):
        raise InputError(
            f"labelings must be labels, got {labelings!r}.",
            "read files with Clusterings.from_files",
        )
    if not isinstance(labelings, np.ndarray) and hasattr(labelings, "__array__"):
        labelings = np.asarray(labelings)
    if isinstance(labelings, np.ndarray):
        return _rows(labelings)
    if labelings is None or not isinstance(labelings, Iterable):
        raise InputError(f"labelings must be labels, got {type(labelings).__name__}.", _KINDS)
    items = list(labelings)
    if items and all(isinstance(item, (str, PathLike)) for item in items):
        raise InputError(
            f"labelings must be labels, got a list of {type(items[0]).__name__}.",
            "read files with Clusterings.from_files; pass [labels] for a set of one clustering",
        )
    if any(isinstance(item, _SCALARS) or item is None for item in items):
        raise InputError(
            "labelings must be several labelings, got one.",
            "pass [labels] for a set of one clustering",
        )
    return items


def _rows(array: Any) -> list[Any]:
    """Return one row per clustering; each row may be an image."""
    if array.ndim < 2:
        raise InputError(
            f"labelings must have one row per clustering, got an array of shape {array.shape}.",
            "pass [labels] for a set of one clustering",
        )
    height, width = array.shape[0], array[0].size if len(array) else 0
    if array.ndim == 2 and height > width > 1 and _one_hot(array):
        raise InputError(
            f"labelings must have one row per clustering, got a {height} × {width} array whose "
            "rows have one 1 each, as the rows of a membership matrix.",
            "pass list(array) if each row is a clustering",
        )
    return list(array)


def _one_hot(array: Any) -> bool:
    """Return whether each row of a matrix is zero except for one 1, and no column is zero."""
    if array.dtype.kind not in "biu" or not np.isin(array[0], (0, 1)).all():
        return False
    within = ((array == 0) | (array == 1)).all() and array.any(axis=0).all()
    return bool(within and (array.sum(axis=1) == 1).all())


def _names_of(items: Sequence[Any]) -> list[str]:
    """Return the names of the columns if all of them differ, else numbers."""
    names = [getattr(item, "name", None) for item in items]
    given = [name for name in names if isinstance(name, str) and name]
    if len(given) == len(items) == len(set(given)):
        return given
    return [str(i) for i in range(len(items))]


def _transposed(labelings: Any, wanted: int) -> str | None:
    """Return a hint if as many names as columns were given."""
    shape: Any = getattr(labelings, "shape", ())
    if len(shape) == 2 and shape[1] == wanted:
        return "an array has one row per clustering: pass array.T if each column is a clustering"
    return None
