"""Checks with verdicts, sections, and the pages and figures that are written from them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from math import isclose
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from matplotlib import rc_context
from matplotlib.figure import Figure

from clusterdiff.measures import MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from clusterdiff.measures import Reference

AGREES = "agrees"
DIFFERS = "differs: the paper is wrong"
NOT_REACHED = "not reached"
CONTRADICTED = "contradicted"
NOT_COMPUTED = "not computed"
NO_VERDICT = "no verdict"
UNEXPLAINED = "unexplained"
VERDICTS = {
    AGREES: "agree",
    DIFFERS: "differ because the paper is wrong",
    NOT_REACHED: "not reached",
    CONTRADICTED: "contradicted",
    NOT_COMPUTED: "not computed",
    NO_VERDICT: "without a verdict",
    UNEXPLAINED: "unexplained",
}
EXACT = 1e-12  # equal except for rounding
RARE = 0.01  # the least share of repetitions that must reach a printed value
_INDEX = """The tables, figures and numbered statements of the five source documents, recomputed by
`python -m reproductions` (or `make papers`). The verdicts are:

- *Agrees*: the computed value rounds to the printed one, or the statement holds on every case tried. Where a statement
  has words such as "nearly", the row or the note above it says what was taken for them.
- *Differs: the paper is wrong*: the row gives the proof or a counterexample; all errors are collected in
  [ERRATA.md](../../reproductions/ERRATA.md).
- *Not reached*: a printed result of an experiment that repetitions of it do not give, or not all of them. The data,
  the program or the samples of the authors are not the same as ours, so that this is no error of the paper.
- *Contradicted*: every repetition of the experiment gives the opposite.
- *Not computed*: the row gives the reason.
- *No verdict*: a definition, an identity that the library has by construction, or a printed number without a
  statement. Such a row cannot fail and is not counted as agreement.

