"""report: two clusterings on one page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis import compare, diff
from clusterdiff.analysis.options import takes_selection
from clusterdiff.drawing import flow_diagram, flow_svg, heatmap_svg, matched_order
from clusterdiff.errors import OptionError
from clusterdiff.labels import is_frame
from clusterdiff.many import Clusterings
from clusterdiff.reports.base import WrittenReport
from clusterdiff.reports.data import listed_overlaps, report_data
from clusterdiff.reports.elements import Elements, packed_elements
from clusterdiff.reports.html import Pictures, page
from clusterdiff.reports.limits import page_data
from clusterdiff.reports.markdown import markdown
from clusterdiff.reports.runs import RunsReport, runs_report
from clusterdiff.table import locate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

    from clusterdiff.analysis.diff import Diff
    from clusterdiff.analysis.results import Comparison
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure
    from clusterdiff.reports.elements import Which

_LINKS = 120  # links of the flow diagram


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Report(WrittenReport):
    """Two clusterings on one page: verdict, measures, changes, pictures, clusters and elements.

    Attributes
    ----------
    compared : Comparison
        The measures, with chance and intervals.
    changes : Diff
        What happened to the clusters.
    title : str or None
    notes : tuple of str
        What to know about the input.
    elements : {"auto", "none", "sample", "all"}
        Which elements the page holds.
    with_ids : bool or None
        Whether the page holds the identifiers of the elements.
    """

    compared: Comparison
    changes: Diff
    title: str | None = None
    notes: tuple[str, ...] = ()
    elements: Which = "auto"
    with_ids: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return everything that the report says as plain data."""
        return report_data(self.compared, self.changes, self.notes, self.title)

    def to_markdown(self) -> str:
        """Return the report as Markdown."""
        return markdown(self.to_dict())

    def to_html(self) -> str:
        """Return the report as one HTML page that needs no network."""
        table, titles = self.changes.table, (self.compared.name_a, self.compared.name_b)
        drawn, order = flow_diagram(table, max_links=_LINKS), matched_order(table)
        pictures = Pictures(flow_svg(drawn, titles, linked=True), heatmap_svg(table, order, titles))
        data, overlaps = page_data(self.to_dict())
        return page(data, pictures, lambda limit: self._elements(overlaps, limit))

    def _elements(self, overlaps: list[int], limit: int) -> Elements:
        """Return the elements of some of the listed overlaps as the page holds them."""
        labels = self.changes.labels
        if self.elements == "none" or labels is None:
            return Elements()
        shown = listed_overlaps(self.changes.table)[overlaps]
        number = np.full(self.changes.table.nnz, -1)
        number[shown] = np.arange(len(shown))
        cells = number[locate(*labels).cells]
        ids, which = self.changes.ids, self.elements
        return packed_elements(cells, ids, which, with_ids=self.with_ids, limit=limit)


@takes_selection
def report(
    a: Any,
    b: Any = None,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    *,
    title: str | None = None,
    elements: Which = "auto",
    ids: bool | None = None,
    min_share: float | None = None,
    sequence: bool = False,
    rng: Any = 0,
    **options: Unpack[LabelsOptions],
) -> Report | RunsReport:
    """Write two or many clusterings on one page that can be sent to others.

    The page holds a verdict in words, the measures with chance and intervals, what happened to the
    clusters, a flow diagram, a heatmap, and tables of clusters, overlaps and elements. It is one
    HTML file that makes no network requests. The page of a `Clusterings` says which of them
    are the same, with the matrix of all pairs, a map, the consensus, and the clusterings against a
    reference.

    Parameters
    ----------
    a : array_like, dict, list of blocks, Partition, Table or Clusterings
        The reference, or the clustering before. A table holds both clusterings, and a
        `Clusterings` or a frame without `b` many.
    b : array_like, dict, list of blocks, Partition or str, optional
        The other clustering; None if `a` is a table. For a `Clusterings` the reference that they
        are ranked against, or the name of one of them, if there is one.
    measures : str, Measure or list of them, optional
        As in `compare`.
    title : str, optional
        Title of the page; by default the names of the two clusterings.
    elements : {"auto", "none", "sample", "all"}, default="auto"
        Which elements the page holds: none, the first of each overlap, or all. A sample has at most
        1,000 elements of each overlap, and fewer if the page would have more than 2 MB. By default
        all if the page then has at most 2 MB, else a sample.
    ids : bool, optional
        Whether the page holds the identifiers of the elements; by default if there are at most
        50,000 elements.
    min_share : float, optional
        As in `diff`.
    sequence : bool, default=False
        Whether the clusterings of a `Clusterings` are a sequence, in time or over resolutions; the
        page then has the changes from each to the next.
    rng : int, numpy.random.Generator or None, default=0
        Source of random numbers where chance is sampled.
    {selection}

    Returns
    -------
    Report or RunsReport
        With `to_html`, `to_json`, `to_markdown` and `write`.

    Raises
    ------
    ClusterdiffError
        If the labels cannot be compared.

    See Also
    --------
    compare : The measures alone.
    diff : The changes alone.

    Examples
    --------
    >>> page = report(["x", "x", "y", "y"], [0, 0, 1, 2])
    >>> page.to_dict()["verdict"]["sentences"][0]
    'One of two clusters of a is kept.'
    >>> page.write("report.html")  # doctest: +SKIP
    >>> from clusterdiff import Clusterings
    >>> runs = Clusterings({"x": [0, 0, 1], "y": [0, 0, 1], "z": [0, 1, 1]})
    >>> report(runs).to_dict()["verdict"]["sentences"][0]
    '3 clusterings of 3 elements: two are the same partition (x and y).'
    """
    if b is None and is_frame(a):
        a = Clusterings(a)
    if isinstance(a, Clusterings):
        _check_set_options(options, elements=elements, ids=ids)
        return runs_report(
            a, b, measures, title=title, sequence=sequence, min_share=min_share, rng=rng
        )
    if sequence:
        raise OptionError("sequence must be False unless a is a Clusterings.")
    changes = diff(a, b, min_share=min_share, **options)
    compared = compare(changes.table, None, measures, chance=True, rng=rng)
    named = replace(compared, name_a=changes.name_a, name_b=changes.name_b)
    return Report(named, changes, title, (), elements, ids)


def _check_set_options(options: LabelsOptions, *, elements: Which, ids: bool | None) -> None:
    """Refuse options that a report of many clusterings does not have."""
    if elements not in {"auto", "none"} or ids is not None:
        raise OptionError("elements and ids have no effect on a report of many clusterings.")
    if options:
        raise OptionError(
            f"{next(iter(options))} has no effect on an existing set of clusterings.",
            "pass it to Clusterings",
        )
