"""What a reproduction is made of: checks with verdicts, and figures; printed, or written as a page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

AGREES, DIFFERS, NOT_REPRODUCIBLE = "agrees", "differs, with reason", "not reproducible"
ADDED, UNEXPLAINED = "holds", "differs"
_INDEX = """Made by `make papers`, that is `python -m reproductions all -o docs/papers`. The papers themselves were not at hand: what is
compared are the printed numbers and statements in our notes on them, and where something is recalled or read in our way, its page says so. Where a
paper is wrong, ours must equal what was found in another way. "More of ours" are statements that no paper makes."""
EXACT = 1e-12  # what is equal but for rounding
VERDICTS = {
    AGREES: "agree",
    DIFFERS: "differ with reason",
    NOT_REPRODUCIBLE: "not reproducible",
    ADDED: "more of ours hold",
    UNEXPLAINED: "unexplained",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One number or claim of a paper, and ours."""

    what: str
    paper: str
    ours: str
    verdict: str
    reason: str = ""

    @property
    def said(self) -> str:
        """The verdict, and the reason if there is one."""
        return f"{self.verdict}: {self.reason}" if self.reason else self.verdict


@dataclass(frozen=True, slots=True)
class Numbers:
    """A table of our values, where the paper's are not at hand."""

    columns: tuple[str, ...]
    rows: Mapping[str, Sequence[float | str]]

    def cells(self) -> list[list[str]]:
        """All as text, the name of a row first."""
        return [[name, *(value if isinstance(value, str) else f"{value:.3f}" for value in values)] for name, values in self.rows.items()]


@dataclass(frozen=True, slots=True)
class Section:
    """A table or figure of a paper, recomputed."""

    title: str
    checks: tuple[Check, ...] = ()
    figures: dict[str, Callable[[Any], Any]] = field(default_factory=dict)  # name → draws on Axes
    note: str = ""  # what stands in for what, or was assumed
    numbers: Numbers | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as a list of things to recompute: at once and exactly, or by simulation, which takes a while."""

    name: str
    title: str
    exact: tuple[Callable[[], Section], ...]
    simulated: tuple[Callable[[], Section], ...] = ()

    def parts(self, *, quick: bool) -> tuple[Callable[[], Section], ...]:
        """What is to be recomputed."""
        return self.exact if quick else self.exact + self.simulated


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A paper, recomputed."""

    name: str
    title: str
    sections: tuple[Section, ...]

    @property
    def verdicts(self) -> Counter[str]:
        """How many checks agree, differ, or cannot be made."""
        return Counter(check.verdict for section in self.sections for check in section.checks)

    def to_dict(self) -> dict[str, Any]:
        """Everything but the figures, as plain data."""
        rows = [
            {"section": s.title, "what": c.what, "paper": c.paper, "ours": c.ours, "verdict": c.verdict, "reason": c.reason}
            for s in self.sections
            for c in s.checks
        ]
        tables = {s.title: [["", *s.numbers.columns], *s.numbers.cells()] for s in self.sections if s.numbers}
        notes = {s.title: s.note for s in self.sections if s.note}
        return {"name": self.name, "title": self.title, "checks": rows, "numbers": tables, "notes": notes, "verdicts": dict(self.verdicts)}

    def markdown(self) -> str:
        """The page for the docs."""
        lines = [f"# {self.title}", "", f"Recomputed by `python -m reproductions {self.name}`: {summary(self.verdicts)}.", ""]
        for section in self.sections:
            lines += [f"## {section.title}", ""]
            lines += [section.note, ""] if section.note else []
            if section.checks:
                lines += _markdown(("", "paper", "ours", ""), [[c.what, c.paper, c.ours, c.said] for c in section.checks])
            if section.numbers:
                lines += _markdown(("", *section.numbers.columns), section.numbers.cells())
            for name in section.figures:
                lines += [f"![{section.title}]({self.name}-{name}.svg)", ""]
        return "\n".join(lines).rstrip() + "\n"

    def write(self, folder: str | Path) -> list[Path]:
        """Write the page and the figures (SVG and PNG); the same bytes every time."""
        out = Path(folder)
        out.mkdir(parents=True, exist_ok=True)
        page = out / f"{self.name}.md"
        page.write_text(self.markdown(), encoding="utf-8")
        figures = [(f"{self.name}-{name}", draw) for section in self.sections for name, draw in section.figures.items()]
        return [page, *(path for name, draw in figures for path in _draw(out / name, draw))]


