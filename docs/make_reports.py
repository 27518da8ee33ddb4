"""Write the live reports of the site: real pages of `report` on the digits and on three generated data sets."""

from argparse import ArgumentParser
from pathlib import Path

import numpy as np

import clusterdiff as cd


def digits():
    """Return the digits and the clusters of k-means."""
    labels = cd.datasets.digits()
    return {name: labels[name] for name in ("truth", "kmeans")}


def named(kind, labels):
    """Return labels by the names of their elements, such as cell7."""
    return {f"{kind}{i}": str(label) for i, label in enumerate(labels)}


def cells():
    """Return the cell types of 3,000 cells, and clusters that split the T cells and merge two rare types."""
    rng = np.random.default_rng(1)
    types = ["CD4 T", "CD8 T", "B", "NK", "monocyte", "dendritic", "platelet"]
    known = rng.choice(types, 3000, p=[0.34, 0.19, 0.15, 0.12, 0.13, 0.04, 0.03])
    home = {"CD8 T": "2", "B": "3", "NK": "4", "monocyte": "5", "dendritic": "6", "platelet": "6"}
    found = np.array([home.get(x, "0") for x in known])
    found[(known == "CD4 T") & (rng.random(3000) < 0.38)] = "1"
    found[(known == "NK") & (rng.random(3000) < 0.22)] = "2"
    wrong = rng.random(3000) < 0.03
    found[wrong] = rng.choice(list("0123456"), wrong.sum())
    return {"types": named("cell", known), "leiden": named("cell", found)}


def segmentation():
    """Return an image of twelve grains, and one in which borders moved and two pairs of grains are one."""
    rng = np.random.default_rng(2)
    rows, columns = np.mgrid[0:96, 0:96]
    centers = rng.random((12, 2)) * 96

    def nearest(points):
        squares = (rows[..., None] - points[:, 0]) ** 2 + (columns[..., None] - points[:, 1]) ** 2
        return squares.argmin(-1)

    truth = nearest(centers)
    found = nearest(centers + rng.normal(0, 1.2, centers.shape))
    found[found == 5], found[found == 9] = 2, 7
    return {"truth": truth + 1, "found": found + 1}


def communities():
    """Return eight groups of nodes, and communities in which one group is divided and three have joined."""
    rng = np.random.default_rng(3)
    planted = np.repeat(np.arange(8), [60, 55, 50, 45, 40, 30, 20, 20])
    found = np.array([0, 1, 2, 3, 4, 5, 5, 5])[planted]
    found[(planted == 0) & (rng.random(320) < 0.45)] = 6
    moved = rng.random(320) < 0.06
    found[moved] = rng.integers(0, 7, moved.sum())
    return {"planted": named("node", planted), "found": named("node", found)}


REPORTS = {
    "digits": (
        digits,
        "Handwritten digits",
        "1,797 images of ten digits, and the ten clusters of k-means.",
    ),
    "cells": (
        cells,
        "Single cells",
        "Types of 3,000 cells, and clusters that divide a type and join two rare ones.",
    ),
    "segmentation": (
        segmentation,
        "Image segmentation",
        "Twelve grains in an image of 96 × 96 pixels; two pairs of grains were found as one.",
    ),
    "communities": (
        communities,
        "Communities in a network",
        "320 nodes in eight groups; one group was divided, and three were joined.",
    ),
}


INTRODUCTION = (
    'Each of these pages is what `cd.report(a, b).write("report.html")` writes: one file that makes no requests to the network and can be '
    "sent to others. Point at a band, or choose a sentence, to see its elements. The digits are real data; the others are generated."
)


def write_page(folder):
    """Write the page that leads to the reports."""
    lines = [
        "# Live reports",
        "",
        INTRODUCTION,
        "",
        '<div class="cards">',
        *(
            f'<a class="card" href="{name}.html"><strong>{title}</strong><span>{text}</span></a>'
            for name, (_, title, text) in REPORTS.items()
        ),
        "</div>",
        "",
        "[Reports](../report.md) says what a report holds, and how to write one.",
        "",
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.md").write_text("\n".join(lines), encoding="utf-8")


def main(folder):
    """Write the reports."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (labels, title, _) in REPORTS.items():
        cd.report(labels(), title=title, rng=0).write(folder / f"{name}.html")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the reports are written")
    main(parser.parse_args().folder)
