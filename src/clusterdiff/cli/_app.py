"""The commands, and the one place where errors become sentences."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

import clusterdiff as cd
from clusterdiff.cli._show import TOP, Format, show_comparison, show_diff, show_measure, show_measures
from clusterdiff.cli._sources import read_pair
from clusterdiff.errors import ClusterdiffError

if TYPE_CHECKING:
    from clusterdiff.io import Column

app = typer.Typer(name="clusterdiff", no_args_is_help=True, add_completion=True, rich_markup_mode="markdown", pretty_exceptions_enable=False)

_FORMAT = typer.Option("--format", "-f", help="How to print; table on a terminal, json in a pipe.")


def _version(wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        typer.echo(f"clusterdiff {cd.__version__} ({cd.KERNEL} kernel)")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and the kernel.")] = False,  # noqa: FBT002
) -> None:
    """Compare clusterings: how far apart they are, where they differ, and why."""


@app.command()
def compare(
    a: Annotated[str, typer.Argument(help="The reference: a CSV or TSV file with a key and a label column.")],
    b: Annotated[str | None, typer.Argument(help="The prediction; leave it out if one file holds both columns.")] = None,
    columns: Annotated[str, typer.Option("--columns", "-c", help="Label columns, as truth,kmeans.")] = "",
    on: Annotated[str, typer.Option("--on", help="The key column; the first if not said.")] = "",
    measures: Annotated[str, typer.Option("--measures", "-m", help="Measures or families, as ari,vi; or all.")] = "",
    missing: Annotated[str, typer.Option(help="Missing labels: raise, drop, singletons or block.")] = "raise",
    ignore: Annotated[list[str] | None, typer.Option(help="A label whose elements are left out.")] = None,
    noise: Annotated[list[str] | None, typer.Option(help="A label whose elements are singletons.")] = None,
    style: Annotated[Format | None, _FORMAT] = None,
) -> None:
    """Compare two clusterings of the same elements.

    clusterdiff compare truth.csv kmeans.csv

    clusterdiff compare all.csv --columns truth,kmeans --measures ari,vi
    """
    first, second = read_pair(a, b, columns, on)
    wanted: dict[str, Any] = {"measures": measures} if measures else {}
    policy: dict[str, Any] = {"missing": missing, "ignore": _labels(ignore, first, second), "noise": _labels(noise, first, second)}
    result = cd.compare(first.labels, second.labels, **wanted, **policy)
    show_comparison(result, first.name, second.name, style)


@app.command()
def diff(
    a: Annotated[str, typer.Argument(help="The reference: a CSV or TSV file with a key and a label column.")],
    b: Annotated[str | None, typer.Argument(help="The prediction; leave it out if one file holds both columns.")] = None,
    columns: Annotated[str, typer.Option("--columns", "-c", help="Label columns, as truth,kmeans.")] = "",
    on: Annotated[str, typer.Option("--on", help="The key column; the first if not said.")] = "",
    cost: Annotated[str, typer.Option("--cost", help="The measure that components are charged under, as vi or van_dongen.")] = "vi",
    missing: Annotated[str, typer.Option(help="Missing labels: raise, drop, singletons or block.")] = "raise",
    ignore: Annotated[list[str] | None, typer.Option(help="A label whose elements are left out.")] = None,
    noise: Annotated[list[str] | None, typer.Option(help="A label whose elements are singletons.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All components and moves, not only the most costly.")] = False,  # noqa: FBT002
    style: Annotated[Format | None, _FORMAT] = None,
) -> None:
    """Say which clusters split, merged and moved, and what each change costs.

    clusterdiff diff truth.csv kmeans.csv

    clusterdiff diff all.csv --columns truth,kmeans --cost van_dongen --format md
    """
    first, second = read_pair(a, b, columns, on)
    policy: dict[str, Any] = {"missing": missing, "ignore": _labels(ignore, first, second), "noise": _labels(noise, first, second)}
    show_diff(cd.diff(first.labels, second.labels, cost=cost, **policy), style, None if everything else TOP)


@app.command()
def measures(
    name: Annotated[str, typer.Argument(help="A family, or a measure to see its whole card.")] = "",
    style: Annotated[Format | None, _FORMAT] = None,
) -> None:
    """List the measures, or show the card of one.

    clusterdiff measures

    clusterdiff measures ari
    """
    family = cd.FAMILIES.get(name)
    if name and family is None:
        show_measure(cd.measure(name), style)
    else:
        show_measures([m.record() for m in family] if family else cd.measures(), style)


def _labels(texts: list[str] | None, *columns: Column) -> list[int | str]:
    """What is typed, in the kind of the columns' labels: 1 may be a number in one and a name in the other."""
    kinds = {type(label) for column in columns for label in column.labels.values()}
    out: list[int | str] = [text for text in texts or () if str in kinds]
    return out + [int(text) for text in texts or () if int in kinds and text.lstrip("-").isdecimal()]


def main() -> None:
    """Run the program: exit 0, or 2 with one clear sentence."""
    try:
        app()
    except ClusterdiffError as error:
        typer.echo(f"clusterdiff: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        # The reader has gone; what is left to flush goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
