"""Every format shows every result, and no label can break out of its cell."""

import csv
import json
import re
from io import StringIO

import pytest
from markdown_it import MarkdownIt
from matplotlib.figure import Figure
from rich.console import Console

import clusterdiff as cd
from clusterdiff.views import (
    Column,
    Listing,
    Result,
    TableView,
    markdown_text,
    number,
    plural,
    print_view,
    printable,
    to_html,
    to_json,
    to_latex,
    to_markdown,
    to_text,
)

A, B = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0]
RUNS = {"x": A, "y": B, "z": [0, 0, 0, 0, 1, 1, 1, 1]}
POINTS = [[x, 1] for x in (0, 1, 2, 10, 11, 20, 21, 22)]


def stability():
    return cd.stability(
        lambda points, k: [int(k * x / 23) for x, _ in points], POINTS, ks=[2, 3], n_runs=3, rng=0
    )


RESULTS = {
    "compare": lambda: cd.compare(A, B, measures=["ari", "vi", "fmi"]),
    "chance": lambda: cd.compare(A, B, measures=["ari", "purity", "entropy"], chance=True),
    "chance of one": lambda: cd.compare(A, B, measures="ari", chance=True)["ari"].chance,
    "score": lambda: cd.compare(A, B)["ari"],
    "table": lambda: cd.Table.from_labels(A, B),
    "feature table": lambda: cd.features.FeatureTable.from_labels(A, B, X=POINTS),
    "diff": lambda: cd.diff(A, B),
    "cover_diff": lambda: cd.diff(cd.Cover([{0, 1}, {1, 2}]), cd.Cover([{0, 1, 2}, {2}])),
    "decompose": lambda: cd.decompose(A, B),
    "match": lambda: cd.match(A, B),
    "explain": lambda: cd.explain(A, B, measure="vi"),
    "recommend": lambda: cd.recommend(A, B),
    "size_effect": lambda: cd.analysis.size_effect(A, B),
    "levels": lambda: cd.levels(cd.Tree("((a:1,b:1):1,c:2);"), cd.Tree("((a:1,c:1):1,b:2);")),
    "centroids": lambda: cd.features.compare_centroids(A, B, X=POINTS),
    "expected": lambda: cd.chance.expected(A, B, measure="rand"),
    "adjusted": lambda: cd.chance.adjusted(A, B, measure="nmi"),
    "significance": lambda: cd.chance.significance(A, B, measure="ari"),
    "interval": lambda: cd.intervals.interval(A, B, measure="ari"),
    "compare_two": lambda: cd.intervals.compare_two(A, B, RUNS["z"], measure="ari"),
    "clusterings": lambda: cd.Clusterings(RUNS),
    "pairwise": lambda: cd.pairwise(RUNS),
    "pairwise of two measures": lambda: cd.pairwise(RUNS, measures=["ari", "vi"]),
    "coordinates": lambda: cd.pairwise(RUNS, measures="vi").coordinates(),
    "diversity": lambda: cd.Clusterings(RUNS).diversity(),
    "rank": lambda: cd.rank(A, RUNS, measures=["ari", "vi"], interval=True),
    "ranked": lambda: cd.rank(A, RUNS)["x"],
    "paired test": lambda: cd.rank(A, RUNS, test=True).tests[0],
    "group": lambda: cd.rank(A, RUNS, groups={"x": "p", "y": "q", "z": "q"}).groups[0],
    "pool": lambda: cd.pool({"1": cd.rank(A, RUNS), "2": cd.rank(B, RUNS)}),
    "consensus": lambda: cd.consensus(RUNS, rng=0),
    "credible_ball": lambda: cd.many.credible_ball(RUNS, rng=0),
    "modes": lambda: cd.many.modes(RUNS),
    "timeline": lambda: cd.many.timeline(RUNS),
    "stability": stability,
    "stability of k": lambda: stability()[2],
    "cluster_stability": lambda: cd.cluster_stability(RUNS),
    "verdict": lambda: cd.properties.check("vi", "triangle_inequality"),
    "profile": lambda: cd.properties.profile("vi", ["symmetric", "triangle_inequality"]),
    "matrix": lambda: cd.properties.matrix(["vi", "rand"], properties=["symmetric"]),
    "properties": cd.properties.listing,
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_data_text_and_a_table_in_every_format(name):
    result = RESULTS[name]()
    text, page = repr(result), result._repr_html_()
    assert "Result" not in text
    if result.view().rows:
        assert re.search(r"<table .*</table>", page)
        assert re.search(r'style="text-align:(left|right);white-space:nowrap"', page)
    assert "color" not in page
    assert page == result.to_html()
    assert json.loads(result.to_json()) == json.loads(to_json(result.to_dict()))
    assert len(result.to_frame()) >= 1
    rows = list(csv.DictReader(StringIO(result.to_csv())))
    assert len(rows) == len(result.records()) >= 1
    for view in result.views():
        assert to_markdown(view) in result.to_markdown()
        assert to_latex(view) in result.to_latex()


@pytest.mark.parametrize("name", [name for name in RESULTS if name not in {"compare", "score"}])
def test_every_result_that_has_pictures_draws_them(name):
    result = RESULTS[name]()
    if not result._plots:
        with pytest.raises(cd.errors.InputError, match="No function of"):
            result.plot()
        return
    assert result.plot(ax=(ax := Figure().subplots())) is ax
    for picture in result._plots:
        ax = Figure().subplots()
        assert result.plot(picture.removeprefix("plot_"), ax=ax, title="mine") is ax
    with pytest.raises(cd.errors.UnknownNameError, match="Unknown picture 'portrait'"):
        result.plot("portrait")


def test_every_public_class_of_data_is_a_result():
    modules = [
        getattr(cd, name) for name in ("analysis", "many", "chance", "features", "properties")
    ]
    public = [getattr(module, name) for module in modules for name in module.__all__]
    data = {kind for kind in public if isinstance(kind, type) and hasattr(kind, "to_dict")}
    results = {kind for kind in data if issubclass(kind, Result)}
    assert data - results == set()
    assert results - {type(make()) for make in RESULTS.values()} == set()


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


def shown_by_markdown(text):
    """Return the tags and the text that Markdown gives, with the extensions of GitHub."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = [inner for token in parser.parse(text) for inner in (token, *(token.children or ()))]
    return {token.tag for token in tokens if token.tag}, "".join(
        token.content for token in tokens if token.type in {"text", "text_special", "html_inline"}
    )


INERT = [
    "![pixel](https://host.example/p.png)", "[click](javascript:alert(1))", "![x][ref]", "[ref]: //h/x",
    "<img src=x>", "*a*", "**b**", "_c_", "__d__", "a_b_c", "~~e~~", "~f~", "&lt;b&gt;", "&#60;b&#62;",
    "`code`", "``x`", "a|b", "\\|", "\\", "\\*x\\*", "# h", "## 12", "> q", "- l", "+ l", "* l", "1. l", "12) l",
    "---", "===", "- - -", "$x$", "$$\\href{a}{b}$$", "<https://host.example>", "[^1]", "[x]", "- [x] y",
    ":--", "-0.5", "0.25", "x@", "1.5. ", "<!-- -->", "<script>", "~~~", "```", "a  ", "|", "&", "!", "![",
]  # fmt: skip


@pytest.mark.parametrize("label", INERT)
def test_markdown_shows_every_label_as_it_is(label):
    plain = shown_by_markdown(to_markdown(_everywhere("x")))
    tags, text = shown_by_markdown(to_markdown(_everywhere(label)))
    assert tags == plain[0]
    assert text.count(label.strip()) >= 6
    kinds, words = shown_by_markdown(f"# {markdown_text(label)}\n\n{markdown_text(label)}")
    assert kinds == {"h1", "p"}
    assert words.count(label.strip()) == 2


def _everywhere(label):
    return TableView(
        (Column(label, format=str), Column("n")), ((label, 1),), label, (label,),
        (Listing(label, (label,)),), (label,),
    )  # fmt: skip


def test_github_notifies_and_links_nothing():
    for label in ("@someone", "by @org/team", "#12", "org/repo#12", "GH-12", "me@host.org"):
        assert label not in markdown_text(label).replace("\\", "")
    for address in ("http://host/x", "HTTPS://host/x", "www.host.org", "ftp://host/x"):
        assert address not in markdown_text(address)
    for plain in ("adjusted_rand", "-0.25", "0.9 (0.8 to 1)", "a → b", "3,750", "x.csv", "é 日本"):
        assert markdown_text(plain) == plain


def test_colors_do_not_interpret_labels():
    out = StringIO()
    result = cd.diff([HOSTILE, "[/x]", "[red]", "[red]"], [1, 1, 2, 1])
    print_view(result.view(), Console(width=200, file=out))
    assert "[red]" in out.getvalue()
    assert "\x1b[2J" not in out.getvalue()


def test_a_diff_in_markdown_has_everything():
    text = to_markdown(cd.diff(A, B).view())
    for words in ("of 8 elements moved", "kept", "| moved", "scattered element", "| bits |"):
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
