"""Data of a page as compressed text; elements: the overlap of each as one small integer."""

from __future__ import annotations

import json
from base64 import b64encode
from gzip import compress
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from clusterdiff.analysis._diff import ids_at
from clusterdiff.views import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Ints = NDArray[np.intp]

Which = Literal["auto", "none", "sample", "all"]
MAX_ELEMENTS = 2_000_000  # elements that a page holds
MAX_IDS = 50_000  # elements whose identifiers a page holds without being asked to
_PER_OVERLAP = (1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)  # elements of each overlap in a sample


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


class Elements(NamedTuple):
    """The elements of a page.

    Attributes
    ----------
    blocks : tuple of Block
        ``codes``, the number of the overlap of each element; ``steps`` from each element to the
        next one, if some are left out; ``ids``, if they are in the page. Empty without elements.
    note : str
        Which elements they are.
    """

    blocks: tuple[Block, ...] = ()
    note: str = "The page does not hold the elements."


def packed_elements(
    cells: NDArray[Any], ids: Any, which: Which, *, with_ids: bool | None, limit: float
) -> Elements:
    """Return the elements as a page holds them.

    Parameters
    ----------
    cells : numpy.ndarray of int
        The overlap of each element; -1 where the page does not list the overlap.
    ids : sequence, index or None
        The ids of the elements; positions if None.
    which : {"auto", "none", "sample", "all"}
    with_ids : bool or None
        Whether identifiers are in the page; by default if it holds at most 50,000 elements.
    limit : float
        Characters that the elements may take unless all are asked for. If they take more, the page
        holds fewer elements of each overlap.

    Returns
    -------
    Elements
    """
    if which == "none":
        return Elements()
    held = Elements()
    for max_each, places in _choices(cells, which):
        named = ids is not None and (with_ids if with_ids is not None else len(places) <= MAX_IDS)
        blocks = tuple(_blocks(cells, places, ids if named else None))
        how = "by their identifiers" if named else "by their positions, counted from 0"
        held = Elements(blocks, f"{_note(len(places), cells, max_each)} They are listed {how}.")
        if which == "all" or sum(len(block.text) for block in blocks) <= limit:
            break
    return held


def _choices(cells: NDArray[Any], which: Which) -> Iterator[tuple[int | None, Ints]]:
    """Yield a limit per overlap (None for no limit) and the elements within it, the most elements first."""
    places = np.flatnonzero(cells >= 0)
    if which == "all" or (which == "auto" and len(places) <= MAX_ELEMENTS):
        yield None, places
    rank = _ranks(cells[places])
    before = -1
    for max_each in _PER_OVERLAP:
        chosen = places[rank < max_each]
        if len(chosen) != before:
            before = len(chosen)
            yield max_each if before < len(places) else None, chosen


def _blocks(cells: NDArray[Any], places: Ints, ids: Any) -> Iterator[Block]:
    yield packed_integers("codes", cells[places])
    if ids is not None:
        names = [printable(name) for name in ids_at(ids, places).tolist()]
        yield packed_json("ids", names)
    elif len(places) < len(cells):
        yield packed_integers("steps", np.diff(places, prepend=0))


def _note(held: int, cells: NDArray[Any], max_each: int | None) -> str:
    """Say how many elements the page holds, which are left out, and how to get them."""
    total = len(cells)
    if held == total:
        return f"The page holds all {total:,} elements."
    few = "" if max_each is None else f", at most {max_each:,} of each overlap"
    unlisted = int((cells < 0).sum())
    rest = f", without {unlisted:,} in overlaps that are not listed" if unlisted else ""
    more = "" if max_each is None else " A report with “elements” set to “all” holds more."
    return (
        f"The page holds {held:,} of {total:,} elements{few}{rest}.{more} The command “clusterdiff "
        "diff” with the option “--elements moved.csv” writes every element that moved."
    )


def _ranks(cells: NDArray[Any]) -> Ints:
    """Return how many elements of the same overlap come before each element."""
    if cells.max(initial=0) < 1 << 16:
        cells = cells.astype(np.uint16)  # for which NumPy has a radix sort
    order = np.argsort(cells, kind="stable")
    own = cells[order]
    starts = np.flatnonzero(np.r_[True, own[1:] != own[:-1]]) if len(own) else order
    rank = np.empty(len(own), np.intp)
    rank[order] = np.arange(len(own)) - np.repeat(starts, np.diff(np.r_[starts, len(own)]))
    return rank
