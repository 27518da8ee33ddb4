"""clusterdiff report."""

import json

from tests.helpers.program import run
from tests.helpers.report_pages import elements, embedded

A = "id,truth\nx,0\ny,0\nz,1\nw,1\n"
B = "id,pred\nw,b\nz,b\ny,a\nx,a\n"


def files(tmp_path, a=A, b=B):
    (tmp_path / "a.csv").write_text(a)
    (tmp_path / "b.csv").write_text(b)
    return str(tmp_path / "a.csv"), str(tmp_path / "b.csv")


def test_report_is_written_in_the_format_of_the_suffix(tmp_path):
    for name, start in (
        ("r.html", "<!doctype html>"),
        ("r.json", "{"),
        ("r.md", "# truth against"),
    ):
        done = run("report", *files(tmp_path), "-m", "ari", "-o", str(tmp_path / name))
        assert done.returncode == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


def test_elements_have_their_keys_in_any_order_of_the_rows(tmp_path):
    target = tmp_path / "r.html"
    b = "id,pred\nw,b\nz,b\ny,b\nx,a\n"
    assert run("report", *files(tmp_path, b=b), "-m", "ari", "-o", str(target)).returncode == 0
    html = target.read_text(encoding="utf-8")
    data, (codes, _) = embedded(html), elements(html)
    pairs = {
        name: (
            data["a"]["names"][data["cells"]["row"][k]],
            data["b"]["names"][data["cells"]["col"][k]],
        )
        for name, k in zip(embedded(html, "ids"), codes, strict=True)
    }
    assert pairs == {"x": ("0", "a"), "y": ("0", "b"), "z": ("1", "b"), "w": ("1", "b")}


def test_markdown_is_printed(tmp_path):
    done = run("report", *files(tmp_path), "-m", "ari", "-o", "-")
    assert done.stdout.startswith("# truth against pred")
    assert "first line taken as header" in done.stdout


def test_unknown_suffixes_and_open_without_a_file_are_refused(tmp_path):
    done = run("report", *files(tmp_path), "-o", str(tmp_path / "r.pdf"))
    assert done.returncode == 2
    assert ".html" in done.stderr
    assert not (tmp_path / "r.pdf").exists()
    done = run("report", *files(tmp_path), "--open", "-o", "-")
    assert done.returncode == 2
    assert "--open needs a file." in done.stderr


def test_selections_reach_the_elements(tmp_path):
    a = "id,truth\nx,0\ny,0\nz,-1\nw,1\n"
    target = tmp_path / "r.json"
    done = run("report", *files(tmp_path, a=a), "-m", "ari", "--ignore", "-1", "-o", str(target))
    assert done.returncode == 0
    assert json.loads(target.read_text(encoding="utf-8"))["n"] == 3


def test_several_columns_or_files_are_a_report_of_many(tmp_path):
    text = "id,truth,x,y\n1,0,0,a\n2,0,0,a\n3,1,1,b\n4,1,0,b\n"
    (tmp_path / "runs.csv").write_text(text)
    runs = str(tmp_path / "runs.csv")
    done = run("report", runs, "-o", str(tmp_path / "r.json"))
    assert done.returncode == 0, done.stderr
    data = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert [row["name"] for row in data["runs"]] == ["truth", "x", "y"]
    done = run("report", runs, "--reference", "truth", "--sequence", "-o", "-")
    assert done.stdout.startswith("# 2 clusterings of 4 elements against truth")
    assert "From each to the next" in done.stdout
    one, two = files(tmp_path)
    (tmp_path / "c.csv").write_text(A)
    done = run("report", one, two, str(tmp_path / "c.csv"), "-o", "-")
    assert done.stdout.startswith("# 3 clusterings of 4 elements")
    printed = run("report", runs, "--columns", "truth,x", "-m", "ari", "-o", "-").stdout
    assert printed.startswith("# truth")


def test_a_page_without_a_name_is_named_after_the_clusterings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one, two = files(tmp_path)
    done = run("report", one, two, "-m", "ari")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.strip() == "clusterdiff: wrote truth-pred.html"
    assert "<html" in (tmp_path / "truth-pred.html").read_text(encoding="utf-8")
    (tmp_path / "all runs.csv").write_text("x,y,a b/c\n0,0,a\n0,1,a\n1,1,b\n")
    assert "wrote all_runs.html" in run("report", "all runs.csv").stderr
    assert "wrote x-a_b_c.html" in run("report", "all runs.csv", "--columns", "x,a b/c").stderr


def test_the_demo_shows_a_diff_a_comparison_and_a_report(tmp_path):
    page = tmp_path / "page.html"
    done = run("demo", "-o", str(page))
    assert done.returncode == 0, done.stderr
    for words in ("374 of 1,797 elements moved (21 %)", "adjusted_rand", f"wrote {page}"):
        assert words in done.stdout
    assert "eight" in page.read_text(encoding="utf-8")


def test_options_of_two_clusterings_are_refused_for_many(tmp_path):
    (tmp_path / "runs.csv").write_text("x,y,z\n0,0,a\n0,1,a\n1,1,b\n")
    for words, message in (
        (("--elements", "all"), "--elements has no effect"),
        (("--ignore-a", "0"), "--ignore-a does not apply"),
        (("--reference", "w"), "No clustering is named 'w'"),
    ):
        done = run("report", str(tmp_path / "runs.csv"), *words)
        assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_own_colors_are_typed_or_read_from_a_file(tmp_path):
    b = B.replace("y,a", "y,b")
    (tmp_path / "colors.csv").write_text("label,color\n1,purple\n")
    target = tmp_path / "r.html"
    options = ("--colors", "0=#123456,b=orange,c=red", "--colors", str(tmp_path / "colors.csv"))
    done = run("report", *files(tmp_path, b=b), *options, "-m", "ari", "-o", str(target))
    assert done.returncode == 0
    assert "no cluster is called c." in done.stderr
    page = target.read_text(encoding="utf-8")
    for color in ("#123456", "orange", "purple"):
        assert f'class="band" fill="{color}"' in page
    drawn = tmp_path / "flow.svg"
    done = run("diff", *files(tmp_path, b=b), *options[:2], "--plot", str(drawn))
    assert done.returncode == 0
    assert "#123456" in drawn.read_text(encoding="utf-8")
    done = run("report", *files(tmp_path), "--columns", "truth", "--sequence", *options[:2])
    assert done.returncode == 2


def test_wrong_colors_are_refused(tmp_path):
    for color, said in (
        ("0=rod", "got 'rod'"),
        ("0", "cannot be read as a file of colors"),
        ("0=#12", "got '#12'"),
        ("=red", "must be labels with colors"),
    ):
        done = run("report", *files(tmp_path), "--colors", color, "-o", str(tmp_path / "r.html"))
        assert done.returncode == 2
        assert said in done.stderr
        assert not (tmp_path / "r.html").exists()
    done = run("diff", *files(tmp_path), "--colors", "0=red")
    assert "--colors applies to pictures of clusters." in done.stderr
