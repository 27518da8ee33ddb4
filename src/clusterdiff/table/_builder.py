"""TableBuilder: count data that comes in chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.labels import Policy, takes_selection
from clusterdiff.table._counting import count_labels, count_tables, not_empty
from clusterdiff.table._table import Table

if TYPE_CHECKING:
    from typing import Unpack

    from clusterdiff.labels import LabelsLike, SelectionOptions


@takes_selection
class TableBuilder:
    """Count labels chunk by chunk.

    The table does not depend on how the data is divided into chunks: it equals
    ``Table.from_labels`` of all labels. Memory grows with the number of non-zero cells, not with
    the number of elements. The options apply to every chunk.

    Parameters
    ----------
    {selection}

    See Also
    --------
    Table.from_labels : Count two labelings in one call.
    clusterdiff.read_table : Count the labels of files.

    Examples
    --------
    >>> builder = TableBuilder(missing="drop")
    >>> builder.update([0, 0], ["x", "y"]).update([1, None], ["y", "y"]).finish()
    Table(n=3, 2 × 2 clusters, 3 cells, dropped 1 (1 missing))
    """

    @takes_selection
    def __init__(self, **options: Unpack[SelectionOptions]) -> None:
        Policy.of({**options})
        self._options = options
        self._tables: list[Table] = []

    @takes_selection
    def update(
        self, a: LabelsLike, b: LabelsLike, **options: Unpack[SelectionOptions]
    ) -> TableBuilder:
        """Count one more chunk.

        The options are those of this chunk, and override those of the builder. `weights` is given
        here, since it has one number per element of the chunk.

        Parameters
        ----------
        a, b : labels
            Two labelings of the elements of this chunk.
        {selection}

        Returns
        -------
        TableBuilder
            The builder itself, so that calls can be chained.

        Raises
        ------
        ClusterdiffError
            If the chunk cannot be counted. The builder is then unchanged.
        """
        policy = Policy.of({**self._options, **options})
        tables = [*self._tables, Table(*count_labels(a, b, policy))]
        # Adding tables of similar size, as a merge sort does, takes O(n log chunks).
        while len(tables) > 1 and tables[-2].nnz <= 2 * tables[-1].nnz:
            tables[-2:] = [Table(*count_tables(tables[-2:]))]
        self._tables = tables  # assigned last, so that an error above changes nothing
        return self

    def finish(self) -> Table:
        """Return the table of all chunks counted so far.

        Returns
        -------
        Table
            The table; more chunks may be counted afterwards.

        Raises
        ------
        InputError
            If no element was counted.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> cd.TableBuilder().update([0, 0, 1], [5, 5, 6]).finish().shape
        (2, 2)
        """
        counts = count_tables(self._tables) if self._tables else count_labels([], [], Policy())
        return Table(*not_empty(counts))
