"""many: sets of clusterings of the same elements, compared with each other and summarized."""

from clusterdiff.lazy_exports import lazy_exports

lazy_exports(__name__)
