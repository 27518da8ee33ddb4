"""Which columns are the labels and which is the key, where that is obvious; else an error that says what to type."""

from __future__ import annotations

import re
from collections import Counter
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._source import Source

_LISTED = 20
_KEY = re.compile(
    r"(id|key|index|idx|name|element|item|cell|barcode|node|vertex|sample|doc|document|record|row|rowid|uuid)s?|.*[_ .-]id",
    re.IGNORECASE,
)
_CAMEL = re.compile(r".*[a-z](Id|ID)")


class Clustering(NamedTuple):
    """One clustering to read: a column of a source, and the column of its keys if rows are matched by key."""

    source: Source
    place: int
    key: int | None
    name: str

    @property
    def column(self) -> str:
        """The name of the column."""
        return self.source.columns[self.place]


class Wishes(NamedTuple):
    """What was said about columns."""

    columns: tuple[str, ...] = ()
    on: str = ""
    by_order: bool = False


class ColumnsError(InputError):
    """Columns that must be named; `columns` and `on` are a guess at what is meant."""

    def __init__(self, sentence: str, columns: Sequence[str], on: str = "", *, by_order: bool = False) -> None:
        options = [f'columns="{",".join(columns)}"' * bool(columns), f'on="{on}"' * bool(on), "by_order=True" * by_order]
        super().__init__(sentence, ", ".join(filter(None, options)))
        self.columns, self.on, self.by_order = tuple(columns), on, by_order


def choose(sources: Sequence[Source], wishes: Wishes, *, count: int | None = None) -> list[Clustering]:
    """The clusterings of the sources: `count` of them, or as many as there are."""
    found = _of_one(sources[0], wishes, count) if len(sources) == 1 else _of_several(sources, wishes, count)
    return _renamed(found)


def choose_one(source: Source, column: str, on: str) -> Clustering:
    """The one clustering of a source."""
    key = place(source, on) if on else _guess_key(source)
    labels = [place(source, column)] if column else [i for i in range(len(source.columns)) if i != key]
    if len(labels) != 1:
        raise ColumnsError(f"{source.name} must give one label column: its columns are {_some(source.columns)}.", [_label_guess(source, key)])
    return Clustering(source, labels[0], None if key == labels[0] else key, source.columns[labels[0]])


def _of_one(source: Source, wishes: Wishes, count: int | None) -> list[Clustering]:
    """Columns of one file: its rows are the elements, so a key is checked only if it is named."""
    on = wishes.on.partition("=")[0]
    key = place(source, on) if on else None if wishes.columns else _guess_key(source, alone=True)
    labels = [place(source, name) for name in wishes.columns] or [i for i in range(len(source.columns)) if i != key]
    if (count is not None and len(labels) != count) or len(labels) < 2:  # noqa: PLR2004
        what = {2: "two label columns"}.get(count or 0, "at least two label columns")
        guess = [source.columns[i] for i in labels[: count or 8]]
        others = f"it gives {len(labels)} ({_some([source.columns[i] for i in labels])}); its columns are {_some(source.columns)}"
        raise ColumnsError(f"{source.name} must give {what}: {others}.", guess if len(guess) > 1 else source.columns[:2])
    return [Clustering(source, i, key if on else None, source.columns[i]) for i in labels]


def _of_several(sources: Sequence[Source], wishes: Wishes, count: int | None) -> list[Clustering]:
    names = wishes.columns
    if len(names) not in {0, 1, len(sources)}:
        raise ColumnsError(f"columns must name one column for each of {len(sources)} files: it names {len(names)}.", names[: len(sources)])
    wanted = list(names) * len(sources) if len(names) == 1 else list(names) or [""] * len(sources)
    by_order = wishes.by_order or (not wishes.on and all(len(source.columns) == 1 for source in sources))
    keys = [None] * len(sources) if by_order else _keys(sources, wanted, wishes.on)
    out = []
    for i, (source, key, name) in enumerate(zip(sources, keys, wanted, strict=True)):
        skipped = _guess_key(source) if by_order else key
        labels = [place(source, name)] if name else [j for j in range(len(source.columns)) if j != skipped]
        if len(labels) != 1 and (count is not None or i == 0):
            guesses = [name or _label_guess(each, _guess_key(each)) for name, each in zip(wanted, sources, strict=True)]
            on = wishes.on or ("" if key is None else source.columns[key])
            raise ColumnsError(f"{source.name} must give one label column: its columns are {_some(source.columns)}.", guesses, on)
        out += [Clustering(source, j, key, source.columns[j]) for j in labels]
    return out


def _keys(sources: Sequence[Source], wanted: list[str], on: str) -> list[int | None]:
    if on:
        first, _, second = on.partition("=")
        return [place(source, (second or first) if i else first) for i, source in enumerate(sources)]
    keys: list[int | None] = []
    for source, label in zip(sources, wanted, strict=True):
        key = _guess_key(source)
        if key is None or source.columns[key] == label:
            known = _some(source.columns)
            guesses = [name or _label_guess(each, None) for name, each in zip(wanted, sources, strict=True)]
            if len(source.columns) == 1:
                raise ColumnsError(
                    f"{source.name} must have a key column as the others do: its only column is {known}. Rows can be matched by order instead.",
                    guesses if any(len(each.columns) > 1 for each in sources) else (), by_order=True,
                )  # fmt: skip
            raise ColumnsError(
                f"{source.name} must have a key column: its columns are {known}, and none is plainly the key.", guesses, source.columns[0]
            )
        keys.append(key)
    return keys


def _guess_key(source: Source, *, alone: bool = False) -> int | None:
    """The one column called like a key, or whose first values all differ while others' repeat, or the first of two."""
    columns = source.columns
    if len(columns) == 1:
        return None
    named = [i for i, name in enumerate(columns) if _KEY.fullmatch(name) or _CAMEL.fullmatch(name)]
    if len(named) == 1 or (named and named[0] == 0):
        return named[0]
    two = len(columns) == 2  # noqa: PLR2004
    if alone and two:
        return None
    distinct = [i for i, values in enumerate(zip(*source.sample, strict=True)) if len(set(values)) == len(values)] if source.sample else []
    if len(distinct) == 1:
        return distinct[0]
    return 0 if two or 0 in distinct else None


def _label_guess(source: Source, key: int | None) -> str:
    return next((name for i, name in reversed(list(enumerate(source.columns))) if i != key), source.columns[-1])


def place(source: Source, name: str) -> int:
    """Where a column stands."""
    found = [i for i, each in enumerate(source.columns) if each == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{source.name} must have one column {name!r}: it has {len(found)}.", "rename one of them in the file")
    near = get_close_matches(name, source.columns, n=3) or source.columns[:3]
    raise InputError(f"{source.name} has no column {name!r}: it has {_some(source.columns)}.", f"did you mean {', '.join(near)}?")


def _some(names: Sequence[str]) -> str:
    more = f", … and {len(names) - _LISTED:,} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def _renamed(found: list[Clustering]) -> list[Clustering]:
    """Columns of one name in several files are called after their files."""
    twice = Counter(each.name for each in found)
    stems = [each._replace(name=_stem(each.source.name)) if twice[each.name] > 1 else each for each in found]
    still = Counter(each.name for each in stems)
    return [each._replace(name=f"{each.source.name}:{each.column}") if still[each.name] > 1 else each for each in stems]


def _stem(name: str) -> str:
    return Path(name).name.split(".")[0] or name
