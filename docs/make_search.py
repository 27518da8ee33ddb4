"""Order the search index of the site, and add keywords to it.

The search of Zensical puts matches in titles first, then matches in the path of a page, then those in its text; among equal
matches the first place in the field counts, then the order of the index. So

- titles of pages count as titles; those of sections, of measures of other things than partitions, and of the API are hidden from the search by an invisible character
  before each word, and those of sections are found at the end of their path;
- keywords, which a page names in a comment, are the beginning of its path;
- names such as read_labels are one word, and objects of the API are found by their names at the end of their path;
- the API, the papers and the gallery are found as pages, without their sections, and the index lists them last.
"""

import json
import re

KEYWORDS = re.compile(r"^<!-- keywords: (.+) -->$", re.MULTILINE)
LATER = "<!-- found later:"  # a page whose title counts as that of a section
# Pages that are written without a comment.
OTHERS = {"project/benchmarks.html": "speed, performance, time"}
# The folders of the site whose pages come after the others, in this order.
LAST = ("measures/", "project/", "properties.html", "papers/", "api/")
# Folders and pages without their sections.
WHOLE = ("plots.html", "measures/", "api/", "papers/", "properties.html")
WORD = re.compile(r"\w+")
JOINER = "\u2060"  # invisible, and part of a word


def place(item):
    """Return where an item is in the order: pages first, each kind by its folder."""
    location = item["location"]
    folder = next((i for i, each in enumerate(LAST, 1) if location.startswith(each)), 0)
    return folder, item["level"] > 1


def ordered(items, keywords, later=()):
    """Return the items of the index in the order of the site, with keywords and later pages by location."""
    kept = [x for x in items if x["level"] == 1 or not x["location"].startswith(WHOLE)]
    for item in kept:
        location, title = item["location"], item["title"]
        if location.startswith("api/"):
            item["path"] = ["Python API", location.split("/")[1].removesuffix(".html"), title]
            item["title"] = WORD.sub(rf"{JOINER}\g<0>", title)
        elif item["level"] > 1 or location in later:
            item["path"] = [*item["path"], title]
            item["title"] = WORD.sub(rf"{JOINER}\g<0>", title)
        elif location in keywords:
            item["path"] = [keywords[location], *item["path"]]
    return sorted(kept, key=place)


def main(pages, site):
    """Write the index of a site again, with the keywords of its pages."""
    texts = {
        page.relative_to(pages).with_suffix(".html").as_posix(): page.read_text(encoding="utf-8")
        for page in pages.rglob("*.md")
    }
    found = {name: match[1] for name, text in texts.items() if (match := KEYWORDS.search(text))}
    later = {name for name, text in texts.items() if LATER in text}
    index = json.loads((site / "search.json").read_text(encoding="utf-8"))
    index["config"]["separator"] = index["config"]["separator"].replace("_", "")
    index["items"] = ordered(index["items"], found | OTHERS, later)
    (site / "search.json").write_text(json.dumps(index, ensure_ascii=False), encoding="utf-8")
