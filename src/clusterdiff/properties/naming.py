"""What every paper takes for granted: a clustering is a set of groups, whatever they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.properties import _samples as samples
from clusterdiff.properties._cases import pairs
from clusterdiff.properties._property import Claim, axiom

if TYPE_CHECKING:
    from clusterdiff.properties._cases import Labels
    from clusterdiff.properties._subject import Subject


@axiom("taken for granted in all of them", pairs, sample=samples.two, describes=True)
def names_do_not_matter(s: Subject, a: Labels, b: Labels) -> Claim:
    """Calling the clusters of b otherwise changes nothing: v(a, b) = v(a, b').

    The names of b are taken in the opposite order.
    """
    renamed = tuple(max(b) - label for label in b)
    return Claim(s.raw(a, b), "=", s.raw(a, renamed), "v(a, b)", "v(a, b')", (("b'", renamed),))


PROPERTIES = (names_do_not_matter,)
