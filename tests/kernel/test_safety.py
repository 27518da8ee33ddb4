"""The native kernels are safe with changing arrays, Ctrl-C, large sizes and any alignment."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

from clusterdiff import _kernel
from clusterdiff._kernel import _numpy
from clusterdiff.errors import InputError
from tests.kernel.fuzz_bindings import fuzz

_native = (
    pytest.importorskip("clusterdiff._kernel._native")
    if os.environ.get("CLUSTERDIFF_KERNEL") == "numpy"
    else None
)
if _native is None:
    from clusterdiff._kernel import _native


def run(program, *, timeout=120):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
    )


CHANGING = """
    import threading, time
    import numpy as np
    from clusterdiff._kernel import _native
    from clusterdiff.errors import InputError

    n = 2**18
    a, b = np.zeros(n, np.int64), np.zeros(n, np.int64)
    codes = np.zeros(n, np.uint32)
    stop = False

    def write():
        random = np.random.default_rng(0)
        while not stop:
            values = random.integers(0, 2 ** int(random.integers(1, 30)), n)
            a[:], b[:], codes[:] = values, values[::-1], values % 2**16

    writer = threading.Thread(target=write)
    writer.start()
    end = time.monotonic() + 4
    done = 0
    moments = np.zeros(2**16, np.int64), np.zeros((2**16, 1)), np.zeros(2**16)
    calls = [
        lambda: _native.count_pairs(a, b, None, 2),
        lambda: _native.count_pairs(a, b, a, 2),
        lambda: _native.pair_counts(a, b, 2),
        lambda: _native.entropies(a, b, 2),
        lambda: _native.encode(a),
        lambda: _native.encode_pairs(codes, codes),
        lambda: _native.add_moments(np.zeros((n, 1)), codes, *moments),
        lambda: _native.group_sums(a, b, 2**12),
    ]
    while time.monotonic() < end:
        for call in calls:
            try:
                call()
            except (InputError, IndexError):
                pass
            done += 1
    stop = True
    writer.join()
    print(done)
"""


@pytest.mark.slow
def test_arrays_that_change_while_they_are_counted_do_no_harm():
    done = run(CHANGING)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


# The time from the signal to the exception, in a separate process, with and without threads.
INTERRUPTED = """
    import os, signal, sys, threading, time
    import numpy as np
    from clusterdiff._kernel import _native

    {prepare}
    sent = []

    def send():
        time.sleep(0.4)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send).start()
    try:
        while True:
            {call}
    except KeyboardInterrupt:
        print(time.monotonic() - sent[0])
