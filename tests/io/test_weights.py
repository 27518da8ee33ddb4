"""Weights of the elements of files: a column, numbers in the order of the rows, or a dict."""

import pandas as pd
import pytest

import clusterdiff as cd

ROWS = pd.DataFrame(
    {
        "id": list("uvwxyz"),
        "truth": ["b", "-1", "b", "b", "-1", "-1"],
        "pred": ["c10", "a", "c9", "a", "a", "a"],
        "times": [2, 0, 0, 2, 2, 0],
    }
)
COLUMN = "times"
NUMBERS = ROWS["times"].tolist()
BY_KEY = dict(zip(ROWS["id"], NUMBERS, strict=True))
BY_INDEX = ROWS.set_index("id")["times"]


def write(frame, path):
    if path.suffix == ".csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path, index=False)
    return path


@pytest.fixture(params=["csv", "parquet"])
def files(request, tmp_path):
    truth = write(ROWS[["id", "truth", "times"]], tmp_path / f"truth.{request.param}")
    shuffled = ROWS[["id", "pred"]].iloc[[3, 0, 5, 1, 4, 2]]
    return truth, write(shuffled, tmp_path / f"pred.{request.param}")


@pytest.fixture(params=["csv", "parquet"])
def one_file(request, tmp_path):
    return write(ROWS, tmp_path / f"both.{request.param}")


@pytest.mark.parametrize("weights", [COLUMN, NUMBERS, BY_KEY, BY_INDEX])
def test_two_files(files, weights):
    expected = cd.Table.from_labels(ROWS["truth"], ROWS["pred"], weights=NUMBERS, ignore="-1")
    found = cd.read_table(*files, on="id", columns="truth,pred", weights=weights, ignore=-1)
    assert found == expected
    assert found.dropped == expected.dropped == (0, 3, 1, 0)


@pytest.mark.parametrize("weights", [COLUMN, NUMBERS])
def test_one_file(one_file, weights):
    found = cd.read_table(one_file, columns="truth,pred", weights=weights, missing="drop")
    assert found == cd.Table.from_labels(ROWS["truth"], ROWS["pred"], weights=NUMBERS)
    assert found.dropped == (0, 0, 3, 0)
