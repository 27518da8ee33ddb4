"""What a Cover and a Soft are made from, and what is refused."""

import numpy as np
import pytest
from scipy.sparse import coo_array, csr_array

import clusterdiff as cd
from clusterdiff.covers import CoverTable, read_cover, read_kind, read_soft

BLOCKS = [{"x", "y"}, {"y", "z"}]
COVER = cd.Cover(BLOCKS, elements=["x", "y", "z", "w"])
MATRIX = np.array([[1, 0], [1, 1], [0, 1], [0, 0]])


@pytest.mark.parametrize(
    "given",
    [
        [{"x", "y"}, {"y", "z"}],
        (["x", "y"], ("y", "z")),
        {frozenset("xy"), frozenset("yz")},
        frozenset({frozenset("xy"), frozenset("yz")}),
        iter([{"x", "y"}, {"z", "y"}, set()]),
        [np.array(["x", "y"]), np.array(["y", "z"])],
    ],
)
def test_blocks(given):
    assert cd.Cover(given, elements="xyzw") == COVER


def test_dicts_and_matrices():
    pd = pytest.importorskip("pandas")
    labels = {"x": ["p"], "y": {"p", "q"}, "z": "q", "w": None}
    assert cd.Cover(labels) == COVER
    assert cd.Cover(MATRIX, elements="xyzw") == COVER
    assert cd.Cover(csr_array(MATRIX), elements="xyzw") == COVER
    assert cd.Cover(coo_array(MATRIX.astype(float)), elements="xyzw") == COVER
    frame = pd.DataFrame(MATRIX, index=list("xyzw"), columns=["p", "q"])
    assert cd.Cover(frame) == COVER
    assert cd.Cover(frame).labels == ["p", "q"]


def test_partitions_are_covers():
    assert cd.Cover([0, 0, 1]) == cd.Cover([{0, 1}, {2}])
    assert cd.Cover(cd.Partition([0, 0, 1])) == cd.Cover([{0, 1}, {2}])


def test_communities_of_networkx_and_node_attributes():
    nx = pytest.importorskip("networkx")
    graph = nx.karate_club_graph()
    found = cd.Cover(set(nx.community.k_clique_communities(graph, 3)), elements=graph.nodes)
    assert found.n == len(graph)
    attribute = {node: [node % 2, "all"] for node in graph}
    nx.set_node_attributes(graph, attribute, "groups")
    assert cd.Cover(nx.get_node_attributes(graph, "groups")) == cd.Cover(attribute)


def test_a_cover_of_igraph():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.Ring(5)
    given = igraph.VertexCover(graph, [[0, 1, 2], [2, 3]])
    assert cd.Cover(given) == cd.Cover([{0, 1, 2}, {2, 3}], elements=range(5))
    assert cd.compare(given, given).kind == "cover"


def test_a_clustering_of_cdlib():
    class NodeClustering:
        communities = [[1, 2], [2, 3]]  # noqa: RUF012
        overlap = True

    NodeClustering.__module__ = "cdlib.classes"
    assert cd.Cover(NodeClustering()) == cd.Cover([{1, 2}, {2, 3}])
    assert cd.omega_index(NodeClustering(), [{1, 2}, {3}]) == 0.4


@pytest.mark.parametrize(
    ("given", "elements", "words"),
    [
        ([{1, 2}], [1], "2 is not among them"),
        ({1: ["x"]}, [2], "1 is not among them"),
        ([{1, 2}], [1, 2, 2], "one occurs twice"),
        ([{1}], 3, "pass range"),
        (np.array([[0.5, 0.5]]), None, "only 0 and 1"),
        ([], None, "at least one element"),
        (cd.Soft([[1.0]]), None, "got a soft clustering"),
        ([[[1], [2]]], None, "hashable"),
        ("text", None, "must be one label per element"),
    ],
)
def test_bad_covers(given, elements, words):
    with pytest.raises(cd.ClusterdiffError, match=words):
        cd.Cover(given, elements=elements)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([[0.5, 0.4]], "row 0 adds up to 0.9"),
        ([[1.5, -0.5]], "not negative"),
        ([[np.nan, 1]], "finite"),
        ([1, 2], "one row per element"),
        ([["a", "b"]], "matrix of numbers"),
        ([[0.5, 0.5], [1]], "matrix"),
        (np.zeros((0, 2)), "one row per element"),
    ],
)
def test_bad_degrees(given, words):
    with pytest.raises(cd.ClusterdiffError, match=words):
        cd.Soft(given)


