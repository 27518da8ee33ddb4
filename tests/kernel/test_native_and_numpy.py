"""The native kernels and the numpy kernels agree: integers bit for bit, floats to 1e-12."""

import math
import os
from collections import Counter
from itertools import product

import mpmath
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays, integer_dtypes, unsigned_integer_dtypes

from clusterdiff._kernel import _numpy

try:
    from clusterdiff._kernel import _native
except ImportError:
    if os.environ.get("CLUSTERDIFF_KERNEL") != "numpy":
        raise  # a build with a broken kernel must not pass as a build without one
    pytest.skip("clusterdiff was installed without its native kernel", allow_module_level=True)

many = settings(max_examples=100, derandomize=True)
some = settings(max_examples=25, derandomize=True)

dtypes = integer_dtypes(endianness="=") | unsigned_integer_dtypes(endianness="=")
DTYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]


def same(native, numpy):
    """Return whether two results have equal arrays of equal types."""
    return len(native) == len(numpy) and all(
        x.dtype == y.dtype and np.array_equal(x, y) for x, y in zip(native, numpy, strict=True)
    )


def kernels_count_equally(a, b, weights=None, threads=(1,)):
    expected = _numpy.count_pairs(a, b, weights, 1)
    return all(same(_native.count_pairs(a, b, weights, count), expected) for count in threads)


def spread(random, dtype, bits, n):
    """Return labels of this type that span about 2**bits values, from any start."""
    info = np.iinfo(dtype)
    width = min(2**bits, int(info.max) - int(info.min)) - 1
    low = int(random.integers(int(info.min), int(info.max) - width, dtype=dtype, endpoint=True))
    return random.integers(low, low + width, n, dtype=dtype, endpoint=True)


# ---------------------------------------------------------------- counting pairs


@given(st.data(), dtypes, dtypes, st.integers(0, 40), st.booleans())
@many
def test_few_labels_of_any_type_count_alike(data, type_a, type_b, n, weighted):
    a, b = data.draw(arrays(type_a, n)), data.draw(arrays(type_b, n))
    weights = data.draw(arrays(np.int64, n, elements=st.integers(1, 2**57))) if weighted else None
    assert kernels_count_equally(a, b, weights)


@given(
    st.lists(
        st.tuples(st.integers(-3, 3), st.integers(0, 2), st.integers(1, 2**58)),
        min_size=1,
        max_size=30,
    )
)
@many
def test_both_kernels_count_as_a_counter_does(elements):
    a, b, weights = (np.array(column) for column in zip(*elements, strict=True))
    expected = Counter()
    for x, y, weight in elements:
        expected[x, y] += weight
    for kernel in (_native, _numpy):
        row_values, col_values, rows, cols, counts = kernel.count_pairs(a, b, weights, 2)
        assert list(
            zip(zip(row_values[rows], col_values[cols], strict=True), counts, strict=True)
        ) == sorted(expected.items())


# From 512 elements on, the range is estimated from a sample; from 2**17 on, there is a second
# thread; the number of buckets doubles at every power of two.
SIZES = st.sampled_from([2**14 - 1, 2**14, 2**15, 2**15 + 1, 2**16 + 7, 2**17, 2**17 + 5])


@given(
    st.sampled_from(DTYPES),
    st.sampled_from(DTYPES),
    st.integers(0, 64),
    st.integers(0, 64),
    SIZES,
    st.booleans(),
    st.integers(0, 2**32),
)
@settings(some, max_examples=60)
def test_many_labels_of_any_type_and_spread_count_alike(
    type_a, type_b, bits_a, bits_b, n, weighted, seed
):
    random = np.random.default_rng(seed)
    weights = random.integers(1, 2**40, n) if weighted else None
    assert kernels_count_equally(
        spread(random, type_a, bits_a, n), spread(random, type_b, bits_b, n), weights, (1, 2)
    )


@pytest.mark.parametrize("bits", [(3, 4), (8, 9), (10, 10), (16, 18), (20, 20), (63, 5)], ids=str)
@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_any_number_of_threads_gives_the_same_answer(bits, weighted):
    n = 2**19  # enough for eight threads
    random = np.random.default_rng(0)
    a, b = (spread(random, np.int64, width, n) for width in bits)
    weights = random.integers(1, 2**40, n) if weighted else None
    assert kernels_count_equally(a, b, weights, (1, 2, 3, 8))


