"""Run the examples of docstrings and pages; the last digits of numbers depend on the machine."""

import doctest
import math
import re

NUMBER = re.compile(r"-?\d+\.\d{6,}(?:e[-+]?\d+)?")
TOLERANCE = 1e-12  # relative; mathematical libraries round differently


class NumbersChecker(doctest.OutputChecker):
    """Accepts numbers with at least six decimals that are equal up to the tolerance."""

    def check_output(self, want, got, optionflags):
        if super().check_output(want, got, optionflags):
            return True
        pairs = list(zip(NUMBER.findall(want), NUMBER.findall(got), strict=False))
        close = all(math.isclose(float(w), float(g), rel_tol=TOLERANCE) for w, g in pairs)
        texts = (NUMBER.sub("0", text) for text in (want, got))
        return close and super().check_output(*texts, optionflags)


def run_examples(text, names, title):
    """Run the examples of a text; return how many failed and how many there are."""
    test = doctest.DocTestParser().get_doctest(text, dict(names), title, None, 0)
    return doctest.DocTestRunner(NumbersChecker(), verbose=False).run(test)
