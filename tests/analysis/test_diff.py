"""diff and decompose: costs add up to the measure, and sentences describe the changes."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff.analysis._diff import KINDS, record_columns, totals_of

PAIRS = st.integers(1, 20).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 6), min_size=n, max_size=n),
        st.lists(st.integers(0, 6), min_size=n, max_size=n),
    )
)
SUMS = [
    "rand",
    "mutual_information",
    "nvi[by=log_n]",
    "nvi[by=clusters]",
    "nvi[by=clusters,k_max=9]",
    "invariant_van_dongen",
    "classification_accuracy",
    "split_merge_entropy",
    "vi",
    "vi[base=e]",
    "van_dongen",
    "mirkin",
    "mirkin_invariant",
    "transfer_distance",
    "classification_error",
    "purity",
    "inverse_purity",
    "goodman_kruskal",
    "f_measure",
    "bcubed_precision",
    "bcubed_recall",
    "element_centric",
    "joint_entropy",
    "entropy",
    "conditional_entropy",
    "hubert_gamma_prime",
    "russell_rao",
]


@pytest.mark.parametrize("name", SUMS)
@settings(max_examples=15)
@given(pair=PAIRS)
def test_decomposition_adds_up(name, pair):
    parts = cd.decompose(*pair, measure=name)
    assert parts.total == pytest.approx(parts.value, rel=1e-12, abs=1e-12)
    assert sum(term.size for term in parts.terms) == len(pair[0])


def test_measures_that_are_not_sums_are_errors():
    with pytest.raises(cd.ClusterdiffError, match="normalized_mutual_information cannot be split"):
        cd.decompose([0, 1], [0, 1], measure="nmi")
    with pytest.raises(cd.ClusterdiffError, match="cannot be split into costs"):
        cd.diff([0, 1], [0, 1], measure="ari")


@settings(max_examples=100)
@given(pair=PAIRS)
def test_costs_add_up_to_the_distances(pair):
    d = cd.diff(*pair, min_share=0)
    assert sum(c.costs.vi for c in d.changes) == pytest.approx(
        cd.variation_of_information(*pair), abs=1e-12
    )
    assert sum(c.costs.van_dongen for c in d.changes) == cd.van_dongen(*pair)
    assert sum(c.costs.mirkin for c in d.changes) == cd.mirkin(*pair)
    assert (
        sum(c.costs.transfer_distance for c in d.changes)
        == sum(flow.size for flow in d.flows)
        == cd.transfer_distance(*pair)
    )
    assert sum(cut.cost for cut in (*d.splits, *d.merges)) == pytest.approx(d.value, abs=1e-12)
    assert sum(c.cost for c in (*d.clusters_a, *d.clusters_b)) == pytest.approx(d.value, abs=1e-12)
    assert d.element_costs().sum() == pytest.approx(d.value, abs=1e-12)
    costs = [c.cost for c in d.changes]
    assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize(
    "cost",
    [
        "vi",
        "van_dongen",
        "mirkin",
        "classification_error",
        "rand",
        "split_merge_entropy",
        "nvi[by=log_n]",
    ],
)
@settings(max_examples=30)
@given(pair=PAIRS)
def test_any_sum_can_be_the_cost(cost, pair):
    measure = cd.get_measure(cost)
    total = measure(*pair) if measure.direction == "distance" else 1 - measure(*pair)
    found = cd.diff(*pair, measure=cost, min_share=0)
    assert found.total_cost == pytest.approx(total, abs=1e-12)
    assert found.scattered_cost == 0
    assert sum(c.cost for c in found.changes) == pytest.approx(total, abs=1e-12)


@settings(max_examples=100)
@given(pair=PAIRS)
def test_clusters_have_their_best_match(pair):
    a, b = map(np.array, pair)
    for cluster in cd.diff(a, b).clusters_a:
        inside = b[a == cluster.name]
        counts = np.bincount(inside)
        assert cluster.size == len(inside)
        assert cluster.parts == np.count_nonzero(counts)
        assert counts[cluster.best_match] == counts.max()
        assert cluster.kept == pytest.approx(counts.max() / len(inside))
        shares = counts[counts > 0] / len(inside)
        assert cluster.entropy == pytest.approx(-(shares * np.log2(shares)).sum(), abs=1e-12)


@settings(max_examples=60)
@given(pair=PAIRS)
def test_script_turns_a_into_b_and_back(pair):
    a, b = map(cd.Partition, pair)
    script = cd.diff(*pair).script()
    assert a.apply(script) == b
    assert b.apply([step.inverse for step in reversed(script)]) == a


# Xiang et al. 2012, figures 1 and 2, one component of each kind.
XIANG_A = {1: "A", 2: "B", 3: "C", 4: "D", 5: "D", 6: "E", 7: "E", 8: "F", 9: "F"}
XIANG_B = {1: "p", 2: "q", 3: "q", 4: "r", 5: "s", 6: "t", 8: "t", 7: "u", 9: "u"}


def test_xiang_figure_1_component_by_component():
    d = cd.diff(XIANG_A, XIANG_B, min_share=0)
    changes = d.of_kind(*KINDS)
    found = {c.kind: (c.clusters_a, c.clusters_b, c.size) for c in changes}
    assert found == {
        "kept": (("A",), ("p",), 1),
        "merged": (("B", "C"), ("q",), 2),
        "split": (("D",), ("r", "s"), 2),
        "mixed": (("E", "F"), ("t", "u"), 4),
    }
    assert [c.sentence for c in changes] == [
        "E, F → t, u: 2 of 4 elements moved",
        "B (1) + C (1) → q",
        "D → r (1), s (1)",
        "A → p: all stay",
    ]
    assert d.renames == (("A", "p", 1),)
    assert d.to_networkx().number_of_nodes() == 6 + 9 + 6
    assert d.to_networkx().number_of_edges() == 2 * d.table.nnz == 18


def test_as_data_text_and_html():
    d = cd.diff(XIANG_A, XIANG_B, min_share=0)
    assert d.to_dict()["changes"][0]["kind"] == "mixed"
    assert list(d.to_frame("flows").columns) == ["source", "target", "size", "kind", "to", "cost"]
    assert len(d.to_frame()) == 3
    assert len(d.to_frame(kept=True)) == 4
    assert "<table" in d._repr_html_()
    assert "kept    A→p" in repr(d)
    assert repr(cd.diff([0, 0], [1, 1])).splitlines()[2:] == [
        "      kept    0→1",
        "The two clusterings are the same, apart from the names of clusters.",
    ]


def test_large_diffs_stay_readable():
    random = np.random.default_rng(0)
    a = random.integers(0, 500, 20_000)
    b = np.where(random.random(20_000) < 0.1, random.integers(0, 500, 20_000), a)
    lines = repr(cd.diff(a, b)).splitlines()
    assert len(lines) <= 30
    assert any("moved" in line and line.endswith("smaller") for line in lines)
    mixed = repr(cd.diff(a, b, min_share=0)).splitlines()
    assert any("merged" in line and line.endswith("+ 487 smaller") for line in mixed)
    pieces = repr(cd.diff(np.arange(2000) // 2, np.arange(2000))).splitlines()
    assert any("split" in line and line.endswith("+ 992 smaller") for line in pieces)


def test_elements_need_labels():
    table = cd.Table.from_matrix([[2, 1], [0, 3]])
    assert cd.diff(table).value == pytest.approx(cd.variation_of_information(table))
    with pytest.raises(cd.ClusterdiffError, match="labels of every element"):
        cd.diff(table).element_costs()


def test_weights_leave_no_element_costs_that_could_be_wrong():
    d = cd.diff([0, 0, 1], [1, 1, 2], weights=[2, 0, 1])
    for call in (d.element_costs, d.moved, lambda: d.elements(d.clusters_a[0])):
        with pytest.raises(cd.ClusterdiffError, match="labels of every element"):
            call()


def test_one_way_moves():
    before, after = ["Ann", "Ann", "Ann", "Bob", "Bob"], ["Ann", "Ann", "Bob", "Bob", "Bob"]
    moved = "Ann, Bob → Ann, Bob: 1 of 5 elements moved"
    assert cd.diff(before, after, min_share=0).changes[0].sentence == moved
    assert [c.sentence for c in cd.diff(before, after).changes] == [
        "Ann → Ann: 2 stay, 1 leave, 0 join",
        "Bob → Bob: 2 stay, 0 leave, 1 join",
        "1 element in overlaps too small to be named",
    ]


def test_costs_need_a_best_value():
    with pytest.raises(cd.ClusterdiffError, match="fixed best value"):
        cd.diff([0, 0, 1], [0, 1, 1], measure="mi")


def test_labels_of_a_are_before_the_arrow():
    before, after = ["1"] * 4 + ["2"] * 4, ["2"] * 4 + ["1"] * 2 + ["3"] * 2
    d = cd.diff(before, after)
    assert [c.sentence for c in d.of_kind("split", "kept")] == [
        "2 → 1 (2), 3 (2)",
        "1 → 2: all stay",
    ]
    assert "change  a → b\n" in repr(d)
    named = cd.diff({"x": before, "y": after}, "x", "y")
    assert "change  x → y\n" in repr(named)


def test_every_change_is_in_the_records():
    a = np.arange(200) // 2
    d = cd.diff(a, np.arange(200))
    rows = d.records()
    assert len(rows) == 100
    assert rows[0].keys() >= {"cost", "kind", "size", "clusters_a", "clusters_b", "gain", "loss"}
    assert "sentence" not in rows[0]
    assert len(d.records("splits")) == 200  # one row per part
    assert d.records("merges") == []
    assert len(cd.diff(a, a).records(kept=True)) == 100
    with pytest.raises(cd.ClusterdiffError, match="what must be one of"):
        d.to_frame("everything")


@pytest.mark.parametrize(
    "what",
    ["changes", "splits", "merges", "flows", "clusters_a"],
)
def test_columns_are_those_of_the_records(what):
    a = np.r_[np.repeat([0, 1, 2, 3], 30), 0, 0]
    b = np.r_[np.repeat([5, 6, 7, 8], [15, 15, 30, 60]), 7, 8]
    rows = cd.diff(a, b, min_share=0.2).records(what)
    assert tuple(rows[0]) == record_columns(what)


def test_columns_are_documented():
    page = (Path(__file__).parents[2] / "docs" / "diff.md").read_text(encoding="utf-8")
    for what in ("changes", "splits", "flows", "clusters_a"):
        (row,) = (line for line in page.splitlines() if line.startswith(f"| `{what}`"))
        named = re.findall(r"`([a-z_]+)`", row.split("|")[2])
        assert tuple(named) == record_columns(what)


def test_notebooks_show_the_changes_and_the_flow():
    a, b = np.repeat([0, 1, 2], 30), np.repeat([0, 1, 3], [30, 45, 15])
    html = cd.diff(a, b)._repr_html_()
    assert "elements moved" in html
    assert html.count("<svg") == 1
    assert "<svg" not in cd.diff(a, a)._repr_html_()


def test_labels_of_a_file_print_as_ten_values(tmp_path):
    rows = "".join(f"e{i},{i % 3}\n" for i in range(50))
    (tmp_path / "labels.csv").write_text(f"id,label\n{rows}")
    labels = cd.read_labels(tmp_path / "labels.csv")
    assert repr(labels).startswith("{'e0': 0, 'e1': 1, ")
    assert repr(labels).endswith("'e9': 0, … and 40 more}")


@pytest.mark.parametrize("measure", ["vi", "mirkin"])
def test_totals_are_those_of_the_changes(measure):
    random = np.random.default_rng(3)
    a = np.repeat(np.arange(12), 20)
    b = np.where(random.random(240) < 0.1, random.integers(0, 12, 240), np.minimum(a, 10))
    found = cd.diff(a, b, measure=measure)
    for kinds in (("kept",), ("merged", "new"), ("kept", "merged", "scattered")):
        rows = found.of_kind(*kinds)
        assert len(rows)
        size, cost = totals_of(found, rows)
        assert size == sum(row.size for row in rows) > 0
        assert cost == pytest.approx(sum(float(row.cost) for row in rows))
        assert (cost > 0) == (kinds != ("kept",))