@pytest.mark.parametrize("outlier", [-1, 7, 8, 2**20, 2**62, -(2**63)])
def test_a_label_outside_the_sampled_range_is_counted(outlier):
    n = 2**17 + 3
    b = np.arange(n) // 3 % 7  # every eighth is sampled, and shows all of 0 … 6
    a = b.copy()
    a[n // 2 + 1] = outlier
    assert kernels_count_equally(a, b, None, (1, 2, 3, 8))
    assert kernels_count_equally(b, a, np.arange(n) + 1, (1, 2, 3, 8))


@given(st.integers(1, 60), st.integers(0, 2**32), st.booleans())
@some
def test_sorted_labels_whose_last_value_no_sample_sees_are_counted(bits, seed, falling):
    a = np.sort(spread(np.random.default_rng(seed), np.int64, bits, 2**16 + 11))[
        :: -1 if falling else 1
    ].copy()
    assert kernels_count_equally(a, a // 3, None, (1, 2))


@given(st.floats(1.05, 4), st.integers(0, 2**32), st.booleans())
@settings(some, max_examples=10)
def test_skewed_labels_are_counted(exponent, seed, weighted):
    random = np.random.default_rng(seed)
    n = 2**17 + 11
    a, b = (np.minimum(random.zipf(exponent, n), 2**40) for _ in "ab")
    assert kernels_count_equally(a, b, random.integers(1, 9, n) if weighted else None, (1, 2))


@pytest.mark.parametrize(
    "labels",
    [np.zeros(2**17, np.int8), np.arange(2**17), np.arange(2**17)[::-1].copy() << 40],
    ids=["one", "all different", "far apart"],
)
def test_one_cluster_and_all_singletons_are_counted(labels):
    assert kernels_count_equally(labels, labels, None, (1, 2))
    assert kernels_count_equally(
        labels, np.zeros(len(labels), np.uint8), np.full(len(labels), 3), (1, 2)
    )


def test_large_regions_as_in_a_label_image_are_counted():
    rows, cols = np.indices((512, 512)).reshape(2, -1)
    assert kernels_count_equally(
        rows // 100 * 8 + cols // 130, (rows + 3) // 90 * 8 + cols // 64, None, (1, 2)
    )


@pytest.mark.parametrize("largest", [1, 2**32 - 1, 2**32, 2**45])
@pytest.mark.parametrize("bits", [(14, 14), (24, 20)], ids=str)
def test_narrow_and_wide_weights_of_many_cells(largest, bits):
    n = 2**17
    random = np.random.default_rng(1)
    weights = random.integers(0, largest, n, endpoint=True)
    weights[n // 2] = largest
    assert kernels_count_equally(
        *(spread(random, np.int64, width, n) for width in bits), weights, (1, 2)
    )


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2**59)), max_size=15))
@example([(0, 2**53), (0, 1)])  # not a sum of floats
@many
def test_group_sums_are_exact(pairs):
    groups, counts = np.array(pairs, np.int64).reshape(-1, 2).T.copy()
    expected = [sum(count for group, count in pairs if group == k) for k in range(10)]
    for kernel in (_native, _numpy):
        found = kernel.group_sums(groups, counts, 10)
        assert (found.dtype, found.tolist()) == (np.int64, expected)


def test_groups_beyond_the_last_are_refused():
    for kernel, group in product((_native, _numpy), (3, -1)):
        with pytest.raises((IndexError, ValueError)):
            kernel.group_sums(np.array([group]), np.array([1]), 3)


def test_weights_up_to_the_limit_do_not_wrap():
    a = np.array([0, 1, 0])
    assert kernels_count_equally(a, a, np.array([2**62, 1, 2**62 - 2]))
    assert _native.count_pairs(a, a, np.array([2**62, 1, 2**62 - 2]), 1)[4].tolist() == [
        2**63 - 2,
        1,
    ]


# ---------------------------------------------------------------- encoding


@given(dtypes.flatmap(lambda dtype: arrays(dtype, st.integers(0, 40))))
@example(np.array([2**63, 0, 2**64 - 1, 2**63 - 1], np.uint64))
@example(np.array([2**63 - 1, -(2**63), 0, -1]))
@many
def test_labels_are_encoded_alike_and_can_be_decoded(labels):
    codes, values = _native.encode(labels)
    assert same((codes, values), _numpy.encode(labels))
    assert np.array_equal(values[codes], labels)


@given(st.sampled_from(DTYPES), st.integers(0, 64), SIZES, st.integers(0, 2**32))
@some
def test_many_labels_are_encoded_alike(dtype, bits, n, seed):
    labels = spread(np.random.default_rng(seed), dtype, bits, n)
    assert same(_native.encode(labels), _numpy.encode(labels))


@given(
    st.integers(0, 20).flatmap(
        lambda width: arrays(
            np.uint8, st.tuples(st.integers(0, 30), st.just(width)), elements=st.integers(0, 2)
        )
    )
)
@many
def test_rows_of_bytes_are_encoded_alike_by_order_of_appearance(rows):
    codes, first = _native.encode_bytes(rows)
    assert same((codes, first), _numpy.encode_bytes(rows))
    assert codes.tolist() == [
        list(dict.fromkeys(map(bytes, rows))).index(bytes(row)) for row in rows
    ]
    assert np.array_equal(rows[first][codes], rows)


