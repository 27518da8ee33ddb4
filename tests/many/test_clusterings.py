"""Clusterings: accepted inputs, and equality of pairs of a set with single comparisons."""

import pickle
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff import Clusterings, Table

RUNS = {"x": [0, 0, 1, 1, 2], "y": list("aabbb"), "z": [4, 3, 2, 1, 0]}


class Annotated:
    """The attributes of an AnnData that are used."""

    def __init__(self, obs):
        self.obs = obs


def content(runs):
    return runs.codes.tolist(), runs.sizes, runs.names, runs.elements


def test_codes_follow_the_order_of_labels():
    runs = Clusterings(RUNS)
    assert runs.codes.tolist() == [[0, 0, 1, 1, 2], [0, 0, 1, 1, 1], [4, 3, 2, 1, 0]]
    assert (runs.sizes, runs.names, runs.n, len(runs)) == ((3, 2, 5), ("x", "y", "z"), 5, 3)
    assert runs.labels_of("y", runs.codes[1]).tolist() == RUNS["y"]
    assert runs.codes.dtype == np.uint8
    assert runs.codes.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        runs.codes[0, 0] = 1


@pytest.mark.parametrize(
    ("clusters", "width"),
    [(255, np.uint8), (256, np.uint16), (65535, np.uint16), (65536, np.uint32)],
)
def test_the_narrowest_integers_hold_the_mark_of_a_missing_element(clusters, width):
    runs = Clusterings([[*range(clusters), None], [0] * (clusters + 1)], missing="drop")
    assert runs.codes.dtype == width
    assert runs.codes[0, -1] == runs.sizes[0] == clusters
    assert runs.select([1]).codes.dtype == np.uint8


def test_every_form_of_the_same_clusterings_is_the_same_set():
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    frame = pd.DataFrame(RUNS)
    wanted = content(Clusterings(RUNS))
    forms = [
        frame,
        pl.DataFrame(RUNS),
        pl.DataFrame(RUNS).lazy(),
        pa.table(RUNS),
        [frame[name] for name in frame],
        Clusterings(RUNS),
        frame.assign(y=frame["y"].astype("category").cat.add_categories(["unused"])),
    ]
    for form in forms:
        assert content(Clusterings(form)) == wanted, type(form)
    assert content(Clusterings(list(RUNS.values()), names=["x", "y", "z"])) == wanted
    chosen = Clusterings(Annotated(frame), "z", "x")
    assert chosen.names == ("z", "x")
    assert content(Clusterings(frame, columns="z,x")) == content(chosen)
    with pytest.raises(cd.ClusterdiffError, match="AnnData must be named"):
        Clusterings(Annotated(frame))


def test_an_array_has_one_row_per_clustering():
    rng = np.random.default_rng(0)
    draws = rng.integers(0, 4, (7, 3))  # more draws than elements
    runs = Clusterings(draws)
    assert (len(runs), runs.n) == (7, 3)
    assert runs.names == tuple("0123456")
    with pytest.raises(cd.ClusterdiffError, match=r"array\.T"):
        Clusterings(draws, names=["p", "q", "r"])
    images = rng.integers(0, 3, (4, 5, 6))
    assert Clusterings(images).n == 30
    one_hot = np.eye(3, dtype=int)[rng.integers(0, 3, 20)]
    with pytest.raises(cd.ClusterdiffError, match="membership matrix"):
        Clusterings(one_hot)
    assert len(Clusterings(list(one_hot))) == 20


def test_files(tmp_path):
    for name in ("x", "z"):
        lines = [f"e{i},{label}" for i, label in enumerate(RUNS[name])]
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,label", *lines[::-1]]))
    runs = Clusterings.from_files([tmp_path / "x.csv", tmp_path / "z.csv"])
    assert runs.names == ("x", "z")
    assert runs.elements == ("e4", "e3", "e2", "e1", "e0")
    table = Table.from_labels(RUNS["x"], RUNS["z"])
    assert sorted(runs.table(0, 1).counts) == sorted(table.counts)
    with pytest.raises(cd.ClusterdiffError, match="No such file"):
        Clusterings.from_files(tmp_path / "nope.csv")


