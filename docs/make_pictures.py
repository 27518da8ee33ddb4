"""Draw the pictures of the pages from the examples, and write them to docs/pictures."""

import csv
from argparse import ArgumentParser
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import AgglomerativeClustering

import clusterdiff as cd
from clusterdiff import plots

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


def digits():
    """Return the clusterings of the example, by name."""
    with (EXAMPLES / "digits.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0] if name != "id"}


def draws():
    """Return draws of a posterior with two modes, those of docs/posterior.md."""
    rng = np.random.default_rng(0)
    group = np.repeat([0, 1, 2], [8, 7, 5])
    unsure = np.where(np.arange(20) % 5 == 0, 0.5, 0.05)
    first = np.where(rng.random((500, 20)) < unsure, rng.integers(4, size=(500, 20)), group)
    other = np.where(
        rng.random((200, 20)) < 0.05, rng.integers(4, size=(200, 20)), np.arange(20) % 3
    )
    return np.vstack([first, other])


def main(folder=HERE / "pictures"):
    """Draw every picture."""
    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "clusterdiff"  # the same file for the same picture
    runs = digits()
    truth, kmeans = runs["truth"], runs["kmeans"]
    names = ["truth", "kmeans"]
    compared = cd.compare(truth, kmeans, measures=["ari", "vi", "nmi", "purity"], chance=True)
    many = cd.pairwise(
        cd.Clusterings.from_files(EXAMPLES / "digits-runs.csv"), measures=["ari", "vi"]
    )
    answer = cd.Clusterings.from_files(EXAMPLES / "blobs-runs.csv")
    points = np.loadtxt(EXAMPLES / "blobs-features.csv", delimiter=",", skiprows=1)
    every = cd.Clusterings.from_files(EXAMPLES / "digits-runs.csv")
    ward = AgglomerativeClustering()
    stable = cd.stability(ward, points, ks=range(2, 8), n_runs=10, rng=0)
    sequence = cd.timeline(answer.select(["k2_1", "k3_2", "k4_0", "k5_0", "k6_0"]))
    pictures = {
        "answer-matrix": cd.pairwise(answer).plot(),
        "answer-consensus": cd.consensus(answer, rng=0).plot(),
        "answer-stability": stable.plot(),
        "consensus": cd.consensus(every, rng=0).plot(max_elements=400),
        "modes": cd.many.modes(draws()).plot(),
        "timeline-flow": sequence.plot(),
        "flow": plots.plot_flow(truth, kmeans, names=names),
        "confusion": plots.plot_confusion(truth, kmeans, names=names),
        "chance": plots.plot_chance(compared),
        "ranking": plots.plot_ranking(cd.rank("truth", runs, measures="ari", interval=True)),
        "many-heatmap": many.plot(),
    }
    for name, ax in pictures.items():
        ax.figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        plt.close(ax.figure)


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    main()
