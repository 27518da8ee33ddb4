"""A data set with values that engines treat differently, and the tables that it must give."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from uuid import UUID

import numpy as np
import pyarrow as pa

from clusterdiff import read_table
from clusterdiff.table import Table

EAST = timezone(timedelta(hours=5, minutes=30))
NOON = datetime(2024, 3, 31, 12, 0, 0, 1, UTC)

TEXT = [
    "A",
    "a",
    "a ",
    "é",
    "e\u0301",
    "",
    "NA",
    "None",
    None,
    "日本",
    "😀",
    "0",
    "00",
    "a",
    "A",
    "\t",
]
WHOLE = [0, 1, -1, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), None, 7, 7, 0, 1, 2**62, -7, None, 0]
REAL = [
    0.0,
    -0.0,
    float("nan"),
    None,
    1.0,
    1e15,
    -3.0,
    float("nan"),
    0.0,
    1.0,
    -0.0,
    2.0,
    2.0,
    None,
    5.0,
    1.0,
]
EXACT = [None if x is None else Decimal(x) for x in (
    "1.10", "1.1", "1.100", "-0.000", "0", "12345678901234567.890", None, "1.101", "2", "2.0",
    "1.1", "0.001", "-1.1", "1.10", "2.000", "0")]  # fmt: skip
FLAG = [True, False, None, True] * 4
DAY = [date(1, 1, 1), date(2024, 2, 29), None, date(9999, 12, 31)] * 4
INSTANT = [NOON, NOON.astimezone(EAST), NOON + timedelta(microseconds=1), None] * 4
LOCAL = [None if at is None else at.replace(tzinfo=None) for at in INSTANT]  # in two zones
RAW = [b"a", b"A", b"\x00", b"a\x00", None, b"", b"a", b"A"] * 2
IDS = [UUID(int=i % 5 + (2**127 if i % 2 else 0)) if i != 6 else None for i in range(16)]
KIND = ["red", "Red", "green", None] * 4
KEY = [
    "K1",
    "k1",
    "k1 ",
    "é",
    "e\u0301",
    "x'y",
    'x"y',
    "x\\y",
    "%",
    "日",
    "0",
    "00",
    "1",
    "01",
    "",
    " ",
]
WEIGHT = [1, 0, 2**61, 3, 2**60, 1, 1, 2, 0, 1, 1, 5, 1, 1, 1, 1]

SCHEMA = pa.schema({
    "key": pa.string(), "text": pa.string(), "whole": pa.int64(), "real": pa.float64(),
    "exact": pa.decimal128(20, 3), "flag": pa.bool_(), "day": pa.date32(),
    "instant": pa.timestamp("us", "UTC"), "weight": pa.int64(), "raw": pa.binary(),
    "uuid": pa.string(), "kind": pa.string(), "local": pa.timestamp("us"),
})  # fmt: skip
COLUMNS = {
    "key": KEY, "text": TEXT, "whole": WHOLE, "real": REAL, "exact": EXACT, "flag": FLAG,
    "day": DAY, "instant": INSTANT, "weight": WEIGHT, "raw": RAW,
    "uuid": [None if each is None else str(each) for each in IDS], "kind": KIND, "local": LOCAL,
}  # fmt: skip
LABELS = [name for name in COLUMNS if name not in {"key", "weight"}]
ARROW = pa.table(COLUMNS, schema=SCHEMA)

# Another clustering of most of these elements, in another order.
OTHER_KEY = [*KEY[::-1][:12], "new", "New"]
OTHER_LABEL = [i % 5 for i in range(12)] + [None, 3]
OTHER = pa.table({"other_key": OTHER_KEY, "found": pa.array(OTHER_LABEL, pa.int64())})

# The same numbers as keys of several types, in two orders, with a label each.
_NUMBERS = [0, 1, -3, 10, 2**40]
_KINDS = {
    "whole": pa.int64(), "real": pa.float64(), "text": pa.string(),
    "cents": pa.decimal128(20, 2), "tenths": pa.decimal128(18, 1),
}  # fmt: skip


def _keys(kind, numbers):
    decimal = pa.types.is_decimal(_KINDS[kind])
    values = [Decimal(x) if decimal else str(x) if kind == "text" else x for x in numbers]
    return pa.array(values, _KINDS[kind])


NUMBERED = pa.table({**{kind: _keys(kind, _NUMBERS) for kind in _KINDS}, "label": [1, 1, 2, 2, 3]})
RENUMBERED = pa.table(
    {**{kind: _keys(kind, _NUMBERS[::-1]) for kind in _KINDS}, "found": [5, 6, 6, 7, 7]}
)


def check_keys_of_numbers(left, right):
    """Check that keys that are equal numbers, or their text, are one element in every engine."""
    expected = Table.from_labels([1, 1, 2, 2, 3], [7, 7, 6, 6, 5])
    for a, b in (("whole", "real"), ("whole", "cents"), ("cents", "tenths"), ("real", "tenths"),
                 ("whole", "text"), ("text", "real"), ("cents", "text")):  # fmt: skip
        table = read_table(left, right, on=f"{a}={b}", columns="label,found")
        assert table == expected, (a, b)


def canonical(label):
    """Return a label that does not depend on the type that a library uses for it."""
    if label is None or isinstance(label, (str, bytes)) or not hasattr(label, "__hash__"):
        return label
    if isinstance(label, datetime):
        return str(
            np.datetime64(
                label.astimezone(UTC).replace(tzinfo=None) if label.tzinfo else label, "us"
            )
        )
    if isinstance(label, np.datetime64):
        return str(label.astype("M8[us]"))
    if isinstance(label, (bool, np.bool_)):
        return f"bool {bool(label)}"
    if isinstance(label, (int, np.integer)):
        return int(label)
    return repr(label.normalize() + 0) if isinstance(label, Decimal) else str(label)


def shown(table):
    """Return everything that a table contains, regardless of the order of its clusters."""
    names = [
        [canonical(each) for each in list(labels)]
        for labels in (table.row_labels, table.col_labels)
    ]
    cells = Counter()
    for i, j, number in zip(table.rows, table.cols, table.counts, strict=True):
        cells[str(names[0][i]), str(names[1][j])] += int(number)
    return table.n, table.shape, dict(table.dropped._asdict()), cells


def reference(a, b, **options):
    """Return the table of two columns as lists of Python objects."""
    return Table.from_labels(COLUMNS[a], COLUMNS[b], **options)


def joined(align, **options):
    """Return the table of the text column and of the other clustering, matched by key in Python."""
    return Table.from_labels(
        dict(zip(KEY, TEXT, strict=True)),
        dict(zip(OTHER_KEY, OTHER_LABEL, strict=True)),
        align=align,
        **options,
    )
