"""Calibrated numbers: none moves without the simulation that set it, and each says what that was.

If a number has to change, run the simulation that its comment names, say there what came out, and
write the new number here.
"""

import ast
import re
from pathlib import Path

import pytest

from clusterdiff import calibration

SOURCE = Path(calibration.__file__).read_text(encoding="utf-8")
ROOT = Path(__file__).parents[1]
VALUES = {
    "MIN_ELEMENTS": 20,
    "MIN_OUTSIDE_LARGEST": 10,
    "MIN_PER_CLUSTER_OF_PAIRS": 2,
    "MIN_PER_CLUSTER_OF_ENTROPIES": 10,
    "MIN_PER_CLUSTER": 8,
    "MIN_SMALLEST_CLUSTER": 8,
    "MIN_CHANGED": 12,
    "MAX_BIAS": 1.0,
    "MAX_BIAS_OF_INFORMATION": 2.5,
    "MAX_BIAS_OF_TWO": 0.2,
    "MAX_CURVATURE": 0.35,
    "MAX_EVENNESS": 0.4,
    "MAX_UNSEEN": 0.5,
    "REPEATS": 64,
    "MIN_KEPT": 0.75,
    "MAX_PAIR_SPREAD": 0.28,
    "NEAR_EQUAL_SIZES": 4.0,
    "NEAR_TIE_OF_TWO": 2.0,
    "MAX_TIE_ERROR_OF_TWO": 0.7,
    "MIN_PER_CELL_OF_TWO": 20,
    "CELLS_PER_CLUSTER_OF_TWO": 2,
    "POPULATIONS": 2000,
    "POPULATIONS_OF_OVERLAPS": 1000,
    "POPULATIONS_OF_FUNCTIONS": 400,
    "MIN_POPULATIONS": 50,
    "MIN_OF_QUANTILES": 300,
    "DRAWN_CELLS": 1 << 25,
    "DRAWN_CELLS_OF_OVERLAPS": 1 << 20,
    "MAX_EMPTY_CELLS": 1024,
    "MAX_CELLS": 1 << 23,
    "ELEMENTS_FOR_FUNCTIONS": 1 << 12,
    "MIN_KNOWN_CLUSTER": 5,
    "CONSERVATIVE": 0.1,
    "FEW_DIFFERING": 5,
    "HALF_SAMPLES_OF_TWO": 400,
    "UNIT_SAMPLES": 400,
    "MIN_UNITS": 20,
    "MAX_LINKED_UNITS": 0.05,
    "MAX_CELLS_OF_BOOTSTRAP": 50000000,
    "MIN_BOOTSTRAP_SAMPLES": 50,
    "MIN_DIFFERING": 20,
    "EXPECTED_SAMPLES": 10000,
    "EXPECTED_TOLERANCE": 0.002,
    "MIN_SAMPLES": 200,
    "STD_SAMPLES": 1000,
    "CONSTANT_SAMPLES": 2000,
    "PVALUE_SAMPLES": 999,
    "MAX_PVALUE_SAMPLES": 9999,
    "PVALUE_OPERATIONS": 200000000.0,
    "ENOUGH_EXCEEDING": 100,
    "BLOCK_OPERATIONS": 200000000.0,
    "DENSE_CELLS": 1 << 22,
    "FEW_CELLS": 1 << 12,
    "PERMUTED": 1 << 15,
    "COST_OF_TABLE": 500.0,
    "COST_OF_CELL": 80.0,
    "COST_OF_PERMUTED": 5.0,
    "COST_OF_ELEMENT": 25.0,
    "COST_OF_OBJECT": 60000.0,
    "COST_OF_SUMMED": 4.0,
    "COST_OF_FORMULA": 3000.0,
    "COST_OF_PAIRING": 5000.0,
    "COST_OF_PAIRED": (5000.0, 200.0),
    "COST_OF_FUNCTION": 1000000.0,
    "COST_OF_LABEL": 50.0,
    "SUMMARY_SAMPLES": 1000,
    "SUMMARY_TOLERANCE": 0.005,
    "MIN_SUMMARY_SAMPLES": 5,
    "SUMMARY_OPERATIONS": 3200000000.0,
    "ENUMERATED": 5000,
    "ENUMERATED_ON_REQUEST": 1000000,
    "MAX_PAIRING_STEPS": 2**28,
    "NULL_DATA_SETS": 99,
    "NULL_DATA_RUNS": 3,
    "STABILITY_ALPHA": 0.05,
    "LEAST_GAIN": 0.8,
    "EQUAL_GAINS": 0.02,
    "EQUAL_STABILITIES": 0.0005,
    "LEAST_INSTABILITY": 0.001,
    "SMALL_CLUSTER": 5,
}


def numbers():
    """Return the numbers of the module, by name."""
    return {name: value for name, value in vars(calibration).items() if name.isupper()}


def test_no_number_moves_by_itself():
    assert numbers() == VALUES


def test_every_number_has_a_comment():
    """A number, or the group of numbers that it is in, follows lines that say what it is for."""
    lines = SOURCE.splitlines()
    for node in ast.parse(SOURCE).body:
        if isinstance(node, ast.Assign):
            above = node.lineno - 2
            while re.match(r"[A-Z_]+ = ", lines[above]):
                above -= 1
            assert lines[above].startswith("# "), lines[node.lineno - 1]


@pytest.mark.parametrize("name", sorted(set(re.findall(r"\btest_\w+", SOURCE))))
def test_the_simulations_exist(name):
    """A comment that names a test names one that there is."""
    tests = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert any(f"def {name}(" in text for text in tests) or list(ROOT.rglob(f"tests/**/{name}.py"))


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"\b(?:benchmarks|docs)/[\w-]+\.\w+", SOURCE)))
)
def test_the_files_that_are_named_exist(path):
    assert (ROOT / path).exists()


def test_every_number_is_used():
    paths = [path for path in (ROOT / "src").rglob("*.py") if path.name != "calibration.py"]
    words = set(re.findall(r"\w+", "".join(path.read_text(encoding="utf-8") for path in paths)))
    assert numbers().keys() <= words
