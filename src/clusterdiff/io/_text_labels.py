"""Labels that are read as text, converted to the type of their whole column."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.labels import Labels, object_array, read

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
_WORD, _LONG = 8, 96  # bytes that are compared at once, and of strings that are compared so
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
    import pyarrow.compute as pc

    column = one_array(values)
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
    ranks = _ranks(array)
    if ranks is None:
        return _read_dictionary(array)
    first = np.empty(int(ranks.max()) + 1, np.int64)
    first[ranks] = np.arange(len(ranks))
    return Labels(ranks, object_array(array.take(_positions(first)).to_pylist()))


def string_codes(column: Any) -> NDArray[Any]:
    """Return integers that are equal where strings are, of which none is missing."""
    array = one_array(column)
    codes = _ranks(array)
    return as_numpy(array.dictionary_encode().indices) if codes is None else codes


def _ranks(array: Any) -> NDArray[Any] | None:
    """Return the rank of each string; None for long strings, or with bytes that are 0.

    What follows their common beginning is padded with such bytes and compared by words of 8
    bytes, as integers. The order of the bytes of UTF-8 is that of Python's strings.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    if not len(array) or _has_zeros(array):
        return None
    least, most = (each.encode() for each in pc.min_max(array).as_py().values())
    # All strings are between these two, and begin as both do.
    differ = (i for i, (x, y) in enumerate(zip(least, most, strict=False)) if x != y)
    shared = next(differ, len(least))
    width = max(-(-(pc.max(pc.binary_length(array)).as_py() - shared) // _WORD), 1)
    size = shared + width * _WORD
    if size > _LONG:
        return None
    if len(array) * size > _OFFSETS:
        array = array.cast(pa.large_string())
    padded = pc.ascii_rpad(array, width=size, padding="\0").buffers()[2]
    rows = np.frombuffer(padded, np.uint8, len(array) * size).reshape(-1, size)
    words = np.ascontiguousarray(rows[:, shared:]).view(">u8").astype(np.uint64)
    codes: NDArray[Any] = _kernel.encode(np.ascontiguousarray(words[:, 0]))[0]
    for i in range(1, width):
        below, names = _kernel.encode(np.ascontiguousarray(words[:, i]))
        codes = _kernel.encode(codes.astype(np.int64) * len(names) + below)[0]
    return codes


def _has_zeros(array: Any) -> bool:
    """Return whether a byte of some string is 0."""
    _, ends, data = array.buffers()
    width = 8 if "large" in str(array.type) else 4  # bytes of an offset
    first, last = (
        int(np.frombuffer(ends, f"i{width}", 1, at * width)[0])
        for at in (array.offset, array.offset + len(array))
    )
    return last > first and not np.frombuffer(data, np.uint8, last - first, first).min()


def _read_dictionary(array: Any) -> Labels:
    """Return the labels of strings of any length."""
    import pyarrow.compute as pc

    coded = array.dictionary_encode()
    order = pc.sort_indices(coded.dictionary)
    rank = np.empty(len(order), np.int64)
    rank[as_numpy(order)] = np.arange(len(order))
    names = object_array(coded.dictionary.take(order).to_pylist())
    return Labels(rank[as_numpy(coded.indices)], names)


def _positions(values: NDArray[np.int64]) -> Any:
    """Return positions as Arrow has them."""
    import pyarrow as pa

    return pa.Array.from_buffers(pa.int64(), len(values), [None, pa.py_buffer(values)])


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
