"""ExpectedInformation: the mutual information that chance alone gives."""

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
    """What random clusterings with the cluster sizes of a and b share on average, in nats."""

    mutual: float  # E[I]
    variation: float  # E[VI], as a sum of its own: E[I] may be nearly all of the entropies
    constant: bool  # all clusterings with these sizes share the same information

    @classmethod
    def _from(cls, table: Table) -> Self:
        sizes, entropies = Sizes.of(table), Entropies.of(table)
        if _is_top(sizes.times_a) or _is_top(sizes.times_b):
            return cls(0.0, entropies.a + entropies.b, constant=True)
        if sizes.a[-1] == 1 or sizes.b[-1] == 1:
            return cls(min(entropies.a, entropies.b), abs(entropies.a - entropies.b), constant=True)
        mutual, left_a, left_b = _kernel.expected_information(sizes.a, sizes.times_a, sizes.b, sizes.times_b, sizes.n, _kernel.THREADS)
        return cls(mutual, left_a + left_b, constant=False)


def _is_top(times: NDArray[np.int64]) -> bool:
    return len(times) == 1 and bool(times[0] == 1)
