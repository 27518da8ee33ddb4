"""A table in a notebook shows the counts of its clusters."""

import re

import clusterdiff as cd


def lines_of(table):
    """Return the texts of the cells, line by line."""
    lines = re.findall(r"<tr.*?</tr>", table._repr_html_())
    return [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line) for line in lines]


def test_counts_are_shown_exactly_and_zeros_left_empty():
    table = cd.Table.from_counts([0, 1, 1], ["x", "x", "<y>"], [2**53 + 1, 1, 12_345_678])
    assert lines_of(table) == [
        ["a \\ b", "&lt;y&gt;", "x"],
        ["0", "", "9,007,199,254,740,993"],
        ["1", "12,345,678", "1"],
    ]


def test_a_large_table_is_cut_and_says_so():
    table = cd.Table.from_labels(range(50), [i % 25 for i in range(50)])
    shown = lines_of(table)
    assert [len(line) for line in shown] == [21] * 21
    assert shown[20][-2:] == ["", "1"]
    assert "Only the first 20 and 20 clusters are shown." in table._repr_html_()
    assert "Table(n=50, 50 × 25 clusters, 50 cells)" in table._repr_html_()
