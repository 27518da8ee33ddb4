"""ExpectedInformation: the mean information that random clusterings share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from clusterdiff import _kernel
from clusterdiff.summaries._summary import Summary
from clusterdiff.summaries.entropies import Entropies
from clusterdiff.summaries.sizes import Sizes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clusterdiff.table import Table


@dataclass(frozen=True, slots=True)
class ExpectedInformation(Summary):
    """Mean information, in nats, of random clusterings with the cluster sizes of a and b."""

    equal: bool
    mutual: float  # E[I]
    a_given_b: float  # E[H(a | b)], a sum of its own: E[I] may be nearly all of H(a)
    b_given_a: float  # E[H(b | a)]
    most: float  # min(H(a), H(b)), the upper bound of E[I]
    constant: bool  # all clusterings with these sizes share the same information

    @classmethod
    def _from(cls, table: Table) -> Self:
        sizes, e = Sizes.of(table), Entropies.of(table)
        most = min(e.a, e.b)
        if _is_one_cluster(sizes.times_a) or _is_one_cluster(sizes.times_b):
            return cls(e.equal, 0.0, e.a, e.b, most, constant=True)
        if sizes.a[-1] == 1 or sizes.b[-1] == 1:  # only singletons on one side
            return cls(e.equal, most, e.a_given_b, e.b_given_a, most, constant=True)
        mutual, left_a, left_b = _kernel.expected_information(
            sizes.a, sizes.times_a, sizes.b, sizes.times_b, sizes.n, _kernel.THREADS
        )
        return cls(e.equal, mutual, left_a, left_b, most, constant=False)

    @property
    def variation(self) -> float:
        """E[VI]."""
        return self.a_given_b + self.b_given_a


def _is_one_cluster(times: NDArray[np.int64]) -> bool:
    return len(times) == 1 and bool(times[0] == 1)
