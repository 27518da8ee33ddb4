"""How many threads the kernels may use."""

from __future__ import annotations

import os
from math import ceil
from pathlib import Path

from clusterdiff.errors import OptionError

_CGROUPS = Path("/sys/fs/cgroup")
_MEMBERSHIP = Path("/proc/self/cgroup")
_PER_CPU = 4
_ALWAYS_ALLOWED = 16


def thread_count(wanted: str | None) -> int:
    """Return the number of threads for a value of ``CLUSTERDIFF_THREADS``, None if it is not set.

    The default is the number of CPUs that this process may use: those of its affinity mask, and no
    more than its control group's quota. A number above four per CPU of the machine (but at least
    16) is reduced to that.
    """
    if wanted is None or not wanted.strip():
        return available_cpus()
    text = wanted.strip()
    if not (text.isascii() and text.isdecimal() and text.strip("0")):
        raise OptionError(f"CLUSTERDIFF_THREADS must be an integer above 0, got {wanted!r}.")
    most = max(_ALWAYS_ALLOWED, _PER_CPU * (os.cpu_count() or 1))
    return min(int(text), most) if len(text.lstrip("0")) < len(str(most)) + 1 else most


def available_cpus() -> int:
    """Return the number of CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        allowed = len(os.sched_getaffinity(0))
    else:
        allowed = os.cpu_count() or 1
    quota = cgroup_quota(_CGROUPS, _MEMBERSHIP)
    return allowed if quota is None else max(1, min(allowed, ceil(quota)))


def cgroup_quota(root: Path, membership: Path) -> float | None:
    """Return the CPU quota of the control groups of this process, None without a limit."""
    try:
        lines = membership.read_text().splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    quotas = []
    for line in lines:
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if not controllers:
            quotas += [_quota_v2(group) for group in _with_parents(root, path)]
        elif "cpu" in controllers.split(","):
            quotas += [_quota_v1(group) for group in _with_parents(root / "cpu", path)]
            quotas += [_quota_v1(group) for group in _with_parents(root / controllers, path)]
    return min((quota for quota in quotas if quota is not None), default=None)


def _with_parents(root: Path, path: str) -> list[Path]:
    """Return the folders of a control group and of its parents; the smallest quota applies."""
    parts = [part for part in path.split("/") if part not in {"", ".."}]
    return [root.joinpath(*parts[:depth]) for depth in range(len(parts) + 1)]


def _quota_v2(group: Path) -> float | None:
    words = _words(group / "cpu.max")
    return _share(words[0], words[1]) if len(words) == 2 else None


def _quota_v1(group: Path) -> float | None:
    quota, period = _words(group / "cpu.cfs_quota_us"), _words(group / "cpu.cfs_period_us")
    return _share(quota[0], period[0]) if quota and period else None


def _share(quota: str, period: str) -> float | None:
    """Return quota / period; "max" and -1 mean that there is no limit."""
    if quota.isdecimal() and period.isdecimal() and int(quota) > 0 and int(period) > 0:
        return int(quota) / int(period)
    return None


def _words(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except (OSError, UnicodeDecodeError):
        return []
