"""Runs code in child processes and tells what happened, as outcomes; says nothing about what is right."""