TEXTS = st.lists(st.text("ab\0é", max_size=12) | st.text(st.characters(codec="utf-8")), max_size=30)


def as_arrow_has_them(strings, skipped=0):
    """Return where strings end and their bytes, of which the first may belong to none of them."""
    coded = [each.encode() for each in strings]
    ends = np.cumsum([skipped, *map(len, coded)], dtype=np.int32 if len(coded) % 2 else np.int64)
    return ends, np.frombuffer(b"x" * skipped + b"".join(coded), np.uint8)


@given(TEXTS, st.integers(0, 3))
@many
def test_strings_are_encoded_alike_by_order_of_value(strings, skipped):
    ends, data = as_arrow_has_them(strings, skipped)
    codes, first = _native.encode_strings(ends, data)
    assert same((codes, first), _numpy.encode_strings(ends, data))
    assert codes.tolist() == [sorted(set(strings)).index(each) for each in strings]
    names = _native.strings_at(ends, data, first)
    assert names == _numpy.strings_at(ends, data, first) == sorted(set(strings))


@given(TEXTS, TEXTS, st.booleans())
@many
def test_strings_are_matched_alike(a, b, unique):
    if unique:
        a, b = list(dict.fromkeys(a)), list(dict.fromkeys(b))
    given = (*as_arrow_has_them(a), *as_arrow_has_them(b, 2))
    (places, repeated), (others, too) = _native.match_strings(*given), _numpy.match_strings(*given)
    assert repeated == too == (len(set(a)) < len(a) or len(set(b)) < len(b))
    if not repeated:
        assert places.tolist() == others.tolist() == [b.index(x) if x in b else -1 for x in a]


@pytest.mark.parametrize("beginning", ["", "a long beginning "])
def test_many_strings_are_encoded_and_matched_alike(beginning):
    numbers = np.random.default_rng(0).permutation(2**15).tolist()
    a, b = ([f"{beginning}{i}{'.' * (i % 20)}" for i in each] for each in (numbers, numbers[9:]))
    sides = as_arrow_has_them(a), as_arrow_has_them(b[::-1])
    assert same(_native.encode_strings(*sides[0]), _numpy.encode_strings(*sides[0]))
    places, repeated = _native.match_strings(*sides[0], *sides[1])
    assert not repeated
    assert np.array_equal(places, _numpy.match_strings(*sides[0], *sides[1])[0])


@pytest.mark.parametrize("ends", [[0, 4], [2, 1], [-1, 2], [0, 2**62]])
def test_strings_outside_their_data_are_refused(ends):
    ends, data = np.array(ends), np.zeros(3, np.uint8)
    for call in (
        lambda: _native.encode_strings(ends, data),
        lambda: _native.match_strings(ends, data, ends[:1], data),
        lambda: _native.match_strings(ends[:1], data, ends, data),
        lambda: _native.strings_at(ends, data, np.array([0])),
        lambda: _native.strings_at(np.array([0, 1]), data, np.array([1])),
    ):
        with pytest.raises(IndexError, match=r"outside"):
            call()


@pytest.mark.parametrize("width", [1, 2, 7, 8, 12, 33])
def test_many_rows_of_bytes_are_encoded_alike(width):
    rows = np.random.default_rng(width).integers(0, 4, (2**15, width), np.uint8)
    assert same(_native.encode_bytes(rows), _numpy.encode_bytes(rows))


@pytest.mark.parametrize(
    "labels",
    [np.array([0.0]), np.array([True]), np.array([1, 2, 3])[::2], np.array([[1]]), [1]],
    ids=["float", "bool", "view", "2-D", "list"],
)
def test_the_native_kernel_converts_nothing_silently(labels):
    with pytest.raises(TypeError):
        _native.encode(labels)


# ---------------------------------------------------------------- expected information

clusters = st.lists(st.integers(1, 400), min_size=2, max_size=12)


@given(clusters, clusters)
@some
def test_expected_information_agrees(a, b):
    sizes_a, sizes_b = (
        [*a, max(0, sum(b) - sum(a))],
        [*b, max(0, sum(a) - sum(b))],
    )  # the same number of elements
    x, y = (
        np.unique([size for size in sizes if size], return_counts=True)
        for sizes in (sizes_a, sizes_b)
    )
    n = sum(sizes_a)
    assert _native.expected_information(*x, *y, n, 2) == pytest.approx(
        _numpy.expected_information(*x, *y, n, 1), rel=1e-12, abs=0
    )


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_expected_information_does_not_depend_on_threads(threads):
    sizes = np.arange(1, 60)
    once = np.ones(len(sizes), np.int64)
    n = int(sizes.sum())
    assert _native.expected_information(
        sizes, once, sizes, once, n, threads
    ) == _native.expected_information(sizes, once, sizes, once, n, 1)


