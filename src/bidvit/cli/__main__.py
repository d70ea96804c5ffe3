"""`python -m bidvit.cli` is `bidvit`."""

from bidvit.cli import main

main()
