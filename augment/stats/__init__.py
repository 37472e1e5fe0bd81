"""Numbers in, numbers out: pass@k, shares and their intervals."""
