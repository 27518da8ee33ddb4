"""Null models: what is meant by chance.

A null model says how the cluster sizes of each side arise. Given the sizes, every assignment of
elements to clusters is equally likely. A new null model is one class here, decorated with
`register`; other modules use only the methods of the model and never its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from clusterdiff.chance._random_partitions import AnyCount, FixedCount, FixedSizes
from clusterdiff.checks import check_choice
from clusterdiff.errors import RecordError

if TYPE_CHECKING:
    from clusterdiff.chance._random_partitions import RandomPartition
    from clusterdiff.table import Table

    Sides = tuple[RandomPartition, RandomPartition]


class NullModel(ABC):
    """A probability distribution over pairs of clusterings.

    Attributes
    ----------
    name : str
        The name by which `null=` selects the model.
    fixes_margins : bool
        Whether both sides keep their cluster sizes, so that all tables have the same margins.
    one_sided : bool
        Whether the first clustering stays as it is and only the second is random.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.chance.get_null_model("permutation")
    <null model permutation>
    >>> cd.chance.get_null_model("all_one_sided").one_sided
    True
    """

    name: ClassVar[str]
    fixes_margins: ClassVar[bool] = False
    one_sided: ClassVar[bool] = False

    @abstractmethod
    def sides(self, table: Table) -> Sides:
        """Return the random partitions of the two sides of a table.

        Parameters
        ----------
        table : Table
            The observed table, from which the model takes what it keeps fixed.

        Returns
        -------
        tuple of RandomPartition
            The distribution of the first and of the second clustering.
        """

    def __repr__(self) -> str:
        return f"<null model {self.name}>"


NULL_MODELS: dict[str, NullModel] = {}


def register(model: type[NullModel]) -> type[NullModel]:
    """Add a null model to the registry (a class decorator).

    Parameters
    ----------
    model : type
        A class with the attributes and methods of `NullModel`.

    Returns
    -------
    type
        The same class.

    Raises
    ------
    RecordError
        If another model has this name.

    See Also
    --------
    get_null_model : The null model of a name.

    Examples
    --------
    A null model in which only the first clustering is random:

    >>> @register
    ... class OnlyFirst(NullModel):
    ...     name = "only_first"
    ...     def sides(self, table):
    ...         return get_null_model("fixed_k").sides(table)[0], FixedSizes(table.col_sizes)
    >>> NULL_MODELS.pop("only_first")
    <null model only_first>
    """
    known = type(NULL_MODELS.get(model.name))
    # The same class again is a cell of a notebook that is run again.
    homes = {(each.__module__, each.__qualname__) for each in (known, model)}
    if model.name in NULL_MODELS and len(homes) > 1:
        raise RecordError(
            f"{model.__name__}: the null model {known.__name__} has the name {model.name!r}.",
            'write another name = "…"',
        )
    NULL_MODELS[model.name] = model()
    return model


def get_null_model(null: str | NullModel) -> NullModel:
    """Return the null model of this name.

    Parameters
    ----------
    null : str or NullModel
        A name from `NULL_MODELS`, or a model, which is returned unchanged.

    Returns
    -------
    NullModel
        The model.

    Raises
    ------
    OptionError
        If no model has this name.

    Examples
    --------
    >>> get_null_model("permutation")
    <null model permutation>
    """
    if isinstance(null, NullModel):
        return null
    check_choice("null", null, NULL_MODELS)
    return NULL_MODELS[null]


@register
class Permutation(NullModel):
    """Both clusterings keep their cluster sizes; elements are permuted."""

    name = "permutation"
    fixes_margins = True

    def sides(self, table: Table) -> Sides:
        """Return fixed sizes on both sides."""
        return FixedSizes(table.row_sizes), FixedSizes(table.col_sizes)


@register
class FixedNumber(NullModel):
    """All partitions with the observed numbers of clusters are equally likely."""

    name = "fixed_k"

    def sides(self, table: Table) -> Sides:
        """Return a fixed number of clusters on both sides."""
        return FixedCount(table.n, table.shape[0]), FixedCount(table.n, table.shape[1])


@register
class FixedNumberOneSided(NullModel):
    """The first clustering stays as it is; the second is any partition with as many clusters."""

    name = "fixed_k_one_sided"
    one_sided = True

    def sides(self, table: Table) -> Sides:
        """Return fixed sizes for a and a fixed number of clusters for b."""
        return FixedSizes(table.row_sizes), FixedCount(table.n, table.shape[1])


@register
class AllPartitions(NullModel):
    """All partitions of the elements are equally likely, on both sides."""

    name = "all"

    def sides(self, table: Table) -> Sides:
        """Return any partition on both sides."""
        return AnyCount(table.n), AnyCount(table.n)


@register
class AllPartitionsOneSided(NullModel):
    """The first clustering stays as it is; the second is any partition."""

    name = "all_one_sided"
    one_sided = True

    def sides(self, table: Table) -> Sides:
        """Return fixed sizes for a and any partition for b."""
        return FixedSizes(table.row_sizes), AnyCount(table.n)
