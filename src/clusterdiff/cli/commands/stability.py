"""stability: how many clusters, by resampling."""

import re
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Literal, get_args

import click

from clusterdiff.calibration import NULL_DATA_SETS
from clusterdiff.cli import _options, _output
from clusterdiff.cli._files import PICTURES, check_suffix, files_read, write_picture
from clusterdiff.cli._output import Answer, Out
from clusterdiff.errors import InputError, MissingDependencyError, OptionError
from clusterdiff.io import read_matrix
from clusterdiff.many import Stability, StabilityOfK, stability
from clusterdiff.many._replicates import Null, Scheme
from clusterdiff.many._stability import Rule
from clusterdiff.views import plural, shown_views

_RANGE = re.compile(r"(\d+)(?:(?:-|\.\.)(\d+))?")
Method = Literal[  # of scikit-learn
    "kmeans", "ward", "average", "single", "spectral", "mixture", "dbscan", "hdbscan"
]
_PARAMETERS: dict[str, str] = {"dbscan": "eps", "hdbscan": "min_cluster_size"}


@_options.command
@_options.argument(
    "data", metavar="FILE", type=_options.FILE, help="A file of features, one row per element."
)
@_options.option("--columns", "-c", multiple=True, metavar="NAMES", help="The columns of features.")
@_options.option(
    "--ks",
    "-k",
    default="2-10",
    metavar="RANGE",
    help="Numbers of clusters, as 2-10 or 2,4,8; or values of --parameter, as 0.1,0.2,0.5.",
)
@_options.option(
    "--method", type=click.Choice(get_args(Method)), default="kmeans", help="The algorithm."
)
@_options.option(
    "--parameter",
    metavar="NAME",
    help="The parameter of the algorithm that --ks has values of.  [default: the number of "
    "clusters; eps of dbscan, min_cluster_size of hdbscan]",
)
@_options.option(
    "--scheme",
    type=click.Choice(get_args(Scheme)),
    default="subsample",
    help="How replicates are made.",
)
@_options.option("--measure", "-m", default="ari", metavar="NAME", help="A similarity.")
@_options.option(
    "--runs",
    "-r",
    type=click.IntRange(min=2),
    default=30,
    metavar="N",
    help="Replicates of each number.",
)
@_options.option(
    "--share",
    type=float,
    default=0.8,
    metavar="SHARE",
    help="Share of the elements in a subsample.",
)
@_options.option(
    "--jitter",
    type=float,
    default=0.1,
    metavar="SHARE",
    help="Noise, as a share of the standard deviation.",
)
@_options.option(
    "--null",
    type=click.Choice(["auto", *get_args(Null), "none"]),
    default="auto",
    help="Data without clusters to compare with: uniform in the box of the data, its columns "
    "permuted, or one Gaussian; auto is uniform if there are several numbers.",
)
@_options.option(
    "--samples",
    type=click.IntRange(min=19),
    default=NULL_DATA_SETS,
    metavar="N",
    help="Data sets without clusters.",
)
@_options.option(
    "--choose",
    type=click.Choice(get_args(Rule)),
    default="gain",
    help="Choose by the gain over data without clusters, or by the value.",
)
@_options.option("every", "--all", is_flag=True, help="List every replicate in CSV.")
@_options.option(
    "listed",
    "--list",
    type=click.Choice(["clusters", "elements"]),
    help="List these in CSV, for the number of clusters that stands out.",
)
@_options.seed
@_options.option(
    "--jobs", "-j", type=int, default=1, metavar="N", help="Processes; -1 for all processors."
)
@_options.header
@_options.option(
    "--ignore",
    multiple=True,
    metavar="LABEL",
    help="Drop elements with this label.",
    group=_options.SELECTION,
)
@_options.option(
    "--noise",
    multiple=True,
    metavar="LABEL",
    group=_options.SELECTION,
    help="Make each element with this label a singleton.  [default: -1]",
)
@_output.options
@_options.plot
@_options.draw("numbers", "clusters")
def command(
    data: str,
    columns: tuple[str, ...],
    ks: str,
    method: Method,
    parameter: str | None,
    scheme: Scheme,
    measure: str,
    runs: int,
    share: float,
    jitter: float,
    null: Any,
    samples: int,
    choose: Rule,
    every: bool,
    listed: str | None,
    seed: int,
    jobs: int,
    header: bool | None,
    ignore: tuple[str, ...],
    noise: tuple[str, ...],
    out: Out,
    plot: str | None,
    draw: str,
) -> None:
    """Find how many clusters are stable when the data are resampled.

    A second table lists the clusters for the recommended number of clusters, or for the only one.

    \b
    Examples:
      clusterdiff stability features.csv --ks 2-8
      clusterdiff stability points.npy --method ward --scheme bootstrap --plot stability.svg
      clusterdiff stability features.csv --ks 3 --list elements -o elements.csv
      clusterdiff stability features.csv --method dbscan --ks 0.2,0.4,0.8 --ignore -1
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    parameter = parameter or _PARAMETERS.get(method)
    values = _values(ks) if parameter else _numbers(ks)
    if parameter and not _options.given("ks"):
        raise OptionError(f"--ks must have the values of {parameter}.", "--ks 0.1,0.2,0.5")
    points, said = _features(data, columns, header=header)
    marked: dict[str, Any] = {
        name: _labels(given) for name, given in (("ignore", ignore), ("noise", noise)) if given
    }
    with _counted_warnings() as warned:
        result = stability(
            _estimator(method),
            points,
            ks=values,
            parameter=parameter,
            scheme=scheme,
            measure=measure,
            n_runs=runs,
            share=share,
            jitter=jitter,
            null=None if null == "none" else null,
            n_samples=samples,
            choose=choose,
            rng=seed,
            n_jobs=jobs,
            **marked,
        )
    said += [f"{plural(number, 'warning')}: {text}" for text, number in warned.items()]
    chosen = _chosen(result, needed=listed is not None or draw == "clusters")
    write_picture(plot, result.plot if chosen is None or draw == "numbers" else chosen.plot)
    out.emit(_answer(result, chosen, said, "replicates" if every else listed))


@contextmanager
def _counted_warnings() -> Iterator[Counter[str]]:
    """Yield how often each warning was given, instead of printing hundreds of them."""
    found: Counter[str] = Counter()

    def count(message: Any, category: type[Warning], *_: Any, **__: Any) -> None:
        first = next(iter(str(message).splitlines()), "").strip()
        found[f"{category.__name__}: {first}"] += 1

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = count
        yield found


def _chosen(result: Stability, *, needed: bool) -> StabilityOfK | None:
    """Return the number of clusters that stands out, or the only one, if clusters are followed."""
    best = result.best if len(result) > 1 else result.results[0].k
    if needed and best is None:
        what = result.parameter or "number of clusters"
        raise InputError(f"There are no clusters to list: no {what} stands out.",
                         "pass one number with {ks}")  # fmt: skip
    chosen = None if best is None else result[best]
    if needed and chosen is not None and chosen.reason:
        raise InputError(f"There are no clusters to list: {chosen.reason}.")
    if needed and chosen is not None and not chosen.clusters:
        raise InputError(
            f"The scheme {result.scheme} does not measure the stability of single clusters."
        )
    return chosen if chosen is not None and chosen.clusters else None


def _answer(
    result: Stability, chosen: StabilityOfK | None, said: list[str], listed: str | None
) -> Answer:
    """Return all tables, and the rows of CSV that were asked for."""
    answer = Answer.of(result, said)
    if chosen is not None:
        answer = replace(answer, views=lambda: [*shown_views(result), chosen.view()])
        if listed in {"clusters", "elements"}:
            return replace(answer, records=getattr(chosen, f"{listed[:-1]}_records"))
    return replace(answer, records=result.replicates) if listed == "replicates" else answer


def _features(path: str, columns: tuple[str, ...], *, header: bool | None) -> tuple[Any, list[str]]:
    """Return the features, and notes on what was used and dropped."""
    names = (_options.joined("--columns", columns, example="x,y") or "").split(",")
    files_read().append(path)
    wanted = [name for name in names if name]
    points, used, left = read_matrix(path, wanted, header=header)
    notes = [f"features: {', '.join(used)}"] if used and not columns else []
    return points, [*notes, *([f"columns dropped: {', '.join(left)}"] if left else [])]


def _numbers(text: str) -> list[int]:
    """Return the numbers that a text such as 2-5,8 lists."""
    found: list[int] = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            raise OptionError(f"--ks must be numbers or ranges, such as 2-10, got {text!r}.")
        first, last = int(match[1]), int(match[2] or match[1])
        found += range(first, last + 1)
    return sorted(set(found))


def _values(text: str) -> list[Any]:
    """Return the values of a parameter: numbers, or else text.

    Examples
    --------
    >>> _values("0.1, 2,cosine")
    [0.1, 2, 'cosine']
    """
    return [_value(part.strip()) for part in text.split(",")]


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _labels(given: tuple[str, ...]) -> list[Any]:
    """Return labels of an algorithm of scikit-learn, which are integers."""
    return [_value(label) for label in given]


def _estimator(method: Method) -> Any:
    """Return the algorithm of scikit-learn."""
    try:
        from sklearn import cluster, mixture
    except ImportError:
        raise MissingDependencyError.of("scikit-learn", "papers") from None
    made: dict[Method, Any] = {
        "kmeans": lambda: cluster.KMeans(n_init=5),
        "ward": cluster.AgglomerativeClustering,
        "average": lambda: cluster.AgglomerativeClustering(linkage="average"),
        "single": lambda: cluster.AgglomerativeClustering(linkage="single"),
        "spectral": cluster.SpectralClustering,
        "mixture": lambda: mixture.GaussianMixture(n_init=3),
        "dbscan": cluster.DBSCAN,
        "hdbscan": cluster.HDBSCAN,
    }
    return made[method]()
