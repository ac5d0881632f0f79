"""Benchmarks that need no test runner: `meldlab bench` prints them, pytest-benchmark keeps their history."""
