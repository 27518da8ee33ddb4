"""Measures are values: copies and pickles, also in other processes, are equal to the original."""

import copy
import multiprocessing
import pickle

import joblib
import pytest

import clusterdiff as cd
from clusterdiff.checks import as_number
from clusterdiff.errors import InputError, RecordError
from clusterdiff.measures import (
    BoundedEntropy,
    EntropyScore,
    LargestPart,
    SetMatching,
    SplitMerge,
)
from clusterdiff.summaries import Entropies, PairCounts, Sizes

A, B = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 2]


@cd.measure(
    label="Simpson coefficient of pairs",
    symbol="Si",
    direction="similarity",
    bounds=(0.0, lambda p, power=1.0: 1.0),  # noqa: ARG005
    symmetric=True,
    references=(),
    affine_in="pairs",
)
def simpson(p: PairCounts, /, *, power: float = 1.0) -> float:
    """Return the share of the pairs of the clustering with fewer pairs that both have."""
    return (p.both / max(1, min(p.in_a, p.in_b))) ** power


def share_of_parts(size, parts):
    return 1 / len(parts) if size else 0.0


MEASURES = [
    cd.adjusted_rand,
    cd.normalized_mutual_information.using(by="max"),
    cd.jaccard.distance,
    cd.muc.using(part="recall").distance,
    simpson,
    simpson.using(power=2),
    SetMatching("jaccard", "greedy", "mean", adjusted=True),
    SplitMerge(EntropyScore()),
    SplitMerge(LargestPart(), combine="mean").distance,
    SplitMerge(BoundedEntropy(4)),
    SplitMerge(share_of_parts),
]
EACH = pytest.mark.parametrize("measure", MEASURES, ids=[m.name for m in MEASURES])


def apply(measure):
    return measure(A, B), measure.name


@EACH
def test_copies_and_pickles_are_equal(measure):
    for same in (copy.copy(measure), copy.deepcopy(measure), pickle.loads(pickle.dumps(measure))):  # noqa: S301
        assert same == measure
        assert hash(same) == hash(measure)
        assert apply(same) == apply(measure)


def test_measures_can_be_sent_to_other_processes():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(apply, MEASURES) == [apply(m) for m in MEASURES]


def test_measures_can_be_sent_with_joblib():
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(apply)(m) for m in MEASURES)
    assert found == [apply(m) for m in MEASURES]


def test_a_measure_defined_in_a_function_can_be_sent_with_joblib():
    @cd.measure(
        label="Local",
        symbol="L",
        direction="description",
        bounds=(0.0, lambda e: e.log_n),
        symmetric=True,
        references=(),
    )
    def local(e: Entropies, /) -> float:
        """Return the joint entropy."""
        return e.joint

    assert (
        joblib.Parallel(n_jobs=2)(joblib.delayed(m)(A, B) for m in (local, local))
        == [local(A, B)] * 2
    )


FACTS = {
    "label": "x",
    "symbol": "x",
    "direction": "similarity",
    "bounds": (0.0, 1.0),
    "symmetric": True,
    "references": (),
}


def good(p: PairCounts, /) -> float:
    """Return the pairs together."""
    return float(p.both)


def without_slash(p: PairCounts) -> float:
    return float(p.both)


def without_annotation(p, /) -> float:
    return float(p.both)


def not_a_summary(p: int, /) -> float:
    return float(p)


def positional_option(p: PairCounts, /, power: float) -> float:
    return p.both**power


def unknown_annotation(p: "PairCount", /) -> float:  # noqa: F821
    return float(p.both)


def option_without_default(p: PairCounts, /, *, power: float) -> float:
    return p.both**power


def without_docstring(p: PairCounts, /) -> float:
    return float(p.both)


def any_option(p: PairCounts, /, **options: float) -> float:
    return p.both * len(options)


def test_unknown_and_missing_fields_are_those_of_the_dataclass():
    with pytest.raises(TypeError, match="unexpected keyword argument 'lable'"):
        cd.measure(**FACTS, lable="y")(good)
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'bounds'"):
        cd.measure(**{k: v for k, v in FACTS.items() if k != "bounds"})(good)
    with pytest.raises(TypeError, match="takes 0 positional arguments"):
        cd.measure(good)


FORM = r"annotated summaries before a slash(.|\n)*write def \w+\(p: PairCounts, /"