def _markdown(header: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A table, and an empty line after it."""
    names = list(header)
    return [
        "| " + " | ".join(names) + " |",
        "|---" * len(names) + "|",
        *("| " + " | ".join(c.replace("|", "\\|") for c in row) + " |" for row in rows),
        "",
    ]


def write_index(papers: Iterable[Reproduction], folder: str | Path) -> Path:
    """Write the page that leads to the others."""
    found = list(papers)
    total = merged_verdicts(found)
    rows = [[f"[{p.title}]({p.name}.md)", *(str(p.verdicts[v]) for v in VERDICTS)] for p in found]
    rows.append(["together", *(str(total[v]) for v in VERDICTS)])
    page = Path(folder) / "index.md"
    lines = ["# The papers, recomputed", "", _INDEX, ""]
    page.write_text("\n".join([*lines, *_markdown(("", *VERDICTS.values()), rows)]), encoding="utf-8")
    return page


def _draw(stem: Path, draw: Callable[[Any], Any]) -> list[Path]:
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependencyError.of("matplotlib", "papers") from None
    with rc_context({"svg.hashsalt": stem.name}):  # else names inside the file change from run to run
        figure = Figure(figsize=(6.4, 4.0), layout="constrained")
        draw(figure.subplots())
        paths = [stem.with_suffix(".svg"), stem.with_suffix(".png")]
        figure.savefig(paths[0], metadata={"Date": None})
        figure.savefig(paths[1], dpi=120, metadata={"Software": None})
    return paths


def summary(verdicts: Counter[str]) -> str:
    """The verdicts in one line."""
    return ", ".join(f"{verdicts[verdict]} {plural}" for verdict, plural in VERDICTS.items())


def number(what: str, paper: float, ours: float, digits: int = 3) -> Check:
    """A printed number and ours, rounded to the printed digits."""
    return Check(what, f"{paper:.{digits}f}", f"{ours:.{digits}f}", AGREES if round(ours, digits) == round(paper, digits) else UNEXPLAINED)


def misprint(what: str, paper: float, ours: float, right: float, reason: str, digits: int = 3) -> Check:
    """A printed number that is wrong, ours, and what must come out instead, found in another way."""
    plain = number(what, paper, ours, digits)
    if not isclose(ours, right, rel_tol=EXACT, abs_tol=EXACT):
        return replace(plain, verdict=UNEXPLAINED)
    return plain if plain.verdict == AGREES else replace(plain, verdict=DIFFERS, reason=reason)


def claim(what: str, holds: bool, ours: str = "") -> Check:  # noqa: FBT001
    """A statement of the paper, checked."""
    return Check(what, "holds", ours or ("holds" if holds else "does not hold"), AGREES if holds else UNEXPLAINED)


def refuted(what: str, holds: bool, instead: bool, ours: str, reason: str) -> Check:  # noqa: FBT001
    """A statement of the paper that does not hold, and whether that holds which must do so instead."""
    known = instead and not holds
    return Check(what, "holds", ours, DIFFERS if known else UNEXPLAINED, reason if known else "")


def addition(what: str, holds: bool, ours: str = "") -> Check:  # noqa: FBT001
    """A statement of ours, where the paper makes none or its words are not at hand."""
    return Check(what, "our statement", ours or ("holds" if holds else "does not hold"), ADDED if holds else UNEXPLAINED)


def missing(what: str, reason: str) -> Check:
    """What cannot be recomputed, and why."""
    return Check(what, "", "", NOT_REPRODUCIBLE, reason)


def merged_verdicts(papers: Iterable[Reproduction]) -> Counter[str]:
    """The verdicts of several papers together."""
    return sum((paper.verdicts for paper in papers), Counter())
