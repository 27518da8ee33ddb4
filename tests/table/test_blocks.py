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
    """The least that an array in chunks has; it counts what is read at a time."""

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
@pytest.mark.parametrize("size", [1, 300, 1 << 22])
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
    assert cd.compare(a, b, "vi")["vi"].value == cd.variation_of_information(A, B)
    assert max(a.largest, b.largest) <= 8**3
    mixed = Chunked(A, (8, 8, 8))
    assert cd.Table.from_labels(mixed, B) == cd.Table.from_labels(A.ravel(), B.ravel())
    assert mixed.largest <= 8**3


def test_progress_and_errors():
    told = []
    with reporting(lambda task, done, total: told.append((task, done, total))):
        cd.Table.from_labels(Chunked(A, (8, 8, 8)), Chunked(B, (8, 8, 8)))
    assert told[-1] == ("counting", 100, 100)
    with pytest.raises(InputError, match=r"same shape: got \(30, 17, 23\) and \(5,\)"):
        cd.Table.from_labels(Chunked(A, (8, 8, 8)), Chunked(B[0, 0, :5], (5,)))
    with pytest.raises(InputError, match=r"\.5 at position 0\. \(in the block \[0:30, "):
        cd.Table.from_labels(Chunked(A + 0.5, (8, 17, 23)), Chunked(B, (8, 17, 23)))
    with pytest.raises(InputError, match="weights must be an array of the shape"):
        cd.Table.from_labels(Chunked(A, (8, 8, 8)), B, weights=[1, 2])
