"""TableFacts: what the record says about a measure on a given table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.measures._facts import MeasureFacts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clusterdiff.measures._record import Bound
    from clusterdiff.table import Table


class TableFacts(MeasureFacts):
    """The facts of a record that depend on the data."""

    def _bounds(
        self, summaries: tuple[Any, ...], options: Mapping[str, Any]
    ) -> tuple[float, float]:
        low, high = self.bounds
        return (
            float(low(*summaries, **options)) if callable(low) else low,
            float(high(*summaries, **options)) if callable(high) else high,
        )

    def bounds_on(self, table: Table) -> tuple[float, float]:
        """Return the range of values; where it depends on the data, the one for this table.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        tuple of float
            The lower and the upper bound.
        """
        return self._bounds(self._summaries(table), self.fixed)

    def best_on(self, table: Table) -> float | None:
        """Return the value of equal clusterings; where it depends on the data, for this table.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        float or None
            The best value; None for a description.
        """
        if self.best is None:
            return None
        low, high = self.bounds_on(table)
        return min(max(self._evaluate(self.best, table), low), high)

    def attainable_on(self, table: Table) -> tuple[float, float]:
        """Return the tightest known range of values for the cluster sizes of this table.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        tuple of float
            The least and the largest value.
        """
        low, high = self.bounds_on(table)
        least, most = (
            None if bound is None else self._evaluate(bound, table)
            for bound in self.record.attainable
        )
        if self.view is not None:
            top: Any = self.record.bounds[1]
            least, most = (None if x is None else top - x for x in (most, least))
        least = low if least is None else min(max(least, low), high)
        most = high if most is None else min(max(most, least), high)
        return least, most

    def independent_on(self, table: Table) -> float | None:
        """Return the value for independent clusterings of these cluster sizes, if it is known.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        float or None
            The value, or None if it is not known.
        """
        rule = self._fact(self.record.independent)
        if rule is None:
            return None
        value = self._evaluate(rule, table)
        return value if self.view is None else self.record.bounds[1] - value  # type: ignore[operator]

    def expectation_on(self, table: Table) -> float | None:
        """Return the closed-form mean over random clusterings of these sizes, if there is one.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        float or None
            The mean, or None if there is no closed form in the record.
        """
        if self.record.expectation is None:
            return None
        value = self._evaluate(self.record.expectation, table)
        return value if self.view is None else self.record.bounds[1] - value  # type: ignore[operator]

    def component_options_on(self, table: Table) -> dict[str, Any]:
        """Return the options under which the values on the components of this table add up.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        dict
            Options of the measure; empty if none has to be chosen.
        """
        rule = self.record.component_options
        return {} if rule is None else rule(table, **self._options)

    def approximate_on(self, table: Table) -> str | None:
        """Return why the value for this table is approximate, or None if it is not.

        Parameters
        ----------
        table : Table
            The contingency table of a and b.

        Returns
        -------
        str or None
            The reason.
        """
        rule = self.record.approximate
        return None if rule is None else rule(*self._summaries(table), **self.fixed)

    def _evaluate(self, rule: Bound, table: Table) -> float:
        if not callable(rule):
            return float(rule)
        return float(rule(*self._summaries(table), **self.fixed))

    def _summaries(self, table: Table) -> tuple[Any, ...]:
        return tuple(summary.of(table) for summary in self.summaries)
