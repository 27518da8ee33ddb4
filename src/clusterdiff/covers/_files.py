"""Covers, soft clusterings and trees of files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.covers._cover import Cover, of_pairs
from clusterdiff.covers._soft import Soft
from clusterdiff.covers._tree import Tree
from clusterdiff.errors import InputError
from clusterdiff.io import open_source, read_matrix
from clusterdiff.io._columns import like_a_key, place
from clusterdiff.io.engines import engine_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io import Layout, Source


NEWICK = (".nwk", ".newick", ".tree", ".tre")  # endings of files in the Newick format


def read_cover(
    path: Any,
    *,
    columns: str | Sequence[str] | None = None,
    layout: Layout = "auto",
    header: bool | None = None,
    elements: Any = None,
) -> Cover:
    r"""Read a cover from a file: one cluster per line, or one membership per row.

    Parameters
    ----------
    path : path-like
        A list of clusters, whose lines hold the elements of one cluster each, or a file of any
        format with a column of elements and a column of labels, in which an element has as many
        rows as clusters.
    columns : str or list of str, optional
        The columns of the elements and of the labels, as "id,label"; by default the only two.
    layout : {"auto", "columns", "clusters"}, default="auto"
        Whether a line of text is a membership in columns or a cluster of elements.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.
    elements : iterable, optional
        All elements, as in `Cover`.

    Returns
    -------
    Cover
        Elements and labels are text, or integers if all of them are.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "teams.txt"
    >>> _ = file.write_text("Ada Ben Cleo\nCleo Dan\n")
    >>> read_cover(file, layout="clusters")
    Cover(n=4, k=2: {Ada, Ben, Cleo} {Cleo, Dan})
    """
    names = columns.split(",") if isinstance(columns, str) else list(columns or ())
    source = open_source(path, layout=layout, header=header, names=names)
    return _cover_of(source, names, elements)


def _cover_of(source: Source, names: Sequence[str], elements: Any = None) -> Cover:
    names = list(names) or list(source.columns)
    if len(names) != 2:
        raise InputError(
            f"{source.name} must have a column of elements and a column of labels: it has "
            f"{len(source.columns)} columns.",
            "name them, as {columns=id,label}",
        )
    keys, labels = (
        _listed(column)
        for column in engine_for(source).columns(source, [place(source, name) for name in names])
    )
    return of_pairs(keys, labels, elements, source.name)


def _listed(column: Any) -> list[Any]:
    """Return a column as Python objects; texts that are all integers become integers."""
    values = column.to_pylist() if hasattr(column, "to_pylist") else list(column)
    values = [x.item() if isinstance(x, np.generic) else x for x in values]
    try:
        whole = all(x is None or (isinstance(x, str) and str(int(x)) == x) for x in values)
    except ValueError:
        return values
    return [None if x is None else int(x) for x in values] if whole else values


def read_soft(
    path: Any, *, columns: str | Sequence[str] | None = None, header: bool | None = None
) -> Soft:
    r"""Read degrees of membership from a file with one row per element.

    Parameters
    ----------
    path : path-like
        A matrix (``.npy``), or a file of any format with one column of numbers per cluster. A
        column of keys, such as "id", names the elements.
    columns : str or list of str, optional
        The columns of the clusters; by default all that hold numbers only and do not hold ids.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.

    Returns
    -------
    Soft
        With the keys as its elements, if there are some.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "mixture.csv"
    >>> _ = file.write_text("id,x,y\nAda,0.9,0.1\nBen,0.25,0.75\n")
    >>> read_soft(file).elements
    ['Ada', 'Ben']
    """
    names = columns.split(",") if isinstance(columns, str) else list(columns or ())
    matrix, _, _ = read_matrix(str(path), names, header=header)
    return Soft(matrix, elements=_keys_of(path, header=header))


def _keys_of(path: Any, *, header: bool | None) -> list[Any] | None:
    """Return the column of keys of a file, if it has one."""
    if Path(path).suffix == ".npy":
        return None
    source = open_source(path, header=header)
    keys = [i for i, name in enumerate(source.columns) if like_a_key(name)]
    return _listed(engine_for(source).columns(source, keys[:1])[0]) if keys else None


def read_tree(path: Any, *, header: bool | None = None) -> Tree:
    r"""Read a tree from a file in the Newick format, or with a linkage matrix.

    Parameters
    ----------
    path : path-like
        A file that ends with ``.nwk``, ``.newick``, ``.tree`` or ``.tre`` is in the Newick format;
        ``.npy`` or a file of any other format has a linkage matrix of three or four columns.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.

    Returns
    -------
    Tree
        The elements are the names of the leaves, or the positions of the linkage matrix.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "species.nwk"
    >>> _ = file.write_text("((human,chimp),gorilla);\n")
    >>> read_tree(file)
    Tree(n=3, k=2: ((human,chimp),gorilla))
    """
    if Path(path).suffix.lower() in NEWICK:
        return Tree.from_newick(Path(path))
    return Tree.from_linkage(read_matrix(str(path), [], header=header)[0])


def read_kind(
    path: Any, *, layout: Layout = "auto", header: bool | None = None
) -> Cover | Soft | Tree | None:
    r"""Return the cover, soft clustering or tree of a file that is clearly one, else None.

    Parameters
    ----------
    path : path-like
        A list of clusters, of which some overlap, a matrix whose rows add up to 1, a linkage matrix
        in an NPY file, or a tree in the Newick format.
    layout : {"auto", "columns", "clusters"}, default="auto"
        Whether a line of text is an element in columns or a cluster of elements.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.

    Returns
    -------
    Cover, Soft, Tree or None
        None for all other files, which are read as partitions.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "teams.clusters"
    >>> _ = file.write_text("Ada Ben Cleo\nCleo Dan\n")
    >>> read_kind(file)
    Cover(n=4, k=2: {Ada, Ben, Cleo} {Cleo, Dan})
    """
    if str(path) == "-":
        return None
    if Path(path).suffix.lower() in NEWICK:
        return read_tree(path)
    if Path(path).suffix == ".npy":
        return _of_array(path)
    source = open_source(path, layout=layout, header=header)
    if source.format.kind != "clusters":
        return None
    cover = _cover_of(source, ())
    return cover if (cover.counts > 1).any() else None


def _of_array(path: Any) -> Soft | Tree | None:
    """Return the soft clustering or tree of an NPY file; what cannot be read is none."""
    try:
        header = np.load(path, mmap_mode="r", allow_pickle=False)
        if header.ndim != 2 or header.dtype.kind != "f":
            return None
        found = np.load(path, allow_pickle=False)
    except Exception:  # noqa: BLE001  (a damaged file makes NumPy raise anything; it is read again)
        return None
    if Tree.recognizes(found):
        return Tree(found)
    return Soft(found) if Soft.recognizes(found) else None
