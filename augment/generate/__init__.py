"""Proposes new inputs for a problem. A proposal is a guess: whether it becomes a test, vetting says."""
