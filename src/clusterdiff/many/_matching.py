"""Bring two sets of clusterings into the same order of elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.many._clusterings import Clusterings, width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.labels import Alignment


def matched(a: Clusterings, b: Clusterings, how: Alignment) -> tuple[Clusterings, Clusterings]:
    """Return both sets on the same elements, matched by key if both have keys, else by position."""
    if a.elements is None or b.elements is None:
        if a.keyed or b.keyed:
            raise InputError(
                "Both sets must have keys, or neither: the elements of one have no keys.",
                "give both sets keys, or pass {on} with the name of the key column",
            )
        if a.n != b.n:
            raise InputError(
                f"Both sets must label the same elements: they have {a.n} and {b.n}.",
                "give the elements of both sets keys, as dicts element → label do",
            )
        return _same_weights(a, b)
    if a.elements == b.elements:
        return _same_weights(a, b)
    every = dict.fromkeys([*a.elements, *b.elements])
    if len(every) == len(a.elements) == len(b.elements):
        return _same_weights(a, _spread(b, list(a.elements)))
    if how != "intersect":
        only = len(every) - len(b.elements), len(every) - len(a.elements)
        raise InputError(
            f"Both sets must label the same elements: {only[0]} are only in the first, {only[1]} "
            "only in the second.",
            "pass {align=intersect} to compare each pair on the elements that both have",
        )
    return _same_weights(_spread(a, list(every)), _spread(b, list(every)))


def _same_weights(a: Clusterings, b: Clusterings) -> tuple[Clusterings, Clusterings]:
    """Raise if the weights of two sets differ."""
    same = (a.weights is None) == (b.weights is None)
    if same and a.weights is not None and b.weights is not None:
        same = np.array_equal(a.weights, b.weights)
    if not same:
        raise InputError("Both sets must have the same weights.")
    return a, b


def _spread(given: Clusterings, elements: Sequence[Any]) -> Clusterings:
    """Return a set on more elements, in another order; the new elements are absent."""
    position = {element: i for i, element in enumerate(given.elements or ())}
    order = np.array([position.get(element, -1) for element in elements])
    new = order < 0
    sizes = np.array(given.sizes)
    codes = given.codes[:, np.where(new, 0, order)]
    codes = np.where(new[None], sizes[:, None], codes).astype(width_of(int(sizes.max())))
    absent = tuple(int(number) for number in np.count_nonzero(codes == sizes[:, None], axis=1))
    weights = None if given.weights is None else np.where(new, 0, given.weights[order])
    found = given._encoded()._replace(  # noqa: SLF001
        codes=np.ascontiguousarray(codes), absent=absent, weights=weights,
        elements=tuple(elements), index=None,
    )  # fmt: skip
    return Clusterings._of(given.names, found)  # noqa: SLF001
