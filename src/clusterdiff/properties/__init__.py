"""The papers' properties as executable claims: proved for all small clusterings, or refuted by the smallest.

>>> from clusterdiff import properties
>>> verdict = properties.check("adjusted_rand", "normalized")
>>> print(verdict.counterexample)
a = 001, b = 010: S(a, b) = -0.5 < 0
"""

from clusterdiff.properties._cases import chains, pairs, shapes
from clusterdiff.properties._matrix import QUICK, QUICK_BUDGET, Card, PropertyMatrix, card, matrix
from clusterdiff.properties._property import Claim, Counterexample, Property, Verdict, axiom
from clusterdiff.properties._search import PROPERTIES, check
from clusterdiff.properties._search import find as property  # noqa: A004
from clusterdiff.properties._subject import Subject
from clusterdiff.properties.xiang import Extremes, extremes

__all__ = [
    "PROPERTIES",
    "QUICK",
    "QUICK_BUDGET",
    "Card",
    "Claim",
    "Counterexample",
    "Extremes",
    "Property",
    "PropertyMatrix",
    "Subject",
    "Verdict",
    "axiom",
    "card",
    "chains",
    "check",
    "extremes",
    "matrix",
    "pairs",
    "property",
    "shapes",
]
