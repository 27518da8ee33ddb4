"""Labels that are read as text, converted to the type of their whole column."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.labels import Labels, either, object_array, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")  # "01" and "1" are two names
_WHOLE_FLOAT = re.compile(r"(0|-?[1-9][0-9]*)[.]0")  # an integer in a column that had to hold nan
MISSING_WORDS = frozenset({"", "NA", "NaN", "nan", "null", "None", "<NA>"})
_DIGITS = 4000  # longest integer that Python converts
_NO_LABEL = rf"\A(?:{'|'.join(sorted(MISSING_WORDS))})\z"
_LONGEST = max(map(len, MISSING_WORDS))
_FIRST = 100  # labels that are looked at before all of them
_OFFSETS = 2**31 - 1  # bytes that one array of strings can have


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
    """Return the labels of a column of text: the result of `typed`, computed on arrays."""
    column = one_array(values)
    if not all(map(_may_be_integer, column[:_FIRST].to_pylist())):
        return _without_words(read_strings(column))
    import pyarrow.compute as pc  # takes as long as reading a million strings

    missing, present = None, column
    if column.null_count or (pc.min(pc.binary_length(column)).as_py() or 0) <= _LONGEST:
        none = pc.or_kleene(pc.is_null(column), pc.match_substring_regex(column, _NO_LABEL))
        missing = as_numpy(none).view(bool)
        present = column.filter(pc.invert(none)) if missing.any() else column
    numbers = _integers(present)
    if numbers is None:
        inner = read_strings(present)
    elif isinstance(numbers, np.ndarray):
        inner = Labels(numbers)
    else:  # no label, or integers beyond 64 bits
        inner = read(numbers, side)
    return inner if missing is None or not missing.any() else _beside_missing(inner, missing)


def _may_be_integer(value: str | None) -> bool:
    """Return whether a column with this label may be one of integers."""
    patterns = (_INTEGER, _WHOLE_FLOAT)
    return (
        value is None or value in MISSING_WORDS or any(each.fullmatch(value) for each in patterns)
    )


def _without_words(labels: Labels) -> Labels:
    """Return labels in which the words for a missing label are missing."""
    codes, names = labels.encoded()
    words = [
        at
        for word in sorted(MISSING_WORDS)
        if (at := int(np.searchsorted(names, word))) < len(names) and names[at] == word
    ]
    if not words:
        return labels
    missing = np.isin(codes, words)
    rank = np.arange(len(names)) - np.searchsorted(words, np.arange(len(names)))
    kept = np.where(missing, 0, rank[codes])
    return Labels(kept, np.delete(names, words), either(missing, labels.missing))


def _beside_missing(labels: Labels, missing: NDArray[np.bool_]) -> Labels:
    """Return labels with missing ones in their places."""
    codes = np.zeros(len(missing), labels.codes.dtype)
    codes[~missing] = labels.codes
    return Labels(codes, labels.names, missing)


def _integers(present: Any) -> NDArray[np.int64] | list[Any] | None:
    """Return integers if every label is one, in a list if an array cannot hold them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not len(present):
        return []
    for pattern in (_INTEGER, _WHOLE_FLOAT):
        whole = rf"\A(?:{pattern.pattern})\z"
        if not all(
            pc.all(pc.match_substring_regex(part, whole)).as_py()
            for part in (present[:_FIRST], present)
        ):
            continue
        digits = present
        if pattern is _WHOLE_FLOAT:
            digits = pc.replace_substring(present, ".0", "")
        try:
            return as_numpy(digits.cast(pa.int64()))
        except pa.ArrowInvalid:
            return typed(present.to_pylist())
    return None


def read_strings(column: Any) -> Labels:
    """Return the labels of a column of strings, which may be missing."""
    array = one_array(column)
    if array.null_count:
        missing = as_numpy(array.is_null()).view(bool)
        inner = read_strings(array.drop_null())
        return _beside_missing(inner, missing)
    ends, data = string_buffers(array)
    codes, first = _kernel.encode_strings(ends, data)
    return Labels(codes, object_array(_kernel.strings_at(ends, data, first)))


def string_codes(column: Any) -> NDArray[Any]:
    """Return integers that are equal where strings are, of which none is missing."""
    return _kernel.encode_strings(*string_buffers(one_array(column)))[0]


def string_buffers(array: Any) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Return the offsets of all strings, one more than there are strings, and all bytes."""
    _, ends, data = array.buffers()
    if not len(array):
        return np.zeros(1, np.int64), np.empty(0, np.uint8)
    dtype = np.dtype("i8" if "large" in str(array.type) else "i4")
    bounds = np.frombuffer(ends, dtype, len(array) + 1, array.offset * dtype.itemsize)
    return bounds, np.frombuffer(data or b"", np.uint8)


def read_integers(column: Any) -> Labels:
    """Return the labels of a column of integers, which may be missing."""
    if not column.null_count:
        return Labels(as_numpy(column))
    missing = as_numpy(column.is_null()).view(bool)
    codes = as_numpy(column).copy()
    codes[missing] = 0
    return Labels(codes, missing=missing)


def as_numpy(column: Any) -> NDArray[Any]:
    """Return integers or booleans (as bytes) of Arrow; a missing one may have any value.

    Arrow's own conversion imports pandas if it is installed, which may take longer than counting.
    """
    import pyarrow as pa

    array = one_array(column)
    if pa.types.is_boolean(array.type):
        array = array.cast(pa.uint8())
    dtype = np.dtype(str(array.type))
    if not len(array):
        return np.empty(0, dtype)
    return np.frombuffer(array.buffers()[1], dtype, len(array), array.offset * dtype.itemsize)


def one_array(column: Any) -> Any:
    """Return an array of Arrow without chunks."""
    import pyarrow as pa

    if not isinstance(column, pa.ChunkedArray):
        return column
    if column.nbytes > _OFFSETS and pa.types.is_string(column.type):
        column = column.cast(pa.large_string())
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
