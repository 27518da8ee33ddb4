"""Stability of clusterings under resampling, and the number of clusters."""

from clusterdiff.many._stability.result import ClusterStability, Stability, StabilityOfK
from clusterdiff.many._stability.study import stability

__all__ = ["ClusterStability", "Stability", "StabilityOfK", "stability"]
