"""Order the search index of the site, and add keywords to it.

The search of Zensical puts matches in titles before matches in the path of a page, and these before matches in its text; among equal
matches it keeps the order of the index. So the index lists guides before measures, and the API and the papers last, whose
sections are left out; and keywords, which a page names in a comment, become the end of its path.
"""

import json
import re

KEYWORDS = re.compile(r"^<!-- keywords: (.+) -->$", re.MULTILINE)
# The folders of the site whose pages come after the others, in this order.
LAST = ("measures/", "project/", "properties.html", "papers/", "api/")
# Folders of which only the first part of each page is found.
WHOLE = ("measures/", "api/", "papers/", "properties.html")


def place(location):
    """Return where the pages of a folder are in the order."""
    return next((i for i, each in enumerate(LAST, 1) if location.startswith(each)), 0)


def ordered(items, keywords):
    """Return the items of the index in the order of the site, with keywords by location."""
    kept = [x for x in items if x["level"] == 1 or not x["location"].startswith(WHOLE)]
    for item in kept:
        if item["location"].startswith("api/"):
            item["path"] = ["Python"]
        if item["location"] in keywords:
            item["path"] = [*item["path"], keywords[item["location"]]]
    return sorted(kept, key=lambda item: place(item["location"]))


def main(pages, site):
    """Write the index of a site again, with the keywords of its pages."""
    found = {
        page.relative_to(pages).with_suffix(".html").as_posix(): match[1]
        for page in pages.rglob("*.md")
        if (match := KEYWORDS.search(page.read_text(encoding="utf-8")))
    }
    index = json.loads((site / "search.json").read_text(encoding="utf-8"))
    index["items"] = ordered(index["items"], found)
    (site / "search.json").write_text(json.dumps(index, ensure_ascii=False), encoding="utf-8")
