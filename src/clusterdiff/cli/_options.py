"""The options, each spelt once: every command that has it has it under this name."""

from enum import StrEnum
from typing import Annotated

import typer


class Format(StrEnum):
    """How to print."""

    table = "table"
    json = "json"
    csv = "csv"
    md = "md"
    latex = "latex"


class Layout(StrEnum):
    """What a line of text is."""

    auto = "auto"
    columns = "columns"
    clusters = "clusters"


class Align(StrEnum):
    """What becomes of keys that are on one side only."""

    error = "raise"
    intersect = "intersect"
    singletons = "singletons"


class Missing(StrEnum):
    """What becomes of elements without a label."""

    error = "raise"
    drop = "drop"
    singletons = "singletons"
    block = "block"


_INPUT, _POLICY, _OUTPUT, _GATE = "Input", "Who counts", "Output", "Gate"

A = Annotated[
    str, typer.Argument(metavar="A", help="The reference: CSV, TSV, Parquet, JSON lines, Arrow, NPY, text; a glob; - for stdin.", show_default=False)
]
B = Annotated[str | None, typer.Argument(metavar="B", help="The prediction; leave it out if A holds both columns.", show_default=False)]
Files = Annotated[
    list[str], typer.Argument(metavar="FILE…", help="Files of one clustering each, or one file with several columns.", show_default=False)
]

Columns = Annotated[str, typer.Option("--columns", "-c", metavar="NAMES", help="Label columns, as truth,kmeans.", rich_help_panel=_INPUT)]
On = Annotated[str, typer.Option("--on", metavar="KEY", help="The key column, as id; or id=cell_id where the files differ.", rich_help_panel=_INPUT)]
ByOrder = Annotated[bool, typer.Option("--by-order", help="Match rows by their order, not by a key.", rich_help_panel=_INPUT)]
LayoutOf = Annotated[
    Layout, typer.Option("--layout", help="What a line of text is: one element in columns, or one cluster of elements.", rich_help_panel=_INPUT)
]
Header = Annotated[
    bool | None,
    typer.Option("--header/--no-header", help="Whether text files begin with names; detected.", show_default=False, rich_help_panel=_INPUT),
]
Memory = Annotated[
    str, typer.Option("--memory", metavar="SIZE", help="What reading may take before it spills to disk, as 4GB.", rich_help_panel=_INPUT)
]

AlignBy = Annotated[
    Align, typer.Option("--align", help="Keys on one side only: an error, left out, or clusters of their own there.", rich_help_panel=_POLICY)
]
MissingAs = Annotated[Missing, typer.Option("--missing", help="Missing labels: an error, dropped, singletons or one block.", rich_help_panel=_POLICY)]
Ignore = Annotated[list[str] | None, typer.Option("--ignore", metavar="LABEL", help="A label whose elements are left out.", rich_help_panel=_POLICY)]
Noise = Annotated[list[str] | None, typer.Option("--noise", metavar="LABEL", help="A label whose elements are singletons.", rich_help_panel=_POLICY)]

Measures = Annotated[str, typer.Option("--measures", "-m", metavar="NAMES", help="Measures or families, as ari,vi or nmi[by=max].")]
Everything = Annotated[bool, typer.Option("--all", help="All there is, not only the usual.")]
Family = Annotated[str, typer.Option("--family", metavar="NAME", help="All measures of a family, as pairs or information.")]
By = Annotated[str, typer.Option("--by", metavar="NAME", help="The measure.")]

Style = Annotated[
    Format | None,
    typer.Option("--format", "-f", help="How to print: a table on a terminal, JSON in a pipe.", show_default=False, rich_help_panel=_OUTPUT),
]
Output = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Write here, all or nothing; the suffix chooses the format.", rich_help_panel=_OUTPUT),
]

FailUnder = Annotated[
    list[str] | None, typer.Option("--fail-under", metavar="NAME=VALUE", help="Exit 1 if a measure is below this, as ari=0.9.", rich_help_panel=_GATE)
]
FailOver = Annotated[
    list[str] | None, typer.Option("--fail-over", metavar="NAME=VALUE", help="Exit 1 if a measure is above this, as vi=0.5.", rich_help_panel=_GATE)
]
