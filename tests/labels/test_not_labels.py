"""Objects that are not labelings are named in an error and never give a value.

Rows are never misaligned.
"""

from decimal import Decimal

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp
from scipy.cluster.hierarchy import linkage

from clusterdiff import Clusterings, Partition, Table, adjusted_rand, read_table
from clusterdiff.errors import InputError, OptionError

rng = np.random.default_rng(0)
P = rng.dirichlet([1, 1, 1], 20)
ONE_HOT = np.eye(3, dtype=int)[P.argmax(1)]
WHOLE_LINKAGE = np.array([[0, 1, 1, 2], [2, 3, 1, 2], [4, 5, 2, 4]], float)

REFUSED = {
    "a graph": (nx.path_graph(4), "got a graph"),
    "a directed graph": (nx.DiGraph([(0, 1)]), "got a graph"),
    "tuples as clusters": ([("a", "b"), ("c", "d")], "a list of clusters given as tuples"),
    "tuples of other lengths": ([("a",), ("b", "c", "d")], "a list of clusters given as tuples"),
    "a cover": ([("a", "b", "c"), ("c", "d")], "a list of clusters given as tuples"),
    "edges": ([(0, 1), (1, 2), (2, 3)], "a list of edges"),
    "edges of a tuple": (((0, 1), (1, 2), (2, 0)), "a list of edges"),
    "members as tuples": ({0: ("a", "b"), 1: ("c", "d")}, "a dict cluster → members"),
    "members as lists": ({0: ["a", "b"], 1: ["c"]}, "a dict cluster → members"),
    "members as sets": ({"x": {1, 2}, "y": {3}}, "a dict cluster → members"),
    "members as frozensets": (
        {"x": frozenset({1, 2}), "y": frozenset({3})},
        "a dict cluster → members",
    ),
    "members as arrays": ({0: np.array([1, 2]), 1: np.array([3])}, "a dict cluster → members"),
    "one-hot": (ONE_HOT, "20 × 3 matrix of one-hot rows"),
    "one-hot bools": (ONE_HOT.astype(bool), "20 × 3 matrix of one-hot rows"),
    "one-hot floats": (ONE_HOT.astype(float), "20 × 3 matrix of one-hot rows"),
    "one-hot columns": (ONE_HOT.T, "3 × 20 matrix of one-hot rows"),
    "probabilities": (P, "20 × 3 matrix of probabilities"),
    "probabilities in columns": (P.T.astype("f4"), "3 × 20 matrix of probabilities"),
    "a linkage matrix": (
        linkage(rng.normal(size=(9, 2)), "ward"),
        "a linkage matrix of 9 elements",
    ),
    "a linkage matrix of integers": (WHOLE_LINKAGE, "a linkage matrix of 4 elements"),
    "a sparse matrix": (sp.csr_matrix(ONE_HOT), "got a sparse matrix"),
    "a sparse array": (sp.coo_array(ONE_HOT), "got a sparse matrix"),
    "overlapping sets": ([{1, 2}, {2, 3}, {2, 4, 3}], "2 elements are in more than one"),
    "a column of lists": (
        pd.Series([[1], [2]], dtype=pd.ArrowDtype(pa.list_(pa.int8()))),
        "hashable labels, got list",
    ),
    "a column of structs": (
        pd.Series([{"x": 1}, {"x": 2}], dtype=pd.ArrowDtype(pa.struct({"x": pa.int8()}))),
        "hashable labels, got dict",
    ),
    "a lazy frame": (pl.LazyFrame({"a": [1]}), "got a polars LazyFrame"),
    "an expression": (pl.col("a"), "got a polars Expr"),
}


@pytest.mark.parametrize(("thing", "words"), REFUSED.values(), ids=REFUSED)
def test_objects_that_are_not_labels_are_named(thing, words):
    with pytest.raises(InputError, match=words):
        Table.from_labels(thing, thing)
    with pytest.raises(InputError, match=f"^b must be.*{words}|^b must (have|hold|map).*{words}"):
        Table.from_labels([1, 2], thing)
    if not isinstance(thing, pl.Expr):
        with pytest.raises(InputError, match=words):
            Partition(thing)


ACCEPTED = {
    "tuples that repeat": [(1, 2), (3, 4), (1, 2)],
    "a dict of tuples that repeat": {0: (1, 2), 1: (3, 4), 2: (1, 2)},
    "one tuple": [("a", "b")],
    "a binary image": np.array([[0, 1, 1], [0, 0, 1], [1, 1, 1]]),
    "an image of one color": np.zeros((4, 4), int),
    "an image of labels": np.arange(16).reshape(4, 4) // 3,
    "a column": np.array([[1], [0], [1]]),
    "clusters as lists": [["a", "b"], ["c"]],
    "clusters as a tuple of lists": (["a", "b"], ["c"]),
}


@pytest.mark.parametrize("labels", ACCEPTED.values(), ids=ACCEPTED)
def test_unusual_labels_are_accepted(labels):
    assert adjusted_rand(labels, labels) == 1


