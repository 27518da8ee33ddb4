"""Gates: exit 1 where a measure is on the wrong side of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import typer

import clusterdiff as cd
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Gate(NamedTuple):
    """A measure and the number it must not pass."""

    measure: cd.Measure
    limit: float
    under: bool

    def reason(self, table: cd.Table) -> str:
        """Why it fails, if it does."""
        value = self.measure.on(table)
        if (value >= self.limit) if self.under else (value <= self.limit):
            return ""
        word, option = ("below", "--fail-under") if self.under else ("above", "--fail-over")
        return f"{self.measure.name} is {value!r}, {word} the {self.limit:g} of {option}."


def gates(under: Sequence[str] | None, over: Sequence[str] | None) -> list[Gate]:
    """The gates as typed; several may stand in one option, as ari=0.9,nmi=0.8."""
    wanted = [(text, True) for text in under or ()] + [(text, False) for text in over or ()]
    return [_gate(text, is_under) for text, is_under in wanted]


def _gate(text: str, under: bool) -> Gate:  # noqa: FBT001
    option = "--fail-under" if under else "--fail-over"
    name, _, number = text.rpartition("=")
    try:
        limit = float(number)
    except ValueError:
        limit = float("nan")
    if not name or limit != limit:  # noqa: PLR0124  (nan)
        raise OptionError(f"{option} must be a measure and a number: got {text!r}.", f"{option} ari=0.9")
    return Gate(cd.measure(name), limit, under)


def check(wanted: list[Gate], table: cd.Table) -> None:
    """Leave with 1 and the reasons, if there are any."""
    reasons = [reason for gate in wanted if (reason := gate.reason(table))]
    for reason in reasons:
        typer.echo(f"clusterdiff: {reason}", err=True)
    if reasons:
        raise typer.Exit(1)
