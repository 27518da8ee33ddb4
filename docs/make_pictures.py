"""Draw the pictures of docs/plots.md and docs/diff.md from the examples.

``python docs/make_pictures.py`` writes them to docs/pictures.
"""

import csv
from pathlib import Path

import matplotlib as mpl

import clusterdiff as cd
from clusterdiff import plots

HERE = Path(__file__).parent


def digits():
    """Return the clusterings of the example, by name."""
    with (HERE.parent / "examples" / "digits.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0] if name != "id"}


def main():
    """Draw every picture."""
    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "clusterdiff"  # the same file for the same picture
    runs = digits()
    truth, kmeans = runs["truth"], runs["kmeans"]
    names = ["truth", "kmeans"]
    compared = cd.compare(truth, kmeans, ["ari", "vi", "nmi", "purity"], chance=True)
    pictures = {
        "flow": plots.plot_flow(truth, kmeans, names=names),
        "flow-several": plots.plot_flow({x: runs[x] for x in ("truth", "kmeans", "ward")}),
        "confusion": plots.plot_confusion(truth, kmeans, names=names),
        "bipartite": plots.plot_bipartite(truth, kmeans),
        "contributions": plots.plot_contributions(cd.diff(truth, runs["dbscan"])),
        "chance": plots.plot_chance(compared),
    }
    for name, ax in pictures.items():
        path = HERE / "pictures" / f"{name}.svg"
        ax.figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main()
