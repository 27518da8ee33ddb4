"""Keys of several columns, and columns whose names have commas."""

import sqlite3

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError, OptionError
from tests.helpers.program import run

RNG = np.random.default_rng(5)
TENANTS = ["a", "a,", "a^", "a^1", ",", "", "é", "b"]
# Pairs that a plain text with a comma between them would mix up: ("a,", "x") and ("a", ",x").
A = pd.DataFrame(
    [(t, i, int(RNG.integers(4))) for t in TENANTS[:5] + TENANTS[6:] for i in range(9)],
    columns=["tenant", "id", "truth"],
)
B = A.assign(found=(A.truth + (RNG.random(len(A)) < 0.3)) % 4).drop(columns="truth")
B = B.sample(frac=1, random_state=3).rename(columns={"id": "number"})
FOUND = {(t, i): f for t, i, f in B.itertuples(index=False)}
KEYS = zip(A.tenant, A.id, strict=True)
EXPECTED = cd.Table.from_labels(A.truth.tolist(), [FOUND[key] for key in KEYS])
ON = "tenant,id=number"


def written(tmp_path, suffix):
    files = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    for frame, file in zip((A, B), files, strict=True):
        if suffix == ".csv":
            frame.to_csv(file, index=False)
        else:
            frame.to_parquet(file)
    return files


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_files(suffix, tmp_path):
    files = written(tmp_path, suffix)
    options = {"columns": "truth,found"}
    assert cd.read_table(*files, on=ON, **options) == EXPECTED
    assert cd.read_table(*files, on=["tenant", "id=number"], **options) == EXPECTED
    for words in (["--on", ON], ["--on", "tenant", "--on", "id=number"]):
        done = run("table", *files, *words, "-c", "truth,found", "-f", "csv")
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.splitlines()) == EXPECTED.nnz + 1
    with pytest.raises(InputError, match="must name every element once in column tenant"):
        cd.read_table(*files, on="tenant", **options)
    with pytest.raises(InputError, match="has no column 'nothing'"):
        cd.read_table(*files, on="tenant,nothing", **options)


@pytest.mark.parametrize(
    "make", [pd.DataFrame, pl.from_pandas, lambda x: pl.from_pandas(x).lazy(),
             lambda x: pa.Table.from_pandas(x, preserve_index=False)],
)  # fmt: skip
def test_frames(make):
    found = cd.read_table(make(A), make(B), on=ON, columns="truth,found")
    assert found == EXPECTED
    assert cd.compare(make(A), make(B), on=["tenant", "id=number"], columns="truth,found").n == 63


def test_duckdb(tmp_path):
    name = tmp_path / "x.db"
    with duckdb.connect(str(name)) as db:
        db.register("a_frame", A)
        db.register("b_frame", B)
        db.execute("CREATE TABLE a AS FROM a_frame; CREATE TABLE b AS FROM b_frame")
    found = cd.read_table(f"duckdb:{name}#a", f"duckdb:{name}#b", on=ON, columns="truth,found")
    assert found == EXPECTED


def test_sqlite():
    db = sqlite3.connect(":memory:")
    A.merge(B, left_on=["tenant", "id"], right_on=["tenant", "number"]).to_sql("rows", db)
    source = cd.io._queries.query("SELECT * FROM rows", db)
    assert cd.read_table(source, columns="truth,found", on=["tenant", "id"]) == EXPECTED
    with pytest.raises(InputError, match="duplicate keys"):
        cd.read_table(source, columns="truth,found", on=["tenant", "truth"])


def test_a_part_of_a_key_is_missing(tmp_path):
    (tmp_path / "a.csv").write_text("t,id,x\n1,,3\n1,2,3\n")
    (tmp_path / "b.csv").write_text("t,id,y\n1,1,3\n1,2,3\n")
    with pytest.raises(InputError, match="1 row has no key"):
        cd.read_table(tmp_path / "a.csv", tmp_path / "b.csv", on="t,id", columns="x,y")


def test_names_with_commas(tmp_path):
    file = tmp_path / "comma.csv"
    file.write_text('x,"u ,c"\n1,2\n1,3\n2,3\n')
    for words in (["-c", "x", "-c", "u ,c"], ["-c", "u ,c", "-c", "x"]):
        assert run("compare", file, *words, "-m", "ari").returncode == 0
    assert cd.read_table(file, columns=["x", "u ,c"]).n == 3
    file.write_text('a,b,"a,b"\n1,2,1\n1,3,1\n2,3,2\n')
    done = run("compare", file, "-c", "a,b", "-m", "ari")
    assert done.returncode == 2
    assert "may be one column or 2" in done.stderr
    assert run("compare", file, "-c", "a", "-c", "b", "-m", "ari").returncode == 0
    keyed = tmp_path / "keyed.csv"
    keyed.write_text('"a,b",x,y\n1,2,1\n2,3,1\n3,3,2\n')
    assert run("compare", keyed, "--on", "a,b", "-c", "x,y", "-m", "ari").returncode == 0


def test_wrong_keys(tmp_path):
    files = written(tmp_path, ".csv")
    for on in (3, [3], ["tenant", None]):
        with pytest.raises(OptionError):
            cd.read_table(*files, on=on, columns="truth,found")
