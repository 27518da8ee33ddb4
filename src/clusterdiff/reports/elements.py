"""Elements in a page: the overlap of each element as one small integer, compressed."""

from __future__ import annotations

import json
from base64 import b64encode
from gzip import compress
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff.analysis.diff.elements import ids_at
from clusterdiff.views import printable

if TYPE_CHECKING:
    from numpy.typing import NDArray

Which = Literal["auto", "none", "sample", "all"]
MAX_ELEMENTS = 2_000_000  # elements that a page holds
MAX_IDS = 50_000  # elements whose identifiers a page holds without being asked to
_PER_OVERLAP = 1000  # elements of each overlap in a sample


def packed_elements(
    cells: NDArray[Any], ids: Any, which: Which, *, with_ids: bool | None
) -> tuple[dict[str, Any] | None, str]:
    """Return the elements as a page holds them, and a sentence that says which they are.

    Parameters
    ----------
    cells : numpy.ndarray of int
        The overlap of each element; -1 where the page does not list the overlap.
    ids : sequence, index or None
        What the elements are called; positions if None.
    which : {"auto", "none", "sample", "all"}
    with_ids : bool or None
        Whether identifiers are in the page; by default if there are at most 50,000 elements.

    Returns
    -------
    tuple
    """
    if which == "none":
        return None, "The page does not hold the elements."
    places = np.flatnonzero(cells >= 0)
    sampled = which == "sample" or (which == "auto" and len(places) > MAX_ELEMENTS)
    left_out = len(cells) - len(places)
    if sampled:
        places = places[_sampled(cells[places])]
    note = _note(len(places), left_out, sampled=sampled)
    codes = cells[places]
    kind = (
        np.uint8 if codes.max(initial=0) < 2**8 else np.uint16 if codes.max() < 2**16 else np.uint32
    )
    narrow = codes.astype(kind)
    named = ids is not None and (with_ids if with_ids is not None else len(places) <= MAX_IDS)
    data: dict[str, Any] = {"bytes": narrow.itemsize, "codes": _packed(_planes(narrow))}
    if named and ids is not None:
        names = [printable(name) for name in ids_at(ids, places).tolist()]
        data["ids"] = _packed(json.dumps(names).encode())
    elif len(places) < len(cells):
        data["places"] = _packed(json.dumps(places.tolist()).encode())
    how = "by their identifiers" if named else "by their positions, counted from 0"
    return data, f"{note}; they are listed {how}."


def _note(count: int, left_out: int, *, sampled: bool) -> str:
    """Say how many elements the page holds, and which are left out."""
    every = "" if sampled or left_out else "all "
    few = f", at most {_PER_OVERLAP:,} of each overlap" if sampled else ""
    rest = f", without {left_out:,} in overlaps that are not listed" if left_out else ""
    return f"The page holds {every}{count:,} elements{few}{rest}"


def _sampled(cells: NDArray[Any]) -> NDArray[np.intp]:
    """Return the first elements of each overlap."""
    order = np.argsort(cells, kind="stable")
    own = cells[order]
    starts = np.flatnonzero(np.r_[True, own[1:] != own[:-1]]) if len(own) else own
    rank = np.arange(len(own)) - np.repeat(starts, np.diff(np.r_[starts, len(own)]))
    return np.sort(order[rank < _PER_OVERLAP])


def _planes(codes: NDArray[Any]) -> bytes:
    """The lowest byte of all codes, then the next one: high bytes are alike and pack well."""
    little = codes.astype(codes.dtype.newbyteorder("<"))
    return little.view(np.uint8).reshape(len(codes), codes.itemsize).T.tobytes()


def _packed(data: bytes) -> str:
    return b64encode(compress(data, 6, mtime=0)).decode()
