"""Engines: data too large or too foreign for Python's own readers, counted where it lies; only the table comes back."""
