"""Judges completions: runs each once on base and plus, compares in this process, says what the outcomes mean."""
