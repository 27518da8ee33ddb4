"""Gates: exit with 1 where a value is on the wrong side of a limit, and say so in several forms."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from clusterdiff.cli import _options, _streams
from clusterdiff.cli._files import check_output, files_read, whole_file
from clusterdiff.cli._options import FILE, GATE, option
from clusterdiff.errors import InputError, OptionError
from clusterdiff.measures import get_measure
from clusterdiff.measures._names import split_names
from clusterdiff.views import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.io import Counted
    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

_HALF = 0.5


class Verdict(NamedTuple):
    """What a gate found."""

    gate: str  # the option, as in Python
    measure: str
    limit: float
    value: float
    passed: bool
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        data = {name: getattr(self, name) for name in ("gate", "measure", "limit", "value")}
        return {**data, "verdict": "passed" if self.passed else "failed"}


@dataclass(frozen=True, slots=True)
class Gates:
    """The options of gates, as they were typed."""

    fail_under: tuple[str, ...]
    fail_over: tuple[str, ...]
    min_elements: int | None
    max_dropped: str | None
    baseline: str | None
    max_drop: tuple[str, ...]
    junit: str | None
    github: bool

    def checks(self) -> Checks:
        """Read the options; wrong ones are refused before any work is done."""
        found: list[_Check] = [
            *(_limit(text, "fail_under") for text in _each(self.fail_under)),
            *(_limit(text, "fail_over") for text in _each(self.fail_over)),
        ]
        if self.min_elements is not None:
            found.append(_min_elements(self.min_elements))
        if self.max_dropped is not None:
            found.append(_max_dropped(self.max_dropped))
        found += self._against_baseline()
        if self.junit is not None:
            check_output(self.junit)
        if not found and (self.junit is not None or self.github):
            name = "--github" if self.junit is None else "--junit"
            raise OptionError(f"{name} needs a gate.", f"{name} … --fail-under ari=0.9")
        return Checks(tuple(found), self.junit, self.github)

    def _against_baseline(self) -> list[_Check]:
        if (self.baseline is None) != (not self.max_drop):
            raise OptionError(
                "--baseline and --max-drop need each other.",
                "--baseline yesterday.json --max-drop ari=0.005",
            )
        if self.baseline is None:
            return []
        before = _baseline(self.baseline)
        return [_drop(text, before, self.baseline) for text in _each(self.max_drop)]


@dataclass(frozen=True, slots=True)
class Checks:
    """Gates that were read, and where their verdicts go."""

    gates: tuple[_Check, ...]
    junit: str | None
    github: bool

    def verdicts(self, found: Counted) -> list[Verdict]:
        """Return what the gates find."""
        return [check(found.table) for check in self.gates]

    def finish(self, verdicts: Sequence[Verdict]) -> None:
        """Print the reasons of gates that fail, write the report, and exit with 1 if one fails."""
        failed = [verdict for verdict in verdicts if not verdict.passed]
        for verdict in failed:
            _streams.say(verdict.reason)
        if self.github:
            for verdict in failed:
                _streams.tell_github("error", "clusterdiff", verdict.reason)
        if self.junit is not None:
            with whole_file(self.junit) as draft:
                Path(draft).write_text(_junit(verdicts), encoding="utf-8")
        if failed:
            raise click.exceptions.Exit(1)


def data_of(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return what is added to the JSON of a command; nothing if there is no gate."""
    return {"gates": [verdict.to_dict() for verdict in verdicts]} if verdicts else {}


def _each(texts: Sequence[str]) -> list[str]:
    """Return gates as they were typed; one option may hold several, as ari=0.9,nmi=0.8."""
    return [text for given in texts for text in split_names(given) or [given]]


def _read(text: str, option: str, example: str) -> tuple[Measure, float, bool]:
    """Return the measure and the number of NAME=VALUE, and whether it is a percentage."""
    name, _, number = text.rpartition("=")
    percent = number.strip().endswith("%")
    try:
        value = float(number.strip().removesuffix("%"))
    except ValueError:
        value = math.nan
    if not name or not math.isfinite(value):
        raise OptionError(f"{option} must be a measure and a number, got {text!r}.", example)
    return get_measure(name.strip()), value, percent


