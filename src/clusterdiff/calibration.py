"""Numbers of `chance` and `intervals` that no formula gives: where they come from, and their use.

A number of the first two groups was raised or lowered until simulations kept what is promised: 95 %
intervals that contain the value of the population in about 95 % of the samples, tests that reject
in at most about 5 % of the cases without a difference, p-values not below the exact tail. The
simulations of intervals and of `compare_two` are those of `benchmarks/coverage.py`, whose grid has
100, 500 and 5,000 elements, 3, 20 and 100 clusters and four shares of noise; docs/chance.md has the
results with other random numbers. Numbers of the third group decide about the running time.

Numbers that are the precision or the step size of one algorithm stay beside it.
"""

# --- Intervals and tests over the elements (benchmarks/coverage.py) -----------------------------

# Which data have an interval. With fewer elements, the standard error is too uncertain itself.
MIN_ELEMENTS = 20
# Outside of the largest cluster, for pair counts and entropies: with fewer, most samples of a
# population with one dominant cluster show no difference at all.
MIN_OUTSIDE_LARGEST = 10
# Elements per cluster on average. U-statistics need two, since a pair is their unit; half-samples
# and entropies need eight, below which their bias is not of the form c/n.
MIN_PER_CLUSTER_OF_PAIRS = 2
MIN_PER_CLUSTER = 8
# Elements of the smallest cluster, for means over clusters. Without this limit, 8 of 200 intervals
# of a population with a small class missed its value (tests/intervals/test_validity.py).
MIN_SMALLEST_CLUSTER = 8
# Elements that change their cluster, for a value whose best depends on the data: it has no score
# limits, and a normal curve is too narrow for fewer events.
MIN_CHANGED = 12

# Which standard errors give an interval; all in standard errors. The bias of half-samples is known
# only roughly, that of entropies (Grassberger's estimate) to a small part of itself, so that more
# of it can be corrected. The difference of two biases must be small: `compare_two` tests against 0.
MAX_BIAS = 1.0
MAX_BIAS_OF_INFORMATION = 2.5
MAX_BIAS_OF_TWO = 0.2
# Departure of the bias from the form c/n, and the part of the standard error that complementary
# halves have in common. Values at a kink had 0.5 or more of both, smooth ones below 0.3.
MAX_CURVATURE = 0.35
MAX_EVENNESS = 0.4
# What cells that were not sampled may change. At a half, coverage stayed above 0.93.
MAX_UNSEEN = 0.5
# How often elements are repeated to see whether a value has a limit, and the part of its distance
# from the best value that must remain. The MUC score keeps less than half.
REPEATS = 64
MIN_KEPT = 0.75

# Where a value with maxima is not smooth: how near equal sizes, and how near tied overlaps, are, in
# standard errors of their difference; and how far ties may move the value, in its standard errors.
# A test of a difference is more sensitive: without these limits, up to 11 % of the tests rejected.
NEAR_EQUAL_SIZES = 4.0
NEAR_TIE = 2.5
MAX_TIE_ERROR = 1.75
NEAR_TIE_OF_TWO = 2.0
MAX_TIE_ERROR_OF_TWO = 0.7
# Elements per cell that a test of clusterings with different numbers of clusters needs, and how
# many cells count per cluster for pair counts. In sparse tables, up to 11 % of the tests rejected.
MIN_PER_CELL_OF_TWO = 20
CELLS_PER_CLUSTER_OF_TWO = 2

# Limits of intervals. Within so many standard errors of independent clusterings, the variance is
# that of a noncentral χ² variable; without this, coverage at noise 0.9 was below 0.9.
NEAR_CHANCE = 4.0
# Errors from which Wilson's limit is close enough to the best value; below, it is a mid-P limit of
# a Poisson count.
MIN_EVENTS_OF_WILSON = 3
# Largest reach of the parabola of variances, in units of the distance from the best value. So far
# away, the variance grows in proportion to the distance, as that of a Poisson count does.
MAX_REACH = 10.0
# Half-samples by default. The standard error has a relative error of about 1/√(2·number): 5 % for
# an interval; a p-value needs a smaller one.
HALF_SAMPLES = 200
HALF_SAMPLES_OF_TWO = 400

# --- Tails under a null model (tests/chance/test_tails.py compares them with exact tails) ---------

# Random tables off the most common value that determine a standard deviation: its relative error is
# then below about 1/√20.
MIN_DIFFERING = 20
# A sampled tail is at least this share of its upper confidence limit at this level, so that it is
# at most a quarter below the exact tail.
TAIL_CONFIDENCE = 0.999
TAIL_SHARE = 0.75
# Where a Pearson III curve is used: standard deviation in units of the largest expected cell, and
# largest skewness. docs/chance.md compares it with 20,000 random tables up to a skewness of 1.17.
MIN_STEPS = 5.0
MAX_SKEW = 1.5
# Tail probabilities down to which the curve errs by a few percent; the lower tail is truncated by
# the lower bound of the curve. Smaller p-values are raised to a power, and none is below the last
# number, since the exact far tail is heavier than that of the curve.
MIN_TAIL = 0.01
MIN_LOWER_TAIL = 0.1
FAR_TAIL_POWER = 0.9
MIN_CURVE_PVALUE = 1e-10
# Random tables that show whether the number of pairs is nearly continuous, and the largest share of
# them with one value. With 400 tables, a share of 0.03 has a standard error of 0.009.
SMOOTH_TABLES = 400
MAX_SHARE_OF_ONE_VALUE = 0.03

# --- Numbers of tables: a matter of time ---------------------------------------------------------

# `expected`: at most so many tables, until the standard error of the mean is this share of the
# distance from the mean to the best value; at least so many; for a standard deviation whose mean is
# exact; and if all tables so far have the same value.
EXPECTED_SAMPLES = 10_000
EXPECTED_TOLERANCE = 0.002
MIN_SAMPLES = 200
STD_SAMPLES = 1_000
CONSTANT_SAMPLES = 2_000
# `significance`: tables of slow measures, most tables of quick ones, and tables as extreme as the
# observed one after which sampling stops (a relative error of the p-value of 10 %).
PVALUE_SAMPLES = 999
MAX_PVALUE_SAMPLES = 9_999
ENOUGH_EXCEEDING = 100
# `summarize`, and so `compare(chance=True)`: fewer tables than above, and less accurate means.
# Beyond so many elements or cells, their number falls with the square of the size.
SUMMARY_SAMPLES = 1_000
SUMMARY_TOLERANCE = 0.005
SUMMARY_HALF_SAMPLES = 200
MIN_SUMMARY_SAMPLES = 20
LARGE_TABLE = 200_000
SUMMARY_SECONDS = 2.0  # of computing for one measure, if tables are large
# Tables that are enumerated instead of sampled, by default and on request.
ENUMERATED = 5_000
ENUMERATED_ON_REQUEST = 1_000_000
