"""Properties of measures, checked on all small clusterings.

Every property is a statement of one of the source papers, cited by its number, or one of
clusterdiff itself (``source`` is None). `check` tries all clusterings of up to n elements and
random larger ones, and returns the simplest counterexample.

>>> from clusterdiff import properties
>>> verdict = properties.check("adjusted_rand", "normalized")
>>> print(verdict.counterexample)
a = 001, b = 010: S(a, b) = -0.5 < 0
"""

from clusterdiff.properties._matrix import (
    QUICK,
    QUICK_BUDGET,
    listing,
    matrix,
    profile,
)
from clusterdiff.properties._results import Profile, PropertyList, PropertyMatrix, by_paper
from clusterdiff.properties._search import PROPERTIES, check
from clusterdiff.properties._search import find as property  # noqa: A004
from clusterdiff.properties.cases import chains, shapes
from clusterdiff.properties.measured import Measured
from clusterdiff.properties.printed import (
    CHARACTERIZATIONS,
    PRINTED,
    Comparison,
    Printed,
    compare_with_papers,
)
from clusterdiff.properties.statements import Claim, Property, axiom
from clusterdiff.properties.tables import pairs
from clusterdiff.properties.verdicts import Counterexample, Verdict
from clusterdiff.properties.xiang import Extremes, extremes, worsening_series

__all__ = [
    "CHARACTERIZATIONS",
    "PRINTED",
    "PROPERTIES",
    "QUICK",
    "QUICK_BUDGET",
    "Claim",
    "Comparison",
    "Counterexample",
    "Extremes",
    "Measured",
    "Printed",
    "Profile",
    "Property",
    "PropertyList",
    "PropertyMatrix",
    "Verdict",
    "axiom",
    "by_paper",
    "chains",
    "check",
    "compare_with_papers",
    "extremes",
    "listing",
    "matrix",
    "pairs",
    "profile",
    "property",
    "shapes",
    "worsening_series",
]


def __dir__() -> list[str]:
    return sorted(__all__)
