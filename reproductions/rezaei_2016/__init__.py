"""M. Rezaei, P. Fränti, Set matching measures for external cluster validity, 2016."""

from reproductions._report import Paper, source
from reproductions.rezaei_2016 import (
    chance,
    cluster_similarity,
    definitions,
    imbalance,
    monotonicity,
    overlap,
    pair_sets,
    stability,
    unbalance,
    yeast,
)

PAPER = Paper(
    "rezaei-2016",
    "Rezaei & Fränti 2016",
    source("Rezaei"),
    (
        definitions.table_2,
        chance.section_3,
        cluster_similarity.section_4_1,
        cluster_similarity.tables_3_to_5,
        cluster_similarity.figures_4_to_6,
        cluster_similarity.figure_7,
        chance.section_5,
        pair_sets.section_6_2,
        pair_sets.section_6_3,
        monotonicity.section_7_1,
        monotonicity.figure_10,
        monotonicity.figure_12,
        monotonicity.figure_14,
        monotonicity.figure_16,
        imbalance.figure_18,
        imbalance.figure_20,
        overlap.figure_21,
        overlap.figure_22,
        unbalance.table_6,
        yeast.table_7,
        stability.figure_25,
    ),
    simulated=frozenset(
        {overlap.figure_21, overlap.figure_22, unbalance.table_6, stability.figure_25}
    ),
)
