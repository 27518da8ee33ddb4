"""Trees: what they are read from, cuts, and their measures against definitions, SciPy and dendextend."""

import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, fcluster, leaves_list, linkage
from scipy.stats import spearmanr

import clusterdiff as cd
from clusterdiff.covers import TreeTable
from clusterdiff.measures import measures_of
from tests.covers import tree_definitions as by_definition

DENDEXTEND = json.loads(
    (Path(__file__).parent / "data" / "dendextend.json").read_text(encoding="utf-8")
)
METHODS = ("single", "complete", "average", "ward", "centroid", "median")


def random_linkages(n, seed=0):
    points = np.random.default_rng(seed).random((n, 3))
    return [linkage(points, method) for method in METHODS]


def of_r(case, side):
    """Return the tree of a merge matrix of R's hclust."""
    merges = np.array(case[f"merge_{side}"], float).reshape(-1, 2)
    ids = np.where(merges < 0, -merges - 1, merges - 1 + len(merges) + 1)
    return cd.Tree.from_linkage(np.column_stack([ids, case[f"height_{side}"]]))


@pytest.mark.parametrize("case", DENDEXTEND, ids=lambda case: case["name"])
def test_dendextend(case):
    """Values of dendextend 1.16.0, computed by R 4.2.2."""
    a, b = of_r(case, "a"), of_r(case, "b")
    assert (a.leaf_order + 1).tolist() == case["order_a"]
    assert (b.leaf_order + 1).tolist() == case["order_b"]
    assert cd.cophenetic_correlation(a, b) == pytest.approx(case["cophenetic"], abs=1e-12)
    # dendextend sorts merges of equal heights anew, of which iris has some.
    assert cd.bakers_gamma(a, b) == pytest.approx(case["baker"], abs=1e-7)
    assert cd.robinson_foulds(a, b) == case["rf"]
    assert cd.entanglement(a, b) == pytest.approx(case["entanglement"], abs=1e-12)
    found = cd.levels(a, b)
    rows = zip(case["ks"], case["bk"], case["expected"], case["variance"], strict=True)
    for k, value, mean, variance in rows:
        assert cd.fowlkes_mallows(a.cut(k=int(k)), b.cut(k=int(k))) == pytest.approx(value)
        assert found[int(k)].value == pytest.approx(value, abs=1e-12)
        assert found[int(k)].expected == pytest.approx(mean, abs=1e-12)
        assert found[int(k)].std ** 2 == pytest.approx(variance, abs=1e-12)


@pytest.mark.parametrize("n", [2, 3, 5, 30, 60])
def test_linkages(n):
    for merges in random_linkages(n):
        tree = cd.Tree.from_linkage(merges)
        assert (tree.n, tree.k, tree.nnz) == (n, n - 1, 2 * n - 1)
        assert tree.is_binary
        assert tree.leaf_order.tolist() == leaves_list(merges).tolist()
        pairs = by_definition.heights(tree)
        assert list(pairs.values()) == pytest.approx(cophenet(merges).tolist())
        for height in (0, *merges[:, 2], merges[:, 2].max() + 1):
            assert tree.cut(height=height) == cd.Partition(fcluster(merges, height, "distance"))
        for k in range(1, n + 1):
            assert tree.cut(k=k).k == k
            if (np.diff(merges[:, 2]) > 0).all():
                assert tree.cut(k=k) == cd.Partition(fcluster(merges, k, "maxclust"))
        back = cd.Tree.from_linkage(tree.to_linkage())
        assert TreeTable.from_clusterings(tree, back).equal
        again = cd.Tree.from_newick(tree.to_newick())
        assert cd.robinson_foulds(tree, again.take(np.argsort(again.elements))) == 0


@pytest.mark.parametrize("n", [3, 12, 40])
def test_measures_against_all_pairs(n):
    trees = [cd.Tree.from_linkage(merges) for merges in random_linkages(n)]
    flat = cd.Tree.of(np.arange(n) % 3, "a")
    for a in trees:
        for b in [*trees[:2], flat]:
            table = TreeTable.from_clusterings(a, b)
            wanted = by_definition.cophenetic_correlation(a, b)
            assert cd.cophenetic_correlation.on(table) == pytest.approx(wanted, abs=1e-9)
            assert cd.robinson_foulds.on(table) == by_definition.robinson_foulds(a, b)
            largest = len(by_definition.inner(a)) + len(by_definition.inner(b))
            share = by_definition.robinson_foulds(a, b) / largest if largest else 0.0
            assert cd.normalized_robinson_foulds.on(table) == pytest.approx(share)


