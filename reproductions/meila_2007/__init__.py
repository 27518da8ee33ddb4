"""M. Meilă, Comparing clusterings: an information based distance, 2007."""

from reproductions._report import Paper, source
from reproductions.meila_2007 import (
    axioms,
    definitions,
    lattice,
    locality,
    neighborhood,
    proofs,
    properties,
    related_work,
    remarks,
    scaling,
)

PAPER = Paper(
    "meila-2007",
    "Meilă 2007",
    source("Meilă"),
    (
        definitions.definitions,
        related_work.section_2_1,
        related_work.section_2_2,
        related_work.figure_1,
        properties.section_3,
        properties.sections_4_1_and_4_2,
        neighborhood.section_4_3,
        neighborhood.section_4_4,
        scaling.section_5,
        scaling.section_5_1,
        locality.section_6,
        axioms.section_7,
        proofs.appendix,
        axioms.mirkin_and_cherny,
        lattice.figure_6,
        remarks.section_8,
    ),
)
