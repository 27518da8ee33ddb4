"""Clusterings given in any form, read in one way.

Every public function takes its clusterings as leading positional arguments and passes them to
`table_of`, `pair_of` or `labelings_of`. They are labels in memory, a `Table`, a frame followed by
the names of its columns, or paths.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from numbers import Number
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff import io
from clusterdiff.checks import check_several
from clusterdiff.errors import InputError, OptionError, UnknownNameError
from clusterdiff.labels import (
    Labelings,
    Labels,
    Policy,
    Selected,
    columns_of,
    is_frame,
    match_elements,
    observations,
    read,
    select,
)
from clusterdiff.table import Table, are_blocked

if TYPE_CHECKING:
    from collections.abc import Sequence

_KINDS = (
    "pass a frame with one column per clustering, a dict name → labels, a list of labelings, an "
    "array with one row per clustering, or paths"
)
_FEW = 5  # elements up to which texts that are all different may be labels
PATHS = (str, PathLike)
_CONTAINERS = frozenset({np.ndarray, list, tuple, dict, Labels})
_LIBRARIES = frozenset({"pandas", "polars"})
_READING = frozenset({"columns", "on", "by_order", "layout", "header", "hive", "memory"})


class Reading(NamedTuple):
    """The options of a call: which elements are counted, and how sources are read."""

    policy: Policy
    sources: dict[str, Any]
    given: Mapping[str, Any]

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Reading:
        """Separate the options of a call."""
        if not options:
            return cls(Policy.of({}), {}, {})
        reading = {
            name: value
            for name, value in options.items()
            if name in _READING and value is not None and (value is not False or name == "header")
        }
        chosen = {name: value for name, value in options.items() if name not in _READING}
        return cls(Policy.of(chosen), reading, options)


def table_of(clusterings: tuple[Any, ...], options: Mapping[str, Any]) -> Table:
    """Return the table of two clusterings.

    Parameters
    ----------
    clusterings : tuple
        The positional arguments of a public function: two labelings or paths; a frame and the
        names of two columns; or one argument that holds both clusterings.
    options : mapping
        Options that say which elements are counted, and how sources are read.

    Returns
    -------
    Table
        With the names of the clusterings, and notes on what was assumed.
    """
    if len(clusterings) == 1 and isinstance(clusterings[0], (Table, Selected)):
        (given,) = clusterings
        refuse_options(options, f"an existing {type(given).__name__}")
        return given if isinstance(given, Table) else Table.from_selected(given)
    reading = Reading.of(options)
    if _are_in_memory(clusterings):
        return Table.from_labelings(*_pair(clusterings, reading))
    if _are_blocked(clusterings, reading):
        _refuse_reading(reading)
        a, b = clusterings
        return Table.counted(a, b, reading.policy)
    if _is_of_sources(clusterings, reading):
        return io.table_of_sources(*_sources_of(clusterings, reading), reading.policy)
    return Table.from_labelings(*_pair(clusterings, reading))


def read_in_memory(clusterings: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return two clusterings as matched `Labels` if both are in memory, others as they are."""
    if not _are_in_memory(clusterings):
        return clusterings
    a, b = clusterings
    return match_elements({"a": read(a, "a"), "b": read(b, "b")}, "raise").sides


def pair_of(clusterings: tuple[Any, ...], options: Mapping[str, Any]) -> Selected | Table:
    """Return two clusterings element by element, or their table where elements are not known.

    Parameters
    ----------
    clusterings : tuple
        As in `table_of`.
    options : mapping
        As in `table_of`.

    Returns
    -------
    Selected or Table
        The elements that both clusterings have. Of files, of frames that are not in memory and of
        arrays in chunks, only the table.
    """
    if len(clusterings) == 1 and isinstance(clusterings[0], Selected):
        refuse_options(options, "an existing Selected")
        chosen: Selected = clusterings[0]
        return chosen
    reading = Reading.of(options)
    known = len(clusterings) == 1 and isinstance(clusterings[0], Table)
    if known or _are_blocked(clusterings, reading) or _is_of_sources(clusterings, reading):
        return table_of(clusterings, options)
    return select(*_pair(clusterings, reading)).shared()


def pair_labelings(
    clusterings: tuple[Any, ...], options: Mapping[str, Any]
) -> tuple[Labelings, Policy]:
    """Return two clusterings in memory before any element is dropped, and the policy."""
    reading = Reading.of(options)
    if _is_of_sources(clusterings, reading):
        sources, named = _sources_of(clusterings, reading)
        found = io.labels_of_files(sources, named, number=2)
        sides = dict(zip("ab", found.values(), strict=True))
        given = match_elements(sides, reading.policy.align, list(found))
        return replace(given, typed_names=True), reading.policy
    return _pair(clusterings, reading)


