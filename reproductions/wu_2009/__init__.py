"""Wu, Xiong & Chen 2009: Adapting the right measures for K-means clustering."""

from __future__ import annotations

import clusterdiff as cd
from reproductions._report import Paper, Section, claim, missing, number
from reproductions.wu_2009.data import figures_4_and_5, on_data
from reproductions.wu_2009.normalisation import table_1, table_5
from reproductions.wu_2009.properties import table_12
from reproductions.wu_2009.sensitivity import table_11
from reproductions.wu_2009.simulation import figure_2, table_7
from reproductions.wu_2009.spread import figure_3
from reproductions.wu_2009.tables import COLUMNS, TABLE_3, TABLE_4, merits, table_3


def _table_4() -> Section:
    checks = []
    for result in TABLE_3:
        table = table_3(result)
        checks += [number(f"{result}: {name}", printed, cd.measure(name).on(table)) for name, printed in zip(COLUMNS, TABLE_4[result], strict=True)]
    return Section("Table 3 → Table 4: two clusterings of five classes (printed values recalled, not copied)", tuple(checks))


def _uniform_effect() -> Section:
    first, second = (cd.uniform_effect(table_3(result)) for result in TABLE_3)
    misled = [name for name in COLUMNS if merits(name, [table_3("I")])[0] > merits(name, [table_3("II")])[0]]
    entropy = [cd.conditional_entropy(table_3(result)) for result in TABLE_3]
    dongen = [cd.normalized_van_dongen(table_3(result)) for result in TABLE_3]
    return Section(
        "Section 3: the uniform effect, and measures that miss it",
        (
            claim("result I evens out the class sizes", bool(first.dcv is not None and first.dcv < -1), first.reading),
            claim("result II does not", bool(second.dcv is not None and abs(second.dcv) < 0.2), second.reading),  # noqa: PLR2004
            claim("entropy prefers the worse result I", entropy[0] < entropy[1], f"{entropy[0]:.3f} < {entropy[1]:.3f}"),
            claim("so do purity and mutual information, and no other measure of Table 4", misled == ["E", "purity", "mi"], ", ".join(misled)),
            claim("the normalised van Dongen criterion prefers II", dongen[0] > dongen[1], f"{dongen[0]:.3f} > {dongen[1]:.3f}"),
            missing("Tables 6, 8 and 9, and the rows of Table 7 on real data", "the paper's 29 data sets are not available here"),
        ),
    )


PAPER = Paper(
    "wu-2009",
    "Wu, Xiong & Chen 2009",
    exact=(table_1, _table_4, _uniform_effect, table_5, table_11, table_12),
    simulated=(figure_2, table_7, figure_3, on_data, figures_4_and_5),
)
