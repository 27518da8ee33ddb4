"""The history of the benchmarks: one line of JSON per workload, peer and run.

``python -m benchmarks.history`` lists the runs, and ``python -m benchmarks.history A B`` shows what
became slower or faster between two commits. A full run of ``python -m benchmarks`` adds its lines.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from datetime import UTC, datetime
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks._quantities import is_duration, quantity
from benchmarks._report import HEADER, Row, processor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HERE = Path(__file__).parent
HISTORY = HERE / "history.jsonl"
THRESHOLD = 1.25  # times of one machine vary by about a tenth between runs


class Entry(NamedTuple):
    """The time of a workload in one run, and the time of a peer if there is one."""

    commit: str
    date: str
    machine: str
    workload: str
    against: str
    ours: float
    theirs: float | None
    ratio: float | None  # theirs / ours

    @property
    def key(self) -> tuple[str, str]:
        """The fields that identify the same workload in other runs."""
        return self.workload, self.against


class Change(NamedTuple):
    """A workload in two runs; a factor above 1 means that clusterdiff became slower."""

    before: Entry
    after: Entry
    factor: float
    by: str  # whether the time or the ratio to the peer changed by this factor


def entries(rows: Iterable[Row], commit: str, date: str, machine: str) -> list[Entry]:
    """Return the entries of the rows whose cells are times."""
    found = []
    for row in rows:
        ours = quantity(row.ours)
        if ours is None or not is_duration(row.ours) or ours == 0:
            continue
        theirs = quantity(row.theirs) if is_duration(row.theirs) else None
        numbers = (ours, theirs, None if theirs is None else theirs / ours)
        rounded = [None if x is None else float(f"{x:.4g}") for x in numbers]
        found.append(Entry(commit, date, machine, row.workload, row.against, *rounded))
    return found


def append(rows: Iterable[Row], history: Path = HISTORY) -> None:
    """Add the rows of a full run of the present commit."""
    now = f"{datetime.now(UTC):%Y-%m-%d}"
    write(read(history) + entries(rows, present_commit(), now, processor()), history)


def read(history: Path = HISTORY) -> list[Entry]:
    """Return all entries, the oldest first."""
    if not history.exists():
        return []
    lines = history.read_text(encoding="utf-8").splitlines()
    return [Entry(**json.loads(line)) for line in lines if line]


def write(found: Iterable[Entry], history: Path = HISTORY) -> None:
    """Write all entries; of two runs of a commit on the same machine, the later one is kept."""
    kept = {(each.commit, each.machine, *each.key): each for each in found}
    lines = [json.dumps(each._asdict(), ensure_ascii=False) for each in kept.values()]
    history.write_text("\n".join(lines) + "\n", encoding="utf-8")


def rows_of_page(text: str) -> list[Row]:
    """Return the rows of a RESULTS.md; empty cells repeat the workload above."""
    rows: list[Row] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.replace(r"\|", "∣")[1:-1].split("|")]
        if not line.startswith("|") or cells[0] in {HEADER[0], "---"}:
            continue
        workload, ours, peer, theirs, ratio, required, met, note = cells
        if not workload and rows:
            workload, ours = rows[-1].workload, rows[-1].ours
        judged = {"yes": True, "no": False}.get(met)
        rows.append(Row(workload, ours, peer, theirs, ratio, required, judged, note))
    return rows


def changes(before: Sequence[Entry], after: Sequence[Entry]) -> list[Change]:
    """Return the workloads that two runs have in common, the largest slowdown first.

    On one machine times are compared, and the ratios to the peer if there is one: the smaller of
    the two changes counts, since load slows both packages down. Times of different machines are
    not comparable; there only the ratios are compared.
    """
    old = {each.key: each for each in before}
    found = []
    for new in after:
        past = old.get(new.key)
        if past is None:
            continue
        factors = {}
        if past.machine == new.machine:
            factors["time"] = new.ours / past.ours
        if past.ratio and new.ratio:
            factors["ratio"] = past.ratio / new.ratio
        if factors:
            by = min(factors, key=lambda name: abs(log(factors[name])))
            found.append(Change(past, new, factors[by], by))
    return sorted(found, key=lambda change: -change.factor)


def of_commit(found: Sequence[Entry], revision: str) -> list[Entry]:
    """Return the entries of a commit, which is named as in git or by the beginning of its name."""
    name = _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") or revision
    chosen = [each for each in found if name.startswith(each.commit) or each.commit == revision]
    if not chosen:
        known = dict.fromkeys(each.commit for each in found)
        sys.exit(f"No run of {revision}. There are runs of {', '.join(known) or 'no commit'}.")
    return chosen


def present_commit() -> str:
    """Return the short name of the commit, with + if the code was changed since."""
    name = _git("rev-parse", "--short=10", "HEAD") or "unknown"
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", "src", "native")
    return f"{name}+" if changed else name


def _git(*words: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603
            ["git", *words],  # noqa: S607
            cwd=HERE,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _table(found: Sequence[Change], threshold: float) -> Iterable[str]:
    yield f"{'factor':>7}  {'before':>9}  {'after':>9}  by     workload"
    for change in found:
        if 1 / threshold < change.factor < threshold:
            continue
        values: list[Any] = [change.before.ours, change.after.ours]
        if change.by == "ratio":
            values = [change.before.ratio, change.after.ratio]
        texts = [f"{value:.3g} {'s' if change.by == 'time' else '×'}" for value in values]
        workload = " against ".join(filter(None, change.after.key))
        yield f"{change.factor:7.2f}  {texts[0]:>9}  {texts[1]:>9}  {change.by:5}  {workload}"


def main(arguments: list[str] | None = None) -> int:
    """List the runs, or compare two; the exit code is 1 if something became slower."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.history", description=__doc__)
    parser.add_argument("commits", nargs="*", metavar="COMMIT", help="two commits")
    parser.add_argument("--threshold", type=float, default=THRESHOLD, help="factor to report")
    parser.add_argument("--import-page", metavar="FILE", help="add a RESULTS.md of the one commit")
    asked = parser.parse_args(arguments)
    found = read()
    if asked.import_page:
        return _import(Path(asked.import_page), asked.commits, found)
    if not asked.commits:
        for commit, date, machine in dict.fromkeys(each[:3] for each in found):
            print(commit, date, machine)
        return 0
    if len(asked.commits) != 2:
        parser.error("two commits are needed")
    compared = changes(*(of_commit(found, commit) for commit in asked.commits))
    print("\n".join(_table(compared, asked.threshold)))
    slower = sum(change.factor >= asked.threshold for change in compared)
    print(f"{slower} of {len(compared)} workloads slower by {asked.threshold:g} or more")
    return int(slower > 0)


def _import(page: Path, commits: Sequence[str], found: list[Entry]) -> int:
    """Add the rows of a page that is older than the history."""
    text = page.read_text(encoding="utf-8")
    head = [line[2:] for line in text.splitlines() if line.startswith("- ")]
    date, machine = head[0].partition(",")[0], head[1].partition(", ")[0]
    write(found + entries(rows_of_page(text), commits[0], date, machine))
    return 0


if __name__ == "__main__":
    sys.exit(main())
