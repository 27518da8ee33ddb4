"""rank and matrix: many clusterings."""

from itertools import groupby
from typing import Annotated, Any

import typer

import clusterdiff as cd
from clusterdiff.cli._emit import Answer
from clusterdiff.cli._groups import Out, grouped
from clusterdiff.cli._input import Inputs
from clusterdiff.cli._options import By, Files, Measures
from clusterdiff.cli._progress import counted
from clusterdiff.errors import InputError, OptionError


@grouped
def rank(
    truth: Annotated[
        str, typer.Argument(metavar="TRUTH", help="The reference; or one file with all columns, the reference first.", show_default=False)
    ],
    inputs: Inputs,
    out: Out,
    predictions: Annotated[list[str] | None, typer.Argument(metavar="PRED…", help="The predictions.", show_default=False)] = None,
    by: By = "ari",
    measures: Measures = "",
    interval: Annotated[bool, typer.Option("--interval", help="Add an interval of the measure for each prediction.")] = False,  # noqa: FBT002
) -> None:
    """Sort predictions by how well they agree with a reference; ties share a rank.

    **Examples**

    clusterdiff rank truth.csv kmeans.csv ward.csv gmm.csv --by ami

    clusterdiff rank all.parquet --columns truth,kmeans,ward -m vi,nmi
    """
    main = cd.measure(by)
    if main.direction == "description":
        raise OptionError(f"--by must be a similarity or a distance: {main.name} has no best value.", "--by ari")
    wanted = [main, *(m for m in _resolved(measures) if m.name != main.name)]
    reference, *others = inputs.clusterings([truth, *(predictions or ())])
    if not others:
        raise InputError(f"{truth} must be ranked against at least one prediction: there is none.", "clusterdiff rank TRUTH PRED…")
    lines: list[dict[str, Any]] = []
    for other in counted(others, "ranking", "clusterings"):
        table = inputs.count(reference, other).table
        line = {"name": other.name, "n": table.n, "clusters": table.shape[1], **{m.name: m.on(table) for m in wanted}}
        lines.append({**line, **(_interval(table, main) if interval else {})})
    ranked = _ranked(lines, main)
    header = list(ranked[0])
    data = {"reference": reference.name, "by": main.name, "direction": main.direction, "ranking": ranked}
    out.emit(
        Answer(lambda: data, header, lambda: [list(line.values()) for line in ranked], lambda: _table(header, ranked, f"against {reference.name}"))
    )


def _resolved(names: str) -> list[cd.Measure]:
    return [cd.measure(score.name) for score in cd.compare([0, 1], [0, 1], names)] if names else []


def _ranked(lines: list[dict[str, Any]], by: cd.Measure) -> list[dict[str, Any]]:
    """Best first; equal values share the rank of the first of them."""
    ordered = sorted(lines, key=lambda line: line[by.name], reverse=by.direction == "similarity")
    out: list[dict[str, Any]] = []
    for _, ties in groupby(ordered, key=lambda line: line[by.name]):
        place = len(out) + 1
        out += [{"rank": place, **line} for line in ties]
    return out


def _interval(table: cd.Table, measure: cd.Measure) -> dict[str, float | None]:
    from clusterdiff import chance

    found = chance.interval(table, measure=measure)
    return {"low": found.low, "high": found.high}


@grouped
def matrix(files: Files, inputs: Inputs, out: Out, by: By = "ari") -> None:
    """Compare all pairs of many clusterings under one measure.

    **Examples**

    clusterdiff matrix runs/*.csv --by vi

    clusterdiff matrix all.parquet --columns truth,kmeans,ward --format csv -o ari.csv
    """
    measure = cd.measure(by)
    found = inputs.clusterings(files)
    size = len(found)
    values = [[0.0] * size for _ in found]
    pairs = [(i, j) for i in range(size) for j in range(i if measure.symmetric else 0, size)]
    for i, j in counted(pairs, "comparing", "pairs"):
        values[i][j] = measure.on(inputs.count(found[i], found[j]).table)
        if measure.symmetric:
            values[j][i] = values[i][j]
    names = [each.name for each in found]
    rows: list[list[Any]] = [[name, *line] for name, line in zip(names, values, strict=True)]
    header = [measure.name, *names]
    lines = [dict(zip(header, row, strict=True)) for row in rows]
    out.emit(Answer(lambda: {"measure": measure.name, "names": names, "values": values}, header, lambda: rows, lambda: _table(header, lines, "")))


def _table(header: list[str], lines: list[dict[str, Any]], title: str) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="dim")
    for column in header:
        number = all(isinstance(line[column], (int, float)) for line in lines)
        table.add_column(Text(column), justify="right" if number else "left", style="" if number else "cyan", no_wrap=True)
    for line in lines:
        table.add_row(
            *(Text(f"{value:.4g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value) for value in line.values())
        )
    return table
