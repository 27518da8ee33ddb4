"""The reference values of tests/measures/golden: cases, and rows with measure, value and source."""

import csv
import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from clusterdiff import Table

GOLDEN = Path(__file__).resolve().parents[1] / "measures" / "golden"
FILES = {  # file of rows → file of cases, and the allowed relative error
    "computed.csv": ("cases.json", 1e-12),
    "given.csv": ("given_cases.json", 1e-12),
    "peers.csv": ("cases.json", 1e-9),
    "published.csv": ("published_cases.json", 1e-12),
}
ABSOLUTE = {
    "reduced_mutual_information": 1e-15,  # a difference of logarithms of factorials
}


@dataclass(frozen=True)
class Row:
    """One reference value."""

    measure: str  # with its options: "nmi[by=max]"
    case: tuple[str, str]
    value: float
    relative: float  # errors that are allowed
    absolute: float
    by_convention: bool
    source: str

    def agrees(self, value):
        """Return whether a value is within the allowed error."""
        return value == self.value or abs(value - self.value) <= max(
            self.relative * abs(self.value), self.absolute
        )


@cache
def cases():
    """Return the cases by file and name."""
    files = sorted({file for file, _ in FILES.values()})
    return {
        (file, name): record
        for file in files
        for name, record in json.loads((GOLDEN / file).read_text(encoding="utf-8")).items()
    }


def table(case):
    """Return a new table of a case."""
    record = cases()[case]
    if "table" in record:
        return Table.from_matrix(record["table"])
    if "counts" in record:
        return Table.from_counts(*zip(*record["counts"], strict=True))
    return Table.from_labels(record["a"], record["b"])


def _number(text):
    return float(text) if text in {"inf", "-inf"} else float(Fraction(text))


@cache
def rows():
    """Return all rows."""
    found = []
    for file, (cases_file, relative) in FILES.items():
        with (GOLDEN / file).open(encoding="utf-8", newline="") as lines:
            for line in csv.DictReader(lines):
                printed = float(line.get("tolerance") or 0) * (
                    1 + 1e-9
                )  # half a unit of the last printed digit
                absolute = max(printed, ABSOLUTE.get(line["measure"].partition("[")[0], 0.0))
                case = (cases_file, line["case"])
                found.append(
                    Row(
                        line["measure"],
                        case,
                        _number(line["value"]),
                        relative,
                        absolute,
                        line["by_convention"] == "yes",
                        line["source"],
                    )
                )
    return tuple(found)


def by_measure():
    """Return the rows of each measure with its options."""
    out = {}
    for row in rows():
        out.setdefault(row.measure, []).append(row)
    return out
