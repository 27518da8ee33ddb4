"""Options out of range are errors, also in a view."""

import pytest

from clusterdiff import ClusterdiffError, Table
from clusterdiff.features import MeanSquaredError
from clusterdiff.measures import MEASURES, SplitMerge, get_measure
from tests.measures.variants import NEEDS

TABLE = Table.from_labels([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 0])
BAD = {
    "beta": (-0.5, -1, float("inf"), float("nan"), "1", None),
    "k_max": (2, 2.5, 3.5, "9"),
    "base": (1, 0.5, 0, float("inf"), "x", True),
}


def accepted():
    """Yield invalid values of options that a measure or its view accepts."""
    for measure in MEASURES.values():
        views = [measure, measure.distance, measure.similarity] if measure.has_views else [measure]
        for option, values in BAD.items():
            for value in values if option in measure.options else ():
                for view in views:
                    try:
                        view.on(TABLE, **NEEDS.get(option, {}), **{option: value})
                    except ClusterdiffError:
                        continue
                    yield view.name, option, value


def test_bad_values_are_refused():
    assert list(accepted()) == []


def accepted_scores():
    """Yield scores of clusters that are not finite but are accepted."""
    for bad in (float("nan"), float("inf"), "1", None):
        try:
            SplitMerge(lambda _size, _parts, bad=bad: bad).on(TABLE)
        except ClusterdiffError as error:
            if "<lambda>" in str(error):
                continue
        yield bad


def test_scores_that_are_not_finite_are_refused():
    assert list(accepted_scores()) == []


@pytest.mark.parametrize("beta", [0, 1, 2.5])
def test_good_values_are_taken(beta):
    for measure in MEASURES.values():
        if "beta" in measure.options:
            assert 0 <= measure.on(TABLE, beta=beta) <= 1


@pytest.mark.parametrize("wrong", [7, None, ["ari"], MeanSquaredError()])
def test_a_measure_is_a_name_or_a_measure(wrong):
    with pytest.raises(ClusterdiffError, match="must be a name or a Measure, got"):
        get_measure(wrong)
