"""What every plot keeps; no test names one."""

import inspect
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from clusterdiff import plots
from clusterdiff.errors import ClusterdiffError
from tests.helpers.docs import make_gallery

PAGE = Path(__file__).parents[2] / "docs" / "plots.md"
EVERY = pytest.mark.parametrize("name", plots.__all__)


def parameters(name):
    return inspect.signature(getattr(plots, name)).parameters.values()


def test_every_plot_is_exported():
    modules = [
        import_module(f"{plots.__name__}.{each.name}")
        for each in pkgutil.iter_modules(plots.__path__)
    ]
    defined = {name for each in modules for name in vars(each) if name.startswith("plot_")}
    assert defined == set(plots.__all__)


@EVERY
def test_takes_axes_and_a_title_by_name_and_returns_axes(name):
    optional = {each.name: each.default for each in parameters(name) if each.kind == 3}
    assert (optional["ax"], optional["title"]) == (None, None)
    assert inspect.signature(getattr(plots, name)).return_annotation == "Axes"


WRONG = {"object": object(), "number": 3.5, "text": "text", "None": None, "lists": [[1], [2, 3]]}


@EVERY
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_refuses_what_it_cannot_draw(name, wrong):
    required = [each for each in parameters(name) if each.default is each.empty and each.kind < 3]
    with pytest.raises(ClusterdiffError):
        getattr(plots, name)(*[wrong] * len(required), ax=Figure().subplots())


@EVERY
def test_has_a_card_in_the_gallery(name):
    """Its code, and the picture that the code draws."""
    shown = [
        card for card in make_gallery.cards(PAGE.read_text(encoding="utf-8")) if name in card.code
    ]
    assert any(card.picture == f"gallery/{name}.png" for card in shown)
    assert all((PAGE.parent / card.picture).exists() for card in shown)


def test_the_thumbnails_lead_to_every_card():
    page = PAGE.read_text(encoding="utf-8")
    assert make_gallery.thumbnails(page) == page, "run python docs/make_gallery.py"
    assert page.count("<img ") == len(list(make_gallery.cards(page)))
    pictures = {f"gallery/{file.name}" for file in (PAGE.parent / "gallery").iterdir()}
    assert pictures == {card.picture for card in make_gallery.cards(page)}
