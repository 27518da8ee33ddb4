from clusterdiff.chance._expected import adjusted as adjusted
from clusterdiff.chance._expected import expected as expected
from clusterdiff.chance._null_models import NULL_MODELS as NULL_MODELS
from clusterdiff.chance._null_models import NullModel as NullModel
from clusterdiff.chance._null_models import get_null_model as get_null_model
from clusterdiff.chance._null_models import register as register
from clusterdiff.chance._results import Adjusted as Adjusted
from clusterdiff.chance._results import ChanceSummary as ChanceSummary
from clusterdiff.chance._results import Expected as Expected
from clusterdiff.chance._results import Significance as Significance
from clusterdiff.chance._significance import significance as significance
from clusterdiff.chance._significance import (
    standardized_mutual_information as standardized_mutual_information,
)
from clusterdiff.chance._summary import summarize as summarize
