"""Moved to tests.helpers.partitions; goes when no test imports it any more."""

from tests.helpers.partitions import all_partitions, blocks, pairs, shapes

__all__ = ["all_partitions", "blocks", "pairs", "shapes"]
