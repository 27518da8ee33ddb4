"""stability: how many clusters, by resampling."""

import re
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from clusterdiff.cli import session
from clusterdiff.cli.arguments import Argument, Option
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Header, Plot, Seed, joined
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.errors import InputError, MissingDependencyError, OptionError
from clusterdiff.io import read_matrix
from clusterdiff.many import Stability, StabilityOfK, stability
from clusterdiff.many._replicates import Scheme
from clusterdiff.many._stability import Rule

_RANGE = re.compile(r"(\d+)(?:(?:-|\.\.)(\d+))?")


class Method(StrEnum):
    """Clustering algorithms of scikit-learn."""

    kmeans = "kmeans"
    ward = "ward"
    average = "average"
    spectral = "spectral"
    mixture = "mixture"


Data = Annotated[str, Argument(metavar="FILE", help="A file of features, one row per element.")]
Columns = Annotated[
    list[str] | None,
    Option("--columns", "-c", metavar="NAMES", help="The columns of features."),
]
Numbers = Annotated[
    str, Option("--ks", "-k", metavar="RANGE", help="Numbers of clusters, as 2-10 or 2,4,8.")
]
How = Annotated[Method, Option("--method", help="The algorithm.")]
SchemeOf = Annotated[Scheme, Option("--scheme", help="How replicates are made.")]
MeasureOf = Annotated[str, Option("--measure", "-m", metavar="NAME", help="A similarity.")]
Runs = Annotated[int, Option("--runs", "-r", metavar="N", help="Replicates of each number.", min=2)]
Share = Annotated[
    float, Option("--share", metavar="SHARE", help="Share of the elements in a subsample.")
]
Jitter = Annotated[
    float,
    Option("--jitter", metavar="SHARE", help="Noise, as a share of the standard deviation."),
]
Choose = Annotated[
    Rule,
    Option("--choose", help="Choose by the gain over data without structure, or by the value."),
]
Every = Annotated[bool, Option("--all", help="List every replicate in CSV.")]
Listed = Annotated[
    Literal["clusters", "elements"] | None,
    Option("--list", help="List these in CSV, for the number of clusters that stands out."),
]
Drawing = Annotated[
    Literal["numbers", "clusters"], Option("--draw", help="What to draw with --plot.")
]


@grouped
def command(
    data: Data,
    out: Out,
    columns: Columns = None,
    header: Header = None,
    ks: Numbers = "2-10",
    method: How = Method.kmeans,
    scheme: SchemeOf = "subsample",
    measure: MeasureOf = "ari",
    runs: Runs = 30,
    share: Share = 0.8,
    jitter: Jitter = 0.1,
    choose: Choose = "gain",
    every: Every = False,
    of: Listed = None,
    plot: Plot = None,
    draw: Drawing = "numbers",
    seed: Seed = 0,
) -> None:
    """Find how many clusters are stable when the data are resampled.

    A second table lists the clusters for the recommended number of clusters, or for the only one.

    **Examples**

    clusterdiff stability features.csv --ks 2-8

    clusterdiff stability points.npy --method ward --scheme bootstrap --plot stability.svg

    clusterdiff stability features.csv --ks 3 --list elements -o elements.csv
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    numbers = _numbers(ks)
    points, said = _features(data, columns, header=header)
    result = stability(
        _estimator(method),
        points,
        ks=numbers,
        scheme=scheme,
        measure=measure,
        n_runs=runs,
        share=share,
        jitter=jitter,
        choose=choose,
        rng=seed,
    )
    chosen = _chosen(result, needed=of is not None or draw == "clusters")
    write_picture(plot, result.plot if chosen is None or draw == "numbers" else chosen.plot)
    out.emit(_answer(result, chosen, said, "replicates" if every else of))


def _chosen(result: Stability, *, needed: bool) -> StabilityOfK | None:
    """Return the number of clusters that stands out, or the only one, if clusters are followed."""
    best = result.best if len(result) > 1 else result.results[0].k
    if needed and best is None:
        raise InputError("There are no clusters to list: no number of clusters stands out.",
                         "pass one number with {ks}")  # fmt: skip
    chosen = None if best is None else result[best]
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
        answer = replace(answer, views=lambda: [result.view(), chosen.view()])
        if listed in {"clusters", "elements"}:
            return replace(answer, records=getattr(chosen, f"{listed[:-1]}_records"))
    return replace(answer, records=result.replicates) if listed == "replicates" else answer


def _features(
    path: str, columns: list[str] | None, *, header: bool | None
) -> tuple[Any, list[str]]:
    """Return the features, and notes on what was used and dropped."""
    names = (joined("--columns", columns, example="x,y") or "").split(",")
    session.current().inputs.append(path)
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


def _estimator(method: Method) -> Any:
    """Return the algorithm of scikit-learn."""
    try:
        from sklearn import cluster, mixture
    except ImportError:
        raise MissingDependencyError.of("scikit-learn", "papers") from None
    made: dict[Method, Any] = {
        Method.kmeans: lambda: cluster.KMeans(n_init=5),
        Method.ward: cluster.AgglomerativeClustering,
        Method.average: lambda: cluster.AgglomerativeClustering(linkage="average"),
        Method.spectral: cluster.SpectralClustering,
        Method.mixture: lambda: mixture.GaussianMixture(n_init=3),
    }
    return made[method]()
