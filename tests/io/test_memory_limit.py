"""Files that are small on disk and large in memory are refused by a memory limit."""

import gzip
import io as streams
import struct
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from clusterdiff import read_table
from clusterdiff.errors import InputError
from clusterdiff.io import open_source
from clusterdiff.io.engines import engine_for_all
from clusterdiff.io.formats import arrow as arrow_format

pa = pytest.importorskip("pyarrow")
ROWS = 2**21  # of eight bytes in two columns: 32 MB
TOO_LONG = "does not fit the memory limit of 20,000,000 bytes"


def npz(path):
    np.savez_compressed(path, a=np.zeros(ROWS, "i8"), b=np.zeros(ROWS, "i8"))


def npy(path):
    np.save(path, np.zeros((ROWS, 2), "i8"))


def batch():
    zeros = pa.array(np.zeros(ROWS, "i8"))
    return pa.record_batch({"a": zeros, "b": zeros})


def arrow_file(path, new=None, compression="zstd"):
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with (new or pa.ipc.new_file)(str(path), batch().schema, options=options) as file:
        file.write_batch(batch())


def arrow_stream(path):
    arrow_file(path, pa.ipc.new_stream, "lz4")


def arrow_names(path):
    names = pa.record_batch({"a": ["x" * 2**24], "b": ["y" * 2**24]})
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_file(str(path), names.schema, options=options) as file:
        file.write_batch(names)


def one_line(path):
    with gzip.open(path, "wb") as file:
        file.write(b"0," * 2**23)


@pytest.mark.parametrize(
    ("write", "name"),
    [
        (npz, "z.npz"),
        (npy, "z.npy"),
        (arrow_file, "z.arrow"),
        (arrow_stream, "stream.arrow"),
        (arrow_names, "names.arrow"),
        (one_line, "line.csv.gz"),
    ],
)
def test_a_file_that_is_large_in_memory_is_refused(write, name, tmp_path):
    write(tmp_path / name)
    with pytest.raises(InputError, match=TOO_LONG):
        read_table(tmp_path / name, memory="20MB")


@pytest.mark.parametrize("write", [npz, npy, arrow_file, arrow_stream])
def test_the_same_file_is_read_with_a_larger_limit(write, tmp_path):
    name = "z.npz" if write is npz else "z.npy" if write is npy else "z.arrow"
    write(tmp_path / name)
    assert read_table(tmp_path / name, memory="100MB").n == ROWS


@pytest.mark.parametrize("compression", [None, "zstd", "lz4"])
@pytest.mark.parametrize("new", ["new_file", "new_stream"])
def test_the_size_of_arrow_files_is_that_of_their_columns(new, compression, tmp_path):
    names = pa.array([f"cluster {i}" for i in range(3000)])
    columns = {
        "whole": np.arange(3000),
        "names": names,
        "categories": names.dictionary_encode(),
        "with gaps": pa.array([None, 1] * 1500),
    }
    batches = [pa.record_batch(columns)] * 3
    options = pa.ipc.IpcWriteOptions(compression=compression)
    path = str(tmp_path / "x.arrow")
    with getattr(pa.ipc, new)(path, batches[0].schema, options=options) as file:
        for each in batches:
            file.write_batch(each)
    # One dictionary serves all batches.
    categories = batches[0].column(2).dictionary.nbytes
    expected = sum(each.nbytes for each in batches) - 2 * categories
    found = arrow_format._size(path, streamed=new == "new_stream")
    assert expected <= found < 1.01 * expected


def test_values_without_bytes_are_refused(tmp_path):
    header = b"{'descr': '<U0', 'fortran_order': False, 'shape': (1000000000,), }"
    header += b" " * (63 - (len(header) + 10) % 64) + b"\n"
    raw = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header
    (tmp_path / "x.npy").write_bytes(raw)
    with zipfile.ZipFile(tmp_path / "x.npz", "w") as archive:
        archive.writestr("a.npy", raw)
    for name in ("x.npy", "x.npz"):
        with pytest.raises(InputError, match="its values have no bytes"):
            read_table(tmp_path / name, tmp_path / name)


def test_parquet_of_many_equal_rows_is_left_to_an_engine_that_spills(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    rows = 2**23
    pq.write_table(
        pa.table({"a": np.zeros(rows, "i8"), "b": np.zeros(rows, "i8")}), tmp_path / "x.parquet"
    )
    source = open_source(tmp_path / "x.parquet", memory="100MB")
    assert source.bytes < 10**6
    assert engine_for_all([source, source]).name == "duckdb"
    assert read_table(tmp_path / "x.parquet", memory="100MB").n == rows


PEAK = """
import sys
from clusterdiff import read_table
from clusterdiff.errors import InputError
try:
    read_table(sys.argv[1], memory="50MB")
except InputError:
    # ru_maxrss would include the parent at the time of the fork.
    print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no /proc")
def test_a_refused_file_takes_little_memory(tmp_path):
    header = streams.BytesIO()
    shape = {"descr": "<i8", "fortran_order": False, "shape": (2**26,)}  # 512 MB
    np.lib.format.write_array_header_1_0(header, shape)
    with (
        zipfile.ZipFile(tmp_path / "x.npz", "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.npy", "w") as file,
    ):
        file.write(header.getvalue())
        for _ in range(2**9):
            file.write(bytes(2**20))
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(tmp_path / "x.npz")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert int(done.stdout) * 1024 < 1.5 * 50e6 + 300e6
