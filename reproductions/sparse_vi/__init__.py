"""S. Lee, Variation of information, chapter 12 of an online Python book: a tutorial with sparse matrices."""

from reproductions._report import Paper, source
from reproductions.sparse_vi import code, exercises

PAPER = Paper(
    "sparse-vi",
    "Lee: variation of information with sparse matrices",
    source("Lee"),
    (code.examples, code.function, exercises.insights, exercises.exercises),
)
