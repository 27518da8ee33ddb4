"""The forms of features that feature measures accept, and a clear error for others."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

from clusterdiff import centroid_index, split_merge_distance, split_merge_squared_error
from clusterdiff.errors import ClusterdiffError, InputError, OptionError
from clusterdiff.features import FeatureTable, MeanSquaredError, PairwiseDistance, compare_centroids
from clusterdiff.measures import SplitMerge

A, B = [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2]
X = np.array([[0.0, 1], [1, 0], [10, 3], [12, 1], [100, 7], [103, 5]])
PRECOMPUTED = SplitMerge(PairwiseDistance("precomputed"))
VALUE = split_merge_squared_error(A, B, X=X)

FORMS = {
    "list": X.tolist(),
    "tuples": tuple(map(tuple, X.tolist())),
    "objects": X.astype(object),
    "fortran": np.asfortranarray(X),
    "strided": np.repeat(X, 2, axis=0)[::2],
    "matrix": np.asmatrix(X),
    "pandas": pd.DataFrame(X),
    "nullable": pd.DataFrame(X).convert_dtypes(),
    "arrow-backed": pd.DataFrame(X).convert_dtypes(dtype_backend="pyarrow"),
    "mixed": pd.DataFrame({"u": X[:, 0].astype(np.int8), "v": X[:, 1]}),
    "polars": pl.DataFrame(X),
    "arrow": pa.table({"u": X[:, 0], "v": X[:, 1]}),
    "read-only": np.frombuffer(X.tobytes()).reshape(X.shape),
    "big-endian": X.astype(">f8"),
    "spmatrix": sp.csr_matrix(X),
    "unmasked": np.ma.array(X),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_value(form):
    assert split_merge_squared_error(A, B, X=FORMS[form]) == pytest.approx(VALUE, rel=1e-14)


def test_columns():
    values = X[:, 0]
    expected = split_merge_squared_error(A, B, X=values[:, None])
    for column in (
        values,
        values.tolist(),
        pd.Series(values),
        pl.Series(values),
        pa.array(values),
        range(6),
    ):
        one = split_merge_squared_error(A, B, X=column)
        assert one == (
            expected if column is not range(6) and not isinstance(column, range) else one
        )
    assert split_merge_squared_error(A, B, X=sp.coo_array(values)) == pytest.approx(
        expected, rel=1e-14
    )


WRONG = {
    "one row": (lambda: centroid_index(A, B, X=X[:1]), "1 rows for 6 elements"),
    "text": (lambda: centroid_index([0, 1], [0, 1], X=["x", "y"]), "real numbers, got <U1"),
    "text objects": (
        lambda: centroid_index([0, 1], [0, 1], X=np.array([[1, "y"], [2, 3]], object)),
        "str in row 0",
    ),
    "none": (lambda: centroid_index([0, 1], [0, 1], X=[[1, 2], [3, None]]), "NoneType in row 1"),
    "dates": (
        lambda: centroid_index([0, 1], [0, 1], X=np.array(["2020-01-01", "2021-01-01"], "M8[D]")),
        "real numbers",
    ),
    "complex": (lambda: centroid_index([0, 1], [0, 1], X=[1j, 2]), "complex128"),
    "sparse complex": (
        lambda: centroid_index([0, 1], [0, 1], X=sp.csr_array([[1j], [2]])),
        "complex128",
    ),
    "ragged": (lambda: centroid_index([0, 1], [0, 1], X=[[1.0, 2], [3]]), "same length"),
    "three dimensions": (
        lambda: centroid_index([0, 1], [0, 1], X=np.zeros((2, 2, 2))),
        "two-dimensional",
    ),
    "a number": (lambda: centroid_index([0], [0], X=5.0), "two-dimensional"),
    "nothing": (lambda: centroid_index([0], [0], X=None), "needs the features of the elements"),
    "no columns": (
        lambda: centroid_index([0, 1], [0, 1], X=np.zeros((2, 0))),
        "at least one column",
    ),
    "no sparse columns": (
        lambda: centroid_index([0, 1], [0, 1], X=sp.csr_array((2, 0))),
        "at least one column",
    ),
    "nan": (lambda: centroid_index([0, 1], [0, 1], X=[1.0, np.nan]), "finite: row 1"),
    "missing label": (
        lambda: centroid_index([0, None], [0, 1], X=[1.0, 2.0]),
        "label for every element",
    ),
    "no elements": (lambda: centroid_index([], [], X=np.zeros((0, 2))), "at least one element"),
    "all dropped": (
        lambda: centroid_index([0, 0], [0, 1], X=[1, 2], ignore=0),
        "at least one element",
    ),
    "unknown option": (
        lambda: centroid_index([0, 1], [0, 1], X=[1, 2], ignor=0),
        "no option 'ignor'",
    ),
    "combine": (
        lambda: split_merge_squared_error([0, 1], [0, 1], X=[1, 2], combine="max"),
        "product, mean",
    ),
    "features missing": (lambda: compare_centroids([0], [0]), "X is missing"),
    "one set of centroids": (lambda: compare_centroids(centroids_a=[[1.0]]), "together"),
    "labels and centroids": (
        lambda: compare_centroids([0], [0], X=[1], centroids_a=[[1]], centroids_b=[[1]]),
        "together",
    ),
    "columns of centroids": (
        lambda: compare_centroids(centroids_a=[[1.0]], centroids_b=[[1.0, 2.0]]),
        "got 1 and 2",
    ),
    "no centroids": (
        lambda: compare_centroids(centroids_a=np.zeros((0, 1)), centroids_b=[[1.0]]),
        "at least one row",
    ),
    "no sparse centroids": (
        lambda: compare_centroids(centroids_a=sp.csr_array((0, 1)), centroids_b=[[1.0]]),
        "at least one row",
    ),
    "empty centroids": (
        lambda: compare_centroids(centroids_a=[], centroids_b=[]),
        "at least one row",
    ),
    "centroids not finite": (
        lambda: compare_centroids(centroids_a=[[np.inf]], centroids_b=[[1.0]]),
        "centroids_a must be finite: row 0",
    ),
    "D not square": (lambda: PRECOMPUTED([0, 1], [0, 0], X=[1.0, 2.0]), "got 2 × 1"),
    "D negative": (lambda: PRECOMPUTED([0, 0], [0, 1], X=[[0.0, -1.0], [-1.0, 0.0]]), "0 or more"),
    "D infinite": (
        lambda: PRECOMPUTED([0, 0], [0, 1], X=[[0.0, np.inf], [np.inf, 0.0]]),
        "finite: row 0",
    ),
    "D nan": (
        lambda: PRECOMPUTED([0, 0], [0, 1], X=[[0.0, np.nan], [np.nan, 0.0]]),
        "finite: row 0",
    ),
    "D sparse": (
        lambda: PRECOMPUTED([0, 0], [0, 1], X=sp.csr_array([[0.0, 1.0], [1.0, 0.0]])),
        "must be dense",
    ),
    "D similarities": (
        lambda: PRECOMPUTED([0, 0], [0, 1], X=[[1.0, 0.2], [0.2, 1.0]]),
        "zeros on its diagonal",
    ),
    "D masked": (
        lambda: PRECOMPUTED([0, 0], [0, 1], X=np.ma.array(np.zeros((2, 2)), mask=np.eye(2))),
        "masked",
    ),
    "metric unknown": (
        lambda: split_merge_distance([0, 0], [0, 1], X=[1.0, 2.0], metric="nonsense"),
        "metric must be",
    ),
    "metric of text": (
        lambda: SplitMerge(PairwiseDistance(lambda *_: "far"))([0, 0], [0, 1], X=[1.0, 2.0]),
        "metric must be",
    ),
    "metric nan": (
        lambda: SplitMerge(PairwiseDistance(lambda *_: np.nan))([0, 0], [0, 1], X=[1.0, 2.0]),
        "must be finite",
    ),
    "metric negative": (
        lambda: SplitMerge(PairwiseDistance(lambda *_: -1))([0, 0], [0, 1], X=[1.0, 2.0]),
        "0 or more",
    ),
    "cosine of zeros": (
        lambda: split_merge_distance([0, 0], [0, 1], X=[[0, 0], [1, 2]], metric="cosine"),
        "metric cosine is not",
    ),
    "distances in the metric": (lambda: PairwiseDistance([[0.0]]), "precomputed"),
    "subcomponent type": (lambda: SplitMerge(MeanSquaredError), "must be a cluster score"),
    "combine of SplitMerge": (lambda: SplitMerge(MeanSquaredError(), "max"), "product, mean"),
    "dict without keys": (lambda: centroid_index([0, 1], [0, 1], X={0: [1], 1: [2]}), "no keys"),
}


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_one_clear_error(case):
    call, message = WRONG[case]
    with pytest.raises(ClusterdiffError, match=message) as caught:
        call()
    assert isinstance(caught.value, (InputError, OptionError))


def test_rows_follow_the_keys_of_the_elements():
    """Elements of a dict or of blocks need not be in the order of the rows."""
    a = {3: 1, 0: 0, 5: 2, 1: 0, 2: 1, 4: 2}
    blocks = [[3, 2], [5, 4], [1, 0]]
    for keyed in (a, blocks, list(map(set, blocks))):
        assert split_merge_squared_error(keyed, B, X=X) == pytest.approx(VALUE, rel=1e-14)
        assert split_merge_squared_error(B, keyed, X=X) == pytest.approx(VALUE, rel=1e-14)
    named = dict(zip("uvwxyz", A, strict=True))
    other = dict(zip("zyxwvu", reversed(B), strict=True))
    frame = pd.DataFrame(X, index=list("uvwxyz")).iloc[[3, 1, 0, 2, 5, 4]]
    assert split_merge_squared_error(named, other, X=frame) == pytest.approx(VALUE, rel=1e-14)
    assert split_merge_squared_error(other, named, X=frame) == pytest.approx(VALUE, rel=1e-14)
    rows = dict(zip("uvwxyz", X.tolist(), strict=True))
    assert split_merge_squared_error(other, named, X=rows) == pytest.approx(VALUE, rel=1e-14)
    for wrong in (X, pd.DataFrame(X), {"u": [1.0]}):
        with pytest.raises(InputError, match=r"which row belongs|keys"):
            split_merge_squared_error(named, other, X=wrong)


def test_indexes_of_pandas_must_agree():
    index = list("uvwxyz")
    a, b = pd.Series(A, index), pd.Series(B, index)
    frame = pd.DataFrame(X, index)
    assert split_merge_squared_error(a, b, X=frame) == VALUE
    assert split_merge_squared_error(a, b, X=X) == VALUE
    assert split_merge_squared_error(A, B, X=frame) == VALUE
    for labels in ((a, b), (A, b), (a, B)):
        with pytest.raises(InputError, match="index of X differs"):
            split_merge_squared_error(*labels, X=frame.iloc[::-1])


def test_precomputed_distances_follow_dropped_elements_and_keys():
    distances = np.abs(X[:, :1] - X[:, 0])
    keep = np.array([0, 1, 2, 3, 5])
    expected = PRECOMPUTED(np.array(A)[keep], np.array(B)[keep], X=distances[np.ix_(keep, keep)])
    distances[4] = distances[:, 4] = 1e9
    assert PRECOMPUTED(A, B, X=distances, weights=[1, 1, 1, 1, 0, 1]) == pytest.approx(
        expected, rel=1e-14
    )
    order = [5, 3, 1, 0, 2]
    assert PRECOMPUTED(
        {i: A[i] for i in [*order, 4]},
        {i: B[i] for i in range(6)},
        X=distances,
        weights=[1] * 5 + [0],
    ) == pytest.approx(expected, rel=1e-14)


def test_a_feature_table_says_what_it_holds():
    data = FeatureTable.from_labels([0, 0, 1, 1], [0, 0, 0, 1], X=X[:4], weights=[2, 1, 1, 1])
    assert repr(data) == "FeatureTable(n=5, 2 × 2 clusters, 2 features)"
    assert data.counts.tolist() == [3, 1, 1]
    assert data.cell_of.tolist() == [0, 0, 1, 2]
    assert (
        FeatureTable.from_labels([0, 0, 1, 1], [0, 0, 0, 1], X=X[:4], ignore_a=1).dropped.ignored
        == 2
    )
