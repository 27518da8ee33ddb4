"""Databases and files on other machines, by URL."""
# ruff: noqa: S608  (queries of our own)

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import duckdb
import pytest

import clusterdiff as cd
from clusterdiff import io
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io._secrets import without_secrets
from tests.helpers.program import run


@pytest.fixture
def warehouse(tmp_path):
    path = tmp_path / "w h.db"
    with duckdb.connect(path) as db:
        db.execute("CREATE TABLE gold AS SELECT range AS id, range % 3 AS label FROM range(60)")
        db.execute('CREATE SCHEMA runs; CREATE TABLE runs."k means" AS '
                   "SELECT 59 - range AS id, (59 - range) % 4 AS label FROM range(60)")  # fmt: skip
    return f"duckdb:{path}"


EXPECTED = cd.Table.from_labels([i % 3 for i in range(60)], [i % 4 for i in range(60)])


def test_tables_of_a_database(warehouse):
    for name in ("runs.k means", 'runs."k means"'):
        assert cd.read_table(f"{warehouse}#gold", f"{warehouse}#{name}", on="id") == EXPECTED
    joined = f'{warehouse}#SELECT g.label AS a, k.label AS b FROM gold g JOIN runs."k means" k USING (id)'
    assert cd.read_table(joined) == EXPECTED
    assert cd.read_labels(f"{warehouse}#gold", "label", on="id")[4] == 1


def test_a_database_is_closed_with_its_sources(warehouse):
    cd.read_table(f"{warehouse}#SELECT id % 2 AS a, label FROM gold")
    with duckdb.connect(warehouse.removeprefix("duckdb:")) as db:
        db.execute("CREATE TABLE more (x INT)")


def test_databases_that_are_refused(warehouse, tmp_path):
    for name, words in (
        (warehouse, "must name a table"),
        (f"{warehouse}#nope", "nope"),
        ("duckdb:nope.db#t", "No such file: nope.db"),
    ):
        with pytest.raises(InputError, match=words):
            cd.read_table(name)
    (tmp_path / "a.db").write_text("not a database")
    with pytest.raises(InputError, match="is not a readable DuckDB database"):
        cd.read_table(f"duckdb:{tmp_path}/a.db#t")
    (tmp_path / "a.csv").write_text("id,a,b\n1,2,3\n")
    with pytest.raises(OptionError, match="sql applies to databases"):
        io.open_source(tmp_path / "a.csv", sql="SELECT 1")


def test_the_command_line_reads_databases(warehouse):
    query = 'SELECT g.label AS a, k.label AS b FROM gold g JOIN runs."k means" k USING (id)'
    done = run("compare", warehouse, "--sql", query, "-m", "vi", "--format", "json")
    assert '"n": 60' in done.stdout, done.stderr


@pytest.mark.slow
def test_the_command_line_joins_tables(warehouse):
    tables = f"{warehouse}#gold", f'{warehouse}#runs."k means"'
    done = run("compare", *tables, "-m", "vi", "--format", "json")
    assert '"n": 60' in done.stdout, done.stderr
    done = run("compare", "examples/iris.csv", "--sql", "SELECT 1")
    assert done.returncode == 2
    assert "sql applies to databases" in done.stderr


@pytest.fixture
def server(tmp_path):
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    (tmp_path / "a.csv").write_text(
        "id,a,b\n" + "".join(f"e{i},{i % 3},{i % 4}\n" for i in range(60))
    )
    (tmp_path / "wide.csv").write_text("id,a,b,c\nx,1,1,1\ny,1,2,2\n")
    handler = partial(Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"//127.0.0.1:{httpd.server_address[1]}"
        httpd.shutdown()


def test_files_of_a_web_server(server):
    table = cd.read_table(f"http:{server}/a.csv?signature=s3cret", columns="a,b")
    assert table == EXPECTED
    assert "s3cret" not in str(table.notes)
    with pytest.raises(InputError, match=r"Cannot read .*nope.csv: .*404") as caught:
        cd.read_table(f"http:{server}/nope.csv?token=s3cret")
    assert "s3cret" not in str(caught.value)


def test_protocols_that_are_not_installed_are_named(monkeypatch):
    monkeypatch.setattr("clusterdiff.io._remote.find_spec", lambda _: None)
    with pytest.raises(ImportError, match="s3:// needs fsspec and s3fs") as caught:
        cd.read_table("s3://me:s3cret@bucket/a.parquet")
    assert "pip install fsspec s3fs" in str(caught.value)
    assert "s3cret" not in str(caught.value)
    monkeypatch.setattr("clusterdiff.io._databases.find_spec", lambda _: None)
    with pytest.raises(ImportError, match="PostgreSQL needs a driver"):
        cd.read_table("postgres://me:s3cret@nowhere/db#t")


@pytest.mark.parametrize(
    "text",
    [
        "postgres://me:pa55@host/db", "could not connect: password=pa55 host=x", "token: 'pa55'",
        "https://x/y?sig", 'secret_key="pa55" more',
    ],
)  # fmt: skip
def test_secrets_are_not_shown(text):
    assert "pa55" not in without_secrets(text)


@pytest.mark.parametrize(
    "url",
    [
        "http://me:pa55@127.0.0.1/x.csv", "http://127.0.0.1:1/x y.csv?anything=pa55%20word",
        "http://127.0.0.1:1/x.csv?s=pa55  word&t=1", "http://me:pa55?word@127.0.0.1:1/x.csv",
        "http://me:pa55/word@127.0.0.1:1/x.csv", "http://me:pa55#word@127.0.0.1/x.csv",
        "duckdb:md:db?motherduck_token=pa55#t", "duckdb:nope/pa.db?x=1&password=pa55#t",
    ],
)  # fmt: skip
def test_no_secret_of_a_url_in_an_error(url):
    for options in ({}, {"sql": "SELECT 1"}):
        with pytest.raises((InputError, OptionError)) as caught:
            io.open_source(url, **options)
        assert "pa55" not in str(caught.value)
        assert "word" not in str(caught.value).replace("password", "")


def test_no_secret_of_the_command_line_in_an_error(server):
    """Also where the message quotes what was typed: a command to type, a word too many, a bug."""
    url = f"http:{server}/wide.csv?anything=pa55"
    for words in (
        ("compare", url), ("compare", "x", "y", url), ("compare", url, "--sql", "SELECT 1"),
        ("compare", "x", f"--colunms={url}"), ("compare", "host=h user=me password=pa55"),
        ("compare", "x", "y", "z", "postgres:host=h password='pa55 word'"),
        ("compare", "duckdb:", "--sql", "SELECT 1 AS a, 2 AS b, 'password=pa55' AS c"),
    ):  # fmt: skip
        done = run(*words)
        assert done.returncode == 2, words
        assert "pa55" not in done.stdout + done.stderr, words
    hint = run("compare", url).stderr.splitlines()[1]
    assert hint == f"Hint: clusterdiff compare 'http:{server}/wide.csv?…' --columns a,b"
