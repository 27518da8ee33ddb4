"""The option --colors: colors of clusters by their labels, typed or from a file."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.cli import _options, _streams
from clusterdiff.drawing import own_colors
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import listed
from clusterdiff.views import label_text

if TYPE_CHECKING:
    from collections.abc import Sequence

_PAIR = re.compile(r"(.+?)=(#\w+|[A-Za-z]+)(?:,|$)")

option = _options.option(
    "--colors",
    multiple=True,
    metavar="LABEL=COLOR,…",
    help="Colors of clusters: T=#1f77b4,B=orange, or a file with a label and a color in each line.",
    group=_options.OUTPUT,
)


def read_colors(given: Sequence[str]) -> dict[str, str] | None:
    """Return the colors that were typed or are in files, by the texts of labels.

    Examples
    --------
    >>> read_colors(["T=#1f77b4,B=orange", "a,b=red"])
    {'T': '#1f77b4', 'B': 'orange', 'a,b': 'red'}
    """
    found: dict[str, str] = {}
    for value in given:
        if "=" in value:
            pairs = list(_PAIR.finditer(value))
            if "".join(pair[0] for pair in pairs) != value:
                raise OptionError(
                    f"--colors must be labels with colors, got {value}.",
                    "--colors T=#1f77b4,B=orange",
                )
            found |= {pair[1]: pair[2] for pair in pairs}
        else:
            found |= _read(value)
    own_colors(found, (), ("a",))  # checks the colors
    return found or None


def _read(path: str) -> dict[str, str]:
    """Return the colors of a file; a first line "label,color" is its header."""
    try:
        rows = [row for row in csv.reader(Path(path).read_text("utf-8").splitlines()) if row]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path} cannot be read as a file of colors.", "--colors T=#1f77b4,B=orange"
        ) from error
    if any(len(row) != len(("label", "color")) for row in rows):
        raise InputError(f"Each line of {path} must have a label and a color: T,#1f77b4.")
    header = rows[:1] and rows[0][1].strip().lower() in {"color", "colour"}
    return {label.strip(): color.strip() for label, color in rows[bool(header) :]}


def say_unknown(colors: dict[str, str] | None, drawn: Any) -> None:
    """Name the labels with a color that none of the clusterings that are drawn has."""
    if colors is None:
        return
    steps = getattr(drawn, "steps", [drawn])
    sides = (side for step in steps for side in (step.table.row_labels, step.table.col_labels))
    known = {label_text(label) for side in sides for label in listed(side)}
    unknown = [label for label in colors if label not in known]
    if unknown:
        _streams.say(f"--colors: no cluster is called {', '.join(unknown[:5])}.")


def colors_of_flow(given: Sequence[str], plot: str | None, draw: str) -> dict[str, str] | None:
    """Return the colors of a command that draws with --plot, which a picture of clusters needs."""
    if given and (plot is None or draw not in {"flow", "clustree"}):
        raise OptionError("--colors applies to pictures of clusters.", "--plot flow.svg")
    return read_colors(given)
