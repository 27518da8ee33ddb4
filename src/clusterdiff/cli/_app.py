"""The commands, and the one place where errors become sentences."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

import clusterdiff as cd
from clusterdiff.cli._show import Format, show_comparison, show_measure, show_measures
from clusterdiff.cli._sources import read_pair
from clusterdiff.errors import ClusterdiffError

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
    wanted: dict[str, Any] = {"measures": measures.split(",")} if measures else {}
    policy: dict[str, Any] = {"missing": missing, "ignore": _labels(ignore), "noise": _labels(noise)}
    result = cd.compare(first.labels, second.labels, **wanted, **policy)
    show_comparison(result, first.name, second.name, style)


@app.command()
def measures(
    name: Annotated[str, typer.Argument(help="A measure, to see its whole card.")] = "",
    style: Annotated[Format | None, _FORMAT] = None,
) -> None:
    """List the measures, or show the card of one.

    clusterdiff measures

    clusterdiff measures ari
    """
    if name:
        show_measure(cd.measure(name), style)
    else:
        show_measures(cd.measures(), style)


def _labels(texts: list[str] | None) -> list[int | str]:
    return [int(text) if text.lstrip("-").isdecimal() else text for text in texts or ()]


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
