"""Labels as columns of every library, and the cells of their table."""

from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from hypothesis import settings

from clusterdiff import Partition, Table

few = settings(max_examples=12, derandomize=True)
many = settings(max_examples=100, derandomize=True)


def cells(table):
    """Return how often each pair of labels occurs in a table; clusters without a name are None."""
    found = Counter()
    for row, col, count in zip(
        table.row_labels[table.rows],
        table.col_labels[table.cols],
        table.counts.tolist(),
        strict=True,
    ):
        found[row, col] += count
    return found


def pairs(a, b):
    """Return how often each pair of labels occurs in two lists."""
    return Counter(zip(a, b, strict=True))


def agrees(column, labels):
    """Return whether a column is read as these labels."""
    other = [i % 3 for i in range(len(labels))]
    return cells(Table.from_labels(other, column)) == pairs(other, labels)


class OnlyArray:
    def __init__(self, labels):
        self.labels = np.array(labels)

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.labels, dtype, copy=copy)


class OnlyDLPack:
    def __init__(self, labels):
        self.labels = np.array(labels)

    def __dlpack__(self, **options):
        return self.labels.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.labels.__dlpack_device__()


def numpy(dtype):
    return lambda labels: np.array(labels, dtype)


def every_third(dtype):
    return lambda labels: np.repeat(np.array(labels, dtype), 3)[::3]


def pandas(dtype):
    return lambda labels: pd.Series(labels, dtype=dtype)


def polars(dtype):
    return lambda labels: pl.Series(labels, dtype=dtype)


def arrow(dtype):
    return lambda labels: pa.array(labels, dtype)


def chunks(dtype):
    return lambda labels: pa.chunked_array([labels[:2], [], labels[2:]], dtype)


def chunks_with_own_dictionaries(labels):
    return pa.chunked_array(
        [pa.array(part, pa.string()).dictionary_encode() for part in (labels[:2], labels[2:])]
    )


ARROW_TEXTS = (
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int8(), pa.string()),
)
TEXTS = {
    **{
        form.__name__: form
        for form in (
            list,
            tuple,
            iter,
            OnlyArray,
            Partition,
            pd.Series,
            pd.Index,
            pd.array,
            pd.Categorical,
            pl.Series,
            pa.array,
        )
    },
    "list of numpy strings": lambda x: list(np.array(x, "U8")),
    **{f"numpy {dtype}": numpy(dtype) for dtype in ("U8", ">U8", "O", np.dtypes.StringDType())},
    **{
        f"every third {dtype}": every_third(dtype) for dtype in ("U8", "O", np.dtypes.StringDType())
    },
    **{
        f"pandas {dtype}": pandas(dtype)
        for dtype in ("object", "str", "string[python]", "string[pyarrow]", "category")
    },
    **{
        f"pandas arrow {dtype}": pandas(pd.ArrowDtype(dtype))
        for dtype in (ARROW_TEXTS[0], ARROW_TEXTS[3])
    },
    "pandas unused category": lambda x: pd.Categorical(
        x, categories=["unused", *sorted(set(x), reverse=True)]
    ),
    "polars Categorical": polars(pl.Categorical),
    "polars Enum": lambda x: pl.Series(x, dtype=pl.Enum(["unused", *sorted(set(x), reverse=True)])),
    **{f"arrow {dtype}": arrow(dtype) for dtype in ARROW_TEXTS},
    "arrow chunks": chunks(pa.string()),
    "arrow chunks with own dictionaries": chunks_with_own_dictionaries,
    "arrow dictionary with equal values": lambda x: pa.DictionaryArray.from_arrays(
        list(range(len(x))), pa.array(x, pa.string())
    ),
    "arrow slice": lambda x: pa.array(["cut off", *x, "cut off"]).slice(1, len(x)),
}
DAYS = ["2024-02-29", "2020-01-01", "2024-02-29", "1969-12-31"]
