"""Count two clusterings of files, matched by key or by order, in an engine or in memory."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io._columns import like_a_key, named_key, place
from clusterdiff.io._text_labels import in_kind_of, labels_of
from clusterdiff.io.engines import engine_for, engine_for_all
from clusterdiff.io.join import match
from clusterdiff.io.opening import memory_bytes
from clusterdiff.labels import (
    ALIGNMENTS,
    Alignment,
    Dropped,
    Labels,
    PolicyOptions,
    either,
    elements_with,
    missing_labels,
    read_counts,
)
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source
    from clusterdiff.io.cells import Cells

    Progress = Callable[[float], None]  # called with the share that is done

_MEMORY = "CLUSTERDIFF_MEMORY"
_NAMED = ("ignore", "noise")


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
    """The table of two clusterings, and the report on what was read."""

    table: Table
    report: Report


class Elements(NamedTuple):
    """The labels of every element, the options that select what is counted, and their table."""

    a: Labels
    b: Labels
    options: dict[str, Any]
    counted: Counted


def count(
    a: Clustering, b: Clustering, *, align: Alignment = "raise", memory: str | None = None,
    progress: Progress | None = None, **policy: Unpack[PolicyOptions],
) -> Counted:  # fmt: skip
    """Count two clusterings of files under the options of `Table.from_labels`."""
    check_choice("align", align, ALIGNMENTS)
    return _counted(a, b, _cells(a, b, policy.get("weights"), memory, progress), align, policy)


def _counted(
    a: Clustering, b: Clustering, cells: Cells, align: Alignment, policy: PolicyOptions
) -> Counted:
    """Return the table of cells, and the report on them."""
    only_a, only_b = cells.weight(cells.b.absent), cells.weight(cells.a.absent)
    if align == "raise" and (only_a or only_b):
        raise _different(a, b, cells, only_a, only_b)
    kept = cells.matched() if align == "intersect" else cells
    if not len(kept.a) and (only_a or only_b):
        raise _nothing_shared(a, b)
    report = Report(only_a, only_b, kept.weight(kept.a.missing), kept.weight(kept.b.missing))
    if policy.get("missing", "raise") == "raise":
        _check_labeled(a, b, kept, report)
    table = Table.from_labels(kept.a, kept.b, **_in_kinds(policy, kept))
    dropped = _dropped(kept, table, policy, cells.total - kept.total)
    notes = [
        *(note for side in (a, b) for note in side.source.all_notes),
        *_label_notes(a, b, kept, table, policy),
    ]
    return Counted(
        replace(table, dropped=dropped, notes=()),
        replace(report, ignored=dropped.ignored, notes=tuple(dict.fromkeys(notes))),
    )


def read_elements(
    a: Clustering, b: Clustering, *, align: Alignment = "raise", **policy: Unpack[PolicyOptions]
) -> Elements:
    """Read two clusterings of files element by element, matched by key or by order.

    Rows of one file are named by its key column, if it clearly has one.
    """
    check_choice("align", align, ALIGNMENTS)
    cells = _with_keys(a, b) or match(a, b, _columns)
    counted = _counted(a, b, cells, align, policy)
    kept = cells.matched() if align == "intersect" else cells
    options = _in_kinds(policy, kept)
    del options["weights"]
    return Elements(kept.a, kept.b, {**options, "align": align}, counted)


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
        return _weighted(a, b, match(a, b, _columns), weights)
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


def _weighted(a: Clustering, b: Clustering, cells: Cells, weights: Any) -> Cells:
    """Return cells of one element each, weighted by a column of the first file or by an array."""
    _check_weighted(b, cells)
    if isinstance(weights, str):
        (values,) = _columns(a.source, [place(a.source, weights)])
        if a.source.format.text:
            values = _integers(labels_of(values, "weights", text=True), a.source.name, weights)
        weights = values
    return replace(cells, counts=read_counts(weights, len(cells.a), "weights"))


def _check_weighted(b: Clustering, cells: Cells) -> None:
    """Raise if an element is not on the first side, which has the weights."""
    lone = cells.weight(cells.a.absent)
    if lone:
        raise OptionError(
            f"weights must be known for every element: {lone:,} are only in {b.source.name}.",
            "leave weights out",
        )


def _integers(labels: Labels, name: str, column: str) -> NDArray[Any]:
    codes, names = labels.encoded()
    if labels.missing is not None or not all(isinstance(each, (int, np.integer)) for each in names):
        raise InputError(f"Column {column} of {name} must hold integers to be used as weights.")
    out: NDArray[Any] = np.asarray(names)[codes]
    return out


def _in_kinds(policy: PolicyOptions, cells: Cells) -> dict[str, Any]:
    """Return the ignored and noise labels converted to the type of each side.

    Labels that fit neither side are passed on, and the table raises an error for them.
    """
    out: dict[str, Any] = {**policy, "weights": cells.counts}
    for option in _NAMED:
        wanted = _listed(out.pop(option, ()))
        for_a, for_b = in_kind_of(cells.a, wanted), in_kind_of(cells.b, wanted)
        out[option] = wanted if not for_a and not for_b else []
        for side, labels, shared in (("a", cells.a, for_a), ("b", cells.b, for_b)):
            own = _listed(out.pop(f"{option}_{side}", ()))
            fitting = in_kind_of(labels, own)
            out[f"{option}_{side}"] = [*shared, *(fitting or own)]
    return out


def _label_notes(
    a: Clustering, b: Clustering, cells: Cells, table: Table, policy: PolicyOptions
) -> list[str]:
    """Return notes on ignored and noise labels that do not occur, and on -1 if it is neither."""
    sides = {"a": (a, cells.a), "b": (b, cells.b)}
    notes, named = [], set()
    for option in _NAMED:
        for suffix, where in (("", "ab"), ("_a", "a"), ("_b", "b")):
            for name in _listed(policy.get(option + suffix)):
                named |= {(side, str(name)) for side in where}
                if not any(_has(cells, sides[side][1], name) for side in where):
                    notes.append(f"no element has the label {name}, which {option}{suffix} names")
    for (side, (clustering, labels)), counted in zip(
        sides.items(), (table.row_labels, table.col_labels), strict=True
    ):
        # Integers are looked up in the table first, which has fewer labels than elements.
        absent = counted.dtype.kind in "iu" and not (counted == -1).any()
        number = 0 if absent or (side, "-1") in named else _has(cells, labels, -1)
        if number:
            elements = f"{number:,} element{'s' * (number > 1)} in {clustering.name}"
            notes.append(f"-1 is a cluster of {elements}; ignore or noise sets it apart")
    return notes


def _has(cells: Cells, labels: Labels, name: Any) -> int:
    """Return how many elements have a label."""
    return cells.weight(elements_with(labels, in_kind_of(labels, [name])))


def _listed(names: Any) -> list[Any]:
    if names is None:
        return []
    return [names] if isinstance(names, (str, bytes, int, float, np.generic)) else list(names)


def _dropped(cells: Cells, table: Table, policy: PolicyOptions, unmatched: int) -> Dropped:
    """Return the numbers of dropped elements, counted in elements rather than in cells."""
    if policy.get("weights") is not None and cells.elements is None:
        return table.dropped._replace(unmatched=unmatched)
    lost = None
    if policy.get("missing", "raise") == "drop":
        lost = either(cells.a.missing, cells.b.missing)
    missing = cells.weight(lost)
    if cells.elements is None:
        return Dropped(missing, cells.total - missing - table.n, 0, unmatched)
    kinds = _in_kinds(policy, cells)
    kept = np.ones(len(cells.a), bool) if lost is None else ~lost
    ignored = np.zeros(len(cells.a), bool)
    for side, option in ((cells.a, "ignore_a"), (cells.b, "ignore_b")):
        mask = elements_with(side, kinds[option])
        ignored |= False if mask is None else mask
    weightless = (cells.counts == 0) & kept & ~ignored
    return Dropped(missing, cells.weight(ignored & kept), cells.weight(weightless), unmatched)


def _different(a: Clustering, b: Clustering, cells: Cells, only_a: int, only_b: int) -> InputError:
    found = ((only_a, a, cells.examples[0]), (only_b, b, cells.examples[1]))
    parts = [
        f"{number:,} key{'s are' if number > 1 else ' is'} only in {side.source.name} (first "
        f"{key!r})"
        for number, side, key in found
        if number
    ]
    return InputError(
        f"{a.source.name} and {b.source.name} must label the same elements: {', '.join(parts)}.",
        "{align=intersect} leaves them out, {align=singletons} makes each a cluster of its own",
    )


def _nothing_shared(a: Clustering, b: Clustering) -> InputError:
    return InputError(
        f"{a.source.name} and {b.source.name} must share at least one key: they share none.",
        "{on=COLUMN} names another key",
    )


def _check_labeled(a: Clustering, b: Clustering, cells: Cells, report: Report) -> None:
    for side, other, number in ((a, b, report.missing_a), (b, a, report.missing_b)):
        if number:
            key = _unlabeled(side, other)
            first = "" if key is None else f", the first is {key!r}"
            must = f"{side.source.name} must have a label for every element in column {side.column}"
            raise missing_labels(must, number, cells.total, first)


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
