"""Write the reference values: `python tools/make_golden.py [--check] [--peers]`.

The computed values come from tests/measures/reference, which follows the definitions with fractions
and 50 digits and imports nothing of clusterdiff. With --peers the values that other packages give
are written too, with their versions. --check compares instead of writing.
"""

import csv
import io
import json
import sys
from importlib.metadata import version
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.measures import reference  # noqa: E402
from tests.measures.reference.information import (  # noqa: E402
    TooLargeError,
    number_of_tables,
    reduced_parts,
)

GOLDEN = ROOT / "tests" / "measures" / "golden"
COLUMNS = ("measure", "case", "value", "by_convention", "source")
SOURCE = "definition, computed with fractions or 50 digits"
MOST_CLUSTERS = 14  # up to which best pairings are found among all
WITHOUT_PAIRINGS = {*reference.pairs.MEASURES, *reference.information.MEASURES}
LARGEST_FOR_TABLES = 24  # elements up to which the tables Ω are counted

_PART = [
    {"part": "precision"},
    {"part": "recall"},
    {"beta": 0.5},
    {"beta": 2},
    {"part": "recall", "beta": 2},
]
_BASE = [{"base": "e"}, {"base": 10}, {"base": 3}]
_BETA = [{"beta": 0}, {"beta": 0.5}, {"beta": 2}]
OPTIONS = {
    "pair_f": _BETA,
    "v_measure": _BETA,
    "bcubed_f": _BETA,
    **dict.fromkeys(("ceaf_e", "muc", "blanc", "lea"), _PART),
    **dict.fromkeys(
        (
            "entropy",
            "joint_entropy",
            "conditional_entropy",
            "mutual_information",
            "variation_of_information",
        ),
        _BASE,
    ),
    "expected_mutual_information": _BASE,
    "normalized_variation_of_information": [
        *({"by": by} for by in ("sum", "joint", "log_n", "clusters")),
        {"by": "clusters", "k_max": 16},
        {"by": "clusters", "k_max": 100},
    ],
    "normalized_mutual_information": [
        {"by": by} for by in ("arithmetic", "geometric", "min", "max", "joint")
    ],
    "adjusted_mutual_information": [{"by": by} for by in ("arithmetic", "geometric", "min", "max")],
    "reduced_mutual_information": [*_BASE, {"normalized": True}],
}


def keys():
    """Every measure and its other view, alone and with each of its options."""
    for name in reference.MEASURES:
        view = reference.view_of(name)
        for start in (name, f"{name}.{view}") if view else (name,):
            yield start
            for options in OPTIONS.get(name, ()):
                chosen = ",".join(f"{option}={value}" for option, value in options.items())
                yield f"{start}[{chosen}]"


def _labels(a, b):
    return {"a": list(a), "b": list(b)}


def _random(n, rows, cols, seed, noise=1.0, skew=0.0):
    """A table of n elements: a at random, b equal to it but for the noise."""
    random = Random(seed)
    weights = [1 / (k + 1) ** skew for k in range(rows)]
    table = [[0] * cols for _ in range(rows)]
    for i in random.choices(range(rows), weights, k=n):
        j = i % cols if random.random() >= noise else random.randrange(cols)
        table[i][j] += 1
    return {"table": table}


def _sparse(seed, clusters=9):
    """One giant cluster among small ones, about 10¹² elements: every expectation has few terms."""
    random = Random(seed)
    counts = [[0, 0, 10**12 + random.randrange(1000)]]
    for k in range(1, clusters):
        counts += [
            [k, random.choice([0, k]), random.randint(1, 9)],
            [random.choice([0, k - 1]), k, random.randint(1, 9)],
        ]
    merged = {}
    for i, j, count in counts:
        merged[i, j] = merged.get((i, j), 0) + count
    return {"counts": [[i, j, count] for (i, j), count in sorted(merged.items())]}


def _near_independent(n, rows, cols, off):
    """Counts in proportion to the sizes, but for some elements of one rectangle of cells."""
    unit = n // (sum(rows) * sum(cols))
    table = [[unit * x * y for y in cols] for x in rows]
    for i, j, sign in ((0, 0, 1), (0, 1, -1), (1, 0, -1), (1, 1, 1)):
        table[i][j] += sign * off
    return {"counts": [[i, j, c] for i, row in enumerate(table) for j, c in enumerate(row)]}


