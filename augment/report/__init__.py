"""One Summary value, and the ways to show it."""
