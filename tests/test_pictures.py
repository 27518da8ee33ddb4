"""The pictures of the documentation show what the library draws today."""

import html
import importlib.util
import re
from pathlib import Path

import pytest
from PIL import Image

from tests.helpers.docs import make_gallery
from tests.helpers.program import run

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


def texts_of_png(file):
    with Image.open(file) as picture:
        return picture.info["Description"]


@pytest.mark.slow
def test_the_gallery_shows_what_its_code_draws(tmp_path):
    """Each picture holds its own texts."""
    make_gallery.draw(tmp_path)
    kept = ROOT / "docs" / "gallery"
    stale = [
        file.name
        for file in tmp_path.iterdir()
        if texts_of_png(file) != texts_of_png(kept / file.name)
    ]
    assert stale == [], "run python docs/make_gallery.py"


def terminal():
    """Return the words of the picture of a terminal, line after line."""
    svg = (ROOT / "docs" / "terminal.svg").read_text(encoding="utf-8")
    return " ".join(html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))).split())


def test_the_terminal_shows_what_the_commands_print():
    """Lines of explanation may be broken elsewhere; everything else is the same."""
    shown = terminal()
    commands = re.findall(
        r"\$ clusterdiff (.+? --columns truth,kmeans(?: --measures [\w,]+)?)", shown
    )
    assert [command.split()[0] for command in commands] == ["diff", "compare"]
    for command in commands:
        printed = run(*command.split(), cwd=ROOT).stdout
        wanted = [
            word
            for line in printed.splitlines()
            if not line.startswith("input:")
            for word in line.split()
        ]
        assert [word for word in wanted if word not in shown.split()] == []
