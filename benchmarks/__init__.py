"""Time and memory compared with other packages; ``python -m benchmarks`` writes RESULTS.md."""
