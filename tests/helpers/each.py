"""Calls of functions that take one measure, for several measures."""


def each(function, *clusterings, measures, **options):
    """Return the results of a function of `chance` or `intervals` for several measures."""
    return [function(*clusterings, measure=m, **options) for m in measures]
