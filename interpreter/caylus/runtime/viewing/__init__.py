"""What is seen of a table from a seat: `sight` says what may be known, the others show it."""
