"""The catalogue of measures, and the record of one, as tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clusterdiff.views import Column, TableView, interval, number

if TYPE_CHECKING:
    from collections.abc import Sequence

_ARROWS = {"similarity": "↑", "distance": "↓"}


def measures_view(records: Sequence[dict[str, Any]]) -> TableView:
    """Return a list of measures.

    Parameters
    ----------
    records : list of dict
        As `Measure.to_dict` returns them.

    Returns
    -------
    TableView
    """
    columns = (
        Column("measure", style="name"),
        Column("aliases", wrap=True, priority=1),
        Column("family", priority=2),
        Column(""),
        Column("metric", priority=2),
        Column("meaning", wrap=True, priority=1),
    )
    rows = tuple(
        (
            r["name"],
            ", ".join(r["aliases"]),
            r["family"],
            _ARROWS.get(r["direction"], ""),
            "yes" if r["metric"] else "",
            r["meaning"],
        )
        for r in records
    )
    return TableView(columns, rows)


def measure_view(record: dict[str, Any]) -> TableView:
    """Return everything about one measure.

    Parameters
    ----------
    record : dict
        As `Measure.to_dict` returns it.

    Returns
    -------
    TableView
    """
    low, high = record["bounds"]
    bounds = "depends on the data" if low is None and high is None else _range(low, high)
    better = {"similarity": "more is better", "distance": "less is better"}
    latex = record.get("formula")
    shown = {
        "description": record["description"],
        "meaning": record.get("meaning"),
        "beware": record.get("warning"),
        "formula": None if latex is None else plain_formula(latex),
        "range": " ".join(filter(None, (bounds, record.get("unit")))),
        "best": record["best"],
        "direction": better.get(record["direction"]),
        "corrected": {"exact": "for chance", "approximate": "for chance, roughly"}.get(
            record["correction"], "not for chance"
        ),
        "symmetric": record["symmetric"],
        "metric": record["metric"],
        "name": record["name"],
        "aliases": ", ".join(record["aliases"]),
        "family": record["family"],
        "options": record["options"],
        "references": record["references"],
    }
    rows = tuple(
        row
        for key, value in shown.items()
        if value not in (None, "", {}, [])
        for row in _rows(key, value)
    )
    return TableView(
        (Column("", style="name"), Column("", format=str, wrap=True)),
        rows,
        f"{record['label']} ({record['symbol']})",
        header=False,
    )


_SYMBOLS = {
    r"\sum": "Σ", r"\prod": "Π", r"\sigma": "σ", r"\beta": "β", r"\kappa": "κ", r"\varepsilon": "ε",
    r"\Omega": "Ω", r"\mid": "|", r"\in": "∈", r"\log": "log", r"\max": "max", r"\min": "min",
    r"\left": "", r"\right": "", r"\quad": "  ", r"\,": " ", r"\;": " ", r"\ ": " ", r"\_": "_",
}  # fmt: skip
_BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def plain_formula(latex: str) -> str:
    r"""Return a formula as one line of text.

    Examples
    --------
    >>> print(plain_formula(r"1 - \frac1n \sum_j \max_i n_{ij}^2"))
    1 - 1/n Σ_j max_i n_ij²
    >>> print(plain_formula(r"\frac{m - m_1 m_2/M}{\sqrt{m_1 m_2}}"))
    (m - m₁ m₂/M)/√(m₁ m₂)
    """
    text = re.sub(r"\\frac([^\\{\s])", r"\\frac{\1}", latex)
    text = re.sub(r"(\\frac\{[^{}]*\})([^\\{\s])", r"\1{\2}", text)
    for name, symbol in _SYMBOLS.items():
        text = text.replace(name, symbol)
    before = ""
    while before != text:  # from the innermost braces outwards
        before = text
        text = re.sub(r"\\(?:text|operatorname)\{([^{}]*)\}", r"\1", text)
        text = re.sub(r"([_^])\{([^{}]*)\}", r"\1\2", text)
        text = re.sub(r"\\sqrt\{([^{}]*)\}", r"√(\1)", text)
        text = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", _divided, text)
    text = re.sub(r"_(\d+)", lambda found: found[1].translate(_BELOW), text)
    return re.sub(r" {3,}", "  ", text.replace("^2", "²")).strip()


def _divided(found: re.Match[str]) -> str:
    """Return a fraction; sums and products are in parentheses."""
    top, bottom = (
        part if re.fullmatch(r"√\([^()]*\)|[^\s+*/-]+", part) else f"({part})"
        for part in found.groups()
    )
    return f"{top}/{bottom}"


def _rows(name: str, value: Any) -> list[tuple[str, str]]:
    """Return one row, or one for each item of a list."""
    if isinstance(value, (list, tuple)) and value:
        return [(name if i == 0 else "", str(item)) for i, item in enumerate(value)]
    return [(name, _readable(value))]


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return interval((low, high))
    return " … ".join(
        "(depends on the data)" if bound is None else number(bound) for bound in (low, high)
    )


def _readable(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return "none"
    if isinstance(value, dict):
        return "; ".join(f"{name}={_option(option)}" for name, option in value.items()) or "none"
    return number(value)


def _option(option: Any) -> str:
    if not isinstance(option, dict):
        return str(option)
    choices = option.get("choices") or ()
    return str(option.get("default")) + (f" ({', '.join(map(str, choices))})" if choices else "")
