"""Which columns are the labels and which is the key.

If this is ambiguous, an error shows the command to type.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import no_column, some_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._source import Source

_GUESSED = 8
_PAIR = 2
_KEY = re.compile(
    r"(id|key|index|idx|name|element|item|cell|barcode|node|vertex|sample|doc|document"
    r"|record|row|rowid|uuid|entity|mention|gene)s?|.*[_ .-]id",
    re.IGNORECASE,
)
_INDEX = re.compile(r"__index_level_[0-9]+__")  # as pandas calls an index without a name
_CAMEL = re.compile(r".*[a-z](Id|ID)")
_LABEL = re.compile(
    r"((ground|gold)?[_ .-]?truth|true|gold|y|target|reference|pred|predicted|prediction|found"
    r"|label|cluster|clustering|class|group|community|communities|module|membership|partition"
    r"|category|segment|k-?means|leiden|louvain|dbscan|hdbscan|ward|gmm|spectral|column|col|field"
    r"|model|method|algorithm|run|resolution)(es|s)?[_ .-]?[0-9.]*"
    r"|.*[_ .-](true|truth|pred|label|labels|cluster|clusters|class)"
    r"|(true|pred|label|cluster)[_ .-].*",
    re.IGNORECASE,
)


class Clustering(NamedTuple):
    """One clustering to read.

    A column of a source, and the column of its keys if rows are matched by key.
    """

    source: Source
    place: int
    key: int | None
    name: str

    @property
    def column(self) -> str:
        """The name of the column."""
        return self.source.columns[self.place]

    @property
    def shown(self) -> str:
        """The file and the column."""
        return f"{self.source.name}: {self.column}"


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options that choose columns."""

    columns: tuple[str, ...] = ()
    on: Any = None  # a name, or a list of names, of which `with_one_key` makes one
    by_order: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.on, (list, tuple)):
            for name in self.on:
                check_name("on", 0 if name is None else name)
        else:
            check_name("on", self.on)

    @property
    def names(self) -> tuple[str, ...]:
        """All names of columns, those of the key included."""
        keys = [self.on] if isinstance(self.on, str) else self.on or ()
        parts = [part for key in keys for part in (key, *key.split(","))]
        return (
            *self.columns,
            *(name for part in parts for name in part.partition("=")[::2] if name),
        )


class ColumnsError(InputError):
    """Columns that must be named; `columns`, `on` and `by_order` are a guess at what is meant."""

    def __init__(
        self,
        sentence: str,
        columns: Sequence[str],
        on: str | None = None,
        *,
        by_order: bool = False,
    ) -> None:
        options = []
        if columns:
            options.append(f"{{columns={','.join(columns)}}}")
        if on is not None:
            options.append(f"{{on={on}}}")
        if by_order:
            options.append("{by_order=True}")
        super().__init__(sentence, "pass " + ", ".join(options) if options else None)
        self.columns, self.on, self.by_order = tuple(columns), on, by_order


def choose(
    sources: Sequence[Source], wishes: Wishes, *, count: int | None = None
) -> list[Clustering]:
    """Return the clusterings of the sources: `count` of them, or all."""
    found = (
        _of_one(sources[0], wishes, count)
        if len(sources) == 1
        else _of_several(sources, wishes, count)
    )
    return _renamed(found)


def choose_one(source: Source, column: str | None, on: str | None) -> Clustering:
    """Return the one clustering of a source."""
    key = place(source, on) if on is not None else guess_key(source)
    labels = [place(source, column)] if column is not None else _candidates(source, key)
    if len(labels) != 1:
        raise _not_one_column(source, [_label_guess(source, key)])
    return Clustering(
        source, labels[0], None if key == labels[0] else key, source.columns[labels[0]]
    )


