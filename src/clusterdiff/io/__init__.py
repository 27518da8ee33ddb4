"""Read clusterings in any form: labels in memory, frames, files and queries.

The public functions are `read_labels`, `read_query` and `read_table`; the other names serve the
packages above.
"""

from clusterdiff._lazy_exports import lazy_exports

__getattr__, _, _ = lazy_exports(__name__)
__all__ = ["read_labels", "read_query", "read_table"]


def __dir__() -> list[str]:
    return sorted(__all__)
