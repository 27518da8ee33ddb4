"""The numpydoc docstring of a measure, written from its record."""

from __future__ import annotations

from inspect import getdoc
from typing import TYPE_CHECKING, Any

from clusterdiff.labels import OPTIONS_DOC

if TYPE_CHECKING:
    from collections.abc import Callable

    from clusterdiff.measures._record import Record

_PARAMETERS = """\
Parameters
----------
a : labels, Partition or Table
    The reference clustering. A `Table` stands for both clusterings.
b : labels or Partition, optional
    The clustering that is compared with it."""


def docstring(record: Record, function: Callable[..., Any]) -> str:
    """Return the docstring of a measure in numpydoc form."""
    own = [
        f"{name} : {_kind(option)}, default={option.default!r}\n"
        f"    {option.description or 'An option of the formula.'}"
        for name, option in record.options.items()
    ]
    notes = [
        text
        for text in (
            f".. math:: {record.latex}" if record.latex else "",
            f"Reading: {record.reading}." if record.reading else "",
            f"Caution: {record.warning}." if record.warning else "",
        )
        if text
    ]
    sections = [
        f"{record.label}: {record.description[:1].lower()}{record.description[1:]}",
        "\n".join([_PARAMETERS, *own, OPTIONS_DOC]),
        f"Returns\n-------\nfloat\n    The value, {_range(record)}.",
    ]
    if notes:
        sections.append("Notes\n-----\n" + "\n\n".join(notes))
    if record.references:
        listed = "\n".join(f".. [{i}] {r}" for i, r in enumerate(record.references, 1))
        sections.append(f"References\n----------\n{listed}")
    example = (getdoc(function) or "").partition(">>>")[2]
    if example:
        sections.append(f"Examples\n--------\n>>>{example.rstrip()}")
    return "\n\n".join(sections) + "\n"


def _kind(option: Any) -> str:
    if option.choices:
        return "{" + ", ".join(f'"{choice}"' for choice in option.choices) + "}"
    return str(option.type).replace(" | ", " or ")


def _range(record: Record) -> str:
    low, high = record.bounds
    shown = [("depends on the data" if callable(bound) else f"{bound:g}") for bound in (low, high)]
    unit = record.fact("unit")
    best = (
        ""
        if callable(record.best) or record.best is None
        else f"; equal clusterings get {record.best:g}"
    )
    if callable(low) or callable(high):
        return f"from {shown[0]} to an upper bound that depends on the data{f', in {unit}' if unit else ''}{best}"
    return f"between {shown[0]} and {shown[1]}{best}"
