"""The example of the manual: handwritten digits and five clusterings of them."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Any

from clusterdiff.io import read_labels

_NAMES = ("truth", "kmeans", "ward", "gmm", "spectral", "dbscan")


def digits() -> dict[str, Any]:
    """Return the digits of 1,797 images and five clusterings of the images.

    The images are the handwritten digits of scikit-learn. Each clustering is a dict image → label,
    with a name, as every function accepts it.

    Returns
    -------
    dict of str to dict
        The labels by name: ``truth`` (the digits, as words), ``kmeans``, ``ward``, ``gmm`` and
        ``spectral`` with 10 clusters each, and ``dbscan``, which labels noise with -1.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> digits = cd.datasets.digits()
    >>> list(digits)
    ['truth', 'kmeans', 'ward', 'gmm', 'spectral', 'dbscan']
    >>> cd.adjusted_rand(digits["truth"], digits["kmeans"])
    0.6657284343995036
    """
    with as_file(files("clusterdiff.datasets") / "digits.csv.gz") as path:
        return {name: read_labels(path, name) for name in _NAMES}
