"""Stage: which inputs show which programs to be wrong."""
