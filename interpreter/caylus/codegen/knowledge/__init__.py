"""Generate the lines of Python that record what seats learn from each statement (see `caylus.knowledge`)."""
