"""Data whose element-level results are written by engines, and the expected output."""

import numpy as np

import clusterdiff as cd
from clusterdiff.analysis import write_moved, write_relabeled

RNG = np.random.default_rng(1)
NAMES = ["T", "t", "t'", "é", ""]
CODES = RNG.integers(0, 5, 200)
TRUTH = [NAMES[i] for i in CODES]
FOUND = np.where(RNG.random(200) < 0.8, CODES + 10, RNG.integers(10, 17, 200)).tolist()
GIVEN = {"id": list(range(200)), "truth": TRUTH, "found": FOUND}


def check_written(frame, target, read, connection=None):
    """Write both results one after the other, and compare them with those in memory."""
    second = target.with_name("y.parquet") if hasattr(target, "with_name") else f"second_{target}"
    if "/" in str(target) and isinstance(target, str):
        second = target.replace("x.parquet", "y.parquet")
    number = write_moved(frame, "truth", "found", target, connection=connection)
    matched = {(pair.a, pair.b) for pair in cd.match(TRUTH, FOUND).pairs}
    pairs = list(zip(TRUTH, FOUND, strict=True))
    expected = [i for i, pair in enumerate(pairs) if pair not in matched]
    found = read(target).sort("id")
    assert found.columns == ["id", "truth", "found"]
    assert found["id"].to_list() == expected
    assert number == len(expected) > 20
    number = write_relabeled(frame, "found", "truth", second, connection=connection)
    found = read(second).sort("id")
    assert number == len(found) == 200
    assert found["found_relabeled"].to_list() == cd.relabel(FOUND, like=TRUTH).tolist()
