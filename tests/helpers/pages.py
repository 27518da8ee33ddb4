"""The Markdown pages of the repository and their code blocks."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = (".", "docs", "docs/measures", "docs/papers", "examples", "benchmarks", "reproductions")
PAGES = [page for folder in FOLDERS for page in sorted((ROOT / folder).glob("*.md"))]
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
REASON = re.compile(r"<!-- not run: (.+?) -->\s*\Z")


class Block(NamedTuple):
    """A code block of a page."""

    page: Path
    line: int
    language: str
    text: str
    reason: str | None  # why it is not run, from a comment before it

    @property
    def name(self):
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


def blocks(page, text=None):
    """Return the code blocks of a page."""
    text = page.read_text(encoding="utf-8") if text is None else text
    found, seen = [], 0
    for match in FENCE.finditer(text):
        reason = REASON.search(text[seen : match.start()])
        line = text.count("\n", 0, match.start()) + 1
        indent = re.compile(f"^{match[1]}", re.MULTILINE)
        body = indent.sub("", match[3])
        found.append(Block(page, line, match[2], body, reason and reason[1]))
        seen = match.end()
    return found


def all_blocks(*languages):
    """Return the blocks of all pages in these languages, or in any."""
    found = [block for page in PAGES for block in blocks(page)]
    return [block for block in found if not languages or block.language in languages]
