"""The results of `profile`, `matrix` and `listing`, with one table per paper."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import OptionError, UnknownNameError
from clusterdiff.measures import Measure, get_measure
from clusterdiff.properties._search import find
from clusterdiff.properties.statements import Property
from clusterdiff.views import Column, Listing, Result, TableView, frame_of, to_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clusterdiff.properties.verdicts import Verdict


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
    >>> found = cd.properties.matrix(["rand", "vi"], 4, properties=["symmetric", "n_invariant"])
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


def _name_among(wanted: str | Property, names: Iterable[str]) -> str:
    """Return the name of a property that was checked."""
    name = wanted.name if isinstance(wanted, Property) else wanted
    if not isinstance(name, str) or name not in names:
        raise UnknownNameError.of("property", name, list(names))
    return name


def by_paper(chosen: Iterable[Property]) -> list[tuple[str, list[Property]]]:
    """Return properties grouped by the paper that prints them first.

    Parameters
    ----------
    chosen : iterable of Property
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
    return [(paper, list(group)) for paper, group in groupby(chosen, key=lambda p: p.paper)]


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
