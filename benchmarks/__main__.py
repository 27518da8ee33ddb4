"""Run workloads, by name or by group: ``python -m benchmarks [--quick] [NAME...]``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benchmarks import (
    assignment,
    chance,
    consensus,
    covers,
    diff,
    engines,
    features,
    files,
    grid,
    lattice,
    many,
    measures,
    scaling,
    small_clusters,
    startup,
    table,
)
from benchmarks._report import HEADER, Row, console_line, markdown
from benchmarks.history import HISTORY, append, present_commit
from benchmarks.pictures import draw

MODULES = {
    "table": table,
    "grid": grid,
    "measures": measures,
    "lattice": lattice,
    "many": many,
    "chance": chance,
    "features": features,
    "covers": covers,
    "files": files,
    "assignment": assignment,
    "startup": startup,
    "consensus": consensus,
    "diff": diff,
    "small_clusters": small_clusters,
    "scaling": scaling,
    "engines": engines,
}
GROUPS = {name: module.WORKLOADS for name, module in MODULES.items()}
WORKLOADS = {workload.__name__: workload for group in GROUPS.values() for workload in group}
RESULTS = Path(__file__).with_name("RESULTS.md")


def main(arguments: list[str] | None = None) -> int:
    """Run the selected workloads; only a full run writes the results."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Compare the speed of clusterdiff with other packages.",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a hundredth of the elements, to see that everything runs",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"any of {', '.join([*GROUPS, *WORKLOADS])}"
    )
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in WORKLOADS and name not in GROUPS]
    if unknown:
        parser.error(
            f"unknown workload {unknown[0]!r}; known are {', '.join([*GROUPS, *WORKLOADS])}"
        )
    selected = [
        name
        for name in WORKLOADS
        if not asked.names or name in asked.names or _group(name) in asked.names
    ]

    print(console_line(HEADER), flush=True)
    rows = [row for name in selected for row in _run(name, 100 if asked.quick else 1)]
    if asked.quick or asked.names:
        print(f"\n{RESULTS.name} is written by a full run only.")
    else:
        commit = present_commit()  # before this run writes files
        append(rows)
        _write(markdown(rows, commit, [file.name for file in draw(rows)]))
        print(f"\n{RESULTS.name}, its pictures and {HISTORY.name} are written.")
    return int(any(row.note.startswith("failed") for row in rows))


def _group(name: str) -> str:
    return next(group for group, workloads in GROUPS.items() if WORKLOADS[name] in workloads)


def _run(name: str, shrink: int) -> list[Row]:
    """Return the rows of a workload and print them; an error becomes a row."""
    rows: list[Row] = []
    try:
        for row in WORKLOADS[name](shrink):
            rows.append(row if shrink == 1 else row.unjudged())
            print(console_line(rows[-1].cells()), flush=True)
    except Exception as error:  # noqa: BLE001  (every error belongs in the report)
        rows.append(
            Row(
                name,
                "",
                note=f"failed: {type(error).__name__}: {str(error).partition(chr(10))[0]}",
            )
        )
        print(console_line(rows[-1].cells()), flush=True)
    return rows


def _write(text: str) -> None:
    draft = RESULTS.with_suffix(".draft")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, RESULTS)  # noqa: PTH105  (atomic)


if __name__ == "__main__":
    sys.exit(main())
