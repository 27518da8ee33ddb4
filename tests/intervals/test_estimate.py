"""estimate: measures of a population from a labeled sample of its true clusters."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError, OptionError
from clusterdiff.intervals._estimate import RATIOS


def population(seed, number=200):
    random = np.random.default_rng(seed)
    truth = np.repeat(np.arange(number), random.integers(1, 5, number))
    found = truth.copy()
    changed = random.random(len(truth)) < 0.15
    found[changed] = random.integers(0, number, changed.sum())
    return truth, found


def sampled(truth, clusters):
    return {i: int(label) for i, label in enumerate(truth) if label in clusters}


def keyed(labels):
    return dict(enumerate(labels.tolist()))


@pytest.mark.parametrize("seed", range(3))
def test_a_sample_of_everything_has_the_values_of_the_measures(seed):
    truth, found = population(seed)
    for each in cd.estimate(truth, found):
        value = cd.get_measure(each.measure)(truth, found)
        assert each.value == pytest.approx(value, rel=1e-12), each.measure


@pytest.mark.parametrize("name", RATIOS)
def test_totals_over_samples_are_those_of_the_population(name):
    """The mean of each total over all samples of one cluster is that of the population."""
    truth, found = population(5, number=12)
    ratio = RATIOS[name]
    from clusterdiff.intervals._estimate import totals_of_clusters

    ones, sizes = np.ones(len(truth), np.int64), np.bincount(found)
    whole, _ = totals_of_clusters(truth, found, ones, sizes)
    parts = [
        totals_of_clusters(truth[truth == k], found[truth == k], ones[truth == k], sizes)[0]
        for k in range(12)
    ]
    for total in ratio.totals:
        assert sum(float(part[total].sum()) for part in parts) == pytest.approx(whole[total].sum())


def test_pairs_with_elements_outside_of_the_sample_count():
    """A merge with an entity that is not in the sample is an error; intersect does not see it."""
    truth = {i: i // 2 for i in range(400)}
    found = {i: i // 4 for i in range(400)}  # every entity is merged with another one
    sample = {i: label for i, label in truth.items() if label % 2 == 0}
    estimate = cd.estimate(sample, found, measures="pair_precision")["pair_precision"]
    exact = cd.get_measure("pair_precision")(truth, found)
    assert estimate.value == pytest.approx(exact) == pytest.approx(1 / 3)
    assert cd.get_measure("pair_precision")(sample, found, align="intersect") == 1


def test_sampling_in_proportion_to_size_is_weighted():
    truth, found = population(1)
    chosen = sampled(truth, set(range(0, 200, 2)))
    sizes = np.bincount(truth)
    weights = {int(k): 1 / sizes[k] for k in set(chosen.values())}
    by_size = cd.estimate(chosen, keyed(found), sampling="size")
    by_weight = cd.estimate(chosen, keyed(found), sampling=weights)
    scaled = cd.estimate(chosen, keyed(found), sampling={k: 1e6 * w for k, w in weights.items()})
    for one, two, three in zip(by_size, by_weight, scaled, strict=True):
        assert one.value == two.value == pytest.approx(three.value)
        assert (one.low, one.high) == pytest.approx((three.low, three.high))
    uniform = cd.estimate(chosen, keyed(found))
    assert by_size["bcubed_f"].value != uniform["bcubed_f"].value


def test_a_known_population_makes_intervals_narrower():
    truth, found = population(2)
    chosen = sampled(truth, set(range(150)))
    wide = cd.estimate(chosen, keyed(found))["bcubed_f"]
    narrow = cd.estimate(chosen, keyed(found), population=200)["bcubed_f"]
    assert narrow.std == pytest.approx(wide.std / 2)
    with pytest.raises(OptionError, match="population must be an integer of at least 150"):
        cd.estimate(chosen, keyed(found), population=20)


def test_a_few_large_clusters_leave_pair_measures_without_an_interval():
    truth = np.arange(4000) // 2
    found = truth.copy()
    found[:800] = 0
    estimates = cd.estimate(sampled(truth, set(range(500, 600))), keyed(found))
    for each in estimates:
        assert (each.low is None) == each.measure.startswith("pair_")
    assert "most of the predicted pairs" in estimates["pair_precision"].reason


def test_without_an_error_the_interval_is_not_empty():
    truth = np.arange(2000) // 2
    few, many = (
        cd.estimate(sampled(truth, set(range(k))), keyed(truth), measures="pair_f")["pair_f"]
        for k in (100, 500)
    )
    assert few.value == many.value == few.high == 1
    assert few.low < many.low < 1


def test_labels_that_are_missing_are_not_in_the_sample(tmp_path):
    truth, found = population(3)
    part = [int(k) if k < 60 else None for k in truth]
    expected = cd.estimate(sampled(truth, set(range(60))), keyed(found))
    for missing in ("raise", "drop", "singletons", "block"):  # they are about the prediction
        assert cd.estimate(part, found, missing=missing) == expected
    file = tmp_path / "both.csv"
    rows = (f"{'' if a is None else a},{b}" for a, b in zip(part, found, strict=True))
    file.write_text("truth,cluster\n" + "\n".join(rows) + "\n")
    assert cd.estimate(file, columns="truth,cluster") == expected


def test_wrong_input_is_refused():
    truth, found = population(4)
    sample = sampled(truth, set(range(50)))
    with pytest.raises(InputError, match=r"every element of the sample.*\nHint: pass the sample"):
        cd.estimate(keyed(found), sample)
    with pytest.raises(InputError, match="share none"):
        cd.estimate([None] * len(found), found)
    with pytest.raises(OptionError, match="adjusted_rand cannot be estimated"):
        cd.estimate(sample, keyed(found), measures="ari")
    with pytest.raises(OptionError, match="align has no effect"):
        cd.estimate(sample, keyed(found), align="intersect")
    with pytest.raises(OptionError, match="sampling"):
        cd.estimate(sample, keyed(found), sampling="sizes")
    with pytest.raises(InputError, match="a weight for each cluster"):
        cd.estimate(sample, keyed(found), sampling={0: 1.0})
    with pytest.raises(OptionError, match="positive"):
        cd.estimate(sample, keyed(found), sampling=dict.fromkeys(range(50), 0.0))


def test_noise_is_one_cluster_per_element():
    truth, found = population(6)
    lone = np.where(np.arange(len(found)) % 7 == 0, -1, found)
    alone = np.where(lone == -1, 1000 + np.arange(len(found)), found)
    sample = sampled(truth, set(range(80)))
    assert cd.estimate(sample, keyed(lone), noise_b=-1) == cd.estimate(sample, keyed(alone))


def test_it_prints_and_exports():
    truth, found = population(7)
    estimates = cd.estimate(
        sampled(truth, set(range(80))), keyed(found), measures="bcubed_f,pair_f"
    )
    assert str(estimates).startswith("Estimated from 80 true clusters with ")
    assert list(estimates.to_frame()["measure"]) == ["bcubed_f", "pair_f"]
    assert len(estimates) == 2
    assert estimates["bcubed_f"].value == estimates.to_dict()["estimates"][0]["value"]


def test_weights_of_any_scale_and_mapping_are_the_same():
    pd = pytest.importorskip("pandas")
    truth, found = population(8)
    sample = sampled(truth, set(range(60)))
    weights = {k: 1.0 + k % 3 for k in range(60)}
    expected = [each.value for each in cd.estimate(sample, keyed(found), sampling=weights)]
    scaled = [{k: w * times for k, w in weights.items()} for times in (1e-320, 1e307)]
    for given in (*scaled, pd.Series(weights)):
        values = [each.value for each in cd.estimate(sample, keyed(found), sampling=given)]
        assert values == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("wrong", [None, "x", float("nan"), float("inf"), -1, True])
def test_weights_are_positive_numbers(wrong):
    with pytest.raises(OptionError, match="sampling must have positive weights, got"):
        cd.estimate([0, 0, 1], [0, 0, 1], sampling={0: 1.0, 1: wrong})


@pytest.mark.parametrize("wrong", ["x", 2.5, float("nan"), 1, True])
def test_population_is_a_number_of_clusters(wrong):
    with pytest.raises(OptionError, match="population must be an integer of at least 2"):
        cd.estimate([0, 0, 1], [0, 0, 1], population=wrong)


def test_a_sample_of_the_whole_population_has_no_error():
    truth, found = population(9)
    for each in cd.estimate(truth, found, population=len(set(truth))):
        assert each.low == each.value == each.high
        assert each.std == 0


def test_equal_clusterings_without_pairs_have_the_best_value():
    alone, merged = np.arange(50), np.arange(50) // 2
    for name in ("pair_precision", "pair_recall", "pair_f"):
        each = cd.estimate(alone, alone, measures=name)[name]
        assert (each.value, each.reason) == (1, "no two elements of the sample are together")
    assert cd.estimate(alone, merged)["pair_recall"].value == 0


def test_one_cluster_and_one_element_are_singular():
    found = cd.estimate({"x": 1}, {"x": 1})
    assert str(found).startswith("Estimated from 1 true cluster with 1 of 1 element\n")
    with pytest.raises(InputError, match="it lacks 1 element "):
        cd.estimate({"x": 1, "y": 1}, {"x": 1})
