"""Frozen values that every other part speaks in, and their encodings. Runs nothing, reads no file."""
