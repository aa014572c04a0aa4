"""Views of a table from a seat: `sight` decides what may be known, the others show it."""
