"""Games that a seat could be in: worlds that agree with all it was told, and single positions made up for it."""
