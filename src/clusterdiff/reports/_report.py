"""report: two or many clusterings on one page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis import CoverDiff, compare, diff
from clusterdiff.covers import table_type_of
from clusterdiff.drawing import own_colors
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import PATHS
from clusterdiff.labels import Selected, is_frame, takes_clusterings
from clusterdiff.many import Clusterings, consensus, pairwise, rank, timeline
from clusterdiff.measures import get_measure, resolve
from clusterdiff.reports._card import card_bytes, check_suffix
from clusterdiff.reports._covers import cover_card, cover_data, cover_page
from clusterdiff.reports._elements import Elements, packed_elements
from clusterdiff.reports._html import html
from clusterdiff.reports._many import many_card, many_data, many_page
from clusterdiff.reports._markdown import markdown
from clusterdiff.reports._two import two_card, two_data, two_page
from clusterdiff.sampling import RandomSource
from clusterdiff.table import Table, locate
from clusterdiff.views import assumed_lines, to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Unpack

    from clusterdiff.analysis import Comparison, Diff
    from clusterdiff.drawing import Colors, ColorsOf
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.many import Consensus, Pairwise, Ranking, Timeline
    from clusterdiff.measures import Measure
    from clusterdiff.reports._card import Card
    from clusterdiff.reports._elements import Which
    from clusterdiff.reports._sections import Page
    from clusterdiff.reports._two import Listed

_SUFFIXES = (".html", ".htm", ".json", ".md")
_DISTANCE = "variation_of_information"  # of map, medoid, outliers and consensus
_MEASURES = ("adjusted_rand", _DISTANCE)
_MOST_COMPARED = 1000  # clusterings of which all pairs are compared
_MOST_WORK = 2 * 10**10  # elements of all pairs that are compared
_MUCH = 10**7  # labels in all, beyond which the search for the consensus starts fewer times
_MOST_INTERVALS = 60  # clusterings that get a confidence interval


class WrittenReport(ABC):
    """A report as HTML, Markdown and JSON."""

    __slots__ = ()

    @property
    @abstractmethod
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that -1 is a cluster."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return everything that the report says as plain data."""

    @abstractmethod
    def _page(self) -> Page:
        """Return the report as the sections of a page."""

    @abstractmethod
    def _card(self) -> Card:
        """Return what the card of the report shows."""

    def to_markdown(self, card: str | None = None) -> str:
        """Return the report as Markdown for a pull request: the verdict first, details folded.

        Parameters
        ----------
        card : str, optional
            Address of a card, which is shown below the title; see `write_card`.

        Returns
        -------
        str
        """
        return markdown(self._page(), card)

    def write_card(self, path: str | Path) -> None:
        """Write a picture of 1200 × 630 pixels: the verdict, the flow and one number.

        Parameters
        ----------
        path : path-like
            A file that ends in ``.png`` or ``.svg``.

        Raises
        ------
        OptionError
            If the file has another suffix.
        MissingDependencyError
            If matplotlib is not installed.
        """
        target = Path(path)
        target.write_bytes(self.card(target.suffix))

    def card(self, suffix: str = ".png") -> bytes:
        """Return the card of `write_card` as the content of a file."""
        check_suffix(suffix)
        return card_bytes(self._card(), suffix)

    def to_html(self) -> str:
        """Return the report as one HTML page that needs no network."""
        return html(self._page())

    def to_json(self) -> str:
        """Return the report as JSON."""
        return to_json(self.to_dict())

    def write(self, path: str | Path) -> None:
        """Write the report to a file.

        Parameters
        ----------
        path : path-like
            A file that ends in ``.html``, ``.json`` or ``.md``.

        Raises
        ------
        OptionError
            If the file has another suffix.
        """
        target = Path(path)
        Path(target).write_text(self.text(target.suffix), encoding="utf-8", newline="")

    def text(self, suffix: str) -> str:
        """Return the report in the format of a suffix."""
        self.check_suffix(suffix)
        if suffix.lower() == ".json":
            return self.to_json()
        return self.to_markdown() if suffix.lower() == ".md" else self.to_html()

    @staticmethod
    def check_suffix(suffix: str) -> None:
        """Refuse a suffix that names no format of a report."""
        if suffix.lower() not in _SUFFIXES:
            raise OptionError(
                f"The suffix of a report must be one of {', '.join(_SUFFIXES)}, got {suffix!r}."
            )

    def __repr__(self) -> str:
        sentences = self.to_dict()["verdict"]["sentences"]
        said = assumed_lines(self.assumed)
        return "\n".join([*sentences, *said, "Hint: .write('report.html') writes the page."])

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.to_html())}" title="clusterdiff report" '
            'style="width:100%;height:720px;border:1px solid #8888"></iframe>'
        )


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
    colors : pair of (dict or None), or None
        Colors of the clusters of a and of b by their labels.
    """

    compared: Comparison
    changes: Diff
    title: str | None = None
    notes: tuple[str, ...] = ()
    elements: Which = "auto"
    with_ids: bool | None = None
    colors: Sequence[Colors | None] | None = None

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that -1 is a cluster."""
        return self.changes.assumed

    def to_dict(self) -> dict[str, Any]:
        """Return everything that the report says as plain data."""
        return two_data(self.compared, self.changes, self.notes, self.title)

    def _page(self) -> Page:
        return two_page(
            self.compared, self.changes, self.notes, self.title, self._elements, self.colors
        )

    def _card(self) -> Card:
        return two_card(self.compared, self.changes, self.title, self.colors)

    def _elements(self, shown: Listed, limit: int) -> Elements:
        """Return the elements of the listed overlaps as the page holds them."""
        labels = self.changes.labels
        if self.elements == "none" or labels is None:
            return Elements()
        number = np.full(self.changes.table.nnz, -1)
        number[shown.cells] = np.arange(len(shown.cells))
        cells = number[locate(*labels).cells]
        ids, which = self.changes.ids, self.elements
        return packed_elements(cells, ids, which, with_ids=self.with_ids, limit=limit)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CoverReport(WrittenReport):
    """Two covers on one page: verdict, measures, changes, clusters and elements.

    Attributes
    ----------
    compared : Comparison
        The measures, with chance.
    changes : CoverDiff
        What happened to the clusters.
    title : str or None
    notes : tuple of str
        What to know about the input.
    elements : {"auto", "none", "sample", "all"}
        Which of the elements that moved the page holds.
    """

    compared: Comparison
    changes: CoverDiff
    title: str | None = None
    notes: tuple[str, ...] = ()
    elements: Which = "auto"

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that a partition is read as a cover."""
        return self.changes.assumed

    def to_dict(self) -> dict[str, Any]:
        """Return everything that the report says as plain data."""
        return cover_data(self.compared, self.changes, self.notes, self.title)

    def _page(self) -> Page:
        return cover_page(self.compared, self.changes, self.notes, self.title, self.elements)

    def _card(self) -> Card:
        return cover_card(self.compared, self.changes, self.title)


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
    colors : sequence of (dict or None), or None
        The colors of the clusters of each clustering of a sequence by their labels.
    """

    clusterings: Clusterings
    compared: Pairwise
    consensus: Consensus
    ranking: Ranking | None = None
    timeline: Timeline | None = None
    title: str | None = None
    notes: tuple[str, ...] = ()
    colors: Sequence[Colors | None] | None = None

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that -1 is a cluster."""
        return self.notes

    def to_dict(self) -> dict[str, Any]:
        """Return everything that the report says as plain data."""
        return many_data(self)

    def _page(self) -> Page:
        return many_page(self)

    def _card(self) -> Card:
        return many_card(self)


@takes_clusterings
def report(
    *clusterings: Any,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    reference: Any = None,
    title: str | None = None,
    elements: Which = "auto",
    ids: bool | None = None,
    min_share: float | None = None,
    sequence: bool = False,
    chance: bool | str = True,
    colors: ColorsOf = None,
    rng: Any = None,
    **options: Unpack[LabelsOptions],
) -> Report | CoverReport | RunsReport:
    """Write two or many clusterings on one page that can be sent to others.

    The page begins with a verdict in words beside a flow diagram of what changed. Then come the
    changes with costs that add up, the measures with chance and intervals, a heatmap, and tables of
    clusters, overlaps and elements. It is one HTML file that makes no network requests. The page of
    a set that is not of two clusterings says which of them are the same, with the matrix of all
    pairs, a map, the consensus, and the clusterings against a reference. The page of two covers has
    the verdict, changes, measures, clusters and the elements that moved.

    Parameters
    ----------
    {clusterings}
    measures : str, Measure or list of them, optional
        As in `compare`; by default the "common" ones, and for several clusterings ARI and VI.
    reference : labels or str, optional
        What several clusterings are ranked against: labels, or the name of one of them.
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
    chance : bool or str, default=True
        Whether the measures of two clusterings are compared with chance, as in `compare`.
    colors : dict or list of dict, optional
        Colors of clusters by their labels, for all clusterings or for each; by default those in
        ``uns`` of an AnnData object.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is fresh entropy; the results in the report keep the
        seed that repeats it.
    {selection}

    Returns
    -------
    Report, CoverReport or RunsReport
        With `to_html`, `to_json`, `to_markdown`, `write` and `write_card`.

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
    '1 of 4 elements moved (25 %).'
    >>> page.write("report.html")  # doctest: +SKIP
    >>> from clusterdiff import Clusterings
    >>> runs = Clusterings({"x": [0, 0, 1], "y": [0, 0, 1], "z": [0, 1, 1]})
    >>> report(runs).to_dict()["verdict"]["sentences"][0]
    '3 clusterings of 3 elements: two are the same partition (x and y).'
    """
    kind = table_type_of(clusterings)
    runs = _runs_of(clusterings, options) if kind is Table else None
    if runs is not None and (len(runs) != 2 or sequence or reference is not None):
        if elements not in {"auto", "none"} or ids is not None:
            raise OptionError("elements and ids have no effect on a report of many clusterings.")
        if colors is not None and not sequence:
            raise OptionError("colors has no effect on a report of many clusterings.")
        return runs_report(
            runs,
            reference,
            measures,
            title=title,
            sequence=sequence,
            min_share=min_share,
            colors=own_colors(colors, clusterings, runs.names) if sequence else None,
            rng=rng,
        )
    if sequence or reference is not None:
        name = "sequence" if sequence else "reference"
        raise OptionError(f"{name} applies to a set of clusterings.", "pass Clusterings(…)")
    changes: Diff | CoverDiff = diff(*clusterings, min_share=min_share, **options)
    chosen = "common" if measures is None else measures
    compared = compare(changes.table, measures=chosen, chance=chance, rng=rng)
    if isinstance(changes, CoverDiff):
        if colors is not None:
            raise OptionError("colors has no effect on a report of covers.", "leave it out")
        which = "none" if ids is False else elements
        return CoverReport(compared, changes, title, changes.assumed, which)
    own = own_colors(colors, clusterings, (changes.name_a, changes.name_b))
    return Report(compared, changes, title, changes.assumed, elements, ids, own)


def _runs_of(clusterings: tuple[Any, ...], options: LabelsOptions) -> Clusterings | None:
    """Return the set of clusterings of a call, or None if it can only be of two."""
    first = clusterings[0] if clusterings else None
    named = is_frame(first) or isinstance(first, Mapping)
    if len(clusterings) == 2 or (len(clusterings) == 3 and named):
        return None
    if isinstance(first, (Table, Selected, *PATHS)):
        return None
    return Clusterings(*clusterings, **options)


def runs_report(
    runs: Clusterings,
    reference: Any = None,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    *,
    title: str | None = None,
    sequence: bool = False,
    min_share: float | None = None,
    colors: Sequence[Colors | None] | None = None,
    rng: Any = None,
) -> RunsReport:
    """Return the report of many clusterings; see `clusterdiff.report`.

    A reference that is one of the clusterings counts neither for the consensus nor in the matrix.
    """
    chosen = [*resolve(_MEASURES if measures is None else measures), get_measure(_DISTANCE)]
    wanted = list({measure.name: measure for measure in chosen}.values())
    ranking, seed = None, RandomSource.of(rng).seed
    if reference is not None:
        few = len(runs) <= _MOST_INTERVALS
        ranking = rank(reference, runs, measures=wanted[0], interval=few, rng=seed)
    if isinstance(reference, str):
        runs = runs.select([name for name in runs.names if name != reference])
    if len(runs) < 2:
        beside = "" if ranking is None else " beside the reference"
        raise InputError(f"A report needs two or more clusterings{beside}, got {len(runs)}.")
    said = () if ranking is None else ranking.assumed
    n_runs = 16 if len(runs) * runs.n <= _MUCH else 2
    return RunsReport(
        runs,
        pairwise(_some(runs), measures=wanted),
        consensus(runs, n_runs=n_runs, rng=seed),
        ranking,
        timeline(runs, min_share=min_share) if sequence else None,
        title,
        tuple(dict.fromkeys((*said, *runs.notes))),
        colors,
    )


def _some(runs: Clusterings) -> Clusterings:
    """Return the clusterings of which all pairs are compared: all, or some evenly spaced."""
    most = min(_MOST_COMPARED, max(2, int((_MOST_WORK / max(runs.n, 1)) ** 0.5)))
    if len(runs) <= most:
        return runs
    return runs.select(np.linspace(0, len(runs) - 1, most).round().astype(int).tolist())
