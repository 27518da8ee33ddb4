"""profile, matrix and listing: the properties of one measure, of several, and what they state."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from clusterdiff.checks import check_several
from clusterdiff.errors import OptionError, UnknownNameError
from clusterdiff.measures import Measure, get_measure, resolve
from clusterdiff.progress import track
from clusterdiff.properties._check import PROPERTIES, check, find, why_not
from clusterdiff.properties._measured import Measured
from clusterdiff.properties._statements import Property
from clusterdiff.views import Column, Listing, Result, TableView, frame_of, to_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clusterdiff.properties._check import Verdict


class _ByPaper(Result):
    """A result with one table per paper."""

    __slots__ = ()

    @abstractmethod
    def views(self) -> list[TableView]:
        """Return one table per paper."""

    def view(self) -> TableView:
        return self.views()[0]

    def __repr__(self) -> str:
        return "\n\n".join(to_text(view, None) for view in self.views())


@dataclass(frozen=True, repr=False)
class Profile(_ByPaper):
    """All verdicts on one measure.

    Attributes
    ----------
    measure : str
        Name of the measure.
    verdicts : tuple of Verdict
        One for each property.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.properties.profile("rand", ["symmetric", "n_invariant"], n=4)
    >>> found["symmetric"].status
    'holds'
    """

    measure: str
    verdicts: tuple[Verdict, ...]

    def __getitem__(self, name: str | Property) -> Verdict:
        """Return the verdict on a property."""
        by_name = {v.property_name: v for v in self.verdicts}
        return by_name[_name_among(name, by_name)]

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {"measure": self.measure, "verdicts": [v.to_dict() for v in self.verdicts]}

    def records(self) -> list[dict[str, Any]]:
        return [v.record for v in self.verdicts]

    def views(self) -> list[TableView]:
        """Return one table per paper: sign, property, place in the paper, counterexample.

        Returns
        -------
        list of TableView
            The tables.
        """
        columns = (
            Column("", style="kind"),
            Column("property", style="name"),
            Column("source", priority=1, style="muted"),
            Column("counterexample", wrap=True),
        )
        out = []
        for paper, group in by_paper(v.checked for v in self.verdicts if v.checked):
            own = [(p, self[p]) for p in group]
            rows = tuple((v.sign, p.name, p.place, str(v.counterexample or "")) for p, v in own)
            out.append(TableView(columns, rows, f"{self.measure}: {paper}"))
        return out


@dataclass(frozen=True, repr=False)
class PropertyMatrix(_ByPaper):
    """Verdicts by measure and property.

    Attributes
    ----------
    n : int
        Number of elements up to which all clusterings were tried.
    measures, properties : tuple of str
        Names of the rows and columns.
    verdicts : dict of (str, str) to Verdict
        By measure and property.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.properties.matrix(["rand", "vi"], ["symmetric", "n_invariant"], n=4)
    >>> found.holding("n_invariant")
    ['variation_of_information']
    """

    n: int
    measures: tuple[str, ...]
    properties: tuple[str, ...]
    verdicts: dict[tuple[str, str], Verdict]

    def __getitem__(self, key: tuple[str | Measure, str | Property]) -> Verdict:
        """Return the verdict on a measure, by name or alias, and a property."""
        if not isinstance(key, tuple) or len(key) != 2:
            raise OptionError(f"A matrix is indexed by a measure and a property, got {key!r}.")
        measure, name = key
        exact = measure if measure in self.measures else get_measure(measure).name
        return self.verdicts[str(exact), _name_among(name, self.properties)]

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts.values())

    def holding(self, *names: str | Property) -> list[str]:
        """Return the measures that have all these properties.

        Parameters
        ----------
        *names : str or Property
            Properties.

        Returns
        -------
        list of str
            The names of the measures.

        Raises
        ------
        UnknownNameError
            If one of these properties was not checked.
        """
        wanted = [_name_among(name, self.properties) for name in names]
        return [m for m in self.measures if all(self.verdicts[m, name] for name in wanted)]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        by_measure = {
            m: {p: self.verdicts[m, p].to_dict() for p in self.properties} for m in self.measures
        }
        return {"n": self.n, "verdicts": by_measure}

    def to_frame(self) -> Any:
        """Return a pandas DataFrame of "holds", "fails" and "undecided", measures by properties."""
        rows = [{p: self.verdicts[m, p].status for p in self.properties} for m in self.measures]
        frame = frame_of(rows, list(self.properties))
        frame.index = list(self.measures)
        return frame

    def records(self) -> list[dict[str, Any]]:
        return [v.record for v in self]

    def numbered(self) -> dict[str, int]:
        """Return the number of each column, starting at 1.

        Returns
        -------
        dict of str to int
            The number of each property, by its name.
        """
        return {name: k for k, name in enumerate(self.properties, 1)}

    def views(self) -> list[TableView]:
        """Return one table of signs per paper; the columns are numbers, explained below.

        Returns
        -------
        list of TableView
            The tables.
        """
        numbers, out = self.numbered(), []
        checked = {v.property_name: v.checked for v in self if v.checked}
        for paper, group in by_paper(checked.get(p) or find(p) for p in self.properties):
            names = [p.name for p in group]
            signs = (Column(str(numbers[p]), "right", style="kind") for p in names)
            rows = tuple((m, *(self.verdicts[m, p].sign for p in names)) for m in self.measures)
            lines = tuple(f"{numbers[p]} {p}" for p in names)
            listed = (Listing("properties", lines),)
            out.append(
                TableView((Column("measure", style="name"), *signs), rows, paper, (), listed)
            )
        return out


@dataclass(frozen=True, repr=False)
class PropertyList(_ByPaper):
    """Properties with their statements.

    Attributes
    ----------
    properties : tuple of Property
        Properties, those of one paper next to each other.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.properties.listing(["symmetric"])
    Meilă 2007
    property   source      statement
    symmetric  Property 1  Exchanging the clusterings does not change the value: v(a, b) = v(b, a).
    """

    properties: tuple[Property, ...]

    def records(self) -> list[dict[str, Any]]:
        return [
            {"name": p.name, "source": p.source, "statement": p.statement, "note": p.note}
            for p in self.properties
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {"properties": self.records()}

    def views(self) -> list[TableView]:
        """Return one table per paper: property, place in the paper, statement.

        Returns
        -------
        list of TableView
            The tables.
        """
        columns = (
            Column("property", style="name"),
            Column("source", priority=1, style="muted"),
            Column("statement", wrap=True),
        )
        return [
            TableView(columns, tuple((p.name, p.place, p.statement) for p in group), paper)
            for paper, group in by_paper(self.properties)
        ]


def listing(properties: Iterable[str | Property] | None = None) -> PropertyList:
    """List properties and what they state, grouped by paper.

    Parameters
    ----------
    properties : iterable of str or Property, or None, default=None
        Properties, those of one paper next to each other; by default all.

    Returns
    -------
    PropertyList
        The properties with their statements.

    Examples
    --------
    >>> listing(["local", "zero_after_worsening"])
    Meilă 2007
    property  source  statement
    local     sec. 6  The distance of a split depends only on the cluster that is split.
    <BLANKLINE>
    Xiang et al. 2012
    property              source  statement
    zero_after_worsening  sec. 6  The similarity to the worst clustering is 0: S(a, b) = 0.
    """
    every = PROPERTIES.values() if properties is None else _found(properties)
    return PropertyList(tuple(every))


def profile(
    measure: Any,
    properties: Iterable[str | Property] | None = None,
    *,
    n: int = 5,
    n_samples: int = 100,
) -> Profile:
    """Check the properties of one measure.

    Parameters
    ----------
    measure : str, Measure, scoring rule or callable
        See `check`.
    properties : iterable of str or Property, or None, default=None
        Properties to check; by default all that apply to the measure.
    n : int, default=5
        Number of elements up to which all clusterings are tried.
    n_samples : int, default=100
        Number of random cases with more elements.

    Returns
    -------
    Profile
        A verdict for each property.

    Examples
    --------
    >>> profile("ari", ["symmetric", "n_invariant"])
    adjusted_rand: Meilă 2007
       property     source      counterexample
    ✓  symmetric    Property 1
    ✗  n_invariant  Property 2  a = 001, b = 010: v(a, b) = -0.5 ≠ 0 = v(a thrice, b thrice)
    """
    measured = Measured.of(measure)
    every = [p for p in PROPERTIES.values() if p.needs != "rule" or not why_not(measured, p)]
    chosen = every if properties is None else _found(properties)
    return Profile(
        measured.name, tuple(check(measured, p, n=n, n_samples=n_samples) for p in chosen)
    )


def matrix(
    measures: str | Measure | Iterable[Any] = "all",
    properties: Iterable[str | Property] | None = None,
    *,
    n: int = 5,
    n_samples: int = 100,
) -> PropertyMatrix:
    """Check the properties of several measures.

    Parameters
    ----------
    measures : str, Measure or iterable, default="all"
        Names of measures or families, measures, or functions of two label arrays.
    properties : iterable of str or Property, or None, default=None
        Properties to check; by default all that apply to at least one of the measures.
    n : int, default=5
        Number of elements up to which all clusterings are tried.
    n_samples : int, default=100
        Number of random cases with more elements.

    Returns
    -------
    PropertyMatrix
        A verdict for each measure and property.

    Examples
    --------
    >>> chosen = ["collinear_through_meet", "scale_log_k"]
    >>> found = matrix(["vi", "mirkin_invariant"], chosen, n=4)
    >>> found.holding(*chosen)
    ['variation_of_information']
    """
    single = isinstance(measures, str | Measure)
    wanted = [measures] if single else check_several("measures", measures, "measures")
    measured = [m for item in wanted for m in _measured(item)]
    if properties is None:
        every = PROPERTIES.values()
        chosen = [
            p for p in every if p.needs != "rule" or any(why_not(m, p) is None for m in measured)
        ]
    else:
        chosen = _found(properties)
    verdicts: dict[tuple[str, str], Verdict] = {}
    for one in track(measured, "checking measures"):
        of_one = profile(one, chosen, n=n, n_samples=n_samples)
        verdicts |= {(one.name, v.property_name): v for v in of_one}
    names = tuple(one.name for one in measured)
    return PropertyMatrix(n, names, tuple(p.name for p in chosen), verdicts)


def _measured(item: Any) -> list[Measured]:
    if isinstance(item, str | Measure):
        return [Measured(m) for m in resolve(item)]
    return [Measured.of(item)]


def _found(properties: Iterable[str | Property]) -> list[Property]:
    """Return the properties of these names; one name is enough."""
    if isinstance(properties, str | Property):
        return [find(properties)]
    return [find(name) for name in check_several("properties", properties, "properties")]


def _name_among(wanted: str | Property, names: Iterable[str]) -> str:
    """Return the name of a property that was checked."""
    name = wanted.name if isinstance(wanted, Property) else wanted
    if not isinstance(name, str) or name not in names:
        raise UnknownNameError.of("property", name, list(names))
    return name


def by_paper(properties: Iterable[Property]) -> list[tuple[str, list[Property]]]:
    """Return properties grouped by the paper that prints them first.

    Parameters
    ----------
    properties : iterable of Property
        Properties, those of one paper next to each other.

    Returns
    -------
    list of (str, list of Property)
        The papers, each with its properties.

    Examples
    --------
    >>> [(paper, len(group)) for paper, group in by_paper([find("local"), find("normalized")])]
    [('Meilă 2007', 1), ('Xiang et al. 2012', 1)]
    """
    return [(paper, list(group)) for paper, group in groupby(properties, key=lambda p: p.paper)]
