"""A wrong null model is an error that says what to write; the same one can be registered again."""

import pytest

from clusterdiff.chance import NULL_MODELS, expected
from clusterdiff.chance._null_models import FixedSizes, NullModel, register
from clusterdiff.errors import RecordError


def sides(_self, table):
    return FixedSizes(table.row_sizes), FixedSizes(table.col_sizes)


def model(base=NullModel, **body):
    return type("Model", (base,), {"__module__": __name__, **body})


WRONG = {
    "no subclass": (model(object, name="x", sides=sides), r"write class Model\(NullModel\)"),
    "an object": (model(name="x", sides=sides)(), "must be a subclass of NullModel"),
    "no name": (model(sides=sides), "write name ="),
    "no text": (model(name=3, sides=sides), "write name ="),
    "no sides": (model(name="x"), r"write def sides\(self, table\)"),
    "known name": (
        model(name="permutation", sides=sides),
        "Permutation has the name 'permutation'",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_null_model_is_an_error_that_says_what_to_write(case):
    wrong, message = WRONG[case]
    before = dict(NULL_MODELS)
    with pytest.raises(RecordError, match=message):
        register(wrong)
    assert before == NULL_MODELS


def test_a_model_can_be_registered_again(monkeypatch):
    monkeypatch.setattr("clusterdiff.chance._null_models.NULL_MODELS", dict(NULL_MODELS))
    for _ in range(2):
        register(model(name="mine", sides=sides))
    a, b = [0, 0, 1, 1, 2], [0, 1, 1, 1, 2]
    mine, theirs = (expected(a, b, measure="ari", null=null) for null in ("mine", "permutation"))
    assert mine.value == pytest.approx(theirs.value, abs=1e-12)
