"""Start games: at the beginning, or in a position that somebody describes."""
