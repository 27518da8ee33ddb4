"""Wu, Xiong & Chen 2009, Figure 3: how far raw and normalised values spread over the simulated mixtures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Section, addition, claim
from reproductions.wu_2009.simulation import simulated
from reproductions.wu_2009.tables import BECOMES, NORMALISED, RAW, merits

if TYPE_CHECKING:
    from reproductions.wu_2009.tables import Floats

ON_UNIT_RANGE = ("F", "VI", "R", "J", "FM", "VD", "ε")


def _unit(label: str, tables: tuple[cd.Table, ...]) -> Floats:
    """A measure on a scale from 0 to 1, 1 best; VI as a share of its most with this many clusters, 2 log K."""
    if label == "VI":
        return np.array([1 - cd.normalized_variation_of_information(t, by="clusters") for t in tables])
    name = (RAW | NORMALISED)[label]
    return merits(name, tables) + (cd.measure(name).direction == "distance")


def figure_3() -> Section:
    """How far raw and normalised values spread."""
    tables = simulated().tables
    values = {label: (_unit(label, tables), _unit(BECOMES[label], tables)) for label in ON_UNIT_RANGE}
    wider = {label: (float(np.ptp(raw)), float(np.ptp(normalised))) for label, (raw, normalised) in values.items() if label != "ε"}
    raw_error, error = (1 - v for v in values["ε"])
    doubled = float(np.abs(error - 2 * raw_error).max())

    def draw(ax: Any) -> Any:
        for shift, kind, face in ((0, "raw", "white"), (1, "normalised", "#56B4E9")):
            places = np.arange(len(values)) + (shift - 0.5) * 0.36
            style = {"facecolor": face}
            boxes = ax.boxplot([v[shift] for v in values.values()], positions=places, widths=0.3, whis=(0, 100), patch_artist=True, boxprops=style)
            boxes["boxes"][0].set_label(kind)
        ax.set_xticks(range(len(values)), [f"{label}, {BECOMES[label]}" for label in values], fontsize="small")
        ax.set(ylabel="similarity (1 - distance)")
        ax.legend(fontsize="small", frameon=False)
        return ax

    return Section(
        "Figure 3: normalised values spread further than raw ones",
        (
            claim(
                f"{', '.join(BECOMES[label] for label in wider)} spread over more of [0, 1] than {', '.join(wider)}",
                all(after > before for before, after in wider.values()),
                "range " + "; ".join(f"{label} {before:.3f} → {after:.3f}" for label, (before, after) in wider.items()),
            ),
            addition("ε_n = 2ε for two classes and two clusters, so it must spread further", doubled < EXACT, f"at most {doubled:.0e} off"),
        ),
        {"figure-3": draw},
        "The runs of Figure 2; boxes hold the middle half of the values, whiskers all of them. VI is shown as a share of its most, 2 log K.",
    )
