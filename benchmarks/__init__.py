"""Speed and memory beside other packages: ``python -m benchmarks`` measures, and writes RESULTS.md."""