@pytest.mark.parametrize(
    ("facts", "function", "message"),
    [
        (FACTS, without_slash, FORM),
        (FACTS, without_annotation, FORM),
        (FACTS, not_a_summary, FORM),
        (FACTS, positional_option, FORM),
        (FACTS, option_without_default, FORM),
        (FACTS, any_option, FORM),
        (FACTS, unknown_annotation, "PairCount, which is not defined"),
        (FACTS, without_docstring, r"no docstring(.|\n)*write one sentence"),
        ({**FACTS, "direction": "similar"}, good, "direction must be one of 'similarity'"),
        ({**FACTS, "affine_in": "pair"}, good, "affine_in must be one of 'pairs', 'information'"),
        ({**FACTS, "affine_given": "b"}, good, "affine_given must be one of"),
        ({**FACTS, "scale": "N"}, good, "scale must be one of 'invariant'"),
        ({**FACTS, "correction": True}, good, "correction must be one of 'none'"),
        ({**FACTS, "best": 2.0}, good, "bounds must be the least and the largest value"),
        ({**FACTS, "bounds": (1.0, 0.0)}, good, "bounds must be the least and the largest value"),
    ],
)
def test_a_wrong_record_is_an_error_that_says_what_to_write(facts, function, message):
    with pytest.raises(RecordError, match=message):
        cd.measure(**facts)(function)


def test_what_a_docstring_does_not_say_is_none():
    bare = cd.measure(**FACTS)(good)
    assert bare.description == "Return the pairs together."
    assert bare.latex is bare.meaning is bare.warning is None
    score = cd.compare([0, 0, 1], [0, 1, 1], measures=[bare]).scores[0]
    assert score.meaning is None
    assert "None" not in repr(score)


def test_any_summary_can_be_the_first():
    @cd.measure(**{**FACTS, "bounds": (0.0, float("inf")), "best": 1.0})
    def largest(s: Sizes, /) -> float:
        """Return the size of the largest cluster of a."""
        return float(s.a[-1])

    assert largest([0, 0, 1], [0, 1, 1]) == 2.0
    assert largest([0, 0, 1], [5, 5, 6]) == 1.0  # equal clusterings get the best value


@pytest.mark.parametrize("value", [float("nan"), 1.1, -0.5, float("inf")])
def test_a_formula_that_leaves_its_bounds_is_an_error_that_says_what_to_write(value):
    @cd.measure(**FACTS)
    def wild(_: PairCounts, /) -> float:
        """Return a number."""
        return value

    with pytest.raises(RecordError, match=r"the formula gives(.|\n)*write bounds="):
        wild([0, 0, 1], [0, 1, 1])
    assert wild([0, 0, 1], [0, 0, 1]) == 1.0


@pytest.mark.parametrize("value", [None, "one", [1.0]])
def test_a_formula_that_returns_no_number_is_an_error_that_says_what_to_write(value):
    @cd.measure(**FACTS)
    def forgotten(_: PairCounts, /) -> float:
        """Return nothing."""
        return value

    for call in (forgotten, forgotten.distance):
        with pytest.raises(RecordError, match=r"must return a number, got(.|\n)*return …"):
            call([0, 0, 1], [0, 1, 1])


@pytest.mark.parametrize("value", [10**400, -(10**5000)], ids=["400", "5000"])
def test_a_formula_that_returns_more_than_a_float_can_hold(value):
    @cd.measure(**FACTS)
    def huge(_: PairCounts, /) -> float:
        """Return an integer."""
        return value

    for call in (huge, huge.distance, lambda a, b: cd.compare(a, b, measures=[huge])):
        with pytest.raises(RecordError, match=r"at most 1\.8e308"):
            call([0, 0, 1], [0, 1, 1])
    with pytest.raises(InputError, match=r"at most 1\.8e308"):
        as_number("my_index", value)


def test_an_error_inside_a_formula_is_not_hidden():
    @cd.measure(**FACTS)
    def broken(p: PairCounts, /) -> float:
        """Add a number and a text."""
        return p.both + "1"

    with pytest.raises(TypeError, match="unsupported operand"):
        broken([0, 0, 1], [0, 1, 1])


def test_rounding_errors_are_kept_within_the_bounds():
    @cd.measure(**FACTS)
    def near(_: PairCounts, /) -> float:
        """Return a number just above 1."""
        return 1 + 1e-12

    assert near([0, 0, 1], [0, 1, 1]) == 1.0
