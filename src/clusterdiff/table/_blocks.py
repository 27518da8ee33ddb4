"""Label arrays that are larger than memory, counted block by block.

Only `shape`, `dtype`, `chunks` and slicing are used, so that arrays of Zarr, HDF5, TensorStore and
Dask need no code of their own. Blocks are aligned with the chunks of both arrays, and each is read
once; memory grows with the number of threads times the size of a block, and with the table.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from math import lcm, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import ClusterdiffError, InputError
from clusterdiff.progress import share_reporter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from clusterdiff.labels import Policy

    Block = tuple[slice, ...]
    Count = Callable[[Any, Any, Policy], Any]

_ELEMENTS = 1 << 22  # of a block, if chunks are not larger
_MOST = 4  # times the larger chunk that a common multiple may have


def is_blocked(labels: Any) -> bool:
    """Return whether labels are an array in chunks that is on disk or not computed yet."""
    return (
        not isinstance(labels, np.ndarray)
        and hasattr(labels, "chunks")
        and hasattr(labels, "shape")
        and hasattr(labels, "dtype")
        and hasattr(labels, "__getitem__")
    )


def are_blocked(a: Any, b: Any, *, plain: bool = True) -> bool:
    """Return whether two clusterings can be counted by slices, and one is in chunks or in a file.

    `plain` says that no element is to be left out, so that a memory map of integers that lies in
    one piece is counted where it is.
    """
    sliced = all(isinstance(side, np.ndarray) or is_blocked(side) for side in (a, b))
    if not sliced or prod(a.shape) == 0:
        return False
    if is_blocked(a) or is_blocked(b):
        return True
    return bool(a.shape == b.shape and any(_is_copied(side, plain) for side in (a, b)))


def _is_copied(array: Any, plain: bool) -> bool:  # noqa: FBT001
    """Return whether counting a whole memory map at once would copy it to memory."""
    if not isinstance(array, np.memmap) or array.size <= _ELEMENTS:
        return False
    in_place = array.dtype.kind in "iu" and array.dtype.isnative and array.flags.c_contiguous
    return not (plain and in_place)


def block_tables(a: Any, b: Any, policy: Policy, count: Count) -> Iterator[Any]:
    """Yield the tables of all blocks, in any order, a bounded number at a time."""
    if any(length != length for side in (a, b) for length in side.shape):  # noqa: PLR0124  (NaN)
        raise InputError(
            "a and b must have chunks of known sizes.", "call compute_chunk_sizes() on both arrays"
        )
    if a.shape != b.shape:
        raise InputError(f"a and b must have the same shape, got {a.shape} and {b.shape}.")
    if policy.weights is not None and getattr(policy.weights, "shape", None) != a.shape:
        raise InputError("weights must be an array of the shape of the labels.")
    blocks = list(_blocks(a.shape, _steps(a, b)))
    report = share_reporter("counting")
    works = _dask_works if _is_dask(a) and _is_dask(b) else _thread_works
    for done, table in enumerate(works(a, b, policy, count, blocks), 1):
        if report is not None:
            report(done / len(blocks))
        yield table


def _thread_works(
    a: Any, b: Any, policy: Policy, count: Count, blocks: Sequence[Block]
) -> Iterator[Any]:
    """Yield counted blocks, which a few threads read and count."""
    from concurrent.futures import ThreadPoolExecutor  # takes time to import

    def work(block: Block) -> Any:
        return _counted(np.asarray(a[block]), np.asarray(b[block]), policy, count, block)

    with ThreadPoolExecutor(_kernel.THREADS) as pool:
        for group in _groups(blocks, 2 * _kernel.THREADS):
            yield from pool.map(work, group)


def _dask_works(
    a: Any, b: Any, policy: Policy, count: Count, blocks: Sequence[Block]
) -> Iterator[Any]:
    """Yield blocks counted by the scheduler that Dask uses; only their tables are fetched."""
    import dask

    work = dask.delayed(_counted, pure=False)
    for group in _groups(blocks, 8 * _kernel.THREADS):
        yield from dask.compute(
            *(work(a[block], b[block], policy, count, block) for block in group)
        )


def _counted(a: Any, b: Any, policy: Policy, count: Count, block: Block) -> Any:
    if policy.weights is not None:
        policy = replace(policy, weights=np.asarray(policy.weights[block]).ravel())
    try:
        return count(np.asarray(a).ravel(), np.asarray(b).ravel(), policy)
    except ClusterdiffError as error:
        where = ", ".join(f"{each.start}:{each.stop}" for each in block)
        raise type(error)(f"{error.message} (in the block [{where}])", error.hint) from None


def _groups(blocks: Iterable[Block], size: int) -> Iterator[list[Block]]:
    waiting = iter(blocks)
    while group := list(islice(waiting, size)):
        yield group


def _is_dask(array: Any) -> bool:
    return type(array).__module__.partition(".")[0] == "dask"


def _steps(a: Any, b: Any) -> list[int]:
    """Return the shape of a block: whole chunks of both arrays, enlarged to a useful size."""
    shape: Sequence[int] = a.shape
    steps = []
    for axis, length in enumerate(shape):
        sizes = [_chunk(side, axis) for side in (a, b)]
        known = [size for size in sizes if size]
        largest = max(known, default=length)
        common = lcm(*known) if known else length
        steps.append(min(length, common if common <= _MOST * largest else largest))
    for axis in reversed(range(len(shape))):
        have = prod(steps)
        if have < _ELEMENTS and steps[axis] < shape[axis]:
            times = min(-(-_ELEMENTS // have), -(-shape[axis] // steps[axis]))
            steps[axis] = min(shape[axis], steps[axis] * times)
    if not any(map(is_in_chunks, (a, b))):
        return _contiguous_steps(a)
    return steps


def _contiguous_steps(array: Any) -> list[int]:
    """Return the shape of a block of an array that is contiguous on disk: cut slow axes first."""
    steps = list(array.shape)
    strides = getattr(array, "strides", None) or range(len(steps), 0, -1)
    for axis in sorted(range(len(steps)), key=lambda axis: -abs(strides[axis])):
        steps[axis] = max(1, steps[axis] * _ELEMENTS // max(_ELEMENTS, prod(steps)))
    return steps


def is_in_chunks(array: Any) -> bool:
    """Return whether an array has chunks; an HDF5 dataset may be contiguous."""
    return getattr(array, "chunks", None) is not None


def _chunk(array: Any, axis: int) -> int | None:
    """Return the size of a chunk along an axis; Dask lists all of them."""
    chunks = getattr(array, "chunks", None)
    if chunks is None:
        return None
    size = chunks[axis]
    return int(max(size)) if isinstance(size, (tuple, list)) else int(size)


def _blocks(shape: Sequence[int], steps: Sequence[int]) -> Iterator[Block]:
    """Return the slices that cover an array."""
    axes = [
        [slice(at, min(at + step, length)) for at in range(0, length, step)]
        for length, step in zip(shape, steps, strict=True)
    ]
    return product(*axes)
