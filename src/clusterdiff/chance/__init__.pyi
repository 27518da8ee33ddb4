from clusterdiff.chance.compare_two import compare_two as compare_two
from clusterdiff.chance.expected import adjusted as adjusted
from clusterdiff.chance.expected import expected as expected
from clusterdiff.chance.holm import holm as holm
from clusterdiff.chance.interval import interval as interval
from clusterdiff.chance.null_models import NULL_MODELS as NULL_MODELS
from clusterdiff.chance.null_models import NullModel as NullModel
from clusterdiff.chance.null_models import get_null_model as get_null_model
from clusterdiff.chance.null_models import register as register
from clusterdiff.chance.results import Adjusted as Adjusted
from clusterdiff.chance.results import ChanceSummary as ChanceSummary
from clusterdiff.chance.results import ComparisonOfTwo as ComparisonOfTwo
from clusterdiff.chance.results import Expected as Expected
from clusterdiff.chance.results import Interval as Interval
from clusterdiff.chance.results import Significance as Significance
from clusterdiff.chance.significance import significance as significance
from clusterdiff.chance.significance import (
    standardized_mutual_information as standardized_mutual_information,
)
from clusterdiff.chance.summary import summarize as summarize
