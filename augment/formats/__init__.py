"""Readers and writers of files: benchmarks, completions, suites, results. One format a file."""