def exact_expected_information(a, b, n):
    """Return Σ of Σ_k P(k)·k/n·log(nk/xy) over cluster pairs, to 50 digits, for P ≥ 1e-40."""
    with mpmath.workdps(50):
        log_factorial = lambda m: mpmath.loggamma(m + 1)  # noqa: E731
        total = mpmath.mpf(0)
        for x in a:
            for y in b:
                mode = (x + 1) * (y + 1) // (n + 2)
                fixed = sum(map(log_factorial, (x, y, n - x, n - y))) - log_factorial(n)
                at_mode = mpmath.exp(
                    fixed - sum(map(log_factorial, (mode, x - mode, y - mode, n - x - y + mode)))
                )
                for step in (1, -1):
                    k, p = mode, at_mode
                    while p > 1e-40:
                        if k > 0 and (k != mode or step == 1):
                            total += p * k / n * mpmath.log(mpmath.mpf(n) * k / (x * y))
                        ratio = (
                            mpmath.mpf((x - k) * (y - k)) / ((k + 1) * (n - x - y + k + 1))
                            if step == 1
                            else mpmath.mpf(k * (n - x - y + k)) / ((x - k + 1) * (y - k + 1))
                        )
                        k, p = k + step, p * ratio
        return total


CASES = [
    ([1, 2, 3], [2, 4]),
    ([3, 3, 3, 3], [1, 5, 6]),
    ([10, 490], [250, 250]),
    ([1] * 3 + [997], [500, 500]),
    ([10**4, 10**8 - 10**4], [10**5, 10**8 - 10**5]),
    ([7, 10**8 - 7], [10**6, 10**8 - 10**6]),
    ([2 * 10**6, 98 * 10**6], [10**6, 99 * 10**6]),
]


@pytest.mark.parametrize(("a", "b"), CASES, ids=str)
def test_expected_information_is_right_to_twelve_digits(a, b):
    n = sum(a)
    exact = float(exact_expected_information(a, b, n))
    x, y = (np.unique(sizes, return_counts=True) for sizes in (a, b))
    for kernel in (_native, _numpy):
        mutual, left_a, left_b = kernel.expected_information(*x, *y, n, 1)
        assert mutual == pytest.approx(exact, rel=1e-12, abs=0)
        entropies = [sum(s / n * math.log(n / s) for s in sizes) for sizes in (a, b)]
        assert [left_a, left_b] == pytest.approx(
            [entropy - exact for entropy in entropies], rel=1e-9, abs=1e-12
        )


# ---------------------------------------------------------------- random tables


@pytest.mark.parametrize(
    ("rows", "cols"),
    [([3, 2, 1], [4, 2]), ([5], [1, 4]), ([9, 30, 3], [7] * 6), ([0, 2], [1, 1, 0])],
)
@pytest.mark.parametrize("threads", [1, 3])
def test_random_tables_are_the_same(rows, cols, threads):
    rows, cols = np.array(rows), np.array(cols)
    seeds = np.random.default_rng(0).integers(0, 2**64, 40, np.uint64)
    native = _native.random_tables(rows, cols, seeds, threads)
    assert native.tolist() == _numpy.random_tables(rows, cols, seeds, 1).tolist()
    tables = native.reshape(40, len(rows), len(cols))
    assert (tables.sum(axis=2) == rows).all()
    assert (tables.sum(axis=1) == cols).all()


def test_random_tables_have_hypergeometric_probabilities():
    """All tables of a few elements occur as often as they should, also for successive seeds."""
    rows, cols, count = np.array([3, 2, 2]), np.array([4, 3]), 60_000
    drawn = _native.random_tables(rows, cols, np.arange(count, dtype=np.uint64), 1)
    seen, times = np.unique(drawn.reshape(count, -1), axis=0, return_counts=True)
    ways = math.prod(map(math.factorial, (*rows.tolist(), *cols.tolist()))) / math.factorial(7)
    likely = np.array([ways / math.prod(map(math.factorial, t)) for t in seen.tolist()])
    assert likely.sum() == pytest.approx(1)
    assert np.abs(times / count - likely).max() < 4 * (0.25 / count) ** 0.5


@pytest.mark.parametrize("kernel", [_native, _numpy])
@pytest.mark.parametrize(
    ("rows", "cols"), [([2], [1]), ([-1, 3], [2]), ([], [2]), ([2**16], [2**16]), ([2**62, 2], [2])]
)
def test_random_tables_of_invalid_sizes_are_refused(kernel, rows, cols):
    sizes = (np.array(side, np.int64) for side in (rows, cols))
    with pytest.raises(ValueError, match="must"):
        kernel.random_tables(*sizes, np.zeros(1, np.uint64), 1)
