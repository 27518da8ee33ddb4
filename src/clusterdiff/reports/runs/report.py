"""RunsReport: many clusterings on one page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.drawing import Picture, flow_diagram, flow_svg, map_svg, matrix_svg
from clusterdiff.errors import InputError
from clusterdiff.many import Clusterings, consensus, pairwise, rank, timeline
from clusterdiff.measures import get_measure, resolve
from clusterdiff.reports.base import WrittenReport
from clusterdiff.reports.runs.data import runs_data
from clusterdiff.reports.runs.markdown import runs_markdown
from clusterdiff.reports.runs.page import RunsPictures, runs_page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clusterdiff.many import Consensus, Pairwise, Ranking, Timeline
    from clusterdiff.measures import Measure

_DISTANCE = "variation_of_information"  # of map, medoid, outliers and consensus
_MEASURES = ("adjusted_rand", _DISTANCE)
_MOST_COMPARED = 1000  # clusterings of which all pairs are compared
_MOST_WORK = 2 * 10**10  # elements of all pairs that are compared
_MUCH = 10**7  # labels in all, beyond which the search for the consensus starts fewer times
_MOST_INTERVALS = 60  # clusterings that get a confidence interval
_MOST_COLUMNS = 12  # clusterings of a flow diagram


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RunsReport(WrittenReport):
    """Many clusterings on one page: which agree, their consensus, and which are odd.

    Attributes
    ----------
    clusterings : Clusterings
    compared : Pairwise
        The values of every pair; of some of the clusterings if there are very many.
    consensus : Consensus
    ranking : Ranking or None
        The clusterings against the reference, if one was given.
    timeline : Timeline or None
        The changes from each clustering to the next, if they are a sequence.
    title : str or None
    notes : tuple of str
        What to know about the input.
    """

    clusterings: Clusterings
    compared: Pairwise
    consensus: Consensus
    ranking: Ranking | None = None
    timeline: Timeline | None = None
    title: str | None = None
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything that the report says as plain data."""
        return runs_data(self)

    def to_markdown(self) -> str:
        """Return the report as Markdown."""
        return runs_markdown(self.to_dict())

    def to_html(self) -> str:
        """Return the report as one HTML page that needs no network."""
        data = self.to_dict()
        pairs, placed = data["pairs"], data["map"]
        first = (pairs[key][0] for key in ("measures", "directions", "bounds"))
        points = np.array(placed["points"], float)
        pictures = RunsPictures(
            matrix_svg(pairs["names"], np.array(pairs["values"][0]), *first),
            map_svg(placed["names"], points, placed["groups"], placed["measure"]),
            self._flow(),
        )
        return runs_page(data, pictures)

    def _flow(self) -> Picture | None:
        """Return the flow diagram of a sequence."""
        if self.timeline is None:
            return None
        names = self.timeline.names
        steps = self.timeline.steps[: _MOST_COLUMNS - 1]
        drawn = flow_diagram([step.table for step in steps], max_bands=20)
        cut = len(names) > _MOST_COLUMNS
        more = (f"The first {_MOST_COLUMNS} of {len(names)} clusterings are drawn.",) if cut else ()
        picture = flow_svg(drawn, names[: len(steps) + 1])
        return picture._replace(notes=(*picture.notes, *more))


def runs_report(
    runs: Clusterings,
    reference: Any = None,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    *,
    title: str | None = None,
    sequence: bool = False,
    min_share: float | None = None,
    rng: Any = 0,
) -> RunsReport:
    """Return the report of many clusterings; see `clusterdiff.report`.

    A reference that is one of the clusterings counts neither for the consensus nor in the matrix.
    """
    chosen = [*resolve(_MEASURES if measures is None else measures), get_measure(_DISTANCE)]
    wanted = list({measure.name: measure for measure in chosen}.values())
    ranking = None
    if reference is not None:
        few = len(runs) <= _MOST_INTERVALS
        ranking = rank(reference, runs, measures=wanted[0], interval=few, rng=rng)
    if isinstance(reference, str):
        runs = runs.select([name for name in runs.names if name != reference])
    if len(runs) < 2:
        beside = "" if ranking is None else " beside the reference"
        raise InputError(f"A report needs two or more clusterings{beside}, got {len(runs)}.")
    n_runs = 16 if len(runs) * runs.n <= _MUCH else 2
    return RunsReport(
        runs,
        pairwise(_some(runs), measures=wanted),
        consensus(runs, n_runs=n_runs, rng=rng),
        ranking,
        timeline(runs, min_share=min_share) if sequence else None,
        title,
    )


def _some(runs: Clusterings) -> Clusterings:
    """Return the clusterings of which all pairs are compared: all, or some evenly spaced."""
    most = min(_MOST_COMPARED, max(2, int((_MOST_WORK / max(runs.n, 1)) ** 0.5)))
    if len(runs) <= most:
        return runs
    return runs.select(np.linspace(0, len(runs) - 1, most).round().astype(int).tolist())