def _of_one(source: Source, wishes: Wishes, count: int | None) -> list[Clustering]:
    """Return columns of one file; its rows are the elements.

    A key is checked if it is named, or if there are several files.
    """
    key = None
    if wishes.on is not None:
        key = place(source, key_names([source], wishes.on)[0])
    elif not wishes.columns:
        key = guess_key(source, alone=True)
    labels = [place(source, name) for name in wishes.columns] or _candidates(source, key)
    if (count is not None and len(labels) != count) or len(labels) < _PAIR:
        what = "two label columns" if count == _PAIR else "at least two label columns"
        chosen = some_names([source.columns[i] for i in labels])
        raise ColumnsError(
            f"{source.name} must give {what}: it gives {len(labels)} ({chosen}); its columns are "
            f"{some_names(source.columns)}.",
            _guesses(source, labels, count or _GUESSED),
        )
    checked = key if wishes.on is not None else None
    if wishes.on is None and not wishes.by_order:
        checked = _named_key(source, labels)
    return [Clustering(source, i, checked, source.columns[i]) for i in labels]


def _named_key(source: Source, labels: Sequence[int]) -> int | None:
    """Return the key that must be unique over the files of a pattern; None for a single file.

    The files of a pattern may belong to different data sets, whose keys would be duplicated.
    """
    return None if len(source.files) < 2 else named_key(source, labels)


def named_key(source: Source, labels: Sequence[int]) -> int | None:
    """Return the only column besides the labels that is named like a key."""
    named = [i for i, name in enumerate(source.columns) if like_a_key(name) and i not in labels]
    return named[0] if len(named) == 1 else None


def _guesses(source: Source, labels: Sequence[int], count: int) -> list[str]:
    """Return columns that may be meant: those that were chosen, then those that look like labels.

    Never the key.
    """
    key = guess_key(source)
    others = [
        i
        for i in range(len(source.columns))
        if i != key and i not in labels and not like_a_key(source.columns[i])
    ]
    others.sort(key=lambda i: not like_labels(source.columns[i]))
    found = [source.columns[i] for i in [*(i for i in labels if i != key), *others]][:count]
    return found if len(found) > 1 else []


def _of_several(sources: Sequence[Source], wishes: Wishes, count: int | None) -> list[Clustering]:
    names = wishes.columns
    if len(names) not in {0, 1, len(sources)}:
        raise ColumnsError(
            f"columns must name one column for each of {len(sources)} files: it names "
            f"{len(names)}.",
            names[: len(sources)],
        )
    wanted: list[str | None] = [None] * len(sources)
    if names:
        wanted = [*(names * len(sources) if len(names) == 1 else names)]
    by_order = wishes.by_order or (
        wishes.on is None and all(len(source.columns) == 1 for source in sources)
    )
    keys = [None] * len(sources) if by_order else _keys(sources, wanted, wishes.on)
    out = []
    for i, (source, key, name) in enumerate(zip(sources, keys, wanted, strict=True)):
        skipped = guess_key(source) if by_order else key
        labels = _candidates(source, skipped) if name is None else [place(source, name)]
        if len(labels) != 1 and (count is not None or i == 0):
            on = wishes.on if wishes.on is not None or key is None else source.columns[key]
            raise _not_one_column(source, _label_guesses(sources, wanted), on)
        out += [Clustering(source, j, key, source.columns[j]) for j in labels]
    return out


def _not_one_column(source: Source, guesses: Sequence[str], on: str | None = None) -> ColumnsError:
    return ColumnsError(
        f"{source.name} must give one label column: its columns are {some_names(source.columns)}.",
        guesses,
        on,
    )


def _label_guesses(sources: Sequence[Source], wanted: Sequence[str | None]) -> list[str]:
    return [
        name or _label_guess(each, guess_key(each))
        for name, each in zip(wanted, sources, strict=True)
    ]


def _keys(
    sources: Sequence[Source], wanted: Sequence[str | None], on: str | None
) -> list[int | None]:
    if on is not None:
        first, second = key_names(sources, on)
        return [place(source, second if i else first) for i, source in enumerate(sources)]
    keys: list[int | None] = []
    for source, label in zip(sources, wanted, strict=True):
        key = guess_key(source)
        if key is None or source.columns[key] == label:
            raise _no_key(source, sources, wanted)
        keys.append(key)
    return keys


