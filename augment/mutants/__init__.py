"""Tool: small faults put into a program, as stand-ins for wrong completions."""
