"""stability: how many clusters, by resampling."""

import re
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

from clusterdiff.cli import session
from clusterdiff.cli.arguments import Argument, Option
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.options import Header, Plot, Seed, joined
from clusterdiff.cli.output import Answer
from clusterdiff.cli.side_files import PICTURES, check_suffix, write_picture
from clusterdiff.errors import MissingDependencyError, OptionError
from clusterdiff.io.matrix import read_matrix
from clusterdiff.many import stability
from clusterdiff.many._stability.schemes import Scheme

_RANGE = re.compile(r"(\d+)(?:(?:-|\.\.)(\d+))?")


class Method(StrEnum):
    """Clustering algorithms of scikit-learn."""

    kmeans = "kmeans"
    ward = "ward"
    average = "average"
    spectral = "spectral"
    mixture = "mixture"


@grouped
def command(
    data: Annotated[str, Argument(metavar="FILE", help="A file of features, one row per element.")],
    out: Out,
    columns: Annotated[
        list[str] | None,
        Option("--columns", "-c", metavar="NAMES", help="The columns of features."),
    ] = None,
    header: Header = None,
    ks: Annotated[
        str, Option("--ks", "-k", metavar="RANGE", help="Numbers of clusters, as 2-10 or 2,4,8.")
    ] = "2-10",
    method: Annotated[Method, Option("--method", help="The algorithm.")] = Method.kmeans,
    scheme: Annotated[Scheme, Option("--scheme", help="How replicates are made.")] = "subsample",
    measure: Annotated[
        str, Option("--measure", "-m", metavar="NAME", help="A similarity.")
    ] = "ari",
    replicates: Annotated[
        int, Option("--replicates", "-r", metavar="N", help="Replicates of each number.", min=2)
    ] = 30,
    every: Annotated[bool, Option("--all", help="List every replicate in CSV.")] = False,
    plot: Plot = None,
    seed: Seed = 0,
) -> None:
    """Find how many clusters are stable when the data are resampled.

    **Examples**

    clusterdiff stability features.csv --ks 2-8

    clusterdiff stability points.npy --method ward --scheme bootstrap --plot stability.svg
    """
    out.check()
    check_suffix("--plot", plot, PICTURES)
    numbers = _numbers(ks)
    points, said = _features(data, columns, header=header)
    result = stability(
        *(_estimator(method), points, numbers),
        scheme=scheme,
        measure=measure,
        replicates=replicates,
        rng=seed,
    )
    write_picture(plot, result.plot)
    answer = Answer.of(result, said)
    out.emit(replace(answer, records=result.replicates) if every else answer)


def _features(
    path: str, columns: list[str] | None, *, header: bool | None
) -> tuple[Any, list[str]]:
    """Return the features, and notes on what was used and dropped."""
    names = (joined("--columns", columns, example="x,y") or "").split(",")
    session.current().inputs.append(path)
    points, used, left = read_matrix(path, [name for name in names if name], header=header)
    notes = [f"features: {', '.join(used)}"] if used and not columns else []
    return points, [*notes, *([f"columns dropped: {', '.join(left)}"] if left else [])]


def _numbers(text: str) -> list[int]:
    """Return the numbers that a text such as 2-5,8 lists."""
    found: list[int] = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            raise OptionError(f"--ks must be numbers or ranges, such as 2-10: got {text!r}.")
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