HOSTILE = [
    ([], {}, "at least one clustering"),
    ({}, {}, "at least one clustering"),
    (None, {}, "got NoneType"),
    (3, {}, "got int"),
    ("runs.csv", {}, "No such file"),
    (["a.csv", "b.csv"], {}, "No such file"),
    ([0, 1, 1], {}, "several labelings, got one"),
    (np.array([0, 1]), {}, "one row per clustering"),
    ({"x": 1}, {}, "'x' is mapped to 1"),
    ([[0, 1], [0, 1, 2]], {}, "0 has 2 labels, 1 has 3"),
    ([[0, 1], [0, 1]], {"names": ["p", "p"]}, "'p' occurs twice"),
    ([[0, 1], [0, 1]], {"names": ["p"]}, "got 1 for 2"),
    ({1: [0, 1], "1": [0, 1]}, {}, "'1' occurs twice"),
    (RUNS, {"columns": ["w"]}, "Unknown clustering 'w'"),
    ([[], []], {}, "at least one element"),
    (np.empty((3, 0), int), {}, "at least one element"),
    ([[0, None]], {}, "1 of 2 are missing"),
    ([[None, None]], {"missing": "drop"}, "Clustering '0' labels no element: all of them were"),
    (
        {"1": [0, 1, None], "2": [None, None, 1]},
        {"missing": "drop", "weights": [1, 1, 0]},
        "Clustering '2' labels no element",
    ),
    ([[0.5, 1.0]], {}, "float label"),
    ([{"x": 0}, {"y": 0}, {"y": 0}], {}, "3 of 3 lack some"),
    ([[0, 1]], {"missing": "skip"}, "missing must be one of"),
    ([[0, 1]], {"align": "skip"}, "align must be one of"),
    ([[0, 1]], {"noise": "x"}, "noise must name labels"),
    ([[0, 1]], {"weights": [1]}, "one number per element"),
    ([[0, 1]], {"weights": [1, -1]}, "non-negative"),
    ([{"x": 0, "y": 1}], {"weights": {"x": 1}}, "1 have none"),
]


