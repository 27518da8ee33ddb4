"""Numbers that no formula gives: what each is for, and the simulation that set it.

The home of all such numbers of `chance`, `intervals`, `stability` and `diff` (which has none: its
threshold follows from the data). tests/test_calibration.py fails if one of them moves.

Those of tests were set on 2026-11-16 and 2026-11-17 by `python -m benchmarks.coverage --only
errors`, so that tests reject in about 5 % of the cases without a difference; those of intervals on
2026-11-18 by `python -m benchmarks.coverage --tried`. Results for other populations, which set
nothing, are in docs/chance-tables.md. Docstrings of the tests that are named below say what
happened without the limit. Numbers of the group on numbers of tables decide about the running time.

Numbers that are the precision or the step size of one algorithm stay beside it.
"""

# --- Intervals and tests over the elements --------------------------------------------------------

# Which data have an interval or a test: numbers of elements, of all, outside of the largest cluster
# (tests of pair counts and entropies), per cluster on average (a pair is the unit of pair counts),
# and in the smallest cluster (for means over clusters: test_coverage_with_a_small_class). Of
# samples with 6.7 elements per cluster (30 clusters with Zipf sizes, 5 % noise, n = 200), 95 %
# intervals of VI covered in 0.81, and with 8 (25 of sizes 25, …, 1, 3 % noise, n = 200) in 0.82.
MIN_ELEMENTS = 20
MIN_OUTSIDE_LARGEST = 10
MIN_PER_CLUSTER_OF_PAIRS = 2
MIN_PER_CLUSTER_OF_ENTROPIES = 10
MIN_PER_CLUSTER = 8
MIN_SMALLEST_CLUSTER = 8
# Elements that change their cluster, for a value whose best depends on the data: it has no score
# limits, and a normal curve needs several events.
MIN_CHANGED = 12

# Which standard errors give an interval; limits in standard errors. The bias of half-samples is
# assumed to lie between none and one of the form c/√n. The bias of entropies has an estimate with a
# small error (Grassberger 2003), so that a larger one can be corrected. In `compare_two`, a
# difference of two biases would be taken for a difference of the clusterings.
MAX_BIAS = 1.0
MAX_BIAS_OF_INFORMATION = 2.5
MAX_BIAS_OF_TWO = 0.2
# Departure of the bias from the form c/n, and the share of the standard error that complementary
# halves have in common. Both are about 0 for smooth functions of many elements.
MAX_CURVATURE = 0.35
MAX_EVENNESS = 0.4
# What cells without elements may add to the value, in standard errors, in tests of a difference.
MAX_UNSEEN = 0.5
# How often elements are repeated to see whether the value has a limit, and the share of its
# distance from the best value that must remain (test_values_without_a_limit_have_no_interval).
REPEATS = 64
MIN_KEPT = 0.75

# Where a value with maxima is not smooth, in tests of a difference: how near equal sizes and tied
# overlaps are, in standard errors of their difference; and how far ties may move the value, in its
# standard errors. Set by the table of errors in docs/chance-tables.md.
NEAR_EQUAL_SIZES = 4.0
NEAR_TIE_OF_TWO = 2.0
MAX_TIE_ERROR_OF_TWO = 0.7
# Elements per cell that a test of clusterings with different numbers of clusters needs, and how
# many cells count per cluster for pair counts. In sparser tables, up to 11 % of the tests rejected.
MIN_PER_CELL_OF_TWO = 20
CELLS_PER_CLUSTER_OF_TWO = 2

# Random populations of an interval: how many, so that a quantile has a Monte Carlo error of 5 % of
# the standard error; for measures of overlaps and plain functions, which take longer; and how few
# are enough, if tables have many cells. Below `MIN_OF_QUANTILES`, quantiles are those of a normal
# curve, since tables with so many cells have nearly normal values.
POPULATIONS = 2_000
POPULATIONS_OF_OVERLAPS = 1_000
POPULATIONS_OF_FUNCTIONS = 400
MIN_POPULATIONS = 50
MIN_OF_QUANTILES = 300
# Cells that are drawn for all populations of an interval together (cost in operations), most cells
# without elements that are drawn, and most cells with elements.
DRAWN_CELLS = 1 << 25
DRAWN_CELLS_OF_OVERLAPS = 1 << 20
MAX_EMPTY_CELLS = 1024
MAX_CELLS = 1 << 23
# Least number of elements of the tables that stand for populations, for plain functions of labels.
ELEMENTS_FOR_FUNCTIONS = 1 << 12
# Elements of a cluster below which the limits of measures of overlaps allow any purity of it.
MIN_KNOWN_CLUSTER = 5
# When an interval is called conservative: share of the width from which allowances for ties and
# small clusters count, and elements (or units) that differ below which limits of any method may
# cover too often, because counts are discrete: 95 % mid-P limits of a Poisson mean below 3 cover in
# 0.98 on average (0.96 to 1.00), those of 3 to 10 in 0.95 (0.92 to 0.97), computed exactly by
# test_mid_p_limits_of_few_errors_cover_too_often. Five or more are seen in 18 % of the samples if
# 3 are expected. 2026-11-18, docs/chance-tables.md: cells with the mark c.
CONSERVATIVE = 0.1
FEW_DIFFERING = 5
# Half-samples of a test by default. Their standard error has a relative error of about
# 1/√(2·number); a p-value needs a small one.
HALF_SAMPLES_OF_TWO = 400
UNIT_SAMPLES = 400  # most bootstrap samples of units of an interval