Artificial clusterings are those of `clusterdiff.datasets`."""


@dataclass(frozen=True, slots=True)
class Check:
    """One printed number or statement, and what is computed instead."""

    item: str
    paper: str
    ours: str
    verdict: str
    reason: str = ""
    erratum: str = ""  # its number in ERRATA.md

    @property
    def said(self) -> str:
        """The verdict with its reason."""
        reason = f"{self.verdict}. {self.reason}" if self.reason else self.verdict
        return f"{reason} ({self.erratum})" if self.erratum else reason


@dataclass(frozen=True, slots=True)
class Numbers:
    """A table of computed values."""

    columns: tuple[str, ...]
    rows: Mapping[str, Sequence[float | str]]
    digits: int = 3
    head: str = "measure"

    def cells(self) -> list[list[str]]:
        """Return all cells as text, the name of a row first."""
        return [
            [name, *(v if isinstance(v, str) else f"{v:.{self.digits}f}" for v in values)]
            for name, values in self.rows.items()
        ]


class Drawing(NamedTuple):
    """What draws a figure on Axes, and what the figure shows, for those who do not see it."""

    shows: str
    draw: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Section:
    """A table, a figure or a group of statements of a paper."""

    title: str
    checks: tuple[Check, ...] = ()
    figures: dict[str, Drawing] = field(default_factory=dict)
    note: str = ""
    numbers: Numbers | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as a list of sections to compute, of which the simulated ones take long."""

    name: str
    title: str
    reference: Reference
    parts_in_order: tuple[Callable[[], Section], ...]
    simulated: frozenset[Callable[[], Section]] = frozenset()

    def parts(self, *, quick: bool) -> tuple[Callable[[], Section], ...]:
        """Return the sections to compute."""
        return tuple(p for p in self.parts_in_order if not (quick and p in self.simulated))


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A paper with its computed sections."""

    name: str
    title: str
    reference: Reference
    sections: tuple[Section, ...]

    @property
    def checks(self) -> list[Check]:
        """The checks of all sections."""
        return [check for section in self.sections for check in section.checks]

    @property
    def verdicts(self) -> Counter[str]:
        """The number of checks per verdict."""
        return Counter(check.verdict for check in self.checks)

    def markdown(self) -> str:
        """Return the page; every row has an anchor, so that the pages of measures can link to it."""
        lines = [f"# {self.title}", "", f"{self.reference} <{self.reference.url}>", ""]
        meaning = "What the verdicts mean is said on the page [The papers, recomputed](index.md)."
        counts = f"Recomputed by `python -m reproductions {self.name}`: {summary(self.verdicts)}."
        lines += [f"{counts} {meaning}", ""]
        taken: Counter[str] = Counter()
        for section in self.sections:
            lines += [f"## {section.title}", ""]
            lines += [section.note, ""] if section.note else []
            if section.checks:
                rows = [
                    [f'<a id="{_anchor(c.item, taken)}"></a>{c.item}', c.paper, c.ours, c.said]
                    for c in section.checks
                ]
                lines += _markdown(("item", "the paper", "computed", "verdict"), rows)
            if section.numbers:
                head = (section.numbers.head, *section.numbers.columns)
                lines += _markdown(head, section.numbers.cells())
            for name, drawing in section.figures.items():
                lines += [f"![{drawing.shows}]({self.name}-{name}.svg)", ""]
        return "\n".join(lines).rstrip() + "\n"

    def write(self, folder: str | Path) -> list[Path]:
        """Write the page and the figures (SVG and PNG)."""
        out = Path(folder)
        out.mkdir(parents=True, exist_ok=True)
        page = out / f"{self.name}.md"
        page.write_text(self.markdown(), encoding="utf-8")
        figures = [
            (f"{self.name}-{n}", drawing.draw)
            for s in self.sections
            for n, drawing in s.figures.items()
        ]
        return [page, *(path for name, draw in figures for path in _draw(out / name, draw))]


def source(family_name: str) -> Reference:
    """Return the reference of a source document, as the records of the measures have it."""
    every = (r for m in MEASURES.values() for r in m.references if r.url)
    return replace(next(r for r in every if r.authors.startswith(family_name)), where=None)


def _anchor(item: str, taken: Counter[str]) -> str:
    """Return the anchor of a row: its item, and a number if there was such an item before."""
    spelled = item.replace("Γ", "gamma").replace("ε", "epsilon").replace("'", "-prime")
    name = re.sub(r"[^a-z0-9]+", "-", spelled.lower()).strip("-")
    taken[name] += 1
    return name if taken[name] == 1 else f"{name}-{taken[name]}"


def _markdown(header: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return a table and an empty line after it."""
    names = list(header)
    return [
        "| " + " | ".join(names) + " |",
        "|---" * len(names) + "|",
        *("| " + " | ".join(c.replace("|", "\\|") for c in row) + " |" for row in rows),
        "",
    ]


def write_index(papers: Iterable[Reproduction], folder: str | Path) -> Path:
    """Write the page that links to the others."""
    found = list(papers)
    total = merged_verdicts(found)
    rows = [[f"[{p.title}]({p.name}.md)", *(str(p.verdicts[v]) for v in VERDICTS)] for p in found]
    rows.append(["together", *(str(total[v]) for v in VERDICTS)])
    page = Path(folder) / "index.md"
    lines = ["# The papers, recomputed", "", _INDEX, ""]
    text = "\n".join([*lines, *_markdown(("paper", *VERDICTS.values()), rows)])
    page.write_text(text, encoding="utf-8")
    return page


def _draw(stem: Path, draw: Callable[[Any], Any]) -> list[Path]:
    """Write a figure as SVG and PNG, with the same bytes every time."""
    with rc_context({"svg.hashsalt": stem.name, "font.size": 9.5}):
        figure = Figure(figsize=(6.4, 4.0), layout="constrained")
        draw(figure.subplots())
        paths = [stem.with_suffix(".svg"), stem.with_suffix(".png")]
        figure.savefig(paths[0], metadata={"Date": None})
        figure.savefig(paths[1], dpi=120, metadata={"Software": None})
    return paths


