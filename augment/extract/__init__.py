"""Stage: the program that a model meant, taken from the text that it wrote."""