def _limit(text: str, gate: str) -> _Check:
    under = gate == "fail_under"
    option, other = ("--fail-under", "--fail-over") if under else ("--fail-over", "--fail-under")
    measure, limit, percent = _read(text, option, f"{option} ari=0.9")
    wrong = "distance" if under else "similarity"
    if measure.direction == wrong:
        better = "smaller" if under else "larger"
        raise OptionError(
            f"{option} {text}: {measure.name} is a {wrong}, {better} is better.", f"{other} {text}"
        )
    low, high = (None if callable(bound) else bound for bound in measure.bounds)
    if percent or (low is not None and limit < low) or (high is not None and limit > high):
        ends = " to ".join("…" if end is None else f"{end:g}" for end in (low, high))
        share = limit / 100
        inside = (low is None or share >= low) and (high is None or share <= high)
        raise OptionError(
            f"{option} {text}: the limit must be in the range of {measure.name}, {ends}.",
            f"{option} {text.rpartition('=')[0]}={share:g}" if inside and limit else None,
        )
    word = "below" if under else "above"

    def check(table: Table) -> Verdict:
        value = measure.on(table)
        passed = value >= limit if under else value <= limit
        _note_useless(measure, limit, table, option, under=under)
        reason = f"{measure.name} is {value!r}, {word} the limit of {option} {limit:g}."
        return Verdict(gate, measure.name, limit, value, passed, reason)

    return check


def _note_useless(
    measure: Measure, limit: float, table: Table, option: str, *, under: bool
) -> None:
    """Say that a gate cannot fail, where the range depends on the data."""
    low, high = measure.bounds_on(table)
    if (limit < low) if under else (limit > high):
        end = "begins" if under else "ends"
        _streams.say(
            f"note: {option} {measure.name}={limit:g} cannot fail: the range of {measure.name} for "
            f"{table.n:,} elements {end} at {(low if under else high):g}."
        )


def _min_elements(least: int) -> _Check:
    def check(table: Table) -> Verdict:
        reason = f"{table.n:,} elements are compared, fewer than --min-elements {least:,}."
        return Verdict("min_elements", "elements", least, table.n, table.n >= least, reason)

    return check


def _max_dropped(text: str) -> _Check:
    """Read a number of elements, 100, or a share of all, 0.01 or 1%."""
    wrong = OptionError(
        f"--max-dropped must be a number of elements or a share, got {text!r}.",
        "--max-dropped 100, --max-dropped 0.01 or --max-dropped 1%",
    )
    typed = text.strip()
    is_share = not typed.isdecimal()
    try:
        most = float(typed.removesuffix("%")) / (100 if typed.endswith("%") else 1)
    except ValueError:
        raise wrong from None
    if not (0 <= most <= 1 if is_share else most >= 0):
        raise wrong

    def check(table: Table) -> Verdict:
        number, share = dropped(table)
        value = share if is_share else number
        shown = f"{number:,} elements ({share:.3g} of all)"
        reason = f"{shown} were dropped, more than --max-dropped {typed}."
        return Verdict("max_dropped", "dropped", most, value, value <= most, reason)

    return check


def dropped(table: Table) -> tuple[int, float]:
    """Return how many elements one side lacks or has no label for, and their share of all.

    Elements that the options name (--ignore) do not count.
    """
    number = table.dropped.unmatched + table.dropped.missing
    return number, number / max(table.n + number, 1)


def warn_of_dropped(table: Table, align: str) -> None:
    """Warn if more than half of the elements have no partner and are left out."""
    number, share = dropped(table)
    if align == "intersect" and share > _HALF:
        _streams.say(
            f"WARNING: {number:,} of {table.n + number:,} elements were dropped, since only one "
            f"side has them: the values are those of {table.n:,}.\n"
            "Hint: --max-dropped 1% makes this an error, --on KEY names another key"
        )


