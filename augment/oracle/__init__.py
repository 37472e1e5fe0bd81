"""Says whether an answer is right: compares plain values in the process that asked, by the problem's rule."""
