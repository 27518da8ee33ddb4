"""The functions of many clusterings as methods of a set."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clusterdiff.many._consensus_result import Consensus
    from clusterdiff.many.credible_ball import CredibleBall
    from clusterdiff.many.modes import Modes
    from clusterdiff.many.pairwise_result import Pairwise
    from clusterdiff.many.ranking import Ranking
    from clusterdiff.many.timeline import Timeline
    from clusterdiff.measures import Measure


def _function(name: str) -> Any:
    """Return a function of this package; its module imports `Clusterings`, so it is loaded late."""
    return getattr(import_module("clusterdiff.many"), name)


class Verbs:
    """The part of `Clusterings` that calls the functions of this package."""

    __slots__ = ()

    def pairwise(
        self,
        measures: str | Measure | Iterable[str | Measure] = "adjusted_rand",
        *,
        cross: Any = None,
    ) -> Pairwise:
        """Compare every pair of the clusterings.

        Parameters
        ----------
        measures : str, Measure or list of them, default="adjusted_rand"
            Names of measures, measures, or families.
        cross : Clusterings, data frame, dict, list or array, optional
            Another set to compare with.

        Returns
        -------
        Pairwise

        See Also
        --------
        clusterdiff.pairwise : The function, with all options.

        Examples
        --------
        >>> from clusterdiff import Clusterings
        >>> Clusterings({"x": [0, 0, 1], "y": [0, 0, 1], "z": [0, 1, 1]}).pairwise().duplicates()
        (('x', 'y'),)
        """
        found: Pairwise = _function("pairwise")(self, measures, cross=cross)
        return found

    def rank(self, reference: Any, by: str | Measure = "adjusted_rand", **options: Any) -> Ranking:
        """Rank the clusterings by how well they agree with a reference.

        Parameters
        ----------
        reference : array-like, dict, list of blocks, Partition or str
            The reference: one label per element; or the name of one of the clusterings.
        by : str or Measure, default="adjusted_rand"
            The measure that decides.
        **options
            Options of `clusterdiff.rank`: `also`, `interval`, `test`, `groups`, `rng` and others.

        Returns
        -------
        Ranking

        See Also
        --------
        clusterdiff.rank : The function, with all options.

        Examples
        --------
        >>> from clusterdiff import Clusterings
        >>> runs = Clusterings({"x": [0, 1, 1], "y": [0, 0, 1]})
        >>> [entry.name for entry in runs.rank([1, 1, 2])]
        ['y', 'x']
        """
        found: Ranking = _function("rank")(reference, self, by, **options)
        return found

    def consensus(self, loss: str | Measure = "vi", **options: Any) -> Consensus:
        """Find the partition that agrees best with the clusterings.

        Parameters
        ----------
        loss : {"vi", "binder"} or measure, default="vi"
            What is minimized.
        **options
            Options of `clusterdiff.consensus`: `costs`, `max_clusters`, `runs`, `rng`, `method` and
            others.

        Returns
        -------
        Consensus

        See Also
        --------
        clusterdiff.consensus : The function, with all options.

        Examples
        --------
        >>> from clusterdiff import Clusterings
        >>> Clusterings([[0, 0, 1], [0, 0, 1], [0, 1, 1]]).consensus().labels.tolist()
        [0, 0, 1]
        """
        found: Consensus = _function("consensus")(self, loss, **options)
        return found

    def credible_ball(self, center: Any = None, **options: Any) -> CredibleBall:
        """Return the smallest ball around a partition that has most of the clusterings.

        Parameters
        ----------
        center : Consensus, Partition or labels, optional
            The center; by default the consensus.
        **options
            Options of `many.credible_ball`: `level`, `loss` and others.

        Returns
        -------
        CredibleBall

        See Also
        --------
        many.credible_ball : The function, with all options.

        Examples
        --------
        >>> from clusterdiff import Clusterings
        >>> Clusterings([[0, 0, 1], [0, 0, 1], [0, 0, 1]]).credible_ball().radius
        0.0
        """
        found: CredibleBall = _function("credible_ball")(self, center, **options)
        return found

    def modes(self, **options: Any) -> Modes:
        """Group the clusterings, as a summary of a posterior distribution with several modes.

        Parameters
        ----------
        **options
            Options of `many.modes`.

        Returns
        -------
        Modes

        See Also
        --------
        many.modes : The function, with all options.

        Examples
        --------
        >>> from clusterdiff import Clusterings
        >>> len(Clusterings([[0, 0, 1], [0, 0, 1], [0, 0, 1]]).modes())
        1
        """
        found: Modes = _function("modes")(self, **options)
        return found

    def timeline(
        self, measure: str | Measure = "variation_of_information", **options: Any
    ) -> Timeline:
        """Say what happens to clusters from each clustering to the next.

        Parameters
        ----------
        measure : str or Measure, default="variation_of_information"
            The measure that each step reports.
        **options
            Options of `clusterdiff.timeline`: `min_share` and `min_size`.

        Returns
        -------
        Timeline

        See Also
        --------
        clusterdiff.timeline : The function, with all options.

        Examples
        --------
        >>> from clusterdiff import Clusterings
        >>> runs = Clusterings({"k=1": [0, 0, 0], "k=2": [0, 0, 1]})
        >>> [event.kind for event in runs.timeline().events]
        ['split']
        """
        found: Timeline = _function("timeline")(self, measure, **options)
        return found
