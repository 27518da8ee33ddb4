"""The options, each defined once: every command that has one has it under the same name."""

from enum import StrEnum
from typing import Annotated

from clusterdiff.cli.arguments import Argument, Option
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


INPUT, SELECTION, OUTPUT, GATE = (
    "Input",
    "Missing labels, noise, unmatched keys",
    "Output",
    "Gate",
)
_FORMATS = (
    "a file, such as CSV, Parquet, JSON lines or text; a pattern in quotes; a directory; "
    "a URL (https://, s3://, duckdb:FILE#TABLE, postgres://HOST/DB#TABLE); - for standard input"
)

A = Annotated[str, Argument(metavar="A", help=f"The reference: {_FORMATS}.")]
B = Annotated[
    str | None,
    Argument(metavar="B", help="The other clustering; omit it if A has both columns."),
]
Files = Annotated[
    list[str],
    Argument(
        metavar="FILE",
        help="Files of one clustering each, or one file with several columns.",
    ),
]

Columns = Annotated[
    list[str] | None,
    Option(
        "--columns",
        "-c",
        metavar="NAMES",
        help="Label columns, for example truth,kmeans.",
        group=INPUT,
    ),
]
On = Annotated[
    str | None,
    Option(
        "--on",
        metavar="KEY",
        help="Key column, for example id; id=cell_id if the files differ.",
        group=INPUT,
    ),
]
ByOrder = Annotated[
    bool,
    Option(
        "--by-order",
        help="Match rows by their order, not by a key.",
        group=INPUT,
    ),
]
Header = Annotated[
    bool | None,
    Option(
        "--header/--no-header",
        help="Whether the first line of text files has the names of columns; detected by default.",
        group=INPUT,
    ),
]
Hive = Annotated[
    bool,
    Option(
        "--hive",
        help="Take the folders key=value of Parquet files as columns.",
        group=INPUT,
    ),
]
Sql = Annotated[
    str | None,
    Option(
        "--sql",
        metavar="QUERY",
        help="A query with both label columns, run in the database A (duckdb:FILE, postgres://…).",
        group=INPUT,
    ),
]
Memory = Annotated[
    str | None,
    Option(
        "--memory",
        metavar="SIZE",
        help="Memory for reading before it spills to disk, for example 4GB.",
        group=INPUT,
    ),
]


def _label(name: str, text: str) -> Option:
    """Return an option that names labels."""
    return Option(name, metavar="LABEL", help=text, group=SELECTION)


_Labels = list[str] | None
Ignore = Annotated[_Labels, _label("--ignore", "Drop elements with this label.")]
IgnoreA = Annotated[_Labels, _label("--ignore-a", "Drop elements with this label in A only.")]
IgnoreB = Annotated[_Labels, _label("--ignore-b", "Drop elements with this label in B only.")]
Noise = Annotated[_Labels, _label("--noise", "Make each element with this label a singleton.")]
NoiseA = Annotated[
    _Labels, _label("--noise-a", "Make each element with this label in A a singleton of A.")
]
NoiseB = Annotated[
    _Labels, _label("--noise-b", "Make each element with this label in B a singleton of B.")
]

Measures = Annotated[
    list[str] | None,
    Option(
        "--measures",
        "-m",
        metavar="NAMES",
        help="Measures or families, for example ari,vi or nmi[by=max].",
    ),
]
Everything = Annotated[
    bool, Option("--all", help="Show everything, not only the default selection.")
]
Family = Annotated[
    list[str] | None,
    Option(
        "--family",
        metavar="NAME",
        help="All measures of a family, for example pairs or information.",
    ),
]
Seed = Annotated[int, Option("--seed", metavar="N", help="Seed of the random numbers.", min=0)]

Style = Annotated[
    Format | None,
    Option(
        "--format",
        "-f",
        help="Output format.  [default: table]",
        group=OUTPUT,
    ),
]
Output = Annotated[
    str | None,
    Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write to this file; the suffix chooses the format.",
        group=OUTPUT,
    ),
]

Plot = Annotated[
    str | None,
    Option(
        "--plot",
        metavar="FILE",
        help="Draw a picture in this .svg, .png or .pdf file.",
        group=OUTPUT,
    ),
]

FailUnder = Annotated[
    list[str] | None,
    Option(
        "--fail-under",
        metavar="NAME=VALUE",
        help="Exit with 1 if a similarity is below this, for example ari=0.9.",
        group=GATE,
    ),
]
FailOver = Annotated[
    list[str] | None,
    Option(
        "--fail-over",
        metavar="NAME=VALUE",
        help="Exit with 1 if a distance is above this, for example vi=0.5.",
        group=GATE,
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


def selected(measures: list[str] | None, family: list[str] | None) -> str | None:
    """Return the measures and families that were asked for, or None if none was.

    Examples
    --------
    >>> selected(["ari"], ["pairs"])
    'ari,pairs'
    """
    named = (
        joined("--measures", measures, example="ari,vi"),
        joined("--family", family, example="pairs"),
    )
    return ",".join(filter(None, named)) or None
