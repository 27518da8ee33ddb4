"""Files are joined on keys, and elements are selected by the options of `Table.from_labels`."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import io
from clusterdiff.errors import InputError, OptionError
from tests.helpers.label_files import (
    EXPECTED,
    FOUND,
    KEYS,
    ORDER,
    TRUTH,
    cells,
    lines,
)

pytest.importorskip("duckdb")


def test_by_order_where_there_is_a_key(reader, tmp_path):
    a, b = tmp_path / "a.csv", tmp_path / "b.csv"
    a.write_text(lines(("id", "truth"), zip(KEYS, TRUTH, strict=True)))
    b.write_text(lines(("id", "found"), zip(reversed(KEYS), FOUND, strict=True)))
    assert io.read_table(a, b, by_order=True) == EXPECTED, reader
    assert io.read_table(a, b) == cd.Table.from_labels(TRUTH, FOUND[::-1])


def test_keys_of_two_names(reader, tmp_path):
    a, b = tmp_path / "a.csv", tmp_path / "b.csv"
    a.write_text(lines(("who", "x", "truth"), zip(KEYS, FOUND, TRUTH, strict=True)))
    b.write_text(lines(("found", "x", "cell_id"), ((FOUND[i], 0, KEYS[i]) for i in ORDER)))
    assert io.read_table(a, b, on="who=cell_id", columns="truth,found") == EXPECTED, reader
    with pytest.raises(
        InputError, match="must give one label column: its columns are who, x, truth"
    ):
        io.read_table(a, b)


POLICIES = [
    {},
    {"missing": "drop"},
    {"missing": "singletons"},
    {"missing": "block"},
    {"missing": "drop", "ignore": "-1"},
    {"missing": "drop", "noise": ["-1"]},
    {"missing": "block", "noise": "x", "ignore": "2"},
]


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_options_of_read_table_are_those_of_from_labels(policy, reader, tmp_path):
    generator = np.random.default_rng(3)
    a = [("x", "y", "z", None)[i] for i in generator.integers(0, 4, 200)]
    b = [(-1, 0, 1, 2, None)[i] for i in generator.integers(0, 5, 200)]
    file = tmp_path / "a.csv"
    file.write_text(
        lines(
            ("id", "a", "b"),
            (
                (k, "NA" if x is None else x, "" if y is None else y)
                for k, x, y in zip(KEYS, a, b, strict=True)
            ),
        )
    )
    if not policy:
        with pytest.raises(InputError, match=r"column a: .* of 200 are missing"):
            io.read_table(file)
        return
    names = {
        key: [
            int(v) if v.lstrip("-").isdecimal() else v
            for v in ([value] if isinstance(value, str) else value)
        ]
        for key, value in policy.items()
    }
    names["missing"] = policy["missing"]
    expected = cd.Table.from_labels(a, b, **names)
    table = io.read_table(file, **policy)
    assert cells(table) == cells(expected), reader
    assert table.dropped == expected.dropped


def test_keys_on_one_side_only(reader, tmp_path):
    a, b = tmp_path / "a.csv", tmp_path / "b.csv"
    a.write_text(lines(("id", "truth"), zip(KEYS[:150], TRUTH, strict=False)))
    b.write_text(lines(("id", "found"), zip(KEYS[100:], FOUND[100:], strict=True)))
    with pytest.raises(
        InputError,
        match=r"100 only in .*a.csv \(first 'e000'\), 50 only in .*b.csv \(first 'e150'\)",
    ):
        io.read_table(a, b)
    assert io.read_table(a, b, align="intersect") == cd.Table.from_labels(
        TRUTH[100:150], FOUND[100:150]
    ), reader
    single = io.read_table(a, b, align="singletons")
    assert (single.n, single.shape) == (200, (3 + 50, 5 + 100))
    assert io.read_table(a, b, align="singletons", ignore="cat").n == 200 - 50
    with pytest.raises(OptionError, match="align must be one of"):
        io.read_table(a, b, align="maybe")


def test_no_key_shared(reader, tmp_path):
    a, b = tmp_path / "a.csv", tmp_path / "b.csv"
    a.write_text("id,truth\nx,1\ny,2\n")
    b.write_text("id,found\nz,1\nw,2\n")
    with pytest.raises(InputError, match="share none"):
        io.read_table(a, b, align="intersect")
    assert reader


DUPLICATES = [
    (["x", "x", "y"], ["x", "y", "z"], "a.csv"),
    (["x", "y", "z"], ["x", "x", "y"], "b.csv"),
    (["x", "x"], ["x", "x"], "a.csv"),
    (["x", "y", "w", "w"], ["x", "y"], "a.csv"),
]


@pytest.mark.parametrize(("keys_a", "keys_b", "where"), DUPLICATES)
@pytest.mark.parametrize("align", ["intersect", "singletons"])
def test_duplicate_keys_are_refused(keys_a, keys_b, where, align, reader, tmp_path):
    for name, keys in (("a.csv", keys_a), ("b.csv", keys_b)):
        (tmp_path / name).write_text(
            lines(("id", name[0]), ((key, i) for i, key in enumerate(keys)))
        )
    with pytest.raises(
        InputError,
        match=rf"{where} must name .* in column id: 1 duplicate key, the first is '[xw]'",
    ):
        io.read_table(tmp_path / "a.csv", tmp_path / "b.csv", align=align)
    assert reader


def test_rows_without_a_key(reader, tmp_path):
    (tmp_path / "a.csv").write_text("id,a\nx,1\n,2\n")
    (tmp_path / "b.csv").write_text("id,b\nx,1\ny,2\n")
    with pytest.raises(
        InputError, match=r"a.csv must name every element in column id: 1 row has no key"
    ):
        io.read_table(tmp_path / "a.csv", tmp_path / "b.csv", align="intersect")
    assert reader


def test_one_label_per_line_may_be_missing(reader, tmp_path):
    (tmp_path / "a.txt").write_text("0\n\n1\n1\n\n")
    (tmp_path / "b.txt").write_text("0\n1\n1\n1\n")
    assert io.read_table(tmp_path / "a.txt", tmp_path / "b.txt", missing="drop").n == 3, reader
