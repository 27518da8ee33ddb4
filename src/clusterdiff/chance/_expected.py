"""expected and adjusted: what chance alone gives, and a measure freed from it."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any, overload

from clusterdiff.chance._closed import closed
from clusterdiff.chance._enumerate import enumerated
from clusterdiff.chance._nulls import sides
from clusterdiff.chance._results import Adjusted, Expected
from clusterdiff.chance._sample import check_sampling, moments, sampled, tolerably
from clusterdiff.chance._subject import Asked, Subject, subjects
from clusterdiff.errors import OptionError
from clusterdiff.measures.conventions import by_convention
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clusterdiff.chance._nulls import Side

METHODS = ("auto", "closed", "enumeration", "sampled")
SAMPLES, TOLERANCE = 10_000, 0.002
FEW = 5_000  # tables that are listed rather than sampled, if left to us
_MANY = 1_000_000  # tables that are listed if asked for
_FOR_STD = 1_000  # samples for a standard deviation whose mean is known
_NO_ROOM = "chance already gives the best value"


@overload
def expected(measure: Asked, a: Any, b: Any = None, /, **options: Any) -> Expected: ...
@overload
def expected(measure: Iterable[Asked], a: Any, b: Any = None, /, **options: Any) -> tuple[Expected, ...]: ...
def expected(
    measure: Any, a: Any, b: Any = None, /, *, null: str = "permutation", method: str = "auto", samples: int = SAMPLES,
    tolerance: float = TOLERANCE, seed: int = 0, **policy: Any,
) -> Any:  # fmt: skip
    """What a measure is on average by chance, with its standard deviation.

    `null` is "permutation" (both size sequences stay), "fixed_k" (all partitions with as many clusters are
    equally likely), "all" (all partitions are), or "fixed_k_one_sided" and "all_one_sided", where a stays as it is.
    `method` is "closed", "enumeration", "sampled", or "auto": the first of these that will do. Sampling stops when the
    standard error is `tolerance` times the way from chance to the best value, or after so many `samples`.
    A list of measures gives a tuple, from the same tables.

    >>> expected("rand", [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    rand by chance: 0.56, std 0.1306 (permutation; closed form)
    >>> expected("psi", [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    pair_sets_index by chance: 0.1714, std 0.14 (permutation; enumeration)
    """
    check_sampling(samples, seed, tolerance)
    wanted, several = subjects(measure)
    found = expect(wanted, Table.of(a, b, policy), null, method, samples, tolerance, seed)
    return tuple(found) if several else found[0]


def expect(wanted: Sequence[Subject], table: Table, null: str, method: str, samples: int, tolerance: float, seed: int) -> list[Expected]:
    """The expectations of several subjects; all that need sampling share the tables."""
    if method not in METHODS:
        raise OptionError(f"method must be one of {', '.join(METHODS)}: got {method!r}.")
    both = sides(null, table)
    out: dict[int, Expected] = {}
    if method in {"auto", "closed"}:
        out = {i: e for i, s in enumerate(wanted) if (e := _closed(s, table, null, both))}
    open_ = [i for i in range(len(wanted)) if i not in out or out[i].std < 0]
    if method == "closed" and len(out) < len(wanted):
        raise OptionError(f"{wanted[next(i for i in open_ if i not in out)].name} has no closed form under {null}.", 'method="auto"')
    if open_:
        chosen = [wanted[i] for i in open_]
        sampler = _listed(chosen, both, null, method) if method != "sampled" else None
        for i, e in zip(
            open_, sampler or _sampled(chosen, table, both, null, samples, tolerance, seed, only_std=len(out) == len(wanted)), strict=True
        ):
            out[i] = e if i not in out else replace(out[i], std=e.std, method=f"closed form, std by {e.method}", samples=e.samples, seed=e.seed)
    return [out[i] for i in range(len(wanted))]


def _closed(subject: Subject, table: Table, null: str, both: tuple[Side, Side]) -> Expected | None:
    """The closed form; a standard deviation still to be found is -1."""
    found = closed(subject, table, null, both)
    if found is None:
        return None
    return Expected(subject.name, found.mean, -1.0 if found.std is None else found.std, 0.0, "closed form", null)


def _listed(chosen: Sequence[Subject], both: tuple[Side, Side], null: str, method: str) -> list[Expected] | None:
    found = enumerated(chosen, both, _MANY if method == "enumeration" else FEW // (1 + len(chosen) // 10))
    if found is None:
        if method == "enumeration":
            raise OptionError(f"enumeration takes at most {_MANY:,} tables: these are more.", 'method="sampled"')
        return None
    values, chances = found
    return [Expected(s.name, *moments(column, chances), 0.0, "enumeration", null) for s, column in zip(chosen, values.T, strict=True)]


def _sampled(
    chosen: Sequence[Subject], table: Table, both: tuple[Side, Side], null: str, samples: int, tolerance: float, seed: int, *, only_std: bool
) -> list[Expected]:
    if only_std:
        values = sampled(chosen, both, min(samples, _FOR_STD), seed)
    else:
        values = sampled(chosen, both, samples, seed, tolerably(chosen, table, tolerance))
    out = []
    for s, column in zip(chosen, values.T, strict=True):
        mean, std = moments(column)
        out.append(Expected(s.name, mean, std, std / len(column) ** 0.5, "sampling", null, len(column), seed))
    return out


@overload
def adjusted(measure: Asked, a: Any, b: Any = None, /, **options: Any) -> Adjusted: ...
@overload
def adjusted(measure: Iterable[Asked], a: Any, b: Any = None, /, **options: Any) -> tuple[Adjusted, ...]: ...
def adjusted(
    measure: Any, a: Any, b: Any = None, /, *, null: str = "permutation", method: str = "auto", samples: int = SAMPLES,
    tolerance: float = TOLERANCE, seed: int = 0, **policy: Any,
) -> Any:  # fmt: skip
    """A measure on the scale where 0 is chance and 1 is the best value: (value - E)/(best - E).

    For a distance this is its mirror, (E - value)/(E - best). The options are those of `expected`.

    >>> adjusted("purity", [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    adjusted purity: 0.4444 (0.8333, chance 0.7, best 1; permutation; enumeration)
    >>> float(adjusted("rand", [0, 0, 1, 2], [0, 0, 1, 1]))
    0.5714285714285715
    """
    check_sampling(samples, seed, tolerance)
    wanted, several = subjects(measure)
    table = Table.of(a, b, policy)
    for s in wanted:
        if s.best(table) is None:
            raise OptionError(f"{s.name} has no best value: it describes, and cannot be adjusted.")
    found = expect(wanted, table, null, method, samples, tolerance, seed)
    out = tuple(adjust(s, table, e) for s, e in zip(wanted, found, strict=True))
    return out if several else out[0]


def adjust(subject: Subject, table: Table, chance: Expected) -> Adjusted:
    """The adjusted value of a subject whose expectation is known.

    Equal partitions get 1; where chance leaves no way to the best value, others get 0 by convention.
    """
    value, best = subject.on(table), subject.best(table)
    if best is None:
        raise OptionError(f"{subject.name} has no best value: it describes, and cannot be adjusted.")
    scale = best - chance.value
    if table.nnz == table.shape[0] == table.shape[1]:
        return Adjusted(subject.name, 1.0, 0.0, value, chance, best)
    if not isfinite(scale) or abs(scale) <= 1e-12 * max(abs(best), abs(chance.value)):  # rounding errors are no room
        return Adjusted(subject.name, by_convention(0.0, _NO_ROOM), 0.0, value, chance, best, _NO_ROOM)
    score = 0.0 if chance.std == 0 else (value - chance.value) / scale
    # d/dE (v - E)/(b - E) = (v - b)/(b - E)²
    return Adjusted(subject.name, score, chance.error * abs(value - best) / scale**2, value, chance, best)
