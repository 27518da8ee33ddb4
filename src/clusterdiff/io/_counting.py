"""Count two clusterings of files, matched by key or by order, in an engine or in memory."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff._steps import step
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io._columns import like_a_key, named_key, place
from clusterdiff.io._join import match
from clusterdiff.io._opening import memory_bytes
from clusterdiff.io._source import unchanged
from clusterdiff.io._text_labels import labels_of
from clusterdiff.io.engines import engine_for, engine_for_all
from clusterdiff.labels import (
    PLAIN,
    Labelings,
    Policy,
    Selected,
    either,
    missing_labels,
    read_counts,
    select,
)
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.io._cells import Cells
    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source
    from clusterdiff.io.engines._engine import Batches

    Progress = Callable[[float], None]  # called with the share that is done

_MEMORY = "CLUSTERDIFF_MEMORY"


@dataclass(frozen=True, slots=True)
class Report:
    """Numbers of elements on one side only, without a label or ignored, and what was assumed."""

    only_a: int = 0
    only_b: int = 0
    missing_a: int = 0
    missing_b: int = 0
    ignored: int = 0
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {**asdict(self), "notes": list(self.notes)}


class Counted(NamedTuple):
    """The table of two clusterings, and the report on what was read, which has all notes."""

    table: Table
    report: Report


class Elements(NamedTuple):
    """Two clusterings element by element, and their table."""

    selected: Selected
    counted: Counted


def count(
    a: Clustering,
    b: Clustering,
    policy: Policy = PLAIN,
    *,
    memory: str | None = None,
    progress: Progress | None = None,
) -> Counted:
    """Count two clusterings of files; weights may be the name of a column of the first."""
    with step("count", a=a.shown, b=b.shown) as details, unchanged(a.source, b.source):
        cells = _cells(a, b, policy.weights, memory, progress)
        details |= {"rows": cells.total, "cells": len(cells.a)}
    given = cells.labelings(a, b)
    if isinstance(policy.weights, str):  # the cells have them
        policy = replace(policy, weights=None)
    return _counted(a, b, given, policy).counted


def _counted(a: Clustering, b: Clustering, given: Labelings, policy: Policy) -> Elements:
    """Select what is counted; return it with the table and the report."""
    report = _reported(a, b, given, policy)
    selected = select(given, policy).shared()
    table = Table.from_selected(selected)
    notes = [
        *(note for side in (a, b) for note in side.source.all_notes),
        *table.notes,
    ]
    report = replace(report, ignored=table.dropped.ignored, notes=tuple(dict.fromkeys(notes)))
    return Elements(selected, Counted(replace(table, notes=()), report))


def _reported(a: Clustering, b: Clustering, given: Labelings, policy: Policy) -> Report:
    """Return the numbers of elements that are not on both sides or have no label."""
    first, second = given.pair
    only_a, only_b = given.number(second.absent), given.number(first.absent)
    if only_a + only_b == given.total > 0:
        raise _nothing_shared(a, b, given)
    if policy.align == "raise" and only_a and only_b:
        _check_spelling(a, b, given)
    unmatched = either(first.absent, second.absent) if policy.align == "intersect" else None
    missing = [
        side.missing if side.missing is None or unmatched is None else side.missing & ~unmatched
        for side in given.sides
    ]
    report = Report(only_a, only_b, given.number(missing[0]), given.number(missing[1]))
    if policy.missing == "raise" and not (policy.align == "raise" and (only_a or only_b)):
        counted = given.total - given.number(unmatched)
        for side, other, number in ((a, b, report.missing_a), (b, a, report.missing_b)):
            if number:
                raise _without_label(side, other, number, counted)
    return report


def read_elements(a: Clustering, b: Clustering, policy: Policy = PLAIN) -> Elements:
    """Read two clusterings of files element by element, matched by key or by order.

    The same elements are selected as `count` counts. Rows of one file are named by its key column,
    if it clearly has one.
    """
    _check_named(a, b)
    with step("read", a=a.shown, b=b.shown) as details, unchanged(a.source, b.source):
        cells = _with_keys(a, b) or match(a, b, _columns)
        details["rows"] = cells.total
    return _counted(a, b, cells.labelings(a, b), policy)


def stream_elements(a: Clustering, b: Clustering, policy: Policy = PLAIN) -> Batches | None:
    """Return a function that yields the ids and labels of elements, as an engine returns them.

    Elements with one of the pairs of labels that are passed to it may be left out. None if elements
    are read into memory: files, and policies that make clusters of elements.
    """
    if not (a.source.lazy or b.source.lazy):
        return None
    _check_named(a, b)
    if a.source is b.source and a.key is None:
        a = a._replace(key=named_key(a.source, (a.place, b.place)))
    made = policy.missing in {"singletons", "block"} or policy.align == "singletons"
    if made or policy.weights is not None or any((policy.noise, policy.noise_a, policy.noise_b)):
        return None
    engine = engine_for_all([a.source, b.source])
    return None if engine is None else engine.batches(a, b)


def are_named(a: Clustering, b: Clustering) -> bool:
    """Return whether elements have a key, or an order, by which they can be named."""
    if a.source is not b.source or a.key is not None or not a.source.lazy:
        return True
    return named_key(a.source, (a.place, b.place)) is not None


def _check_named(a: Clustering, b: Clustering) -> None:
    if not are_named(a, b):
        raise InputError(
            f"The rows of {a.source.name} have no order, so that positions mean nothing: elements "
            "need a key.",
            "{on=COLUMN} names it",
        )


def _with_keys(a: Clustering, b: Clustering) -> Cells | None:
    """Return the elements of one file with its keys, if they are valid keys; None for two files."""
    if a.source is not b.source:
        return None
    key = a.key if a.key is not None else named_key(a.source, (a.place, b.place))
    places = [a.place, b.place, *(() if key is None else (key,))]
    read = dict(zip(places, _columns(a.source, places), strict=True))  # the file is read once

    def known(source: Source, wanted: Sequence[int]) -> list[Any]:
        del source
        return [read[place] for place in wanted]

    try:
        cells = match(a._replace(key=key), b._replace(key=None), known)
        return replace(cells, b=replace(cells.b, elements=cells.a.elements))
    except InputError:
        if a.key is not None:
            raise
        return match(a, b, known)  # the values that looked like keys are missing or duplicated


def _cells(
    a: Clustering, b: Clustering, weights: Any, memory: str | None, progress: Progress | None
) -> Cells:
    sources = [a.source, b.source]
    engine = engine_for_all(sources)
    if isinstance(weights, str) and engine is not None and engine.weighs:
        cells = engine.count(a, b, progress=progress, weights=place(a.source, weights))
        _check_weighted(b, cells)
        return cells
    if weights is not None:
        for source in sources:
            if source.lazy:
                raise OptionError(
                    f"The rows of {source.name} have no order, so weights must be a column.",
                    "pass {weights=COLUMN}",
                )
        cells = match(a, b, _columns)
        _check_weighted(b, cells)
        return _weighted(a, cells, weights) if isinstance(weights, str) else cells
    if engine is None:  # each has its own
        return match(a, b, _columns)
    return engine.count(a, b, memory=_limit(memory), progress=progress)


def _limit(memory: str | None) -> int | None:
    if memory is None:
        memory = os.environ.get(_MEMORY) or None
        try:
            return memory_bytes(memory)
        except OptionError:
            raise OptionError(f"{_MEMORY} must be a size such as 4GB, got {memory!r}.") from None
    return memory_bytes(memory)


def _columns(source: Source, places: Sequence[int]) -> list[Any]:
    """Return columns in memory, read by the engine that would count them.

    If that engine cannot read a file, the other engine reads it or raises an error.
    """
    in_memory, fast = engine_for(source), engine_for_all([source])
    if fast is not None and fast is not in_memory and fast.installed():
        with suppress(InputError):
            return fast.columns(source, places)
    return in_memory.columns(source, places)


def _weighted(a: Clustering, cells: Cells, column: str) -> Cells:
    """Return cells of one element each, weighted by a column of the first file."""
    (values,) = _columns(a.source, [place(a.source, column)])
    weights = integers_of(values, a.source, column)
    counts = read_counts(weights, len(cells.a), "weights")
    return replace(cells, counts=counts, elements=np.ones(len(counts), np.int64))


def _check_weighted(b: Clustering, cells: Cells) -> None:
    """Raise if an element is not on the first side, which has the weights."""
    lone = cells.weight(cells.a.absent)
    if lone:
        raise OptionError(
            f"weights must be known for every element: {lone:,} are only in {b.source.name}.",
            "leave weights out",
        )


def integers_of(values: Any, source: Source, column: str) -> NDArray[Any]:
    """Return a column that was read as integers, or raise if it holds others."""
    labels = labels_of(values, "weights", text=source.format.text)
    name = source.name
    codes, names = labels.encoded()
    if labels.missing is not None or not all(isinstance(each, (int, np.integer)) for each in names):
        raise InputError(f"Column {column} of {name} must hold integers to be used as weights.")
    out: NDArray[Any] = np.asarray(names)[codes]
    return out


def _nothing_shared(a: Clustering, b: Clustering, given: Labelings) -> InputError:
    one, two = _lone_keys(given)
    examples = "" if one is None or two is None else f", such as {one!r} and {two!r}"
    return InputError(
        f"{a.source.name} and {b.source.name} must share at least one key: they share none"
        f"{examples}.",
        "write the keys alike in both, or {on=COLUMN} names another key",
    )


def _check_spelling(a: Clustering, b: Clustering, given: Labelings) -> None:
    """Raise if a key without a partner is written in another way on the other side.

    To leave such keys out, or to make them singletons, would give wrong values.
    """
    one, two = _lone_keys(given)
    if one is not None and two is not None and _alike(one) == _alike(two):
        raise InputError(
            f"{a.source.name} and {b.source.name} must write keys alike: {one!r} in the first "
            f"looks like {two!r} in the second.",
            "change one of the files, or {on=COLUMN} names another key",
        )


def _lone_keys(given: Labelings) -> tuple[Any, Any]:
    """Return a key that only the first side has, and one that only the second has."""
    if given.lacking:
        return given.lacking[1], given.lacking[0]
    first, second = (side.absent for side in given.sides)
    if given.elements is None or first is None or second is None:
        return None, None
    keys: Any = given.keys
    lone = ([keys[i] for i in np.flatnonzero(mask).tolist()] for mask in (second, first))
    return tuple(min(each, key=str, default=None) for each in lone)  # type: ignore[return-value]


def _alike(key: Any) -> str:
    """Return a key without blanks, capitals, leading zeros and a fraction of zeros."""
    text = re.sub(r"\s+", "", str(key)).casefold()
    return re.sub(r"[.]0+$", "", text).lstrip("0") or "0"


def _without_label(side: Clustering, other: Clustering, number: int, total: int) -> InputError:
    key = _unlabeled(side, other)
    first = "" if key is None else f", the first is {key!r}"
    must = f"{side.source.name} must have a label for every element in column {side.column}"
    return missing_labels(must, number, total, first)


def _unlabeled(side: Clustering, other: Clustering) -> Any:
    """Return the key of an element without a label, also from a column that looks like a key."""
    both = engine_for_all([side.source, other.source])
    engine = both or engine_for_all([side.source]) or engine_for(side.source)
    if side.source is not other.source and side.key is not None:
        return engine.unlabeled(side, other if both is not None else None)
    names = side.source.columns
    keys = [i for i, name in enumerate(names) if like_a_key(name) and i != side.place]
    if side.key is None and not keys:
        return None
    return engine.unlabeled(side._replace(key=keys[0] if side.key is None else side.key), None)
