"""Files of a web server and of a server with the protocol of S3, both started here."""

import logging
import re
import shlex
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import Request, urlopen

import duckdb
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError
from tests.helpers.program import run

pytestmark = pytest.mark.filterwarnings("ignore")  # of the libraries of S3

GOLD = pa.table({"id": range(60), "a": [i % 3 for i in range(60)], "b": [i % 4 for i in range(60)]})
FOUND = pa.table({"id": range(59, -1, -1), "label": [i % 4 for i in range(59, -1, -1)]})
EXPECTED = cd.Table.from_labels(GOLD["a"], GOLD["b"])
SECRET = "pa55word/xyz"  # noqa: S105


@pytest.fixture(scope="module")
def store():
    """The environment of a store that has a bucket with files."""
    import boto3
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    url = "http://{}:{}".format(*server.get_host_and_port())
    environment = {
        "AWS_ENDPOINT_URL": url,
        "AWS_ACCESS_KEY_ID": "someone",
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    client = boto3.client(
        "s3", endpoint_url=url, region_name="us-east-1", aws_access_key_id="someone",
        aws_secret_access_key=SECRET,
    )  # fmt: skip
    client.create_bucket(Bucket="bucket")
    for name, table in (
        ("gold", GOLD),
        ("found", FOUND),
        ("runs/k=1/x", FOUND),
        ("runs/k=2/y", FOUND),
    ):
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink)
        client.put_object(Bucket="bucket", Key=f"{name}.parquet", Body=sink.getvalue().to_pybytes())
    sink = pa.BufferOutputStream()
    pyarrow.csv.write_csv(GOLD, sink)
    client.put_object(Bucket="bucket", Key="gold.csv", Body=sink.getvalue().to_pybytes())
    yield environment
    server.stop()


@pytest.fixture
def inside(store, monkeypatch):
    """The environment of the store, for this process."""
    import s3fs

    for name, value in store.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    return store


@pytest.mark.usefixtures("inside")
def test_files_of_a_store():
    for name in ("s3://bucket/gold.parquet", "s3://bucket/gold.csv"):
        assert cd.read_table(name, columns="a,b") == EXPECTED
    pair = "s3://bucket/gold.parquet", "s3://bucket/found.parquet"
    assert cd.read_table(*pair, on="id", columns="a,label") == EXPECTED
    assert cd.read_table("s3://bucket/gold.csv", pair[1], on="id", columns="a,label") == EXPECTED
    runs = cd.read_table("s3://bucket/runs/", columns="label,k", hive=True)
    assert (runs.n, runs.shape) == (120, (4, 2))
    assert runs.col_labels.tolist() == ["1", "2"]  # as of a folder on this machine: 01 is not 1


@pytest.mark.usefixtures("inside")
def test_columns_that_are_not_needed_are_not_fetched(store):
    import boto3
    import numpy as np

    rng = np.random.default_rng(0)
    wide = {f"x{i}": rng.random(150_000) for i in range(20)}
    table = pa.table({"a": rng.integers(0, 3, 150_000), "b": rng.integers(0, 3, 150_000), **wide})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    body = sink.getvalue().to_pybytes()
    client = boto3.client("s3", endpoint_url=store["AWS_ENDPOINT_URL"])
    client.put_object(Bucket="bucket", Key="wide.parquet", Body=body)
    fetched = []
    import s3fs

    original = s3fs.core._fetch_range

    def counted(fs, bucket, key, version_id, start, end, **more):
        fetched.append(end - start)
        return original(fs, bucket, key, version_id, start, end, **more)

    s3fs.core._fetch_range = counted
    try:
        assert cd.read_table("s3://bucket/wide.parquet", columns="a,b").n == 150_000
    finally:
        s3fs.core._fetch_range = original
    assert fetched
    assert sum(fetched) < len(body) / 2