def _baseline(path: str) -> dict[str, Any]:
    """Return the values of an earlier comparison by the names of the measures."""
    files_read().append(path)
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        return {score["name"]: score["value"] for score in data["scores"]}
    except OSError as error:
        raise InputError(f"Cannot read {path}: {error.strerror or error}.") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(
            f"{path} must be the JSON of a comparison.",
            f"clusterdiff compare A B --format json --output {path}",
        ) from None


def _drop(text: str, before: dict[str, Any], path: str) -> _Check:
    """Read by how much a measure may be worse: ari=0.005, or ari=1% of what it was."""
    measure, limit, percent = _read(text, "--max-drop", "--max-drop ari=0.005")
    ends = [None if callable(bound) else bound for bound in measure.bounds]
    widest = math.inf if None in ends else float(ends[1]) - float(ends[0])  # type: ignore[arg-type]
    most = math.inf if measure.direction == "distance" and percent else 100 if percent else widest
    if not 0 <= limit < most:
        raise OptionError(
            f"--max-drop {text}: the drop must be at least 0 and less than {most:g}"
            f"{' %' * percent}, or the gate cannot fail."
        )
    was = before.get(measure.name)
    if isinstance(was, bool) or not isinstance(was, (int, float)) or not math.isfinite(was):
        known = ", ".join(map(str, before)) or "nothing"
        raise InputError(
            f"{path} must have a value of {measure.name}: it has {known}.",
            f"clusterdiff compare A B -m {measure.name} --format json --output {path}",
        )
    allowed = abs(was) * limit / 100 if percent else limit
    sign = -1 if measure.direction == "distance" else 1

    def check(table: Table) -> Verdict:
        value = measure.on(table)
        worse = sign * (was - value)
        reason = (
            f"{measure.name} is {value!r} and was {was!r} in {path}: worse by {worse:.4g}, more "
            f"than --max-drop {text}."
        )
        return Verdict(
            "max_drop", measure.name, was - sign * allowed, value, worse <= allowed, reason
        )

    return check


def _junit(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts as a test suite, one test for each gate."""
    from xml.sax.saxutils import quoteattr  # takes a millisecond, and few commands need it

    failed = sum(not verdict.passed for verdict in verdicts)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    lines.append(f'<testsuite name="clusterdiff" tests="{len(verdicts)}" failures="{failed}">')
    for verdict in verdicts:
        name = quoteattr(f"{verdict.gate} {verdict.measure} {verdict.limit:g}")
        test = f'<testcase classname="clusterdiff" name={name}'
        if verdict.passed:
            lines.append(f"{test}/>")
        else:
            lines.append(
                f"{test}><failure message={quoteattr(printable(verdict.reason))}/></testcase>"
            )
    return "\n".join([*lines, "</testsuite>", "</testsuites>", ""])


if TYPE_CHECKING:
    _Check = Callable[[Table], Verdict]

options = _options.bundle(
    "gates",
    Gates,
    _options.fail_under,
    _options.fail_over,
    option(
        "--min-elements",
        type=click.IntRange(min=1),
        metavar="N",
        help="Exit with 1 if fewer elements are compared.",
        group=GATE,
    ),
    option(
        "--max-dropped",
        metavar="N|SHARE",
        help="Exit with 1 if more elements are dropped because one side lacks them or their "
        "label: a number, or a share as 0.01 or 1%.",
        group=GATE,
    ),
    option(
        "--baseline",
        type=FILE,
        metavar="FILE",
        help="An earlier comparison, written by compare --format json.",
        group=GATE,
    ),
    option(
        "--max-drop",
        multiple=True,
        metavar="NAME=VALUE",
        help="Exit with 1 if a measure is worse than in the baseline by more than this, for "
        "example ari=0.005 or ari=1%.",
        group=GATE,
    ),
    option(
        "--junit",
        type=FILE,
        metavar="FILE",
        help="Write the verdicts of the gates as JUnit XML.",
        group=GATE,
    ),
    option(
        "--github",
        is_flag=True,
        help="Print gates that fail as annotations of GitHub Actions too.",
        group=GATE,
    ),
)
