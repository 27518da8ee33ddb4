"""Draw the pictures of the pages from the examples.

``python docs/make_pictures.py`` writes them to docs/pictures.
"""

import csv
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

import clusterdiff as cd
from clusterdiff import plots

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


def digits():
    """Return the clusterings of the example, by name."""
    with (EXAMPLES / "digits.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0] if name != "id"}


def main(folder=HERE / "pictures"):
    """Draw every picture."""
    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "clusterdiff"  # the same file for the same picture
    runs = digits()
    truth, kmeans = runs["truth"], runs["kmeans"]
    names = ["truth", "kmeans"]
    compared = cd.compare(truth, kmeans, ["ari", "vi", "nmi", "purity"], chance=True)
    many = cd.pairwise(cd.Clusterings.from_files(EXAMPLES / "digits-runs.csv"), ["ari", "vi"])
    pictures = {
        "flow": plots.plot_flow(truth, kmeans, names=names),
        "flow-several": plots.plot_flow({x: runs[x] for x in ("truth", "kmeans", "ward")}),
        "confusion": plots.plot_confusion(truth, kmeans, names=names),
        "bipartite": plots.plot_bipartite(truth, kmeans),
        "contributions": plots.plot_contributions(cd.diff(truth, runs["dbscan"])),
        "chance": plots.plot_chance(compared),
        "ranking": plots.plot_ranking(cd.rank("truth", runs, "ari", interval=True)),
        "many-heatmap": many.heatmap(),
    }
    for name, ax in pictures.items():
        ax.figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        plt.close(ax.figure)


if __name__ == "__main__":
    main()