@pytest.mark.usefixtures("inside")
def test_what_is_not_in_a_store():
    for name in ("s3://bucket/nope.csv", "s3://nowhere/gold.parquet"):
        with pytest.raises(InputError, match=f"^No such file: {name}[.]$"):
            cd.read_table(name)


def test_the_command_line_reads_a_store(store):
    done = run(
        "compare",
        "s3://bucket/gold.parquet",
        "--columns",
        "a,b",
        "-m",
        "vi",
        "--format",
        "json",
        **store,
    )
    assert '"n": 60' in done.stdout, done.stderr
    done = run("compare", "s3://bucket/gold.csv", "s3://bucket/found.parquet", "--on", "id",
               "--columns", "a,label", "-m", "vi", "--format", "json", **store)  # fmt: skip
    assert '"n": 60' in done.stdout, done.stderr


def _check_who_asks(url, after):
    """Tell the store after how many requests it checks credentials."""
    request = Request(f"{url}/moto-api/reset-auth", str(after).encode(), method="POST")  # noqa: S310
    request.add_header("Content-Type", "text/plain")
    with urlopen(request) as answer:  # noqa: S310
        assert answer.status == 200


def test_wrong_credentials_are_not_shown(store):
    _check_who_asks(store["AWS_ENDPOINT_URL"], 0)
    try:
        for name in ("gold.parquet", "gold.csv"):
            done = run("compare", f"s3://bucket/{name}", "--columns", "a,b", **store)
            assert done.returncode == 2
            assert f"Cannot read s3://bucket/{name}: " in done.stderr
            assert "Traceback" not in done.stderr
            assert "pa55" not in done.stderr + done.stdout
            assert "someone" not in done.stderr + done.stdout
    finally:
        _check_who_asks(store["AWS_ENDPOINT_URL"], "inf")


@pytest.fixture
def web(tmp_path):
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    pq.write_table(GOLD, tmp_path / "gold.parquet")
    pyarrow.csv.write_csv(FOUND, tmp_path / "found.csv")
    handler = partial(Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_address[1]}"
        httpd.shutdown()


def test_the_command_line_reads_the_web(web):
    done = run("compare", f"{web}/gold.parquet?token=pa55", f"{web}/found.csv", "--on", "id",
               "--columns", "a,label", "-m", "vi", "--format", "json")  # fmt: skip
    assert '"n": 60' in done.stdout, done.stderr
    assert "pa55" not in done.stdout
    assert cd.read_table(f"{web}/gold.parquet", columns="a,b") == EXPECTED
    done = run("compare", f"{web.replace('//', '//me:pa55@')}/nope.csv?token=pa55")
    assert done.returncode == 2
    assert "Cannot read http://" in done.stderr
    assert "pa55" not in done.stderr


PASSWORDS = [
    "pa55word",
    "pa55/word",
    "pa55@word",
    "pa55:word",
    "pa55%20word",
    "pa55 word",
    "pa55#word",
]


@pytest.mark.parametrize("password", PASSWORDS)
@pytest.mark.parametrize("driver", ["adbc_driver_postgresql", "psycopg"])
def test_no_password_of_a_url_in_an_error(password, driver, monkeypatch):
    monkeypatch.setattr("clusterdiff.io._databases.find_spec", lambda name: name == driver or None)
    for end in ("127.0.0.1:1/db#t", "127.0.0.1:1/db", "nowhere.invalid/db#t", "127.0.0.1:x/db#t"):
        with pytest.raises(InputError) as caught:
            cd.read_table(f"postgres://me:{password}@{end}", columns="a,b")
        assert "pa55" not in str(caught.value)
        assert "word" not in str(caught.value).replace("password", "")