def test_models_frames_and_single_precision():
    pd = pytest.importorskip("pandas")
    p = np.array([[0.9, 0.1], [0.3, 0.7]])
    assert cd.Soft(pd.DataFrame(p, index=["x", "y"])).elements == ["x", "y"]
    assert cd.Soft(p.astype(np.float32)).matrix.sum(axis=1) == pytest.approx(1, abs=1e-15)

    class Model:
        def predict_proba(self, X):  # noqa: N803
            return np.tile(p, (len(X) // 2, 1))

    assert cd.Soft.from_model(Model(), [0, 0]) == cd.Soft(p)
    with pytest.raises(cd.ClusterdiffError, match="predict_proba"):
        cd.Soft.from_model(object(), [0, 0])


def test_drawn_partitions_follow_the_degrees():
    p = np.array([[0.9, 0.1, 0.0], [0.2, 0.3, 0.5], [0.0, 0.0, 1.0]])
    for matrix in (p, csr_array(p)):
        random = np.random.default_rng(0)
        drawn = np.array([cd.Soft(matrix).drawn(random) for _ in range(4000)])
        shares = np.stack([np.mean(drawn == k, axis=0) for k in range(3)], axis=1)
        assert np.abs(shares - p).max() < 0.03
        assert (shares[p == 0] == 0).all()
    assert [x.codes.tolist() for x in cd.Soft(p).draw(3, rng=1)] == [
        x.codes.tolist() for x in cd.Soft(p).draw(3, rng=1)
    ]


@pytest.mark.parametrize("missing", ["drop", "singletons", "block"])
def test_elements_in_no_cluster(missing):
    a = cd.Cover([{0, 1}, {1, 2}], elements=range(5))
    b = cd.Cover([{0, 1, 4}], elements=range(5))
    by_hand = {
        "drop": ([{0, 1}, {1}], [{0, 1}], range(2)),
        "singletons": ([{0, 1}, {1, 2}, {3}, {4}], [{0, 1, 4}, {2}, {3}], range(5)),
        "block": ([{0, 1}, {1, 2}, {3, 4}], [{0, 1, 4}, {2, 3}], range(5)),
    }[missing]
    same = [cd.Cover(side, elements=by_hand[2]) for side in by_hand[:2]]
    found = cd.compare(a, b, missing=missing)
    assert [x.value for x in found] == [x.value for x in cd.compare(*same)]
    assert found.dropped == (3 if missing == "drop" else 0)
    with pytest.raises(cd.ClusterdiffError, match="3 are in none"):
        cd.compare(a, b, missing="raise")


def test_elements_of_one_side_only():
    a, b = cd.Cover([{0, 1}, {1, 2}]), cd.Cover([{0, 1}, {1, 3}])
    with pytest.raises(cd.ClusterdiffError, match="elements=nodes"):
        cd.compare(a, b)
    assert cd.compare(a, b, align="intersect").n == 2
    wanted = cd.omega_index([{0, 1}, {1, 2}, {3}], cd.Cover([{0, 1}, {1, 3}, {2}]))
    assert cd.omega_index(a, b, align="singletons") == wanted


def test_order_of_elements_does_not_matter():
    table = CoverTable.from_clusterings(cd.Cover(BLOCKS), cd.Cover(BLOCKS, elements="zyx"))
    assert table.equal


def test_files(tmp_path):
    lines = tmp_path / "a.txt"
    lines.write_text("x y\ny, z\n", encoding="utf-8")
    long = tmp_path / "a.csv"
    long.write_text("id,label\nx,1\ny,1\ny,2\nz,2\n", encoding="utf-8")
    assert read_cover(lines, layout="clusters") == read_cover(long) == cd.Cover(BLOCKS)
    assert read_cover(long, columns="id,label", elements="xyzw") == COVER
    wide = tmp_path / "wide.csv"
    wide.write_text("id,u,label\nx,5,1\ny,5,1\n", encoding="utf-8")
    with pytest.raises(cd.ClusterdiffError, match="columns="):
        read_cover(wide)
    degrees = tmp_path / "p.csv"
    degrees.write_text("id,u,v\nx,0.5,0.5\ny,0.1,0.9\n", encoding="utf-8")
    assert read_soft(degrees) == cd.Soft([[0.5, 0.5], [0.1, 0.9]], elements=["x", "y"])
    array = tmp_path / "p.npy"
    np.save(array, [[0.5, 0.5], [0.1, 0.9]])
    assert read_kind(array) == read_soft(array)
    assert read_kind(long) is None
    assert read_kind(lines, layout="clusters") == cd.Cover(BLOCKS)


def test_frames_of_elements_and_labels():
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    rows = {"id": ["x", "y", "y", "z", "w"], "label": ["p", "p", "q", "q", None]}
    for frame in (pd.DataFrame(rows), pl.DataFrame(rows), pl.LazyFrame(rows), pa.table(rows)):
        found = cd.Cover(frame)
        assert found == COVER
        assert found.labels == ["p", "q"]
    assert cd.Cover(pd.DataFrame({"who": rows["id"], "team": rows["label"]})) == COVER
    assert cd.Cover(pd.Series([["p"], ["p", "q"], ["q"], []], index=list("xyzw"))) == COVER
    wide = pd.DataFrame({"id": list("xyzw"), "p": MATRIX[:, 0], "q": MATRIX[:, 1]})
    assert cd.Cover(wide) == COVER
    degrees = pd.DataFrame({"id": ["x", "y"], "p": [0.5, 1.0], "q": [0.5, 0.0]})
    assert cd.Soft(degrees).elements == ["x", "y"]
    assert cd.Soft(pa.table({"p": [0.5, 1.0], "q": [0.5, 0.0]})).k == 2
    with pytest.raises(cd.ClusterdiffError, match="may say who is in one cluster, or be labels"):
        cd.Cover(pd.DataFrame({"id": ["x", "y"], "p": [0, 1]}))
    with pytest.raises(cd.ClusterdiffError, match="only 0 and 1"):
        cd.Cover(pd.DataFrame({"u": ["x"], "v": ["y"], "w": ["z"]}))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: cd.Cover({1: [[1]]}), "labels of an element must be hashable"),
        (lambda: cd.Cover([{float("nan"), 1}]), "must have a key"),
        (lambda: cd.Cover.from_arrays([0, 5], [0, 0], 3), "rows must be below n = 3, got 5"),
        (lambda: cd.Cover.from_arrays([0, -1], [0, 0], 3), "rows must be a list of integers"),
        (lambda: cd.Cover.from_arrays([0], [0.5], 3), "clusters must be a list of integers"),
        (lambda: cd.Cover.from_arrays([0, 1], [0], 3), "same length, got 2 and 1"),
        (lambda: cd.Soft(np.ma.array([[0.5, 0.5]], mask=[[0, 1]])), "some are masked"),
        (lambda: list(cd.Soft([[1.0]]).draw(1.5)), "number must be an integer"),
        (lambda: list(cd.Soft([[1.0]]).draw(1, rng="x")), "rng must be"),
        (lambda: cd.Soft([[1.0]]).to_cover("x"), "threshold must be"),
    ],
)
def test_wrong_arguments(make, words):
    with pytest.raises(cd.ClusterdiffError, match=words):
        make()


def test_odd_covers_have_values():
    """Empty and repeated clusters, one element, and no cluster at all: every measure is a number."""
    empty = cd.Cover([], elements=range(3))
    one = cd.Cover([{0}], elements=range(3))
    for a, b in (
        (empty, empty),
        (empty, one),
        (one, empty),
        (cd.Cover([{0}]), cd.Cover([{0}] * 2)),
    ):
        for score in cd.compare(a, b, measures="all"):
            assert np.isfinite(score.value), (a, b, score)
            if a is b:
                assert score.value == score.best
    assert cd.Cover([[1, 1, 2], [2], []]) == cd.Cover([{1, 2}, {2}])
    assert cd.Cover([[], [1]]).labels == [1]
    assert cd.Cover(cd.Cover({1: ["x"]}), elements=[1, 2]).labels == ["x"]
    zeros = csr_array((np.array([1, 0, 1]), np.array([0, 1, 1]), np.array([0, 2, 3])), shape=(2, 2))
    assert cd.Cover(zeros) == cd.Cover([{0}, {1}])
    assert cd.Soft(zeros.astype(float)).nnz == 2
