"""Data of a page as text: compressed, and decoded by the script when they are needed."""

from __future__ import annotations

import json
from base64 import b64encode
from gzip import compress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Block(NamedTuple):
    """A part of the data of a page.

    Attributes
    ----------
    key : str
        By which the script finds it.
    text : str
        In base64, so that nothing in it can end its element.
    width : int or None
        Bytes of each number, if the block holds numbers.
    """

    key: str
    text: str
    width: int | None = None

    def html(self) -> str:
        """Return the element that holds the block; browsers do not run it."""
        width = "" if self.width is None else f' data-bytes="{self.width}"'
        return f'<script type="text/plain" id="{self.key}-block"{width}>{self.text}</script>'


def packed_json(key: str, data: Any) -> Block:
    """Return plain data as a block of compressed JSON."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Block(key, _packed(text.encode("utf-8", "surrogatepass")))


def packed_integers(key: str, values: NDArray[Any]) -> Block:
    """Return natural numbers as a block, in as few bytes as hold the largest.

    The lowest bytes of all numbers come first, then the next ones: high bytes are alike and are
    compressed well.
    """
    width = max(1, (int(values.max(initial=0)).bit_length() + 7) // 8)
    little = np.ascontiguousarray(values, dtype="<u8").view(np.uint8).reshape(len(values), 8)
    return Block(key, _packed(little[:, :width].T.tobytes()), width)


def _packed(data: bytes) -> str:
    return b64encode(compress(data, 6, mtime=0)).decode()
