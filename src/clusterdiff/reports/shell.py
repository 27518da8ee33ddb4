"""The frame of every page: template, style, scripts, and the sections that all pages have."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.views import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.reports.packing import Block

_FOLDER = files("clusterdiff.reports")


class Section(NamedTuple):
    """A section of a page: its identifier, its title and its content as HTML."""

    key: str
    title: str
    body: str

    def html(self) -> str:
        """Return the section with its heading."""
        return (
            f'<section id="{self.key}" aria-labelledby="{self.key}-head"><h2 id="{self.key}-head">'
            f"{escape(self.title)}</h2>\n{self.body}</section>"
        )


def document(
    data: dict[str, Any],
    facts: str,
    sections: Sequence[Section],
    blocks: Sequence[Block],
    script: str,
) -> str:
    """Return a whole HTML document that needs no network.

    Parameters
    ----------
    data : dict
        The data of the report; its title and its method are used.
    facts : str
        The line below the title.
    sections : sequence of Section
    blocks : sequence of Block
        What the scripts need.
    script : str
        The file of the script of this kind of page.

    Returns
    -------
    str
    """
    style, scripts = _code("page.css"), _code("common.js", script)
    software = data["method"]["Software"]
    fields = {
        "policy": _policy(style, scripts),
        "version": escape(software.rpartition(" ")[2]),
        "title": escape(shortened(data["title"], 200)),
        "facts": escape(facts),
        "links": "".join(
            f'<li><a href="#{section.key}">{escape(section.title)}</a></li>' for section in sections
        ),
        "sections": "\n".join(section.html() for section in sections),
        "footer": escape(f"Written by {software}."),
        "blocks": "\n".join(block.html() for block in blocks),
        "style": style,
        "script": scripts,
    }
    return Template((_FOLDER / "page.html").read_text("utf-8")).substitute(fields)


def _code(*names: str) -> str:
    """Return the text of files without indentation, which a page does not need."""
    text = "".join((_FOLDER / name).read_text("utf-8") for name in names)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip()) + "\n"


def _policy(style: str, script: str) -> str:
    """Return a content security policy that allows this style and this script only."""
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in (style, script)]
    return (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def verdict_html(data: dict[str, Any]) -> str:
    """Return the sentences of the verdict."""
    said = data["verdict"]
    picks = said.get("picks") or [None] * len(said["sentences"])
    lines = map(cut_html, said["sentences"], picks)
    return f'<div class="verdict">{"".join(f"<p>{line}</p>" for line in lines)}</div>'


def cut_html(sentence: str, pick: Any) -> str:
    """Return a sentence, which the script makes a button if it is about some clusters."""
    text = escape(sentence)
    return (
        text if pick is None else f'<span class="cut" data-pick="{json.dumps(pick)}">{text}</span>'
    )


def figure(picture: str, text: str, notes: Sequence[str] = (), *, linked: bool = True) -> str:
    """Return a picture with its caption; the marks of a linked one can be selected."""
    hint = '<span class="script"> Click a mark to select it everywhere on the page.</span>'
    caption = escape(" ".join([text, *notes])) + (hint if linked else "")
    region = '<div class="scroll" tabindex="0" role="group" aria-label="Picture">'
    return f"<figure>{region}{picture}</div><figcaption>{caption}</figcaption></figure>"


def quality_html(data: dict[str, Any]) -> str:
    """Return the notes on the data."""
    notes = data["notes"] or ["Every element counts, and nothing was assumed."]
    return "<ul>" + "".join(f"<li>{escape(note)}</li>" for note in notes) + "</ul>"


def method_html(data: dict[str, Any]) -> str:
    """Return how the report was computed."""
    rows = "".join(
        f"<dt>{escape(key)}</dt><dd>{escape(text)}</dd>" for key, text in data["method"].items()
    )
    return f"<dl>{rows}</dl>"