"""
SIZES = "sizes = np.arange(1, 12001) * 1000; once = np.ones(12000, np.int64); n = int(sizes.sum())"
CONSENSUS = "a = np.random.default_rng(0).integers(0, 30, (4000, 1000)).astype(np.uint8); rows = np.full(30000, -1.0)"
SEARCH = (
    "_native.consensus_search(a, 30 * np.arange(1000, dtype='u4'), rows, np.ones(4000, 'u4'), "
    "np.full((4, 4000), -1, 'i4'), np.arange(4, dtype='u8'), False, 60, 100, 10, {threads})"
)
KERNELS = {
    "expected_information": (
        SIZES,
        "_native.expected_information(sizes, once, sizes, once, n, {threads})",
    ),
    "count_pairs": (
        "a = np.random.default_rng(0).integers(0, 2**62, 10**7)",
        "_native.count_pairs(a, a, None, {threads})",
    ),
    "pair_counts": ("a = np.arange(10**7)", "_native.pair_counts(a, a, {threads})"),
    "consensus_search": (CONSENSUS, SEARCH),
    "loss_matrix": (
        "a = np.random.default_rng(0).integers(0, 30, (3000, 3000)).astype(np.uint8); k = len(a)",
        "_native.loss_matrix(a, np.full(k, 30, 'u4'), None, np.arange(k, dtype='u4'), False, True, 1.0, 1.0, {threads})",
    ),
    "assign": ("w = np.random.default_rng(0).random((3000, 3000))", "_native.assign(w)"),
    "pair_cells": (
        "r = np.random.default_rng(0); a, b = r.integers(0, 200_000, (2, 1_200_000)); w = r.random(len(a))",
        "_native.pair_cells(a, b, w, 200_000, 200_000, 2**62)",
    ),
    "encode_bytes": (
        "a = np.random.default_rng(0).integers(0, 256, (4 * 10**6, 9), np.uint8)",
        "_native.encode_bytes(a)",
    ),
    "match_strings": (
        "a = np.arange(0, 8 * 10**6 + 1, 8); b = np.arange(10**6).view(np.uint8)",
        "_native.encode_strings(a, b); _native.match_strings(a, b, a, b)",
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to itself")
@pytest.mark.parametrize("threads", [pytest.param(1, marks=pytest.mark.slow), 2])
@pytest.mark.parametrize("name", KERNELS)
def test_ctrl_c_is_answered_within_a_second(name, threads):
    prepare, call = KERNELS[name]
    program = INTERRUPTED.format(prepare=prepare, call=call.format(threads=threads))
    waits = []
    while not waits or (waits[-1] >= 1 and len(waits) < 3):  # twice more if the machine is busy
        done = run(program)
        assert done.returncode == 0, done.stderr
        waits.append(float(done.stdout))
    assert min(waits) < 1


def test_a_kernel_in_another_thread_is_not_disturbed_by_signals():
    sizes = np.arange(1, 400)
    once = np.ones(len(sizes), np.int64)
    found = []
    worker = threading.Thread(
        target=lambda: found.append(
            _native.expected_information(sizes, once, sizes, once, int(sizes.sum()), 2)
        )
    )
    handled = []
    old = signal.signal(signal.SIGINT, lambda *_: handled.append(1))
    try:
        worker.start()
        while worker.is_alive():
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.005)
        worker.join()
    finally:
        signal.signal(signal.SIGINT, old)
    assert found == [_native.expected_information(sizes, once, sizes, once, int(sizes.sum()), 1)]
    assert handled


def ints(*values):
    return np.array(values, np.int64)


@pytest.mark.parametrize("sizes", [(-1, 5), (0, 4), (2, 9)], ids=str)
def test_impossible_sizes_are_refused(sizes):
    once = ints(1, 1)
    with pytest.raises(ValueError, match="between 1 and n"):
        _native.expected_information(ints(*sizes), once, ints(2, 2), once, 4, 1)
    with pytest.raises(ValueError, match="between 1 and n"):
        _native.expected_information(ints(2, 2), once, ints(*sizes), once, 4, 1)
    with pytest.raises(ValueError, match="negative"):
        _native.expected_information(ints(2, 2), ints(1, -1), ints(2, 2), once, 4, 1)


def unaligned(array):
    """Return a copy of an array one byte off its alignment."""
    copy = np.frombuffer(b"x" + array.tobytes(), array.dtype, offset=1).reshape(array.shape)
    assert not copy.flags.aligned
    return copy


def same(x, y):
    return all(np.array_equal(one, other) for one, other in zip(x, y, strict=True))


@pytest.mark.parametrize("dtype", ["i2", "u4", "i8", "u8"])
def test_labels_that_are_not_aligned_are_counted_and_encoded(dtype):
    random = np.random.default_rng(1)
    a, b = (random.integers(0, 50, 3000).astype(dtype) for _ in "ab")
    weights = random.integers(1, 9, 3000)
    expected = _native.count_pairs(a, b, weights, 1)
    assert same(_native.count_pairs(unaligned(a), unaligned(b), unaligned(weights), 1), expected)
    assert same(_native.encode(unaligned(a)), _native.encode(a))


def test_other_arrays_that_are_not_aligned():
    random = np.random.default_rng(2)
    codes = random.integers(0, 9, 500).astype(np.uint32)
    assert same(_native.encode_pairs(unaligned(codes), codes), _native.encode_pairs(codes, codes))
    groups, counts = random.integers(0, 9, 500), random.integers(0, 9, 500)
    assert np.array_equal(
        _native.group_sums(unaligned(groups), unaligned(counts), 9),
        _native.group_sums(groups, counts, 9),
    )
    rows = random.random((500, 3))
    totals = [(np.zeros(9, np.int64), np.zeros((9, 3)), np.zeros(9)) for _ in "ab"]
    _native.add_moments(unaligned(rows), unaligned(codes), *totals[0])
    _native.add_moments(rows, codes, *totals[1])
    assert same(*totals)
    with pytest.raises(TypeError, match="aligned"):
        _native.add_moments(
            rows,
            codes,
            totals[0][0],
            np.frombuffer(bytearray(9 * 24 + 1), offset=1).reshape(9, 3),
            totals[0][2],
        )


def test_arrays_of_other_lengths_are_refused():
    a, b = ints(1, 2, 3), ints(1, 2)
    for call in (
        lambda: _native.count_pairs(a, b, None, 1),
        lambda: _native.count_pairs(a, a, b, 1),
        lambda: _native.group_sums(a, b, 9),
    ):
        with pytest.raises(ValueError, match="same length"):
            call()


@pytest.mark.slow
def test_the_error_of_a_changed_array_is_an_input_error():
    """Change the arrays until a call detects it; several calls per second do."""
    n = 2**20
    a, b = np.zeros(n, np.int64), np.zeros(n, np.int64)
    stop = threading.Event()

    def write():
        while not stop.is_set():
            a[:] = 2**20 - 1
            a[:] = 0

    writer = threading.Thread(target=write)
    writer.start()

    def read():
        for _ in range(3000):
            _native.encode(a)
            _native.count_pairs(a, b, a, 2)

    try:
        with pytest.raises(InputError, match="changed while they were read"):
            read()
    finally:
        stop.set()
        writer.join()


@pytest.mark.parametrize("kernel", [_kernel, _numpy], ids=["chosen", "numpy"])
@pytest.mark.parametrize(
    ("counts", "sizes"),
    [([10**13, 1], [2, 1]), ([2, 1], [10**13, 1]), ([-1, 1], [2, 1]), ([2, 1], [-2, 1])],
)
def test_counts_beyond_their_sizes_are_refused(kernel, counts, sizes):
    """They are places in a table of terms."""
    cells, counts, sizes = np.arange(2), np.array(counts), np.array(sizes)
    with pytest.raises(ValueError, match="must not exceed"):
        kernel.entropies_of_cells(cells, cells, counts, sizes, sizes, 3, 1)


def test_random_arguments_are_computed_or_refused():
    calls, refused = fuzz(0, range(150))  # `make fuzz` does this for ten minutes, with sanitizers
    assert calls > refused > 0
