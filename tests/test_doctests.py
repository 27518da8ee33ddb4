"""The examples of every docstring."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import clusterdiff
from tests.helpers.examples import NumbersChecker

NAMES = [
    module.name
    for module in walk_packages(clusterdiff.__path__, "clusterdiff.")
    if not module.name.endswith(("_native", "__main__"))
]


@pytest.mark.parametrize("name", NAMES)
def test_examples(name):
    module = import_module(name)
    found = doctest.DocTestFinder(exclude_empty=True).find(module, module.__name__)
    runner = doctest.DocTestRunner(NumbersChecker(), optionflags=doctest.ELLIPSIS)
    for test in found:
        runner.run(test)
    assert runner.failures == 0
