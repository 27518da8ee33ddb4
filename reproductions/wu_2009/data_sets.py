"""Wu, Xiong & Chen 2009, Tables 6 and 8: the class sizes of the data sets."""

from __future__ import annotations

from reproductions._report import Section, claim, number
from reproductions.wu_2009.tables import variation

# Class sizes: hitech as printed in section 4.2; ecoli from the UCI repository; cranmed joins the
# Cranfield and Medline collections; the others from public copies of the CLUTO data sets.
CLASS_SIZES: dict[str, tuple[int, ...]] = {
    "cranmed": (1398, 1033),
    "hitech": (485, 116, 429, 603, 481, 187),
    "k1b": (1389, 494, 142, 141, 114, 60),
    "la2": (905, 759, 487, 375, 301, 248),
    "re0": (608, 319, 219, 80, 60, 42, 39, 38, 37, 20, 16, 15, 11),
    "sports": (3412, 2346, 1410, 809, 336, 145, 122),
    "tr11": (132, 74, 69, 52, 29, 21, 20, 11, 6),
    "tr23": (91, 45, 36, 15, 11, 6),
    "tr31": (352, 227, 151, 111, 63, 21, 2),
    "ecoli": (143, 77, 52, 35, 20, 5, 2, 2),
}
# Table 8: classes, cases and CV₀ as printed.
TABLE_8: dict[str, tuple[int, int, float]] = {
    "cranmed": (2, 2431, 0.21), "hitech": (6, 2301, 0.50),
    "k1b": (6, 2340, 1.32), "la2": (6, 3075, 0.52), "re0": (13, 1504, 1.50), "sports": (7, 8580, 1.02),
    "tr11": (9, 414, 0.88), "tr23": (6, 204, 0.93), "tr31": (7, 927, 0.94), "ecoli": (8, 336, 1.16),
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


def table_8() -> Section:
    """CV₀ of the public data sets, from their class sizes."""
    checks = []
    for name, (classes, cases, printed) in TABLE_8.items():
        sizes = CLASS_SIZES[name]
        fits = len(sizes) == classes and sum(sizes) == cases
        checks.append(
            claim(
                f"Table 8: {name}",
                f"{classes} classes, {cases} cases",
                fits,
                f"{len(sizes)}, {sum(sizes)}",
            )
        )
        checks.append(number(f"Table 8: {name}, CV₀", printed, variation(sizes), 2))
    note = f"Recomputed for {len(CLASS_SIZES)} of the 29 data sets, those whose class sizes are given above in the code (`wu_2009/data_sets.py`)."
    return Section("Section 5.1: Table 8, the benchmark data sets", tuple(checks), note=note)