def test_igraph_and_cdlib():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.Famous("Zachary")
    with pytest.raises(InputError, match="got a graph"):
        adjusted_rand(graph, graph)
    found = graph.community_multilevel()
    assert adjusted_rand(found, found.membership) == 1

    class NodeClustering:
        def __init__(self):
            self.communities = [["a", "b"], ["c"]]

    assert adjusted_rand(NodeClustering(), {"a": 0, "b": 0, "c": 1}) == 1


FRAME = {
    "truth": [i // 5 for i in range(40)],
    "pred": [i // 4 % 9 for i in range(40)],
    "other": [0] * 40,
}
EXPECTED = Table.from_labels(FRAME["truth"], FRAME["pred"])


class Lazy:
    """Gives its rows in another order whenever it is asked."""

    columns = tuple(FRAME)

    def __init__(self):
        self.asked = 0

    def select(self, *names):
        self.asked += 1
        order = np.random.default_rng(self.asked).permutation(40)
        self.taken = {name: np.array(FRAME[name])[order] for name in names}
        return self

    def to_pyarrow(self):
        return pa.table(self.taken)

    def toArrow(self):  # noqa: N802
        return pa.table(self.taken)


@pytest.mark.parametrize("module", ["ibis.expr.types.relations", "pyspark.sql.dataframe"])
def test_lazy_frames_are_queried_once(module):
    cls = type("Table", (Lazy,), {"__module__": module})
    frame = cls()
    assert Clusterings(frame, "truth", "pred").table(0, 1) == EXPECTED
    assert frame.asked == 1
    with pytest.raises(
        InputError,
        match=r"whose rows have no fixed order.*\nHint: .* in one query: read_table",
    ):
        Table.from_labels(frame, frame)
    with pytest.raises(InputError, match="did you mean truth"):
        Clusterings(frame, "truht", "pred")


def test_columns_with_the_names_of_attributes():
    given = {"obs": [1, 1, 2], "column_names": [1, 2, 2], "columns": [0, 0, 0]}
    expected = Table.from_labels(given["obs"], given["column_names"])
    for frame in (pd.DataFrame(given), pa.table(given), pl.DataFrame(given), pl.LazyFrame(given)):
        assert read_table(frame, "obs", "column_names") == expected


def test_lazy_frames_of_polars_and_duckdb():
    assert read_table(pl.LazyFrame(FRAME), "truth", "pred") == EXPECTED
    duckdb = pytest.importorskip("duckdb")
    frame = pa.table(FRAME)
    with duckdb.connect() as db:
        relation = db.from_arrow(frame)
        assert read_table(relation, "truth", "pred") == EXPECTED
        with pytest.raises(InputError, match="got a DuckDB relation"):
            Table.from_labels(relation, relation)
        with pytest.raises(OptionError, match="joined on a key"):
            adjusted_rand(relation, relation)


def test_streams_of_arrow():
    assert read_table(pa.table(FRAME).to_reader(), "truth", "pred") == EXPECTED

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return pa.table(FRAME).__arrow_c_stream__(requested_schema)

    assert read_table(Stream(), "truth", "pred") == EXPECTED


def test_observations_of_anndata():
    class AnnData:
        obs = pd.DataFrame(FRAME)

    assert read_table(AnnData(), "truth", "pred") == EXPECTED


def test_a_dict_and_a_series_are_matched_by_index():
    series = pd.Series([0, 1, 1], index=["b", "a", "c"])
    for table in (
        Table.from_labels({"a": 5, "b": 6, "c": 5}, series),
        Table.from_labels(series, {"c": 5, "b": 6, "a": 5}).T,
        Table.from_labels([{"a", "c"}, {"b"}], series),
    ):
        assert table.shape == (2, 2)
        assert table.nnz == 2
    assert adjusted_rand({0: "x", 1: "y"}, pd.Series([1, 2])) == adjusted_rand(["x", "y"], [1, 2])
    with pytest.raises(
        InputError,
        match=r"The index of b must have no duplicates, because elements are matched by it: 'a' occurs",
    ):
        Table.from_labels({"a": 1, "b": 2}, pd.Series([1, 2], index=["a", "a"]))
    with pytest.raises(InputError, match=r"1 only in a \(first 'b'\), 1 only in b \(first 'z'\)"):
        Table.from_labels({"a": 1, "b": 2}, pd.Series([1, 2], index=["a", "z"]))


PAIRS = [
    ({"a": 1, "b": 1, "c": 2}, {"b": 5, "c": 5, "d": 6, "e": 6}),
    (pd.Series([1, 1, 2], index=list("abc")), pd.Series([5, 5, 6, 6], index=list("bcde"))),
    ({"a": 1, "b": 1, "c": 2}, pd.Series([5, 5, 6, 6], index=list("bcde"))),
    ([["a", "b"], ["c"]], [["b", "c"], ["d", "e"]]),
]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_elements_of_one_side_can_be_dropped_or_singletons(a, b):
    with pytest.raises(InputError, match="must label the same elements"):
        Table.from_labels(a, b)
    both = Table.from_labels(a, b, align="intersect")
    assert (both.n, both.shape, both.dropped.unmatched) == (2, (2, 1), 3)
    alone = Table.from_labels(a, b, align="singletons")
    assert (alone.n, alone.shape, alone.dropped.total) == (5, (4, 3), 0)
    assert alone.row_sizes.tolist() == [2, 1, 1, 1]
    assert adjusted_rand(a, b, align="intersect") == adjusted_rand([1, 2], [5, 5])


def test_absent_is_neither_missing_nor_noise():
    a, b = {"a": 1, "b": None, "c": -1}, {"b": 5, "c": 6, "d": -1}
    table = Table.from_labels(a, b, align="singletons", missing="drop")
    assert (table.n, table.dropped) == (3, (1, 0, 0, 0))
    table = Table.from_labels(a, b, align="singletons", missing="block", ignore=-1)
    assert (table.n, table.shape, table.dropped) == (2, (2, 2), (0, 2, 0, 0))
    with pytest.raises(
        OptionError, match="align must be one of raise, intersect, singletons, got 'outer'"
    ):
        Table.from_labels(a, b, align="outer")


def test_align_without_keys_changes_nothing():
    with pytest.raises(InputError, match="a has 3 labels, b has 2"):
        Table.from_labels([1, 2, 3], [1, 2], align="intersect")
    assert Table.from_labels([1, 2], [1, 2], align="singletons").n == 2


def test_missing_elements_are_named():
    with pytest.raises(InputError, match="1 of 2 are missing, the first at 'AAC-1'"):
        adjusted_rand(
            pd.Series([1, None], index=["AAT-1", "AAC-1"]),
            pd.Series([1, 2], index=["AAT-1", "AAC-1"]),
        )


def test_weights_are_not_misaligned():
    a = pd.Series([1, 1, 2], index=list("abc"))
    reversed_ = pd.Series([1, 2, 3], index=list("cba"))
    assert Table.from_labels(a, a, weights=reversed_).row_sizes.tolist() == [5, 1]
    with pytest.raises(InputError, match="1 have none"):
        Table.from_labels(a, a, weights=reversed_[1:])
    assert Table.from_labels(
        a, a, weights=pd.Series([1, 2, 3], index=list("abc"))
    ).row_sizes.tolist() == [3, 3]


def test_times_to_the_nanosecond_and_wide_integers():
    for dtype in (pl.Datetime("ns"), pl.Duration("ns"), pl.Time):
        assert Table.from_labels(
            pl.Series([1, 2, 2, None]).cast(dtype), [0, 1, 1, 1], missing="drop"
        ).shape == (2, 2)
    for kind in (pa.timestamp("ns"), pa.duration("ns"), pa.time64("ns")):
        column = pa.array([1, 2, 2, None], kind)
        for same in (
            column,
            column.dictionary_encode(),
            pd.Series(column, dtype=pd.ArrowDtype(kind)),
        ):
            assert Table.from_labels(same, [0, 1, 1, 1], missing="drop").shape == (2, 2)
    if hasattr(pl, "Int128"):  # the lowest version of polars does not have it
        wide = pl.Series([2**100, 1], dtype=pl.Int128)
        assert Table.from_labels(wide, [0, 1]).row_labels.tolist() == [1, 2**100]
    assert (
        Table.from_labels(
            [Decimal("NaN"), Decimal("sNaN"), Decimal(1)], [0, 1, 1], missing="drop"
        ).n
        == 1
    )


def test_times_that_python_has_no_type_for():
    late = pa.array([2**62, 0], pa.timestamp("s"))
    with pytest.raises(InputError, match="a holds values that Python has no type for"):
        Table.from_labels(late, [0, 1])


@pytest.mark.parametrize("number", [2.0**63, -(2.0**63), 1e300, -(2.0**64)])
def test_large_floats_are_integers_in_arrays_as_in_lists(number):
    values = [number, 1.0, 1.0, float("nan")]
    read = [
        Table.from_labels(labels, [0, 1, 1, 1], missing="drop")
        for labels in (values, np.array(values))
    ]
    assert read[0].row_labels.tolist() == read[1].row_labels.tolist()
    assert int(number) in read[1].row_labels.tolist()
    assert read[0].counts.tolist() == read[1].counts.tolist()


@pytest.mark.parametrize("number", [0.5, -0.25, float("inf"), -float("inf")])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floats_that_are_not_integers_are_refused(number, dtype):
    labels = np.array([1, number], dtype)
    with pytest.raises(InputError, match="a float label must be an integer"):
        Table.from_labels(labels, [0, 1])


def test_an_index_of_several_levels_is_refused():
    index = pd.MultiIndex.from_tuples([(0, "x"), (0, "y"), (1, "x")])
    with pytest.raises(InputError, match=r"got a pandas\.MultiIndex of 2 levels") as error:
        Table.from_labels(index, [0, 1, 1])
    assert "get_level_values" in str(error.value)
    with pytest.raises(InputError, match="b must be one label per element"):
        Table.from_labels([0, 1, 1], index)
    level = index.get_level_values(1)
    assert Table.from_labels(level, [0, 1, 0]).shape == (2, 2)
