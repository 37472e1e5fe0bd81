"""`python -m augment` is `augment`."""

from augment.cli import main

main()