def test_bakers_gamma_is_the_rank_correlation_of_heights():
    a, b = (cd.Tree.from_linkage(merges) for merges in random_linkages(25)[1:3])
    x, y = by_definition.heights(a), by_definition.heights(b)
    wanted = spearmanr([x[pair] for pair in x], [y[pair] for pair in x]).statistic
    assert cd.bakers_gamma(a, b) == pytest.approx(wanted, abs=1e-12)


def test_all_rooted_trees_of_few_leaves():
    for n, number in ((2, 1), (3, 4), (4, 26), (5, 236)):
        every = list(by_definition.rooted_trees(range(n)))
        assert len(every) == number  # Schröder's fourth problem
        trees = [cd.Tree.from_newick(by_definition.newick(each), lengths="unit") for each in every]
        rows = [tree.take(np.argsort(tree.elements)) for tree in trees]
        some = rows if n < 5 else rows[::9]
        for i, a in enumerate(rows if n < 5 else rows[::20]):
            for j, b in enumerate(some):
                table = TreeTable(a, b)
                same = by_definition.inner(a) == by_definition.inner(b)
                if n < 5:
                    assert same == table.equal == (i == j)
                assert cd.robinson_foulds.on(table) == by_definition.robinson_foulds(a, b)
                wanted = 1.0 if same else by_definition.cophenetic_correlation(a, b)
                assert cd.cophenetic_correlation.on(table) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.peers
@pytest.mark.filterwarnings("ignore")  # its warnings are not ours
def test_scikit_bio():
    skbio = pytest.importorskip("skbio")
    for n in (5, 20, 60):
        trees = [
            cd.Tree.from_linkage(merges, elements=[f"t{i}" for i in range(n)])
            for merges in random_linkages(n)[:4]
        ]
        theirs = [skbio.TreeNode.read([tree.to_newick()]) for tree in trees]
        for i, one in enumerate(theirs):
            for j, two in enumerate(theirs):
                found = cd.robinson_foulds(trees[i], trees[j])
                assert found == one.compare_rfd(two, rooted=True), (n, i, j)
                share = one.compare_rfd(two, rooted=True, proportion=True)
                assert cd.normalized_robinson_foulds(trees[i], trees[j]) == pytest.approx(share)


@pytest.mark.parametrize("m", measures_of(TreeTable), ids=lambda m: m.name)
def test_names_and_order_of_elements_do_not_matter(m):
    random = np.random.default_rng(3)
    a, b = (cd.Tree.from_linkage(merges) for merges in random_linkages(20)[:2])
    value = m(a, b)
    order = random.permutation(20)
    assert m(a.take(order), b.take(order)) == pytest.approx(value, abs=1e-12)
    names = [f"x{i}" for i in range(20)]
    left = cd.Tree(a, elements=names)
    right = cd.Tree(b.take(order), elements=[names[i] for i in order])
    assert m(left, right) == pytest.approx(value, abs=1e-12)
    if m.symmetric:
        assert m(b, a) == pytest.approx(value, abs=1e-12)
    own = TreeTable.from_clusterings(a, a)
    assert m.on(own) == pytest.approx(m.best_on(own), abs=1e-12)


