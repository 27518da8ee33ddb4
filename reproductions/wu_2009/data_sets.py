"""Wu, Xiong & Chen 2009, Tables 6 and 8: the class sizes of the data sets."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reproductions._report import (
    AGREES,
    NOT_REACHED,
    Check,
    Numbers,
    Section,
    claim,
    missing,
    number,
)
from reproductions.wu_2009.tables import variation

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORD = Path(__file__).with_name("documents.json")  # what documents.py found

BALANCED = 0.8  # the CV₀ below which a data set belongs to ℜ1

# Class sizes. hitech: as printed in section 4.2. cacmcisi, classic, cranmed: the collections CACM (3203
# documents), CISI (1460), CRAN (1398) and MED (1033). la12 is la1 and la2. ecoli, pageblocks, letter,
# pendigits: UCI repository. DLBCL (Shipp et al. 2002), Leukemia (Yeoh et al. 2002) and LungCancer
# (Bhattacharjee et al. 2001): as their authors published them. The others: the class files that CLUTO's
# data sets are distributed with.
CLASS_SIZES: dict[str, tuple[int, ...]] = {
    "cacmcisi": (3203, 1460),
    "classic": (3203, 1460, 1398, 1033),
    "cranmed": (1398, 1033),
    "fbis": (506, 387, 358, 190, 139, 125, 121, 119, 94, 92, 65, 48, 46, 46, 46, 43, 38),
    "hitech": (485, 116, 429, 603, 481, 187),
    "k1a": (494, 278, 248, 187, 158, 142, 141, 125, 114, 74, 70, 65, 60, 54, 44, 24, 21, 18, 14, 9),
    "k1b": (1389, 494, 142, 141, 114, 60),
    "la1": (943, 738, 555, 354, 341, 273),
    "la2": (905, 759, 487, 375, 301, 248),
    "la12": (1848, 1497, 1042, 729, 642, 521),
    "mm": (1388, 1133),
    "ohscal": (1621, 1450, 1297, 1260, 1159, 1037, 1001, 864, 764, 709),
    "re0": (608, 319, 219, 80, 60, 42, 39, 38, 37, 20, 16, 15, 11),
    "re1": (371, 330, 137, 106, 99, 87, 60, 50, 48, 42, 37, 32, 31, 31, 27, 20, 20, 19, 19, 18, 18, 17, 15, 13, 10),
    "sports": (3412, 2346, 1410, 809, 336, 145, 122),
    "tr11": (132, 74, 69, 52, 29, 21, 20, 11, 6),
    "tr12": (93, 54, 35, 34, 30, 29, 29, 9),
    "tr23": (91, 45, 36, 15, 11, 6),
    "tr31": (352, 227, 151, 111, 63, 21, 2),
    "tr41": (243, 174, 162, 95, 83, 35, 33, 26, 18, 9),
    "tr45": (160, 128, 82, 75, 67, 63, 47, 36, 18, 14),
    "wap": (341, 196, 168, 130, 97, 91, 91, 76, 65, 54, 44, 40, 37, 35, 33, 18, 15, 13, 11, 5),
    "DLBCL": (32, 26, 19),
    "Leukemia": (79, 79, 64, 43, 27, 20, 15),
    "LungCancer": (139, 21, 20, 17, 6),
    "ecoli": (143, 77, 52, 35, 20, 5, 2, 2),
    "pageblocks": (4913, 329, 115, 88, 28),
    "letter": (
        789, 766, 736, 805, 768, 775, 773, 734, 755, 747, 739, 761, 792,
        783, 753, 803, 783, 758, 748, 796, 813, 764, 752, 787, 786, 734,
    ),
    "pendigits": (1143, 1143, 1144, 1055, 1144, 1055, 1056, 1142, 1055, 1055),
}  # fmt: skip
# Table 8: classes, cases and CV₀ as printed.
TABLE_8: dict[str, tuple[int, int, float]] = {
    "cacmcisi": (2, 4663, 0.53), "classic": (4, 7094, 0.55), "cranmed": (2, 2431, 0.21), "fbis": (17, 2463, 0.96),
    "hitech": (6, 2301, 0.50), "k1a": (20, 2340, 1.00), "k1b": (6, 2340, 1.32), "la1": (6, 3204, 0.49),
    "la2": (6, 3075, 0.52), "la12": (6, 6279, 0.50), "mm": (2, 2521, 0.14), "ohscal": (10, 11162, 0.27),
    "re0": (13, 1504, 1.50), "re1": (25, 1657, 1.39), "sports": (7, 8580, 1.02), "tr11": (9, 414, 0.88),
    "tr12": (8, 313, 0.64), "tr23": (6, 204, 0.93), "tr31": (7, 927, 0.94), "tr41": (10, 878, 0.91),
    "tr45": (10, 690, 0.67), "wap": (20, 1560, 1.04), "DLBCL": (3, 77, 0.25), "Leukemia": (7, 325, 0.58),
    "LungCancer": (5, 203, 1.36), "ecoli": (8, 336, 1.16), "pageblocks": (5, 5473, 1.95),
    "letter": (26, 20000, 0.03), "pendigits": (10, 10992, 0.04),
}  # fmt: skip
# Table 8: source and number of features as printed.
SOURCES: dict[str, tuple[str, int]] = {
    "cacmcisi": ("CA/CI", 41681), "classic": ("CA/CI", 41681), "cranmed": ("CR/ME", 41681), "fbis": ("TREC", 2000),
    "hitech": ("TREC", 126373), "k1a": ("WebACE", 21839), "k1b": ("WebACE", 21839), "la1": ("TREC", 31472),
    "la2": ("TREC", 31472), "la12": ("TREC", 31472), "mm": ("TREC", 126373), "ohscal": ("OHSUMED", 11465),
    "re0": ("Reuters", 2886), "re1": ("Reuters", 3758), "sports": ("TREC", 126373), "tr11": ("TREC", 6429),
    "tr12": ("TREC", 5804), "tr23": ("TREC", 5832), "tr31": ("TREC", 10128), "tr41": ("TREC", 7454),
    "tr45": ("TREC", 8261), "wap": ("WebACE", 8460), "DLBCL": ("KRBDSR", 7129), "Leukemia": ("KRBDSR", 12558),
    "LungCancer": ("KRBDSR", 12600), "ecoli": ("UCI", 7), "pageblocks": ("UCI", 10), "letter": ("UCI", 16),
    "pendigits": ("UCI", 16),
}  # fmt: skip
# Table 6: the sizes of classes 1, 2, 3, 5, 6 and of class 4, and CV₀ with its printed digits.
TABLE_6 = (
    (100, 250, 0.49, 2), (90, 300, 0.686, 3), (80, 350, 0.88, 2), (70, 400, 1.078, 3),
    (60, 450, 1.27, 2), (50, 500, 1.47, 2), (40, 550, 1.666, 3), (30, 600, 1.86, 2),
)  # fmt: skip


def table_6() -> Section:
    """CV₀ of the eight samples of hitech."""
    checks = [
        number(f"Table 6, data set {k}: CV₀", printed, variation([small] * 5 + [large]), digits)
        for k, (small, large, printed, digits) in enumerate(TABLE_6, 1)
    ]
    hitech = (485, 116, 429, 603, 481, 187)  # as printed in section 4.2
    counted = record()["class_sizes"]["hitech"]
    checks.append(
        claim(
            "Sec. 4.2: hitech",
            "2301 documents in classes of 485, 116, 429, 603, 481 and 187",
            sum(hitech) == 2301 and sorted(hitech) == counted,
            f"the file has classes of {', '.join(map(str, counted))}, {sum(counted)} together",
        )
    )
    ends = [variation([TABLE_6[k][0]] * 5 + [TABLE_6[k][1]]) for k in (0, -1)]
    checks.append(
        claim(
            "Sec. 4.2",
            "CV₀ from 0.490 to 1.862",
            [round(x, 3) for x in ends] == [0.49, 1.862],
            f"{ends[0]:.3f} to {ends[1]:.3f}",
        )
    )
    return Section("Section 4.2: Table 6, the sampled data sets", tuple(checks))


def _leukemia() -> Check:
    """327 cases are published, of which the paper has 325; it does not say which two it leaves out."""
    sizes = CLASS_SIZES["Leukemia"]
    classes, cases, printed = TABLE_8["Leukemia"]
    fits = len(sizes) == classes and sum(sizes) == cases and round(variation(sizes), 2) == printed
    return Check(
        "Table 8: Leukemia",
        f"{classes} classes, {cases} cases, CV₀ {printed:.2f}",
        f"{len(sizes)} classes, {sum(sizes)} published cases, CV₀ {variation(sizes):.2f}",
        AGREES if fits else NOT_REACHED,
        "The paper has two cases less than were published and does not say which.",
    )


@cache
def record() -> dict[str, dict[str, list[int]]]:
    """What was counted in the files of the collections, from the record of the runs."""
    found = json.loads(RECORD.read_text(encoding="utf-8"))
    return {key: found[key] for key in ("class_sizes", "shapes")}


def _merged(counted: Sequence[int], known: Sequence[int]) -> str:
    """Say which classes of the table are one class in the file."""
    one, apart = Counter(counted) - Counter(known), Counter(known) - Counter(counted)
    whole, parts = (
        " and ".join(map(str, sorted(x.elements(), reverse=True))) for x in (one, apart)
    )
    return f"one of {whole} documents instead of those of {parts}"


def _counted() -> list[Check]:
    """The class sizes and the features of the collections, counted in their files."""
    checks = []
    shapes, counted = record()["shapes"], record()["class_sizes"]
    for name, (_, terms) in shapes.items():
        printed = SOURCES[name][1]
        same = counted[name] == sorted(CLASS_SIZES[name])
        told = f"{len(counted[name])} classes"
        checks.append(
            Check(
                f"Table 8: {name}, classes counted in the file",
                f"{TABLE_8[name][0]} classes",
                told if same else f"{told}: {_merged(counted[name], CLASS_SIZES[name])}",
                AGREES if same else NOT_REACHED,
                ""
                if same
                else "In the copy that we had two classes have one label; the run leaves this data set out.",
            )
        )
        checks.append(
            Check(
                f"Table 8: {name}, #Feature",
                str(printed),
                str(terms),
                AGREES if terms == printed else NOT_REACHED,
                "" if terms == printed else "The copy that we had has fewer terms.",
            )
        )
    return checks


def _ends() -> list[Check]:
    """The rows MIN and MAX, of which our copy has four and two numbers."""
    variations = [variation(sizes) for name, sizes in CLASS_SIZES.items() if name != "Leukemia"]
    classes, cases = [len(s) for s in CLASS_SIZES.values()], [sum(s) for s in CLASS_SIZES.values()]
    features = [count for _, count in SOURCES.values()]
    return [
        number("Table 8: MIN, #Class", 2, min(classes), 0),
        number("Table 8: MIN, #Case", 77, min(cases), 0),
        number("Table 8: MIN, #Feature of the printed ones", 7, min(features), 0),
        number("Table 8: MIN, CV₀", 0.03, min(variations), 2),
        number("Table 8: MAX, #Case", 20000, max(cases), 0),
        number("Table 8: MAX, #Feature of the printed ones", 126373, max(features), 0),
    ]


def table_8() -> Section:
    """CV₀ of the data sets, from their class sizes."""
    checks = []
    for name, (classes, cases, printed) in TABLE_8.items():
        if name == "Leukemia":
            checks.append(_leukemia())
            continue
        sizes = CLASS_SIZES[name]
        fits = len(sizes) == classes and sum(sizes) == cases
        shown = f"{len(sizes)}, {sum(sizes)}"
        checks.append(claim(f"Table 8: {name}", f"{classes} classes, {cases} cases", fits, shown))
        checks.append(number(f"Table 8: {name}, CV₀", printed, variation(sizes), 2))
    checks += _ends()
    checks += _counted()
    rest = [name for name in SOURCES if name not in record()["shapes"]]
    checks.append(
        missing(
            "Table 8: #Feature of the others",
            f"{len(rest)} numbers",
            f"We did not have the files of {', '.join(rest)}.",
        )
    )
    balanced = [name for name, row in TABLE_8.items() if row[2] < BALANCED]
    checks.append(
        claim(
            "Sec. 5.1",
            "ℜ1 has the data sets with CV₀ < 0.8, ℜ2 the rest",
            balanced == [name for name in TABLE_8 if variation(CLASS_SIZES[name]) < BALANCED],
            f"{len(balanced)} and {len(TABLE_8) - len(balanced)} data sets; the printed CV₀ and the class sizes divide them alike",
        )
    )
    note = (
        "The 29 data sets are public. CV₀ is recomputed from their class sizes, which are entered in `wu_2009/data_sets.py`; their number and their sum are compared "
        f"with the printed classes and cases. For {len(record()['shapes'])} collections of documents the classes and the terms were also counted in the files (`--cluto`). The rows MIN and MAX are "
        "scattered in our copy: four and two of their numbers are legible. The table has the sources as printed."
    )
    rows = {
        name: [SOURCES[name][0], str(classes), str(cases), str(SOURCES[name][1]), f"{cv0:.2f}"]
        for name, (classes, cases, cv0) in TABLE_8.items()
    }
    numbers = Numbers(("source", "#Class", "#Case", "#Feature", "CV₀"), rows, head="as printed")
    return Section(
        "Section 5.1: Table 8, the benchmark data sets", tuple(checks), note=note, numbers=numbers
    )
