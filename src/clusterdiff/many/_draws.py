"""Read the draws of a posterior distribution as a set of clusterings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.many._clusterings import Clusterings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def read_draws(draws: Any, *, variable: str | None = None) -> Clusterings:
    """Read draws of a clustering from a posterior distribution.

    Parameters
    ----------
    draws : array of shape (draws, n) or (chains, draws, n), or InferenceData
        Integer labels; or an object with an attribute `posterior` that maps names of variables to
        arrays of shape (chains, draws, n), such as the InferenceData of ArviZ; or a set of
        clusterings in any form that `Clusterings` accepts.
    variable : str, optional
        The variable of an InferenceData that holds the labels; by default the only one that has
        three dimensions and integers.

    Returns
    -------
    Clusterings
        One clustering per draw, the chains one after the other.

    Raises
    ------
    InputError
        If there is no such variable, or more than one.

    See Also
    --------
    consensus : Summarize the draws by one partition.
    credible_ball : How far the draws are from it.

    Examples
    --------
    >>> import numpy as np
    >>> read_draws(np.zeros((2, 50, 6), int))
    Clusterings(m=100, n=6, 1 cluster)
    """
    return runs_of((draws,), {}, variable=variable)


def runs_of(
    clusterings: tuple[Any, ...],
    options: Mapping[str, Any],
    *,
    names: Sequence[str] | None = None,
    variable: str | None = None,
) -> Clusterings:
    """Return the clusterings of a call as one set; they may be the draws of a posterior."""
    if len(clusterings) != 1:
        return Clusterings(*clusterings, names=names, **options)
    (draws,) = clusterings
    if isinstance(draws, Clusterings) and not options and names is None and variable is None:
        return draws
    posterior = getattr(draws, "posterior", None)
    if posterior is not None:
        draws = _array_of(posterior[_variable(posterior, variable)])
    elif variable is not None:
        raise InputError(
            "variable applies only to draws with an attribute posterior, such as InferenceData."
        )
    if type(draws) is np.ndarray and draws.ndim == 3:
        if draws.shape[0] == 0 or draws.shape[1] == 0:
            raise InputError(f"draws must not be empty, got shape {draws.shape}.")
        draws = draws.reshape(-1, draws.shape[2])
    return Clusterings(draws, names=names, **options)


def _array_of(values: Any) -> np.ndarray[Any, Any]:
    return np.asarray(getattr(values, "values", values))


def _variable(posterior: Any, wanted: str | None) -> str:
    """Return the name of the variable that holds labels."""
    names = [str(name) for name in getattr(posterior, "data_vars", posterior)]
    if wanted is not None:
        if wanted not in names:
            raise InputError(
                f"The posterior has no variable {wanted!r}.", f"it has {', '.join(names)}"
            )
        return wanted
    found = []
    for name in names:
        array = _array_of(posterior[name])
        if array.ndim == 3 and array.dtype.kind in "iu":
            found.append(name)
    if len(found) == 1:
        return found[0]
    what = f"got {len(found)}" + (f" ({', '.join(found)})" if found else "")
    raise InputError(
        f"The posterior must have one variable of integers of shape (chains, draws, n): {what}.",
        "pass {variable=...} to choose one",
    )
