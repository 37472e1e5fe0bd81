"""How strong suites are: what `scripts/bench/power.py` measures, part by part."""
