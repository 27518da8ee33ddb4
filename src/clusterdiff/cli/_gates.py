"""Gates: exit with 1 where a measure is on the wrong side of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from clusterdiff.cli import _streams
from clusterdiff.errors import OptionError
from clusterdiff.measures import get_measure
from clusterdiff.measures._names import split_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.measures import Measure
    from clusterdiff.table import Table


class Gate(NamedTuple):
    """A measure and the number that it must not pass."""

    measure: Measure
    limit: float
    under: bool

    def reason(self, table: Table) -> str | None:
        """Return why the gate fails, or None if it does not."""
        value = self.measure.on(table)
        if (value >= self.limit) if self.under else (value <= self.limit):
            return None
        word, option = ("below", "--fail-under") if self.under else ("above", "--fail-over")
        return f"{self.measure.name} is {value!r}, {word} the limit of {option} {self.limit:g}."


def gates(under: Sequence[str], over: Sequence[str]) -> list[Gate]:
    """Read gates as they were typed; one option may hold several, as ari=0.9,nmi=0.8."""
    return [
        _gate(text, is_under)
        for texts, is_under in ((under, True), (over, False))
        for given in texts
        for text in split_names(given) or [given]
    ]


def _gate(text: str, under: bool) -> Gate:
    option, other = ("--fail-under", "--fail-over") if under else ("--fail-over", "--fail-under")
    name, _, number = text.rpartition("=")
    try:
        limit = float(number)
    except ValueError:
        limit = float("nan")
    if not name or limit != limit:  # noqa: PLR0124  (nan)
        raise OptionError(
            f"{option} must be a measure and a number, got {text!r}.", f"{option} ari=0.9"
        )
    measure = get_measure(name.strip())
    wrong = "distance" if under else "similarity"
    if measure.direction == wrong:
        better = "smaller" if under else "larger"
        raise OptionError(
            f"{option} {text}: {measure.name} is a {wrong}, {better} is better.", f"{other} {text}"
        )
    return Gate(measure, limit, under)


def check(wanted: list[Gate], table: Table) -> None:
    """Exit with 1 and print the reasons, if a gate fails."""
    reasons = [reason for gate in wanted if (reason := gate.reason(table)) is not None]
    for reason in reasons:
        _streams.say(reason)
    if reasons:
        raise click.exceptions.Exit(1)
