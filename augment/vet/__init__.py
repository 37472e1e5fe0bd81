"""Decides which proposals become cases, by running the reference; every drop has a reason and is counted."""
