"""Names of other packages are found, or it is said what they are."""

import re
from pathlib import Path

import pytest

import clusterdiff as cd
from clusterdiff.measures import get_measure
from clusterdiff.measures._catalogue import _NAMES
from clusterdiff.measures._names import EXPLAINED, SPELLED

A, B = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 1, 1, 2, 2, 2, 0]
PAGE = (Path(__file__).parents[2] / "docs" / "coming-from.md").read_text(encoding="utf-8")
# What the packages themselves return for A and B, to six digits.
RETURNED = {
    "npa": 0.7, "nca": 0.708333, "ba/a": 2, "ba/c": 4, "ba/d": 0.222222, "ba/e": 0.552753,
    "nodestructuralrand": 0.222222, "jaccardmeasure": 0.588235, "adjustedrandmeasure": 0.568182, "nmidistance": 0.381934,
    "smc": 0.777778, "sdc": 0.583333, "tanimoto": 0.411765, "mhm": 0.8, "g_plus": 0.222222,
    "rv": 0.705882, "kp": 0.554367, "ps": 0.333333, "bmd": 4, "overlap_coeff": 0.583333, "cole_coeff": 0.431818, "id": 0.6,
    "gamma": 0.555556, "goodmankruskal": 0.773756, "g+": 0.222222, "chisq_score": 11.111111, "aaa": 0.708333,
    "adjustedsymmetricgini": 0.570707, "splitting_error": 0.2, "rand_split": 0.705882, "rand_merge": 0.705882,
    "entropypowers": 0.381934, "diag": 0.8,
}  # fmt: skip

# The same for clusterings of unequal sizes, which tell the directions apart.
C, D = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 1, 1, 1, 2, 3]
RETURNED_TOO = {
    "rv": 0.529256,
    "kp": 0.244650,
    "ps": 0.0,
    "overlap_coeff": 0.416667,
    "cole_coeff": 0.094828,
}


@pytest.mark.parametrize("name", RETURNED_TOO)
def test_a_name_gives_the_value_of_the_package_for_unequal_sizes(name):
    assert get_measure(name)(C, D) == pytest.approx(RETURNED_TOO[name], abs=5e-7)


@pytest.mark.parametrize("name", RETURNED)
def test_a_name_gives_the_value_of_the_package(name):
    assert get_measure(name.upper())(A, B) == pytest.approx(RETURNED[name], abs=5e-7)


@pytest.mark.parametrize("name", SPELLED)
def test_a_name_of_another_package_is_that_measure(name):
    assert get_measure(name) == get_measure(SPELLED[name])
    assert name not in _NAMES
    assert name == name.lower()


@pytest.mark.parametrize("name", EXPLAINED)
def test_a_name_that_is_no_measure_is_explained(name):
    with pytest.raises(cd.errors.UnknownNameError, match="is not a measure here") as error:
        get_measure(name)
    assert EXPLAINED[name] in str(error.value)
    assert name not in {*_NAMES, *SPELLED}


def test_every_measure_that_the_page_names_exists():
    named = re.findall(
        r"\[`([a-z_0-9]+)(?:\.[a-z]+)?(?:\[[^\]]*\])?`\]\(measures/(\w+)\.md\)", PAGE
    )
    assert len(named) > 60
    assert all(name == page == get_measure(name).name for name, page in named)