@pytest.mark.parametrize(("given_", "options", "message"), HOSTILE)
def test_what_is_not_a_set_of_clusterings_is_an_error(given_, options, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        Clusterings(given_, **options)


def test_duplicate_columns_are_refused():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame([[0, 1], [1, 1]], columns=["x", "x"])
    with pytest.raises(cd.ClusterdiffError, match="one column 'x': it has 2"):
        Clusterings(frame)


def test_indexes_are_matched_by_name_where_align_says_so():
    pd = pytest.importorskip("pandas")
    u = pd.Series([0, 0, 1], index=["p", "q", "r"], name="u")
    v = pd.Series([5, 6, 6], index=["r", "q", "s"], name="v")
    with pytest.raises(cd.ClusterdiffError, match="indexes differ"):
        Clusterings([u, v])
    runs = Clusterings([u, v], align="intersect")
    assert runs.elements == ("p", "q", "r", "s")
    assert runs.codes.tolist() == [[0, 0, 1, 2], [2, 1, 0, 1]]
    assert runs.absent == (1, 1)
    assert runs.table("u", "v").n == 2
    alone = Clusterings([u, v], align="singletons")
    assert alone.codes.tolist() == [[0, 0, 1, 2], [2, 1, 0, 1]]
    assert alone.complete
    assert alone.sizes == (3, 3)


def test_pickle_select_and_position():
    runs = Clusterings(RUNS, weights=[1, 2, 3, 0, 1])
    again = pickle.loads(pickle.dumps(runs))  # noqa: S301
    assert content(again) == content(runs)
    assert not again.codes.flags.writeable
    assert again.weights.tolist() == [1, 2, 3, 0, 1]
    assert content(runs.select(["z", 0])) == content(
        Clusterings({"z": RUNS["z"], "x": RUNS["x"]}, weights=[1, 2, 3, 0, 1])
    )
    assert runs.position(-1) == 2
    for wrong in ("w", 3, -4):
        with pytest.raises(cd.ClusterdiffError):
            runs.position(wrong)
    for wrong in ([], ["x", 0]):
        with pytest.raises(cd.ClusterdiffError, match="different clusterings"):
            runs.select(wrong)
    with pytest.raises(cd.ClusterdiffError, match="has no effect"):
        Clusterings(runs, weights=[1] * 5)


def test_functions_of_two_clusterings_accept_one_of_a_set():
    runs = Clusterings(RUNS)
    assert cd.adjusted_rand(runs["x"], runs["y"]) == cd.adjusted_rand(RUNS["x"], RUNS["y"])
    assert runs.partition("y") == cd.Partition(RUNS["y"])
    assert [cd.Partition(each).k for each in runs] == [3, 2, 5]
    assert cd.diff(runs["x"], runs["y"]).to_dict() == cd.diff(RUNS["x"], RUNS["y"]).to_dict()


def test_views():
    runs = Clusterings({f"run{i}": [0, i, i] for i in range(40)})
    assert repr(runs) == "Clusterings(m=40, n=3, 1 to 2 clusters)"
    assert "10 more clusterings" in runs._repr_html_()
    assert len(runs.records()) == 40
    holes = Clusterings([[0, None], [0, 1]], missing="drop", weights=[1, 2])
    assert repr(holes) == "Clusterings(m=2, n=2, 1 to 2 clusters, 1 with absent elements, weighted)"
    frame = Clusterings(RUNS).to_frame()
    assert {name: frame[name].tolist() for name in frame} == RUNS


LABEL = st.one_of(st.none(), st.integers(-1, 3))


@given(
    rows=st.integers(1, 8).flatmap(
        lambda n: st.lists(st.lists(LABEL, min_size=n, max_size=n), min_size=2, max_size=4)
    ),
    missing=st.sampled_from(["drop", "singletons", "block"]),
    ignore=st.sampled_from([(), 3, [2, 3]]),
    noise=st.sampled_from([(), -1]),
    weighted=st.booleans(),
    data=st.data(),
)
def test_a_pair_of_a_set_is_counted_as_the_pair_itself(
    rows, missing, ignore, noise, weighted, data
):
    length = st.lists(st.integers(0, 3), min_size=len(rows[0]), max_size=len(rows[0]))
    weights = data.draw(length) if weighted else None
    options = {"missing": missing, "ignore": ignore, "noise": noise, "weights": weights}
    try:
        runs = Clusterings(rows, **options)
    except cd.ClusterdiffError:
        return
    for i, j in combinations(range(len(rows)), 2):
        try:
            wanted = Table.from_labels(rows[i], rows[j], **options)
        except cd.ClusterdiffError:
            with pytest.raises(cd.ClusterdiffError, match="no element in common"):
                runs.table(i, j)
            continue
        found = runs.table(i, j)
        assert found.n == wanted.n
        assert cells(found) == cells(wanted)


def cells(table):
    names = zip(table.row_labels[table.rows], table.col_labels[table.cols], strict=True)
    counted = zip(names, table.counts.tolist(), strict=True)
    return sorted((str(row), str(col), count) for (row, col), count in counted)


def test_a_column_that_names_the_elements_is_not_a_clustering():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {"cell": [f"c{i}" for i in range(9)], "k": [0, 1, 2] * 3, "w": 9 * [0]}
    )
    with pytest.raises(cd.ClusterdiffError, match="texts of 'cell' are all different") as caught:
        Clusterings(frame)
    assert 'columns="k,w"' in str(caught.value)
    assert Clusterings(frame, "cell", "k").names == ("cell", "k")
    assert Clusterings(frame.set_index("cell")).elements == tuple(frame["cell"])
    assert Clusterings(frame.assign(cell=range(9))).sizes == (9, 3, 1)


def test_copies_of_weighted_singletons_keep_the_names_of_their_elements():
    runs = [pd.Series([0, -1, 0], index=["x", "y", "z"]) for _ in range(2)]
    found = cd.Clusterings(runs, noise=-1, weights=[1, 2, 1])
    assert found.elements == ("x", "y", "y", "z")
