"""consensus: one partition for many clusterings of the same elements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import fsum, inf, isfinite
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from clusterdiff.analysis import diff, relabel
from clusterdiff.checks import check_choice, check_integer
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import MISSING, listed, object_array, takes_clusterings
from clusterdiff.many._agreement import agreement
from clusterdiff.many._coassignment import coassignment
from clusterdiff.many._draws import runs_of
from clusterdiff.many._loss import LOSSES, Loss, read_draw_weights
from clusterdiff.many._medoid import codes_of, find_medoid
from clusterdiff.many._metric_search import metric_search
from clusterdiff.many._optimality import pair_costs, solve, solve_apart
from clusterdiff.many._search import fits, is_linked, make_problem, make_starts, search
from clusterdiff.numerics import MAX_TOTAL
from clusterdiff.partition import Partition
from clusterdiff.partition import codes as lattice
from clusterdiff.sampling import RandomSource
from clusterdiff.views import Column, Result, TableView, number, plain_data, plural

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import ArrayLike, NDArray

    from clusterdiff.analysis import Diff
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.many._agreement import ClusterAgreement
    from clusterdiff.many._clusterings import Clusterings
    from clusterdiff.many._medoid import Medoid
    from clusterdiff.many._optimality import PairCosts
    from clusterdiff.many._search import Problem
    from clusterdiff.measures import Measure

    Ints = NDArray[np.int64]
    Reals = NDArray[np.float64]

Method = Literal["auto", "search", "medoid", "exact"]
METHODS: tuple[Method, ...] = get_args(Method)
_UNLIMITED = 1000  # distinct elements up to which the number of clusters has no limit by default
_LEAST_LIMIT = 64  # clusters that are allowed in any case
_BOUNDED = 2 * 10**8  # distinct elements squared × clusterings up to which a bound is computed
_PROVED = 40  # distinct elements up to which method="auto" tries a proof
_EXACT = 1000  # distinct elements up to which method="exact" is accepted
_ROUNDS = 30  # of constraints in a proof of method="auto"
_UNEVEN = 1e6  # ratio of the costs above which the solver does not see the smaller one
_HERE = 25  # distinct elements up to which the proof runs in this process
_SHOWN = 30  # clusters of the table


@dataclass(frozen=True, slots=True)
class SearchRun:
    """One run of the search for a consensus.

    Attributes
    ----------
    start : str
        Where it started: "empty", "medoid", "coarsest", "finest" or "average linkage".
    value : float
        The expected loss of the partition that it found.
    clusters : int
        The number of clusters of this partition.
    sweeps : int
        How many times it went through all elements.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> draws = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]]
    >>> run = cd.consensus(draws).runs[0]
    >>> run.start, run.clusters
    ('empty', 2)
    """

    start: str
    value: float
    clusters: int
    sweeps: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Consensus(Result):
    """The partition that agrees best with many clusterings, and how well it does.

    Attributes
    ----------
    partition : Partition
        The consensus. Its clusters are named after those of the medoid that they match.
    labels : numpy.ndarray
        The label of each element in the order of the clusterings; None for an element that no
        clustering has.
    loss : str
        The loss: "vi", "binder" or the name of a measure.
    unit : str or None
        The unit of the loss, for example "bits".
    costs : tuple of float
        What it costs to separate elements that a clustering has together, and to join elements
        that it has apart.
    value : float
        The expected loss: the mean of `values`, weighted by the weights of the clusterings.
    values : numpy.ndarray
        The loss for each clustering.
    bound : float or None
        A lower bound of the expected loss of all partitions, if one is known.
    proved : bool
        Whether no partition has a smaller expected loss.
    medoid : Medoid
        The clustering of the set with the least expected loss.
    runs : tuple of SearchRun
        The runs of the search.
    per_element : numpy.ndarray
        For each element the mean over the clusterings of the Jaccard coefficient of its cluster
        in the consensus and its cluster in the clustering; NaN if no clustering has it.
    per_cluster : tuple of ClusterAgreement
        How far the clusterings agree with each cluster, in the order of ``partition.names``.
    notes : tuple of str
        What to know about the search.
    seed : int or None
        The integer that, as `rng`, gives the same search; None if there was none.
    clusterings : Clusterings
        The clusterings.

    See Also
    --------
    consensus : Makes it.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> draws = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]]
    >>> found = cd.consensus(draws)
    >>> found.labels
    array([0, 0, 1, 1])
    >>> found.value
    0.16666666666666666
    """

    _plots = ("plot_coassignment", "plot_agreement")

    partition: Partition
    labels: NDArray[Any]
    loss: str
    unit: str | None
    costs: tuple[float, float]
    value: float
    values: Reals
    bound: float | None
    proved: bool
    medoid: Medoid
    runs: tuple[SearchRun, ...]
    per_element: Reals
    per_cluster: tuple[ClusterAgreement, ...]
    notes: tuple[str, ...]
    seed: int | None
    clusterings: Clusterings

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that -1 is a cluster."""
        return self.clusterings.notes

    def __labels__(self) -> Any:
        return self.partition.__labels__()

    @takes_clusterings
    def diff(
        self,
        which: int | str,
        measure: str | Measure = "variation_of_information",
        min_share: float | None = None,
        min_size: int | None = None,
        **options: Unpack[LabelsOptions],
    ) -> Diff:
        """Compare one of the clusterings with the consensus.

        Parameters
        ----------
        which : int or str
            The number or the name of a clustering; it is `a`, and the consensus is `b`.
        measure : str or Measure, default="variation_of_information"
            The measure under which each change is charged.
        min_share : float or None, default=None
            Overlaps with a smaller share of both of their clusters are scattered; by default chosen
            from the data.
        min_size : int or None, default=None
            Overlaps of fewer elements are scattered too; by default chosen as in `diff`.
        {selection}

        Returns
        -------
        Diff
            The changes from the clustering (a) to the consensus (b).

        Examples
        --------
        >>> from clusterdiff import consensus
        >>> found = consensus({"x": [0, 0, 1, 1], "y": [0, 0, 1, 1], "z": [0, 0, 1, 2]})
        >>> found.diff("z").merges[0].cluster
        1
        """
        place = self.clusterings.position(which)
        side, weights = self.clusterings[place], self.clusterings.weights
        chosen: dict[str, Any] = {}
        if side.missing is not None:
            chosen["missing"] = "drop"
        if weights is not None:
            chosen["weights"] = weights
        chosen |= options
        sides = replace(side, elements=None), self.labels
        found = diff(*sides, measure=measure, min_share=min_share, min_size=min_size, **chosen)
        return replace(found, name_a=self.clusterings.names[place], name_b="consensus")

    def records(self) -> list[dict[str, Any]]:
        """Return one row per element: its name, its cluster and the agreement about it."""
        elements = self.clusterings.elements
        names = range(len(self.labels)) if elements is None else elements
        return [
            {"element": name, "cluster": label, "agreement": plain_data(agreement)}
            for name, label, agreement in zip(
                names, listed(self.labels), self.per_element, strict=True
            )
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the clusterings as plain data."""
        simple = "loss", "unit", "costs", "value", "bound", "proved", "medoid", "runs", "notes"
        return {
            **{name: plain_data(getattr(self, name)) for name in (*simple, "seed")},
            "clusters": plain_data(self.per_cluster),
            "values": dict(zip(self.clusterings.names, self.values.tolist(), strict=True)),
            "elements": self.records(),
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return the clusters as a table view."""
        columns = (
            Column("cluster", format=str, style="name"),
            Column("size", "right"),
            Column("agreement", "right", style="value"),
            Column("together", "right", priority=1),
            Column("best match", "right", priority=2),
        )
        rows = tuple(
            (c.label, c.size, c.agreement, c.together, c.best_match)
            for c in self.per_cluster[:_SHOWN]
        )
        more = len(self.per_cluster) - _SHOWN
        notes = (f"… and {plural(more, 'more cluster')}",) if more > 0 else ()
        return TableView(columns, rows, self._title(), self._lead(), notes=(*notes, *self.notes))

    def _title(self) -> str:
        runs, elements = len(self.clusterings), self.partition.n
        return (
            f"Consensus of {plural(runs, 'clustering')} of {plural(elements, 'element')}: "
            f"{plural(self.partition.k, 'cluster')}"
        )

    def _lead(self) -> tuple[str, ...]:
        costs = (
            "" if self.costs == (1.0, 1.0) else f", costs {self.costs[0]:g} and {self.costs[1]:g}"
        )
        unit = f" {self.unit}" if self.unit else ""
        line = f"expected loss ({self.loss}{costs}) {number(self.value)}{unit}"
        if self.proved:
            line += ", the least possible"
        elif self.bound is not None:
            line += f"; no partition is below {number(self.bound)}"
        return line, f"medoid: {self.medoid.name} with {number(self.medoid.value)}{unit}"


class Outcome(NamedTuple):
    """The partition that a method found, and what is known about it."""

    codes: Ints  # the cluster of each element
    runs: tuple[SearchRun, ...] = ()
    bound: float | None = None  # a lower bound of the expected loss of all partitions
    proved: bool = False
    notes: tuple[str, ...] = ()


class Task(NamedTuple):
    """The clusterings, and the options of `consensus`."""

    clusterings: Clusterings
    loss: Loss
    draw_weights: Reals
    medoid: Medoid
    max_clusters: int | None
    n_runs: int
    source: RandomSource
    method: Method
    seconds: float


@takes_clusterings
def consensus(
    *clusterings: Any,
    loss: str | Measure = "vi",
    costs: tuple[float, float] = (1, 1),
    max_clusters: int | None = None,
    n_runs: int = 16,
    rng: int | np.random.Generator | None = None,
    method: Method = "auto",
    time_limit: float | None = None,
    draw_weights: ArrayLike | None = None,
    **options: Unpack[LabelsOptions],
) -> Consensus:
    r"""Find the partition that agrees best with many clusterings of the same elements.

    The result minimizes the expected loss: the mean distance to the clusterings. For draws of a
    posterior distribution this is the Bayes estimate of the partition.

    Parameters
    ----------
    {set}
    loss : {"vi", "binder"} or measure, default="vi"
        The variation of information in bits, Binder's loss (the share of ordered pairs of
        elements that are treated differently), or any measure of the catalogue whose distance is
        a metric.
    costs : tuple of float, default=(1, 1)
        What it costs to separate elements that a clustering has together, and to join elements
        that it has apart; only for "vi" and "binder".
    max_clusters : int, optional
        The most clusters of the result. By default there is no limit up to 1000 distinct
        elements; for more of them the limit is twice the largest number of clusters of the
        clusterings, and at least 64.
    n_runs : int, default=16
        How many times the search starts from an empty partition in a random order. It always
        starts from the medoid too.
    rng : int, numpy.random.Generator or None, default=None
        Seed of the search. None is fresh entropy; `seed` of the result repeats it. The result for a
        seed does not depend on the number of threads.
    method : {"auto", "search", "medoid", "exact"}, default="auto"
        "search" looks for the best partition; "medoid" takes the best of the clusterings;
        "exact" also tries to prove that no partition is better, for "binder" and up to 1000
        distinct elements. "auto" searches, and tries the proof for up to 40 distinct elements.
    time_limit : float, optional
        Seconds for the proof. By default, "exact" has no limit, and "auto" a number of rounds, so
        that the result does not depend on the machine. If they do not suffice, `proved` is False,
        `bound` is the best bound that was found, and a note says so.
    draw_weights : array_like of float, optional
        Weight of each clustering; by default all are equal.
    {selection}

    Returns
    -------
    Consensus
        The partition, its expected loss, the medoid, and the agreement per element and cluster.

    Raises
    ------
    OptionError
        If an option is not valid.
    InputError
        If the clusterings are not of the same elements.

    See Also
    --------
    many.credible_ball : How far the clusterings are from the consensus.
    many.coassignment : How often two elements are together.
    many.modes : Several partitions for clusterings that form groups.

    Notes
    -----
    An element that a clustering lacks does not count in the loss for this clustering. Elements
    with the same label in every clustering are merged first: some best partition has them
    together. The search is that of Dahl, Johnson & Müller (2022): sequential allocation in random
    order, moves of single elements to the best cluster, and clusters that are destroyed and
    rebuilt. With :math:`c` and :math:`\hat c` for the clusters of a clustering and of the
    partition, the losses are

    .. math::

        n^{-1} \left(a \sum_{c} f(|c|) + b \sum_{\hat c} f(|\hat c|)
        - (a + b) \sum_{c, \hat c} f(|c \cap \hat c|)\right)

    with :math:`f(x) = x \log_2 x` for "vi", and with :math:`f(x) = x^2` and :math:`n^{-2}` for
    "binder", where `costs` are :math:`(a, b)`.

    References
    ----------
    D. B. Dahl, D. J. Johnson and P. Müller (2022). Search algorithms and loss functions for
    Bayesian clustering. Journal of Computational and Graphical Statistics 31, 1189-1201.

    S. Wade and Z. Ghahramani (2018). Bayesian cluster analysis: point estimation and credible
    balls. Bayesian Analysis 13, 559-626.

    Examples
    --------
    >>> found = consensus({"x": [0, 0, 1, 1], "y": [0, 0, 1, 1], "z": [0, 0, 1, 2]})
    >>> found.labels
    array([0, 0, 1, 1])
    >>> found.value
    0.16666666666666666
    >>> found.medoid.name
    'x'
    """
    given = runs_of(clusterings, options)
    chosen = Loss.of(loss, costs).scaled()
    _check(max_clusters, n_runs, method, chosen)
    seconds = _time_limit(time_limit)
    source = RandomSource.of(rng)
    weights = read_draw_weights(draw_weights, len(given))
    if given.weights is not None and int(given.weights.sum()) >= MAX_TOTAL:
        raise InputError("weights must sum to less than 2**31.")
    medoid = find_medoid(given, chosen, weights, exact=method == "medoid")
    task = Task(given, chosen, weights, medoid, max_clusters, n_runs, source, method, seconds)
    outcome = _solved(task)
    return _result(task, outcome)


def _check(max_clusters: Any, n_runs: Any, method: Any, loss: Loss) -> None:
    """Refuse options that are not valid."""
    if max_clusters is not None:
        check_integer("max_clusters", max_clusters, 1)
    check_integer("n_runs", n_runs, 1)
    check_choice("method", method, METHODS)
    if method == "exact" and loss.name != "binder":
        raise OptionError(
            f"method='exact' requires the loss binder, got {loss.name}.",
            "pass {loss=binder}, or {method=search}",
        )


def _time_limit(given: float | None) -> float:
    """Return the seconds that a proof may take."""
    if given is None:
        return inf
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not given >= 0:
        raise OptionError(f"time_limit must be a number of seconds, got {given!r}.")
    return float(given)


def _solved(task: Task) -> Outcome:
    if task.method == "medoid":
        return _medoid_outcome(task)
    if task.loss.squares is None:
        found = metric_search(
            task.clusterings,
            task.loss,
            task.draw_weights,
            task.medoid,
            _other(task),
            task.max_clusters,
        )
        bound = found.value if found.proved else None
        return Outcome(found.codes, (), bound, found.proved, found.notes)
    problem = make_problem(task.clusterings, task.loss, task.draw_weights)
    most = _most_clusters(task, problem)
    if not fits(problem, max(task.clusterings.sizes)):
        note = "The clusterings have too many clusters for the search: this is the medoid."
        return _medoid_outcome(task)._replace(notes=(note,))
    return _searched(task, problem, most)


def _other(task: Task) -> list[Ints]:
    """Return the consensus for vi and for binder, which are candidates for another loss."""
    out = []
    for name in LOSSES:
        loss = Loss.of(name)
        problem = make_problem(task.clusterings, loss, task.draw_weights)
        if fits(problem, max(task.clusterings.sizes)):
            most = _most_clusters(task, problem)
            out.append(_searched(task._replace(loss=loss, method="search"), problem, most).codes)
    return out


def _medoid_outcome(task: Task) -> Outcome:
    if (
        task.max_clusters is not None
        and task.clusterings.sizes[task.medoid.position] > task.max_clusters
    ):
        raise OptionError(
            f"The medoid has {task.clusterings.sizes[task.medoid.position]} clusters, more than "
            f"max_clusters = {task.max_clusters}.",
            "pass {method=search}",
        )
    codes = codes_of(task.clusterings, task.medoid.position)
    return Outcome(codes, (), None, task.medoid.value == 0)


def _most_clusters(task: Task, problem: Problem) -> int:
    if task.max_clusters is not None:
        return task.max_clusters
    if problem.n <= _UNLIMITED:
        return max(problem.n, 1)
    return max(2 * max(task.clusterings.sizes), _LEAST_LIMIT)


def _searched(task: Task, problem: Problem, most: int) -> Outcome:
    together = None
    if is_linked(problem):
        block = coassignment(task.clusterings, rows=problem.first, draw_weights=task.draw_weights)
        together = np.nan_to_num(block[:, problem.first], nan=0.5)
    medoid = codes_of(task.clusterings, task.medoid.position)
    starts = make_starts(problem, task.n_runs, medoid, together, most)
    seeds = task.source.block(0).integers(np.iinfo(np.int64).max, size=len(starts)).tolist()
    ends = search(problem, starts, seeds, most)
    best = min(range(len(ends)), key=lambda i: ends[i].objective)
    codes = problem.spread(ends[best].labels)
    value = task.loss.expected(task.clusterings, codes, task.draw_weights)
    rest = value - ends[best].objective
    found = tuple(
        SearchRun(end.start, rest + end.objective, end.clusters, end.sweeps) for end in ends
    )
    limited = task.max_clusters is None and ends[best].clusters == most < problem.n
    notes = (f"The search was limited to {most} clusters.",) if limited else ()
    outcome = Outcome(codes, found, None, value == 0, notes)
    return _bounded(task, problem, outcome, value) if task.loss.squares else outcome


def _bounded(task: Task, problem: Problem, outcome: Outcome, value: float) -> Outcome:
    """Add a lower bound of the Binder loss, and a proof where it is asked for or cheap."""
    exact = task.method == "exact"
    if exact and problem.n > _EXACT:
        raise OptionError(
            f"method='exact' requires at most {_EXACT} distinct elements, got {problem.n}.",
            "pass {method=search}",
        )
    if not exact and problem.n**2 * len(task.clusterings) > _BOUNDED:
        return outcome
    costs = pair_costs(task.clusterings, problem, task.loss, task.draw_weights)
    bound = costs.simple_bound
    if costs.attained(value, bound):
        return outcome._replace(bound=value, proved=True)
    if exact or (task.method == "auto" and problem.n <= _PROVED):
        return _proved(task, problem, outcome, value, costs)
    return outcome._replace(bound=bound)


def _proved(
    task: Task, problem: Problem, outcome: Outcome, value: float, costs: PairCosts
) -> Outcome:
    """Solve the integer program; a better partition replaces the result of the search."""
    if max(task.loss.costs) > _UNEVEN * min(task.loss.costs):
        note = f"No proof was tried: one cost is more than {_UNEVEN:,.0f} times the other."
        return outcome._replace(bound=costs.simple_bound, notes=(*outcome.notes, note))
    apart = task.method == "exact" and problem.n > _HERE
    few = task.method != "exact" and not isfinite(task.seconds)
    solver = solve_apart if apart else solve
    solution = solver(costs, task.seconds, _ROUNDS if few else None)
    bound = max(solution.bound, costs.simple_bound)
    if solution.labels is not None:
        clusters, numbers = np.unique(solution.labels, return_inverse=True)
        allowed = task.max_clusters is None or len(clusters) <= task.max_clusters
        codes = problem.spread(numbers)
        better = task.loss.expected(task.clusterings, codes, task.draw_weights)
        if allowed and better < value:
            return outcome._replace(codes=codes, bound=better, proved=True)
    if costs.attained(value, bound):
        return outcome._replace(bound=value, proved=True)
    limit = f"time limit of {task.seconds:g} s" if isfinite(task.seconds) else "limit of rounds"
    note = f"The {limit} was reached before the proof was complete."
    notes = outcome.notes if solution.labels is not None else (*outcome.notes, note)
    return outcome._replace(bound=bound, notes=notes)


def _result(task: Task, outcome: Outcome) -> Consensus:
    runs = task.clusterings
    values = task.loss.values(runs, outcome.codes)
    value = fsum((values * task.draw_weights).tolist())
    if task.medoid.value < value and _allowed(task):
        codes = codes_of(runs, task.medoid.position)
        if (codes >= 0).sum() == (outcome.codes >= 0).sum():
            return _result(task, outcome._replace(codes=codes))
    inside = outcome.codes >= 0
    codes, count = by_appearance(outcome.codes)
    labels, names = named(runs, codes, count, task.medoid.position)
    partition = as_partition(runs, labels, inside)
    found = agreement(runs, codes, count, task.draw_weights)
    notes = [*outcome.notes, *_notes(task, inside)]
    scale = task.loss.scale  # of the costs, which were divided by it
    return Consensus(
        partition=partition,
        labels=labels,
        loss=task.loss.name,
        unit=task.loss.measure.unit,
        costs=(task.loss.costs[0] * scale, task.loss.costs[1] * scale),
        value=scale * value,
        values=scale * values,
        bound=None if outcome.bound is None else scale * outcome.bound,
        proved=outcome.proved,
        medoid=replace(task.medoid, value=scale * task.medoid.value),
        runs=tuple(replace(run, value=scale * run.value) for run in outcome.runs),
        per_element=found.elements,
        per_cluster=found.per_cluster(names),
        notes=tuple(notes),
        seed=task.source.seed if outcome.runs else None,
        clusterings=runs,
    )


def _allowed(task: Task) -> bool:
    return (
        task.max_clusters is None
        or task.clusterings.sizes[task.medoid.position] <= task.max_clusters
    )


def _notes(task: Task, inside: NDArray[np.bool_]) -> list[str]:
    notes = []
    if (
        task.medoid.candidates < int(np.count_nonzero(task.draw_weights))
        and task.clusterings.complete
    ):
        tried, all_runs = task.medoid.candidates, len(task.clusterings)
        notes.append(f"The medoid is the best of {tried:,} of {all_runs:,} clusterings.")
    holes = sum(map(bool, task.clusterings.absent))
    if holes:
        notes.append(
            f"{holes} of {len(task.clusterings)} clusterings lack some elements; each is compared "
            "on the elements that it has."
        )
    lacking = task.clusterings.absent[task.medoid.position] - int(np.count_nonzero(~inside))
    if lacking > 0:
        elements = plural(lacking, "element")
        notes.append(f"The medoid lacks {elements}; its loss is that on the others.")
    if not inside.all():
        lost = int(np.count_nonzero(~inside))
        notes.append(f"{lost} of {len(inside)} elements are in no clustering and have no cluster.")
    return notes


def by_appearance(codes: Ints) -> tuple[Ints, int]:
    """Number the clusters by first appearance; -1 stays."""
    inside, out = codes >= 0, np.full(len(codes), -1)
    out[inside], old = lattice.by_appearance(codes[inside], int(codes.max()) + 1)
    return out, len(old)


def named(
    runs: Clusterings, codes: Ints, count: int, medoid: int
) -> tuple[NDArray[Any], list[Any]]:
    """Name the clusters after those of the medoid that they match; return labels and names."""
    names, theirs, inside = runs.labels_of(medoid), runs.codes[medoid], codes >= 0
    shared = inside & (theirs != len(names))
    present, first = np.unique(codes[shared], return_index=True)
    new: NDArray[Any] = np.arange(count)
    if len(present) == count and not any(
        name is None or name is MISSING for name in names.tolist()
    ):
        after = np.asarray(relabel(codes[shared], like=names[theirs[shared]]))[first]
        if len({type(name) for name in listed(after)}) == 1:  # not True, False and a new 2
            new = after
    if inside.all():
        return new[codes], listed(new)
    labels = np.full(len(codes), None, object)
    labels[inside] = object_array(listed(new))[codes[inside]]
    return labels, listed(new)


def as_partition(runs: Clusterings, labels: NDArray[Any], inside: NDArray[np.bool_]) -> Partition:
    """Return the labels as a partition of the elements that have one."""
    if runs.elements is None and inside.all():
        return Partition(labels)
    names = range(runs.n) if runs.elements is None else runs.elements
    pairs = zip(names, listed(labels), inside.tolist(), strict=True)
    return Partition({name: label for name, label, kept in pairs if kept})