def test_newick():
    text = "(('it''s a':1,'b [c]'[a comment]:1):2,\n(d:0.5, e_f:1.5,g:3)inner:1e-1)root;"
    tree = cd.Tree.from_newick(text)
    assert tree.elements == ["it's a", "b [c]", "d", "e_f", "g"]
    pairs = by_definition.heights(tree)  # the farthest leaf, g, is 3.1 from the root
    assert pairs[0, 1] == pytest.approx(1.1)
    assert (pairs[2, 3], pairs[0, 4]) == (3.0, 3.1)
    again = cd.Tree.from_newick(tree.to_newick())
    assert again.elements == tree.elements
    assert list(by_definition.heights(again).values()) == pytest.approx(list(pairs.values()))
    assert cd.Tree("(10,(2,3));").elements == [10, 2, 3]
    assert cd.Tree("a;").n == 1
    with pytest.raises(cd.ClusterdiffError, match=r"lengths, or none: 1 of 7"):
        cd.Tree.from_newick("((a,b:1):2,(d:0.5,e:1.5,g:3):0);")
    assert cd.Tree.from_newick("((a,b:1):2,c);", lengths="unit").cut(k=2).k == 2


def test_deep_trees():
    n = 20_000
    merges = [[0, 1, 1.0, 2], *([i + n - 1, i + 1, float(i + 1), i + 2] for i in range(1, n - 1))]
    tree = cd.Tree.from_linkage(merges)
    again = cd.Tree.from_newick(tree.to_newick())
    assert cd.robinson_foulds(tree, again.take(np.argsort(again.elements))) == 0
    assert tree.cut(k=2).k == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("((a,b),c)", "must end with a semicolon"),
        ("((a,b),c", "1 parentheses"),
        ("((a,b)),c);", "not within parentheses"),
        ("(a,,b);", "a leaf has no name"),
        ("(a b,c);", "a comma must come before 'b'"),
        ("(a,b)(c,d);", "a comma must come before a parenthesis"),
        ("(a:x,b);", "Line 1, column 4 of the tree: a number must follow"),
        ("(a,b);(c,d);", "there must be one tree"),
        ("(a,'b);", "a quoted name has no end"),
        ("(a,b[c);", "a comment has no end"),
        ("(a,a);", "'a' occurs twice"),
        (" ;", "must have leaves"),
        ("#NEXUS\nbegin trees;", "got NEXUS"),
        ("(a:nan,b:1);", "must be finite"),
        ("nowhere.nwk", "No such file: nowhere.nwk"),
    ],
)
def test_wrong_newick(text, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        cd.Tree.from_newick(text)


@pytest.mark.parametrize(
    ("merges", "message"),
    [
        ([[0, 1, 1.0, 2], [0, 2, 2.0, 3]], "0 occurs twice"),
        (
            [[0, 5, 1.0, 2], [2, 3, 2.0, 3]],
            "Row 0 of Z must merge two of the clusters 0 to 2, got 5",
        ),
        ([[0, 1, 1.0, 2], [2, 3, 2.0, 4]], "Row 1 of Z must have 3 elements"),
        ([[0, 1, np.nan, 2], [2, 3, 2.0, 3]], "must be finite"),
        ([[0, 1.5, 1.0, 2], [2, 3, 2.0, 3]], "got 1.5"),
        ([0, 1], "linkage matrix with n - 1 rows"),
        ("abc", "linkage matrix with n - 1 rows"),
    ],
)
def test_wrong_linkages(merges, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        cd.Tree.from_linkage(merges)


def test_scikit_learn():
    cluster = pytest.importorskip("sklearn.cluster")
    points = np.random.default_rng(1).random((20, 2))
    model = cluster.AgglomerativeClustering(compute_distances=True, linkage="average").fit(points)
    tree = cd.Tree(model)
    assert cd.robinson_foulds(tree, cd.Tree.from_linkage(linkage(points, "average"))) == 0
    assert tree.cut(k=2) == cd.Partition(model.labels_)
    with pytest.raises(cd.ClusterdiffError, match="compute_distances=True"):
        cd.Tree(cluster.AgglomerativeClustering().fit(points))


def test_hdbscan():
    """Two clusters of three and two elements, of which one leaves early."""
    rows = [(6, 0, 0.5), (6, 7, 1.0), (6, 8, 1.0), (7, 1, 2.0), (7, 2, 4.0), (7, 3, 4.0),
            (8, 4, 2.0), (8, 5, 2.0)]  # fmt: skip
    raw = np.array(
        [(*row, 1) for row in rows],
        [("parent", "i8"), ("child", "i8"), ("lambda_val", "f8"), ("child_size", "i8")],
    )
    tree = cd.Tree.from_hdbscan(raw)
    pairs = by_definition.heights(tree)
    assert (pairs[2, 3], pairs[1, 2], pairs[4, 5]) == (0.25, 0.5, 0.5)
    assert (pairs[1, 4], pairs[0, 5]) == (1.0, 2.0)
    assert tree.cut(height=1.0) == cd.Partition([0, 1, 1, 1, 1, 1])
    pandas = pytest.importorskip("pandas")
    assert cd.Tree(pandas.DataFrame(raw)) == tree

    class Model:
        condensed_tree_ = type("CondensedTree", (), {"_raw_tree": raw})()

    assert cd.Tree(Model()) == tree


def test_levels():
    coarse, fine = list("AAABBB"), [1, 1, 2, 3, 3, 4]
    tree = cd.Tree.from_labels([coarse, fine])
    assert tree.cut(k=2) == cd.Partition(coarse)
    assert tree.cut(k=4) == tree.cut(height=0) == cd.Partition(fine)
    assert tree.cut(k=1) == tree.cut(height=2) == cd.Partition([0] * 6)
    with pytest.raises(cd.ClusterdiffError, match="it has 4 at most") as found:
        tree.cut(k=5)
    assert "tree.cut(k=4)" in str(found.value)
    star = cd.Tree("(a:1,b:1,(c:1,d:1,e:1):0.5);")
    with pytest.raises(cd.ClusterdiffError, match="no level of 4") as found:
        star.cut(k=4)
    assert "tree.cut(k=3) or tree.cut(k=5)" in str(found.value)
    with pytest.raises(cd.ClusterdiffError, match="elements 0 and 2 are together in level 1"):
        cd.Tree.from_labels([list("ABCB"), [0, 1, 0, 1]])
    with pytest.raises(cd.ClusterdiffError, match="has none"):
        cd.cophenetic_correlation(cd.Tree("((a,b),c);"), cd.Tree("((a,c),b);"))


def test_ties_are_cut_in_the_order_of_merges():
    merges = [[0, 1, 1.0, 2], [2, 3, 1.0, 2], [4, 5, 2.0, 4]]
    tree = cd.Tree.from_linkage(merges)
    assert tree.cut(k=3) == cd.Partition([0, 0, 1, 2])
    assert tree.cut(height=1.0) == cd.Partition([0, 0, 1, 1])


def test_elements_that_one_tree_has_not():
    a, b = cd.Tree("(((a:1,b:1):1,c:2):1,d:3);"), cd.Tree("((a:1,e:1):2,(b:2,c:2):1);")
    with pytest.raises(cd.ClusterdiffError, match="intersect"):
        cd.cophenetic_correlation(a, b)
    table = TreeTable.from_clusterings(a, b, align="intersect")
    assert (table.n, table.dropped.unmatched) == (3, 2)
    left, right = cd.Tree("((a:1,b:1):1,c:2);"), cd.Tree("(a:3,(b:2,c:2):1);")
    assert cd.cophenetic_correlation.on(table) == cd.cophenetic_correlation(left, right)
    whole = TreeTable.from_clusterings(a, b, align="singletons")
    assert whole.n == 5
    assert by_definition.inner(whole.a) == {frozenset({0, 1}), frozenset({0, 1, 2})}


def test_permutations_of_leaves():
    a, b = (cd.Tree.from_linkage(merges) for merges in random_linkages(5)[1:3])
    every = [cd.normalized_robinson_foulds(a, b.take(np.array(o))) for o in permutations(range(5))]
    found = cd.chance.expected(a, b, measure="normalized_robinson_foulds")
    assert found.value == pytest.approx(np.mean(every), abs=1e-12)
    none = cd.chance.expected(a, b, measure="cophenetic_correlation")
    assert none.value == 0
    assert none.method.startswith("closed form")


def test_measures_that_need_heights_are_left_out_of_the_default():
    found = cd.compare(cd.Tree("((a,b),c);"), cd.Tree("((a,c),b);"))
    assert [each.name for each in found] == ["robinson_foulds", "normalized_robinson_foulds"]
    assert "bakers_gamma is left out: it needs heights" in str(found)


def test_repr():
    assert repr(cd.Tree("((x,y),z);")) == "Tree(n=3, k=2: ((x,y),z))"
    assert repr(cd.Tree.from_linkage(random_linkages(30)[0])) == "Tree(n=30, k=29)"
    assert cd.Tree([["a", "b c"], "d"]).to_newick() == "((a,'b c'),(d));"


def caterpillar(n):
    rows = [[0, 1, 1.0, 2], *([i + n - 1, i + 1, i + 1.0, i + 2] for i in range(1, n - 1))]
    return cd.Tree.from_linkage(rows)


@pytest.mark.parametrize("measure", ["fowlkes_mallows", "adjusted_rand", "jaccard", "rand"])
def test_levels_are_those_of_the_cuts(measure):
    m = cd.get_measure(measure)
    trees = [cd.Tree.from_linkage(merges) for merges in random_linkages(40)]
    trees.append(caterpillar(40))
    trees.append(
        cd.Tree.from_labels([np.arange(40) // 20, np.arange(40) // 7 + np.arange(40) // 20])
    )
    for a in trees:
        for b in trees[::3]:
            for level in cd.levels(a, b, measure=measure):
                assert level.value == pytest.approx(m(a.cut(k=level.k), b.cut(k=level.k))), level.k


@pytest.mark.parametrize("n", [3, 4, 5])
def test_the_band_of_a_curve_is_that_of_all_permutations(n):
    a, b = (cd.Tree.from_linkage(merges) for merges in random_linkages(n)[1:3])
    for measure in ("fowlkes_mallows", "adjusted_rand"):
        m = cd.get_measure(measure)
        for level in cd.levels(a, b, measure=measure):
            left, right = a.cut(k=level.k), b.cut(k=level.k)
            codes = right.codes
            values = [
                m.facts.raw(cd.summaries.PairCounts.of(cd.Table.from_labels(left, codes[list(o)])))
                for o in permutations(range(n))
            ]
            assert level.expected == pytest.approx(np.mean(values), abs=1e-12)
            assert level.std == pytest.approx(np.std(values), abs=1e-12)
    assert all(each.expected is None for each in cd.levels(a, b, measure="jaccard"))


def test_levels_of_other_measures_and_clusterings_are_refused():
    a, b = (cd.Tree.from_linkage(merges) for merges in random_linkages(6)[:2])
    with pytest.raises(cd.ClusterdiffError, match="computed from pairs, and variation_of"):
        cd.levels(a, b, measure="vi")
    with pytest.raises(cd.ClusterdiffError, match="no common level of 9"):
        cd.levels(a, b)[9]
    frame = cd.levels(a, b).to_frame()
    assert list(frame["k"]) == [2, 3, 4, 5]
    tied = cd.Tree.from_linkage([[0, 1, 1.0], [2, 3, 1.0], [4, 5, 2.0]])
    assert [each.tied for each in cd.levels(tied, caterpillar(4))] == [False, True]
    assert "1 levels are between" in str(cd.levels(tied, caterpillar(4)))


# Nested lists and values, in nats, of the notebook of Perotti et al., which the tests of TreeDist quote.
P1 = [[19, 18, 5], [14, 16, 3], [7], [10, 8], [1, 17, 9, 4, 6, 15], [2, 13, 11], [12, 0]]
P2 = [[12, 9], [4, 2, 0, 7], [16], [5], [8, 3, 1, 14], [11, 6, 10], [18, 17, 19], [13, 15]]
HP1 = [[23], [[[[[16, 17]]]]], [[12], [22, 13]], [5], [7], [24],
       [[[9], [[14, 2]]], [[[[[27, 3]]]]]], [20, 29, 18], [4], [26, 15], [[10], [21, 25]], [11],
       [[0, 28], [1], [6]], [19, 8]]  # fmt: skip
HP1_SHORT = [[23], [16, 17], [[12], [22, 13]], [5], [7], [24], [[[9], [14, 2]], [27, 3]],
             [20, 29, 18], [4], [26, 15], [[10], [21, 25]], [11], [[0, 28], [1], [6]], [19, 8]]  # fmt: skip
HP2 = [[[[0, 25], [24]], [6], [11, 28], [8]],
       [[[19], [[[[21], [4], [[[[[22, 7]]]]]]]]], [5]], [[3], [10, 23, 14]],
       [[27, 1, 16, 13, 18, 26, 9], [[[[15], [[[[[[12, 17]]]]]]]], [2, 20]], [29]]]  # fmt: skip


@pytest.mark.parametrize(
    ("a", "b", "nats"),
    [
        (P1, P2, 0.9410980357245466),
        (HP1, HP2, 1.0591260408329395),
        (HP1, HP1_SHORT, 2.921657656496707),
        (HP2, HP2, 2.606241391162456),
    ],
)
def test_hierarchical_mutual_information_of_perotti(a, b, nats):
    a, b = cd.Tree(a), cd.Tree(b)
    assert cd.hierarchical_mutual_information(a, b, base="e") == pytest.approx(nats, abs=1e-12)


def nested_information(a, b, s, t, common):
    """The definition, by recursion over the nodes."""
    below = [
        [i for i, p in enumerate(x.shape.parents) if p == node] for x, node in ((a, s), (b, t))
    ]
    if not below[0] or not below[1] or not common:
        return 0.0
    left, right = by_definition.clusters(a), by_definition.clusters(b)
    total = 0.0
    n = len(common)
    for u in below[0]:
        for v in below[1]:
            both = common & left[u] & right[v]
            if both:
                p = len(both) / n
                q, r = len(common & left[u]) / n, len(common & right[v]) / n
                total += p * np.log(p / (q * r)) + p * nested_information(a, b, u, v, both)
    return total


def test_hierarchical_mutual_information_by_definition():
    trees = [cd.Tree.from_linkage(merges) for merges in random_linkages(14)]
    trees.append(cd.Tree.of(np.arange(14) % 4, "a"))
    for i, a in enumerate(trees):
        for j, b in enumerate(trees):
            if i != j:
                wanted = nested_information(a, b, a.nnz - 1, b.nnz - 1, set(range(14)))
                found = cd.hierarchical_mutual_information(a, b, base="e")
                assert found == pytest.approx(wanted, abs=1e-10)
        own = nested_information(a, a, a.nnz - 1, a.nnz - 1, set(range(14)))
        assert cd.hierarchical_mutual_information(a, a, base="e") == pytest.approx(own, abs=1e-10)


def test_untangled_trees_have_the_same_clusters():
    for seed, n in ((1, 5), (2, 30), (3, 400)):
        a, b = (cd.Tree.from_linkage(merges) for merges in random_linkages(n, seed)[1:3])
        left, right = cd.covers.untangle(a, b)
        assert cd.robinson_foulds(a, left) == cd.robinson_foulds(b, right) == 0
        assert cd.entanglement(left, right) <= cd.entanglement(a, b)
        assert cd.cophenetic_correlation(left, right) == pytest.approx(
            cd.cophenetic_correlation(a, b)
        )
    mirrored = cd.Tree("(d:3,(c:2,(b:1,a:1):1):1);")
    straight = cd.Tree("(((a:1,b:1):1,c:2):1,d:3);")
    assert cd.entanglement(straight, mirrored) == 1.0
    assert cd.entanglement(*cd.covers.untangle(straight, mirrored)) == 0.0


def test_untangling_finds_the_best_rotations_of_small_trees():
    """Against all rotations of both trees."""
    from itertools import product

    def rotations(tree):
        if not isinstance(tree, tuple):
            return [(tree,)]
        left, right = (rotations(child) for child in tree)
        return [x + y for x, y in product(left, right)] + [y + x for x, y in product(left, right)]

    one, two = ((("a", "b"), "c"), ("d", "e")), (("a", "e"), (("b", "d"), "c"))
    least = min(
        sum(abs(x.index(e) - y.index(e)) ** 1.5 for e in "abcde")
        for x, y in product(rotations(one), rotations(two))
    )
    worst = sum(abs(i - (4 - i)) ** 1.5 for i in range(5))
    a, b = (cd.Tree(by_definition.newick(tree)) for tree in (one, two))
    found = cd.entanglement(*cd.covers.untangle(a, b))
    assert found == pytest.approx(least / worst)
