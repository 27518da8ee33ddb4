from clusterdiff.segmentation._cells import FOUND_BACKGROUNDS as FOUND_BACKGROUNDS
from clusterdiff.segmentation._cells import FoundBackground as FoundBackground
from clusterdiff.segmentation._cells import ObjectCells as ObjectCells
from clusterdiff.segmentation._table import ObjectTable as ObjectTable
