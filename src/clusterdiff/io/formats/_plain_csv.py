"""Whether every CSV reader splits a file into the same fields, so that an engine may read it."""

from __future__ import annotations

import codecs
from pathlib import Path

import numpy as np

_CHUNK = 1 << 24
_WINDOW = 1 << 16  # each chunk must have a line end, so that no line is twice as long
_QUOTE = ord('"')
_LINE_END = ord("\n")
_RETURN = ord("\r")


def lines_split_alike(file: str, delimiter: str, width: int) -> int | None:
    """Return the number of lines if all readers split a file alike, otherwise None.

    They do if the file is UTF-8 without blank lines, has one kind of line end, has quotes
    around complete fields only, and no line has a delimiter after its last field, which some
    readers ignore.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    windows: bool | None = None
    lines = 0
    with Path(file).open("rb") as stream:
        first, ended = True, True
        while chunk := stream.read(_CHUNK):
            chunk += stream.readline(2 * _WINDOW)
            if not ended or (
                first and chunk.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"))
            ):
                return None
            first, ended = False, chunk.endswith(b"\n")
            lines += chunk.count(b"\n") + (not ended)
            returns = b"\r" in chunk
            if returns and not _ends_alike(chunk):
                return None
            if windows is not None and windows != returns:
                return None
            windows = returns
            if not _chunk_is_plain(chunk, delimiter, decoder):
                return None
            if _ends_with_delimiters(chunk, delimiter, width):
                return None
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return None
    return lines


def _ends_alike(chunk: bytes) -> bool:
    """Return whether every line ends with CRLF and none is blank."""
    number = chunk.count(b"\r\n")
    return number == chunk.count(b"\r") == chunk.count(b"\n") and b"\n\r" not in chunk


def _has_blank_lines(chunk: bytes) -> bool:
    ends = np.frombuffer(chunk, np.uint8) == _LINE_END
    return bool(ends[0] or (ends[1:] & ends[:-1]).any())


def _chunk_is_plain(chunk: bytes, delimiter: str, decoder: codecs.IncrementalDecoder) -> bool:
    if b"\0" in chunk or chunk.startswith(b"\r") or _has_blank_lines(chunk):
        return False
    if any(
        chunk.find(b"\n", at, at + _WINDOW) < 0 for at in range(0, len(chunk) - _WINDOW, _WINDOW)
    ):
        return False
    if not chunk.isascii():
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError:
            return False
    return b'"' not in chunk or _quotes_are_plain(chunk, delimiter)


def _ends_with_delimiters(chunk: bytes, delimiter: str, width: int) -> bool:
    """Return whether a line that ends with a delimiter has as many delimiters as columns.

    Delimiters within quotes count too, which may send a file to the slower reader.
    """
    bytes_ = np.frombuffer(chunk, np.uint8)
    ends = np.flatnonzero(bytes_ == _LINE_END)
    if not len(ends) or ends[-1] != len(bytes_) - 1:
        ends = np.append(ends, len(bytes_))
    last = bytes_[np.maximum(ends - 1, 0)]
    if b"\r" in chunk:
        last = np.where(last == _RETURN, bytes_[np.maximum(ends - 2, 0)], last)
    open_ended = np.flatnonzero(last == ord(delimiter))
    if not len(open_ended):
        return False
    delimiters = np.flatnonzero(bytes_ == ord(delimiter))
    until = np.searchsorted(delimiters, ends)
    before = np.append(0, until[:-1])
    return bool((until - before)[open_ended].max() >= width)


def _quotes_are_plain(chunk: bytes, delimiter: str) -> bool:
    """Return whether quotes come in pairs within a line.

    Each opens after a delimiter and closes before one, or is doubled.
    """
    bytes_ = np.frombuffer(chunk, np.uint8)
    quotes = np.flatnonzero(bytes_ == _QUOTE)
    if len(quotes) % 2:
        return False
    opening, closing = quotes[::2], quotes[1::2]
    before = np.where(opening > 0, bytes_[opening - 1], _LINE_END)
    after = np.where(
        closing + 1 < len(bytes_), bytes_[np.minimum(closing + 1, len(bytes_) - 1)], _LINE_END
    )
    bounds = [ord(delimiter), _LINE_END, _QUOTE]
    if not np.isin(before, bounds).all() or not np.isin(after, [*bounds, _RETURN]).all():
        return False
    ends = np.flatnonzero(bytes_ == _LINE_END)
    return not (np.searchsorted(quotes, ends) % 2).any()
