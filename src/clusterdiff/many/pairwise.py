"""pairwise: every pair of several clusterings of the same elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import OptionError
from clusterdiff.many._matching import matched
from clusterdiff.many._options import takes_set_options
from clusterdiff.many._values import values_of_all, values_of_pairs
from clusterdiff.many.clusterings import Clusterings
from clusterdiff.many.pairwise_result import Pairwise
from clusterdiff.measures import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Unpack

    from clusterdiff.many._options import SetOptions
    from clusterdiff.measures import Measure


@takes_set_options
def pairwise(
    clusterings: Any,
    measures: str | Measure | Iterable[str | Measure] = "adjusted_rand",
    *,
    cross: Any = None,
    names: Sequence[str] | None = None,
    **options: Unpack[SetOptions],
) -> Pairwise:
    """Compare every pair of several clusterings, under one or several measures in one pass.

    Measures of pair counts and entropies are computed from the codes of all pairs at once, on all
    cores; other measures from the table of each pair.

    Parameters
    ----------
    clusterings : Clusterings, data frame, dict, list or array of shape (m, n)
        The clusterings, as `Clusterings` takes them.
    measures : str, Measure or list of them, default="adjusted_rand"
        Names of measures, measures, or families.
    cross : Clusterings, data frame, dict, list or array, optional
        Another set of clusterings of the same elements. Each clustering of the first set is then
        compared with each of this one.
    names : list of str, optional
        The columns or items to take, or the names of the clusterings, as in `Clusterings`.
    {selection}

    Returns
    -------
    Pairwise
        A matrix for each measure, with a heatmap, a tree and a map of the clusterings. Pairs with
        absent elements are compared on those that both have; `shared` counts them.

    Raises
    ------
    InputError
        If the clusterings cannot be compared.
    OptionError
        If no measure is named.
    UnknownNameError
        If there is no such measure.

    See Also
    --------
    rank : Several clusterings against one reference.
    Clusterings : A set of clusterings that is encoded once.

    Examples
    --------
    >>> pairwise({"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}, "vi")
    variation_of_information    x    y    z
    x                           0  0.5    1
    y                         0.5    0  0.5
    z                           1  0.5    0
    >>> pairwise([[0, 0, 1, 1]], "vi", cross={"y": [0, 0, 1, 2]}).to_numpy().tolist()
    [[0.5]]
    """
    chosen = resolve(measures)
    if not chosen:
        raise OptionError("measures must name at least one measure.")
    if cross is not None:
        how = options.get("align", "raise")
        return _cross(
            *matched(_set_of(clusterings, names, options), _set_of(cross, None, options), how),
            chosen,
        )
    first = Clusterings(clusterings, names, **options)
    return _result(first, first, chosen, *values_of_all(first, chosen))


def _set_of(given: Any, names: Sequence[str] | None, options: SetOptions) -> Clusterings:
    """Return one of two sets; `align` says how elements of two existing sets are matched."""
    if isinstance(given, Clusterings) and options.keys() <= {"align"}:
        return given if names is None else given.select(names)
    return Clusterings(given, names, **options)


def _cross(first: Clusterings, second: Clusterings, measures: Sequence[Measure]) -> Pairwise:
    """Compare every clustering of one set with every clustering of another."""
    shape = len(first), len(second)
    pairs = np.indices(shape).reshape(2, -1).T
    found = values_of_pairs(first, second, np.ascontiguousarray(pairs), measures)
    values = found.values.reshape(len(measures), *shape)
    return _result(first, second, measures, values, found.shared.reshape(shape))


def _result(
    first: Clusterings, second: Clusterings, measures: Sequence[Measure], values: Any, shared: Any
) -> Pairwise:
    values.flags.writeable = shared.flags.writeable = False
    return Pairwise(
        tuple(measure.name for measure in measures), first.names, values, first.n, shared,
        second.names, tuple(measures), crossed=second is not first,
    )  # fmt: skip
