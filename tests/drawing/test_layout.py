"""Layouts: the order of clusters, and flow diagrams that add up."""

from itertools import combinations, pairwise, product

import numpy as np
import pytest

from clusterdiff import Table
from clusterdiff.drawing import (
    flow_diagram,
    joined_names,
    matched_order,
    moved_apart,
    place_labels,
    shown_lines,
)
from clusterdiff.errors import InputError


def tables(count=25, most=12):
    rng = np.random.default_rng(5)
    for _ in range(count):
        n, k = int(rng.integers(1, 400)), int(rng.integers(1, most))
        a = rng.integers(0, k, n)
        b = np.where(rng.random(n) < 0.2, rng.integers(0, k + 1, n), k - a)
        yield Table.from_labels(a, b)


def test_matched_order_is_a_permutation_and_partners_share_a_color():
    for table in tables():
        order = matched_order(table)
        assert sorted(order.rows.tolist()) == list(range(table.shape[0]))
        assert sorted(order.cols.tolist()) == list(range(table.shape[1]))
        shared = set(order.color_of_rows.tolist()) & set(order.color_of_cols.tolist())
        assert len(shared) == min(table.shape) or table.nnz < min(table.shape) ** 2
        assert len(set(order.color_of_rows.tolist())) == table.shape[0]


def test_renamed_clusters_lie_on_the_diagonal():
    a = np.repeat(np.arange(10), np.arange(1, 11))
    order = matched_order(Table.from_labels(a, (a * 7 + 3) % 10))
    table = Table.from_labels(a, (a * 7 + 3) % 10).to_scipy().toarray()
    drawn = table[np.ix_(order.rows, order.cols)]
    assert np.array_equal(drawn, np.diag(np.diag(drawn)))


def test_parts_of_a_split_follow_each_other():
    a = np.repeat([0, 1, 2], 30)
    b = np.r_[np.repeat([5, 3, 1], 10), np.repeat(2, 30), np.repeat([4, 0], 15)]
    order = matched_order(Table.from_labels(a, b))
    split_from = np.array([2, 0, 1, 0, 2, 0])[order.cols]
    assert len(np.flatnonzero(np.diff(split_from))) == 2


def test_bands_and_links_add_up():
    for table in tables():
        drawn = flow_diagram(table)
        for column in (0, 1):
            bands = [band for band in drawn.bands if band.column == column]
            assert sum(band.size for band in bands) == table.n
            ordered = sorted(bands, key=lambda band: band.start)
            for above, below in pairwise(ordered):
                assert above.end <= below.start
            assert sorted(c for band in bands for c in band.clusters) == list(
                range(table.shape[column])
            )
        assert sum(link.size for link in drawn.links) + drawn.hidden_size == table.n
        for link in drawn.links:
            source, target = drawn.bands[link.source], drawn.bands[link.target]
            assert source.start - 1e-9 <= link.source_start <= link.source_end <= source.end + 1e-9
            assert target.start - 1e-9 <= link.target_start <= link.target_end <= target.end + 1e-9


def test_links_of_a_band_do_not_overlap():
    for table in tables(8):
        drawn = flow_diagram(table)
        for band in range(len(drawn.bands)):
            ends = sorted((x.source_start, x.source_end) for x in drawn.links if x.source == band)
            assert all(one[1] <= two[0] + 1e-9 for one, two in pairwise(ends))


def test_a_large_table_stays_below_400_marks_and_says_so():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2000, 100_000)
    b = np.where(rng.random(len(a)) < 0.6, rng.integers(0, 2000, len(a)), a)
    drawn = flow_diagram(Table.from_labels(a, b))
    assert len(drawn.bands) + len(drawn.links) <= 400
    assert drawn.hidden_links
    assert any("not drawn" in note for note in drawn.notes)
    assert any("several clusters" in note for note in drawn.notes)


def test_unchanged_clusters_are_one_band():
    a = np.repeat(np.arange(20), 10)
    b = a.copy()
    b[a == 3] = np.repeat([3, 99], 5)
    kinds = [
        (band.kind, len(band.clusters)) for band in flow_diagram(Table.from_labels(a, b)).bands
    ]
    assert kinds.count(("kept", 19)) == 2


def test_a_relabeling_has_no_crossings():
    a = np.repeat(np.arange(12), 5)
    drawn = flow_diagram(Table.from_labels(a, (a * 5) % 12))
    assert [link.source + 12 for link in drawn.links] == [link.target for link in drawn.links]


