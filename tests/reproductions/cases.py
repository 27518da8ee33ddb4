"""Functions that the tests of the papers share."""

from functools import cache

from reproductions import reproduce
from tests.helpers.tables import labels_of

__all__ = ["exact", "labels_of"]


@cache
def exact(name):
    """Return a paper without its simulations, recomputed once."""
    (paper,) = reproduce(name, quick=True)
    return paper
