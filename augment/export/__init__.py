"""Suites in the formats of other harnesses.

Each writer makes the text of files of a suite. What a format cannot carry is refused by name, never bent: a refusal
says which problem or test, and why.
"""
