"""Each source paper's tables and figures, recomputed from the library; needs the extra `papers`."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from clusterdiff.errors import MissingDependencyError, UnknownNameError
from clusterdiff.papers import meila_2007, rezaei_2016, tutorial, wu_2009, xiang_2012
from clusterdiff.papers._report import UNEXPLAINED, Check, Numbers, Paper, Reproduction, Section, merged_verdicts, summary, write_index

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

PAPERS: dict[str, Paper] = {module.PAPER.name: module.PAPER for module in (meila_2007, xiang_2012, rezaei_2016, wu_2009, tutorial)}


def reproduce(name: str = "all", *, quick: bool = False, progress: Callable[[float], None] | None = None) -> list[Reproduction]:
    """Recompute one paper, or all; `quick` leaves the simulations out.

    >>> [paper.name for paper in reproduce("wu-2009", quick=True)]
    ['wu-2009']
    """
    if name != "all" and name not in PAPERS:
        raise UnknownNameError.of("a paper", name, [*PAPERS, "all"])
    if not quick and find_spec("sklearn") is None:
        raise MissingDependencyError.of("scikit-learn", "papers")
    papers = [paper for key, paper in PAPERS.items() if name in {"all", key}]
    total = sum(len(paper.parts(quick=quick)) for paper in papers)
    done, found = 0, []
    for paper in papers:
        sections = []
        for part in paper.parts(quick=quick):
            sections.append(part())
            done += 1
            if progress is not None:
                progress(done / total)
        found.append(Reproduction(paper.name, paper.title, tuple(sections)))
    return found
