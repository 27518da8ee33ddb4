"""Stores of fsspec: the names and the lengths of their files."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError

fsspec = pytest.importorskip("fsspec")
MemoryFileSystem = pytest.importorskip("fsspec.implementations.memory").MemoryFileSystem


class Short(MemoryFileSystem):
    """A store whose copies lack the last byte."""

    protocol = "short"
    store: dict = {}  # noqa: RUF012
    pseudo_dirs = [""]  # noqa: RUF012

    @classmethod
    def _strip_protocol(cls, path):
        return "/" + path.removeprefix("short://").lstrip("/")

    def get_file(self, rpath, lpath, **_):
        Path(lpath).write_bytes(self.cat_file(rpath)[:-4])


def test_a_copy_of_a_store_that_breaks_off():
    fsspec.register_implementation("short", Short, clobber=True)
    Short().pipe_file("/x.csv", b"a,b\n" + b"1,2\n" * 300)
    with pytest.raises(InputError, match="broke off after"):
        cd.read_table("short://x.csv")


def parquet(clusters):
    sink = pa.BufferOutputStream()
    labels = np.arange(100)
    pq.write_table(pa.table({"t": labels % clusters, "p": labels // 10 % clusters}), sink)
    return sink.getvalue().to_pybytes()


@pytest.fixture
def store():
    system = fsspec.filesystem("memory")
    system.store.clear()
    yield system
    system.store.clear()


@pytest.mark.parametrize("name", ["run[2].parquet", "run?.parquet", "run*.parquet", "[a-z].pq"])
def test_names_of_a_store_are_not_patterns_again(name, store):
    plain = {"run[2].parquet": "run2.parquet", "[a-z].pq": "q.pq"}.get(name, "runs.parquet")
    store.pipe_file(f"/runs/{name}", parquet(6))
    store.pipe_file(f"/runs/{plain}", parquet(2))
    table = cd.read_table("memory://runs", columns="t,p")
    assert (table.n, table.shape) == (200, (6, 6))
    named = cd.read_table(f"memory://runs/{name}", columns="t,p")
    assert (named.n, named.shape) == (100, (6, 6))


def test_patterns_of_a_store(store):
    for name in ("a1", "a2", "b1"):
        store.pipe_file(f"/d/{name}.parquet", parquet(3))
    assert cd.read_table("memory://d/a?.parquet", columns="t,p").n == 200
    assert cd.read_table("memory://d/[!a]*.parquet", columns="t,p").n == 100


def test_folders_of_a_store_are_refused_as_those_of_a_disk(store, tmp_path):
    for folder, files, words in (
        ("delta", ["_delta_log/0.json", "x.parquet"], "Delta Lake"),
        ("mixed", ["a.csv", "b.parquet"], "different kinds"),
        ("none", ["_SUCCESS"], "without files"),
        ("ice", ["metadata/v1.metadata.json", "data/x.parquet"], "Iceberg"),
    ):
        for file in files:
            store.pipe_file(f"/{folder}/{file}", parquet(2))
            (tmp_path / folder / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / file).write_bytes(parquet(2))
        for name in (f"memory://{folder}", tmp_path / folder):
            with pytest.raises(InputError, match=words):
                cd.read_table(name, columns="t,p")
