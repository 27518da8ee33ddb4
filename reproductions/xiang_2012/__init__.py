"""Q. Xiang et al., A split–merge framework for comparing clusterings, 2012."""

from reproductions._report import Paper, source
from reproductions.xiang_2012 import (
    decomposition,
    graphs,
    normalization,
    related_work,
    series,
    subcomponents,
)

PAPER = Paper(
    "xiang-2012",
    "Xiang et al. 2012",
    source("Xiang"),
    (
        related_work.section_3,
        graphs.figure_1,
        decomposition.table_1,
        graphs.figure_2,
        subcomponents.section_4_2,
        subcomponents.section_4_4,
        subcomponents.section_4_5,
        normalization.table_2,
        normalization.proposition_5_1,
        decomposition.proposition_5_2,
        series.figure_3,
    ),
)