@pytest.mark.parametrize("driver", ["adbc_driver_postgresql", "psycopg"])
def test_a_server_that_refuses_a_password(driver, postgres, monkeypatch):
    monkeypatch.setattr("clusterdiff.io._databases.find_spec", lambda name: name == driver or None)
    host = postgres.rpartition("@")[2]
    for url in (
        f"postgres://tester:wr0ng@{host}", f"postgres://tester:wr%300ng@{host}",
        f"postgres://{host}?user=tester&password=wr0ng", f"postgres://tester:wr0ng word@{host}",
        f"postgres://tester:x@{host}?password=wr0ng&connect_timeout=9",
    ):  # fmt: skip
        with pytest.raises(InputError, match="Cannot connect to postgres://") as caught:
            cd.read_table(f"{url}#t", columns="a,b")
        assert "wr0ng" not in str(caught.value)
        assert "wr%300ng" not in str(caught.value)


def test_the_command_line_does_not_show_a_password(postgres, warehouse):
    warehouse.execute(
        "DROP TABLE IF EXISTS three; CREATE TABLE three (id int, a int, b int, c int)"
    )
    warehouse.execute("INSERT INTO three VALUES (1, 1, 1, 1), (2, 1, 2, 1)")
    warehouse.commit()
    for words in (
        ("compare", f"{postgres}#three"), ("compare", f"{postgres}#three", "--columns", "a,nope"),
        ("compare", f"{postgres}#nope"), ("compare", postgres), ("compare", "x", "y", postgres),
        ("compare", postgres, "--sql", "SELECT a, nope FROM three"),
        ("compare", f"{postgres}#three", "--columns", "a,b", "--on", "c"),
    ):  # fmt: skip
        done = run(*words)
        assert "pa55" not in done.stdout + done.stderr, words
        assert done.returncode == 2, words
    host = postgres.rpartition("@")[2]
    done = run("compare", f"postgres://{host}#three", "--columns", "a,b", "-m", "vi",
               PGUSER="tester", PGPASSWORD="pa55word")  # fmt: skip
    assert done.returncode == 0, done.stderr


PAGE = Path(__file__).parents[2] / "docs" / "billion-rows.md"


def test_the_commands_of_the_page_run(store, web, warehouse, postgres, tmp_path):
    """Run the commands of docs/billion-rows.md on data with the names that they use."""
    (block,) = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    with duckdb.connect(tmp_path / "warehouse.db") as db:
        db.register("gold_rows", GOLD)
        db.register("found_rows", FOUND)
        db.execute("CREATE TABLE gold AS SELECT id, a AS truth FROM gold_rows; CREATE SCHEMA runs")
        db.execute("CREATE TABLE runs.kmeans AS SELECT id, label AS kmeans FROM found_rows")
        db.execute("CREATE TABLE main.runs AS FROM runs.kmeans")
        rows = "SELECT id, a AS truth, id % 2 AS model FROM gold_rows"
        db.execute(f"COPY ({rows}) TO '{tmp_path}/runs' (FORMAT parquet, PARTITION_BY (model))")
    warehouse.execute("DROP TABLE IF EXISTS runs; CREATE TABLE runs (truth int, kmeans int)")
    with warehouse.cursor() as cursor:
        pairs = list(zip(*GOLD.select(["a", "b"]).to_pydict().values(), strict=True))
        cursor.executemany("INSERT INTO runs VALUES (%s, %s)", pairs)
    warehouse.commit()
    changed = block.replace("postgres://host/warehouse", postgres).replace("https://host", web)
    commands = [shlex.split(line, comments=True) for line in changed.splitlines() if line.strip()]
    assert len(commands) >= 5
    for command in commands:
        done = run(*command[1:], "-m", "vi", "--format", "json", cwd=tmp_path, **store)
        assert '"n": 60' in done.stdout, (command, done.stderr)


def test_the_arrays_of_the_page(tmp_path, monkeypatch):
    import zarr

    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    for name, values in (("truth", GOLD["a"]), ("found", GOLD["b"])):
        array = zarr.create_array(f"{name}.zarr", shape=(60,), chunks=(16,), dtype="int64")
        array[:] = values.to_numpy()
    exec(block, {"cd": cd})  # noqa: S102  (our own page)
