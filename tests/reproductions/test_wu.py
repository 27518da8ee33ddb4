"""Wu, Xiong & Chen 2009: its tables against scikit-learn, scipy and arithmetic by hand."""

import json
import re
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from scipy import sparse
from scipy.stats import kendalltau
from sklearn import metrics

import clusterdiff as cd
from reproductions._report import AGREES, CONTRADICTED, NOT_REACHED, UNEXPLAINED
from reproductions.wu_2009 import (
    agreement,
    data_sets,
    documents,
    experiments,
    normalization,
    properties,
    simulation,
    tables,
    uniform_effect,
)


@pytest.mark.parametrize(
    "section",
    [
        uniform_effect.tables_3_and_4,
        simulation.figure_1,
        data_sets.table_6,
        data_sets.table_8,
        agreement.table_11,
        normalization.table_5,
    ],
    ids=lambda section: section.__name__,
)
def test_sections_that_are_quick_leave_nothing_unexplained(section):
    assert UNEXPLAINED not in {check.verdict for check in section().checks}


def test_all_26_numbers_of_table_4_are_compared():
    items = [
        check.item
        for check in uniform_effect.tables_3_and_4().checks
        if check.item.startswith("Table 4")
    ]
    assert len(items) == len(set(items)) == 26


def test_table_8_has_all_29_data_sets_and_leukemia_is_not_reached():
    checks = data_sets.table_8().checks
    whole = [c for c in checks if re.fullmatch(r"Table 8: [a-zA-Z0-9]+", c.item)]
    assert len(whole) == len(data_sets.CLASS_SIZES) == len(data_sets.SOURCES) == 29
    assert [c.item for c in whole if c.verdict != AGREES] == ["Table 8: Leukemia"]
    joint = zip(*(data_sets.CLASS_SIZES[name] for name in ("la1", "la2")), strict=True)
    assert tuple(sum(sizes) for sizes in joint) == data_sets.CLASS_SIZES["la12"]
    topics = sorted(data_sets.CLASS_SIZES["k1a"], reverse=True)
    kept = [n for n in data_sets.CLASS_SIZES["k1b"] if n in topics]  # k1b merges 15 classes of k1a
    assert len(kept) == 5
    assert sum(topics) - sum(kept) == 1389


def test_table_1_has_its_order():
    assert list(tables.RAW) == [
        "E",
        "P",
        "F",
        "VI",
        "MI",
        "R",
        "J",
        "FM",
        "Γ",
        "Γ'",
        "MS",
        "ε",
        "VD",
        "MAP",
        "GK",
        "M",
    ]


def test_table_12_has_35_entries():
    assert sum(map(len, properties.TABLE_12.values())) == 35


def test_normalized_measures_as_in_scikit_learn():
    rng = np.random.default_rng(5)
    for _ in range(20):
        a, b = rng.integers(0, 4, 50), rng.integers(0, 3, 50)
        table = cd.Table.from_labels(a, b)
        ari = metrics.adjusted_rand_score(a, b)
        assert tables.value("R_n", table) == pytest.approx(ari, abs=1e-12)
        assert tables.value("MS'_n", table) == pytest.approx(1 - ari, abs=1e-12)
        assert tables.value("VI_n", table) == pytest.approx(
            1 - metrics.normalized_mutual_info_score(a, b), abs=1e-12
        )


def test_the_classes_are_the_reference():
    table = tables.with_classes_first(tables.TABLE_3["I"])
    assert table.row_sizes.tolist() == [30, 2, 6, 10, 2]
    assert tables.variation(table.row_sizes) == pytest.approx(
        np.std([30, 2, 6, 10, 2], ddof=1) / 10
    )


def test_least_f_is_a_lower_bound_that_procedure_1_computes():
    table = cd.Table.from_matrix(
        [[3, 1], [0, 4], [1, 1]]
    )  # classes of 4, 4, 2, clusters of 4 and 6
    assert normalization.least_f(table) == pytest.approx(
        2 / 10 * (2 / (1 + 6 / 2) + 4 / (1 + 6 / 4))
    )


def test_the_mixture_has_the_stated_sizes_and_centers():
    points, classes = simulation.mixture(1000, 0.5, np.random.default_rng(0))
    assert np.bincount(classes).tolist() == [5000, 1000]
    assert points[classes == 1].mean(axis=0) == pytest.approx([-2, 0], abs=0.1)  # n₁ is the first
    assert points[classes == 0].mean(axis=0) == pytest.approx([2, 0], abs=0.1)
    assert points[classes == 0].var(axis=0) == pytest.approx([0.5, 0.5], abs=0.05)


def test_tau_b_of_eight_points_with_one_tie():
    x = [1, 2, 3, 4, 5, 6, 7, 7]
    best = kendalltau(x, [1, 2, 3, 4, 5, 7, 6, 8]).statistic
    assert round(25 / sqrt(27 * 28), 2) == 0.91 == round(best, 2)


def test_p4_and_p5_mean_what_the_paper_says():
    assert properties.poorest_if_independent("normalized_van_dongen") == ""
    assert properties.poorest_if_independent("adjusted_rand") != ""
    assert properties.best_if_equal("normalized_f_measure") == ""


def test_the_example_of_table_11():
    first, second = (tables.with_classes_first(m) for m in tables.TABLE_10.values())
    found = [metrics.adjusted_rand_score(*_labels(t)) for t in (first, second)]
    assert np.round(found, 4).tolist() == [0.1602, 0.2366]


def _labels(table):
    cells = table.to_scipy().toarray()
    rows, cols = np.indices(cells.shape).reshape(2, -1)
    return np.repeat(rows, cells.ravel()), np.repeat(cols, cells.ravel())


