"""J. Wu, H. Xiong, J. Chen, Adapting the right measures for K-means clustering, 2009."""

from reproductions._report import Paper
from reproductions.wu_2009 import (
    agreement,
    data_sets,
    normalization,
    properties,
    ranges,
    simulation,
    uniform_effect,
)

PAPER = Paper(
    "wu-2009",
    "Wu, Xiong & Chen 2009",
    (
        ranges.table_1,
        uniform_effect.tables_3_and_4,
        uniform_effect.lemmas_1_to_3,
        normalization.table_5,
        normalization.lemmas_4_to_7,
        data_sets.table_6,
        simulation.figure_1,
        simulation.figure_2,
        simulation.table_7,
        simulation.figure_3,
        data_sets.table_8,
        agreement.figures_4_and_5,
        agreement.table_11,
        properties.table_12,
        properties.section_5_3,
    ),
    simulated=frozenset(
        {simulation.figure_2, simulation.table_7, simulation.figure_3, agreement.figures_4_and_5}
    ),
)
