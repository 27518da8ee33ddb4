"""Properties 4.1 to 4.4 of Xiang et al. (2012) for scoring rules, built-in and of a user."""

from math import log

import pytest

from clusterdiff import ClusterdiffError
from clusterdiff.measures import BoundedEntropy, EntropyScore, LargestPart, SplitMerge
from clusterdiff.properties import check, profile
from clusterdiff.properties._measured import Measured

RULE = ("subcomponent_monotone", "subcomponent_normalized", "subcomponent_consistent")


def shares(size, parts):
    """Return 1 - entropy over log(size)."""
    if size == 1:
        return 1.0
    return 1 + sum(p / size * log(p / size) for p in parts) / log(size)


def gini(size, parts):
    """Return the probability that two different elements of the cluster stay together."""
    return 1.0 if size == 1 else float(sum(p * (p - 1) for p in parts)) / (size * (size - 1))


@pytest.mark.parametrize("rule", [shares, gini])
def test_a_good_rule_has_all_of_xiangs_properties(rule):
    measure = SplitMerge(rule)
    for name in (*RULE, "join_weighted", "meet_weighted", "conditionally_normalized"):
        assert check(measure, name, n=5), name


def test_a_user_rule_can_fail_each_property():
    def more_parts_better(size, parts):
        return 1.0 if len(parts) == 1 else len(parts) / (size + 1)

    def more_even_better(_size, parts):
        return 1.0 if len(parts) == 1 else 0.5 - 0.1 * float(parts[0] - parts[-1])

    def never_zero(size, parts):
        return float(parts[0]) / size

    def below_one(size, parts):
        return 0.9 * gini(size, parts)

    assert check(SplitMerge(more_parts_better), "subcomponent_monotone").status == "fails"
    assert check(SplitMerge(more_even_better), "subcomponent_monotone").status == "fails"
    verdict = check(SplitMerge(never_zero), "subcomponent_normalized")
    assert str(verdict.counterexample) == "a = 01: s(a) = 0.5 ≠ 0"
    assert check(SplitMerge(never_zero), "subcomponent_monotone")
    assert check(SplitMerge(below_one), "subcomponent_consistent").status == "fails"
    assert check(SplitMerge(gini, combine="mean"), "subcomponent_consistent").status == "fails"
    assert check(SplitMerge(never_zero), "join_weighted")


def test_rules_of_the_library():
    entropy, largest, bounded = EntropyScore(), LargestPart(), BoundedEntropy(8)
    assert all(check(entropy, name) for name in RULE)
    for rule in (largest, bounded):
        assert check(rule, "subcomponent_monotone")
        assert check(rule, "subcomponent_normalized").status == "fails"
        assert check(rule, "subcomponent_consistent")


def test_a_rule_and_its_measure_are_checked_alike():
    one, two = (
        check(EntropyScore(), "triangle_inequality"),
        check("split_merge_entropy", "triangle_inequality"),
    )
    assert one.counterexample == two.counterexample
    assert check(SplitMerge(EntropyScore()), "conditionally_normalized")


def test_profile_has_the_rule_properties_only_where_there_is_a_rule():
    names = {v.property_name for v in profile(SplitMerge(gini), n=2, n_samples=0)}
    assert set(RULE) <= names
    assert not set(RULE) & {v.property_name for v in profile("ari", n=2, n_samples=0)}
    verdict = check("ari", "subcomponent_normalized")
    assert verdict.status == "undecided"
    assert "scoring rule" in verdict.how
    with pytest.raises(ClusterdiffError, match="no scoring rule"):
        Measured("ari").score((0, 1))
