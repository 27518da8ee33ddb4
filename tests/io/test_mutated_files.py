"""For every content of a file, the program exits with code 0 or 2 and without a traceback."""

import gzip
import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

from clusterdiff.cli._app import run
from clusterdiff.io._opening import open_source
from clusterdiff.io.formats import FORMATS

KEYS = [f"e{i}" for i in range(30)]
ROWS = [(key, i % 3, f'"n,{i % 4}"') for i, key in enumerate(KEYS)]
CSV = "id,a,b\n" + "".join(f"{key},{x},{y}\n" for key, x, y in ROWS)
BITS = [
    b"\0",
    b"\n",
    b"\r",
    b'"',
    b",",
    b"\t",
    b";",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"NA",
    b"9" * 5000,
    b"{",
    b"[",
    b"<",
    b"\x80",
    "é".encode(),
    b"*",
    b"#",
    b"-",
]


def npy(**arrays):
    out = io.BytesIO()
    np.savez(out, **arrays) if len(arrays) > 1 else np.save(out, *arrays.values())
    return out.getvalue()


def parquet(write):
    out = io.BytesIO()
    write(pa.table({"id": KEYS, "a": [x for _, x, _ in ROWS], "b": [y for *_, y in ROWS]}), out)
    return out.getvalue()


def seeds():
    """Return one valid file of each format; `SEEDS` holds them."""
    return {
        "a.csv": CSV.encode(),
        "a.txt": "".join(f"{key} {x} {x + 1}\n" for key, x, _ in ROWS).encode(),
        "a.clusters": b"x y z\nw\nu v\n",
        "a.clu": b"*Vertices 4\n1\n1\n2\n3\n",
        "a.jsonl": "".join(
            json.dumps({"id": key, "a": x, "b": y}) + "\n" for key, x, y in ROWS
        ).encode(),
        "a.csv.gz": gzip.compress(CSV.encode(), mtime=0),
        "a.graphml": b'<graphml><key id="d" for="node" attr.name="a"/>'
        b'<node id="x"><data key="d">1</data></node><node id="y"/></graphml>',
        "a.npy": npy(label=np.arange(30).reshape(15, 2)),
        "a.npz": npy(id=np.array(KEYS), a=np.arange(30) % 3, b=np.arange(30) % 4),
        "a.parquet": parquet(pq.write_table),
        "a.feather": parquet(
            lambda table, out: feather.write_feather(table, out, compression="uncompressed")
        ),
    }


SEEDS = seeds()


def test_every_format_that_is_read_has_a_seed(tmp_path):
    for name, raw in SEEDS.items():
        (tmp_path / name).write_bytes(raw)
    kinds = {open_source(tmp_path / name, header=True).format.kind for name in SEEDS}
    assert kinds == {each.kind for each in FORMATS if each.read or each.scan}


def mutated(raw, rng):
    """Return the bytes truncated, doubled, overwritten or with insertions, one to three times."""
    data = bytearray(raw)
    for _ in range(rng.integers(1, 4)):
        at, to = sorted(rng.integers(0, len(data) + 1, 2).tolist())
        kind = rng.integers(0, 5)
        if kind == 0:
            del data[at:]
        elif kind == 1:
            del data[at : at + int(rng.integers(1, 9))]
        elif kind == 2:
            data[at:at] = data[at : min(to, at + 200)]
        elif kind == 3:
            data[at:at] = BITS[rng.integers(0, len(BITS))]
        else:
            data[at : at + 3] = rng.integers(0, 256, 3).astype(np.uint8).tobytes()
    return bytes(data)


@pytest.mark.parametrize("name", SEEDS)
def test_mutated_files(name, reader, tmp_path, capsys):
    if reader != "small" and name not in {"a.csv", "a.txt", "a.jsonl", "a.csv.gz"}:
        pytest.skip("read in one way only")
    seed = SEEDS[name]
    rng = np.random.default_rng(list(name.encode()))
    (tmp_path / "b.csv").write_text("id,b\n" + "".join(f"{key},{x}\n" for key, x, _ in ROWS))
    file = tmp_path / name
    codes = set()
    for turn in range(25):
        raw = mutated(seed, rng)
        file.write_bytes(raw)
        extra = [
            ["-c", "a,b"],
            [],
            [str(tmp_path / "b.csv"), "--align", "intersect", "--missing", "drop"],
            ["--by-order", str(tmp_path / "b.csv")],
        ][turn % 4]
        code = run(["compare", str(file), *extra, "-m", "ari,vi"])
        said = capsys.readouterr()
        assert code in {0, 2}, raw
        assert "Traceback" not in said.err
        assert (code == 2) == (not said.out)
        codes.add(code)
    assert codes
