"""Wu, Xiong & Chen 2009, sections 4.2 to 5.2: K-means on the document collections of Table 8.

The collections are read from a folder that the user gives, and are no part of the project. What the
runs found, contingency tables of classes and clusters, is recorded in `documents.json`; the sections
compute the measures from this record, so that they need no data.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import scipy
from scipy import sparse
from threadpoolctl import threadpool_limits

import clusterdiff as cd
from reproductions.wu_2009.data_sets import CLASS_SIZES, RECORD, TABLE_6

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.random import Generator
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

# The collections of Table 8 that the folder must have, one file <name>.npz each: arrays `indptr`, `indices`, `data`
# and `shape` of the document-term matrix, and `labels`. la12 is la1 and la2 together.
SETS = (
    "cacmcisi", "classic", "cranmed", "fbis", "hitech", "k1a", "k1b", "la1", "la2", "la12", "mm",
    "re0", "re1", "tr11", "tr12", "tr23", "tr31", "tr41", "tr45", "wap",
)  # fmt: skip
SEEDS = range(5)
STARTS = 10  # random starts of K-means, of which the best is taken
ROUNDS = 30  # rounds of a start at most
SAMPLES = 10  # per row of Table 6
KS = range(2, 16)  # figure 6


def load(folder: Path, name: str) -> tuple[sparse.csr_matrix, Ints]:
    """Return the term counts of a collection and its classes."""
    if name == "la12":
        parts = [load(folder, part) for part in ("la1", "la2")]
        counts = sparse.vstack([x for x, _ in parts], format="csr")
        return counts, np.concatenate([classes for _, classes in parts])
    with np.load(folder / f"{name}.npz", allow_pickle=False) as file:
        arrays = (file["data"].astype(float), file["indices"], file["indptr"])
        counts = sparse.csr_matrix(arrays, shape=tuple(file["shape"]))
        return counts, file["labels"].astype(np.int64)


def weighted(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Return unit rows of counts times log(documents/documents with the term)."""
    used = np.bincount(counts.indices, minlength=counts.shape[1])
    kept = np.flatnonzero((used > 0) & (used < counts.shape[0]))
    scaled = counts[:, kept] @ sparse.diags(np.log(counts.shape[0] / used[kept]))
    length = np.sqrt(np.asarray(scaled.multiply(scaled).sum(axis=1)).ravel())
    return cast(
        "sparse.csr_matrix", sparse.diags(1 / np.where(length > 0, length, 1)) @ scaled
    ).tocsr()


def _directions(rows: sparse.csr_matrix, labels: Ints, old: Floats) -> Floats:
    """Return the sums of the rows of each cluster as unit vectors; an empty cluster keeps its own."""
    n, k = rows.shape[0], len(old)
    member = sparse.csr_matrix((np.ones(n), (labels, np.arange(n))), shape=(k, n))
    sums: Floats = (member @ rows).toarray()
    length = np.sqrt((sums**2).sum(axis=1, keepdims=True))
    return np.where(length > 0, sums / np.where(length > 0, length, 1), old)


def spherical_kmeans(rows: sparse.csr_matrix, k: int, rng: Generator) -> Ints:
    """Return the labels with the largest sum of cosines to the centroids, of ten random starts.

    Each start takes k documents as centroids and runs until no label changes, 30 rounds at most.
    """
    best, found = -np.inf, np.zeros(rows.shape[0], np.int64)
    for _ in range(STARTS):
        centers = rows[np.sort(rng.choice(rows.shape[0], k, replace=False))].toarray()
        labels = np.full(rows.shape[0], -1)
        for _ in range(ROUNDS):
            cosines = np.asarray(rows @ centers.T)
            now = cosines.argmax(axis=1)
            if (now == labels).all():
                break
            labels = now
            centers = _directions(rows, labels, centers)
        total = float(np.take_along_axis(cosines, now[:, None], axis=1).sum())
        if total > best:
            best, found = total, now
    return found


def _counted(classes: Ints, clusters: Ints) -> list[list[int]]:
    """Return the table of classes and clusters."""
    table = cd.Table.from_labels(classes, clusters)
    return cast("list[list[int]]", table.to_scipy().toarray().astype(int).tolist())


def sample(classes: Ints, small: int, large: int, rng: Generator) -> Ints:
    """Return documents of hitech: `large` ones of class 4 and `small` ones of each other class."""
    sizes = [small, small, small, large, small, small]
    drawn = [
        rng.choice(np.flatnonzero(classes == k), size, replace=False)
        for k, size in enumerate(sizes)
    ]
    return np.sort(np.concatenate(drawn))


def _sampled(folder: Path, seed: int) -> list[list[list[list[int]]]]:
    """Return the tables of ten samples for each row of Table 6."""
    counts, classes = load(folder, "hitech")
    out = []
    for row, (small, large, *_) in enumerate(TABLE_6):
        rng = np.random.default_rng([seed, row])
        chosen = [sample(classes, small, large, rng) for _ in range(SAMPLES)]
        out.append(
            [_counted(classes[s], spherical_kmeans(weighted(counts[s]), 6, rng)) for s in chosen]
        )
    return out


@threadpool_limits.wrap(limits=1)
def run(folder: Path, progress: Callable[[str], None]) -> dict[str, Any]:
    """Cluster the collections, and return the record."""
    missing = [name for name in SETS if name != "la12" and not (folder / f"{name}.npz").exists()]
    if missing:
        raise FileNotFoundError(f"{folder} does not have {', '.join(f'{x}.npz' for x in missing)}")
    found: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "command": "python -m reproductions wu --cluto DIR",
        "versions": {"numpy": np.__version__, "scipy": scipy.__version__},
        "shapes": {},
        "class_sizes": {},
        "benchmark": {},
        "other_classes": {},  # collections whose classes in the file are not those of the paper
    }
    for name in SETS:
        counts, classes = load(folder, name)
        found["shapes"][name] = list(counts.shape)
        found["class_sizes"][name] = sorted(np.unique(classes, return_counts=True)[1].tolist())
        rows, k = weighted(counts), len(found["class_sizes"][name])
        same = found["class_sizes"][name] == sorted(CLASS_SIZES[name])
        found["benchmark" if same else "other_classes"][name] = [
            _counted(classes, spherical_kmeans(rows, k, np.random.default_rng([seed, k])))
            for seed in SEEDS
        ]
        progress(f"K-means of {name}, {k} clusters")
    counts, classes = load(folder, "la2")
    rows = weighted(counts)
    found["la2"] = {}
    for k in KS:
        found["la2"][str(k)] = [
            _counted(classes, spherical_kmeans(rows, k, np.random.default_rng([seed, k])))
            for seed in SEEDS
        ]
        progress(f"K-means of la2, {k} clusters")
    found["hitech"] = []
    for seed in SEEDS:
        found["hitech"].append(_sampled(folder, seed))
        progress(f"K-means of the samples of hitech, seed {seed}")
    return found


def write(found: dict[str, Any], path: Path = RECORD) -> None:
    """Write the record, one list of tables per line."""
    lines = []
    for key, value in found.items():
        nested = isinstance(value, (dict, list)) and key != "versions"
        if nested and isinstance(value, dict):
            inner = ",\n".join(f"  {json.dumps(k)}: {_compact(v)}" for k, v in value.items())
            lines.append(f"{json.dumps(key)}: {{\n{inner}\n}}")
        elif nested:
            inner = ",\n".join(f"  {_compact(v)}" for v in value)
            lines.append(f"{json.dumps(key)}: [\n{inner}\n]")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
