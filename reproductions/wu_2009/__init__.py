"""J. Wu, H. Xiong, J. Chen, Adapting the right measures for K-means clustering, 2009."""

from reproductions._report import Paper, source
from reproductions.wu_2009 import (
    agreement,
    data_sets,
    experiments,
    normalization,
    properties,
    ranges,
    simulation,
    uniform_effect,
)

PAPER = Paper(
    "wu-2009",
    "Wu, Xiong & Chen 2009",
    source("Wu"),
    (
        ranges.table_1,
        uniform_effect.tables_3_and_4,
        uniform_effect.lemmas_1_to_3,
        normalization.table_5,
        normalization.lemmas_4_to_7,
        data_sets.table_6,
        simulation.figure_1,
        simulation.figure_2,
        experiments.figure_2b,
        simulation.table_7,
        experiments.table_7_sampled,
        simulation.figure_3,
        data_sets.table_8,
        experiments.figures_4_and_5,
        agreement.simulated_consistency,
        experiments.table_9,
        agreement.table_11,
        experiments.figure_6,
        properties.table_12,
        properties.section_5_3,
    ),
    simulated=frozenset(
        {
            simulation.figure_2,
            simulation.table_7,
            simulation.figure_3,
            agreement.simulated_consistency,
        }
    ),
)
