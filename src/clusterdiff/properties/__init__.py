"""Properties of measures, checked on all small clusterings.

Every property is a statement of one of the source papers, cited by its number, or one of
clusterdiff itself (``source`` is None). `check` tries all clusterings of up to n elements and
random larger ones, and returns the simplest counterexample.

>>> from clusterdiff import properties
>>> verdict = properties.check("adjusted_rand", "normalized")
>>> print(verdict.counterexample)
a = 001, b = 010: S(a, b) = -0.5 < 0
"""

from clusterdiff.properties._cases import chains, shapes
from clusterdiff.properties._check import PROPERTIES, Counterexample, Verdict, check
from clusterdiff.properties._check import find as property  # noqa: A004
from clusterdiff.properties._measured import Measured
from clusterdiff.properties._profile import (
    Profile,
    PropertyList,
    PropertyMatrix,
    by_paper,
    listing,
    matrix,
    profile,
)
from clusterdiff.properties._statements import Claim, Property, axiom
from clusterdiff.properties._tables import pairs
from clusterdiff.properties._xiang import Extremes, extremes

__all__ = [
    "PROPERTIES",
    "Claim",
    "Counterexample",
    "Extremes",
    "Measured",
    "Profile",
    "Property",
    "PropertyList",
    "PropertyMatrix",
    "Verdict",
    "axiom",
    "by_paper",
    "chains",
    "check",
    "extremes",
    "listing",
    "matrix",
    "pairs",
    "profile",
    "property",
    "shapes",
]


def __dir__() -> list[str]:
    return sorted(__all__)
