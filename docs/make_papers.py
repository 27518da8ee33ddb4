"""The titles of the pages of papers in the menu of the site."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parent


def papers():
    """Return the titles of the pages of papers in the menu: with the numbers of their verdicts."""
    found = {}
    for file in sorted((DOCS / "papers").glob("*.md")):
        text = file.read_text(encoding="utf-8")
        counts = re.search(r"^Recomputed by .*?: (.*?)\.", text, re.MULTILINE)
        if counts:
            agree, differ, *others = map(int, re.findall(r"\b\d+\b", counts[1]))
            title = text.partition("\n")[0].removeprefix("# ")
            other = sum(others[:3])  # not reached, contradicted, not computed
            verdicts = f"{agree} agree, {differ} differ, {other} other"
            found[f"papers/{file.name}"] = f"{title} ({verdicts})"
    return found