def labelings_of(
    clusterings: tuple[Any, ...],
    options: Mapping[str, Any],
    names: Sequence[Any] | None = None,
    *,
    reference: tuple[str, Any] | None = None,
) -> tuple[Labelings, Policy]:
    """Return any number of clusterings of the same elements, and which of them are counted.

    Parameters
    ----------
    clusterings : tuple
        The positional arguments of a public function: one argument that holds all clusterings; a
        frame and the names of columns; or one argument for each clustering.
    options : mapping
        As in `table_of`.
    names : sequence of str, optional
        The names of the clusterings of a list or an array.
    reference : tuple of (str, labels), optional
        The name and the labels of a reference, which comes first and is on side a.

    Returns
    -------
    tuple of (Labelings, Policy)
    """
    reading = Reading.of(options)
    sides, from_text, policy = _named_sides(clusterings, reading, names)
    if reference is not None:
        title, labels = reference
        title = next(
            each for each in (title, "the reference", "the given reference") if each not in sides
        )
        sides = {title: labeling_of(labels, title, reading.sources.get("on")), **sides}
    roles = () if reference is None and len(sides) != 2 else ("a", *"b" * (len(sides) - 1))
    given = match_elements(sides, policy.align)
    return replace(given, roles=roles, typed_names=from_text), policy


def _are_blocked(clusterings: tuple[Any, ...], reading: Reading) -> bool:
    """Return whether two arrays are counted block by block; a frame may have any attribute."""
    if len(clusterings) != 2 or any(map(is_frame, clusterings)):
        return False
    return are_blocked(*clusterings, plain=reading.policy.plain)


def is_labels(value: Any) -> bool:
    """Return whether a value is one labeling, and not a table, a frame, a path or a set of two."""
    if isinstance(value, Mapping):
        return not any(
            hasattr(labels, "__len__") and not isinstance(labels, (str, bytes))
            for labels in value.values()
        )
    whole = isinstance(value, (Table, Selected, *PATHS)) or hasattr(type(value), "__labelings__")
    return not (whole or is_frame(value))


def refuse_options(options: Mapping[str, Any], what: str) -> None:
    """Raise if options are given where clusterings are already counted."""
    if options:
        name = min(options)
        made = "Clusterings(runs" if "set of" in what else "Table.from_labels(a, b"
        raise OptionError(
            f"{name} has no effect on {what}.",
            f"pass it where this is made, as in {made}, {name}=…)",
        )


def _refuse_reading(reading: Reading, *allowed: str) -> None:
    """Raise if options of files and frames are given for labels in memory."""
    refused = reading.sources.keys() - set(allowed)
    if refused:
        raise OptionError(f"{min(refused)} applies to files and frames.", "leave it out")


# Two clusterings.


def _pair(clusterings: tuple[Any, ...], reading: Reading) -> tuple[Labelings, Policy]:
    """Return two clusterings in memory, and which elements are counted."""
    policy = reading.policy
    if len(clusterings) == 2:
        _refuse_reading(reading)
        a, b = clusterings
        if isinstance(a, Table):
            raise OptionError(
                "A Table holds both clusterings: it is passed alone.",
                "options are passed by name, as in (table, measure=…) or (table, measures=…)",
            )
        sides = {side: labeling_of(labels, side) for side, labels in (("a", a), ("b", b))}
        return match_elements(sides, policy.align, names_of(a, b)), policy
    if len(clusterings) == 3 and (is_frame(clusterings[0]) or isinstance(clusterings[0], Mapping)):
        frame, first, second = clusterings
        columns, policy = _columns(frame, [first, second], policy)
        names = (str(first), str(second)) if first != second else ("a", "b")
        sides = {
            title: read(columns[str(name)], title)
            for title, name in zip(names, (first, second), strict=True)
        }
        given = match_elements(sides, policy.align)
        return replace(given, roles=("a", "b"), typed_names=is_frame(frame)), policy
    if len(clusterings) != 1:
        raise _wrong_number(clusterings)
    if hasattr(type(clusterings[0]), "__labelings__"):
        others = {name: value for name, value in reading.given.items() if name != "columns"}
        refuse_options(others, "an existing set of clusterings")
        given = clusterings[0].__labelings__(_listed(reading.sources.get("columns")))
        _check_two(given.names)
        return replace(given, roles=("a", "b")), Policy(missing="drop", weights=given.weights)
    if _is_one(clusterings[0]):
        raise OptionError("Two clusterings are compared, got one.", "pass the other clustering too")
    found, from_text, policy = _named_sides(clusterings, reading, None)
    _check_two(list(found))
    listed = not from_text and not isinstance(clusterings[0], Mapping)  # without names
    sides = dict(zip("ab", found.values(), strict=True)) if listed else found
    given = match_elements(sides, policy.align, list(found))
    return replace(given, roles=("a", "b"), typed_names=from_text), policy


