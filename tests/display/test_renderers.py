"""Every format shows every result, and no label can break out of its cell."""

import csv
import json
import re
from io import StringIO

import pytest
from rich.console import Console

import clusterdiff as cd
from clusterdiff.display import (
    measure_view,
    measures_view,
    print_view,
    to_csv,
    to_html,
    to_json,
    to_latex,
    to_markdown,
    to_text,
)
from clusterdiff.features import FeatureMeasure
from clusterdiff.views import Column, Listing, Result, TableView, number, plural, printable

A, B = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]
RESULTS = {
    "compare": lambda: cd.compare(A, B, ["ari", "vi", "fmi"]),
    "chance": lambda: cd.compare(A, B, ["ari", "purity", "entropy"], chance=True),
    "score": lambda: cd.compare(A, B)["ari"],
    "diff": lambda: cd.diff(A, B),
    "decompose": lambda: cd.decompose(A, B),
    "match": lambda: cd.match(A, B),
    "explain": lambda: cd.explain(A, B, "vi"),
    "recommend": lambda: cd.recommend(A, B),
    "size_effect": lambda: cd.analysis.size_effect(A, B),
    "centroids": lambda: cd.features.compare_centroids(A, B, [[x, 1] for x in range(8)]),
    "pairwise": lambda: cd.pairwise({"x": A, "y": B}),
    "pairwise_two": lambda: cd.pairwise({"x": A, "y": B}, ["ari", "vi"]),
    "rank": lambda: cd.rank(A, {"x": A, "y": B}, also="vi", interval=True),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_data_text_and_a_table_for_notebooks(name):
    result = RESULTS[name]()
    text, page = repr(result), result._repr_html_()
    assert "Result" not in text
    assert "=" not in text.splitlines()[0] or name in {"compare", "chance"}
    assert "\n" in text
    assert re.search(r"<table .*</table>", page)
    assert re.search(r'style="text-align:(left|right);white-space:nowrap"', page)
    assert "color" not in page
    assert json.loads(to_json(result.to_dict()))
    assert len(result.to_frame()) >= 1
    assert len(list(csv.DictReader(StringIO(to_csv(result.records()))))) >= 1
    assert to_markdown(result.view()).count("|") > 3
    assert to_latex(result.view()).count(r"\\") >= 1


def test_every_public_class_of_data_is_a_result():
    """Measures are not: their `to_dict` is the record."""
    modules = [
        getattr(cd, name) for name in ("analysis", "many", "chance", "features", "properties")
    ]
    public = [getattr(module, name) for module in modules for name in module.__all__]
    data = [kind for kind in public if isinstance(kind, type) and hasattr(kind, "to_dict")]
    assert len(data) > len(modules)
    assert [kind for kind in data if not issubclass(kind, (Result, FeatureMeasure))] == []


HOSTILE = "[red]<b>&|_\\\x1b[2J\x9b\u202e\n"


@pytest.mark.parametrize("draw", [to_text, to_html, to_markdown, to_latex])
def test_labels_stay_in_their_cell(draw):
    view = TableView(
        (Column(HOSTILE, format=str), Column("n")),
        ((HOSTILE, 1),),
        HOSTILE,
        (HOSTILE,),
        (Listing(HOSTILE, (HOSTILE,)),),
        (HOSTILE,),
    )
    text = draw(view)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert len(text.splitlines()) == len(
        draw(
            TableView(
                (Column("x", format=str), Column("n")),
                (("x", 1),),
                "x",
                ("x",),
                (Listing("x", ("x",)),),
                ("x",),
            )
        ).splitlines()
    )
    if draw is to_html:
        assert "<b>" not in text


def test_colors_do_not_interpret_labels():
    out = StringIO()
    result = cd.diff([HOSTILE, "[/x]", "[red]", "[red]"], [1, 1, 2, 1])
    print_view(result.view(), Console(width=200, file=out))
    assert "[red]" in out.getvalue()
    assert "\x1b[2J" not in out.getvalue()


def test_a_diff_in_markdown_has_everything():
    text = to_markdown(cd.diff(A, B).view())
    for words in ("8 elements", "mostly kept", "leakage:", "element from", "| cost |"):
        assert words in text


NUMBERS = [
    (0.1234567, "0.1235"),
    (1.0, "1"),
    (0.9999998, "0.9999998"),
    (0.99996, "0.99996"),
    (-0.99999, "-0.99999"),
    (1e-9, "1e-09"),
    (12345.678, "12,346"),
    (1914880, "1,914,880"),
    (3750.0, "3,750"),
    (float("-inf"), "-∞"),
    (-0.0, "0"),
    (None, ""),
    ("text", "text"),
    (True, "True"),
]


@pytest.mark.parametrize(("value", "text"), NUMBERS)
def test_numbers(value, text):
    assert number(value) == text


def test_counts_and_control_characters():
    assert (plural(1, "element"), plural(0, "element"), plural(1500, "cell")) == (
        "1 element",
        "0 elements",
        "1,500 cells",
    )
    assert printable("a\tb\x07\x85\ud800") == r"a\tb\x07\x85\ud800"


def test_json_escapes_what_a_terminal_would_obey():
    text = to_json({"x": "\x1b\x9b\u202eé", "y": float("nan"), (1, 2): 3})
    assert json.loads(text) == {"x": "\x1b\x9b\u202eé", "y": None, "(1, 2)": 3}
    assert not re.search(r"[\x1b\x9b\u202e]", text)
    assert to_json("é", ascii_only=True) == '"\\u00e9"\n'


def test_the_catalogue():
    records = [m.to_dict() for m in cd.MEASURES.values()]
    assert len(measures_view(records).rows) == len(records)
    text = to_text(measure_view(cd.get_measure("nmi[by=max]").to_dict()))
    assert "Normalized mutual information" in text
    for record in records:
        assert record["name"] in to_text(measure_view(record))