# Sampling of whole units (benchmarks/unit_coverage.py, 2026-11-18, docs/chance-tables.md).
# Units that an interval needs; the share of the units from which a group of linked units is divided
# into its units again; and the cells that may be drawn by a bootstrap, with the least number of
# samples however large the table is.
MIN_UNITS = 20
MAX_LINKED_UNITS = 0.05
MAX_CELLS_OF_BOOTSTRAP = 50_000_000
MIN_BOOTSTRAP_SAMPLES = 50

# Labeled samples of clusters (benchmarks/sample_coverage.py, 2026-11-18; docs/chance-tables.md).
# The largest relative standard error of the known number of predicted pairs, if each predicted
# cluster were a true one, at which pair measures have an interval. With 0.75, 95 % intervals cover
# 89 % where forty clusters merge 5 to 14 entities; with 20, 41 % where one merges 300. It was
# chosen on the populations of that table.
MAX_PAIR_SPREAD = 0.28

# --- Means under a null model ---------------------------------------------------------------------

# Random tables off the most common value that a standard deviation needs. With fewer, it rests on
# the few rare tables that happened to be drawn (test_a_sampled_mean_is_never_called_exact).
MIN_DIFFERING = 20

# --- Numbers of tables, which decide about the running time ---------------------------------------

# `expected`: at most so many tables, until the standard error of the mean is this share of the
# distance from the mean to the best value; at least so many; for a standard deviation whose mean is
# exact; and if all tables so far have the same value.
EXPECTED_SAMPLES = 10_000
EXPECTED_TOLERANCE = 0.002
MIN_SAMPLES = 200
STD_SAMPLES = 1_000
CONSTANT_SAMPLES = 2_000
# `significance`: fewest and most tables, operations for them, and tables as extreme as the observed
# one after which sampling stops (a relative error of the p-value of 10 %).
PVALUE_SAMPLES = 999
MAX_PVALUE_SAMPLES = 9_999
PVALUE_OPERATIONS = 2e8
ENOUGH_EXCEEDING = 100
# Tables are drawn in blocks of so many operations, after each of which progress is reported.
BLOCK_OPERATIONS = 2e8
# What a random table and a value of it cost, in operations: times of some sizes of tables,
# measured by hand on 2026-11-18 in about nanoseconds and rounded. `python -m benchmarks
# cost_of_tables` (benchmarks/chance.py) is there to check them; no full run of it set them. Only
# their ratios to the numbers above matter. For each table in a batch, each cell of it, each
# element whose label is permuted, in a batch and not, and each table that becomes an object; for a
# sum over the cells; for a formula of one summary; for a pairing of clusters, by elements of
# sparse tables and by cells of dense ones; for a function of labels.
DENSE_CELLS = 1 << 22  # of tables that are drawn and held at once
FEW_CELLS = 1 << 12  # of tables that have all cells, however few elements they have
PERMUTED = 1 << 15  # elements of tables that are permuted in the kernel
COST_OF_TABLE = 500.0
COST_OF_CELL = 80.0
COST_OF_PERMUTED = 5.0
COST_OF_ELEMENT = 25.0
COST_OF_OBJECT = 60_000.0
COST_OF_SUMMED = 4.0
COST_OF_FORMULA = 3_000.0
COST_OF_PAIRING = 5_000.0
COST_OF_PAIRED = (5_000.0, 200.0)
COST_OF_FUNCTION = 1e6
COST_OF_LABEL = 50.0
# `summarize`, and so `compare(chance=True)`: fewer tables than above, and less accurate means. The
# operations are those for all measures that need random tables, and for the interval of one.
SUMMARY_SAMPLES = 1_000
SUMMARY_TOLERANCE = 0.005
MIN_SUMMARY_SAMPLES = 5
SUMMARY_OPERATIONS = 3.2e9
# Tables that are enumerated instead of sampled, by default and on request.
ENUMERATED = 5_000
ENUMERATED_ON_REQUEST = 1_000_000

# Cells that the optimal pairing of clusters may visit for a default measure of `compare`: about
# ten seconds. Pairings by counts of random labels, 6 elements per cluster, take half of it for 10⁶
# clusters; those by similarities reach it at about 10⁵ clusters.
MAX_PAIRING_STEPS = 2**28

# --- Stability ------------------------------------------------------------------------------------

# Set on 2026-11-18 by `benchmarks/stability.py`, whose results are in docs/stability.md.
# Data sets of the null model, so that five of 100 have p <= 0.05, and replicates that are made of
# all of them; the others are made only of those whose first ones are as stable as the given data.
# With 3 replicates and no others, 2 groups at a distance of 8 standard deviations were never found.
NULL_DATA_SETS = 99
NULL_DATA_RUNS = 3
STABILITY_ALPHA = 0.05
# Least share of the instability that is removed. With 0.5, a number of clusters was recommended for
# 9 of 40 rings (Ward, 60 elements). Shares that differ by less, and stabilities, are equal: with
# 0.05, 13 clusters were recommended for 4 of 8 data sets of 12 groups (Ward), with 0.02 for none.
LEAST_GAIN = 0.8
EQUAL_GAINS = 0.02
EQUAL_STABILITIES = 5e-4
# Smaller instabilities are equal: logarithms need a limit.
LEAST_INSTABILITY = 1e-3
# Clusters of fewer elements do not count, because single linkage cuts off outliers of skewed and
# heavy-tailed data. Without this limit and with p-values of a normal curve of log instabilities,
# there were 40 alarms for 100 log-normal data sets.
SMALL_CLUSTER = 5