def _is_one(value: Any) -> bool:
    """Return whether a value is clearly one labeling, and no set of labelings."""
    if isinstance(value, (list, tuple)):
        return bool(value) and isinstance(value[0], (bytes, Number, np.generic))
    return getattr(value, "ndim", None) == 1


def _check_two(names: Sequence[str]) -> None:
    """Raise if one argument does not hold two clusterings."""
    if len(names) != 2:
        raise OptionError(
            f"Two clusterings are compared, got {len(names)} ({', '.join(names[:8])}).",
            f"name two of them: {{columns={','.join(names[:2])}}}"
            if len(names) > 2
            else "pass the other clustering too",
        )


def _with_weights(policy: Policy, source: Any) -> Policy:
    """Return the policy with its weights, which may be a column of a file."""
    if isinstance(policy.weights, str) and _is_source(source):
        return replace(policy, weights=io.weights_of_file(source, policy.weights))
    return policy


def _wrong_number(clusterings: tuple[Any, ...]) -> OptionError:
    number = len(clusterings)
    if not number:
        return OptionError("Two clusterings are compared, got none.", "pass two labelings")
    third = clusterings[2]
    if has_columns(clusterings[0]):
        hint = 'pass a frame and the names of two columns: (frame, "truth", "pred")'
    elif all(isinstance(each, PATHS) and Path(each).exists() for each in clusterings):
        hint = "use pairwise or Clusterings for more than two"
    elif isinstance(clusterings[0], PATHS) and all(isinstance(x, str) for x in clusterings):
        hint = f"name the columns of a file: {{columns={','.join(map(str, clusterings[1:3]))}}}"
    elif isinstance(third, str) or callable(third) or _are_names(third):
        hint = f"options are passed by name: measure={third!r}, or measures= of compare"
    else:
        hint = "use pairwise or Clusterings for more than two"
    return OptionError(f"Two clusterings are compared, got {number} arguments.", hint)


def _are_names(value: Any) -> bool:
    """Return whether a value is a list of names or functions, as a list of measures is."""
    listed = isinstance(value, (list, tuple)) and len(value) > 0
    return listed and all(isinstance(each, str) or callable(each) for each in value)


def labeling_of(labels: Any, side: str, on: str | None = None) -> Labels:
    """Return one labeling, in memory or in a file."""
    return io.labels_of_path(labels, on) if isinstance(labels, PATHS) else read(labels, side)


def names_of(a: Any, b: Any) -> tuple[str, str]:
    """Return the names of two clusterings: of their columns, else of their files, else a and b.

    If the names of the columns are equal, the names of the files are used if they differ, and
    otherwise a and b.

    Examples
    --------
    >>> names_of([0, 1], [0, 0])
    ('a', 'b')
    """
    own = name_of(a, "a"), name_of(b, "b")
    if own[0] != own[1]:
        return own
    files = getattr(a, "file", None), getattr(b, "file", None)
    return (str(files[0]), str(files[1])) if all(files) and files[0] != files[1] else ("a", "b")


def name_of(labels: Any, default: str) -> str:
    """Return the name that a column carries, as ``Series.name``.

    Examples
    --------
    >>> name_of([0, 1], "a")
    'a'
    """
    name = getattr(labels, "name", None)
    return name if isinstance(name, str) and name else default


# Files, and frames whose rows an engine counts.


def _are_in_memory(clusterings: tuple[Any, ...]) -> bool:
    """Return whether two clusterings are of types that are always labels in memory: a fast check.

    Classes of pandas and polars are known by name, since asking a Series for attributes that it
    does not have takes long.
    """
    return len(clusterings) == 2 and all(
        kind in _CONTAINERS
        or (kind.__name__ == "Series" and kind.__module__.partition(".")[0] in _LIBRARIES)
        for kind in map(type, clusterings)
    )


def _is_source(value: Any) -> bool:
    """Return whether an engine must read a value: a path, an opened source, or a lazy frame."""
    if isinstance(value, PATHS):
        return True
    if isinstance(value, (np.ndarray, list, tuple, dict, Labels)):
        return False
    return bool(io.is_source(value))


