"""Arrays in chunks are counted block by block, and give the table of the whole arrays."""

import threading

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError
from clusterdiff.progress import reporting
from clusterdiff.table import _blocks

RNG = np.random.default_rng(3)
A = RNG.integers(0, 40, (30, 17, 23)).astype(np.uint32)
B = RNG.integers(-1, 30, (30, 17, 23))


class Chunked:
    """A minimal array in chunks that records how much is read at a time."""

    def __init__(self, array, chunks):
        self.array, self.chunks = array, chunks
        self.shape, self.dtype = array.shape, array.dtype
        self.read, self.largest = 0, 0
        self.lock = threading.Lock()

    def __getitem__(self, block):
        part = self.array[block]
        with self.lock:
            self.read += part.size
            self.largest = max(self.largest, part.size)
        return part


CHUNKS = [
    ((8, 8, 8), (8, 8, 8)),
    ((8, 8, 8), (7, 5, 23)),
    ((30, 17, 23), (1, 1, 1)),
    ((4, 17, 23), None),
    (None, None),
]


@pytest.mark.parametrize("chunks", CHUNKS, ids=str)
@pytest.mark.parametrize("size", [pytest.param(1, marks=pytest.mark.slow), 30, 300, 1 << 22])
@pytest.mark.parametrize(
    "options",
    [{}, {"ignore_a": 0, "noise_b": -1}, {"weights": A % 3}],
    ids=["plain", "noise", "weights"],
)
def test_blocks_give_the_table_of_the_whole(chunks, size, options, monkeypatch):
    monkeypatch.setattr(_blocks, "_ELEMENTS", size)
    a, b = (Chunked(x, c) for x, c in zip((A, B), chunks, strict=True))
    table = cd.Table.from_labels(a, b, **options)
    flat = {name: x.ravel() if name == "weights" else x for name, x in options.items()}
    expected = cd.Table.from_labels(A.ravel(), B.ravel(), **flat)
    assert (table.n, table.shape, table.dropped) == (expected.n, expected.shape, expected.dropped)
    if "noise_b" not in options:  # the order of nameless clusters is that of the blocks
        assert table == expected
    assert cd.adjusted_rand(table) == cd.adjusted_rand(expected)
    assert a.read == b.read == A.size  # everything once


def test_no_more_than_a_block_is_read_at_a_time(monkeypatch):
    monkeypatch.setattr(_blocks, "_ELEMENTS", 500)
    a, b = Chunked(A, (8, 8, 8)), Chunked(B, (8, 8, 8))
    assert cd.compare(a, b, measures="vi")["vi"].value == cd.variation_of_information(A, B)
    assert max(a.largest, b.largest) <= 8**3
    mixed = Chunked(A, (8, 8, 8))
    assert cd.Table.from_labels(mixed, B) == cd.Table.from_labels(A.ravel(), B.ravel())
    assert mixed.largest <= 8**3


def test_progress_and_errors():
    told = []
    with reporting(lambda task, done, total: told.append((task, done, total))):
        cd.Table.from_labels(Chunked(A, (8, 8, 8)), Chunked(B, (8, 8, 8)))
    assert told[-1] == ("counting", 100, 100)
    with pytest.raises(InputError, match=r"same shape, got \(30, 17, 23\) and \(5,\)"):
        cd.Table.from_labels(Chunked(A, (8, 8, 8)), Chunked(B[0, 0, :5], (5,)))
    with pytest.raises(InputError, match=r"\.5 at position 0\. \(in the block \[0:30, "):
        cd.Table.from_labels(Chunked(A + 0.5, (8, 17, 23)), Chunked(B, (8, 17, 23)))
    with pytest.raises(InputError, match="weights must be an array of the shape"):
        cd.Table.from_labels(Chunked(A, (8, 8, 8)), B, weights=[1, 2])


def _mapped(path, array, order):
    shape = array.shape
    out = np.lib.format.open_memmap(path, "w+", array.dtype, shape, fortran_order=order == "F")
    out[:] = array
    out.flush()
    return np.load(path, mmap_mode="r")


KINDS = {
    "Fortran order": (A, "F", np.s_[:], {}),
    "big-endian": (A.astype(">u4"), "C", np.s_[:], {}),
    "floats": (A.astype(float), "C", np.s_[:], {}),
    "strided": (A, "C", np.s_[:, ::2], {}),
    "ignored": (A, "C", np.s_[:], {"ignore_a": 0}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_memory_maps_that_would_be_copied_are_counted_by_blocks(kind, tmp_path, monkeypatch):
    """The memory of Python objects stays below a fifth of the file; a contiguous map needs none."""
    import tracemalloc

    array, order, part, options = KINDS[kind]
    monkeypatch.setattr(_blocks, "_ELEMENTS", 2000)
    monkeypatch.setattr("clusterdiff._kernel.THREADS", 1)
    large, other = np.tile(array, (40, 1, 1)), np.tile(B, (40, 1, 1))
    a = _mapped(tmp_path / "a.npy", large, order)[part]
    b = _mapped(tmp_path / "b.npy", other, order)[part]
    told = []
    with reporting(lambda *progress: told.append(progress)):
        table = cd.Table.from_labels(a, b, **options)
    assert told[-1] == ("counting", 100, 100)
    expected = cd.Table.from_labels(large[part].ravel(), other[part].ravel(), **options)
    assert table == expected
    tracemalloc.start()
    cd.Table.from_labels(a, b, **options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < (a.nbytes + b.nbytes) / 5


def test_blocks_of_an_array_in_one_piece_are_small():
    """Also where the first axis is short."""
    for shape in ((2, 3000, 7), (50_000,), (1, 1, 50_000), (300, 300)):
        array = Chunked(np.zeros(shape, np.uint8), None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_blocks, "_ELEMENTS", 1000)
            assert cd.Table.from_labels(array, array).n == np.prod(shape)
        assert array.largest <= 1000
