"""expected and adjusted: compared with enumeration, each other, and adjusted measures."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import NULL_MODELS, adjusted, expected
from clusterdiff.chance._expected import adjust
from clusterdiff.chance._information_variance import information_std
from clusterdiff.sampling import Statistic, TableBatch
from tests.helpers.each import each, means
from tests.helpers.null_models import weights
from tests.helpers.partitions import pairs

NULLS = tuple(NULL_MODELS)
AFFINE = {m.name for m in cd.MEASURES.values() if m.facts.affine_in}
IN_PAIRS = {m.name for m in cd.MEASURES.values() if m.facts.affine_in == "pairs"}
ANYWAY = {name for name in IN_PAIRS if cd.MEASURES[name].facts.affine_given == "nothing"}
GIVEN_A = {name for name in IN_PAIRS if cd.MEASURES[name].facts.affine_given in {"nothing", "a"}}


FEW = ["rand", "jaccard", "normalized_mutual_information", "pair_sets_index"]


@pytest.fixture(scope="module")
def values():
    """Every measure on every pair of partitions of five elements, a few on those of six."""
    names = {5: [m.name for m in cd.MEASURES.values() if not m.facts.order_dependent], 6: FEW}
    tables = {n: [cd.Table.from_labels(x, y) for x, y in pairs(n)] for n in names}
    return {
        n: {name: np.array([cd.get_measure(name).on(t) for t in tables[n]]) for name in names[n]}
        for n in names
    }


CASES = [
    ([0, 0, 0, 1, 2], [0, 1, 1, 2, 2]),
    ([0, 0, 0, 0, 0], [0, 0, 1, 1, 2]),
    ([0, 1, 2, 3, 4], [0, 0, 0, 1, 1]),
    ([0, 0, 0, 1, 1, 2], [0, 1, 1, 1, 2, 2]),
]


# Under "all" the result depends only on the number of elements.
WITH_NULLS = [
    (null, k) for null in NULLS for k in range(len(CASES)) if null != "all" or k in {0, 3}
]


@pytest.mark.parametrize(("null", "case"), WITH_NULLS)
def test_mean_and_std_agree_with_full_enumeration(null, case, values):
    a, b = CASES[case]
    w = weights(null, a, b, pairs(len(a)))
    known = {name: v[w > 0] for name, v in values[len(a)].items() if np.isfinite(v[w > 0]).all()}
    w = w[w > 0]
    named = AFFINE | {"bcubed_precision"}
    for method, names in (("auto", known.keys() & named), ("enumeration", known)):
        for found in means(cd.Table.from_labels(a, b), names, null=null, method=method):
            v = known[found.measure]
            mean = np.sum(w * v)
            assert found.value == pytest.approx(mean, abs=1e-12, rel=1e-10), found
            if "sampling" not in found.method:
                assert found.std == pytest.approx(
                    np.sqrt(np.sum(w * (v - mean) ** 2)), abs=2e-8, rel=1e-7
                ), found
            assert found.error == 0


def test_infinite_values_have_an_infinite_mean():
    found = expected([0, 1, 2], [0, 0, 1], measure="minkowski_prime", null="all")
    assert (found.value, found.std) == (float("inf"), float("inf"))


@pytest.mark.parametrize(
    "null", [pytest.param(n, marks=[pytest.mark.slow] if n == "all" else []) for n in NULLS]
)
def test_closed_forms_agree_with_enumeration_for_seven_elements(null):
    names = AFFINE | {"bcubed_recall", "bcubed_precision"} if null == "permutation" else ANYWAY
    names = sorted(GIVEN_A if null.endswith("one_sided") else names)
    for a, b in [
        ([0, 0, 0, 1, 1, 2, 3], [0, 1, 1, 1, 1, 2, 2]),
        ([0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1, 2]),
    ]:
        table = cd.Table.from_labels(a, b)
        exact = means(table, names, null=null, method="enumeration")
        closed = means(table, names, null=null, method="closed")
        for found, right in zip(closed, exact, strict=True):
            assert found.value == pytest.approx(right.value, abs=1e-13, rel=1e-11), found
            assert found.std == pytest.approx(right.std, abs=1e-8, rel=1e-9), found


def test_variance_of_information_against_sampling():
    random = np.random.default_rng(1)
    a, b = random.integers(0, 3, 120), random.integers(0, 4, 120)
    table = cd.Table.from_labels(a, b)
    exact = information_std(table)
    found = expected(table, measure="mi[base=e]", method="sampled", n_samples=4000, tolerance=0)
    assert found.std == pytest.approx(exact, rel=0.06)
    assert abs(found.value - cd.expected_mutual_information(table, base="e")) < 4 * found.error


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("n", [60, 400])
def test_closed_forms_agree_with_sampling_within_four_standard_errors(null, n):
    random = np.random.default_rng(n)
    table = cd.Table.from_labels(random.integers(0, 5, n), random.integers(0, 7, n))
    names = ["rand", "mirkin_invariant", "russell_rao"] + [
        "adjusted_rand",
        "vi",
        "fmi",
        "bcubed_recall",
    ] * (null == "permutation")
    drawn = means(table, names, null=null, method="sampled", n_samples=600, tolerance=0, rng=3)
    closed = means(table, names, null=null, method="closed")
    for exact, found in zip(closed, drawn, strict=True):
        assert abs(exact.value - found.value) < 4 * found.error, found
        assert exact.std == pytest.approx(found.std, rel=0.2), found
        assert exact.error == 0


def test_the_pair_probability_at_large_n_continues_that_of_small_n():
    from clusterdiff.chance import _random_partitions as _nulls

    for k in (2, 20, 120, 240):
        side = _nulls.FixedCount(250, k)
        exact = float(side.together((2,)))
        side.exact = False
        assert side.pair() == pytest.approx(exact, rel=1e-11)
    side = _nulls.AnyCount(250)
    exact = float(side.together((2,)))
    side.exact = False
    assert side.pair() == pytest.approx(exact, rel=1e-12)
    assert _nulls.FixedCount(10**7, 10).pair() == pytest.approx(0.1, rel=1e-6)
    assert _nulls.FixedCount(10**6, 1).pair() == 1
    assert _nulls.FixedCount(10**6, 10**6).pair() == 0


def test_adjusted_agrees_with_the_measures_that_are():
    random = np.random.default_rng(5)
    for _ in range(30):
        n = int(random.integers(2, 30))
        a, b = (
            random.integers(0, random.integers(1, 6), n),
            random.integers(0, random.integers(1, 6), n),
        )
        for raw, ready in [
            ("rand", "adjusted_rand"), ("hubert_gamma_prime", "adjusted_rand"),
            ("mirkin", "adjusted_rand"), ("pair_f", "adjusted_rand"),
            ("fowlkes_mallows", "adjusted_fowlkes_mallows"), ("nmi", "ami"),
            ("nmi[by=max]", "ami[by=max]"), ("mi", "ami[by=min]"), ("vi", "avi"),
        ]:  # fmt: skip
            assert adjusted(a, b, measure=raw).value == pytest.approx(
                cd.get_measure(ready)(a, b), abs=1e-9
            ), (raw, a, b)
        assert adjusted(a, b, measure="adjusted_rand").value == pytest.approx(
            cd.adjusted_rand(a, b), abs=1e-12
        )


def test_limit_cases():
    top, bottom, halves = [0, 0, 0, 0], [0, 1, 2, 3], [0, 0, 1, 1]
    for name, m in cd.MEASURES.items():
        if m.direction == "description":
            continue
        for x in (top, bottom, halves):
            assert adjusted(x, x, measure=name).value == 1.0, name
        for x, y in product((top, bottom, halves), repeat=2):
            found = adjusted(x, y, measure=name).value
            assert np.isfinite(found), name
            if x != y:
                assert found <= 1e-12, name
    found = adjusted(halves, bottom, measure="purity")
    assert (found.value, found.by_convention) == (0.0, "chance already gives the best value")
    with cd.strict(), pytest.raises(cd.Undefined, match="chance already"):
        adjusted(halves, bottom, measure="purity")


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [1, 2, 4, 8, 20])
def test_random_labels_score_zero_whatever_the_number_of_clusters(clusters):
    """Rezaei & Fränti, fig. 10: raw measures rise with K, adjusted ones stay at 0."""
    random = np.random.default_rng(clusters)
    names = [
        "rand",
        "nmi",
        "psi",
        "purity",
        "f_measure",
        "classification_accuracy",
        "invariant_van_dongen",
        "vi",
    ]
    a = np.repeat(np.arange(5), 20)
    rows = np.array(
        [
            [
                x.value
                for x in each(
                    adjusted,
                    a,
                    random.integers(0, clusters, 100),
                    measures=names,
                    n_samples=100,
                    rng=i,
                )
            ]
            for i in range(12)
        ]
    )
    error = rows.std(axis=0, ddof=1) / 12**0.5 + 3e-3
    assert (np.abs(rows.mean(axis=0)) < 4 * error).all()
    if clusters == 20:
        assert cd.purity(a, random.integers(0, clusters, 100)) > 0.3


def test_user_defined_measures_and_functions_are_accepted_everywhere():
    a, b = [0, 0, 0, 1, 1, 2], [0, 1, 1, 1, 2, 2]

    @cd.measure(
        label="Pairs lost",
        symbol="X",
        direction="distance",
        bounds=(0.0, 1.0),
        best=0.0,
        symmetric=False,
        metric=False,
        references=(),
    )
    def lost(p: cd.summaries.PairCounts, /) -> float:
        """Share of the pairs of a that b takes apart."""
        return p.only_a / p.in_a if p.in_a else 0.0

    def apart(x, y):
        return float(
            np.mean([(x[i] == x[j]) != (y[i] == y[j]) for i in range(len(x)) for j in range(i)])
        )

    assert expected(a, b, measure=lost).value == pytest.approx(
        1 - expected(a, b, measure="wallace_a").value
    )
    assert expected(a, b, measure=apart).value == pytest.approx(
        1 - expected(a, b, measure="rand").value
    )
    assert adjusted(a, b, measure=apart).value == pytest.approx(cd.adjusted_rand(a, b))
    assert each(adjusted, a, b, measures=[lost, apart, "ari"])[2].value == cd.adjusted_rand(a, b)
    assert expected(a, b, measure="nmi[by=joint]").method == "enumeration"
    assert expected(a, b, measure="ari.distance").value == pytest.approx(1.0)


def test_same_seed_same_result_and_tolerance_stops():
    random = np.random.default_rng(0)
    a, b = random.integers(0, 10, 500), random.integers(0, 10, 500)
    first, again, other = (expected(a, b, measure="psi", rng=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert abs(first.value - other.value) < 5 * (first.error + other.error)
    assert first.n_samples < expected(a, b, measure="psi", tolerance=0.0005).n_samples
    assert first.error <= 0.002 * (1 - first.value)


def test_sparse_tables_are_drawn_too():
    a = np.arange(400) // 2
    found = expected(a, a, measure="rand", method="sampled", n_samples=300, tolerance=0)
    assert abs(found.value - expected(a, a, measure="rand").value) < 4 * found.error
    with pytest.raises(cd.ClusterdiffError, match="fewer than 10⁹ elements"):
        expected(cd.Table.from_counts([0, 0, 1, 1], [0, 1, 0, 1], [10**10] * 4), measure="psi")
    assert expected(
        cd.Table.from_counts([0, 0, 1, 1], [0, 1, 0, 1], [10**10] * 4), measure="rand"
    ).value == pytest.approx(0.5)


def test_batches_give_what_the_measures_give():
    random = np.random.default_rng(2)
    dense = random.integers(0, 4, (8, 4, 5)) * (random.random((8, 4, 5)) < 0.6)
    dense[:, 0, 0] += 20 - dense.sum(axis=(1, 2)) + dense.sum(axis=(1, 2)).max()
    dense = np.concatenate([dense, np.zeros((1, 4, 5), int)])
    dense[-1, :3, :3] = np.diag([5, 5, dense[0].sum() - 10])  # equal partitions, and empty clusters
    stack = TableBatch.of_dense(dense)
    for m in cd.MEASURES.values():
        right = [m.on(cd.Table.from_matrix(x)) for x in dense]
        assert stack.values(Statistic.of(m)) == pytest.approx(right, rel=1e-9, abs=1e-9), m.name


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: expected([0, 1], [0, 1], measure="ari", null="none"),
            "null must be one of permutation",
        ),
        (
            lambda: expected([0, 1], [0, 1], measure="ari", method="guess"),
            "method must be one of auto",
        ),
        (
            lambda: expected([0, 1], [0, 1], measure="psi", method="closed"),
            "pair_sets_index has no closed form",
        ),
        (
            lambda: expected([0, 1], [0, 1], measure="psi", n_samples=1),
            "samples must be an integer of at least 2",
        ),
        (lambda: expected([0, 1], [0, 1], measure="psi", rng=-1), "rng must be"),
        (lambda: expected([0, 1], [0, 1], measure="psi", tolerance=-1), "tolerance must be"),
        (lambda: expected([0, 1], [0, 1], measure="psi", tolerance="x"), "tolerance must be"),
        (lambda: adjusted([0, 1], [0, 1], measure="psi", tolerance=None), "tolerance must be"),
        (lambda: expected([0, 1], [0, 1], measure=""), "must name a measure"),
        (lambda: adjusted([0, 1], [0, 1], measure=[]), "must be a name, a Measure or"),
        (lambda: expected([0, 1], [0, 1], measure="nmi[by=max"), "without a closing one"),
        (lambda: expected([0, 1], [0, 1], measure=3), "measure must be a name"),
        (lambda: expected([0, 1], [0, 1], measure="psy"), "Unknown measure"),
        (
            lambda: adjusted([0, 1], [0, 1], measure="entropy"),
            "entropy cannot be adjusted: it has no best value",
        ),
        (
            lambda: expected(
                np.arange(99) % 9, np.arange(99) % 8, measure="psi", method="enumeration"
            ),
            "more than 1,000,000 tables",
        ),
    ],
)
def test_invalid_arguments_are_refused_in_one_sentence(call, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        call()


def test_results_read_as_a_line_and_are_data():
    found = adjusted([0, 0, 1, 2], [0, 0, 1, 1], measure="rand")
    assert repr(found).startswith("adjusted rand: 0.5714 (0.8333, chance 0.6111, best 1")
    assert found.to_dict()["expected"]["method"] == "closed form"
    assert float(found.expected) == found.expected.value


def test_a_closed_mean_of_a_huge_table_gets_its_enumerated_spread():
    table = cd.Table.from_matrix([[10**9, 1], [1, 2]])
    found = expected(table, measure="bcubed_precision")
    assert found.std > 0
    assert found.method == "closed form, std by enumeration"


@pytest.mark.parametrize("sides", [(50, 50), (50, 4), (4, 50), (1, 50), (1, 7)])
@pytest.mark.parametrize("name", ["jaccard", "purity", "inverse_purity", "psi", "rmi", "bcubed_f"])
def test_one_cluster_or_singletons_leave_one_table(sides, name):
    a, b = (np.arange(50) % k for k in sides)
    found = expected(a, b, measure=name)
    assert (found.value, found.std, found.error) == (cd.get_measure(name)(a, b), 0, 0)
    assert found.method == "enumeration"


def test_a_sampled_mean_is_never_called_exact():
    """Random tables rarely differ from the best value, which is also the observed one."""
    a, b = np.arange(40_000), np.zeros(40_000, int)
    a[-1] = a[-2]
    b[:2] = 1, 2
    found = expected(a, b, measure="inverse_purity", n_samples=200)
    assert (found.value, found.error) == (1, 0.005)


@pytest.mark.parametrize("name", ["rand", "variation_of_information", "mcconnaughey"])
def test_the_error_of_an_adjusted_value_is_that_of_its_mean(name):
    """The adjusted value changes by its error if the mean changes by a little of its own."""
    statistic = Statistic.of(name)
    table = cd.Table.from_matrix([[6, 1, 2], [1, 7, 1]])
    chance = replace(expected(table, measure=name, method="closed"), error=1e-6)
    found = adjust(statistic, table, chance)
    low, high = (
        adjust(statistic, table, replace(chance, value=chance.value + x)).value
        for x in (-chance.error, chance.error)
    )
    assert found.error == pytest.approx(abs(high - low) / 2, rel=1e-6)
    best = statistic.best(table)
    assert found.value == pytest.approx((found.observed - chance.value) / (best - chance.value))


@pytest.mark.parametrize("name", ["purity", "classification_accuracy"])
def test_a_mean_too_close_to_the_best_value_has_a_note(name):
    table = cd.Table.from_matrix([[10**13, 1], [1, 2]])
    found = adjusted(table, measure=name)
    assert found.value == 0
    assert "its distance has more" in found.by_convention
    distance = adjusted(table, measure=cd.get_measure(name).distance)
    assert distance.value == pytest.approx(1 / 3 if name == "purity" else 2 / 3, rel=1e-6)
