"""The generated page agrees with what fewer elements show."""

import re
from pathlib import Path

from clusterdiff import properties

DOCS = Path(__file__).parents[2] / "docs"


def printed_signs(text):
    """Return the signs of each measure in the matrix, by the number of the property."""
    signs, numbers = {}, []
    part = text.partition("## The matrix")[2].partition("## Counterexamples")[0]
    for line in re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", part).splitlines():
        cells = [cell.strip(" `") for cell in line.strip("|").split("|")]
        if cells[0] == "measure":
            numbers = [int(cell) for cell in cells[1:]]
        elif line.startswith("| `"):
            signs.setdefault(cells[0], {}).update(zip(numbers, cells[1:], strict=True))
    return signs


def test_matrix_on_the_page_agrees_with_fewer_elements(found):
    """The page is computed with six elements: a property that fails for four must fail there."""
    text = (DOCS / "properties.md").read_text(encoding="utf-8")
    signs = printed_signs(text)
    names = [p for p in found.properties if properties.PROPERTIES[p].needs != "rule"]
    assert list(signs) == list(found.measures)
    for measure, row in signs.items():
        shown = dict(zip(names, [row[k] for k in range(1, len(names) + 1)], strict=True))
        failed = [p for p in names if found[measure, p].status == "fails"]
        assert all(shown[p] == "✗" for p in failed), measure


def test_page_lists_every_property_with_its_place():
    text = (DOCS / "properties.md").read_text(encoding="utf-8")
    for p in properties.PROPERTIES.values():
        assert f"**`{p.name}`**" + (f" ({p.places})" if p.places else "") in text


def test_columns_of_the_matrix_lead_to_the_statements():
    """The numbers are written out: a list on the site would begin with 1 for each paper."""
    text = (DOCS / "properties.md").read_text(encoding="utf-8")
    columns = re.findall(r"\[(\d+)\]\(#property-(\d+)\)", text)
    stated = re.findall(r'^- <a id="property-(\d+)"></a>\*\*(\d+)\.\*\* ', text, re.MULTILINE)
    assert columns == stated == [(str(k), str(k)) for k in range(1, len(columns) + 1)]
    assert len(columns) > 40


def test_the_page_has_no_recalled_claims():
    text = (DOCS / "properties.md").read_text(encoding="utf-8").lower()
    for word in ("recalled", "our reading", "not at hand", "not looked up"):
        assert word not in text
