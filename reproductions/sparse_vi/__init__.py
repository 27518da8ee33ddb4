"""The tutorial on the variation of information with sparse matrices."""

from reproductions._report import Paper
from reproductions.sparse_vi import code, exercises

PAPER = Paper(
    "sparse-vi",
    "Tutorial: variation of information with sparse matrices",
    (code.examples, code.function, exercises.insights, exercises.exercises),
)
