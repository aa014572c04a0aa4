"""What seats learn from each statement, as lines of Python beside it (see `caylus.knowledge`)."""
