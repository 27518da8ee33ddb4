"""Write the label files of this folder: clusterings of three data sets of scikit-learn.

The output is identical for the same version of scikit-learn.
"""

from __future__ import annotations

import gzip
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans, SpectralClustering
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.mixture import GaussianMixture
from sklearn.preprocessing import StandardScaler

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

HERE = Path(__file__).resolve().parent
SEED = 0


class DataSet(NamedTuple):
    """Scaled features, the name of each element, and the name of its class."""

    name: str
    features: NDArray[Any]
    ids: list[str]
    truth: list[str]
    components: int  # principal components for the algorithms that need few dimensions
    eps: float  # radius of DBSCAN


def data_set(
    name: str, bunch: Any, prefix: str, classes: Iterable[str], components: int, eps: float
) -> DataSet:
    """Return a data set of scikit-learn with readable names."""
    names, width = list(classes), len(str(len(bunch.target)))
    # All pixels have the same unit; the features of the other data sets do not.
    if name == "digits":
        features = bunch.data / bunch.data.max()
    else:
        features = StandardScaler().fit_transform(bunch.data)
    ids = [f"{prefix}{i:0{width}}" for i in range(1, len(bunch.target) + 1)]
    return DataSet(name, features, ids, [names[target] for target in bunch.target], components, eps)


def clusterings(data: DataSet) -> dict[str, list[Any]]:
    """Return the classes and the clusters of each algorithm; DBSCAN labels noise with -1."""
    x, k = data.features, len(set(data.truth))
    z = PCA(data.components, random_state=SEED).fit_transform(x)
    found = {
        "kmeans": KMeans(k, n_init=10, random_state=SEED).fit_predict(x),
        "ward": AgglomerativeClustering(k, linkage="ward").fit_predict(x),
        "gmm": GaussianMixture(k, n_init=3, random_state=SEED).fit_predict(z),
        # Distances between integer pixels tie, and ties depend on the number of threads.
        "spectral": SpectralClustering(
            k, affinity="nearest_neighbors", random_state=SEED
        ).fit_predict(z),
        "dbscan": DBSCAN(eps=data.eps, min_samples=5).fit_predict(z),
    }
    return {"truth": data.truth, **{name: labels.tolist() for name, labels in found.items()}}


def runs(data: DataSet) -> dict[str, list[Any]]:
    """Return 30 clusterings: algorithms under several seeds or numbers of clusters, and others."""
    x = data.features
    z = PCA(data.components, random_state=SEED).fit_transform(x)
    models: dict[str, Any] = {}
    for seed in range(10):
        models[f"kmeans_{seed}"] = KMeans(10, n_init=1, random_state=seed), x
    for seed in range(6):
        models[f"gmm_{seed}"] = GaussianMixture(10, random_state=seed), z
    for seed in range(5):
        spectral = SpectralClustering(10, affinity="nearest_neighbors", random_state=seed)
        models[f"spectral_{seed}"] = spectral, z
    for k in range(8, 13):
        models[f"ward_{k}"] = AgglomerativeClustering(k, linkage="ward"), x
    for linkage in ("average", "complete", "single"):
        models[linkage] = AgglomerativeClustering(10, linkage=linkage), x
    models["dbscan"] = DBSCAN(eps=data.eps, min_samples=5), z
    return {name: model.fit_predict(points).tolist() for name, (model, points) in models.items()}


def blobs() -> tuple[dict[str, list[str]], dict[str, list[Any]]]:
    """Return four groups of points, and 30 clusterings: 2 to 7 clusters under five seeds."""
    centers = np.repeat([[0, 0], [10, 0], [0, 10], [10, 10]], 50, axis=0)
    points = (centers + 1.3 * np.random.default_rng(SEED).standard_normal((200, 2))).round(2)
    features = {name: [f"{x:g}" for x in points[:, i].tolist()] for i, name in enumerate("xy")}
    found = {
        f"k{k}_{seed}": KMeans(k, n_init=1, random_state=seed).fit_predict(points).tolist()
        for k in range(2, 8)
        for seed in range(5)
    }
    return features, found


def records() -> dict[str, list[Any]]:
    """Return records with the entity of those that were labeled, and a predicted entity."""
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(400), rng.choice(3, 400, p=[0.6, 0.3, 0.1]) + 1)
    merged = np.where(truth % 12 == 1, truth - 1, truth)
    found = np.where(rng.random(len(truth)) < 0.05, 1000 + np.arange(len(truth)), merged)
    labeled = rng.random(400) < 0.3
    return {
        "id": [f"r{i:03}" for i in range(len(truth))],
        "entity": [f"e{k}" if labeled[k] else "" for k in truth],
        "predicted": [f"p{k}" for k in found],
    }


def write(path: Path, columns: Mapping[str, list[Any]], order: Iterable[int]) -> None:
    """Write one line per element, in the given order."""
    lines = [
        ",".join(columns),
        *(",".join(str(column[i]) for column in columns.values()) for i in order),
    ]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes("\n".join([*lines, ""]).encode())
    print(f"{path.relative_to(HERE)}: {len(lines) - 1} elements, {', '.join(list(columns)[1:])}")


def main() -> None:
    """Write one file per data set, and for the digits also one shuffled file per clustering."""
    features, found = blobs()
    write(HERE / "blobs-features.csv", features, range(200))
    linked = records()
    write(HERE / "records.csv", linked, range(len(linked["id"])))
    names = [f"point{i:03}" for i in range(1, 201)]
    write(HERE / "blobs-runs.csv", {"id": names, **found}, range(200))
    numerals = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    iris, wine = load_iris(), load_wine()
    for data in (
        data_set("digits", load_digits(), "img", numerals, 15, 0.95),
        data_set("iris", iris, "flower", iris.target_names, 4, 0.6),
        data_set("wine", wine, "wine", wine.target_names, 5, 1.4),
    ):
        columns = clusterings(data)
        write(HERE / f"{data.name}.csv", {"id": data.ids, **columns}, range(len(data.ids)))
        if data.name == "iris":
            names = ("sepal_length", "sepal_width", "petal_length", "petal_width")
            columns_of = [[f"{x:g}" for x in column] for column in load_iris().data.T.tolist()]
            features = dict(zip(names, columns_of, strict=True))
            write(HERE / "iris-features.csv", features, range(len(data.ids)))
        if data.name == "digits":
            packed = gzip.compress((HERE / "digits.csv").read_bytes(), 9, mtime=0)
            (HERE.parent / "src/clusterdiff/datasets/digits.csv.gz").write_bytes(packed)
            many = {"id": data.ids, **runs(data)}
            write(HERE / "digits-runs.csv", many, range(len(data.ids)))
            for seed, (name, labels) in enumerate(columns.items()):
                order = np.random.default_rng(seed).permutation(len(labels)).tolist()
                write(HERE / "digits" / f"{name}.csv", {"id": data.ids, name: labels}, order)


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    main()
