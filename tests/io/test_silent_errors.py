"""What must not be read as something else: broken downloads, keys of other files, odd lines."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError
from clusterdiff.io._remote import local_name
from tests.helpers.program import run

ROWS = "".join(f"{i % 5},{i % 7}\n" for i in range(300))


@contextmanager
def serving(status, headers, body):
    """Yield the URL of a server that gives one answer."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
            self.close_connection = True

        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_address[1]}/labels.csv"
        httpd.shutdown()


BODY = b"a,b\n" + ROWS.encode()


@pytest.mark.parametrize("sent", [1, 8, len(BODY) // 3, len(BODY) - 1])
def test_a_download_that_breaks_off_is_an_error(sent):
    cut = BODY[: BODY.rindex(b"\n", 0, sent) + 1] if sent > 7 else BODY[:sent]
    with serving(200, {"Content-Length": str(len(BODY))}, cut) as url:
        words = rf"broke off after {len(cut):,} of {len(BODY):,} bytes"
        with pytest.raises(InputError, match=words):
            cd.read_table(f"{url}?token=pa55")


def test_a_part_of_a_file_is_an_error():
    half = BODY[:1000]
    headers = {
        "Content-Length": str(len(half)),
        "Content-Range": f"bytes 0-{len(half) - 1}/{len(BODY)}",
    }
    with serving(206, headers, half) as url, pytest.raises(InputError, match="status 206"):
        cd.read_table(url)
    with serving(204, {}, b"") as url, pytest.raises(InputError, match="status 204"):
        cd.read_table(url)


def test_whole_downloads():
    expected = cd.Table.from_labels(*np.array([row.split(",") for row in ROWS.split()]).T)
    for headers in ({"Content-Length": str(len(BODY))}, {}):
        with serving(200, headers, BODY) as url:
            table = cd.read_table(url)
            assert (table.n, table.shape) == (expected.n, expected.shape)
            noted = any("how long the file is" in note for note in table.notes)
            assert noted == (not headers)


def parquet(clusters):
    sink = pa.BufferOutputStream()
    labels = np.arange(100)
    pq.write_table(pa.table({"t": labels % clusters, "p": labels // 10 % clusters}), sink)
    return sink.getvalue().to_pybytes()


def test_urls_of_files_on_this_machine(tmp_path):
    (tmp_path / "my runs").mkdir()
    file = tmp_path / "my runs" / "z.parquet"
    file.write_bytes(parquet(4))
    (tmp_path / "my runs" / "z.csv").write_bytes(BODY)
    url = "file://" + str(file).replace(" ", "%20")
    for name in (url, url.replace("file://", "file://localhost"), f"local://{file}"):
        assert cd.read_table(name, columns="t,p").n == 100
        assert cd.read_table(name.replace("parquet", "csv"), columns="a,b").n == 300
    assert cd.read_table(url.replace("z.parquet", "*.parquet"), columns="t,p").n == 100
    with pytest.raises(InputError, match=r"No such file: .*nope\.csv"):
        cd.read_table(f"file://{tmp_path}/nope.csv")
    with pytest.raises(InputError, match="not of elsewhere"):
        cd.read_table("file://elsewhere/x.csv")
    assert local_name("s3://x/y") == "s3://x/y"


def graph(titles, nodes, defaults=()):
    keys = "".join(
        f'<key id="d{i}" for="node" attr.name="{title}">'
        + (f"<default>{dict(defaults)[title]}</default>" if title in dict(defaults) else "")
        + "</key>"
        for i, title in enumerate(titles)
    )
    rows = "".join(
        f'<node id="{name}">'
        + "".join(f'<data key="d{titles.index(key)}">{value}</data>' for key, value in data.items())
        + "</node>"
        for name, data in nodes
    )
    return f'<graphml><key id="e" for="edge" attr.name="w"/>{keys}<graph>{rows}</graph></graphml>'


def test_keys_of_graphml_belong_to_their_file(tmp_path):
    truth = [f"t{i % 2}" for i in range(30)]
    pred = [f"p{i % 5}" for i in range(30)]
    rows = [
        (f"n{i}", {"truth": t, "pred": p, "size": "1"})
        for i, (t, p) in enumerate(zip(truth, pred, strict=True))
    ]
    orders = (["truth", "pred", "size"], ["size", "truth", "pred"], ["pred", "size", "truth"])
    for number, titles in enumerate(orders):
        part = rows[number * 10 : number * 10 + 10]
        (tmp_path / f"{number}.graphml").write_text(graph(titles, part))
    expected = cd.Table.from_labels(truth, pred)
    for name in (tmp_path, tmp_path / "*.graphml"):
        assert cd.read_table(name, columns="truth,pred") == expected


def test_defaults_of_graphml(tmp_path):
    nodes = [
        ("x", {"a": "1", "b": "2"}),
        ("y", {"b": "2"}),
        ("z", {"a": "3"}),
    ]
    (tmp_path / "g.graphml").write_text(graph(["a", "b"], nodes, {"a": "3", "b": "0"}))
    found = cd.read_table(tmp_path / "g.graphml", columns="a,b")
    assert found == cd.Table.from_labels([1, 3, 3], [2, 2, 0])
    (tmp_path / "h.graphml").write_text(graph(["b", "a"], nodes, {"a": "3"}))
    with pytest.raises(InputError, match="must have a label for every element in column b"):
        cd.read_table(tmp_path / "h.graphml", columns="a,b")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    ("header", "row", "odd", "delimiter"),
    [("a,b", "x,y", "x,y,", ","), ("a\tb\tc", "1\t2\t3", "1\t2\t3\t", "\t"),
     ("a;b", "u;", "u;;", ";"), ("a,b", '"x,1",y', '"x,1",y,', ","), ("id,a,b", "{},1,2", "{},1,,", ",")],
)  # fmt: skip
def test_a_delimiter_too_many_is_an_error_for_every_reader(
    header, row, odd, delimiter, end, last, reader, tmp_path
):
    del reader
    rows, file = [row.format(i) for i in range(30)], tmp_path / "x.csv"
    columns = header.split(delimiter)[-2:]
    for line, fails in ((odd, True), (row, False)):
        rows[-1 if last else 15] = line.format("odd")
        for closing in ("", end):
            file.write_text(end.join([header, *rows]) + closing, newline="")
            if fails:
                with pytest.raises(InputError, match="fields: line"):
                    cd.read_table(file, columns=columns, missing="block")
            else:
                assert cd.read_table(file, columns=columns, missing="block").n == 30


def test_the_command_line_says_it_in_one_sentence():
    with serving(200, {"Content-Length": str(len(BODY))}, BODY[:800]) as url:
        done = run("compare", f"{url}?token=pa55")
    assert done.returncode == 69
    assert "the download broke off after 800 of" in done.stderr
    assert "pa55" not in done.stderr
