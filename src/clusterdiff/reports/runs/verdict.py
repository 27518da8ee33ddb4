"""The verdict of a report of many clusterings, in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.drawing import shortened
from clusterdiff.measures import get_measure
from clusterdiff.reports.verdict import in_words
from clusterdiff.views import number, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMED = 5  # names of a list
_SURE, _UNSURE = 0.9, 0.5  # agreement about a cluster


def runs_verdict(data: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict.

    Parameters
    ----------
    data : dict
        The data of the report.

    Returns
    -------
    dict
        ``sentences``, the first about equal clusterings.
    """
    first = data["groups"][:1]
    everyone = bool(first) and first[0]["same"] and len(first[0]["names"]) == data["m"]
    sentences = [
        _equal(data),
        *([] if everyone else [*_agreement(data), *_near(data), *_odd(data)]),
    ]
    sentences += _consensus(data)
    sentences += [] if data["ranking"] is None else [_best(data["ranking"])]
    sentences += [] if data["timeline"] is None else [_changes(data["timeline"])]
    return {"sentences": sentences}


def listed_names(names: Sequence[str], most: int = _NAMED) -> str:
    """Return names as a list in words.

    Examples
    --------
    >>> listed_names(["x", "y", "z"]), listed_names(["x", "y", "z"], 2)
    ('x, y and z', 'x, y and one more')
    """
    shown = [shortened(name) for name in names[:most]]
    if len(names) > most:
        return f"{', '.join(shown)} and {in_words(len(names) - most)} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _equal(data: dict[str, Any]) -> str:
    """Say which clusterings are the same partition."""
    start = f"{plural(data['m'], 'clustering')} of {plural(data['n'], 'element')}"
    same = [group["names"] for group in data["groups"] if group["same"]]
    if data["pairs"]["compared"] < data["m"]:
        start += f", of which {data['pairs']['compared']:,} were compared with each other"
    if not same:
        return f"{start}: no two are the same partition."
    if len(same) == 1 and len(same[0]) == data["m"]:
        return f"{start}: all are the same partition."
    told = [f"{in_words(len(names))} are the same partition ({listed_names(names)})"
            for names in same[:3]]  # fmt: skip
    more = f"; {in_words(len(same) - 3)} more groups are listed below" if len(same) > 3 else ""
    return f"{start}: {', '.join(told)}{more}."


def _agreement(data: dict[str, Any]) -> list[str]:
    """Say how far two of the clusterings agree."""
    pairs = data["pairs"]
    label = get_measure(data["measure"]).label if data["measure"] else ""
    mean, low, high = (number(pairs[key], 2) for key in ("mean", "low", "high"))
    spread = f", from {low} to {high}" if low != high else ""
    return [f"The {_lower(label)} of two of them is {mean} on average{spread}."]


def _lower(label: str) -> str:
    """Return a label in lower case, but for abbreviations and names."""
    first, _, rest = label.partition(" ")
    return f"{first.lower()} {rest}".strip() if first[1:].islower() else label


def _near(data: dict[str, Any]) -> list[str]:
    """Name the largest group of clusterings that are nearly the same."""
    near = [group["names"] for group in data["groups"] if not group["same"]]
    if not near:
        return []
    return [f"{in_words(len(near[0])).capitalize()} are nearly the same: {listed_names(near[0])}."]


def _odd(data: dict[str, Any]) -> list[str]:
    """Name the medoid and the outliers."""
    kinds = {kind: [run["name"] for run in data["runs"] if run["kind"] == kind]
             for kind in ("medoid", "outlier")}  # fmt: skip
    out = []
    if kinds["medoid"] and data["m"] > 2:
        out.append(f"The most central one is {shortened(kinds['medoid'][0])}.")
    if kinds["outlier"]:
        odd = sorted(
            (run for run in data["runs"] if run["kind"] == "outlier"),
            key=lambda run: -run["mean_distance"],
        )
        verb = "is" if len(odd) == 1 else "are"
        out.append(
            f"{listed_names([run['name'] for run in odd])} {verb} unusually far from the others."
        )
    return out


def _consensus(data: dict[str, Any]) -> list[str]:
    """Say how many clusters the consensus has, and which of them are unsure."""
    clusters = data["consensus"]["clusters"]
    text = f"The consensus has {plural(len(clusters), 'cluster')}"
    sure = [c["label"] for c in clusters if c["agreement"] >= _SURE]
    unsure = [c["label"] for c in clusters if c["agreement"] < _UNSURE]
    if len(sure) == len(clusters):
        return [f"{text}, and the clusterings agree about every one of them."]
    if unsure:
        few = (
            f"cluster {shortened(unsure[0])}"
            if len(unsure) == 1
            else f"clusters {listed_names(unsure)}"
        )
        return [f"{text}; the clusterings agree little about {few}."]
    least = min(clusters, key=lambda c: c["agreement"])
    which = f"cluster {shortened(least['label'])} (agreement {number(least['agreement'], 2)})"
    return [f"{text}; the clusterings agree least about {which}."]


def _best(ranking: dict[str, Any]) -> str:
    """Name the clusterings that agree best with the reference."""
    best = [entry for entry in ranking["entries"] if entry["rank"] == 1]
    value = number(best[0]["value"], 2)
    label = _lower(get_measure(ranking["measure"]).label)
    verb = "agrees" if len(best) == 1 else "agree"
    names = listed_names([entry["name"] for entry in best])
    return f"{names} {verb} best with {shortened(ranking['reference'])}: {label} {value}."


def _changes(timeline: dict[str, Any]) -> str:
    """Count the changes of a sequence."""
    counts = {kind: sum(step[kind] for step in timeline["steps"])
              for kind in ("split", "merged", "reshuffled")}  # fmt: skip
    nouns = {"split": "split", "merged": "merge", "reshuffled": "reshuffle"}
    parts = [plural(count, nouns[kind]) for kind, count in counts.items() if count]
    parts = parts or ["no split and no merge"]
    steps = plural(len(timeline["steps"]), "step")
    return f"From the first to the last clustering there are {listed_names(parts)} in {steps}."
