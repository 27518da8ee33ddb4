"""Limit the clusters and overlaps that a page lists, and thereby its size."""

from __future__ import annotations

from typing import Any

import numpy as np

MAX_CLUSTERS = 10_000  # clusters of a side that a page lists


def page_data(data: dict[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """Return the data that a page lists, and which of the overlaps of the report they have.

    The largest clusters of each side are listed, and the overlaps between them. The names of other
    clusters are empty, and changes of other clusters cannot be selected. A note says so.

    Parameters
    ----------
    data : dict
        The data of a report.

    Returns
    -------
    tuple
    """
    listed = {side: _largest(data[side]["sizes"]) for side in "ab"}
    cut = {side: len(data[side]["sizes"]) for side in "ab" if not listed[side].all()}
    overlaps = {name: np.array(values, np.int64) for name, values in data["overlaps"].items()}
    inside = listed["a"][overlaps["row"]] & listed["b"][overlaps["col"]]
    kept = np.flatnonzero(inside).tolist()
    if not cut:
        return data, kept
    out = dict(data)
    for side in cut:
        shown = listed[side].tolist()
        names = zip(data[side]["names"], shown, strict=True)
        out[side] = data[side] | {"names": [name if own else "" for name, own in names]}
        key = f"clusters_{side}"
        out[key] = [cluster for cluster in data[key] if shown[cluster["number"]]]
    out["overlaps"] = {name: values[inside].tolist() for name, values in overlaps.items()}
    out["changes"] = [
        change | {"pick": _selectable(change["pick"], listed)} for change in data["changes"]
    ]
    verdict = data["verdict"]
    picks = [_selectable(pick, listed) for pick in verdict["picks"]]
    out["verdict"] = verdict | {"picks": picks}
    out["notes"] = [*data["notes"], *(_note(data[side]["title"], cut[side]) for side in cut)]
    return out, kept


def _largest(sizes: list[int]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which clusters are listed."""
    listed = np.zeros(len(sizes), bool)
    listed[np.argsort(-np.array(sizes), kind="stable")[:MAX_CLUSTERS]] = True
    return listed


def _selectable(pick: list[list[int]] | None, listed: dict[str, Any]) -> list[list[int]] | None:
    """Return the clusters of a change, or None if the page does not list all of them."""
    if pick is None:
        return None
    known = (listed[side][own].all() for side, own in zip("ab", pick, strict=True))
    return pick if all(known) else None


def _note(title: str, total: int) -> str:
    return (
        f"{total:,} clusters in {title}; the page lists the {MAX_CLUSTERS:,} largest and their "
        "overlaps. The JSON form of the report has all clusters."
    )