def _uneven(count, rows, cols):
    """The same count in every cell, but for one element too many in the first."""
    return {"counts": [[i, j, count + (i == j == 0)] for i in range(rows) for j in range(cols)]}


def _few_pairs(n, a, b):
    """Singletons except for some pairs (i, i + 1) of elements on each side."""
    sides = []
    for starts in (a, b):
        labels = list(range(n))
        for start in starts:
            labels[start + 1] = start
        sides.append(labels)
    return _labels(*sides)


CASES = {
    # 0/0 and nearly so: one cluster, only singletons, two elements
    "n2-top-bottom": _labels("xx", "xy"),
    "top-top-4": _labels("xxxx", "yyyy"),
    "bottom-top-5": _labels("vwxyz", "xxxxx"),
    "top-general-6": _labels("xxxxxx", "aabbbc"),
    "general-top-6": _labels("aabbbc", "xxxxxx"),
    "bottom-general-6": _labels("uvwxyz", "aabbbc"),
    "general-bottom-6": _labels("aabbbc", "uvwxyz"),
    "independent-2x3": {"table": [[1, 2, 1], [2, 4, 2]]},
    # by hand: 2 pairs together in both, 2 in a, 2 in b, 4 in neither
    "three-and-two": _labels("00011", "00111"),
    "one-moved": _labels("aaabbbccc", "aabbbbccc"),
    "singletons-on-both-sides": _labels("aabbcdefg", "aabccdehh"),
    "pair-among-singletons": _labels("aabcdefgh", "abbcdefgh"),
    # unequal numbers of clusters
    "3x5": {"table": [[4, 0, 1, 0, 2], [0, 3, 0, 5, 0], [1, 1, 0, 0, 6]]},
    "5x3": {"table": [[4, 0, 1], [0, 3, 1], [1, 0, 0], [0, 5, 2], [2, 0, 7]]},
    "1x4": {"table": [[5, 2, 1, 1]]},
    "4x2": {"table": [[5, 2], [1, 3], [0, 4], [6, 0]]},
    # greedy pairings that are not optimal, under overlap, dice and braun_banquet
    "greedy-trap-3": {"table": [[9, 8, 0], [8, 0, 1], [0, 2, 3]]},
    "greedy-trap-dice": {"table": [[4, 3, 0], [3, 0, 0], [0, 1, 2]]},
    # the best pairing under dice is another one under jaccard
    "dice-not-jaccard": {"table": [[2, 0], [8, 4]]},
    "dice-not-jaccard-3": {"table": [[3, 0, 2], [0, 5, 4], [5, 0, 4]]},
    "ties-by-size": {"table": [[3, 3, 0], [3, 0, 0], [0, 0, 3], [1, 0, 0]]},
    "below-chance": {"table": [[1, 3, 3], [3, 1, 3], [3, 3, 1]]},
    # random tables
    "random-12": _random(12, 3, 4, seed=1),
    "random-18": _random(18, 4, 3, seed=2, noise=0.4),
    "random-24": _random(24, 5, 5, seed=3, noise=0.3),
    "random-60": _random(60, 5, 7, seed=4),
    "random-200": _random(200, 8, 6, seed=5, noise=0.5),
    "random-1000": _random(1000, 10, 12, seed=6),
    "noisy-1000": _random(1000, 12, 12, seed=7, noise=0.15),
    "skewed-1000": _random(1000, 14, 9, seed=8, noise=0.3, skew=1.5),
    # counts beyond 64-bit products
    "sparse-1e12": _sparse(seed=9),
    "sparse-1e12-more": _sparse(seed=10, clusters=12),
    "nearly-equal-2e12": {"counts": [[0, 0, 10**12], [0, 1, 1], [1, 0, 1], [1, 1, 10**12 - 7]]},
    "mixed-1e12": {
        "counts": [
            *([0, 0, 3 * 10**11], [0, 1, 10**9]),
            *([1, 1, 5 * 10**11], [2, 0, 7], [2, 2, 2 * 10**11]),
        ]
    },
    # n² between 2⁶³ and 2⁶⁴, and an empty cell
    "n-3.5e9": {
        "counts": [
            *([0, 0, 15 * 10**8], [0, 1, 2 * 10**8], [0, 2, 10]),
            *([1, 0, 3 * 10**8], [1, 1, 15 * 10**8], [1, 2, 5], [2, 0, 3], [2, 1, 4]),
        ]
    },
    "near-2e62": {
        "counts": [[0, 0, 2**60 + 1], [0, 1, 3], [1, 0, 2**40], [1, 1, 2**61 - 5], [2, 2, 2**59]]
    },
    # nearly independent: the information and its expectation are both about 1/n
    "near-independent-2e20": _near_independent(2**20, (1, 1), (1, 1), 3),
    "near-independent-2e32": _near_independent(2**32, (1, 2), (1, 2, 1), 5),
    "near-independent-2e53": _near_independent(2**53, (1, 1), (1, 3), 1),
    "near-independent-2e62": _near_independent(2**62, (1, 2, 4), (1, 3), 2**31),
    # nearly independent with even sizes: few elements too many, or too few, in a table of equal counts
    "uneven-by-one-2e40": _uneven(2**40 // 3, 3, 3),
    "uneven-by-one-2e57": _uneven(2**57, 2, 3),
    "even-ones": _uneven(1, 6, 7),
    # two clusters that hold nearly everything, beyond the integers that doubles can hold
    "giant-2e32": {"counts": [[0, 0, 2**32 - 35], [0, 1, 10], [1, 0, 20], [1, 1, 5]]},
    "giant-2e54": {"counts": [[0, 0, 2**54 - 30], [0, 1, 10], [1, 0, 20]]},
    "giant-2e62": {"counts": [[0, 0, 2**62 - 35], [0, 1, 10], [1, 0, 20], [1, 1, 5]]},
    # all but a few clusters are singletons: the expected information is nearly the entropy
    "few-pairs-40": _few_pairs(40, (0, 4), (4, 9, 20)),
    "few-pairs-400": _few_pairs(400, (0, 100), (50, 100, 200)),
}  # fmt: skip


VIEW_CASES = {
    *("three-and-two", "one-moved", "3x5", "5x3", "bottom-general-6", "general-top-6", "random-18"),
    *("general-bottom-6", "top-general-6", "n2-top-bottom", "bottom-top-5", "independent-2x3"),
    *("below-chance", "noisy-1000", "sparse-1e12", "nearly-equal-2e12", "mixed-1e12", "near-2e62"),
    *("near-independent-2e20", "near-independent-2e32", "near-independent-2e53"),
    *("near-independent-2e62", "uneven-by-one-2e40", "uneven-by-one-2e57", "even-ones"),
    *("giant-2e32", "giant-2e54", "giant-2e62", "few-pairs-40", "pair-among-singletons"),
}


def orderly(case):
    """Whether a greedy pairing does not depend on the order of the labels."""
    last_first = reference.Case({(-i, -j): count for (i, j), count in case.cells.items()})
    mixed = reference.Case({(i, -j): count for (i, j), count in case.cells.items()})
    return len({reference.value(c, "criterion_h")[0] for c in (case, last_first, mixed)}) == 1


def wanted(key, name, case):
    """Whether the value can be computed and does not depend on the order of labels."""
    if "." in key.partition("[")[0] and name not in VIEW_CASES:
        return False
    if (
        len(case.a) > MOST_CLUSTERS
        and key.partition("[")[0].partition(".")[0] not in WITHOUT_PAIRINGS
    ):
        return False
    if key.startswith("reduced_mutual_information"):
        return case.n <= LARGEST_FOR_TABLES
    if "k_max=" in key:
        return max(len(case.a), len(case.b)) <= reference.parse(key)[1]["k_max"]
    return not key.startswith("criterion_h") or orderly(case)


def computed():
    """One row for each measure with its options and each case."""
    for name, record in CASES.items():
        case = reference.Case.of(record)
        for key in keys():
            if not wanted(key, name, case):
                continue
            try:
                value, convention = reference.value(case, key)
            except TooLargeError:
                continue
            yield (
                key,
                name,
                repr(float(value)),
                "yes" if convention and not case.equal else "",
                SOURCE,
            )


# What other packages call our measures.
SKLEARN = {
    "rand": "rand_score",
    "adjusted_rand": "adjusted_rand_score",
    "fowlkes_mallows": "fowlkes_mallows_score",
    "mutual_information[base=e]": "mutual_info_score",
    "homogeneity": "homogeneity_score",
    "completeness": "completeness_score",
    **{
        f"normalized_mutual_information[by={by}]": f"normalized_mutual_info_score({by})"
        for by in ("arithmetic", "geometric", "min", "max")
    },
    **{
        f"adjusted_mutual_information[by={by}]": f"adjusted_mutual_info_score({by})"
        for by in ("arithmetic", "geometric", "min", "max")
    },
    **{f"v_measure[beta={beta}]": f"v_measure_score({beta})" for beta in (0.5, 1, 2)},
}
GENIECLUST = {
    "adjusted_fowlkes_mallows": "adjusted_fm_score",
    "pair_sets_index": "pair_sets_index",
    "normalized_clustering_accuracy": "normalized_clustering_accuracy",
}
IGRAPH = {"variation_of_information[base=e]": "vi", "van_dongen": "split-join"}
PEER_CASES = ("one-moved", "random-60", "random-1000", "noisy-1000", "skewed-1000")


def _spread(record):
    """Labels a and b of every element."""
    if "a" in record:
        return record["a"], record["b"]
    cells = [(i, j, count) for i, row in enumerate(record["table"]) for j, count in enumerate(row)]
    return [i for i, _, count in cells for _ in range(count)], [
        j for _, j, count in cells for _ in range(count)
    ]


def _sklearn(call, a, b):
    from sklearn import metrics

    name, _, option = call.rstrip(")").partition("(")
    if not option:
        return getattr(metrics, name)(a, b)
    return (
        metrics.v_measure_score(a, b, beta=float(option))
        if name.startswith("v_")
        else getattr(metrics, name)(a, b, average_method=option)
    )


def peers():
    """One row for each measure that a package has, and each case."""
    import igraph
    from genieclust import compare_partitions
    from skimage.metrics import adapted_rand_error, variation_of_information

    for case in PEER_CASES:
        a, b = _spread(CASES[case])
        codes_a, codes_b = ([sorted(set(side)).index(label) for label in side] for side in (a, b))
        found = {key: ("scikit-learn", call, _sklearn(call, a, b)) for key, call in SKLEARN.items()}
        if len(set(a)) == len(set(b)):
            found |= {
                key: ("genieclust", call, getattr(compare_partitions, call)(codes_a, codes_b))
                for key, call in GENIECLUST.items()
            }
        found |= {
            key: ("igraph", call, igraph.compare_communities(codes_a, codes_b, method=call))
            for key, call in IGRAPH.items()
        }
        error, recall, precision = adapted_rand_error(
            _array(codes_a), _array(codes_b), ignore_labels=()
        )
        found |= {
            "pair_f": ("scikit-image", "adapted_rand_error", 1 - error),
            "wallace_a": ("scikit-image", "adapted_rand_error", recall),
            "wallace_b": ("scikit-image", "adapted_rand_error", precision),
            "conditional_entropy": (
                "scikit-image",
                "variation_of_information",
                variation_of_information(_array(codes_a), _array(codes_b))[1],
            ),
        }
        for key, (package, call, value) in found.items():
            yield key, case, repr(float(value)), "", f"{package} {version(package)}, {call}"


def _array(labels):
    import numpy as np

    return np.array(labels)


def _csv(rows):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(sorted(rows))
    return text.getvalue()


def facts(record):
    """The record with its pair counts, meet and join; for few elements the parts of RMI."""
    case = reference.Case.of(record)
    out = {**record, "pairs": case.pairs, "meet": len(case.cells), "join": case.joins()}
    if case.n <= LARGEST_FOR_TABLES:
        a, b = tuple(sorted(case.a.values())), tuple(sorted(case.b.values()))
        parts = dict(
            zip(
                ("mutual", "entropy_a", "entropy_b"),
                (float(part / case.n) for part in reduced_parts(case)),
                strict=True,
            )
        )
        tables = {
            "tables": number_of_tables(a, b),
            "tables_a": number_of_tables(a, a),
            "tables_b": number_of_tables(b, b),
        }
        out["encodings"] = parts | tables
    return out


def _cases():
    return (
        "{\n"
        + ",\n".join(
            f"{json.dumps(name)}: {json.dumps(facts(record))}" for name, record in CASES.items()
        )
        + "\n}\n"
    )


def main():
    files = {"computed.csv": _csv(computed()), "cases.json": _cases()}
    if "--peers" in sys.argv:
        files["peers.csv"] = _csv(peers())
    stale = [
        name
        for name, text in files.items()
        if not (GOLDEN / name).exists() or (GOLDEN / name).read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv:
        sys.exit(f"not as tools/make_golden.py writes them: {', '.join(stale)}" if stale else 0)
    for name in stale:
        (GOLDEN / name).write_text(files[name], encoding="utf-8")
        print(f"wrote {name}")


if __name__ == "__main__":
    main()
