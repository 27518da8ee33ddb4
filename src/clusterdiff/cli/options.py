"""The options, each defined once: every command that has one has it under the same name."""

from enum import StrEnum
from typing import Annotated

import typer

from clusterdiff.errors import OptionError


class Format(StrEnum):
    """How to write the answer."""

    table = "table"
    json = "json"
    csv = "csv"
    tsv = "tsv"
    md = "md"
    latex = "latex"
    html = "html"


class Layout(StrEnum):
    """What a line of text is."""

    auto = "auto"
    columns = "columns"
    clusters = "clusters"


class Align(StrEnum):
    """What to do with keys that are on one side only."""

    error = "raise"
    intersect = "intersect"
    singletons = "singletons"


class Missing(StrEnum):
    """What to do with elements without a label."""

    error = "raise"
    drop = "drop"
    singletons = "singletons"
    block = "block"


_INPUT, _SELECTION, _OUTPUT, _GATE = (
    "Input",
    "Missing labels, noise, unmatched keys",
    "Output",
    "Gate",
)
_FORMATS = (
    "CSV, TSV, Parquet, JSON lines, Arrow, NPY or text file; a pattern in quotes; "
    "- for standard input"
)

A = Annotated[
    str, typer.Argument(metavar="A", help=f"The reference: {_FORMATS}.", show_default=False)
]
B = Annotated[
    str | None,
    typer.Argument(
        metavar="B", help="The other clustering; omit it if A has both columns.", show_default=False
    ),
]
Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Files of one clustering each, or one file with several columns.",
        show_default=False,
    ),
]

Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--columns",
        "-c",
        metavar="NAMES",
        help="Label columns, for example truth,kmeans.",
        rich_help_panel=_INPUT,
    ),
]
On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="KEY",
        help="Key column, for example id; id=cell_id if the files differ.",
        rich_help_panel=_INPUT,
    ),
]
ByOrder = Annotated[
    bool,
    typer.Option(
        "--by-order",
        metavar="",
        help="Match rows by their order, not by a key.",
        rich_help_panel=_INPUT,
    ),
]
LayoutOf = Annotated[
    Layout,
    typer.Option(
        "--layout",
        metavar="|".join(Layout),
        help="What a line of text is: one element in columns, or one cluster.",
        rich_help_panel=_INPUT,
    ),
]
Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        metavar="",
        help="Whether the first line of text files has the names of columns; detected by default.",
        show_default=False,
        rich_help_panel=_INPUT,
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="Memory for reading before it spills to disk, for example 4GB.",
        rich_help_panel=_INPUT,
    ),
]

AlignBy = Annotated[
    Align,
    typer.Option(
        "--align",
        metavar="|".join(Align),
        help="Keys on one side only: an error, dropped, or singletons on the other side.",
        rich_help_panel=_SELECTION,
    ),
]
MissingAs = Annotated[
    Missing,
    typer.Option(
        "--missing",
        metavar="|".join(Missing),
        help="Missing labels: an error, dropped, singletons or one cluster.",
        rich_help_panel=_SELECTION,
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore",
        metavar="LABEL",
        help="Drop elements with this label.",
        rich_help_panel=_SELECTION,
    ),
]
Noise = Annotated[
    list[str] | None,
    typer.Option(
        "--noise",
        metavar="LABEL",
        help="Make each element with this label a singleton.",
        rich_help_panel=_SELECTION,
    ),
]

Measures = Annotated[
    list[str] | None,
    typer.Option(
        "--measures",
        "-m",
        metavar="NAMES",
        help="Measures or families, for example ari,vi or nmi[by=max].",
    ),
]
Everything = Annotated[
    bool, typer.Option("--all", metavar="", help="Show everything, not only the default selection.")
]
Family = Annotated[
    list[str] | None,
    typer.Option(
        "--family",
        metavar="NAME",
        help="All measures of a family, for example pairs or information.",
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", help="Seed of the random numbers.", min=0)
]

Style = Annotated[
    Format | None,
    typer.Option(
        "--format",
        "-f",
        metavar="|".join(Format),
        help="Output format.  [default: table]",
        show_default=False,
        rich_help_panel=_OUTPUT,
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write to this file; the suffix chooses the format.",
        rich_help_panel=_OUTPUT,
    ),
]

Plot = Annotated[
    str | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Draw the result into this SVG, PNG or PDF file.",
        rich_help_panel=_OUTPUT,
    ),
]

FailUnder = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-under",
        metavar="NAME=VALUE",
        help="Exit with 1 if a similarity is below this, for example ari=0.9.",
        rich_help_panel=_GATE,
    ),
]
FailOver = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-over",
        metavar="NAME=VALUE",
        help="Exit with 1 if a distance is above this, for example vi=0.5.",
        rich_help_panel=_GATE,
    ),
]


def joined(option: str, values: list[str] | None, *, example: str) -> str | None:
    """Return the values of a repeated option as one list separated by commas.

    Examples
    --------
    >>> joined("--measures", ["ari", "vi,nmi"], example="ari")
    'ari,vi,nmi'
    """
    if not values:
        return None
    text = ",".join(values)
    if any(not value.strip(", ") for value in values):
        raise OptionError(f"{option} must not be empty.", f"{option} {example}")
    return text