def has_columns(value: Any) -> bool:
    """Return whether a value has columns with names: a frame, or an object that an engine opens."""
    return is_frame(value) or (not isinstance(value, PATHS) and _is_source(value))


def _is_of_sources(clusterings: tuple[Any, ...], reading: Reading) -> bool:
    """Return whether an engine reads both clusterings."""
    first = clusterings[0] if clusterings else None
    if len(clusterings) == 2 and not isinstance(clusterings[1], PATHS):
        if is_frame(first) or is_frame(clusterings[1]):
            if is_frame(first) and is_frame(clusterings[1]):
                return True
            raise InputError(
                "Columns of a frame must be given by their names.",
                "pass the columns instead of the frame to compare them with other labels",
            )
        return _is_source(first) and _is_source(clusterings[1])
    if len(clusterings) == 2 and has_columns(first):
        raise OptionError(
            "A frame needs the names of its two label columns.",
            'pass both names: (frame, "truth", "pred")',
        )
    if isinstance(first, PATHS):
        return all(isinstance(each, PATHS) for each in clusterings) and len(clusterings) < 3
    if len(clusterings) == 3 and has_columns(first):
        return _is_source(first) or bool(reading.sources)
    if len(clusterings) == 1:
        return _is_source(first) or (is_frame(first) and "columns" in reading.sources)
    return False


def _sources_of(clusterings: tuple[Any, ...], reading: Reading) -> tuple[list[Any], dict[str, Any]]:
    """Return the sources of a call, and the options about their columns."""
    first, *rest = clusterings
    options = dict(reading.sources)
    if rest and isinstance(rest[0], str) and has_columns(first):
        if "columns" in options:
            raise OptionError(
                "The names of columns are given twice.", "pass them either way, not both"
            )
        return [first], {**options, "columns": [str(name) for name in rest]}
    if len(clusterings) == 2 and is_frame(first) and not {"on", "by_order"} & options.keys():
        raise OptionError(
            "Two frames must be joined on a key.", "pass {on=id}, the name of the key column"
        )
    return list(clusterings), options


# Sets of clusterings.


def _named_sides(
    clusterings: tuple[Any, ...], reading: Reading, names: Sequence[Any] | None
) -> tuple[dict[str, Labels], bool, Policy]:
    """Return the labels of each clustering by its name, whether they were text, and the policy."""
    if not clusterings:
        raise InputError("At least one clustering must be given.", _KINDS)
    first, *rest = clusterings
    policy = reading.policy
    listed = list(first) if not rest and isinstance(first, (list, tuple)) else list(clusterings)
    opened = _is_source(first) and not io.is_lazy(first) and (not rest or has_columns(first))
    if is_frame(first) and not opened:
        sides, policy = _of_frame(first, rest, reading, names)
        return sides, True, policy
    if opened or (listed and all(isinstance(each, PATHS) for each in listed)):
        sources, options = _sources_of(clusterings if opened else tuple(listed), reading)
        return io.labels_of_files(sources, options), True, _with_weights(policy, sources[0])
    if rest:
        first = list(clusterings)
    named = isinstance(first, Mapping)
    keyed = named and any(isinstance(labels, PATHS) for labels in first.values())
    _refuse_reading(reading, *(("columns",) if named else ()), *(("on",) if keyed else ()))
    found = named_items(first, names, reading.sources.get("columns"))
    on = reading.sources.get("on")
    return {name: labeling_of(labels, name, on) for name, labels in found.items()}, False, policy


def _of_frame(
    frame: Any, rest: Sequence[Any], reading: Reading, names: Sequence[Any] | None
) -> tuple[dict[str, Labels], Policy]:
    """Return the labels of columns of a frame, and the policy with the column of weights."""
    if names is not None:
        raise OptionError(
            "names applies to lists and arrays: the columns of a frame have names.",
            "choose columns with columns=",
        )
    for name in ("on", "by_order"):
        if name in reading.sources:
            raise OptionError(
                f"{name} has no effect on one frame, whose rows are the elements.", "leave it out"
            )
    wanted = list(rest) or _listed(reading.sources.get("columns"))
    if not wanted and observations(frame) is not frame:
        raise InputError(
            "The columns of labels of an AnnData must be named.",
            'pass (adata, "leiden_0.5", "leiden_1.0")',
        )
    columns, policy = _columns(frame, wanted or None, reading.policy)
    sides = {name: read(labels, name) for name, labels in columns.items()}
    if not wanted:
        _refuse_keys(sides)
    return sides, policy


