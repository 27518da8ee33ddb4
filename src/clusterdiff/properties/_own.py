"""Statements of clusterdiff itself, printed in none of the papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.properties import _random_cases as random_cases
from clusterdiff.properties._cases import chains, refines
from clusterdiff.properties._statements import Claim, axiom
from clusterdiff.properties._tables import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.properties._cases import Case, Labels
    from clusterdiff.properties._measured import Measured


@axiom(None, pairs, sample=random_cases.two, needs="value")
def names_do_not_matter(m: Measured, a: Labels, b: Labels) -> Claim:
    """Renaming the clusters of b does not change the value: v(a, b) = v(a, b').

    The names of b are taken in the opposite order.
    """
    renamed = tuple(max(b) - label for label in b)
    value, other = m.raw(a, b), m.raw(a, renamed)
    return Claim(value, "=", other, "v(a, b)", "v(a, b')", (("b'", renamed),))


def _chains_both_ways(n: int) -> Iterator[Case]:
    for a, b, c in chains(n):
        yield a, b, c
        yield c, b, a


@axiom(None, _chains_both_ways, sample=random_cases.chain_either_way)
def monotone_along_chains(m: Measured, a: Labels, b: Labels, c: Labels) -> Claim | None:
    """Splitting further, or merging further, never improves the value: d(a, b) ≤ d(a, c).

    Checked for all a ≥ b ≥ c and all a ≤ b ≤ c.
    """
    down = refines(b, a) and refines(c, b)
    up = refines(a, b) and refines(b, c)
    if not (down or up):
        return None
    return Claim(m.distance(a, b), "≤", m.distance(a, c), "d(a, b)", "d(a, c)")
