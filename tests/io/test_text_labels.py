"""Labels of text are typed on arrays as they are one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterdiff.io._text_labels import MISSING_WORDS, labels_of, read_strings, typed
from clusterdiff.labels import read

pa = pytest.importorskip("pyarrow")

NUMBERS = ["0", "7", "-1", "10", "-20", "123456789012345678", "9223372036854775807"]
NUMBERS += ["-9223372036854775808", "999"]
LARGE = ["9223372036854775808", "-9223372036854775809", "1" * 30, "1" * 3999, "1" * 4000]
FLOATS = ["0.0", "7.0", "-1.0", "10.0", "9223372036854775807.0", "9223372036854775808.0"]
NASTY = [
    *("00", "01", "-0", "+5", "1e3", " 7", "7 ", "7\n", "\n7", "0x10", "0x91184E729FF", "1_000"),
    *("-0.0", "+1.0", "1.00", "01.0", "1.", ".0", "1.0 ", "1.0\n", "10.0.0", "--1", "-", "\0"),
    *(
        "٣",
        "１２",
        "²",
        "−1",
        "na",
        "NAN",
        " NA",
        "NA\n",
        "N/A",
        "<na>",
        "none",
        "Null",
        "é",
        "e\u0301",
    ),
    *("A", "a", "日本", "\U0001f600", "\ufffd", "x" * 5000, "true", "inf", "-inf", "1,000", "c123"),
]
MISSING = [None, *sorted(MISSING_WORDS)]


def same(found, values):
    expected = read(typed(values), "a")
    codes, names = found.encoded()
    known, wanted = expected.encoded()
    gone = np.zeros(len(values), bool) if found.missing is None else found.missing
    lost = np.zeros(len(values), bool) if expected.missing is None else expected.missing
    assert gone.tolist() == lost.tolist()
    shown = [names[i] for i in codes[~gone]] if len(names) else []
    told = [wanted[i] for i in known[~gone]] if len(wanted) else []
    assert shown == told
    assert {type(name) for name in shown} == {type(name) for name in told}
    assert (found.names is None) == (expected.names is None)
    if found.names is not None:
        assert found.names.tolist() == expected.names.tolist()


def arrays(values):
    whole = pa.array(values, pa.string())
    half = len(values) // 2
    yield whole
    yield whole.cast(pa.large_string())
    yield pa.chunked_array([whole])
    yield pa.chunked_array([whole[:half], whole[half:]])
    yield pa.concat_arrays([pa.array(["x"]), whole])[1:]


@pytest.mark.parametrize("pool", [NUMBERS, LARGE, FLOATS, [*NUMBERS, *LARGE], [*NUMBERS, *FLOATS]])
def test_numbers(pool):
    for values in (pool, [*pool, *MISSING, *pool], pool[:1], [None, pool[0]]):
        for column in arrays(values):
            same(labels_of(column, "a", text=True), values)


@pytest.mark.parametrize("odd", [*NASTY, *MISSING])
def test_one_odd_label(odd):
    for pool in (NUMBERS, FLOATS, LARGE, ["a", "b"], []):
        values = [*pool * 30, odd, *pool]
        same(labels_of(pa.array(values, pa.string()), "a", text=True), values)


def test_no_labels():
    for values in ([], [None], ["NA", None, ""]):
        for column in arrays(values):
            same(labels_of(column, "a", text=True), values)


@given(
    st.lists(
        st.sampled_from([*NUMBERS, *FLOATS, *LARGE[:3], *NASTY, *MISSING]) | st.text(max_size=4)
    )
)
def test_any_labels(values):
    try:
        column = pa.array(values, pa.string())
    except UnicodeEncodeError:  # half of a surrogate pair
        return
    same(labels_of(column, "a", text=True), values)


@given(st.lists(st.none() | st.characters(codec="utf-8") | st.text(st.characters(codec="utf-8"))))
def test_strings_are_sorted_as_python_sorts_them(values):
    check_strings(values)
    check_strings([None if value is None else f"prefix, é, {value}" for value in values])


def check_strings(values):
    found, expected = read_strings(pa.array(values, pa.string())), read(values, "a")
    assert found.names.tolist() == expected.names.tolist()
    for mine, other in ((found.codes, expected.codes), (found.missing, expected.missing)):
        assert (mine is None) == (other is None)
        assert mine is None or mine.tolist() == other.tolist()
