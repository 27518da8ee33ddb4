"""The installed program, run as a user runs it."""

import inspect
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import clusterdiff as cd
from clusterdiff.cli._app import COMMANDS, command_of
from tests.helpers.program import EXAMPLES, PROGRAM, run

FUNCTIONS = {
    "cluster-stability": "cluster_stability",
    "matrix": "pairwise",
}  # of commands that have another name
IRIS = (EXAMPLES / "iris.csv", "-c", "truth,kmeans")


def data(*args, **options):
    done = run(*args, "--format", "json", **options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_compare_joins_on_the_key(files):
    result = data("compare", *files, "--measures", "ari,vi")
    assert [score["value"] for score in result["scores"]] == [1.0, 0.0]
    assert (result["name_a"], result["name_b"], result["n"]) == ("class", "cluster", 3)
    assert result["input"] == {
        "only_a": 0,
        "only_b": 0,
        "missing_a": 0,
        "missing_b": 0,
        "ignored": 0,
        "notes": result["input"]["notes"],
    }
    assert result["input"]["notes"] == [f"first line of {file} taken as header" for file in files]


@pytest.mark.parametrize("style", ["table", "json", "csv", "tsv", "md", "latex", "html"])
@pytest.mark.parametrize("command", ["compare", "diff"])
def test_formats(command, style):
    done = run(command, *IRIS, "--format", style)
    assert done.returncode == 0, done.stderr
    words = "adjusted_rand" if command == "compare" else "versicolor"
    assert words in done.stdout.replace("\\_", "_")
    if style == "json":
        json.loads(done.stdout)
    if command == "compare":
        assert (
            "0.6201351808870379" if style in {"json", "csv", "tsv"} else "0.6201"
        ) in done.stdout


def test_choices_of_measures():
    assert len(data("compare", *IRIS, "--all")["scores"]) > 60
    names = {
        score["name"]
        for score in data("compare", *IRIS, "--family", "information", "-m", "ari")["scores"]
    }
    assert {"adjusted_rand", "variation_of_information"} <= names
    assert "jaccard" not in names


def test_chance():
    score = data("compare", *IRIS, "-m", "vi", "--chance")["scores"][0]
    assert score["chance"]["expected"] > score["value"]
    header, line = run("compare", *IRIS, "-m", "vi", "--chance", "-f", "csv").stdout.splitlines()
    row = dict(zip(header.split(","), line.split(","), strict=True))
    assert float(row["expected"]) == score["chance"]["expected"]
    assert float(row["interval_low"]) < score["value"] < float(row["interval_high"])
    assert "interval_low,interval_high" in run("rank", *IRIS, "--interval", "-f", "csv").stdout
    assert data("compare", *IRIS, "-m", "vi", "--null-model", "fixed_k")["null_model"] == "fixed_k"


def test_diff_on_the_examples_says_what_changed():
    done = run("diff", *IRIS, "-f", "table")
    assert "kept    versicolor→0, virginica→2, setosa→1" in done.stdout
    assert len(done.stdout.splitlines()) <= 12


def test_json_of_diff_lists_kept_clusters_only_with_all():
    short, long = data("diff", *IRIS), data("diff", *IRIS, "--all")
    assert short["counts"] == long["counts"]
    assert short["counts"]["kept"] == 3
    assert [c["kind"] for c in long["changes"]].count("kept") == 3
    for key in ("changes", "clusters_a", "clusters_b"):
        assert len(long[key]) == len(short[key]) + 1
    assert short["renames"] == long["renames"] == [{"a": "setosa", "b": 1, "size": 50}]


def test_noise_and_ignore(tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("id,a,b\n1,x,0\n2,x,0\n3,y,-1\n4,y,1\n", encoding="utf-8")
    ignored = data("compare", file, "--ignore", "-1", "-m", "ari")
    assert (ignored["n"], ignored["dropped"], ignored["input"]["ignored"]) == (3, 1, 1)
    single = data("compare", file, "--noise", "-1", "-m", "ari")
    assert (single["n"], single["clusters_b"]) == (4, 3)


def test_noise_and_ignore_of_one_side(tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("id,a,b\n1,0,0\n2,0,0\n3,1,1\n4,1,0\n5,2,2\n6,1,2\n", encoding="utf-8")
    labels = [0, 0, 1, 1, 2, 1], [0, 0, 1, 0, 2, 2]
    for option in ("ignore_a", "ignore_b", "noise_a", "noise_b"):
        flag = f"--{option.replace('_', '-')}"
        found = data("compare", file, "-c", "a,b", "-m", "ari,vi", flag, "1", flag, "2")
        expected = cd.compare(*labels, measures=["ari", "vi"], **{option: [1, 2]})
        assert [score["value"] for score in found["scores"]] == [s.value for s in expected]
        assert (found["clusters_a"], found["clusters_b"]) == (
            expected.clusters_a,
            expected.clusters_b,
        )
        done = run("matrix", file, "-c", "a,b", flag, "1")
        assert (done.returncode, f"{flag} does not apply" in done.stderr) == (2, True)


def test_options_without_effect_are_noted():
    assert "--seed has no effect without --chance." in run("compare", *IRIS, "--seed", "3").stdout
    assert "no effect" not in run("compare", *IRIS, "-m", "ari", "--chance", "--seed=3").stdout
    assert "--by-order has no effect" in run("compare", *IRIS, "--by-order").stdout
    assert "no effect" not in run("compare", *IRIS).stdout
    done = run("compare", *IRIS, "--seed", "3", "-f", "csv")
    assert "note: --seed has no effect" in done.stderr


def test_what_is_left_out_is_noted(tmp_path):
    (tmp_path / "a.csv").write_text("id,a\n1,x\n2,y\n3,\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("id,b\n2,0\n3,1\n4,1\n5,1\n", encoding="utf-8")
    done = run(
        "compare",
        tmp_path / "a.csv",
        tmp_path / "b.csv",
        "--align",
        "intersect",
        "--missing",
        "drop",
        "-f",
        "table",
        "-m",
        "ari",
    )
    for words in ("1 only in", "2 only in", "1 without a label in"):
        assert words in " ".join(done.stdout.split())


def test_stdin(files):
    assert data("compare", "-", files[1], "-m", "ari", stdin=files[0].read_text())["n"] == 3
    done = run("compare", "-", "-", stdin="x")
    assert (done.returncode, "(-) can be given only once" in done.stderr) == (2, True)


def test_rank_sorts_and_shows_ties(files, tmp_path):
    (tmp_path / "same.csv").write_text("id,cluster\nx,5\ny,5\nz,6\n", encoding="utf-8")
    (tmp_path / "worse.csv").write_text("id,cluster\nx,5\ny,6\nz,6\n", encoding="utf-8")
    result = data(
        "rank",
        files[0],
        tmp_path / "worse.csv",
        files[1],
        tmp_path / "same.csv",
        "-m",
        "vi,ari",
    )
    assert [(line["rank"], line["name"]) for line in result["entries"]] == [
        (1, "found"),
        (1, "same"),
        (3, "worse"),
    ]
    assert run("rank", EXAMPLES / "digits.csv", "-f", "csv").stdout.startswith(
        "rank,name,n,clusters,adjusted_rand\n1,ward,"
    )


def test_matrix_of_files_and_of_columns():
    result = data("matrix", *sorted((EXAMPLES / "digits").glob("*.csv")), "-m", "vi")
    assert result["names"] == ["dbscan", "gmm", "kmeans", "spectral", "truth", "ward"]
    (values,) = result["values"].values()
    assert [values[i][i] for i in range(6)] == [0.0] * 6
    assert values[2][4] == values[4][2] == pytest.approx(1.70047142)
    columns = data("matrix", EXAMPLES / "digits.csv", "-m", "vi")
    (one,) = columns["values"].values()
    assert one[0][1] == pytest.approx(values[4][2], rel=1e-12)


def test_table_is_written_in_every_format(tmp_path):
    done = run("table", *IRIS, "-f", "csv")
    assert done.stdout.splitlines()[:2] == ["truth,kmeans,count", "setosa,1,50"]
    pytest.importorskip("pyarrow")
    for name in ("t.csv", "t.json", "t.mtx", "t.parquet", "t.md", "t.tex"):
        assert run("table", *IRIS, "-o", tmp_path / name).returncode == 0
    assert json.loads((tmp_path / "t.json").read_text())["counts"] == [50, 39, 11, 14, 36]
    assert (tmp_path / "t.mtx").read_text().startswith("%%MatrixMarket matrix coordinate integer")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "t.csv",
        "t.json",
        "t.md",
        "t.mtx",
        "t.parquet",
        "t.tex",
    ]
    assert run("compare", tmp_path / "t.parquet", "-c", "a,b", "-m", "ari").returncode == 0


def test_output_replaces_the_file_or_leaves_it(tmp_path):
    target = tmp_path / "out.csv"
    target.write_text("before")
    assert run("compare", *IRIS, "-m", "nonsense", "-o", target).returncode == 2
    assert target.read_text() == "before"
    assert run("compare", *IRIS, "-m", "ari", "-o", target).returncode == 0
    assert target.read_text().startswith("measure,value,unit,lower_bound")
    done = run("compare", *IRIS, "-o", tmp_path / "no" / "where.csv")
    assert (done.returncode, "Cannot write" in done.stderr) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


GATES = [
    (("--fail-under", "ari=0.6"), 0, ""),
    (
        ("--fail-under", "ari=0.9"),
        1,
        "adjusted_rand is 0.6201351808870379, below the limit of --fail-under 0.9.",
    ),
    (("--fail-over", "vi=0.5", "--fail-under", "ari=0.6"), 1, "variation_of_information is 1.07"),
    (("--fail-under", "ari"), 2, "--fail-under must be a measure and a number, got 'ari'."),
    (("--fail-under", ""), 2, "--fail-under must be a measure and a number, got ''."),
    (("--fail-under", "arri=1"), 2, "Unknown measure 'arri'"),
    (("--fail-under", "ari=0.9,nmi=0.1"), 1, "adjusted_rand is"),
    (("--fail-under", "vi=0.98"), 2, "Hint: --fail-over vi=0.98"),
    (("--fail-over", "ari=0.98"), 2, "adjusted_rand is a similarity, larger is better"),
]


@pytest.mark.parametrize(("gate", "code", "words"), GATES)
def test_gates(gate, code, words):
    done = run("compare", *IRIS, "-m", "rand", *gate)
    assert done.returncode == code
    assert words in done.stderr
    assert bool(done.stdout) == (code < 2)


def test_measures_and_cards():
    assert len(data("measures")) > 60
    assert "Adjusted Rand index" in run("measures", "ari", "-f", "table").stdout
    assert len(data("measures", "information")) > 5
    assert (
        "compiled code"
        in subprocess.run(
            [*PROGRAM, "--version"], capture_output=True, text=True, check=True
        ).stdout
    )
    assert run("version").stdout == run("--version").stdout


def test_properties_and_recommend():
    assert "fails" in run("properties", "ari", "triangle_inequality", "-f", "csv").stdout
    signs = run(
        "properties", "coreference", "symmetric", "triangle_inequality", "-n", "3", "--samples", "0"
    ).stdout
    assert signs.splitlines()[1].split() == ["measure", "1", "2"]
    assert "2 triangle_inequality" in signs
    assert "triangle_inequality" in run("properties").stdout
    assert (
        data("recommend", "--goal", "metric")["choices"][0]["measure"] == "variation_of_information"
    )
    assert "use " in run("recommend", *IRIS).stdout


def test_many_columns(tmp_path):
    file = tmp_path / "wide.csv"
    header, ones = ",".join(["id", *(f"c{i}" for i in range(10**5))]), ",".join(["1"] * 10**5)
    file.write_text("\n".join([header, *(f"{i},{ones}" for i in range(3))]) + "\n")
    assert data("compare", file, "-c", "c17,c9999", "-m", "ari")["n"] == 3


def test_a_closed_pipe_is_not_an_error():
    command = (
        f"{sys.executable} -c 'from clusterdiff.cli import main; main()' measures | head -c 10"
    )
    words = ["bash", "-c", f"set -o pipefail; {command}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert not done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_ctrl_c_is_quiet_and_leaves_nothing(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    target = tmp_path / "out.json"
    process = subprocess.Popen(
        [*PROGRAM, "compare", str(pipe), "-o", str(target)], stderr=subprocess.PIPE, text=True
    )
    with pipe.open("w") as writer:  # opens when the program has opened it and waits for lines
        writer.write("id,a,b\n")
        writer.flush()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, "")
    assert not target.exists()


@pytest.mark.skipif(os.name != "posix", reason="terminals are POSIX")
def test_a_terminal_gets_a_table():
    import pty

    terminal, inside = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "compare", *map(str, IRIS), "-m", "ari"], stdout=inside, stderr=subprocess.PIPE
    ) as process:
        process.wait(timeout=60)
    os.close(inside)
    shown = os.read(terminal, 10_000).decode()
    os.close(terminal)
    assert "adjusted_rand" in shown
    assert "{" not in shown


def test_progress_is_reported_by_the_engine(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("duckdb")
    import pyarrow as pa

    from clusterdiff.io import Wishes, choose, count, open_sources

    pq.write_table(pa.table({"a": [0, 1, 1], "b": ["x", "y", "y"]}), tmp_path / "a.parquet")
    told = []
    first, second = choose(open_sources([tmp_path / "a.parquet"]), Wishes())
    assert count(first, second, progress=told.append).table.n == 3
    assert all(0 <= share <= 1 for share in told)


def meaning(default):
    """A default as both sides write it: a measure has several names, a range is two numbers."""
    if isinstance(default, range):
        return f"{default[0]}-{default[-1]}"
    try:
        return cd.get_measure(default)
    except cd.ClusterdiffError:
        return default


@pytest.mark.parametrize("name", COMMANDS)
def test_options_have_the_defaults_of_the_function(name):
    """None leaves an option to the function."""
    function = getattr(cd, FUNCTIONS.get(name, name), None)
    known = inspect.signature(function).parameters if inspect.isfunction(function) else {}
    context = command_of(name).make_context(name, [], resilient_parsing=True)
    for option, default in context.params.items():
        if option in known and default not in (None, ()):
            assert meaning(default) == meaning(known[option].default), option


def test_functions_of_commands_are_found():
    named = {FUNCTIONS.get(name, name) for name in COMMANDS}
    assert len([name for name in named if inspect.isfunction(getattr(cd, name, None))]) > 10
