"""Measure time, alternating between calls, and memory, in a separate process."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from math import ceil, inf
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Call = Callable[[], Any]

ROUNDS = 7
PATIENCE = 5.0  # total seconds after which a call is not repeated
SHORT = 1e-3  # seconds below which calls are timed in a loop
LOOP = 1e-2  # seconds that such a loop takes


class Timed(NamedTuple):
    """The best time of a call, and its value."""

    seconds: float
    value: Any


def side_by_side(
    calls: Mapping[str, Call], patience: float = PATIENCE, rounds: int = ROUNDS
) -> dict[str, Timed]:
    """Return the best time of each call; calls alternate, so that load affects all of them."""
    best: dict[str, Timed] = {}
    spent: dict[str, float] = defaultdict(float)
    for _ in range(rounds):
        for name, call in calls.items():
            if spent[name] < patience:
                timed = _time(call)
                spent[name] += timed.seconds
                best[name] = min(best.get(name, timed), timed, key=lambda each: each.seconds)
    return best


def _time(call: Call) -> Timed:
    start = perf_counter()
    value = call()
    seconds = perf_counter() - start
    if seconds < SHORT:
        turns = ceil(LOOP / max(seconds, 1e-7))
        start = perf_counter()
        for _ in range(turns):
            call()
        seconds = (perf_counter() - start) / turns
    return Timed(seconds, value)


class Used(NamedTuple):
    """Time and memory of a call in a separate process."""

    seconds: float
    extra: int  # peak bytes minus bytes before the call
    value: Any


def in_own_process(
    prepare: Callable[..., Call],
    *arguments: Any,
    repeats: int = 1,
    limit: float = inf,
    timeout: float = 300,
) -> Used:
    """Measure the call that ``prepare(*arguments)`` returns, in a new process.

    The process raises MemoryError above `limit` bytes.
    """
    with get_context("spawn").Pool(1) as pool:  # the process ends with the block
        return pool.apply_async(_use, (prepare, arguments, repeats, limit)).get(timeout)


def _use(
    prepare: Callable[..., Call], arguments: tuple[Any, ...], repeats: int, limit: float
) -> Used:
    call = prepare(*arguments)
    peak = _PeakMemory(limit)
    runs = [_time(call) for _ in range(repeats)]
    best = min(runs, key=lambda each: each.seconds)
    return Used(best.seconds, peak.extra(), best.value)


class _PeakMemory:
    """The resident memory added after construction.

    On Linux a process inherits ru_maxrss from its parent, which has large arrays here; the
    high-water mark of the kernel is therefore reset and read instead.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._linux = sys.platform == "linux"
        if self._linux:
            Path("/proc/self/clear_refs").write_text("5")
            self._before = _status("VmRSS")
            if limit < inf:
                import resource

                address_space = int(_status("VmSize") + limit)
                resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
        else:
            self._before = _maxrss()

    def extra(self) -> int:
        """Return peak bytes minus bytes at the start."""
        return max(0, (_status("VmHWM") if self._linux else _maxrss()) - self._before)


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{field}:"))


def _maxrss() -> int:
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def import_seconds(*statements: str) -> list[float]:
    """Return the best time of each import in a new interpreter, without its start-up."""
    best = [inf] * len(statements)
    for _ in range(ROUNDS):
        for i, statement in enumerate(statements):
            code = (
                "from time import perf_counter as now; start = now(); "
                f"{statement}; print(now() - start)"
            )
            ran = subprocess.run(  # noqa: S603  (our own code)
                [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
            )
            best[i] = min(best[i], float(ran.stdout))
    return best
