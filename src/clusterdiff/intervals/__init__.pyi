from clusterdiff.intervals._compare_two import compare_two as compare_two
from clusterdiff.intervals._compare_two import holm as holm
from clusterdiff.intervals._estimate import Estimates as Estimates
from clusterdiff.intervals._estimate import estimate as estimate
from clusterdiff.intervals._interval import interval as interval
from clusterdiff.intervals._results import ComparisonOfTwo as ComparisonOfTwo
from clusterdiff.intervals._results import Interval as Interval
