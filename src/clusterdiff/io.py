"""Label files to labels: CSV and TSV, with a header, one line per element."""

from __future__ import annotations

import csv
import re
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from clusterdiff.errors import InputError

_WHOLE = re.compile(r"0|-?[1-9][0-9]*")  # "01" and "1" are two names
_MISSING = {"", "NA", "NaN", "nan", "null", "None"}


class Column(NamedTuple):
    """One clustering of a file: element → label."""

    name: str
    labels: dict[str, int | str | None]


def read_columns(path: str, columns: list[str] | None = None, key: str | None = None) -> list[Column]:
    """The label columns of a file, keyed by its first column or by `key`."""
    header, rows = _read(path)
    key = _existing(path, header, key or header[0])
    chosen = [_existing(path, header, name) for name in columns] if columns else [name for name in header if name != key]
    if not chosen:
        raise InputError(f"{path} must have a key column and a label column: it has only {key}.")
    keys = [row[header.index(key)] for row in rows]
    if len(set(keys)) < len(keys):
        twice = next(k for i, k in enumerate(keys) if k in keys[:i])
        raise InputError(f"{path} must name every element once in column {key}: {twice!r} stands twice.")
    return [Column(name, dict(zip(keys, _typed([row[header.index(name)] for row in rows]), strict=True))) for name in chosen]


def _read(path: str) -> tuple[list[str], list[list[str]]]:
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{path} must be a file: there is none of this name.") from None
    except IsADirectoryError:
        raise InputError(f"{path} must be a file: it is a directory.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} must be a readable text file: {error}.") from None
    lines = text.splitlines()
    delimiter = max("\t;,", key=lines[0].count) if lines else ","
    rows = [row for row in csv.reader(lines, delimiter=delimiter) if row]
    if len(rows) < 2:  # noqa: PLR2004
        raise InputError(f"{path} must have a header and at least one line of labels.")
    uneven = next((i for i, row in enumerate(rows) if len(row) != len(rows[0])), None)
    if uneven is not None:
        raise InputError(f"{path} must have {len(rows[0])} fields on every line: line {uneven + 1} has {len(rows[uneven])}.")
    return rows[0], rows[1:]


def _existing(path: str, header: list[str], name: str) -> str:
    if name not in header:
        near = get_close_matches(name, header, n=3) or header[:3]
        raise InputError(f"{path} has no column {name!r}: it has {', '.join(header[:20])}.", f"did you mean {', '.join(near)}?")
    return name


def _typed(values: list[str]) -> list[int | str | None]:
    """Integers where every label is one, else strings."""
    present = [None if value in _MISSING else value for value in values]
    if all(value is None or _WHOLE.fullmatch(value) for value in present):
        return [None if value is None else int(value) for value in present]
    return list(present)
