"""Proves by example: shrinks an input on which two programs differ until nothing simpler does the same."""
