"""Files that earlier versions misread silently: each is now read correctly or refused."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

import clusterdiff as cd
from clusterdiff import io, read_table
from clusterdiff.errors import InputError

pytest.importorskip("duckdb")

ROWS = [(f"e{i}", "xyz"[i % 3], i % 4) for i in range(60)]
TABLE = cd.Table.from_labels([x for _, x, _ in ROWS], [y for *_, y in ROWS])
CSV = "id,truth,pred\n" + "".join(f"{k},{x},{y}\n" for k, x, y in ROWS)
OTHER = "id,truth,pred\n" + "".join(f"{k},x,0\n" for k, *_ in ROWS)


def parquet(path, columns=None):
    columns = columns or dict(
        zip(("id", "truth", "pred"), map(list, zip(*ROWS, strict=True)), strict=True)
    )
    path.parent.mkdir(exist_ok=True, parents=True)
    pq.write_table(pa.table(columns), path)
    return path


def csv(path, text=CSV):
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "suffix", [".csv", ".parquet", pytest.param(".jsonl", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    "name",
    [
        "x[1]",
        "x*",
        "x?",
        "[x]",
        "x[!1]",
        "**",
        "x'1",
        'x"1',
        "x{1,2}",
        "~x",
        "x$HOME",
        "x%20y",
        "é日",
        "x y",
        "x\\y",
        "#x",
    ],
)
def test_a_name_means_that_file(name, suffix, reader, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    decoys = ["x1", "xy", "x", "x2", "xx", "x[1]1", "_x", "!x"]
    columns = {"id": [k for k, *_ in ROWS], "truth": ["x"] * 60, "pred": [0] * 60}
    for each in [*decoys, name]:
        file = tmp_path / f"{each}{suffix}"
        if suffix == ".parquet":
            parquet(file, None if each == name else columns)
        elif suffix == ".csv":
            csv(file, CSV if each == name else OTHER)
        else:
            file.write_text(
                "".join(json.dumps({"id": k, "truth": x, "pred": y}) + "\n" for k, x, y in ROWS)
                if each == name
                else "{}"
            )
    assert read_table(f"{name}{suffix}", columns="truth,pred") == TABLE, reader
    assert read_table(tmp_path / f"{name}{suffix}", columns="truth,pred") == TABLE


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_not_text(reader, tmp_path):
    name = os.fsdecode(bytes(tmp_path / "x") + b"\xff.csv")
    with open(name, "w") as file:  # noqa: PTH123  (such a name)
        file.write(CSV)
    os.rename(parquet(tmp_path / "y.parquet"), name.replace(".csv", ".parquet"))  # noqa: PTH104
    assert read_table(name) == TABLE, reader
    assert read_table(name.replace(".csv", ".parquet")) == TABLE


@pytest.mark.parametrize(
    "folder", ["truth=3", "truth=abc", "id=3", "model=kmeans", "pred=x/truth=y"]
)
def test_folders_are_not_columns(folder, reader, tmp_path):
    assert read_table(csv(tmp_path / folder / "a.csv"), columns="truth,pred") == TABLE, reader
    assert read_table(parquet(tmp_path / folder / "a.parquet"), columns="truth,pred") == TABLE
    assert io.open_source(tmp_path / folder / "a.parquet").columns == ("id", "truth", "pred")


def test_folders_are_columns_where_that_is_asked_for(tmp_path):
    for model in ("kmeans", "01"):
        columns = {"id": [f"{k}{model}" for k, *_ in ROWS], "truth": [0] * 60, "pred": [1] * 60}
        parquet(tmp_path / f"model={model}" / "a.parquet", columns)
    source = io.open_source(tmp_path / "*" / "*.parquet", hive=True)
    assert source.columns == ("id", "truth", "pred", "model")
    table = read_table(tmp_path / "*" / "*.parquet", hive=True, columns="truth,model")
    assert table.col_labels.tolist() == ["01", "kmeans"]
    assert read_table(tmp_path / "*" / "*.parquet", hive=True, columns="truth,pred").n == 120
    with pytest.raises(InputError, match="must not have the names of columns: truth"):
        io.open_source(parquet(tmp_path / "truth=3" / "a.parquet"), hive=True)


@pytest.mark.parametrize("odd", ['"x', '"x"y', '"x" ', '"a\\"b"', ' "x"'])
@pytest.mark.parametrize("at", [0, 29, 59])
def test_bad_quotes_are_refused(odd, at, reader, tmp_path):
    lines = CSV.splitlines()
    lines[at + 1] = f"e{at},{odd},0"
    with pytest.raises(InputError, match=r"a.csv is not a valid CSV file: line \d+: "):
        read_table(csv(tmp_path / "a.csv", "\n".join(lines) + "\n"))
    assert reader


def test_quotes_inside_a_field_are_a_part_of_it(reader, tmp_path):
    file = csv(tmp_path / "a.csv", 'id,truth,pred\n1,5" pipe,"5"" pipe"\n2,A,"A"\n')
    table = read_table(file)
    assert table.row_labels.tolist() == table.col_labels.tolist() == ['5" pipe', "A"], reader


@pytest.mark.parametrize("before", ["\n", "\n\n\n", "\r\n"])
def test_blank_lines_before_the_header(before, reader, tmp_path):
    assert read_table(csv(tmp_path / "a.csv", before + CSV)) == TABLE, reader


@pytest.mark.parametrize("name", ["star.txt", "star.dat", "star", "star.csv"])
@pytest.mark.parametrize("mark", ["*", "#", "#1", "*x"])
def test_labels_may_begin_with_marks(name, mark, reader, tmp_path):
    file = csv(tmp_path / name, f"{mark},X\n{mark},X\n{mark},Y\nb,X\nc,Y\n")
    assert read_table(file, header=False).n == 5, reader


def test_lists_of_clusters_keep_elements_that_begin_with_marks(tmp_path):
    (tmp_path / "a.clusters").write_text("# made by hand\na b #c\n#d e\n* f\n")
    assert list(cd.read_labels(tmp_path / "a.clusters")) == ["a", "b", "#c", "#d", "e", "*", "f"]


@pytest.mark.parametrize("write", ["csv", "parquet"])
def test_patterns_match_columns_by_name(write, reader, tmp_path):
    half = ROWS[:30], ROWS[30:]
    if write == "csv":
        csv(
            tmp_path / "s_1.csv",
            "id,truth,pred\n" + "".join(f"{k},{x},{y}\n" for k, x, y in half[0]),
        )
        csv(
            tmp_path / "s_2.csv",
            "pred,id,truth\n" + "".join(f"{y},{k},{x}\n" for k, x, y in half[1]),
        )
    else:
        for i, rows in enumerate(half, 1):
            columns = dict(
                zip(("id", "truth", "pred"), map(list, zip(*rows, strict=True)), strict=True)
            )
            parquet(
                tmp_path / f"s_{i}.parquet",
                {name: columns[name] for name in (columns if i == 1 else reversed(columns))},
            )
    assert read_table(tmp_path / f"s_*.{write}", columns="truth,pred") == TABLE, reader


@pytest.mark.parametrize(
    "second",
    ["e30,x,1\n", "id,truth\ne30,x\n", "id,truth,other\ne30,x,1\n", "id,truth,truth\ne30,x,1\n"],
)
def test_a_pattern_of_other_columns_is_refused(second, reader, tmp_path):
    csv(tmp_path / "s_1.csv")
    csv(tmp_path / "s_2.csv", second)
    with pytest.raises(InputError, match=r"must have the same columns: .*s_2.csv has"):
        read_table(tmp_path / "s_*.csv")
    assert reader


def test_a_pattern_with_repeating_keys_is_refused(reader, tmp_path):
    csv(tmp_path / "s_1.csv")
    csv(tmp_path / "s_2.csv")
    for options in ({}, {"columns": "truth,pred"}):
        with pytest.raises(
            InputError, match="must name every element once in column id: 60 duplicate keys"
        ):
            read_table(tmp_path / "s_*.csv", **options)
    assert reader


def test_a_pattern_of_other_types_is_refused(tmp_path):
    parquet(tmp_path / "s_1.parquet", {"t": [0, 1, 2], "p": [1, 1, 2]})
    parquet(tmp_path / "s_2.parquet", {"t": [0.5, 1.5, 2.5], "p": [1, 1, 2]})
    with pytest.raises(
        InputError,
        match=r"of the same types: column t is int64 in .*s_1.parquet and double in .*s_2.parquet",
    ):
        read_table(tmp_path / "s_*.parquet", columns="t,p")
    parquet(
        tmp_path / "s_2.parquet",
        {"t": pa.array([2**64 - 1, 7, 7], pa.uint64()), "p": pa.array([1, 1, 2], pa.int8())},
    )
    assert read_table(tmp_path / "s_*.parquet", columns="t,p").row_labels.tolist() == [
        0,
        1,
        2,
        7,
        2**64 - 1,
    ]


@pytest.mark.parametrize("quoted", ['"A"', "A", "A ", " A"])
def test_labels_do_not_depend_on_the_size(quoted, tmp_path):
    """A megabyte of the same lines, which DuckDB reads."""
    lines = [f"{quoted},{i % 2}" for i in range(8)]
    small = read_table(csv(tmp_path / "small.csv", "truth,pred\n" + "\n".join(lines)))
    large = read_table(csv(tmp_path / "large.csv", "truth,pred\n" + "\n".join(lines * 20_000)))
    assert small.row_labels.tolist() == large.row_labels.tolist()
    assert (large.n, large.shape) == (small.n * 20_000, small.shape)


def test_numbers_of_json_are_kept_to_the_last_digit(reader, tmp_path):
    values = [
        "1.0",
        "1.00",
        "1e0",
        "-0",
        "0",
        "0.30000000000000004",
        "0.300000000000000041",
        "100000000000000000001",
        '"1.0"',
    ]
    file = tmp_path / "a.jsonl"
    file.write_text(
        "".join(f'{{"id": {i}, "truth": {value}, "pred": 1}}\n' for i, value in enumerate(values))
    )
    assert read_table(file).shape == (8, 1), reader
    file.write_text('{"id": 1, "a": 1, "b": 2, "a": 3}\n')
    with pytest.raises(InputError, match=r"Line 1 of .*a.jsonl has the name 'a' twice"):
        read_table(file, columns="a,b")


def test_columns_that_differ_in_case_only(reader, tmp_path):
    labels = {"Label": [1, 1, 2], "label": ["x", "y", "y"]}
    expected = cd.Table.from_labels(*labels.values())
    assert read_table(parquet(tmp_path / "a.parquet", labels), columns="Label,label") == expected, (
        reader
    )
    rows = list(zip(*labels.values(), strict=True))
    (tmp_path / "a.jsonl").write_text(
        "".join(json.dumps(dict(zip(labels, row, strict=True))) + "\n" for row in rows)
    )
    assert read_table(tmp_path / "a.jsonl", columns="Label,label") == expected
    csv(tmp_path / "a.csv", "Label,label\n" + "".join(f"{x},{y}\n" for x, y in rows))
    assert read_table(tmp_path / "a.csv", columns="Label,label") == expected


def arrow_twice(path):
    feather.write_feather(pa.table([[1, 2], [1, 1], [3, 3]], names=["a", "a", "b"]), str(path))


def parquet_twice(path):
    pq.write_table(pa.table([[1, 2], [1, 1], [3, 3]], names=["a", "a", "b"]), path)


def csv_twice(path):
    path.write_text("a,a,b\n1,1,3\n2,1,3\n")


def graphml_twice(path):
    keys = "".join(
        f'<key id="d{i}" for="node" attr.name="{name}"/>'
        for i, name in enumerate(("a", "a", "b", "node"))
    )
    nodes = "".join(
        f'<node id="n{i}">'
        + "".join(f'<data key="d{j}">{i * j}</data>' for j in range(4))
        + "</node>"
        for i in range(2)
    )
    path.write_text(f"<graphml>{keys}<graph>{nodes}</graph></graphml>")


@pytest.mark.parametrize("write", [arrow_twice, parquet_twice, csv_twice, graphml_twice])
def test_two_columns_of_one_name_are_refused(write, reader, tmp_path):
    write(tmp_path / "file")
    with pytest.raises(InputError, match="must have one column 'a': it has 2"):
        read_table(tmp_path / "file", columns="a,b", header=True)
    assert reader


def test_the_ids_of_nodes_are_not_replaced_by_an_attribute(tmp_path):
    graphml_twice(tmp_path / "g.graphml")
    assert io.open_source(tmp_path / "g.graphml").sample[1][0] == "n1"


@pytest.mark.parametrize("again", ["new", "same"])
def test_a_file_that_was_rewritten_is_read_again(again, reader, tmp_path):
    file = csv(tmp_path / "a.csv", "t,p\n" + "0,0\n" * 1000 + "1,1\n")
    wishes = io.Wishes(("t", "p"))
    source = io.open_source(file)
    assert io.count(*io.choose([source], wishes)).table.row_sizes.tolist() == [1000, 1], reader
    csv(file, "t,p\n" + "0,0\n" * 1000 + "1,1\n2,2\n")
    source = io.open_source(file) if again == "new" else source
    assert io.count(*io.choose([source], wishes)).table.row_sizes.tolist() == [1000, 1, 1]


@pytest.mark.parametrize("ends", ["\r\n", "\r", "mixed"])
def test_line_ends_of_any_kind(ends, reader, tmp_path):
    lines = CSV.splitlines()
    text = (
        "".join(line + ("\r\n" if i % 3 else "\n") for i, line in enumerate(lines))
        if ends == "mixed"
        else ends.join(lines) + ends
    )
    (tmp_path / "a.csv").write_bytes(text.encode())
    assert read_table(tmp_path / "a.csv") == TABLE, reader


def test_blank_lines_at_the_end_of_one_column_are_ignored(reader, tmp_path):
    (tmp_path / "a.txt").write_text("0\n1\n1\n\n\n\n")
    (tmp_path / "b.txt").write_text("x\ny\ny\n")
    assert read_table(tmp_path / "a.txt", tmp_path / "b.txt").n == 3, reader
    (tmp_path / "a.txt").write_text("0\n\n1\n1\n\n")
    (tmp_path / "b.txt").write_text("x\ny\ny\nz\n")
    assert read_table(tmp_path / "a.txt", tmp_path / "b.txt", missing="drop").n == 3


@pytest.mark.parametrize("name", ["a.tsv", "a.tab", "a.tsv.gz"])
def test_the_suffix_decides_the_delimiter(name, reader, tmp_path):
    import gzip

    text = "id\ttruth\n" + "".join(f"{k}\ta,{x},b,{y}\n" for k, x, y in ROWS)
    (tmp_path / name).write_bytes(
        gzip.compress(text.encode()) if name.endswith(".gz") else text.encode()
    )
    assert set(cd.read_labels(tmp_path / name).values()) == {f"a,{x},b,{y}" for _, x, y in ROWS}, (
        reader
    )


def test_a_frame_of_pandas_with_numbers_for_names(tmp_path, reader):
    pd = pytest.importorskip("pandas")
    pd.DataFrame({0: [1, 1, 2], 1: [3, 4, 4]}).to_csv(tmp_path / "a.csv")
    assert read_table(tmp_path / "a.csv", columns="0,1") == cd.Table.from_labels(
        [1, 1, 2], [3, 4, 4]
    ), reader


def test_all_options_of_from_labels(reader, tmp_path):
    a, b = [x for _, x, _ in ROWS], [y for *_, y in ROWS]
    file = csv(tmp_path / "a.csv")
    for options in (
        {"ignore_a": "x"},
        {"ignore_b": 0},
        {"noise_a": ["x"]},
        {"noise_b": 3},
        {"noise": 3, "ignore_a": {"y"}},
    ):
        ours, theirs = read_table(file, **options), cd.Table.from_labels(a, b, **options)
        assert (ours.n, ours.shape, ours.dropped) == (theirs.n, theirs.shape, theirs.dropped), (
            reader
        )
        assert sorted(ours.counts) == sorted(theirs.counts)
    assert read_table(file, weights=list(range(60))) == cd.Table.from_labels(
        a, b, weights=list(range(60))
    )
    assert read_table(file, columns="truth,pred", weights="pred") == cd.Table.from_labels(
        a, b, weights=b
    )
    with pytest.raises(InputError, match="must hold integers to be used as weights"):
        read_table(file, columns="truth,pred", weights="truth")