def tau_by_hand(x, y):
    """Return concordant minus discordant pairs over the pairs that are not tied."""
    every = list(combinations(range(len(x)), 2))
    signs = [(np.sign(x[i] - x[j]), np.sign(y[i] - y[j])) for i, j in every]
    above = sum(s * t for s, t in signs)
    return above / sqrt(sum(s != 0 for s, _ in signs) * sum(t != 0 for _, t in signs))


def test_the_consistency_is_kendalls_tau_b_with_negated_distances():
    rng = np.random.default_rng(0)
    found = [
        cd.Table.from_labels(rng.integers(3, size=30), rng.integers(4, size=30)) for _ in "x" * 12
    ]
    names = ["adjusted_rand", "normalized_minkowski", "variation_of_information", "purity"]
    merits = [
        [(-1 if m.direction == "distance" else 1) * m.on(t) for t in found]
        for m in map(cd.get_measure, names)
    ]
    expected = [[tau_by_hand(np.round(x, 10), np.round(y, 10)) for y in merits] for x in merits]
    kappa = agreement.kendall(found, names)
    assert kappa == pytest.approx(np.array(expected))
    assert kappa[0, 1] == pytest.approx(1)  # MS'_n = 1 - ARI


def test_the_record_has_every_run_and_the_classes_of_the_paper():
    found = json.loads(data_sets.RECORD.read_text(encoding="utf-8"))
    assert {len(runs) for runs in found["benchmark"].values()} == {len(documents.SEEDS)}
    assert set(documents.SETS) - set(found["benchmark"]) == {"re1"}  # two classes, one label
    assert {name: len(runs[0]) for name, runs in found["other_classes"].items()} == {"re1": 24}
    for name, runs in found["benchmark"].items():
        for table in map(np.array, runs):
            assert sorted(table.sum(axis=1)) == sorted(data_sets.CLASS_SIZES[name])
            assert table.shape[1] == len(data_sets.CLASS_SIZES[name])
    assert set(found["la2"]) == {str(k) for k in documents.KS}
    for run in found["hitech"]:
        for (small, large, *_), group in zip(data_sets.TABLE_6, run, strict=True):
            assert len(group) == documents.SAMPLES
            assert {tuple(np.sum(t, axis=1)) for t in group} == {
                (small, small, small, large, small, small)
            }


@pytest.mark.parametrize(
    "section",
    [
        experiments.figure_2b,
        experiments.table_7_sampled,
        experiments.figures_4_and_5,
        experiments.table_9,
        experiments.figure_6,
    ],
    ids=lambda section: section.__name__,
)
def test_the_experiments_need_no_data(section):
    assert UNEXPLAINED not in {check.verdict for check in section().checks}


def test_a_statement_that_no_repetition_gives_is_not_called_agreement():
    found = {c.item: c.verdict for c in experiments.table_7_sampled().checks if "weak" in c.paper}
    assert found["Sec. 4.3 on Table 7, sampled: ε"] == CONTRADICTED
    assert found["Sec. 4.3 on Table 7, sampled: F"] == NOT_REACHED


def test_no_verdict_changes_if_re1_is_added(monkeypatch):
    def verdicts():
        checks = (*experiments.figures_4_and_5().checks, *experiments.table_9().checks)
        return [(c.item, c.verdict) for c in checks]

    found = experiments.record()
    with_re1 = found | {"benchmark": found["benchmark"] | found["other_classes"]}
    before = verdicts()
    experiments.kappas.cache_clear()
    monkeypatch.setattr(experiments, "record", lambda: with_re1)
    assert len(experiments.chosen()) == 20
    assert verdicts() == before
    experiments.kappas.cache_clear()


def test_pair_forms_are_those_of_the_library():
    for table in normalization.random_tables(20):
        for label, x in normalization.pair_forms(table).items():
            assert x == pytest.approx(tables.value(label, table), abs=1e-12), label


def _written(folder, name, counts, classes):
    rows = sparse.csr_matrix(counts)
    arrays = {"indptr": rows.indptr, "indices": rows.indices, "data": rows.data}
    np.savez(folder / f"{name}.npz", shape=rows.shape, labels=classes, **arrays)


def test_collections_are_read_weighted_and_clustered(tmp_path):
    rng = np.random.default_rng(0)
    classes = np.repeat([0, 1, 2], 20)
    counts = rng.poisson(0.2, (60, 30))
    for k in range(3):
        counts[classes == k, 10 * k : 10 * k + 10] += rng.poisson(3, (20, 10))
    for name in ("la1", "la2"):
        _written(tmp_path, name, counts, classes)
    both, labels = documents.load(tmp_path, "la12")
    assert both.shape == (120, 30)
    assert labels.tolist() == [*classes, *classes]
    rows = documents.weighted(both)
    assert np.asarray(rows.multiply(rows).sum(axis=1)).ravel() == pytest.approx(np.ones(120))
    found = documents.spherical_kmeans(rows, 3, np.random.default_rng(0))
    assert cd.adjusted_rand(labels, found) == 1
    with pytest.raises(FileNotFoundError, match=r"does not have cacmcisi\.npz"):
        documents.run(tmp_path, print)


def test_idf_drops_terms_of_every_document():
    rows = documents.weighted(sparse.csr_matrix([[1.0, 2, 0], [1, 0, 3]]))
    assert rows.toarray().tolist() == [[1, 0], [0, 1]]


def test_a_record_is_written_as_it_was(tmp_path):
    found = json.loads(data_sets.RECORD.read_text(encoding="utf-8"))
    documents.write(found, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == data_sets.RECORD.read_bytes()
