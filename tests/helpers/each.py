"""Results of `chance` and `intervals` for several measures."""

from clusterdiff.chance import get_null_model
from clusterdiff.chance._expected import means_by_chance
from clusterdiff.intervals._interval import intervals_of
from clusterdiff.sampling import RandomSource, Statistic


def each(function, *clusterings, measures, **options):
    """Return the results of a function that takes one measure."""
    return [function(*clusterings, measure=m, **options) for m in measures]


def means(table, measures, *, null="permutation", rng=None, **options):
    """Return the means by chance, from the same random tables."""
    statistics = [Statistic.of(m) for m in measures]
    return means_by_chance(statistics, table, get_null_model(null), RandomSource.of(rng), **options)


def intervals(table, measures, *, level=0.95, n_samples=200, rng=None):
    """Return the confidence intervals, from the same half-samples."""
    statistics = [Statistic.of(m) for m in measures]
    return intervals_of(statistics, table, level, n_samples, RandomSource.of(rng))
