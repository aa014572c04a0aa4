"""How a game begins: at its beginning, or in a position that somebody describes."""
