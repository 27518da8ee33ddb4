from clusterdiff.features._comparison import CentroidComparison as CentroidComparison
from clusterdiff.features._comparison import Centroids as Centroids
from clusterdiff.features._comparison import compare_centroids as compare_centroids
from clusterdiff.features._spreads import FeatureSubcomponent as FeatureSubcomponent
from clusterdiff.features._spreads import MeanSquaredError as MeanSquaredError
from clusterdiff.features._spreads import PairwiseDistance as PairwiseDistance
from clusterdiff.features._spreads import Spreads as Spreads
from clusterdiff.features._table import FeatureTable as FeatureTable
