"""What a benchmark's problems should be looked at for: each module finds one family of things in one problem."""
