"""A null model has a name of its own; the same one can be registered again."""

import pytest

from clusterdiff.chance import NULL_MODELS, expected
from clusterdiff.chance._null_models import FixedSizes, NullModel, register
from clusterdiff.errors import RecordError


def sides(_self, table):
    return FixedSizes(table.row_sizes), FixedSizes(table.col_sizes)


def model(**body):
    return type("Model", (NullModel,), {"__module__": __name__, **body})


def test_a_name_that_another_model_has_is_refused():
    before = dict(NULL_MODELS)
    with pytest.raises(RecordError, match="Permutation has the name 'permutation'"):
        register(model(name="permutation", sides=sides))
    assert before == NULL_MODELS


def test_a_model_without_sides_is_refused():
    before = dict(NULL_MODELS)
    with pytest.raises(TypeError, match="abstract method"):
        register(model(name="x"))
    assert before == NULL_MODELS


def test_a_model_can_be_registered_again(monkeypatch):
    monkeypatch.setattr("clusterdiff.chance._null_models.NULL_MODELS", dict(NULL_MODELS))
    for _ in range(2):
        register(model(name="mine", sides=sides))
    a, b = [0, 0, 1, 1, 2], [0, 1, 1, 1, 2]
    mine, theirs = (expected(a, b, measure="ari", null=null) for null in ("mine", "permutation"))
    assert mine.value == pytest.approx(theirs.value, abs=1e-12)
