"""Directories and partitions: all files below a directory are read, or an error says why not."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import clusterdiff as cd
from clusterdiff import io
from clusterdiff.errors import InputError, OptionError
from tests.helpers.program import run

pytest.importorskip("duckdb")
ROWS = [(f"e{i}", "xyz"[i % 3], i % 4) for i in range(24)]
TABLE = cd.Table.from_labels([x for _, x, _ in ROWS], [y for *_, y in ROWS])


def part(path, rows, names=("id", "truth", "pred")):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        pq.write_table(
            pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))), path
        )
    else:
        path.write_text(",".join(names) + "\n" + "".join(f"{k},{x},{y}\n" for k, x, y in rows))


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_all_files_below_a_directory(suffix, reader, tmp_path):
    for i in range(3):
        part(tmp_path / "d" / f"year=202{i}" / f"part-{i}{suffix}", ROWS[8 * i : 8 * i + 8])
    for hidden in ("_SUCCESS", ".part-0.crc", "_temporary/0/x.csv", ".git/x.csv"):
        (tmp_path / "d" / hidden).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "d" / hidden).write_text("x")
    table = cd.read_table(tmp_path / "d", columns="truth,pred")
    assert table == TABLE, reader
    assert any("folders year=… of" in note and "option hive" in note for note in table.notes)
    assert cd.read_table(f"{tmp_path}/d/", columns=["truth", "pred"]) == TABLE


def test_directories_that_are_refused(tmp_path):
    part(tmp_path / "mixed" / "a.csv", ROWS)
    part(tmp_path / "mixed" / "b" / "b.parquet", ROWS)
    with pytest.raises(InputError, match=r"different kinds: \.csv, \.parquet"):
        cd.read_table(tmp_path / "mixed")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="a directory without files"):
        cd.read_table(tmp_path / "empty")
    for mark, words in (("zarr.json", "Zarr"), ("_delta_log/0.json", "Delta Lake"), (".hoodie/x", "Hudi"),
                        ("metadata/v1.metadata.json", "Iceberg")):  # fmt: skip
        folder = tmp_path / words
        part(folder / "data" / "a.parquet", ROWS)
        (folder / mark).parent.mkdir(exist_ok=True)
        (folder / mark).write_text("{}")
        with pytest.raises(InputError, match=words):
            cd.read_table(folder)


def test_keys_that_repeat_over_the_files_of_a_directory(reader, tmp_path):
    part(tmp_path / "d" / "a.csv", ROWS[:4])
    part(tmp_path / "d" / "b.csv", ROWS[3:6])
    with pytest.raises(InputError, match="1 duplicate key, the first is 'e3'"):
        cd.read_table(tmp_path / "d")
    assert cd.read_table(tmp_path / "d", by_order=True).n == 7, reader


def test_partitions_are_columns_only_where_that_is_asked_for(tmp_path):
    for i in range(3):
        part(tmp_path / "d" / f"model=m{i}" / "a.parquet", ROWS[8 * i : 8 * i + 8])
    assert io.open_source(tmp_path / "d").columns == ("id", "truth", "pred")
    found = cd.read_labels(tmp_path / "d", "model", on="id", hive=True)
    assert found == {key: f"m{i // 8}" for i, (key, *_) in enumerate(ROWS)}
    table = cd.read_table(tmp_path / "d", columns="truth,model", hive=True)
    assert table.col_labels.tolist() == ["m0", "m1", "m2"]
    assert not any("hive" in note for note in table.notes)


def test_hive_without_effect_is_noted(tmp_path):
    part(tmp_path / "a.parquet", ROWS)
    table = cd.read_table(tmp_path / "a.parquet", columns="truth,pred", hive=True)
    assert any("hive has no effect" in note for note in table.notes)
    part(tmp_path / "a.csv", ROWS)
    with pytest.raises(OptionError, match="hive applies to Parquet"):
        cd.read_table(tmp_path / "a.csv", hive=True)


@pytest.mark.usefixtures("reader")
def test_the_first_element_without_a_label_is_named(tmp_path):
    (tmp_path / "a.csv").write_text("id,t\nx,1\na,NA\nz,2\nw,\n")
    (tmp_path / "b.csv").write_text("id,p\nz,1\nx,2\nw,3\n")
    (tmp_path / "c.csv").write_text("barcode,t,p\nx,1,2\nq,2,\nz,2,3\n")
    pq.write_table(
        pa.table({"id": [5, 3, 9], "t": [1.0, float("nan"), 2.0]}), tmp_path / "d.parquet"
    )
    pq.write_table(pa.table({"id": [3, 9, 5], "p": ["u", "v", "v"]}), tmp_path / "e.parquet")
    with pytest.raises(InputError, match="1 of 3 are missing, the first is 'w'"):
        cd.read_table(tmp_path / "a.csv", tmp_path / "b.csv", align="intersect")
    with pytest.raises(InputError, match="the first is 'q'"):
        cd.read_table(tmp_path / "c.csv")
    with pytest.raises(InputError, match="the first is 3"):
        cd.read_table(tmp_path / "d.parquet", tmp_path / "e.parquet")
    (tmp_path / "f.csv").write_text("id,p\n3,1\n5,2\n9,2\n")
    with pytest.raises(InputError, match="the first is 3"):
        cd.read_table(tmp_path / "f.csv", tmp_path / "d.parquet")


def test_a_table_says_what_was_assumed(tmp_path):
    (tmp_path / "a.csv").write_text("\nid,t,p\nx,1,-1\ny,2,-1\n\n")
    table = cd.read_table(tmp_path / "a.csv", columns="t,p", ignore=7)
    said = " / ".join(table.notes)
    for words in (
        "taken as header",
        "blank line",
        "-1 is a cluster of 2",
        "no element has the label 7",
    ):
        assert words in said
    shown = cd.compare(table, measures=["ari"])
    assert shown.assumed == table.notes
    assert "taken as header" in str(shown)
    assert shown.to_dict()["assumed"] == list(table.notes)


def test_labels_in_memory_are_noted_too():
    shown = cd.compare([0, -1, -1, 1], ["a", "a", "b", "b"], measures=["ari"])
    assert shown.assumed == (
        "-1 is a cluster of 2 elements in a; ignore=-1 (--ignore -1) leaves it out",
    )
    for options in ({"ignore": -1}, {"noise_a": -1}):
        assert cd.compare([0, -1, -1, 1], [0, 0, 1, 1], measures=["ari"], **options).assumed == ()
    assert cd.compare([0, 0, 1], [0, 1, 1], measures=["ari"], noise_b=[5, 1]).assumed == (
        "no element has the label 5, which noise_b names",
    )
    builder = cd.TableBuilder(ignore=5).update([5, 1], [1, 1]).update([2, 1], [1, 0])
    assert builder.finish().notes == ()


def test_the_command_line_takes_directories_and_partitions(tmp_path):
    for i in range(3):
        part(tmp_path / "d" / f"model=m{i}" / "a.parquet", ROWS[8 * i : 8 * i + 8])
    done = run("compare", tmp_path / "d", "-c", "truth,model", "--hive", "-m", "vi")
    assert "3 clusters in truth, 3 in model" in done.stdout, done.stderr
