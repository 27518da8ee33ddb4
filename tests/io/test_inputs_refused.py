"""Calls with a wrong number of clusterings, and options that do not apply, are explained."""

import numpy as np
import pandas as pd
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError, OptionError

A, B = [0, 0, 1, 1], [0, 1, 1, 1]


@pytest.mark.parametrize("one", [A, tuple(A), np.array(A), pd.Series(A)])
@pytest.mark.parametrize("function", [cd.adjusted_rand, cd.compare, cd.match])
def test_one_clustering(function, one):
    with pytest.raises(OptionError, match=r"Two clusterings are compared, got one\.[^[]*$"):
        function(one)


def test_three_clusterings_are_not_taken_for_a_measure():
    with pytest.raises(OptionError, match="use pairwise or Clusterings for more than two"):
        cd.adjusted_rand(A, B, B)
    with pytest.raises(OptionError, match=r"measure=\['ari'\]"):
        cd.compare(A, B, ["ari"])


@pytest.mark.parametrize("option", [{"on": "id"}, {"columns": "x"}, {"by_order": True}])
def test_options_of_files_do_not_apply_to_lists(option):
    (name,) = option
    with pytest.raises(OptionError, match=f"{name} applies to files and frames"):
        cd.Clusterings([A, B], **option)


def test_dicts_have_names():
    with pytest.raises(OptionError, match="names applies to lists and arrays"):
        cd.Clusterings({"x": A, "y": B}, names=["u", "v"])
    assert cd.Clusterings({"x": A, "y": B}, columns="y").names == ("y",)


def test_clusterings_of_a_dict_are_called_by_their_names():
    missing = {"truth": ["x", None], "found": [0, 1]}
    with pytest.raises(InputError, match=r"^truth must have a label for every element"):
        cd.compare(missing)
    with pytest.raises(InputError, match=r"^a must have a label for every element"):
        cd.compare(list(missing.values()))
