"""Write the reference values of the measures.

The computed values come from tests/measures/reference, which follows the definitions with fractions
and 50 digits and imports nothing of clusterdiff.
"""

import csv
import io
import json
import sys
from argparse import ArgumentParser
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from golden_cases import CASES, VIEW_CASES  # noqa: E402

from tests.measures import reference  # noqa: E402
from tests.measures.reference.information import (  # noqa: E402
    TooLargeError,
    number_of_tables,
    reduced_parts,
)

GOLDEN = ROOT / "tests" / "measures" / "golden"
COLUMNS = ("measure", "case", "value", "by_convention", "source")
SOURCE = "definition, computed with fractions or 50 digits"
MOST_CLUSTERS = 14  # clusters up to which best pairings are found by enumeration
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
_SELF = [{"self_pairs": True}]
OPTIONS = {
    "pair_f": [*_BETA, *_SELF],
    **dict.fromkeys(("fowlkes_mallows", "wallace_a", "wallace_b", "hubert_gamma"), _SELF),
    "v_measure": _BETA,
    "bcubed_f": _BETA,
    **dict.fromkeys(("ceaf_e", "muc", "blanc", "lea", "exact_f"), _PART),
    **dict.fromkeys(
        (
            "entropy",
            "joint_entropy",
            "conditional_entropy",
            "mutual_information",
            "variation_of_information",
            "information_distance",
            "dom_q0",
        ),
        _BASE,
    ),
    "goodman_kruskal_tau": [{"given": given} for given in ("b", "a", "mean")],
    "goodman_kruskal_lambda": [{"given": given} for given in ("b", "a")],
    "purity_f": [{"by": by} for by in ("harmonic", "geometric")],
    "expected_mutual_information": _BASE,
    "normalized_variation_of_information": [
        *({"by": by} for by in ("sum", "joint", "log_n", "clusters")),
        {"by": "clusters", "k_max": 16},
        {"by": "clusters", "k_max": 100},
    ],
    "normalized_mutual_information": [
        {"by": by} for by in ("arithmetic", "geometric", "harmonic", "min", "max", "joint")
    ],
    "adjusted_mutual_information": [{"by": by} for by in ("arithmetic", "geometric", "min", "max")],
    "reduced_mutual_information": [*_BASE, {"normalized": True}],
}


def keys():
    """Yield every measure and its other view, alone and with each of its options."""
    for name in reference.MEASURES:
        view = reference.view_of(name)
        for start in (name, f"{name}.{view}") if view else (name,):
            yield start
            for options in OPTIONS.get(name, ()):
                chosen = ",".join(f"{option}={value}" for option, value in options.items())
                yield f"{start}[{chosen}]"


def orderly(case):
    """Return whether a greedy pairing does not depend on the order of the labels."""
    last_first = reference.Case({(-i, -j): count for (i, j), count in case.cells.items()})
    mixed = reference.Case({(i, -j): count for (i, j), count in case.cells.items()})
    return len({reference.value(c, "criterion_h")[0] for c in (case, last_first, mixed)}) == 1


def wanted(key, name, case):
    """Return whether the value can be computed and does not depend on the order of labels."""
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
    """Yield one row for each measure with its options and each case."""
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


# The names of our measures in other packages.
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
    """Return the labels a and b of every element."""
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
    """Yield one row for each measure that a package has, and each case."""
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
    """Return a case with its pair counts, meet and join; for few elements also the parts of RMI."""
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
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    parser.add_argument(
        "--peers", action="store_true", help="also write the values of other packages"
    )
    arguments = parser.parse_args()
    files = {"computed.csv": _csv(computed()), "cases.json": _cases()}
    if arguments.peers:
        files["peers.csv"] = _csv(peers())
    stale = [
        name
        for name, text in files.items()
        if not (GOLDEN / name).exists() or (GOLDEN / name).read_text(encoding="utf-8") != text
    ]
    if arguments.check:
        sys.exit(f"not as tools/make_golden.py writes them: {', '.join(stale)}" if stale else 0)
    for name in stale:
        (GOLDEN / name).write_text(files[name], encoding="utf-8")
        print(f"wrote {name}")


if __name__ == "__main__":
    main()
