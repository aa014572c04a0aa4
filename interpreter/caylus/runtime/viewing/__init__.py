"""Views of a table from a seat: `visibility` decides what may be known, the others show it."""
