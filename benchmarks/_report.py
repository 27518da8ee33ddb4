"""Rows of the report: ours beside a peer or a limit, in words."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import clusterdiff as cd
from benchmarks._timing import PATIENCE, Timed, side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

PACKAGES = ("clusterdiff", "numpy", "scipy", "scikit-learn", "genieclust", "igraph", "scikit-image", "polars", "pandas", "pyarrow", "duckdb")
HEADER = ("workload", "ours", "against", "theirs", "ratio", "required", "met", "note")
WIDTHS = (62, 8, 21, 8, 15, 15, 3, 0)
LOAD_BEFORE = os.getloadavg()[0] if hasattr(os, "getloadavg") else None


class Row(NamedTuple):
    """One line of the report; `met` is None where nothing is required."""

    workload: str
    ours: str
    against: str = ""
    theirs: str = ""
    ratio: str = ""
    required: str = ""
    met: bool | None = None
    note: str = ""

    def unjudged(self) -> Row:
        """The line without what is required, which is said of the full size only."""
        return self._replace(required="", met=None)

    def cells(self) -> tuple[str, ...]:
        """The line as words."""
        met = "" if self.met is None else "yes" if self.met else "no"
        return (*self[:6], met, self.note)


class Peer(NamedTuple):
    """What we are measured against; its module is imported before, and is what `call` is given."""

    name: str
    module: str
    call: Callable[[ModuleType], Any]
    faster: float | None = None  # at least this many times faster we must be
    within: float | None = None  # at most this many times its time we may take
    times: float = 1  # what it is timed on is this many times smaller
    note: str = ""

    def row(self, workload: str, ours: Timed, theirs: Timed) -> Row:
        """The line that compares the two."""
        seconds = theirs.seconds * self.times
        note = self.note or _difference(ours.value, theirs.value)
        return against(workload, ours.seconds, self.name, seconds, faster=self.faster, within=self.within, note=note)


def race(workload: str, ours: Callable[[], Any], peers: Sequence[Peer] = (), limit: float | None = None, patience: float = PATIENCE) -> Iterator[Row]:
    """Our time against that of each peer that is installed, and against a limit in seconds."""
    calls = {"ours": ours}
    for peer in peers:
        module = imported(peer.module)
        if module is not None:
            calls[peer.name] = lambda peer=peer, module=module: peer.call(module)
    times = side_by_side(calls, patience)
    if limit is not None:
        yield within(workload, times["ours"].seconds, limit, duration)
    for peer in peers:
        if peer.name in times:
            yield peer.row(workload, times["ours"], times[peer.name])
        else:
            yield Row(workload, duration(times["ours"].seconds), peer.name, note="not installed")
    if not peers and limit is None:
        yield Row(workload, duration(times["ours"].seconds))


def against(workload: str, ours: float, name: str, theirs: float, *, faster: float | None = None, within: float | None = None, note: str = "") -> Row:
    """Our seconds against theirs."""
    cells = (workload, duration(ours), name, duration(theirs))
    if within is not None:
        return Row(*cells, f"{_number(ours / theirs)}× its time", f"≤ {within:g}× its time", ours <= within * theirs, note)
    required, met = ("", None) if faster is None else (f"≥ {faster:g}×", theirs >= faster * ours)
    return Row(*cells, f"{_number(theirs / ours)}×", required, met, note)


def within(workload: str, ours: float, limit: float, unit: Callable[[float], str], note: str = "") -> Row:
    """Our number against a limit."""
    return Row(workload, unit(ours), required=f"≤ {unit(limit)}", met=ours <= limit, note=note)


def imported(module: str) -> ModuleType | None:
    """The module, or None if it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        return None


def _difference(ours: Any, theirs: Any) -> str:
    if isinstance(ours, float) and isinstance(theirs, float) and not isclose(ours, theirs, rel_tol=1e-6):
        return f"values differ: {ours:.9g}, theirs {theirs:.9g}"
    return ""


def _number(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def duration(seconds: float) -> str:
    """Seconds in the unit that suits them."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds < 1000 else f"{seconds:.0f} s"
    return f"{seconds / 1e-6:.3g} µs"


def size(count: float) -> str:
    """Bytes in the unit that suits them."""
    unit, one = next(((unit, one) for unit, one in (("TB", 1e12), ("GB", 1e9)) if count >= one), ("MB", 1e6))
    return f"{count / one:.3g} {unit}"


def power(n: int) -> str:
    """A power of ten as one."""
    exponent = len(str(n)) - 1
    return "10" + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")) if exponent > 2 and n == 10**exponent else str(n)


def console_line(cells: Sequence[str]) -> str:
    """The cells in columns."""
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


def markdown(rows: Sequence[Row]) -> str:
    """RESULTS.md."""
    judged = [row.met for row in rows if row.met is not None]
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`. Times are the best of several, taken in turns with those of the peers in one run;",
        "a ratio is their time divided by ours, unless it says otherwise.",
        "",
        *(f"- {line}" for line in _machine()),
        f"- {sum(judged)} of {len(judged)} requirements met",
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


def _machine() -> list[str]:
    load = "" if LOAD_BEFORE is None else f", load average {LOAD_BEFORE:.1f} before the run"
    return [
        f"{datetime.now(UTC):%Y-%m-%d}",
        f"{_processor()}, {os.cpu_count()} cores{load}",
        f"Python {platform.python_version()} on {platform.system()}; clusterdiff's kernel: {cd.KERNEL}",
        ", ".join(f"{package} {_version(package)}" for package in PACKAGES),
    ]


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
