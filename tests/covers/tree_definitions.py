"""The measures of trees by their definitions, over all pairs, clusters and nodes; and all small trees."""

from itertools import combinations

import numpy as np


def clusters(tree):
    """Return the elements of each node of a tree, from its arrays alone."""
    parents = tree.shape.parents.tolist()
    out = [set() for _ in parents]
    for element, terminal in enumerate(tree.terminals.tolist()):
        node = terminal
        while node >= 0:
            out[node].add(element)
            node = parents[node]
    return out


def heights(tree):
    """Return the height of each pair of elements."""
    found = {}
    by_size = sorted(enumerate(clusters(tree)), key=lambda each: (len(each[1]), each[0]))
    for pair in combinations(range(tree.n), 2):
        node = next(i for i, block in by_size if set(pair) <= block)
        found[pair] = tree.heights[node]
    return found


def correlation(x, y):
    x, y = np.asarray(x, float), np.asarray(y, float)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return 0.0
    return float(np.corrcoef(x, y)[0, 1])


def cophenetic_correlation(a, b):
    x, y = heights(a), heights(b)
    return correlation([x[pair] for pair in x], [y[pair] for pair in x])


def inner(tree):
    return {frozenset(block) for block in clusters(tree) if 1 < len(block) < tree.n}


def robinson_foulds(a, b):
    return float(len(inner(a) ^ inner(b)))


def rooted_trees(elements):
    """Yield all rooted trees whose leaves are these, as nested tuples; a leaf is an element."""
    elements = tuple(elements)
    if len(elements) == 1:
        yield elements[0]
        return
    for blocks in _partitions(list(elements)):
        if len(blocks) > 1:
            yield from _products([list(rooted_trees(block)) for block in blocks])


def _partitions(items):
    if not items:
        yield []
        return
    first, *rest = items
    for blocks in _partitions(rest):
        yield [[first], *blocks]
        for i in range(len(blocks)):
            yield [*blocks[:i], [first, *blocks[i]], *blocks[i + 1 :]]


def _products(choices):
    if not choices:
        yield ()
        return
    for head in choices[0]:
        for tail in _products(choices[1:]):
            yield (head, *tail)


def newick(tree, height=None):
    """Return the text of a nested tuple; with lengths if a height of the root is given."""

    def text(node, above):
        length = "" if height is None else f":{above}"
        if not isinstance(node, tuple):
            return f"{node}{length}"
        return f"({','.join(text(child, 1) for child in node)}){length}"

    return text(tree, 0) + ";"
