"""Precision, recall and F of coreference: elements, paired clusters, links."""

from fractions import Fraction

from tests.measures.reference.case import UndefinedError, f_score, over
from tests.measures.reference.set_matching import best_total, likeness


def part_of(precision, recall, part, beta):
    """Return precision, recall or F from shares (top, bottom)."""
    if part == "f":
        return f_score(precision, recall, Fraction(beta) ** 2)
    return over(*(precision if part == "precision" else recall))


def bcubed(case, part="f", beta=1):
    precision = sum(Fraction(count**2, case.b[j]) for (_, j), count in case.cells.items())
    recall = sum(Fraction(count**2, case.a[i]) for (i, _), count in case.cells.items())
    return part_of((precision, case.n), (recall, case.n), part, beta)


def ceaf_e(case, part="f", beta=1):
    alike = best_total(likeness(case, "dice"))
    return part_of((alike, len(case.b)), (alike, len(case.a)), part, beta)


def muc(case, part="f", beta=1):
    parts_a, parts_b = (
        [sum(1 for cell in case.cells if cell[side] == name) for name in case_side]
        for side, case_side in enumerate((case.a, case.b))
    )
    recall = (
        sum(size - parts for size, parts in zip(case.a.values(), parts_a, strict=True)),
        sum(size - 1 for size in case.a.values()),
    )
    precision = (
        sum(size - parts for size, parts in zip(case.b.values(), parts_b, strict=True)),
        sum(size - 1 for size in case.b.values()),
    )
    return part_of(precision, recall, part, beta)


def blanc(case, part="f", beta=1):
    """Return the mean over links and non-links; a share with denominator 0 counts 0."""
    both, only_a, only_b, neither = case.pairs
    kinds = [
        ((both, both + only_b), (both, both + only_a)),
        ((neither, neither + only_a), (neither, neither + only_b)),
    ]
    scores, undefined = [], False
    for precision, recall in kinds:
        try:
            scores.append(part_of(precision, recall, part, beta))
        except UndefinedError:
            scores.append(Fraction(0))
            undefined = True
    if undefined:
        raise ConventionError(sum(scores) / 2)
    return sum(scores) / 2


class ConventionError(UndefinedError):
    """One of several terms is 0/0 and counts as 0; the value is the sum of the others."""

    def __init__(self, value):
        super().__init__()
        self.value = value


def links(size):
    """Return the number of links within a cluster; a singleton has one, to itself."""
    return Fraction(size * (size - 1), 2) if size > 1 else Fraction(1)


def found(case, sizes, others, side):
    """Return Σ size · (share of its links that the other clustering has)."""
    total = Fraction(0)
    for cell, count in case.cells.items():
        size, other = sizes[cell[side]], others[cell[1 - side]]
        kept = Fraction(1 if other == 1 else 0) if size == 1 else Fraction(count * (count - 1), 2)
        total += size * kept / links(size)
    return total


def lea(case, part="f", beta=1):
    precision, recall = found(case, case.b, case.a, 1), found(case, case.a, case.b, 0)
    return part_of((precision, case.n), (recall, case.n), part, beta)


def exact_f(case, part="f", beta=1):
    """Return precision, recall or F of the clusters that both sides have."""
    same = sum(count == case.a[i] == case.b[j] for (i, j), count in case.cells.items())
    return part_of((same, len(case.b)), (same, len(case.a)), part, beta)


MEASURES = {
    "bcubed_precision": lambda case: bcubed(case, "precision"),
    "bcubed_recall": lambda case: bcubed(case, "recall"),
    "bcubed_f": lambda case, beta=1: bcubed(case, "f", beta),
    "ceaf_e": ceaf_e,
    "muc": muc,
    "blanc": blanc,
    "lea": lea,
    "exact_f": exact_f,
}