def test_several_clusterings_form_columns_and_colors_follow_the_clusters():
    rng = np.random.default_rng(1)
    runs = [rng.integers(0, 3, 200)]
    for _ in range(3):
        runs.append(np.where(rng.random(200) < 0.1, rng.integers(0, 3, 200), runs[-1]))
    chain = [Table.from_labels(a, b) for a, b in pairwise(runs)]
    drawn = flow_diagram(chain)
    assert drawn.columns == 4
    for label in "012":
        assert len({band.color for band in drawn.bands if band.label == label}) == 1


def test_tables_that_do_not_follow_each_other_are_refused():
    with pytest.raises(InputError, match="columns of table 0 must be the rows of table 1"):
        flow_diagram([Table.from_labels([0, 1], [0, 1]), Table.from_labels([5, 6], [0, 1])])
    with pytest.raises(InputError, match="at least one table"):
        flow_diagram([])


def test_places_that_are_moved_apart_keep_their_order_and_the_gap():
    rng = np.random.default_rng(0)
    for _ in range(50):
        wanted = np.sort(rng.uniform(0, 100, 8))
        found = moved_apart(wanted, 10, 0, 100)
        assert np.diff(found).min() >= 10 - 1e-9
        assert found.min() >= 0
        assert found.max() <= 100
    assert moved_apart([10, 50, 90], 10, 0, 100).tolist() == [10, 50, 90]
    assert moved_apart([], 10, 0, 100).tolist() == []


def test_places_without_enough_space_are_evenly_spaced():
    assert moved_apart([5, 5, 6], 10, 0, 20).tolist() == [0, 10, 20]
    assert moved_apart([5, 5, 6], 11, 0, 20).tolist() == [0, 10, 20]


def test_clusters_at_the_end_share_the_last_line():
    order = np.array([2, 1, 4, 0, 3])
    shown, line = shown_lines(order, 5)
    assert shown.tolist() == order.tolist()
    assert line[order].tolist() == [0, 1, 2, 3, 4]
    shown, line = shown_lines(order, 4)
    assert shown.tolist() == [2, 1, 4]
    assert line.tolist() == [3, 1, 0, 3, 2]


@pytest.mark.parametrize("seed", range(5))
def test_labels_cover_neither_points_nor_each_other(seed):
    rng = np.random.default_rng(seed)
    points = np.concatenate([rng.uniform(40, 560, (15, 2)), rng.normal(300, 12, (10, 2))])
    names = [f"run_{i}" for i in range(25)]
    labels = joined_names(names, points, 3)
    frame = (0, 0, 600, 600)
    placed = place_labels(labels, points, letter=(6, 11), radius=3, frame=frame)
    assert len(placed) == len(labels)
    boxes = [(p.left, p.top, p.left + 6 * len(p.text), p.top + 11) for p in placed]
    boxes += [(x - 3, y - 3, x + 3, y + 3) for x, y in points.tolist()]
    for one, two in combinations(boxes[: len(placed)], 2):
        assert not covers(one, two)
    for box, (x, y) in product(boxes[: len(placed)], points.tolist()):
        assert not covers(box, (x - 2.9, y - 2.9, x + 2.9, y + 2.9))
    assert all(box[0] >= 0 and box[2] <= 600 for box in boxes[: len(placed)])


def covers(one, two):
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def test_labels_without_a_place_are_left_out():
    points = np.zeros((3, 2))
    labels = [(name, (0.0, 0.0)) for name in ("aaaa", "b", "c")]
    frame = (-9, -9, 9, 9)
    placed = place_labels(labels, points, letter=(6, 12), radius=2, frame=frame)
    assert [label.text for label in placed] == ["b", "c"]


def test_points_that_cannot_be_told_apart_share_a_label():
    points = np.array([[0, 0], [0.5, 0], [9, 9], [0, 0.5], [0.1, 0.1]])
    found = joined_names(["p", "q", "r", "s", "t"], points, 1)
    assert found == [("p, q + 2", (0.0, 0.0)), ("r", (9.0, 9.0))]


def test_pictures_of_many_equal_clusters_show_both_clusters_of_a_pair():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 1000, 20_000)
    b = np.where(rng.random(len(a)) < 0.6, rng.integers(0, 1000, len(a)), (a + 1) % 1000)
    table = Table.from_labels(a, b)
    order = matched_order(table)
    drawn = flow_diagram(table, max_bands=30)
    rows, cols = (
        {band.clusters[0] for band in drawn.bands if band.column == side and band.kind == "cluster"}
        for side in (0, 1)
    )
    assert len(rows) == 30
    assert {order.color_of_rows[i] for i in rows} == {order.color_of_cols[j] for j in cols}
