"""The tables, figures and statements of the five source documents, recomputed with the public API of clusterdiff.

Run ``python -m reproductions`` to recompute everything, ``python -m reproductions --quick`` to leave
the simulations out, and ``python -m reproductions -o docs/papers`` to write the pages and figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reproductions import meila_2007, rezaei_2016, sparse_vi, wu_2009, xiang_2012
from reproductions._report import (
    UNEXPLAINED,
    Check,
    Numbers,
    Paper,
    Reproduction,
    Section,
    merged_verdicts,
    summary,
    write_index,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "PAPERS",
    "UNEXPLAINED",
    "Check",
    "Numbers",
    "Paper",
    "Reproduction",
    "Section",
    "merged_verdicts",
    "reproduce",
    "summary",
    "write_index",
]

_MODULES = (meila_2007, xiang_2012, rezaei_2016, wu_2009, sparse_vi)
PAPERS: dict[str, Paper] = {module.PAPER.name: module.PAPER for module in _MODULES}


def reproduce(
    name: str = "all",
    *,
    quick: bool = False,
    progress: Callable[[str], None] | None = None,
) -> list[Reproduction]:
    """Recompute one document, or all of them.

    Parameters
    ----------
    name : str
        A key of ``PAPERS``, or "all".
    quick : bool
        Whether to leave the simulations out.
    progress : callable, optional
        Called with the title of each section as soon as it is done.

    Returns
    -------
    list of Reproduction
    """
    if name != "all" and name not in PAPERS:
        raise KeyError(f"No such paper: {name}. Choose from {', '.join([*PAPERS, 'all'])}.")
    found = []
    for key, paper in PAPERS.items():
        if name not in {"all", key}:
            continue
        sections = []
        for part in paper.parts(quick=quick):
            sections.append(part())
            if progress is not None:
                progress(f"{paper.title}: {sections[-1].title}")
        found.append(Reproduction(paper.name, paper.title, paper.reference, tuple(sections)))
    return found
