"""Nothing is lost and nothing is wrong under load and when the world fails.

CLUSTERDIFF_SOAK is how many seconds threads and processes run (`make soak`: a minute). A lost
worker of Spark is in test_lost_worker.py.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

import clusterdiff as cd
from clusterdiff.errors import ClusterdiffError
from tests.engines.test_signals import ended, start, wait_for
from tests.helpers.servers import postgres_process

SECONDS = float(os.environ.get("CLUSTERDIFF_SOAK") or 2)
SLOW = (
    "SELECT a, b FROM soak, (SELECT count(*) FROM (SELECT pg_sleep(3)) s) one "
    "-- {mark}"
)  # fmt: skip

WORK = """
import sys, time
import numpy as np
import clusterdiff as cd

def jobs(folder):
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 30, 4000), rng.integers(0, 20, 4000)
    names = [f"c{i}" for i in b]
    return [
        lambda: cd.compare(a, b).to_dict(),
        lambda: cd.compare(a.tolist(), names, measures="ari,vi").to_dict(),
        lambda: cd.diff(a, names).to_dict(),
        lambda: cd.read_table(f"{folder}/a.csv", f"{folder}/b.parquet", on="id").counts.tolist(),
        lambda: cd.read_table(f"{folder}/both.parquet", columns="a,f").counts.tolist(),
        lambda: cd.chance.significance(a, b, measure="ari", rng=1).pvalue,
        lambda: str(cd.pairwise([a, b, a], measures="vi")),
    ]

def same(one, two):
    return repr(one) == repr(two)

def work(folder, seconds, seed):
    mine = jobs(folder)
    rng, calls = np.random.default_rng(seed), 0
    expected = [job() for job in mine]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        i = int(rng.integers(len(mine)))
        assert same(mine[i](), expected[i]), i
        calls += 1
    return calls, expected
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("soak")
    rng = np.random.default_rng(0)
    n = 3000
    both = pa.table({
        "id": [f"k{i}" for i in range(n)], "a": rng.integers(0, 9, n), "b": rng.integers(0, 7, n),
        "f": rng.integers(0, 7, n).astype(float),
    })  # fmt: skip
    pq.write_table(both, path / "both.parquet")
    pa.csv.write_csv(both.select(["id", "a"]), path / "a.csv")
    pq.write_table(both.select(["id", "b"]).take(rng.permutation(n)), path / "b.parquet")
    (path / "work.py").write_text(WORK)
    return path


def test_threads(folder):
    space = {}
    exec(WORK, space)  # noqa: S102  (the same code runs in processes)
    with ThreadPoolExecutor(64) as pool:
        found = list(pool.map(lambda seed: space["work"](folder, SECONDS, seed), range(64)))
    assert sum(calls for calls, _ in found) > 0
    assert all(space["same"](expected, found[0][1]) for _, expected in found)


