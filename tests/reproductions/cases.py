"""What the tests of the papers share."""

from functools import cache

from reproductions import reproduce
from tests.helpers.tables import labels_of

__all__ = ["checks_of", "exact", "labels_of"]


@cache
def exact(name):
    """A paper without its simulations, recomputed once."""
    (paper,) = reproduce(name, quick=True)
    return paper


def checks_of(paper, verdict):
    """The checks of a paper that came out so."""
    return [
        check for section in paper.sections for check in section.checks if check.verdict == verdict
    ]
