"""compare and diff: two clusterings."""

from dataclasses import replace
from typing import Annotated, Any

import typer

import clusterdiff as cd
from clusterdiff.cli import _gate
from clusterdiff.cli._emit import Answer
from clusterdiff.cli._groups import Out, grouped
from clusterdiff.cli._input import Inputs, notes
from clusterdiff.cli._options import A, B, Everything, FailOver, FailUnder, Family, Measures
from clusterdiff.io import Counted

_TOP = 20
_CHANCE = ("chance", "adjusted", "z", "interval low", "interval high")


@grouped
def compare(
    a: A,
    inputs: Inputs,
    out: Out,
    b: B = None,
    measures: Measures = "",
    everything: Everything = False,  # noqa: FBT002
    family: Family = "",
    chance: Annotated[bool, typer.Option("--chance", help="Add what chance alone would give, and how far from it this is.")] = False,  # noqa: FBT002
    fail_under: FailUnder = None,
    fail_over: FailOver = None,
) -> None:
    """Compare two clusterings of the same elements.

    Exit code: 0, or 1 if a gate fails, or 2 on bad input.

    **Examples**

    clusterdiff compare truth.csv kmeans.csv

    clusterdiff compare all.parquet --columns truth,kmeans -m ari,vi

    clusterdiff compare truth.csv cells.tsv --on id=cell_id --align intersect

    clusterdiff compare truth.npy kmeans.npy --fail-under ari=0.9
    """
    gates = _gate.gates(fail_under, fail_over)
    wanted = "all" if everything else ",".join(filter(None, [measures, family]))
    options: dict[str, Any] = {"measures": wanted} if wanted else {}
    if chance:
        options["chance"] = True
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    result = replace(cd.compare(found.table, **options), name_a=first.name, name_b=second.name)
    out.emit(_compared(result, found, notes(found, first, second)))
    _gate.check(gates, found.table)


@grouped
def diff(
    a: A,
    inputs: Inputs,
    out: Out,
    b: B = None,
    cost: Annotated[str, typer.Option("--cost", metavar="NAME", help="The measure that components are charged under, as vi or van_dongen.")] = "vi",
    everything: Everything = False,  # noqa: FBT002
    fail_under: FailUnder = None,
    fail_over: FailOver = None,
) -> None:
    """Say which clusters split, merged and moved, and what each change costs.

    **Examples**

    clusterdiff diff truth.csv kmeans.csv

    clusterdiff diff all.csv --columns truth,kmeans --cost van_dongen --format md
    """
    gates = _gate.gates(fail_under, fail_over)
    first, second = inputs.pair(a, b)
    found = inputs.table(first, second)
    top = None if everything else _TOP
    result = cd.diff(found.table, cost=cost)
    said = notes(found, first, second)
    out.emit(
        Answer(
            lambda: {**result.to_dict(), "name_a": first.name, "name_b": second.name, "input": found.report.to_dict()},
            ("cost", "kind", "size", "what happened"),
            lambda: [[c.cost, c.kind, c.size, c.sentence] for c in result.components[:top]],
            lambda: _with_notes(result.rich(top), said),
        )
    )
    _gate.check(gates, found.table)


def _compared(result: cd.Comparison, found: Counted, said: list[str]) -> Answer:
    more = _CHANCE if result.chance else ()
    return Answer(
        lambda: {**result.to_dict(), "input": found.report.to_dict()},
        ("measure", "value", "low", "high", "direction", "reads as", *more),
        lambda: [[s.name, s.value, *s.bounds, s.direction, s.reading, *(_chance(s) if more else ())] for s in result],
        lambda: _with_notes(result, said),
    )


def _chance(score: cd.Score) -> list[float | str]:
    values = (score.expected, score.adjusted, score.z, *(score.interval or (None, None)))
    return ["" if value is None else value for value in values]


def _with_notes(face: Any, said: list[str]) -> Any:
    if not said:
        return face
    from rich.console import Group
    from rich.text import Text

    return Group(face, Text(f"elements: {'; '.join(said)}", style="yellow"))