def test_processes(folder):
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from work import work\n"
        "calls, expected = work(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))\n"
        "print(calls, hash(repr(expected)))"
    )
    command = [sys.executable, "-c", program, str(folder), str(SECONDS)]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    running = [
        subprocess.Popen([*command, str(i)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         text=True, env=environment)
        for i in range(16)
    ]  # fmt: skip
    answers = [(*process.communicate(timeout=600), process.returncode) for process in running]
    assert all(code == 0 for *_, code in answers), next(err for _, err, code in answers if code)
    assert len({out.split()[1] for out, *_ in answers}) == 1


def test_a_server_that_crashes_in_the_middle():
    import psycopg

    with postgres_process() as server:
        with psycopg.connect(server.url) as db:
            db.execute("CREATE TABLE soak AS SELECT i % 7 AS a, i % 5 AS b FROM "
                       "generate_series(1, 3500) i; CHECKPOINT")  # fmt: skip

        def is_running(mark):
            with contextlib.suppress(psycopg.Error), psycopg.connect(server.url) as db:
                sql = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE"
                number = db.execute(f"{sql} '%{mark}%' AND pid <> pg_backend_pid()").fetchone()[0]
                return number > 0
            return False

        for mark, words, expected in (("once", (), 69), ("again", ("--retry", "5"), 0)):
            sql = SLOW.format(mark=mark)
            process = start("compare", server.url, "--sql", sql, "-m", "ari", "-f", "json", *words)
            wait_for(lambda mark=mark: is_running(mark))
            server.stop()
            if not words:
                code, err = ended(process, 5)
                assert (code, "bug" in err) == (expected, False), err
                server.start()
                continue
            server.start()
            out, err = process.communicate(timeout=120)
            assert process.returncode == expected, err
            assert "Trying again" in err
            assert json.loads(out)["n"] == 3500


@pytest.fixture
def full_disk(tmp_path):
    """A folder on a disk of 256 KB, and what its files say when it is full."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk; test_output.py writes to /dev/full")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)  # noqa: S607


def test_a_full_disk(full_disk, folder):
    with (full_disk / "old.csv").open("w") as file:
        file.write("the file of yesterday\n")
    both = folder / "both.parquet"
    for words in (
        ("diff", both, "-c", "a,b", "--elements", full_disk / "old.csv"),
        ("report", both, "-c", "a,b", "--no-chance", "-o", full_disk / "new.html"),
        ("compare", both, "-c", "a,b", "--plot", full_disk / "new.png", "-m", "ari"),
    ):
        filler = full_disk / "filler"
        with contextlib.suppress(OSError), filler.open("wb") as file:
            while True:
                file.write(b"x" * 4096)
                file.flush()
        code, err = ended(start(*words), 60)
        assert code == 2, err
        assert "No space left on device" in err
        assert "Traceback" not in err
        assert sorted(path.name for path in full_disk.iterdir()) == ["filler", "old.csv"]
        filler.unlink()
    assert (full_disk / "old.csv").read_text() == "the file of yesterday\n"
    keys = "SELECT 'k' || hash(i) AS id, i % 9 AS {} FROM range(2000000) t(i)"
    with duckdb.connect() as db:
        for name in ("a", "b"):
            db.execute(f"COPY ({keys.format(name)}) TO '{folder}/keys_{name}.parquet'")
    words = [
        folder / "keys_a.parquet",
        folder / "keys_b.parquet",
        "--on",
        "id",
        "--memory",
        "100MB",
    ]
    code, err = ended(start("compare", *words, "-m", "ari", TMPDIR=str(full_disk)), 120)
    assert code == 2, err
    assert "must fit the memory limit and the disk" in err
    assert [path.name for path in full_disk.iterdir()] == ["old.csv"]


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".feather"])
def test_a_file_that_is_rewritten_while_it_is_read(suffix, tmp_path):
    """The answer is that of one state of the file, or an error: never a mixture."""
    file = tmp_path / f"x{suffix}"
    n = 60_000

    def write(shift):
        a = np.arange(n) % 11
        table = pa.table({"id": [f"k{i:08}" for i in range(n)], "a": a, "b": (a + shift) % 11})
        if suffix == ".csv":
            pa.csv.write_csv(table, file)  # in place: truncated, then written
        elif suffix == ".parquet":
            pq.write_table(table, file)
        else:
            pa.feather.write_feather(table, file, compression="uncompressed")

    write(0)
    stop, shifts = threading.Event(), iter(range(1, 10**9))

    def rewrite():
        while not stop.is_set():
            write(next(shifts))
            time.sleep(0.05)

    writer = threading.Thread(target=rewrite)
    writer.start()
    answers, errors = 0, 0
    end = time.monotonic() + SECONDS
    try:
        while time.monotonic() < end:
            try:
                table = cd.read_table(file, columns="a,b")
            except ClusterdiffError:
                errors += 1
            else:
                assert (table.n, table.nnz) == (n, 11)
                answers += 1
    finally:
        stop.set()
        writer.join()
    assert answers + errors > 0
