"""Each source paper's tables and figures, recomputed from the library; needs the extra `papers`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.errors import UnknownNameError
from clusterdiff.papers import meila_2007, rezaei_2016, tutorial, wu_2009, xiang_2012
from clusterdiff.papers._report import Check, Reproduction, Section, merged_verdicts, summary

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PAPERS", "Check", "Reproduction", "Section", "merged_verdicts", "reproduce", "summary"]

PAPERS: dict[str, Callable[[], Reproduction]] = {
    "meila-2007": meila_2007.reproduce,
    "xiang-2012": xiang_2012.reproduce,
    "rezaei-2016": rezaei_2016.reproduce,
    "wu-2009": wu_2009.reproduce,
    "sparse-vi": tutorial.reproduce,
}


def reproduce(name: str = "all") -> list[Reproduction]:
    """Recompute one paper, or all.

    >>> [paper.name for paper in reproduce("wu-2009")]
    ['wu-2009']
    """
    if name != "all" and name not in PAPERS:
        raise UnknownNameError.of("a paper", name, [*PAPERS, "all"])
    return [recompute() for key, recompute in PAPERS.items() if name in {"all", key}]
