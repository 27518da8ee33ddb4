"""Two clusterings to one table: matched by key or by order, in memory or by the engine, under one policy."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.errors import InputError, OptionError
from clusterdiff.io._cells import ONLY_A, ONLY_B, Cells
from clusterdiff.io._memory import matched
from clusterdiff.io._names import called
from clusterdiff.labels import Dropped
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from clusterdiff.io._choose import Clustering

    Progress = Callable[[float], None]  # is told the share that is done

ALIGNMENTS = ("raise", "intersect", "singletons")


@dataclass(frozen=True, slots=True)
class Report:
    """What of the files was not plainly on both sides, counted in elements."""

    only_a: int = 0
    only_b: int = 0
    missing_a: int = 0
    missing_b: int = 0
    ignored: int = 0

    def to_dict(self) -> dict[str, int]:
        """As plain data."""
        return asdict(self)


class Counted(NamedTuple):
    """The table of two clusterings, and what was not plain about them."""

    table: Table
    report: Report


def count(
    a: Clustering, b: Clustering, *, align: str = "raise", missing: str = "raise", ignore: Any = (), noise: Any = (),
    memory: str = "", progress: Progress | None = None,
) -> Counted:  # fmt: skip
    """Count two clusterings; `missing`, `ignore` and `noise` are those of `Table.from_labels`."""
    if align not in ALIGNMENTS:
        raise OptionError(f"align must be one of {', '.join(ALIGNMENTS)}: got {align!r}.")
    cells = _cells(a, b, memory, progress)
    only_a, only_b = cells.weight(cells.on(ONLY_A)), cells.weight(cells.on(ONLY_B))
    if align == "raise" and (only_a or only_b):
        raise _different(a, b, cells, only_a, only_b)
    cells, absent_a, absent_b = (cells.matched() if align == "intersect" else cells).with_lone()
    if not len(cells.a) and (only_a or only_b):
        raise _nothing_shared(a, b)
    report = Report(only_a, only_b, cells.weight(cells.a.missing), cells.weight(cells.b.missing))
    if missing == "raise":
        _check_labelled(a, b, report, cells.total)
    options = {**_named("ignore", ignore, cells), **_named("noise", noise, cells, absent_a, absent_b)}
    table = Table.from_labels(cells.a, cells.b, missing=missing, weights=cells.counts, **options)
    lost = cells.weight(_either(cells.a.missing, cells.b.missing)) if missing == "drop" else 0
    dropped = Dropped(lost, cells.total - lost - table.n)
    return Counted(replace(table, dropped=dropped), replace(report, ignored=dropped.ignored))


def _cells(a: Clustering, b: Clustering, memory: str, progress: Progress | None) -> Cells:
    if a.source.scannable and b.source.scannable and (a.source.large or b.source.large):
        from clusterdiff.engines import duck

        if duck.installed() or "parquet" in {a.source.kind, b.source.kind}:
            return duck.count(a, b, memory, progress)
    return matched(a, b)


def _either(a: NDArray[np.bool_] | None, b: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
    return b if a is None else a if b is None else a | b


def _named(option: str, wanted: Any, cells: Cells, more_a: list[Any] | None = None, more_b: list[Any] | None = None) -> dict[str, Any]:
    """An option's labels in the kind of each side; one that fits neither is left to the door to refuse."""
    wanted = [wanted] if isinstance(wanted, (str, int)) else list(wanted)
    for_a, for_b = called(wanted, cells.a), called(wanted, cells.b)
    neither = wanted if not for_a and not for_b else []
    return {option: neither, f"{option}_a": [*for_a, *(more_a or ())], f"{option}_b": [*for_b, *(more_b or ())]}


def _different(a: Clustering, b: Clustering, cells: Cells, only_a: int, only_b: int) -> InputError:
    found = ((only_a, a, cells.examples[0]), (only_b, b, cells.examples[1]))
    parts = [f"{number:,} key{'s are' if number > 1 else ' is'} only in {side.source.name} (first {key!r})" for number, side, key in found if number]
    return InputError(
        f"{a.source.name} and {b.source.name} must label the same elements: {', '.join(parts)}.",
        'align="intersect" leaves them out, align="singletons" makes each a cluster of its own',
    )


def _nothing_shared(a: Clustering, b: Clustering) -> InputError:
    return InputError(f"{a.source.name} and {b.source.name} must share at least one key: they share none.", 'on="COLUMN" names another key')


def _check_labelled(a: Clustering, b: Clustering, report: Report, total: int) -> None:
    for side, number in ((a, report.missing_a), (b, report.missing_b)):
        if number:
            raise InputError(
                f"{side.source.name} must have a label for every element in column {side.column}: {number:,} of {total:,} are missing.",
                'missing="drop", missing="singletons" or missing="block"',
            )