def summary(verdicts: Counter[str]) -> str:
    """Return the verdicts in one line."""
    return ", ".join(f"{verdicts[verdict]} {plural}" for verdict, plural in VERDICTS.items())


def merged_verdicts(papers: Iterable[Reproduction]) -> Counter[str]:
    """Return the verdicts of several papers together."""
    return sum((paper.verdicts for paper in papers), Counter())


def number(item: str, paper: float, ours: float, digits: int = 3) -> Check:
    """Compare a printed number with the computed one, rounded to the printed digits."""
    agrees = round(ours, digits) + 0.0 == round(paper, digits) + 0.0
    shown = f"{round(ours, digits) + 0.0:.{digits}f}"
    return Check(item, f"{paper:.{digits}f}", shown, AGREES if agrees else UNEXPLAINED)


def claim(item: str, paper: str, holds: bool, ours: str = "") -> Check:  # noqa: FBT001
    """Check a statement of the paper that is right."""
    shown = ours or ("holds" if holds else "does not hold")
    return Check(item, paper, shown, AGREES if holds else UNEXPLAINED)


def misprint(
    item: str, paper: float, ours: float, right: float, reason: str, erratum: str, digits: int = 3
) -> Check:
    """Check a printed number that is wrong; `right` is the true one, found in another way."""
    known = isclose(ours, right, rel_tol=EXACT, abs_tol=EXACT) and round(ours, digits) != round(
        paper, digits
    )
    verdict = DIFFERS if known else UNEXPLAINED
    return Check(
        item, f"{paper:.{digits}f}", f"{ours:.{digits}f}", verdict, reason if known else "", erratum
    )


def refuted(
    item: str,
    paper: str,
    holds: bool,  # noqa: FBT001
    instead: bool,  # noqa: FBT001
    ours: str,
    reason: str,
    erratum: str,
) -> Check:
    """Check a statement that is wrong; `instead` says whether the corrected one holds."""
    known = instead and not holds
    return Check(
        item, paper, ours, DIFFERS if known else UNEXPLAINED, reason if known else "", erratum
    )


def simulated(item: str, paper: float, values: Sequence[float], digits: int = 2) -> Check:
    """Compare a printed result of a simulation with repetitions of it.

    It agrees if at least 1 % of the repetitions are as far from their median as the printed value, on
    the same side. The share is shown, so that a rare outcome can be seen to be one.
    """
    rounded = [round(x, digits) + 0.0 for x in values]
    middle = median(rounded)
    reached = [x >= paper if paper >= middle else x <= paper for x in rounded]
    share = sum(reached) / len(reached)
    shown = (
        f"median {middle:.{digits}f}, {min(rounded):.{digits}f} to {max(rounded):.{digits}f}; "
        f"{share:.1%} of {len(values)} repetitions reach the printed value"
    )
    return Check(item, f"{paper:.{digits}f}", shown, AGREES if share >= RARE else UNEXPLAINED)


def missing(item: str, paper: str, reason: str) -> Check:
    """Record what is not computed, and why."""
    return Check(item, paper, "", NOT_COMPUTED, reason)


def listed(item: str, paper: str, ours: str = "", reason: str = "") -> Check:
    """Record a definition, an identity by construction or a number: it cannot fail, so it has no verdict."""
    return Check(item, paper, ours, NO_VERDICT, reason)


def repeated(
    item: str,
    paper: str,
    held: Sequence[bool],
    ours: str,
    reason: str = "",
    *,
    exact: bool = False,
) -> Check:
    """Check a statement about an experiment that was repeated, once for each entry of `held`.

    It agrees if it holds in every repetition. If it holds in none, it is contradicted, unless it is `exact`: then it
    gives a number, and another number is not its opposite. Otherwise it is not reached.
    """
    count = sum(held)
    none = NOT_REACHED if exact else CONTRADICTED
    verdict = AGREES if count == len(held) else NOT_REACHED if count else none
    shown = f"in {count} of {len(held)} repetitions: {ours}"
    return Check(item, paper, shown, verdict, reason if verdict != AGREES else "")
