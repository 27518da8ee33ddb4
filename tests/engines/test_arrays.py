"""Arrays of Zarr, HDF5 and Dask, and files of fsspec, give the table of the same data in memory."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError

h5py = pytest.importorskip("h5py")

RNG = np.random.default_rng(3)
A = RNG.integers(0, 40, (30, 17, 23)).astype(np.uint32)
B = RNG.integers(-1, 30, (30, 17, 23))


def test_arrays_on_disk(tmp_path):
    import h5py
    import zarr

    expected = cd.Table.from_labels(A.ravel(), B.ravel())
    z = zarr.create_array(str(tmp_path / "a.zarr"), shape=A.shape, chunks=(8, 8, 8), dtype=A.dtype)
    z[:] = A
    with h5py.File(tmp_path / "b.h5", "w") as file:
        chunked = file.create_dataset("x", data=B, chunks=(5, 17, 9))
        whole = file.create_dataset("y", data=B)
        assert cd.Table.from_labels(z, chunked) == expected
        assert cd.Table.from_labels(z, whole) == expected
        assert cd.Table.from_labels(whole, chunked) == cd.Table.from_labels(B.ravel(), B.ravel())
    np.save(tmp_path / "b.npy", B)
    mapped = np.load(tmp_path / "b.npy", mmap_mode="r")
    assert cd.Table.from_labels(z, mapped) == expected
    with pytest.raises(InputError, match="is a Zarr"):
        cd.read_table(tmp_path / "a.zarr")


def test_arrays_of_dask():
    import dask
    import dask.array as da

    a, b = da.from_array(A, chunks=(8, 8, 8)), da.from_array(B, chunks=(30, 5, 9))
    expected = cd.Table.from_labels(A.ravel(), B.ravel())
    with dask.config.set(scheduler="synchronous"):
        assert cd.Table.from_labels(a, b) == expected
        assert cd.compare(a, b, measures=["ari"])["ari"].value == cd.adjusted_rand(A, B)


def test_small_blocks_give_the_table_of_the_whole(monkeypatch):
    import dask.array as da

    monkeypatch.setattr("clusterdiff.table._blocks._ELEMENTS", 500)
    gaps = np.where(RNG.random(A.shape) < 0.01, np.nan, A)
    first, second = da.from_array(gaps, chunks=8), da.from_array(B, chunks=((1, 29), 5, 9))
    for options in ({"missing": "drop"}, {"missing": "singletons", "noise_b": -1}):
        table = cd.Table.from_labels(first, second, **options)
        whole = cd.Table.from_labels(gaps.ravel(), B.ravel(), **options)
        assert (table.n, table.shape, table.dropped) == (whole.n, whole.shape, whole.dropped)
        assert sorted(table.counts) == sorted(whole.counts)
        assert cd.adjusted_rand(table) == cd.adjusted_rand(whole)


def test_chunks_of_unknown_size_are_refused():
    import dask.array as da

    labels = da.from_array(A.ravel(), chunks=1000)
    some = labels[labels > 3]
    with pytest.raises(InputError, match="chunks of known sizes"):
        cd.Table.from_labels(some, some)


def test_blocks_are_counted_by_the_scheduler_that_is_given():
    import dask
    import dask.array as da
    from dask.local import get_sync

    a, b = da.from_array(A, chunks=(8, 8, 8)), da.from_array(B, chunks=(8, 8, 8))
    asked = []

    def scheduler(graph, keys, **options):
        asked.append(keys)
        return get_sync(graph, keys, **options)

    with dask.config.set(scheduler=scheduler):
        assert cd.Table.from_labels(a, b) == cd.Table.from_labels(A.ravel(), B.ravel())
    assert asked


def test_files_by_fsspec():
    import fsspec

    memory = fsspec.filesystem("memory")
    for i in range(3):
        with memory.open(f"/runs/part={i}/{i}.csv", "w") as file:
            file.write(
                "id,a,b\n" + "".join(f"e{j},{j % 3},{j % 4}\n" for j in range(20 * i, 20 * i + 20))
            )
    memory.touch("/runs/_SUCCESS")
    for name in ("memory://runs", "memory://runs/*/*.csv"):
        assert cd.read_table(name, columns="a,b") == cd.Table.from_labels(
            [i % 3 for i in range(60)], [i % 4 for i in range(60)]
        )
    with pytest.raises(InputError, match="No such file: memory://nope"):
        cd.read_table("memory://nope")
