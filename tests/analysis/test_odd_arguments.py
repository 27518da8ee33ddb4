"""Arguments of another type than the documented ones are refused with an error of the library."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.sparse import csr_array

import clusterdiff as cd
from clusterdiff.measures import BoundedEntropy, LargestPart, SplitMerge

A, B = [0, 0, 1, 1, 2], [0, 0, 1, 2, 2]
ODD = [
    np.array(A),
    pd.Series(A),
    pl.Series(A),
    pa.array(A),
    csr_array(np.eye(2)),
    [A, A],
    np.array(0),
]
CALLS = {
    "missing": lambda x: cd.adjusted_rand(A, B, missing=x),
    "align": lambda x: cd.adjusted_rand(A, B, align=x),
    "measures": lambda x: cd.compare(A, B, measures=x),
    "goal": lambda x: cd.recommend(A, B, goal=x),
    "k": BoundedEntropy,
    "bounds": lambda x: SplitMerge(LargestPart(), bounds=x),
}


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("error")
def test_collections_are_no_values_of_options(name, odd):
    with pytest.raises(cd.ClusterdiffError, match=name):
        CALLS[name](odd)


def test_labels_to_keep_may_come_as_a_column():
    for keep in (2, [2], np.array([2]), np.int8(2), pd.Series([2]), pd.Index([2])):
        assert cd.relabel(B, like=["x", "x", "y", "y", "y"], keep=keep).tolist()[-1] == 2
    for keep in ([[2]], {2: 2}, pd.DataFrame({"keep": [2]})):
        with pytest.raises(cd.ClusterdiffError, match="keep must name labels"):
            cd.relabel(B, like=A, keep=keep)
