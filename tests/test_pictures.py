"""The pictures of the documentation show what the library draws today."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "make_pictures.py")
pictures = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(pictures)


def texts(file):
    """Return the texts of an SVG file of matplotlib, which writes each as a comment."""
    return re.findall(r"<!-- (.+?) -->", file.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_pictures_are_up_to_date(tmp_path):
    """Shapes depend on the version of matplotlib; labels and numbers do not."""
    pictures.main(tmp_path)
    kept = ROOT / "docs" / "pictures"
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in kept.iterdir()}
    stale = [file.name for file in kept.iterdir() if texts(file) != texts(tmp_path / file.name)]
    assert stale == [], "run python docs/make_pictures.py"
