"""Recomputes the source documents: ``python -m reproductions [--quick] [-o DIR] [PAPER]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from reproductions import (
    PAPERS,
    UNEXPLAINED,
    Reproduction,
    merged_verdicts,
    reproduce,
    summary,
    write_index,
)
from reproductions.rezaei_2016 import unbalance
from reproductions.wu_2009 import documents


def _parser() -> argparse.ArgumentParser:
    """Return the options of the program."""
    parser = argparse.ArgumentParser(
        prog="python -m reproductions",
        description="Recompute the tables and figures of the source documents and compare them with what is printed.",
    )
    parser.add_argument(
        "paper",
        nargs="?",
        default="all",
        type=_named,
        metavar="PAPER",
        help=f"which document ({', '.join(PAPERS)}, or the beginning of a name); all of them by default",
    )
    parser.add_argument(
        "--quick", action="store_true", help="leave the simulations out: seconds instead of minutes"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        type=Path,
        help="write pages and figures (SVG and PNG) into this folder",
    )
    parser.add_argument(
        "--unbalance",
        nargs=2,
        metavar=("POINTS", "LABELS"),
        type=Path,
        help="read the original data set Unbalance (text files, may be compressed) instead of generating it",
    )
    parser.add_argument(
        "--cluto",
        metavar="DIR",
        type=Path,
        help="cluster the document collections of Wu, Xiong & Chen in this folder (<name>.npz) again, and write the tables of "
        "classes and clusters into reproductions/wu_2009/documents.json; about six minutes",
    )
    return parser


def _named(text: str) -> str:
    """Return the name of the document that begins with a text."""
    found = [name for name in (*PAPERS, "all") if name.startswith(text)]
    if len(found) != 1:
        raise argparse.ArgumentTypeError(f"choose from {', '.join([*PAPERS, 'all'])}")
    return found[0]


def main(arguments: list[str] | None = None) -> int:
    """Recompute and print; the exit code is 1 if anything is unexplained."""
    asked = _parser().parse_args(arguments)
    if asked.unbalance is not None:
        unbalance.SOURCE.update(data=asked.unbalance[0], labels=asked.unbalance[1])
    if asked.cluto is not None:
        documents.write(
            documents.run(asked.cluto, lambda text: print(text, file=sys.stderr, flush=True))
        )
    if asked.output is not None:
        asked.output.mkdir(parents=True, exist_ok=True)
    found = reproduce(
        asked.paper,
        quick=asked.quick,
        progress=lambda title: print(title, file=sys.stderr, flush=True),
    )
    if asked.output is not None:
        for one in found:
            one.write(asked.output)
        if asked.paper == "all":
            write_index(found, asked.output)
    for one in found:
        print(_told(one))
    verdicts = merged_verdicts(found)
    print(f"Together: {summary(verdicts)}.")
    return int(verdicts[UNEXPLAINED] > 0)


def _told(paper: Reproduction) -> str:
    """Return the verdicts of a document, and each check that does not simply agree."""
    lines = [f"{paper.title}: {summary(paper.verdicts)}."]
    for section in paper.sections:
        lines += [
            f"  {section.title}. {check.item}, {check.paper}: {check.ours}"
            for check in section.checks
            if check.verdict == UNEXPLAINED
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