def _columns(
    frame: Any, names: Sequence[Any] | None, policy: Policy
) -> tuple[dict[str, Any], Policy]:
    """Return columns of a frame by name as text, and the policy with the column of weights.

    All of them are fetched at once: the rows of a lazy frame have another order each time.
    """
    if names is not None and any(not isinstance(name, Hashable) for name in names):
        raise InputError(
            "Columns of a frame must be given by their names.",
            'pass them one by one: (frame, "truth", "pred")',
        )
    weights = [policy.weights] if isinstance(policy.weights, str) else []
    found = columns_of(frame, None if names is None else [*names, *weights])
    if weights:
        if weights[0] not in found:
            raise UnknownNameError.of("column", weights[0], list(map(str, found)))
        policy = replace(policy, weights=found[weights[0]])
    left_out = set(weights) if names is None else set(weights) - set(names)
    return {str(name): each for name, each in found.items() if name not in left_out}, policy


def _listed(names: Any) -> list[Any]:
    """Return names given as a list, or as text separated by commas."""
    if names is None:
        return []
    if isinstance(names, str):
        return [name for name in names.split(",") if name]
    return list(check_several("columns", names, "names"))


def _refuse_keys(sides: Mapping[str, Labels]) -> None:
    """Refuse a column of texts that are all different: it names the elements."""
    for name, side in sides.items():
        if side.names is not None and len(side.names) == len(side) > _FEW and len(sides) > 1:
            others = ",".join(other for other in sides if other != name)
            raise InputError(
                f"Each column must be a clustering: the texts of {name!r} are all different, as "
                "those of a key.",
                f"pass {{columns={others}}}, or make {name!r} the index of the frame",
            )


def named_items(
    clusterings: Any, names: Sequence[Any] | None, wanted: Any = None
) -> dict[str, Any]:
    """Return the clusterings of a dict, a list or an array by name, as they were given."""
    if not isinstance(clusterings, Mapping):
        found = _of_items(clusterings, names)
    elif names is None:
        found = _of_mapping(clusterings, wanted)
    else:
        raise OptionError(
            "names applies to lists and arrays: a dict has names.", "choose with columns="
        )
    if not found:
        raise InputError("labelings must hold at least one clustering, got none.", _KINDS)
    return found


def _of_mapping(labelings: Mapping[Any, Any], wanted: Any) -> dict[str, Any]:
    """Return the items of a dict name → labels, or those that are wanted."""
    chosen = _different(list(labelings) if wanted is None else _listed(wanted))
    by_text = {str(name): name for name in labelings}
    for name in chosen:
        if name not in labelings and str(name) not in by_text:
            raise UnknownNameError.of("clustering", str(name), list(map(str, labelings)))
        labels = labelings[name] if name in labelings else labelings[by_text[str(name)]]
        if isinstance(labels, (bytes, Number, np.generic)) or labels is None:
            raise InputError(
                f"labelings must map each name to labels: {name!r} is mapped to {labels!r}.",
                _KINDS,
            )
    return {
        str(name): labelings[name if name in labelings else by_text[str(name)]] for name in chosen
    }


def _different(names: Sequence[Any]) -> list[Any]:
    """Return names, which must be different as text."""
    listed = [names] if isinstance(names, str) else check_several("names", names, "names")
    texts = [str(name) for name in listed]
    if len(set(texts)) < len(texts):
        twice = next(text for i, text in enumerate(texts) if text in texts[:i])
        raise InputError(f"names must be different: {twice!r} occurs twice.")
    return listed


def _of_items(labelings: Any, names: Sequence[Any] | None) -> dict[str, Any]:
    """Return the labelings of a list, or the rows of an array, by name."""
    items = _items(labelings)
    if names is None:
        return dict(zip(_names_of_items(items), items, strict=True))
    wanted = _different(names)
    if len(wanted) != len(items):
        raise InputError(
            f"names must have one name per clustering, got {len(wanted)} for {len(items)}.",
            _transposed(labelings, len(wanted)),
        )
    return dict(zip(map(str, wanted), items, strict=True))


def _items(labelings: Any) -> list[Any]:
    if not isinstance(labelings, np.ndarray) and hasattr(labelings, "__array__"):
        labelings = np.asarray(labelings)
    if isinstance(labelings, np.ndarray):
        return _rows(labelings)
    if labelings is None or not isinstance(labelings, Iterable):
        raise InputError(f"labelings must be labels, got {type(labelings).__name__}.", _KINDS)
    items = list(labelings)
    scalars = [isinstance(item, (bytes, Number, np.generic)) or item is None for item in items]
    if any(scalars) or (items and all(isinstance(item, str) for item in items)):
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


def _names_of_items(items: Sequence[Any]) -> list[str]:
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
