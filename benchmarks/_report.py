"""Rows of the report: clusterdiff compared with a peer or a limit."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks._timing import PATIENCE, ROUNDS, Timed, side_by_side
from clusterdiff import _kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

PACKAGES = (
    "clusterdiff",
    "numpy",
    "scipy",
    "scikit-learn",
    "genieclust",
    "igraph",
    "scikit-image",
    "polars",
    "pandas",
    "pyarrow",
    "duckdb",
)
HEADER = ("workload", "ours", "against", "theirs", "ratio", "required", "met", "note")
WIDTHS = (62, 8, 21, 8, 15, 15, 3, 0)
LOAD_BEFORE = os.getloadavg()[0] if hasattr(os, "getloadavg") else None


class Row(NamedTuple):
    """One row of the report; `met` is None if nothing is required."""

    workload: str
    ours: str
    against: str = ""
    theirs: str = ""
    ratio: str = ""
    required: str = ""
    met: bool | None = None
    note: str = ""

    def unjudged(self) -> Row:
        """Return the row without its requirement, which applies to the full size only."""
        return self._replace(required="", met=None)

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the row as text."""
        met = "" if self.met is None else "yes" if self.met else "no"
        return (*self[:6], met, self.note)


class Peer(NamedTuple):
    """A package or call to compare with; `call` receives its module, which is already imported."""

    name: str
    module: str
    call: Callable[[ModuleType], Any]
    faster: float | None = None  # required: at least this many times faster
    within: float | None = None  # required: at most this many times as slow
    times: float = 1  # factor by which the timed problem is smaller
    note: str = ""

    def row(self, workload: str, ours: Timed, theirs: Timed) -> Row:
        """Return the row that compares the two."""
        seconds = theirs.seconds * self.times
        note = self.note or _difference(ours.value, theirs.value)
        return against(
            workload,
            ours.seconds,
            self.name,
            seconds,
            faster=self.faster,
            within=self.within,
            note=note,
        )


def race(
    workload: str,
    ours: Callable[[], Any],
    peers: Sequence[Peer] = (),
    limit: float | None = None,
    patience: float = PATIENCE,
    rounds: int = ROUNDS,
) -> Iterator[Row]:
    """Compare with each installed peer and with a limit in seconds."""
    calls = {"ours": ours}
    for peer in peers:
        module = imported(peer.module)
        if module is not None:
            calls[peer.name] = lambda peer=peer, module=module: peer.call(module)
    times = side_by_side(calls, patience, rounds)
    if limit is not None:
        yield within(workload, times["ours"].seconds, limit, duration)
    for peer in peers:
        if peer.name in times:
            yield peer.row(workload, times["ours"], times[peer.name])
        else:
            yield Row(workload, duration(times["ours"].seconds), peer.name, note="not installed")
    if not peers and limit is None:
        yield Row(workload, duration(times["ours"].seconds))


def against(
    workload: str,
    ours: float,
    name: str,
    theirs: float,
    *,
    faster: float | None = None,
    within: float | None = None,
    note: str = "",
) -> Row:
    """Return the row that compares two times."""
    cells = (workload, duration(ours), name, duration(theirs))
    if within is not None:
        return Row(
            *cells,
            f"{_number(ours / theirs)}× its time",
            f"≤ {within:g}× its time",
            ours <= within * theirs,
            note,
        )
    required, met = ("", None) if faster is None else (f"≥ {faster:g}×", theirs >= faster * ours)
    return Row(*cells, f"{_number(theirs / ours)}×", required, met, note)


def within(
    workload: str, ours: float, limit: float, unit: Callable[[float], str], note: str = ""
) -> Row:
    """Return the row that compares a number with a limit."""
    return Row(workload, unit(ours), required=f"≤ {unit(limit)}", met=ours <= limit, note=note)


def imported(module: str) -> ModuleType | None:
    """Return the module, or None if it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        return None


def _difference(ours: Any, theirs: Any) -> str:
    if (
        isinstance(ours, float)
        and isinstance(theirs, float)
        and not isclose(ours, theirs, rel_tol=1e-6)
    ):
        return f"values differ: {ours:.9g}, theirs {theirs:.9g}"
    return ""


def _number(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def duration(seconds: float) -> str:
    """Return seconds in a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds < 1000 else f"{seconds:.0f} s"
    return f"{seconds / 1e-6:.3g} µs"


def size(count: float) -> str:
    """Return bytes in a suitable unit."""
    unit, one = next(
        ((unit, one) for unit, one in (("TB", 1e12), ("GB", 1e9)) if count >= one), ("MB", 1e6)
    )
    return f"{count / one:.3g} {unit}"


def power(n: int) -> str:
    """Return 10ᵏ for a power of ten, else the number."""
    exponent = len(str(n)) - 1
    return (
        "10" + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
        if exponent > 2 and n == 10**exponent
        else str(n)
    )


def console_line(cells: Sequence[str]) -> str:
    """Return the cells in columns."""
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


PICTURES = {
    "ratios.svg": "Time of other packages divided by the time of clusterdiff, for each workload",
    "scaling-n.svg": "Time of the adjusted Rand index over the number of elements",
    "scaling-k.svg": "Time of the adjusted Rand index over the number of clusters",
}


def markdown(rows: Sequence[Row], commit: str, pictures: Sequence[str] = ()) -> str:
    """Return the text of RESULTS.md; `pictures` are the files of PICTURES that exist."""
    judged = [row.met for row in rows if row.met is not None]
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`, which runs `python -m benchmarks` in an environment with the",
        "extra `bench`. Each time is the best of several runs, which alternate with those of the",
        "peers. A ratio is the time of the peer divided by the time of clusterdiff unless stated",
        "otherwise. `python -m benchmarks.history A B` compares the runs of two commits.",
        "",
        *(f"- {line}" for line in _machine(commit)),
        f"- {sum(judged)} of {len(judged)} requirements met",
        "",
        *(f"![{text}]({name})\n" for name, text in PICTURES.items() if name in pictures),
        "## All workloads",
        "",
        _markdown_line(HEADER),
        _markdown_line(["---"] * len(HEADER)),
    ]
    before = ""
    for row in rows:
        cells = row.cells()
        lines.append(_markdown_line(("", "", *cells[2:]) if row[:2] == before else cells))
        before = row[:2]
    return "\n".join(lines) + "\n"


def _markdown_line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _machine(commit: str) -> list[str]:
    load = "" if LOAD_BEFORE is None else f", load average {LOAD_BEFORE:.1f} before the run"
    return [
        f"{datetime.now(UTC):%Y-%m-%d}, commit {commit}",
        f"{processor()}, {os.cpu_count()} cores{_memory()}{load}",
        f"Python {platform.python_version()} on {platform.system()}; kernel: {_kernel.KERNEL}",
        ", ".join(f"{package} {_version(package)}" for package in PACKAGES),
    ]


def _memory() -> str:
    if not hasattr(os, "sysconf"):
        return ""
    return f", {size(os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES'))} of memory"


def processor() -> str:
    """Return the name of the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")),
        platform.machine(),
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
