"""Recognition of a header in the first line.

Ambiguous first lines are refused, never guessed.
"""

import pytest

from clusterdiff import io, read_table
from clusterdiff.errors import InputError
from clusterdiff.labels import Policy

HEADERS = {
    "text above numbers": ("who,kind\nx,1\ny,2\n", ("who", "kind")),
    "a key": ("id,label\nx,1\ny,2\n", ("id", "label")),
    "a key and labels that are text": ("barcode,type\nAAC,T\nAAG,B\n", ("barcode", "type")),
    "resolutions as names": ("barcode,0.4,0.8\nAAC,1,2\nAAG,0,2\n", ("barcode", "0.4", "0.8")),
    "fractions above integers": ("0.5,1.5\n1,2\n0,2\n", ("0.5", "1.5")),
    "a series of pandas": ("id,0\ncell1,3\ncell2,0\n", ("id", "0")),
    "numbers beside a key": ("id,1,2\nx,1,2\ny,2,1\n", ("id", "1", "2")),
    "a frame of pandas": (",0,1\n0,3,2\n1,3,1\n", ("unnamed_1", "0", "1")),
    "an index without a name": (",truth\n0,1\n1,1\n", ("1", "truth")),
    "a label that equals its column's name": (
        "id,truth,noise\n1,x,noise\n2,y,k\n",
        ("id", "truth", "noise"),
    ),
    "cluster above a label cluster": ("id,cluster\nx,cluster\ny,b\n", ("id", "cluster")),
    "one column": ("label\ncat\ndog\n", ("label",)),
    "a blank line before it": ("\n\nid,truth,pred\nx,1,2\n", ("id", "truth", "pred")),
    "quoted": ('"id","tr""uth"\n"x","1"\n', ("id", 'tr"uth')),
}


def columns(folder, text, name="a.csv", **options):
    (folder / name).write_text(text)
    return io.open_source(folder / name, **options).columns


@pytest.mark.parametrize(("text", "expected"), HEADERS.values(), ids=HEADERS)
@pytest.mark.parametrize("name", ["a.csv", "a.txt"])
def test_headers_that_are_recognized(text, expected, name, tmp_path):
    assert columns(tmp_path, text, name) == expected


NO_HEADERS = {
    "NA is no name": ("NA,NA\nx,1\ny,2\n", "a.csv"),
    "nan is no name": ("x,nan\ny,2\n", "a.csv"),
    "names differ": ("x,x\ny,z\n", "a.csv"),
    "numbers in a list of labels": ("7\n1\n2\n", "a.txt"),
    "numbers in two columns": ("1 7\n2 1\n3 2\n", "a.txt"),
    "scientific notation": ("9e-9 7e7\n1e-1 2\n", "a.dat"),
    "one label per line": ("cat\ndog\n", "a.txt"),
    "Pajek": ("*Vertices 3\n1\n1\n2\n", "a.clu"),
}


@pytest.mark.parametrize(("text", "name"), NO_HEADERS.values(), ids=NO_HEADERS)
def test_first_rows_that_are_data(text, name, tmp_path):
    found = columns(tmp_path, text, name)
    assert found == tuple(map(str, range(1, len(found) + 1)))


AMBIGUOUS = {
    "nothing comes again": "cell0,rare\ncell1,T\ncell2,B\n",
    "a name comes again": "B,T\nA,T1\nB,T2\n",
    "a number above numbers": "x,1\ny,2\n",
    "years": "2019,2020\n0,1\n1,1\n",
    "only a number": "0\n3\n1\n",
    "labels called cluster": "cell0,cluster_1\ncell1,cluster_2\n",
    "elements called sample": "sample_id,a\nother_id,b\n",
    "two rows": "red,blue\ngreen,black\n",
    "one row": "red,blue\n",
    "a blank first cell": ",T\ncell1,B\n",
    "scientific notation above names": "9e-9,7e7\ncell,T\n",
}


@pytest.mark.parametrize("text", AMBIGUOUS.values(), ids=AMBIGUOUS)
def test_ambiguous_first_rows_are_refused(text, tmp_path):
    with pytest.raises(
        InputError,
        match=r"Cannot tell whether the first line of .*a.csv .*\n.*header=True or header=False",
    ):
        columns(tmp_path, text)
    first = tuple(cell or str(i) for i, cell in enumerate(text.partition("\n")[0].split(","), 1))
    assert columns(tmp_path, text, header=True) == first
    assert columns(tmp_path, text, header=False) == tuple(map(str, range(1, len(first) + 1)))


@pytest.mark.parametrize("text", ["x,0.4,B\ny,1.5,B\n", "red,0.4,B\ngreen,black,A\n"])
def test_requested_names_identify_a_header(text, tmp_path):
    assert columns(tmp_path, text, names=["0.4", "B"])[1] == "0.4"
    assert columns(tmp_path, text, names=["2", "3"]) == ("1", "2", "3")


def test_columns_of_read_table_identify_a_header(tmp_path):
    (tmp_path / "a.csv").write_text("gene,2019,2020\ng1,1,2\ng2,1,1\n")
    assert read_table(tmp_path / "a.csv", columns="2019,2020").n == 2
    assert read_table(tmp_path / "a.csv", columns="2,3", on="1").n == 3


def test_the_report_says_what_was_assumed(tmp_path):
    (tmp_path / "a.csv").write_text("id,truth,pred\nx,1,2\n")
    (tmp_path / "b.txt").write_text("# made by hand\n# twice\n1 2\n1 2\n")
    (tmp_path / "c.csv").write_text("\nid,truth,pred\n\nx,1,2\n\n\n")
    said = {}
    for name, options in (("a.csv", {}), ("b.txt", {}), ("c.csv", {"header": True})):
        source = io.open_source(tmp_path / name, **options)
        said[name] = [
            note.replace(str(tmp_path) + "/", "")
            for note in io.count(*io.choose([source], io.Wishes())).report.notes
        ]
    assert said == {
        "a.csv": ["first line of a.csv taken as header"],
        "b.txt": [
            "first line of b.txt taken as data, not as header",
            "2 comment lines at the top of b.txt skipped",
        ],
        "c.csv": ["1 blank line in c.csv skipped", "3 blank lines in c.csv skipped"],
    }


def test_the_report_names_labels_that_do_not_occur_and_noise(tmp_path):
    (tmp_path / "a.csv").write_text("id,truth,pred\nx,-1,a\ny,2,b\nz,-1,-1\n")
    clusterings = io.choose([io.open_source(tmp_path / "a.csv", header=True)], io.Wishes())

    def notes(**policy):
        return io.count(*clusterings, Policy.of(policy)).report.notes

    rest = "; ignore=-1 (--ignore -1) leaves it out"
    truth = f"-1 is a cluster of 2 elements in truth{rest}"
    pred = f"-1 is a cluster of 1 element in pred{rest}"
    assert notes() == (truth, pred)
    assert notes(noise="-1") == ()
    assert notes(noise_a=-1) == (pred,)
    assert notes(ignore=["99", "b"]) == (
        "no element has the label 99, which ignore names",
        truth,
        pred,
    )
    assert notes(noise_b="2") == ("no element has the label 2, which noise_b names", truth, pred)