def key_names(sources: Sequence[Source], on: str) -> tuple[str, str]:
    """Return the key columns of the first source and of the others, as "id" or "id=cell_id"."""
    if all(on in source.columns for source in sources):  # a name may have the sign =
        return on, on
    first, _, second = on.partition("=")
    return first, second or first


def _no_key(
    source: Source, sources: Sequence[Source], wanted: Sequence[str | None]
) -> ColumnsError:
    guesses = _label_guesses(sources, wanted)
    if len(source.columns) == 1:
        return ColumnsError(
            f"{source.name} must have a key column as the others do: its only column is "
            f"{source.columns[0]}. "
            "Rows can be matched by order instead.",
            guesses if any(len(each.columns) > 1 for each in sources) else (),
            by_order=True,
        )
    return ColumnsError(
        f"{source.name} must have a key column: its columns are {some_names(source.columns)}, and "
        "none is clearly the key.",
        guesses,
        source.columns[0],
    )


def _candidates(source: Source, key: int | None) -> list[int]:
    """Return the columns that may be labels: all but the key and an index without a name."""
    return [i for i, name in enumerate(source.columns) if i != key and not is_index(name)]


def guess_key(source: Source, *, alone: bool = False) -> int | None:
    """Return the column named like a key, or the only one with unique values, or the first."""
    columns = source.columns
    if len(columns) == 1:
        return None
    named = [i for i, name in enumerate(columns) if like_a_key(name) and not is_index(name)]
    named = named or [i for i, name in enumerate(columns) if is_index(name)]
    if len(named) == 1 or (named and named[0] == 0):
        return named[0]
    two = len(columns) == _PAIR
    if alone and two:
        return None
    values = zip(*source.sample, strict=True) if source.sample else ()
    distinct = [i for i, column in enumerate(values) if len(set(column)) == len(column)]
    if len(distinct) == 1:
        return distinct[0]
    return 0 if two or 0 in distinct else None


def _label_guess(source: Source, key: int | None) -> str:
    """Return the column that most likely holds the labels."""
    others = _candidates(source, key) or [0]
    likely = [i for i in others if like_labels(source.columns[i])]
    plain = [
        i
        for i in others
        if not like_a_key(source.columns[i]) and i < len(source.columns) - source.partitions
    ]
    return source.columns[(likely or plain or others)[-1]]


def check_name(option: str, name: object) -> None:
    """Refuse what is not the name of one column."""
    if name is not None and not isinstance(name, str):
        raise OptionError(f"{option} must be the name of one column, got {name!r}.")


def place(source: Source, name: str) -> int:
    """Return the position of a column."""
    found = [i for i, each in enumerate(source.columns) if each == name]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(
            f"{source.name} must have one column {name!r}: it has {len(found)}.",
            "rename one of them in the file",
        )
    raise no_column(source.name, name, source.columns)


def _renamed(found: list[Clustering]) -> list[Clustering]:
    """Rename columns that have the same name in several files after their files."""
    twice = Counter(each.name for each in found)
    stems = [
        each._replace(name=stem_of(each.source.name)) if twice[each.name] > 1 else each
        for each in found
    ]
    still = Counter(each.name for each in stems)
    return [
        each._replace(name=f"{each.source.name}:{each.column}") if still[each.name] > 1 else each
        for each in stems
    ]


def stem_of(name: str) -> str:
    """Return the name of a file without its folder and its suffixes."""
    return Path(name).name.split(".")[0] or name


def like_a_key(name: str) -> bool:
    """Return whether a column of this name holds the ids of the elements."""
    return bool(_KEY.fullmatch(name) or _CAMEL.fullmatch(name) or is_index(name))


def is_index(name: str) -> bool:
    """Return whether a column is an index of pandas without a name: row numbers, never labels."""
    return _INDEX.fullmatch(name) is not None


def like_labels(name: str) -> bool:
    """Return whether a column of this name holds labels."""
    return bool(_LABEL.fullmatch(name))
