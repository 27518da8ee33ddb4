"""Run the code of the gallery, docs/plots.md, draw its pictures into docs/gallery, and write its thumbnails."""

import doctest
import io
import re
from argparse import ArgumentParser
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import matplotlib.pyplot as plt
from PIL import Image
from PIL.PngImagePlugin import PngInfo

HERE = Path(__file__).resolve().parent
PAGE = HERE / "plots.md"
PART = re.compile(
    r"^(?:### (?P<title>[^\n]+)|```python\n(?P<code>.*?)^```|!\[[^\n]*\]\((?P<picture>gallery/[^\n]+)\))$",
    re.MULTILINE | re.DOTALL,
)
THUMBNAILS = re.compile("<!-- begin thumbnails -->.*<!-- end thumbnails -->", re.DOTALL)
COLORS = 48  # of a picture: a palette makes it a third as large


class Card(NamedTuple):
    """A plot with the code that draws it, and the code without a picture before it."""

    title: str
    code: str
    picture: str


def anchor(title):
    return re.sub(r"[^\w\s-]", "", title.lower()).replace(" ", "-")


def cards(page):
    """Yield the cards of the page."""
    title, code = None, ""
    for part in PART.finditer(page):
        if part["title"]:
            title = part["title"]
        elif part["code"]:
            code += part["code"]
        else:
            yield Card(title, code, part["picture"])
            code = ""


def words(figure):
    """Return the texts of a figure, which a test compares."""
    found = [each.get_text().strip() for each in figure.findobj(mpl.text.Text)]
    return " | ".join(sorted({each for each in found if each}))


def save(figure, file):
    """Write a small picture that holds its own texts."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=110, bbox_inches="tight", facecolor="white")
    texts = PngInfo()
    texts.add_itxt("Description", words(figure))
    small = Image.open(drawn).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
    small.save(file, optimize=True, pnginfo=texts)


def draw(folder):
    """Run the code in the order of the page, and save the Axes `ax` of each card."""
    mpl.use("Agg")
    names = {}
    for title, code, picture in cards(PAGE.read_text(encoding="utf-8")):
        examples = doctest.DocTestParser().get_examples(code)
        source = "".join(example.source for example in examples)
        exec(compile(source, f"{PAGE.name}: {title}", "exec"), names)  # noqa: S102
        save(names["ax"].figure, folder / Path(picture).name)
        plt.close("all")


def thumbnails(page):
    """Return the page with a grid of small pictures that lead to the cards."""
    lines = ["<!-- begin thumbnails -->", '<div class="thumbnails">']
    for title, _, picture in cards(page):
        image = f'<img src="{picture}" width="180" alt="">'
        lines.append(f'<a href="#{anchor(title)}">{image}<br>{title}</a>')
    grid = "\n".join([*lines, "</div>", "<!-- end thumbnails -->"])
    return THUMBNAILS.sub(lambda _: grid, page)


def main():
    folder = HERE / "gallery"
    folder.mkdir(exist_ok=True)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(thumbnails(page), encoding="utf-8")
    draw(folder)
    named = {Path(picture).name for _, _, picture in cards(page)}
    for file in folder.iterdir():
        if file.name not in named:
            file.unlink()


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    main()
