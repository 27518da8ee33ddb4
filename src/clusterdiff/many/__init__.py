"""many: sets of clusterings of the same elements, compared with each other and summarized."""
