"""Recovers cases and an oracle from a benchmark's own test code, by running it."""
