"""Soft: clusters with degrees of membership."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from clusterdiff.checks import check_integer, check_rng, is_number
from clusterdiff.covers._cover import Cover
from clusterdiff.covers._kind import NonPartition, columns_of, keys_of
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import Labels, is_frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.partition import Partition

    Ints = NDArray[np.int64]

_TOLERANCE = 1e-6  # by which a row may miss 1
_SINGLE = 1e-4  # the same for numbers of single precision


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Soft(NonPartition):
    """Degrees of membership of each element in each cluster, which add up to 1.

    Parameters
    ----------
    P : array, sparse matrix or data frame of shape (n, k)
        One row per element, of non-negative numbers that add up to 1, such as the probabilities
        that ``predict_proba`` of a mixture model returns.
    elements : iterable, optional
        The keys of the elements; by default the index of a data frame, else their positions.

    Attributes
    ----------
    matrix : numpy.ndarray or scipy.sparse.csr_array
        The degrees; rows are divided by their sums.
    elements : list or None
        The keys of the elements; None if they are known by their positions.
    labels : list or None
        The names of the clusters, if they have any.

    See Also
    --------
    Cover : Clusters that may overlap.

    Examples
    --------
    >>> p = Soft([[0.9, 0.1], [0.5, 0.5], [0.0, 1.0]])
    >>> p
    Soft(n=3, k=2)
    >>> p.to_partition()
    Partition(n=3, k=2: {0, 1} {2})
    """

    __kind__: ClassVar[str] = "soft clustering"
    converted: ClassVar[str] = "soft.to_cover(0.5) is a cover, soft.to_partition() a partition"

    matrix: Any
    elements: Sequence[Any] | None
    labels: Sequence[Any] | None

    def __init__(self, P: Any, elements: Iterable[Any] | None = None) -> None:  # noqa: N803
        keys = None if elements is None else list(elements)
        labels = None
        if isinstance(P, Soft):
            matrix, labels = P.matrix, P.labels
            keys = list(P.elements) if keys is None and P.elements is not None else keys
        elif isinstance(P, NonPartition):
            raise InputError(f"P must be degrees of membership, got a {P.__kind__}.")
        else:
            if is_frame(P):
                columns, ids = columns_of(P)
                labels = list(columns)
                keys = ids.values if keys is None else keys
                P = np.column_stack(list(columns.values()))  # noqa: N806
            matrix = _checked(P)
        if keys is not None and len(keys) != matrix.shape[0]:
            raise InputError(
                f"elements must have one key per row, got {len(keys)} for {matrix.shape[0]} rows."
            )
        self._fill(matrix, keys, labels)

    def _fill(
        self, matrix: Any, elements: Sequence[Any] | None, labels: Sequence[Any] | None
    ) -> None:
        for name, value in zip(self.__slots__, (matrix, elements, labels), strict=True):
            object.__setattr__(self, name, value)

    @classmethod
    def _made(cls, matrix: Any, elements: Sequence[Any] | None = None) -> Soft:
        out: Soft = object.__new__(cls)
        out._fill(matrix, elements, None)
        return out

    @classmethod
    def from_model(cls, model: Any, X: Any) -> Soft:  # noqa: N803
        """Return the probabilities that a fitted model gives to the clusters of each row.

        Parameters
        ----------
        model : object with predict_proba
            For example a ``GaussianMixture`` of scikit-learn.
        X : array of shape (n, d)
            The features of the elements.

        Returns
        -------
        Soft

        Examples
        --------
        >>> from sklearn.mixture import GaussianMixture
        >>> X = [[0.0], [0.1], [5.0], [5.1]]
        >>> Soft.from_model(GaussianMixture(2, random_state=0).fit(X), X)
        Soft(n=4, k=2)
        """
        if not hasattr(model, "predict_proba"):
            raise InputError(f"model must have predict_proba, got {type(model).__name__}.")
        return cls(model.predict_proba(X))

    @classmethod
    def from_cover(cls, cover: Cover) -> Soft:
        """Return the soft clustering in which an element belongs to its clusters to equal degrees.

        Parameters
        ----------
        cover : Cover
            The cover. An element in no cluster becomes a cluster of its own.

        Returns
        -------
        Soft
            With a sparse matrix.

        Examples
        --------
        >>> Soft.from_cover(Cover([{0, 1}, {1, 2}])).dense().tolist()
        [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]
        """
        from scipy.sparse import csr_array

        full = cover.completed()
        degrees = np.repeat(1 / full.counts, full.counts)
        matrix = csr_array((degrees, full.clusters, full.starts), shape=(full.n, full.k))
        return cls._made(matrix, cover.elements)

    @classmethod
    def of_labels(cls, labels: Labels) -> Soft:
        """Return a partition as a soft clustering whose degrees are 0 and 1."""
        from scipy.sparse import csr_array

        codes, names = labels.encoded()
        n = len(labels)
        cells = np.ones(n), codes.astype(np.int64), np.arange(n + 1)
        return cls._made(csr_array(cells, shape=(n, len(names))), keys_of(labels))

    @classmethod
    def recognizes(cls, value: Any) -> bool:
        """Return whether an array is clearly one of probabilities, with fractions."""
        if not isinstance(value, np.ndarray) or value.ndim != 2 or value.dtype.kind != "f":
            return False
        if not value.size or value.shape[1] < 2 or np.ma.isMA(value):
            return False
        with np.errstate(all="ignore"):
            inside = bool(((value >= 0) & (value <= 1)).all())
            return inside and bool(
                (np.abs(value.sum(axis=1, dtype=float) - 1) <= _tolerance(value)).all()
                and ((value > 0) & (value < 1)).any()
            )

    @property
    def n(self) -> int:
        """Number of elements."""
        return int(self.matrix.shape[0])

    @property
    def k(self) -> int:
        """Number of clusters."""
        return int(self.matrix.shape[1])

    @property
    def nnz(self) -> int:
        """Number of degrees that are not 0."""
        return int(self.matrix.nnz if self.is_sparse else np.count_nonzero(self.matrix))

    @property
    def is_sparse(self) -> bool:
        """Whether the matrix is sparse."""
        return hasattr(self.matrix, "tocoo")

    @property
    def is_hard(self) -> bool:
        """Whether all degrees are 0 or 1."""
        values = self.matrix.data if self.is_sparse else self.matrix
        return bool(((values == 0) | (values == 1)).all())

    def dense(self) -> NDArray[np.float64]:
        """Return the degrees as an array.

        Returns
        -------
        numpy.ndarray of shape (n, k)
            The degrees.
        """
        out: NDArray[np.float64] = self.matrix.toarray() if self.is_sparse else self.matrix
        return out

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Soft):
            return NotImplemented
        return (
            self.matrix.shape == other.matrix.shape
            and self.elements == other.elements
            and bool((self.dense() == other.dense()).all())
        )

    def __hash__(self) -> int:
        return hash((self.matrix.shape, self.dense().tobytes()))

    def __repr__(self) -> str:
        return f"Soft(n={self.n:,}, k={self.k:,}{', sparse' * self.is_sparse})"

    def take(self, rows: Ints) -> Soft:
        """Return the soft clustering of some of the elements, without keys."""
        rows = np.asarray(rows, np.int64)
        absent = rows < 0
        if not absent.any():
            return Soft._made(self.matrix[rows])
        from scipy.sparse import csr_array, hstack

        taken = csr_array(self.matrix)[np.where(absent, 0, rows)]
        taken = csr_array(taken.multiply((~absent)[:, None].astype(float)))
        alone = np.flatnonzero(absent)
        cells = np.ones(len(alone)), (alone, np.arange(len(alone)))
        single = csr_array(cells, shape=(len(rows), len(alone)))
        return Soft._made(csr_array(hstack([taken, single])))

    def to_partition(self) -> Partition:
        """Return the partition of each element's largest degree; of ties, the first cluster.

        Returns
        -------
        Partition
            Of the same elements.
        """
        return self._partition(np.asarray(self.matrix.argmax(axis=1)).ravel())

    def to_cover(self, threshold: float) -> Cover:
        """Return the cover in which an element is in the clusters with at least this degree.

        Parameters
        ----------
        threshold : float
            The least degree, above 0 and at most 1.

        Returns
        -------
        Cover
            An element may be in no cluster.

        Examples
        --------
        >>> Soft([[0.9, 0.1], [0.5, 0.5], [0.0, 1.0]]).to_cover(0.4)
        Cover(n=3, k=2: {0, 1} {1, 2})
        """
        if not is_number(threshold) or not 0 < threshold <= 1:
            raise OptionError(f"threshold must be above 0 and at most 1, got {threshold!r}.")
        rows, cols = (self.matrix >= threshold).nonzero()
        return Cover.from_arrays(rows, cols, self.n, elements=self.elements, labels=self.labels)

    def draw(
        self, number: int, rng: int | np.random.Generator | None = None
    ) -> Iterator[Partition]:
        """Draw partitions: each element is in a cluster with the probability of its degree.

        Parameters
        ----------
        number : int
            How many partitions to draw.
        rng : int, numpy.random.Generator or None, default=None
            Seed or source of random numbers. None is fresh entropy.

        Yields
        ------
        Partition
            Elements are drawn independently of each other.

        Examples
        --------
        >>> p = Soft([[0.9, 0.1], [0.5, 0.5], [0.0, 1.0]])
        >>> len(list(p.draw(5, rng=0)))
        5
        """
        check_integer("number", number, 0)
        check_rng(rng)
        random = np.random.default_rng(rng)
        for _ in range(number):
            yield self._partition(self.drawn(random))

    def drawn(self, random: np.random.Generator) -> Ints:
        """Return the cluster of each element of one partition that is drawn.

        Parameters
        ----------
        random : numpy.random.Generator
            The source of random numbers.

        Returns
        -------
        numpy.ndarray of int64
            One number per element.
        """
        level = random.random(self.n)
        if not self.is_sparse:
            sums = np.cumsum(self.matrix, axis=1)
            below = (sums <= (level * sums[:, -1])[:, None]).sum(axis=1)
            return np.asarray(np.minimum(below, self.k - 1), np.int64)
        m = self.matrix
        sums = np.cumsum(m.data)
        before = np.concatenate([[0.0], sums])[m.indptr[:-1]]
        after = np.concatenate([[0.0], sums])[m.indptr[1:]]
        places = np.searchsorted(sums, before + level * (after - before), side="right")
        return np.asarray(m.indices[np.clip(places, m.indptr[:-1], m.indptr[1:] - 1)], np.int64)


def _tolerance(array: NDArray[Any]) -> float:
    """Return how far the sum of a row may be from 1."""
    return _SINGLE if array.dtype in (np.float32, np.float16) else _TOLERANCE


def _checked(given: Any) -> Any:
    """Return degrees of membership divided by the sums of their rows, which must be 1."""
    sparse = hasattr(given, "tocoo")
    matrix: Any
    if sparse:
        from scipy.sparse import csr_array

        matrix = csr_array(given)
        matrix.sum_duplicates()
        values = matrix.data
    else:
        if np.ma.isMA(given) and np.ma.is_masked(given):
            raise InputError("P must have a number for each element and cluster: some are masked.")
        try:
            matrix = values = np.asarray(given)
        except ValueError:
            raise InputError("P must be a matrix with one row per element.") from None
    if values.dtype.kind not in "biuf" or matrix.ndim != 2 or 0 in matrix.shape:
        raise InputError(
            "P must be a matrix of numbers with one row per element and one column per cluster, "
            f"got {type(given).__name__} of shape {getattr(matrix, 'shape', ())}.",
            "pass what predict_proba returns",
        )
    tolerance = _tolerance(values)
    matrix = matrix.astype(np.float64)
    values = matrix.data if sparse else matrix
    if not np.isfinite(values).all() or (values < 0).any():
        raise InputError("P must have finite numbers that are not negative.")
    sums = np.asarray(matrix.sum(axis=1)).ravel()
    off = np.flatnonzero(np.abs(sums - 1) > tolerance)
    if len(off):
        row = int(off[0])
        raise InputError(
            f"The rows of P must add up to 1: row {row} adds up to {sums[row]:.6g}"
            + (f", and {len(off) - 1:,} others do not." if len(off) > 1 else "."),
            "pass P / P.sum(axis=1, keepdims=True) if the numbers are in proportion, or Cover(P) "
            "if they are 0 and 1 and clusters overlap",
        )
    if sparse:
        matrix.data /= np.repeat(sums, np.diff(matrix.indptr))
        matrix.eliminate_zeros()
        return matrix
    return matrix / sums[:, None]
