"""Runs a benchmark's own test code in a trusted process: to record its calls, and to let it judge answers."""
