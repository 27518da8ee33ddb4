"""Labels that are read as text, converted to the type of their whole column."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.labels import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.labels import Labels

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")  # "01" and "1" are two names
_WHOLE_FLOAT = re.compile(r"(0|-?[1-9][0-9]*)[.]0")  # an integer in a column that had to hold nan
MISSING_WORDS = frozenset({"", "NA", "NaN", "nan", "null", "None", "<NA>"})
_DIGITS = 4000  # longest integer that Python converts


def typed(values: Sequence[str | None]) -> list[int | str | None]:
    """Return integers if every label is one, else strings; None where there is no label."""
    present = [None if value is None or value in MISSING_WORDS else value for value in values]
    distinct = {value for value in present if value is not None}
    for pattern, end in ((_INTEGER, None), (_WHOLE_FLOAT, -2)):
        if all(pattern.fullmatch(value) and len(value) < _DIGITS for value in distinct):
            number = {value: int(value[:end]) for value in distinct}
            return [None if value is None else number[value] for value in present]
    return list(present)


def labels_of(values: Any, side: str, *, text: bool) -> Labels:
    """Return the labels of a column that was read; text is a list or an Arrow array.

    Examples
    --------
    >>> import pyarrow as pa
    >>> texts = ["7", "8", "7"]
    >>> for column in (texts, pa.array(texts), pa.chunked_array([texts])):
    ...     labels_of(column, "a", text=True).encoded()[1].tolist()
    [7, 8]
    [7, 8]
    [7, 8]
    """
    if text and hasattr(values, "dictionary_encode"):
        return _of_arrow(values, side)
    return read(typed(values) if text else values, side)


def _of_arrow(values: Any, side: str) -> Labels:
    """Return the labels of a column of text, whose distinct values are read once each."""
    import pyarrow as pa

    if not isinstance(values, pa.ChunkedArray):
        values = pa.chunked_array([values])
    coded = values.dictionary_encode().unify_dictionaries()
    names = read(typed(coded.chunk(0).dictionary.to_pylist() if coded.num_chunks else []), side)
    codes = [
        chunk.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
        for chunk in coded.chunks
    ]
    return names.at(np.concatenate([np.zeros(0, np.int64), *codes]))


def in_kind_of(side: Labels, wanted: Any) -> list[Any]:
    """Return labels given as text, converted to the type of a side.

    -1 is an integer in one column and a name in another.
    """
    names = [wanted] if isinstance(wanted, (str, int)) else list(wanted)
    known = side.names
    whole = known is None or (
        len(known) > 0
        and isinstance(known[0], (int, np.integer))
        and not isinstance(known[0], (bool, np.bool_))
    )
    if whole:
        fitting = (name for name in names if not isinstance(name, str) or _INTEGER.fullmatch(name))
        return [int(name) if isinstance(name, str) else name for name in fitting]
    return [
        str(name) if isinstance(name, int) and not isinstance(name, bool) else name
        for name in names
    ]
